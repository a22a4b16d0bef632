import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { first_characters, letters_and_digits, numbers_in, without_punctuation } from "../../stdlib/characters.js";
import { camel_case, slug, snake_case } from "../../stdlib/identifiers.js";
import { is_stop_word, join_tokens, replace_words, sentences, title_case, tokens, words } from "../../stdlib/language.js";
import { refusal } from "../support/failure.js";

fc.configureGlobal({ seed: 20_260_714 });

describe("characters", () => {
  it("are those that Unicode counts", () => {
    expect(first_characters("😀😀a", 2)).toBe("😀😀");
    expect(first_characters("ab", 5)).toBe("ab");
    expect(first_characters("ab", -1)).toBe("");
    expect(letters_and_digits("a\u0301-½ 日1")).toEqual(["a\u0301", "½", "日", "1"]);
    expect(without_punctuation("«a»—b_c€")).toBe("abc€");
  });

  it("write numbers within what a number can hold", () => {
    expect(numbers_in("-0 1e-400 9007199254740993")).toEqual([0, 0, 9007199254740992]);
    expect(Object.is(numbers_in("-0")[0], 0)).toBe(true);
    expect(refusal(() => numbers_in("1e309"))).toContain("1e309");
  });
});

describe("words and sentences", () => {
  it("lose nothing but white space", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(tokens(text).join("")).toBe(text.replace(/\s+/g, ""));
        expect(words(text).every((word) => tokens(text).includes(word))).toBe(true);
        expect(sentences(text).join("").replace(/\s+/g, "").length).toBeLessThanOrEqual(text.replace(/\s+/g, "").length);
      }),
    );
  });

  it("are put together with the spaces that marks ask for", () => {
    expect(join_tokens(["(", "a", ")", ",", '"', "b", '"', "c", "!", "$", "5", "%"])).toBe('(a), "b" c! $5%');
    expect(join_tokens([])).toBe("");
  });

  it("keep the case of what they replace", () => {
    const pairs = [{ word: "I", by: "one" }, { word: "big", by: "élan" }, { word: "BIG", by: "never" }];
    expect(replace_words("I, big Big BIG bigger bIG", pairs)).toBe("One, élan Élan ÉLAN bigger élan");
  });

  it("know common words in any case and with either apostrophe", () => {
    expect(["a", "The", "its", "don't", "Don’t", "not"].filter((word) => !is_stop_word(word))).toEqual([]);
    expect(["lemon", "constructor", ""].filter(is_stop_word)).toEqual([]);
  });

  it("make titles", () => {
    expect(title_case("war and peace")).toBe("War and Peace");
    expect(title_case("the iPhone of NASA")).toBe("The iPhone of NASA");
  });
});

describe("identifiers", () => {
  it("are made of the words of a text", () => {
    expect([snake_case("XMLHttpRequest 2"), camel_case("version 1.2.10"), snake_case(""), camel_case("--")]).toEqual(["xml_http_request_2", "version1210", "", ""]);
  });
  it("need no locale", () => {
    expect([snake_case("INFO"), camel_case("INFO ID")]).toEqual(["info", "infoId"]);
  });
  it("are plain ASCII in slugs", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(slug(text)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      }),
    );
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { agreesWithPython } from "../../support/reference.js";
import { ROOT } from "../../support/root.js";
import { samples, serverTools, type Answer, type Args } from "../../support/server-tools.js";

let call: (tool: string, args: Args) => Answer;
beforeAll(async () => {
  call = await serverTools("worlds/servers/string.world");
});
const output = (tool: string, args: Args): unknown => {
  const answer = call(tool, args);
  expect(answer.status, `${tool} ${JSON.stringify(args)} ${String(answer.output)}`).toBe("ok");
  return answer.output;
};

const LETTERS = "abcdefgxyzABCXYZ0123456789àéïöüßÄÉñçøåαβγΩжщЯ";
const SIGNS = ".,;:!?-'’\"()[]{}…«»—_ \t\n$+<=>^`|~%&#@*/\\€😀👍";
const text = fc.string({ unit: fc.constantFrom(...LETTERS, ...SIGNS), maxLength: 60 });
const anyText = fc.string({ unit: "grapheme", maxLength: 40 });
const ascii = fc.string({ unit: fc.constantFrom(..."abcxyzABCXYZ    ...,!-_'"), maxLength: 40 });
const word = fc.constantFrom("apple", "The", "of", "river", "A", "greenhouse", "Nora", "constructor", "and", "is", "e-mail", "don't", "toString", "__proto__", "lemon", "ÉTÉ", "24");
const prose = fc.array(fc.tuple(word, fc.constantFrom(" ", " ", ", ", ". ", "; ", " (", ") ", "\n")), { maxLength: 25 }).map((parts) => parts.flat().join(""));
const ofText = fc.record({ text: fc.oneof(text, prose) });
const few = fc.string({ unit: fc.constantFrom(..."abc😀"), maxLength: 12 });
const pair = fc.record({ a: fc.oneof(text, few), b: fc.oneof(text, few) });
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc.constantFrom("1,250.5", "1,2345", "12,345,678", ",123", "1.2.3", "5-6", "(5)-6", "+7", "2020-05-06", ".5", "1e400", "3e", "v2", "1,234,56", "-.5e-2"),
);
/** Patterns that Python and RE2 understand alike: they differ in what a repeated group holds, and in where empty matches may stand. */
const repeated = fc.tuple(fc.constantFrom("a", "b", "[ab]", "[^a]", ".", "(?:a|b)", "\\w"), fc.constantFrom("", "", "?", "*", "+", "*?", "{2}", "{1,2}")).map((parts) => parts.join(""));
const anyPattern = fc.array(fc.oneof(repeated, fc.constantFrom("(a)", "(b|ab)", "(a*)", "(?:(a)|(b))")), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
const searched = fc.string({ unit: fc.constantFrom(..."aaabbcAB😀"), maxLength: 20 });
const identifier = fc
  .array(fc.tuple(fc.constantFrom("parse", "HTTP", "Request", "now", "ID", "Quick", "x"), fc.constantFrom(" ", "-", "_", "  ", ", ", ".")), { maxLength: 6 })
  .map((parts) => parts.flat().join(""));

agreesWithPython("string_reference.py", (tool, args) => call(tool, args), {
  tokenize: ofText,
  ngrams: fc.record({ text: prose, n: fc.integer({ min: 1, max: 5 }) }),
  extract_numbers: fc.record({ text: fc.oneof(fc.array(fc.tuple(number, fc.constantFrom(" ", ", ", " x", ". ", ")"))).map((parts) => parts.flat().join("")), fc.string({ unit: fc.constantFrom(..."0123,.-+eE x"), maxLength: 20 })) }),
  count_words: ofText,
  count_chars: ofText,
  word_freq: fc.record({ text: prose, top: fc.integer({ min: 1, max: 20 }) }),
  read_time_estimate: fc.record({ text: prose, words_per_minute: fc.integer({ min: 50, max: 1000 }) }),
  levenshtein: pair,
  jaccard_similarity: fc.oneof(pair, fc.record({ a: prose, b: prose })),
  is_palindrome: fc.oneof(fc.record({ text: ascii }), ascii.map((t) => ({ text: `${t}, ${[...t].reverse().join("").toUpperCase()}` }))),
  regex_search: fc.record({ text: searched, pattern: fc.tuple(fc.constantFrom("a", "(b)", "[ab]", "."), anyPattern).map((parts) => parts.join("")), ignore_case: fc.boolean(), limit: fc.integer({ min: 1, max: 30 }) }),
  to_lower: fc.record({ text }),
  to_upper: fc.record({ text }),
  title_case: fc.array(fc.constantFrom("lord", "of", "the", "rings", "and", "a", "return", "to", "house"), { minLength: 1, maxLength: 8 }).map((parts) => ({ text: parts.join(" ") })),
  snake_case: fc.record({ text: identifier }),
  camel_case: fc.record({ text: identifier }),
  slugify: fc.record({ text: fc.string({ unit: fc.constantFrom(..."abcXYZ019éàñ  .,!?-_/"), maxLength: 30 }) }),
  ordinal: fc.record({ n: fc.oneof(fc.nat(200), fc.maxSafeNat()) }),
  normalize_whitespace: ofText,
  remove_punctuation: ofText,
  replace: fc.record({ text: few, old: fc.string({ unit: fc.constantFrom(..."abc😀"), minLength: 1, maxLength: 2 }), new: fc.constantFrom("", "a", "$&", "$1", "aa", "\\0") }),
  truncate: fc.record({ text: anyText, length: fc.integer({ min: 1, max: 30 }), suffix: fc.constantFrom("…", "", "...", " [more]") }),
  template_render: fc.record({
    template: fc.array(fc.constantFrom("{{name}}", "{{ place }}", "{{x}}", "{", "}", "Dear ", "$&", "{{", "}}", "{{toString}}"), { maxLength: 5 }).map((parts) => parts.join("")),
    values: fc.record({ name: anyText, place: fc.constantFrom("$&", "{{name}}", "Rome") }),
  }),
  hash_text: fc.record({ text: anyText, algorithm: fc.constantFrom("md5", "sha1", "sha256", "sha384", "sha512") }),
  base64_encode: fc.record({ text: anyText }),
  base64_decode: fc.record({ data: fc.oneof(anyText.map((t) => Buffer.from(t).toString("base64")), fc.string({ unit: fc.constantFrom(..."AQgw+/="), maxLength: 8 })) }),
});

describe("detokenize", () => {
  it("undoes tokenize for ordinary prose", () => {
    const plain = fc.array(fc.tuple(fc.constantFrom("The", "cat", "don't", "3.50", "well-known", "(now)", '"so"', "$5", "99%"), fc.constantFrom(" ", ", ", "; ", ": ", "! ", "? ")), { minLength: 1, maxLength: 15 });
    for (const parts of samples(plain)) {
      const written = parts.flat().join("").trim();
      expect(output("detokenize", { tokens: output("tokenize", { text: written }) as string[] })).toBe(written);
    }
  });
  it("keeps the tokens in order, with at most a space between", () => {
    for (const tokens of samples(fc.array(fc.constantFrom("a", ",", '"', "(", ")", "!", "b", "$")))) {
      expect(String(output("detokenize", { tokens })).replaceAll(" ", "")).toBe(tokens.join(""));
    }
  });
});

describe("sentence_split", () => {
  it("finds the sentences that a text was made of", () => {
    const sentence = fc.constantFrom("Dr. Brown bought 3.5 acres.", "Where is Nora?", "Come here!", "We met Mr. and Mrs. Lee in the garden.", "It costs $4.99, e.g. on Monday.", "Nobody came.");
    for (const parts of samples(fc.array(sentence, { maxLength: 8 }))) expect(output("sentence_split", { text: parts.join(" ") })).toEqual(parts);
  });
});

describe("syllable_estimate", () => {
  it("counts those of regular words right", () => {
    const SYLLABLES = { cat: 1, house: 1, garden: 2, table: 2, tomato: 3, banana: 3, elephant: 3, computer: 3, information: 4, university: 5, the: 1, wanted: 2, lemonade: 3 };
    for (const parts of samples(fc.array(fc.constantFrom(...(Object.keys(SYLLABLES) as (keyof typeof SYLLABLES)[])), { maxLength: 12 }))) {
      expect(output("syllable_estimate", { text: parts.join(" ") })).toBe(parts.reduce((sum, part) => sum + SYLLABLES[part], 0));
    }
  });
});

describe("remove_stopwords", () => {
  it("leaves what tells something", () => {
    const telling = ["river", "lemon", "Nora", "greenhouse"];
    for (const parts of samples(fc.array(fc.constantFrom(...telling, "the", "The", "A", "of", "is", "and", "don’t", "its", "not"), { maxLength: 15 }))) {
      expect(output("remove_stopwords", { text: parts.join(" ") })).toBe(parts.filter((part) => telling.includes(part)).join(" "));
    }
  });
});

describe("simple_paraphrase", () => {
  const synonyms = parse(readFileSync(join(ROOT, "worlds/corpus/synonyms.yaml"), "utf8")) as { word: string; by: string }[];
  const capital = (t: string): string => t.charAt(0).toUpperCase() + t.slice(1);
  it("puts each synonym in the case of its word, and leaves the rest", () => {
    const part = fc.oneof(fc.constantFrom(...synonyms), fc.constantFrom({ word: "river", by: "river" }, { word: "Nora", by: "Nora" }, { word: "bigness", by: "bigness" }));
    const styles = [(t: string) => t, capital, (t: string) => t.toUpperCase()];
    for (const parts of samples(fc.array(fc.tuple(part, fc.constantFrom(...styles), fc.constantFrom(" ", ", ", "! ")), { maxLength: 15 }))) {
      const written = parts.map(([{ word: w }, style, after]) => style(w) + after).join("");
      expect(output("simple_paraphrase", { text: written })).toBe(parts.map(([{ by }, style, after]) => style(by) + after).join(""));
    }
  });
  it("knows one synonym for each word, which is another", () => {
    expect(new Set(synonyms.map((s) => s.word)).size).toBe(synonyms.length);
    for (const { word: w, by } of synonyms) expect(w).not.toBe(by);
  });
});

describe("simple_summarize", () => {
  /** Weighs by sorting a copy; the server ranks lists of records. */
  const summary = (sentences: readonly string[], keep: number): string => {
    const stop = new Set(["the", "of", "and", "is"]);
    const telling = (t: string): string[] => (t.toLowerCase().match(/[a-z]+/g) ?? []).filter((w) => !stop.has(w));
    const all = telling(sentences.join(" "));
    const score = (t: string): number => telling(t).reduce((sum, w) => sum + all.filter((other) => other === w).length, 0) / Math.max(1, telling(t).length);
    const order = sentences.map((t, i) => [score(t), i] as const).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
    return order.slice(0, keep).map(([, i]) => i).sort((a, b) => a - b).map((i) => sentences[i]).join(" ");
  };
  it("keeps the sentences of the most frequent words, in their order", () => {
    const sentence = fc.array(fc.constantFrom("tomato", "lemon", "river", "the", "of", "constructor", "house"), { minLength: 1, maxLength: 5 }).map((parts) => `Nora and ${parts.join(" ")}.`);
    for (const [sentences, keep] of samples(fc.tuple(fc.array(sentence, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 5 })))) {
      expect(output("simple_summarize", { text: sentences.join(" "), sentences: keep })).toBe(summary(sentences, keep));
    }
  });
});

describe("regex_search", () => {
  it("finds what JavaScript finds, empty matches included", () => {
    for (const { text: t, pattern, ignore_case } of samples(fc.record({ text: searched, pattern: anyPattern, ignore_case: fc.boolean() }), 300)) {
      const expected = Array.from(t.matchAll(new RegExp(pattern, ignore_case ? "gui" : "gu")), (found) => {
        const start = [...t.slice(0, found.index)].length;
        return { match: found[0], start, end: start + [...found[0]].length, groups: found.slice(1).map((group) => (group as string | undefined) ?? null) };
      });
      expect(output("regex_search", { text: t, pattern, ignore_case, limit: 50 }), `${pattern} in ${t}`).toEqual(expected);
    }
  });
  it("answers patterns that others hang on", () => {
    const long = "a".repeat(4000);
    for (const hanging of ["^(a+)+$", "(a|aa)+$", "^(a|a)*b", "(.*)*x", "([a-z]+)*1", "(a?){25}a{25}b"]) {
      expect(call("regex_search", { text: `${long}!`, pattern: hanging, limit: 10 }).status).toBe("ok");
    }
  });
  it("refuses what it cannot do, with a sentence", () => {
    for (const refused of ["(", "[", "a**b", "(?=a)", "(a)\\1", "x{1001}", "\\", "(?<!a)b", "(((a{100}){100}){100})", "(x{500}){2}y{900}"]) {
      const { status, output: said } = call("regex_search", { text: "aaa", pattern: refused });
      expect(status, refused).toBe("failed");
      expect(String(said)).toMatch(/^The pattern (cannot be used: .+|is too large .+)\.$/);
    }
  });
});

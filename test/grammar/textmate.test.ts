/** The TextMate grammar, run by the engine that editors run. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { analyse } from "../../compiler/editor/analysis.js";
import { fileHost } from "../../compiler/source.js";
import { scan } from "../../grammar/scan.js";
import { T } from "../../grammar/tokens.js";
import { ENTITY_WORDS, KEYWORDS, MODIFIER_WORDS } from "../../grammar/words.js";
import { LIGHTTALK, ROOT } from "../support/cli.js";

const require = createRequire(import.meta.url);
const PATH = join(ROOT, "grammar/world.tmLanguage.json");
let grammar: textmate.IGrammar;

beforeAll(async () => {
  await oniguruma.loadWASM(new Uint8Array(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"))).buffer);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({ createOnigScanner: (sources) => new oniguruma.OnigScanner(sources), createOnigString: (text) => new oniguruma.OnigString(text) }),
    loadGrammar: (scope) => Promise.resolve(scope === "source.world" ? textmate.parseRawGrammar(readFileSync(PATH, "utf8"), PATH) : null),
  });
  grammar = (await registry.loadGrammar("source.world")) as textmate.IGrammar;
});

interface Token {
  readonly text: string;
  readonly start: number;
  /** The innermost scope, without `.world`. */
  readonly scope: string;
  readonly scopes: readonly string[];
}

function tokenise(text: string): Token[] {
  let stack = textmate.INITIAL;
  let offset = 0;
  return text.split("\n").flatMap((line) => {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    const tokens = result.tokens.map((t) => ({
      text: line.slice(t.startIndex, t.endIndex), start: offset + t.startIndex, scope: (t.scopes[t.scopes.length - 1] ?? "").replace(/\.world$/, ""), scopes: t.scopes,
    }));
    offset += line.length + 1;
    return tokens;
  });
}

const scopeOf = (text: string, word: string): string => tokenise(text).find((t) => t.text.trim() === word)?.scope ?? "nothing";

describe("the TextMate grammar", () => {
  it.each([...new Set([...KEYWORDS, ...MODIFIER_WORDS, ...ENTITY_WORDS])])("knows the word %s", (word) => {
    expect(scopeOf(`  ${word} name {`, word)).toMatch(/^(keyword|storage)/);
  });

  it.each([
    ["region R = within 3 km of p", "within", "keyword.control"], ["region R = polygon [a, b, c]", "polygon", "keyword.control"],
    ["graph G = Leg between a and b cost takes", "between", "keyword.control"], ["graph G = Leg from a to b cost takes", "cost", "keyword.control"], ["graph G = Leg from a to b cost takes", "Leg", "entity.name.type"],
    ["entity Card {", "entity", "storage.type"], ["entity Card {", "Card", "entity.name.type"], ["tool stamp(id as card: Card)", "stamp", "entity.name.function"],
    ["key id: id(\"card\")", "key", "keyword.control"], ["  from: Contact cascade", "from", "variable.other.property"], ["  from: Contact cascade", "cascade", "storage.modifier"],
    ["view V of Message { mid, from, sent }", "from", "variable.other"], ["return message.from.name", "from", "variable.other.property"], ["let set = 1", "set", "variable.other"],
    ["if x == from and y", "from", "variable.other"], ["name: string unique", "string", "support.type"], ["  class: Class", "class", "variable.other.property"],
    ["set card.stamps += 1   return card", "return", "keyword.control"], ["takes 1..10 s", "s", "keyword.other.unit"], ["takes 1..10 s", "1", "constant.numeric"],
    ["chance 10%", "10%", "constant.numeric.percent"], ["price: money = $12.50", "$12.50", "constant.numeric.money"], ["starts 2026-07-14T09:30", "2026-07-14T09:30", "constant.other.datetime"],
    ["during 02:00..04:00", "02:00", "constant.other.time"], ["where matches r\"[0-9]+\"", "r\"[0-9]+\"", "string.regexp"], ["x = none", "none", "constant.language"],
    ["xs.filter(x => x.none)", "none", "variable.other.property"], ["xs.filter(x => x)", "filter", "entity.name.function.member"], ["/// @param id the id", "id", "variable.parameter"],
    ["/// Text.", "///", "comment.block.documentation"], ["a // set b", "// set b", "comment.line.double-slash"], ["import { A } from \"./a.world\"", "from", "keyword.control"],
    ["test \"t\" in Desk seed 42 faults on {", "seed", "keyword.control"], ["likes: Set<Contact>", "Contact", "entity.name.type"], ["a: Record<string, int>", "string", "support.type"],
  ])("%s: `%s` is %s", (text, word, scope) => {
    expect(scopeOf(text, word)).toBe(scope);
  });

  it("reads code in the holes of texts, and comes out of them again", () => {
    const tokens = tokenise('let t = "a {xs.map(x => "{x.n}").join(", ")} \\{b" + c');
    expect(tokens.find((t) => t.text === "join")?.scope).toBe("entity.name.function.member");
    expect(tokens.find((t) => t.text === "n")?.scope).toBe("variable.other.property");
    expect(tokens.find((t) => t.text === "\\{")?.scope).toBe("constant.character.escape");
    expect(tokens.find((t) => t.text.trim() === "c")?.scopes).toEqual(["source.world", "variable.other.world"]);
    expect(tokenise('let t = """\none {a}\ntwo"""\nlet u = 1').at(-1)?.scope).toBe("constant.numeric");
  });

  it("agrees with the lexer on LightTalk: texts are texts, comments comments, words words", () => {
    const text = readFileSync(LIGHTTALK, "utf8");
    const scopes = new Map(tokenise(text).map((t) => [t.start, t]));
    const at = (offset: number): string => {
      for (let i = offset; i >= 0 && offset - i < 400; i--) {
        const token = scopes.get(i);
        if (token) return token.scopes.join(" ");
      }
      return "";
    };
    const scanned = scan(text);
    for (const comment of scanned.comments) expect(at(comment.span.start), text.slice(comment.span.start, comment.span.end)).toContain("comment");
    for (const token of scanned.tokens) {
      const scope = at(token.startOffset);
      if (token.tokenType === T.StringText) expect(scope, token.image).toContain("string.quoted");
      if (token.tokenType === T.Word) expect(scope, token.image).not.toMatch(/comment|string[^ ]* *$/);
      if (token.tokenType === T.Quantity || token.tokenType === T.Int || token.tokenType === T.Float) expect(scope, token.image).toContain("constant.numeric");
    }
  });

  it("never takes a name of LightTalk for a keyword", () => {
    const text = readFileSync(LIGHTTALK, "utf8");
    const scopes = new Map(tokenise(text).map((t) => [t.start, t]));
    const analysis = analyse(fileHost(join(ROOT, "stdlib"), ROOT), LIGHTTALK);
    const slots = analysis?.slots(LIGHTTALK) ?? [];
    expect(slots.length).toBeGreaterThan(1000);
    expect(slots.filter((s) => /^(keyword|storage)/.test(scopes.get(s.start)?.scope ?? "")).map((s) => text.slice(s.start - 10, s.end + 5))).toEqual([]);
  });
});

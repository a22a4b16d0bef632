import { describe, expect, it } from "vitest";
import type { AppNode, SyntaxCode } from "../../grammar/ast.js";
import { parse } from "../../grammar/parser.js";
import { fixed, fixtures, only, places } from "./helpers.js";

function app(text: string): AppNode {
  return parse(text).file.declarations.find((d) => d.kind === "app")!;
}
const inTool = (body: string): string => `app A {\n  tool t() {\n${body}\n  }\n}`;

describe("one error per member and statement", () => {
  it("reports several statements in order and keeps the others", () => {
    const text = inTool("    let a = 1\n    let b = = 2\n    set c 5\n    retrun a\n    delete a");
    expect(places(text)).toEqual(["4:13 expected-expression", "5:11 expected-token", "6:5 expected-statement"]);
    const tool = app(text).members[0];
    expect(tool?.kind === "tool" && tool.body.statements.map((s) => s.kind)).toEqual(["let", "let", "missing", "set", "missing", "delete"]);
    expect(tool).toMatchObject({ broken: false });
  });
  it("reports each list element once", () => {
    expect(places("fn f(): int = [1 +, 2, * 3, 4]")).toEqual(["1:19 expected-expression", "1:24 expected-token"]);
  });
  it("keeps the members around a bad one, and its names", () => {
    const text = "app A {\n  entity B { key id: string }\n  entty C { key id: string }\n  tool t() { return 1 }\n}";
    expect(places(text)).toEqual(["3:3 expected-member"]);
    expect(app(text)).toMatchObject({ broken: true, members: [{ kind: "entity" }, { kind: "tool" }] });
    expect([...parse(text).file.skipped]).toEqual(expect.arrayContaining(["entty", "C", "id"]));
  });
  it("marks a tool whose head was touched, and no other", () => {
    const text = "app A {\n  tool a(x int) { return x }\n  tool b() { retrun x }\n  view V of E { a b }\n}";
    expect(places(text)).toEqual(["2:12 expected-token", "3:14 expected-statement", "4:19 missing-comma"]);
    expect(app(text)).toMatchObject({ broken: false, members: [{ broken: true, params: [{ type: { kind: "named" } }] }, { broken: false }, { broken: true, columns: { length: 2 } }] });
  });
  it("marks entities and state that lost something", () => {
    const text = "app A {\n  entity E { key id: string\n a: \n b: int }\n  state { c: }\n  state { d: int }\n}";
    expect(places(text)).toEqual(["3:4 expected-type", "5:14 expected-type"]);
    expect(app(text).members).toMatchObject([{ broken: true, members: { length: 3 } }, { broken: true }, { broken: false }]);
  });
  it("says that a declaration lost its name", () => {
    const { file } = parse("app A {\n  entity { key id: string }\n}");
    expect(file.lostName).toBe(true);
    expect(file.declarations).toMatchObject([{ members: [{ name: { text: "" } }] }]);
    expect(parse(inTool("delete")).file.lostName).toBe(false);
  });
});

describe("missing brackets", () => {
  it("finds the `}` of a tool at the next declaration", () => {
    const text = "app A {\n  tool x() {\n    let a = 1\n  tool y() { return 1 }\n}\nworld W { apps A }";
    const error = only(text);
    expect(error).toMatchObject({ code: "missing-brace", span: { start: 37, end: 41 }, fix: { text: " }" } });
    expect(error.message).toBe("Expected `}` before `tool`: the `{` of tool x on line 2 is never closed.");
    expect(parse(text).file.declarations).toMatchObject([{ members: [{ name: { text: "x" } }, { name: { text: "y" } }] }, { kind: "world" }]);
    expect(parse(text).file.skipped.size).toBe(0);
  });
  it("finds the `}` of a nested block by its layout", () => {
    expect(only(inTool("    if a {\n      set b = 1\n    return 2")).message).toContain("the `{` of `if` on line 3");
  });
  it("finds it without layout too", () => {
    const text = "app A {\ntool x() {\nlet a = 1\ntool y() { return 1 }\n}\nworld W { apps A }";
    expect(places(text)).toEqual(["4:1 missing-brace"]);
  });
  it("finds the `}` of an app at the next one", () => {
    expect(places("app A {\n  tool y() { return 1 }\nworld W { apps A }\ntask t in W { level easy }")).toEqual(["3:1 missing-brace"]);
    expect(places("app A {\n  tool y() { return 1 }\n")).toEqual(["2:24 missing-brace"]);
  });
  it("inserts a `{`", () => {
    const text = "app A {\n  tool x()\n    let a = 1\n    return a\n  }\n  tool y() { return 1 }\n}\nworld W { apps A }";
    expect(places(text)).toEqual(["2:11 expected-token"]);
    expect(app(text)).toMatchObject({ members: [{ body: { statements: [{ kind: "let" }, { kind: "return" }] } }, { name: { text: "y" } }] });
  });
  it("closes brackets at the end of what they contain", () => {
    const text = inTool("    let a = f(1, [2, 3)\n    set b = (a + 1\n    return b");
    expect(parse(text).errors.map((e) => e.code)).toEqual(["expected-token", "expected-token"]);
    const tool = app(text).members[0];
    expect(tool?.kind === "tool" && tool.body.statements.filter((s) => s.kind !== "missing").map((s) => s.kind)).toEqual(["let", "set", "return"]);
  });
  it("takes members behind a surplus `}` for members", () => {
    const text = "app A {\n  tool a() { return 1 } }\n  tool b() { return 2 }\n}\nworld W { apps A }";
    expect(places(text).length).toBeLessThanOrEqual(2);
    expect(parse(text).file.declarations).toMatchObject([{ members: [{}, { name: { text: "b" } }] }, { kind: "world" }]);
  });
});

describe("typical slips", () => {
  const slips: [string, SyntaxCode, RegExp][] = [
    ["x = 5", "expected-statement", /`set`/],
    ["x.y += 1", "expected-statement", /`set`/],
    ["var x = 5", "expected-statement", /`let`/],
    ["const x = 5", "expected-statement", /`let`/],
    ["while true { }", "expected-statement", /unbounded/],
    ["try act(1)", "expected-statement", /gone/],
    ["act(1)", "expected-statement", /`do action/],
    ["let a = b && c", "expected-token", /`and`/],
    ["let a = b || c", "expected-token", /`or`/],
    ["let a = !b", "expected-expression", /`not`/],
    ["let a = b === c", "expected-token", /`==`/],
    ["let a = b % c", "expected-token", /`mod`/],
    ["let a = b ? c : d", "expected-token", /if a then b else c/],
    ["let a = xs.map(x -> x)", "expected-token", /`=>`/],
    ["let a = null", "expected-expression", /`none`/],
    ["let a = undefined", "expected-expression", /`none`/],
    ["let a = 'b'", "expected-expression", /double quotes/],
    ["if a { } elif b { }", "expected-token", /else if/],
    ["if a then { return 1 }", "expected-token", /blocks/],
    ["for x of xs { }", "expected-token", /for x in xs/],
    ["set x == 1", "expected-token", /one `=`/],
    ["let a = b not in c", "expected-token", /in front of the whole/],
    ["let a = 1 + if b then c else d", "expected-expression", /parentheses/],
    ["return f(create B { })", "expected-expression", /let x = create/],
    ["retrun 5", "expected-statement", /Did you mean `return`/],
    ["let a: int = 5", "expected-token", /inferred/],
    ["function f() { }", "expected-statement", /`fn/],
  ];
  it.each(slips)("%s", (line, code, hint) => {
    const text = inTool(`    let first = 1\n    ${line}\n    return first`);
    const error = only(text);
    expect(error.code).toBe(code);
    expect(error.hint).toMatch(hint);
    const tool = app(text).members[0];
    expect(tool?.kind === "tool" && tool.body.statements.at(-1)?.kind).toBe("return");
  });
  it.each([
    ["entity E { key id: decimal }", /`float`/],
    ["entity E { key id: string uniqe }", /`unique`/],
    ["entity E { key id: string, name: string }\nentity F { key id: string\n a: Array<int> }", /T\[\]/],
    ["tool t() guarded by g { return 1 }", /`with`/],
    ["tool t() => 5", /= expression/],
    ["tool t(): int { return 1 }", /inferred/],
    ["fn f(a: int) = 5", /fn name/],
    ["fn f(a: int): int { return 5 }", /one expression/],
    ["guard g { require a granted by t }", /edges/],
    ["fault f { on all cleared by t error \"x\" }", /edges/],
    ["edges {\n a.b <- c\n}", /from/],
    ["edges {\n a <- c\n}", /needs/],
    ["trigger t { every day at 00:00 then { } }", /1 day/],
    ["tol t() { return 1 }", /Did you mean `tool`/],
    ["send() { return 1 }", /tool send/],
  ])("%s", (text, hint) => {
    expect(only(`app A {\n${text}\n}`).hint).toMatch(hint);
  });
  it("explains the clock of older worlds", () => {
    expect(only("world W { apps A   clock 20 s..90 s per call   starts 2024-08-15T06:00 }").hint).toContain("calls take");
  });
  it("repairs what one edit repairs", () => {
    const text = inTool("    x = 5;\n    let a = b && c\n    let d = [1 2]\n    var e = null\n    if a { } elif b { }\n    create B { c = $1.5 }");
    expect(fixed(text)).toBe(inTool('    set x = 5\n    let a = b and c\n    let d = [1, 2]\n    let e = null\n    if a { } else if b { }\n    create B { c : $1.5 }'));
    expect(places(fixed(fixed(text)))).toEqual([]);
  });
});

describe("clauses", () => {
  it("reports a clause that stands twice", () => {
    expect(places('app A { fault f { on all chance 1% chance 2% error "x" } }')).toEqual(["1:36 duplicate-clause"]);
    expect(places("task t in W { level easy level hard }")).toEqual(["1:26 duplicate-clause"]);
    expect(places("app A { entity E { key id: string unique unique } }")).toEqual(["1:42 duplicate-clause"]);
    expect(places("app A { tool t() takes 1 s takes 2 s { return } }")).toEqual(["1:28 duplicate-clause"]);
    expect(places('task t in W { goal impossible because "x" impossible because "y" { } }')).toEqual(["1:43 duplicate-clause"]);
    expect(places("task t in W { goal after settling 1 s after settling 2 s { } }")).toEqual(["1:39 duplicate-clause"]);
  });
  it("reports what has no meaning where it stands", () => {
    expect(places("app A { entity E { key a: int   b: F[] unique of e } }")).toEqual(["1:47 expected-member"]);
    expect(places("app A { entity E { key a: int   b: Set<F, G> } }")).toEqual(["1:41 expected-token"]);
  });
  it("reports a clause that is missing", () => {
    expect(places("app A { fault f { on all } trigger t { when a } }")).toEqual(["1:15 missing-clause", "1:36 missing-clause"]);
  });
  it("suggests clauses", () => {
    expect(only("task t in W { leval easy   seeds 1..2 }").hint).toBe("Did you mean `level`?");
    expect(parse("task t in W { leval easy   seeds 1..2 }").file.declarations).toMatchObject([{ clauses: [{ kind: "seeds" }] }]);
  });
});

describe("limits", () => {
  it.each(["(", "[", "{ a: ", "not ", "-", "if a then ", "x => ", "f("])("reports deep nesting of %s once", (open) => {
    const { errors } = parse(`fn f(): int = ${open.repeat(50_000)}`);
    expect(errors.map((e) => e.code)).toEqual(["too-deep"]);
  });
  it("reports deep types and blocks", () => {
    expect(parse(`type T = ${"Set<".repeat(5_000)}`).errors.map((e) => e.code)).toEqual(["too-deep"]);
    expect(parse(inTool("if a {".repeat(5_000) + "}".repeat(5_000))).errors.map((e) => e.code)).toEqual(["too-deep"]);
    expect(parse(`fn f(): int = a${" + a".repeat(50_000)}`).errors.map((e) => e.code)).toEqual(["too-deep"]);
  });
  it("stops after a hundred errors", () => {
    const { errors, file } = parse("fn f(): int = +\n".repeat(500));
    expect(errors).toHaveLength(100);
    expect(file.lostName).toBe(true);
  });
  it("forgets everything of a file it gave up", () => {
    parse(`test "a" in W {\n${"  foo bar\n".repeat(200)}}`);
    expect(only(inTool("    act(1)")).fix?.text).toBe("do ");
  });
  it.each(["(", "{", "}", "[{", '"{', '"""{\n', "/*\n", "tool ", ";", "é", "if a { ", "a.", "[[]],", "/// a\nx\n"])("gets through a large file of %s", (piece) => {
    expect(parse(piece.repeat(100_000)).errors.length).toBeLessThanOrEqual(100);
  });
});

it("finds few errors in the older programs, each explained", () => {
  const text = [...fixtures.values()].join("\n").replaceAll(": float", ": decimal").replaceAll(" with privilege", " guarded by privilege");
  for (const e of parse(text).errors) expect(e.hint, e.message).toBeDefined();
});

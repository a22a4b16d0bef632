import { describe, expect, it } from "vitest";
import { scan } from "../../grammar/scan.js";
import { parse } from "../../grammar/parser.js";
import { expr, ok, only, only1, places } from "./helpers.js";

const images = (text: string): string[] => scan(text).tokens.map((t) => t.image);
const types = (text: string): string[] => scan(text).tokens.map((t) => t.tokenType.name);

describe("numbers and units", () => {
  it("glues a unit to its number over at most one blank", () => {
    expect(images("5 min")).toEqual(["5 min"]);
    expect(images("5min")).toEqual(["5min"]);
    expect(images("5  min")).toEqual(["5", "min"]);
    expect(images("5\nmin")).toEqual(["5", "min"]);
  });
  it("leaves a name in front of `:` alone", () => {
    expect(images("5 min: int")).toEqual(["5", "min", ":", "int"]);
  });
  it("knows all units", () => {
    for (const unit of ["ms", "s", "min", "h", "day", "days", "week", "weeks", "m", "km"]) expect(types(`2 ${unit}`)).toEqual(["Quantity"]);
    expect(types("2 minutes")).toEqual(["Int", "Word"]);
  });
  it("splits ranges", () => {
    expect(images("1..10 s")).toEqual(["1", "..", "10 s"]);
    expect(images("0.995..1.005")).toEqual(["0.995", "..", "1.005"]);
    expect(images("09:30..16:00")).toEqual(["09:30", "..", "16:00"]);
    expect(images("2026-01-01T00:00..2026-12-31T23:59")).toEqual(["2026-01-01T00:00", "..", "2026-12-31T23:59"]);
  });
  it("reads literals", () => {
    expect(["10%", "12.5%", "$12.50", "$0", "$10000", "2026-07-14", "2026-07-14T09:30:15", "12:00"].map(expr)).toEqual([
      "0.1%", "0.125%", "$1250", "$0", "$1000000", "2026-07-14", "2026-07-14T09:30:15", "12:00",
    ]);
  });
  it.each([
    ["$12.5", "$12.50"], ["$1.234", undefined], ["9:30", "09:30"], ["2026-02-30", undefined], ["25:00", undefined], ["10sec", undefined],
    ["1e5", undefined], ["1_000", undefined], ["2026-07-14T09:30Z", undefined], ["99999999999999999999", undefined],
  ])("refuses %s", (text, fix) => {
    const error = only(`fn f(): int = ${text}`);
    expect(error.code).toBe("bad-literal");
    expect(error.span).toEqual({ start: 14, end: 14 + text.length });
    expect(error.fix?.text).toBe(fix);
  });
});

describe("strings", () => {
  it("reads templates with nested strings", () => {
    expect(expr('"a {b} c"')).toBe('"a {b} c"');
    expect(expr('"{xs.map(x => "<{x}>").join(", ")}"')).toBe('"{xs.map(((x) => "<{x}>")).join(", ")}"');
    expect(expr('"{ {a: 1}.a }"')).toBe('"{{a: 1}.a}"');
  });
  it("gives a plain string at most one part", () => {
    expect(only1('fn f(): int = ""', "fn").body).toMatchObject({ kind: "string", parts: [] });
    expect(only1('fn f(): int = "a\\nb"', "fn").body).toMatchObject({ parts: [{ kind: "text", text: "a\nb" }] });
  });
  it("replaces escapes", () => {
    expect(expr('"\\{x\\} \\t\\" \\\\ \\u{1F600}"')).toBe('"{x} \t" \\ 😀"');
  });
  it.each(['"\\q"', '"\\u{zz}"', '"\\u{110000}"', '"a } b"'])("refuses the escape in %s", (text) => {
    expect(only(`fn f(): int = ${text}`).code).toBe("bad-escape");
  });
  it("strips the common indentation of multi-line strings", () => {
    expect(expr('"""\n    From {a}\n      to\n\n    "here"\n    """')).toBe('"From {a}\n  to\n\n"here""');
    expect(expr('"""one line"""')).toBe('"one line"');
    expect(expr('"""\r\n  a\r\n  b\r\n  """')).toBe('"a\nb"');
    expect(expr('"""\n  {a}\n  b"""')).toBe('"{a}\nb"');
  });
  it("takes raw strings as they are", () => {
    expect(expr('r"[0-9]{1,5}\\d"')).toBe('r"[0-9]{1,5}\\d"');
  });
  it("ends an unterminated string with its line", () => {
    const text = 'app A {\n  tool a() { return "abc }\n  tool b() { return 1 }\n}';
    expect(places(text)).toEqual(["2:21 unterminated-string"]);
    const app = parse(text).file.declarations[0];
    expect(app?.kind === "app" && app.members.map((m) => "name" in m && m.name.text)).toEqual(["a", "b"]);
  });
  it("explains a hole that is left open", () => {
    expect(only('fn f(): int = "a {b"').hint).toContain("hole");
  });
  it("does not lose its place over stray braces", () => {
    expect(places("}\nfn f(): int = 1")).toEqual(["1:1 missing-brace"]);
    expect(places('fn f(): int = "{a}" }\nfn g(): int = "{b}"')).toEqual(["1:21 missing-brace"]);
  });
  it("contains an unclosed multi-line string", () => {
    expect(places('app A {\n  tool a() {\n    let a = """\n      x\n  }\n  tool b() { return 1 }\n}')).toEqual(["3:13 unterminated-string"]);
  });
});

describe("comments and documentation", () => {
  it("sets comments aside", () => {
    const { comments } = parse("// one\nfn f(): int = 1 // two\n//// three");
    expect(comments.map((c) => c.text)).toEqual(["// one", "// two", "//// three"]);
  });
  it("splits `@param` lines off", () => {
    const fn = only1("/// Adds.\n/// Two numbers.\n/// @param a the first\n///   of both\n/// @param b the second\nfn f(a: int, b: int): int = a", "fn");
    expect(fn.doc).toMatchObject({ text: "Adds.\nTwo numbers.", params: [{ name: "a", text: "the first of both" }, { name: "b", text: "the second" }] });
  });
  it("documents members, enum values, columns and parameters", () => {
    const text = "enum E {\n  /// One.\n  a,\n}\nfn f(\n  /// Two.\n  x: int): int = x\napp A {\n  entity B {\n    /// Three.\n    key id: string\n    /// Four.\n    get x: int = 1\n  }\n  view V of B {\n    /// Five.\n    id,\n  }\n}";
    expect(JSON.stringify(ok(text).declarations).match(/"text":"(One|Two|Three|Four|Five)\."/g)).toHaveLength(5);
  });
  it("reports documentation that nothing follows", () => {
    expect(places("fn f(): int = 1\n/// lost")).toEqual(["2:1 nothing-to-document"]);
    expect(places("app A {\n  tool t() {\n    return 1\n    /// lost\n  }\n}")).toEqual(["4:5 nothing-to-document"]);
    expect(places("app A {\n  tool t() {\n    /// lost\n    return 1\n  }\n}")).toEqual(["3:5 nothing-to-document"]);
  });
  it("refuses block comments and semicolons, and offers to delete these", () => {
    expect(places("/* a\n b */ fn f(): int = 1")).toEqual(["1:1 unexpected-character"]);
    const error = only("fn f(): int = 1;");
    expect(error.fix).toEqual({ span: { start: 15, end: 16 }, text: "" });
  });
  it("reports characters that mean nothing once per line", () => {
    expect(places("fn f(): int = é + ü\nfn g(): int = 1")).toEqual(["1:15 unexpected-character"]);
    expect(only("fn f(): string = “a”").hint).toContain("straight double quotes");
  });
});


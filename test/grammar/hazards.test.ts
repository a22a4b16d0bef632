/** The hazards of grammar-notes, one by one. */
import { describe, expect, it } from "vitest";
import { expr, member, ok, only, only1, places, statements, type } from "./helpers.js";

describe("hazards", () => {
  it("1: a modifier in front of `:` is the next field", () => {
    const e = member("entity E {\n key id: string\n name: string\n unique: bool\n cascade: int = 1\n where: int\n of: A[]\n by: int\n check: bool\n key: int\n get: int\n missing: int\n}", "entity");
    expect(e.members.map((m) => m.kind)).toEqual(["key", ...Array<string>(10).fill("field")]);
    expect(e.members.every((m) => m.kind !== "field" || !(m.unique || m.onDelete))).toBe(true);
  });
  it("2: reserved words are words after `.` and before `:` only", () => {
    expect(expr("a.in.match?.then")).toBe("a.in.match?.then");
    expect(member("entity E { key id: string\n in: int = 1\n and: int = 2\n not: int }", "entity").members).toHaveLength(4);
    expect(only("fn match(): int = 1")).toMatchObject({ code: "reserved-word", span: { start: 3, end: 8 } });
    expect(only("app A { tool t(let: int, x as call: int) { } }").code).toBe("reserved-word");
  });
  it("3: a unit never eats a field", () => {
    const e = member("entity E { key id: int = 5\n min: int = 5\n s: duration = 5 s   m: int }", "entity");
    expect(e.members).toHaveLength(4);
  });
  it("4: there are no open ranges", () => {
    expect(places("type T = { a: int where in 1.. }")).toEqual(["1:32 expected-expression"]);
  });
  it("5: a fault lasts `during` a range", () => {
    expect(only('app A { fault f { on all between 02:00 and 04:00 error "x" } }').hint).toContain("during");
  });
  it("6: a missing comma is an error and no other meaning", () => {
    expect(places("fn f(): int = g({ a: f\n (1) })")).toEqual(["1:23 expected-token"]);
    expect(places("fn f(): int = [a\n [1]]")).toEqual(["1:17 missing-comma"]);
    expect(places("fn f(): int = match n { 0 => x\n -1 => y }")).toEqual(["1:31 missing-comma"]);
    const fn = only1("fn f(): int = match n { 0 => x\n - 1, _ => y }", "fn");
    expect(fn.body).toMatchObject({ arms: { length: 2 } });
  });
  it("7: `10%`, `<-1` and `>=` are split rightly", () => {
    expect(expr("a * 10% + b mod 3")).toBe("((a * 0.1%) + (b mod 3))");
    expect(expr("a <-1")).toBe("(a < (- 1))");
    const e = member("entity E { key id: string   a: Set<B>= []   b: Record<K, Set<V>>= none }", "entity");
    expect(e.members.map((m) => m.kind === "field" && type(m.type))).toEqual([false, "Set<B>", "Record<K, Set<V>>"]);
    expect(e.members[1]).toMatchObject({ default: { kind: "list" } });
  });
  it("8: patterns are raw, templates have holes, `\\{` is text", () => {
    expect(expr('r"[0-9]{1,5}"')).toBe('r"[0-9]{1,5}"');
    expect(expr('"\\{a\\} {b}"')).toBe('"{a} {b}"');
    expect(only('type T = { a: string where matches "[0-9]{1}" }').hint).toContain('r"');
  });
  it("9: `as` binds loosest", () => {
    expect(expr("a ?? b + c as V[]")).toBe("((a ?? (b + c)) as V[])");
  });
  it("10: brackets in front of `=>` are parameters", () => {
    expect(expr("f((x) => x, (x))")).toBe("f(((x) => x), x)");
    expect(expr("((x, i) => (x + i))")).toBe("((x, i) => (x + i))");
  });
  it("11: a name in front of `{` is no constructor", () => {
    expect(statements("if a == b { return }\nlet x = create B { c: 1 }\nfor x in xs { }\nrepeat n { }").map((s) => s.kind)).toEqual(["if", "let", "for", "repeat"]);
    expect(places("fn f(): int = B { c: 1 }")).toEqual(["1:17 expected-declaration"]);
  });
  it("12: braces in holes are counted", () => {
    expect(expr('"{match a { b => { c: 1 }, _ => d }}"')).toBe('"{(match a {b => {c: 1}; _ => d})}"');
    expect(ok('fn f(): int = "{ { a: "{b}" }.a } }".length'.replace(" } }", " }")).declarations).toHaveLength(1);
    expect(places("}}}\nfn f(): int = 1")).toEqual(["1:1 missing-brace"]);
  });
});

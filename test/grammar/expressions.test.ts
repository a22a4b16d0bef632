import { describe, expect, it } from "vitest";
import { expr, only, only1, show, statements, type } from "./helpers.js";

describe("precedence", () => {
  it.each([
    ["a + b * c", "(a + (b * c))"],
    ["a - b - c", "((a - b) - c)"],
    ["a div b mod c / d", "(((a div b) mod c) / d)"],
    ["-a.b + -c", "((- a.b) + (- c))"],
    ["(a + b) * c", "((a + b) * c)"],
    ["not a == b", "(not (a == b))"],
    ["not a and b or c", "(((not a) and b) or c)"],
    ["a or b and c", "(a or (b and c))"],
    ["a ?? b or c", "(a ?? (b or c))"],
    ["x in 1..n + 1", "(x in (1..(n + 1)))"],
    ["a + 1..b * 2", "((a + 1)..(b * 2))"],
    ["a <-1", "(a < (- 1))"],
    ["s is card and t is none", "((s is card) and (t is none))"],
    ["c enters Downtown or c leaves Downtown", "((c enters Downtown) or (c leaves Downtown))"],
    ["a?.b ?? c.d", "(a?.b ?? c.d)"],
    ["x as Card", "(x as Card)"],
    ["xs.filter(x => x.a and x.b) as Card[]", "(xs.filter(((x) => (x.a and x.b))) as Card[])"],
    ["if a then b else c as V", "((if a then b else c) as V)"],
    ["{ a: b as V, c }", "{a: (b as V), c}"],
    ["f(x as V, [y as W[]])", "f((x as V), [(y as W[])])"],
    ["if a then b else if c then d else e", "(if a then b else (if c then d else e))"],
    ["x => x + 1", "((x) => (x + 1))"],
    ["(x, i) => x", "((x, i) => x)"],
    ["() => a", "(() => a)"],
    ["(x)", "x"],
    ["match e { p, q => v, -1 => w, _ => u }", "(match e {p, q => v; (- 1) => w; _ => u})"],
    ["a[0].b(1, c: 2)?.d[e]", "a[0].b(1, c: 2)?.d[e]"],
    ["f({ a: 1, b, }, [1, 2,],)", "f({a: 1, b}, [1, 2])"],
    ["one new T { a, b: 1 }", "one new T {a, b: 1}"],
    ["none new T", "none new T {}"],
    ["x != none and none == y", "((x != none) and (none == y))"],
    ["exact \"{a},b\"", 'exact "{a},b"'],
    ["called a before b", "called a before b"],
    ["never called a", "never called a"],
    ["called.before", "called.before"],
  ])("%s", (text, shape) => {
    expect(expr(text)).toBe(shape);
  });
  it("gives the unit of a range to both ends", () => {
    expect(expr("1..10 s")).toBe("(1s..10s)");
    expect(expr("-1..1.5 km")).toBe("((- 1km)..1.5km)");
    expect(expr("5 min..2 h")).toBe("(5min..2h)");
    expect(expr("$1..$5")).toBe("($100..$500)");
  });
  it("spans cover brackets", () => {
    const body = only1("fn f(): int = (a + b) * c", "fn").body!;
    expect(body.span).toEqual({ start: 14, end: 25 });
    expect(body.kind === "binary" && body.left.span).toEqual({ start: 14, end: 21 });
  });
  it("allows reserved words after `.` and before `:`", () => {
    expect(expr("{ in: x.in, match: x?.match, then: f(let: 1) }")).toBe("{in: x.in, match: x?.match, then: f(let: 1)}");
  });
  it("does not chain comparisons", () => {
    const error = only("fn f(): bool = a < b < c");
    expect(error).toMatchObject({ code: "expected-token", span: { start: 21, end: 22 } });
    expect(error.hint).toContain("a < b and b < c");
  });
  it("has no open ranges", () => {
    expect(only("type T = { a: int where in 1.., b: int }").hint).toContain(">= 1");
  });
});

describe("statements", () => {
  it("reads every statement", () => {
    const kinds = statements(`
      let a = 1
      let b = first else "None."
      let c = create A.Row { x: 1 }
      let d = call App.tool(a: 1)
      require a else "No."
      require a
      fail "no" keep { set x = 1 }
      create Row { x, y: 2 }
      set x.y[z] -= 1   set x += 2
      add a to b.c   remove a from b.c   delete a
      do act(1, x: 2)   do App.act()
      if a { } else if b { return } else { }
      for x, i in xs { }
      repeat n + 1 { advance 5 min }
      disable tool t because "No."
      enable tool t
      call t() fails "no"
      expect a == b
      return
    `).map((s) => s.kind);
    expect(kinds).toEqual([
      "let", "let", "let", "let", "require", "require", "fail", "create", "set", "set", "add", "remove", "delete", "do", "do", "if", "for", "repeat",
      "disable", "enable", "call", "expect", "return",
    ]);
  });
  it("nests `else if` as a block with one statement", () => {
    const [s] = statements("if a { } else if b { return 1 } else { return 2 }");
    expect(s).toMatchObject({ kind: "if", else: { statements: [{ kind: "if", else: { statements: [{ kind: "return" }] } }] } });
  });
  it("begins the block of a head with its `{`", () => {
    const [a, b] = statements("if a == b { x.y = 1 }".replace("x.y = 1", "set x.y = 1") + "\nfor x in xs.map(x => { a: x }) { return { a: 1 } }");
    expect(a).toMatchObject({ kind: "if", then: { statements: [{ kind: "set" }] } });
    expect(b).toMatchObject({ kind: "for", body: { statements: [{ kind: "return", value: { kind: "record" } }] } });
  });
  it("returns only what stands on the same line", () => {
    expect(statements("return\nset x = 1").map((s) => s.kind)).toEqual(["return", "set"]);
  });
  it("takes names that are also words of the language", () => {
    const [s, t] = statements("set set.from = to   add add to to");
    expect(s?.kind === "set" && show(s.target)).toBe("set.from");
    expect(t?.kind === "add" && [show(t.value), show(t.to)]).toEqual(["add", "to"]);
  });
});

describe("types", () => {
  const of = (text: string): string => type(only1(`type T = ${text}`, "type").type);
  it.each(["int", "Foo?", "Foo[]", "Foo[]?", "Set<Foo>", "Record<A, int>", "Record<string, Set<A>>", "A.B[]", "{a: int, b: {c: int}[]}"])("%s", (text) => {
    expect(of(text)).toBe(text);
  });
  it("reads identifiers", () => {
    expect(of('id("user")')).toBe("id(user)");
  });
});

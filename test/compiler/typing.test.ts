/** What the checker must refuse because nothing could hold it at run time, and what it must not lose on the way. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { emit } from "../../compiler/emit/build.js";
import { semanticHash } from "../../compiler/hash.js";
import { checkText, compileText, failedTests, problems, said, start } from "../support/compile-world.js";
import { typeErrors } from "../support/typescript.js";

const inApp = (members: string): string[] => problems(checkText(`app A {\n${members}\n}`));
const inTool = (body: string, members = ""): string[] => inApp(`${members}\ntool t() {\n${body}\n}`);

const PAIR = `
  entity P { key k: string   q: Q? of p   best: P? detach   n: int = 0   get top: P? = if n > 0 then best else none   qs: Set<Q> }
  entity Q { key k: string   p: P cascade unique   n: int = 0 }
  state { me: P?   get first_one: P? = P.all.first(p => p.n > 0) }
`;

describe("what a test tells is forgotten when it may no longer hold", () => {
  const refused = (body: string): void => expect(inTool(`let x = P.all.first else "none"\n${body}`, PAIR).join("\n")).toMatch(/W402/);
  const accepted = (body: string): void => expect(inTool(`let x = P.all.first else "none"\n${body}`, PAIR)).toEqual([]);

  it("of a field, when any row's field of that name is written", () => {
    accepted("if x.best != none { set x.n = 1   return x.best.k }\nreturn x.k");
    refused("if x.best != none { set x.best = none   return x.best.k }\nreturn x.k");
    refused("let y = P.all.last else \"none\"\nif x.best != none { set y.best = none   return x.best.k }\nreturn x.k");
  });

  it("of a derived field or an inverse, when anything is written", () => {
    accepted("if x.top != none { return x.top.k }\nreturn x.k");
    refused("if x.top != none { set x.n = 0   return x.top.k }\nreturn x.k");
    refused("if x.q != none { set x.n = 0   return x.q.k }\nreturn x.k");
    refused("if first_one != none { set x.n = 0   return first_one.k }\nreturn x.k");
    refused("if x.top != none { create Q { k: \"k\", p: x }   return x.top.k }\nreturn x.k");
  });

  it("of everything, after an action, a deletion or an advance", () => {
    refused("if x.best != none { do act()   return x.best.k }\nreturn x.k".replace("do act()", "delete P[\"a\"]"));
    expect(inApp(`${PAIR}\naction act() { set me = none }\ntool t() { if me != none { do act()   return me.k }   return "" }`).join()).toMatch(/W402/);
    refused("if first_one != none { advance 1 h   return first_one.k }\nreturn x.k");
  });

  it("in a loop that writes, at its start too", () => {
    refused("if x.best != none { for p in P.all { let k = x.best.k   set p.best = none   require k != \"\" else k } }\nreturn x.k");
  });

  it("by membership in a list that may hold none", () => {
    accepted("let m = x.best\nif m in [x] { return m.k }\nreturn x.k");
    refused("let m = x.best\nif m in [x, x.best] { return m.k }\nreturn x.k");
  });

  it("but not of locals", () => {
    accepted("let m = x.best\nif m != none { set x.best = none   return m.k }\nreturn x.k");
  });

  it("and holds in tests and in what other apps name", () => {
    expect(problems(checkText(`app A { entity E { key k: string }   state { e: E? }   tool t() { return 1 } }
      app B uses A { tool u() { if A.e != none { return A.e.k }   return "" } }
      test "x" in B { if A.e != none { expect A.e.k != "" } }`))).toEqual([]);
  });
});

describe("types", () => {
  it("are those of the values that arrive", () => {
    expect(inTool("let r = { a: 1 }\nreturn f(r)", "fn f(r: { a: int, b: int? }): int = r.a").join()).toMatch(/W401/);
    expect(inTool("return f({ a: 1 })", "fn f(r: { a: int, b: int? }): int = r.b ?? r.a")).toEqual([]);
    expect(inTool('return min("a", "b")').join()).toMatch(/W404/);
    expect(inTool("return min(E.a, E.b)", "enum E { a, b }").join()).toMatch(/W404/);
    expect(inTool("let m = [1].first\nreturn max(m, 2)").join()).toMatch(/W402/);
  });

  it("make a list of a set and a list", async () => {
    const session = start(await compileText(`app A {
      entity E { key k: string   all: Set<E> }
      init { let e = create E { k: "e" }   add e to e.all }
      tool t(b: bool) { return (if b then E["e"].all else [E["e"], E["e"]]).count }
    }`));
    expect(said(session.call("t", { b: false }))).toBe("ok: 2");
  });

  it("let the first item of a list say what the others may be", () => {
    expect(inTool("return [E.a, b]", "enum E { a, b }")).toEqual([]);
    expect(inTool("return [Weekday.mon, fri]")).toEqual([]);
    expect(inApp("enum Weekday { mon }").join()).toMatch(/W303/);
    expect(inApp("enum E { a, b, a }").join()).toMatch(/W303/);
    expect(inApp('enum E { a, b = "a" }').join()).toMatch(/W303/);
  });

  it("know that an arm was taken before", () => {
    expect(inTool("return match e { a => 1, a => 2, b => 3 }", "enum E { a, b }\nstate { e: E = a }")).toEqual(["W414 Earlier arms take every value that would come here."]);
    expect(inTool("return match e { a => 1 }", "enum E { a, b }\nstate { e: E = a }").join()).toMatch(/W413/);
  });
});

describe("names", () => {
  it("mean one thing at a time", () => {
    expect(inTool("let x = 1\nreturn [1].map(x => x)").join()).toMatch(/W304/);
    expect(inApp("state { n: int = 0 }\ntool t(n: int) { return n }").join()).toMatch(/W304/);
    expect(inApp("tool t(it: int where >= 0) { return it }").join()).toMatch(/W304/);
    expect(inTool("return a", "enum E { a, b }").join()).toMatch(/W301/);
  });

  it("are qualified in an app, and in worlds and tests only where two apps share one", () => {
    const two = `app A { entity E { key k: string }   tool t() { return E.all.count } }
      app B uses A { entity F { key k: string }   tool u() { return A.E.all.count + F.all.count } }
      app C { entity E { key k: string }   tool v() { return E.all.count } }
      world W { apps A, B, C }`;
    expect(problems(checkText(`${two}\ntest "x" in W { expect F.all.count == 0 and A.E.all.count == 0 }`))).toEqual([]);
    expect(problems(checkText(`${two}\ntest "x" in W { expect E.all.count == 0 }`)).join()).toMatch(/W305/);
    expect(problems(checkText(two.replace("A.E.all.count + ", "E.all.count + "))).join()).toMatch(/W301/);
    expect(problems(checkText(two.replace("B uses A", "B"))).join()).toMatch(/W310|W301/);
  });
});

describe("what nothing would check is refused", () => {
  it("`where` and defaults out of place", () => {
    expect(inApp("fn f(n: int where >= 1): int = n").join()).toMatch(/W508/);
    expect(inApp("action f(n: int where >= 1) { require n > 0 else \"\" }").join()).toMatch(/W508/);
    expect(inApp("kind K { a(n: int where >= 1) }").join()).toMatch(/W508/);
    expect(inApp("type R = { a: int = 1 }").join()).toMatch(/W508/);
    expect(inApp("fn f(a: int, b: int = a): int = a + b").join()).toMatch(/W301/);
  });

  it("randomness, writes and calls where they have no place", () => {
    expect(inTool("return random.int(1..2)").join()).toMatch(/W501/);
    expect(inTool("advance 1 s\nset n = 1\nreturn 1", "state { n: int = 0 }").join()).toMatch(/W506/);
    expect(inTool("let e = E[\"k\"]\ndelete e\nreturn e.k", "entity E { key k: string }").join()).toMatch(/W505/);
    expect(inTool("return u()", "tool u() { return 1 }").join()).toMatch(/W301/);
    expect(inApp("fn f(n: int): int = g(n)\nfn g(n: int): int = f(n)").join()).toMatch(/W509/);
    expect(inApp("entity E { key k: string   es: E[] of e   e: E? detach }\nview V of E { k, es: es as V[] }").join()).toMatch(/W618/);
    for (const cycle of ["state { get a: int = b   get b: int = a }", "entity E { key k: string   get a: int = b   get b: int = self.a }", "state { get a: int = f() }\nfn f(): int = a", "entity E { key k: string   get a: int = E.all.sum(e => e.a) }"]) {
      expect(inApp(cycle).join()).toMatch(/W509/);
    }
    expect(inApp("entity E { key k: string }\nview V of E { k, n: f(self) }\nfn f(e: E): int = (e as V).n").join()).toMatch(/W509|W618/);
  });
});

describe("a key", () => {
  it("does not lead back to itself", () => {
    expect(inApp("entity E { key e: E }").join()).toMatch(/W6/);
    expect(inApp("entity E { key f: F }\nentity F { key e: E, n: int }").join()).toMatch(/W6/);
    expect(inApp("entity E { key f: F }\nentity F { key k: string }")).toEqual([]);
  });
});

describe("a record parameter", () => {
  const TYPES = `
    type Line = { number as item: E, count: int where >= 1, by as due: date where >= first }
    entity E { key k: string folded }
    state { first: date = 2026-01-10 }
    init { create E { k: "x" } }
  `;

  it("has its own names on the wire and its own refinements, by alias, in lists, nested and optional", async () => {
    const session = start(await compileText(`app A {${TYPES}
      tool t(lines: Line[], extra: { main as line: Line }?) { return lines.map(l => "{l.item.k} {l.count} {l.due}").join(", ") }
    }`));
    const good = { number: "X", count: 2, by: "2026-02-01" };
    expect(said(session.call("t", { lines: [good] }))).toBe("ok: x 2 2026-02-01");
    expect(said(session.call("t", { lines: [good], extra: { main: good } }))).toMatch(/^ok/);
    expect(said(session.call("t", { lines: [good], extra: null }))).toMatch(/^ok/);
    expect(said(session.call("t", { lines: [{ ...good, count: 0 }] }))).toMatch(/^invalid/);
    expect(said(session.call("t", { lines: [good, { ...good, by: "2026-01-01" }] }))).toBe("failed: `lines.by` must satisfy: >= first.");
    expect(said(session.call("t", { lines: [good], extra: { main: { ...good, by: "2026-01-01" } } }))).toBe("failed: `extra.main.by` must satisfy: >= first.");
    expect(said(session.call("t", { lines: [{ item: "x", count: 1, due: "2026-02-01" }] }))).toMatch(/^invalid/);
  });
});

describe("everything at once", () => {
  it("checks, passes its tests and is emitted as strict TypeScript", async () => {
    const loaded = await compileText(readFileSync(new URL("everything.world", import.meta.url), "utf8"));
    expect(failedTests(loaded)).toEqual([]);
    expect(typeErrors([...loaded.files.keys()].filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts")).map((name) => join(loaded.folder, name)))).toEqual([]);
    const session = start(loaded);
    for (const tool of ["all", "kinds", "lits", "nothing"]) expect(said(session.call(tool, {}))).toMatch(/^ok/);
  });
});

describe("generated code", () => {
  const SOURCE = `app A {
  enum G { a, b }
  kind K { one(n: int), two }
  entity E { key k: string   e: E? detach   g: G = a   x: K = two }
  init { create E { k: "e", e: none } }
  tool t(k as e: E) { return { far: e.e?.e?.k, arm: match e.x { one => e.x.n, two => 0 }, g: match e.g { a => 1, b => 2 } } }
}
`;

  it("does not depend on where things stand, nor does its hash", async () => {
    const moved = `\n\n// a remark\n${SOURCE.replace("enum G", "\n\n  /// Documented.\n  enum G").replace("{ far", "{   far")}`;
    const [a, b] = [checkText(SOURCE), checkText(moved)];
    if (!a.ir || !b.ir) throw new Error("both check");
    expect(semanticHash(b.ir)).toBe(semanticHash(a.ir));
    const [first, second] = await Promise.all([emit(a.ir, a.sources), emit(b.ir, b.sources)]);
    expect(second.get("a.ts")).toBe(first.get("a.ts"));
    expect(semanticHash(checkText(SOURCE.replace("b => 2", "b => 3")).ir as NonNullable<typeof a.ir>)).not.toBe(semanticHash(a.ir));
  });

  it("survives names that mean something to JavaScript or to itself", async () => {
    const session = start(await compileText(`app World {
      entity World { key class: string   new: int = 1   delete: int = 0   get var: int = new + delete }
      entity WorldState { key k: string }
      enum CardType { await, yield }
      view Card of World { class, new, var, twice: World.all.map(row => row.new + new).sum }
      state { corpora: int = 2   init: int = 3   shared: CardType = await }
      init { create World { class: "c", delete: 4 } }
      fn function(void: int): int = void + corpora
      tool import(class as world: World, with: int, default: int = with) {
        let db = function(with)
        let rt = [1, 2].map(args => args + db).sum
        let class = World.all.first else "none"
        let class_ = 5
        let test = match shared { await => class_, yield => 0 }
        let turn = [CardType.await, yield].map(t => if t == await then CardType.yield else await).first
        let worldRow = World.all.filter(world_ => world_.new + world_.delete > 0).count
        repeat 2 { set init += 1 }
        return { card: class as Card, rt, test, turn, worldRow, default, init, class_ }
      }
    }`));
    expect(JSON.parse(said(session.call("import", { class: "c", with: 1 })).slice(4))).toEqual({
      card: { class: "c", new: 1, var: 5, twice: 2 }, rt: 9, test: 5, turn: "yield", worldRow: 1, default: 1, init: 5, class_: 5,
    });
  });
});

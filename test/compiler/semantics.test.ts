/** Sentences of the language's meaning that a `test` block cannot say, each on a world as small as it can be. */

import { describe, expect, it } from "vitest";
import type { Session } from "../../runtime/index.js";
import { compileText, said, start } from "../support/compile-world.js";

/** A session of an app with these members. */
async function play(members: string, options: Parameters<typeof start>[1] = {}, more = ""): Promise<Session> {
  return start(await compileText(`app A {\n${members}\n}\n${more}`), options);
}

const call = (session: Session, tool: string, args: object = {}): string => said(session.call(tool, args));

describe("one call", () => {
  const ordered = `
    entity E { key k: string   missing "no E {key}" }
    state { open: bool = false   floor: int = 10 }
    init { create E { k: "e" } }
    guard first { require open else "first guard" }
    guard second { require floor > 100 else "second guard" }
    tool t(a: E, b: E, n: int where >= 0 and >= floor) with first { return "done" }
    tool both(a: E) with first, second { return "done" }
    tool open_up() { set open = true }
    tool untimed(n: int where >= 0) takes 10 s { return now }
  `;

  it("asks the schema, then guards, then references from left to right, then refinements that read state", async () => {
    const s = await play(ordered);
    expect(call(s, "t", { a: "x", b: "y", n: -1 })).toMatch(/^invalid/);
    expect(call(s, "t", { a: "x", b: "y", n: 1 })).toBe("failed: first guard");
    call(s, "open_up");
    expect(call(s, "t", { a: "x", b: "y", n: 1 })).toBe("failed: no E x");
    expect(call(s, "t", { a: "e", b: "y", n: 1 })).toBe("failed: no E y");
    expect(call(s, "t", { a: "e", b: "e", n: 1 })).toBe("failed: `n` must satisfy: >= floor.");
    expect(call(s, "t", { a: "e", b: "e", n: 10 })).toBe("ok: done");
    expect(call(s, "both", { a: "x" })).toBe("failed: second guard");
  });

  it("charges no time for a malformed call", async () => {
    const s = await play(ordered);
    const before = s.store.now;
    expect(call(s, "untimed", { n: -1 })).toMatch(/^invalid/);
    expect(s.store.now).toBe(before);
    call(s, "untimed", { n: 1 });
    expect(s.store.now).toBe(before + 10);
  });

  it("charges time for a failing call, also where the tool is disabled", async () => {
    const s = await play(`
      tool a() takes 5 s { fail "no" }
      tool b() { disable tool a because "gone" }
    `);
    const before = s.store.now;
    expect(call(s, "a")).toBe("failed: no");
    call(s, "b");
    expect(call(s, "a")).toBe("failed: gone");
    expect(s.store.now).toBe(before + 10);
  });

  it("lets reads see earlier writes of the same call, and takes all back on failure", async () => {
    const s = await play(`
      state { n: int = 1 }
      tool t() { set n += 1   set n = n * 10   require n < 30 else "{n}"   return n }
      tool read() { return n }
    `);
    expect(call(s, "t")).toBe("ok: 20");
    expect(call(s, "t")).toBe("failed: 210");
    expect(call(s, "read")).toBe("ok: 20");
  });

  it("commits before an `advance`; what comes after cannot undo it", async () => {
    const s = await play(`
      state { n: int = 0 }
      tool t() { set n = 1   let before = now   advance 1 h   require now == before else "{n} {now - before}"   return 0 }
      tool read() { return n }
    `);
    expect(call(s, "t")).toBe("failed: 1 1 h");
    expect(call(s, "read")).toBe("ok: 1");
  });

  it("keeps `now` constant inside a body until `advance`", async () => {
    const s = await play(`tool t() takes 7 s { let a = now   let b = now   advance 3 s   return { same: a == b, later: now - a } }`);
    expect(call(s, "t")).toBe('ok: {"same":true,"later":3}');
  });

  it("keeps what `keep` names, in a transaction of its own", async () => {
    const s = await play(`
      state { tries: int = 0 where <= 2   other: int = 0 }
      tool t() { set other = 5   fail "no" keep { set tries += 1 } }
      tool read() { return { tries, other } }
    `);
    for (let i = 0; i < 4; i++) call(s, "t");
    expect(call(s, "read")).toBe('ok: {"tries":2,"other":0}');
  });

  it("gives a spent guard back when the body fails", async () => {
    const s = await play(`
      state { armed: bool = true }
      guard g { require armed else "spent"   then { set armed = false } }
      tool t(ok: bool) with g { require ok else "no" }
    `);
    expect(call(s, "t", { ok: false })).toBe("failed: no");
    expect(call(s, "t", { ok: true })).toBe("ok: null");
    expect(call(s, "t", { ok: true })).toBe("failed: spent");
  });
});

describe("evaluation", () => {
  it("is lazy in `and or if match ??`", async () => {
    const s = await play(`
      enum E { a, b }
      fn boom(n: int): int = 1 div n
      tool t(n: int, e: E, m: int?) {
        return {
          conj: n != 0 and boom(n) > 0,
          disj: n == 0 or boom(n) > 0,
          cond: if n == 0 then 0 else boom(n),
          arm: match e { a => 0, b => boom(n) },
          given: m ?? boom(n),
        }
      }
    `);
    expect(call(s, "t", { n: 0, e: "a", m: 3 })).toBe('ok: {"conj":false,"disj":true,"cond":0,"arm":0,"given":3}');
    expect(call(s, "t", { n: 0, e: "b", m: 3 })).toMatch(/division-by-zero/);
    expect(call(s, "t", { n: 0, e: "a" })).toMatch(/division-by-zero/);
  });

  it("asks a message only where it is needed", async () => {
    const s = await play(`tool t(n: int) { require n != 1 else "{1 div (n - 1)}"   let m = [n].first(x => x > 0) else "{1 div n}"   return m }`);
    expect(call(s, "t", { n: 2 })).toBe("ok: 2");
    expect(call(s, "t", { n: -1 })).toBe("failed: -1");
    expect(call(s, "t", { n: 1 })).toMatch(/division-by-zero/);
  });

  it("takes a list as it was: identities stay, fields are current, deleted rows are skipped by `for`", async () => {
    const s = await play(`
      entity E { key k: int   n: int = 0 }
      init { for k in [1, 2, 3] { create E { k } } }
      tool t() {
        let before = E.all
        create E { k: 4 }
        set E[1].n = 7
        let seen = before.count
        let sum = before.sum(e => e.n)
        delete E[2]
        create E { k: 5, n: before.count }
        for e in before { set e.n += 100 }
        return { seen, sum, now: E.all.map(e => e.n) }
      }
      tool grow() { for e in E.all { create E { k: e.k + 10 } }   return E.all.count }
    `);
    expect(call(s, "t")).toBe('ok: {"seen":3,"sum":7,"now":[107,100,0,3]}');
    expect(call(s, "grow")).toBe("ok: 8");
  });

  it("keeps inverse lists and sets as they were while they change", async () => {
    const s = await play(`
      entity G { key g: string   of: E[] of group   all: Set<E> }
      entity E { key k: int   group: G }
      init { let g = create G { g: "g" }   create G { g: "h" }   for k in [3, 1, 2] { let e = create E { k, group: g }   add e to g.all } }
      tool t() {
        for e in G["g"].of { set e.group = G["h"] }
        for e in G["g"].all { if e.k > 1 { remove e from G["g"].all } }
        return { g: G["g"].of.count, h: G["h"].of.map(e => e.k), left: G["g"].all.map(e => e.k) }
      }
    `);
    expect(call(s, "t")).toBe('ok: {"g":0,"h":[3,1,2],"left":[1]}');
  });

  it("orders tables by creation, sets by insertion, inverses by `by` and then creation, and sorts stably", async () => {
    const s = await play(`
      enum Size { small, large }
      entity G { key g: string   of: E[] of group by rank   sized: E[] of group by size   all: Set<E> }
      entity E { key k: string   group: G   rank: int   size: Size }
      init {
        let g = create G { g: "g" }
        create E { k: "a", group: g, rank: 2, size: large }
        create E { k: "b", group: g, rank: 1, size: small }
        create E { k: "c", group: g, rank: 2, size: small }
        for k in ["c", "a", "c", "b"] { add E[k] to g.all }
      }
      tool t() {
        let g = G["g"]
        return {
          table: E.all.map(e => e.k).join(""), by: g.of.map(e => e.k).join(""), size: g.sized.map(e => e.k).join(""), inserted: g.all.map(e => e.k).join(""),
          sorted: E.all.sort(e => e.rank).map(e => e.k).join(""), desc: E.all.sort_desc(e => e.rank).map(e => e.k).join(""),
          low: E.all.lowest(e => 0 - e.rank)?.k, high: E.all.highest(e => e.rank)?.k, enums: E.all.sort(e => e.size).map(e => e.k).join(""), most: E.all.max(e => e.size),
        }
      }
    `);
    expect(JSON.parse(call(s, "t").slice(4))).toEqual({
      table: "abc", by: "bac", size: "bca", inserted: "cab", sorted: "bac", desc: "acb", low: "a", high: "a", enums: "bca", most: "large",
    });
  });

  it("aliases rows and copies records; two parameters may name one row", async () => {
    const s = await play(`
      entity E { key k: string   n: int = 0   r: { a: int } = { a: 1 } }
      init { create E { k: "e" } }
      tool t(x: E, y: E) {
        let alias = x
        let copy = x.r
        set y.n += 1
        set y.r = { a: 2 }
        return { n: alias.n, same: x == y, copy: copy.a, r: x.r.a, equal: copy == { a: 1 } }
      }
    `);
    expect(call(s, "t", { x: "e", y: "e" })).toBe('ok: {"n":1,"same":true,"copy":1,"r":2,"equal":true}');
  });

  it("compares records by structure, rows by key, lists in order, sets without order", async () => {
    const s = await play(`
      entity E { key k: string   all: Set<E> }
      kind K { a(n: int), b }
      state { k: K = a(1) }
      init { let x = create E { k: "x" }   let y = create E { k: "y" }   set x.all = [x, y]   set y.all = [y, x] }
      tool t() {
        return [
          { a: 1, b: [1, 2] } == { b: [1, 2], a: 1 }, [1, 2] == [2, 1], E["x"].all == E["y"].all, E["x"].all != [E["x"]], E["x"].all == [E["y"], E["x"], E["y"]],
          E["x"] == E["x"], k == a(1), k == a(2), k != b, { a: 1 } in [{ a: 1 }], [{ a: 1 }, { a: 1 }].distinct.count == 1,
        ]
      }
    `);
    expect(call(s, "t")).toBe("ok: [true,false,true,true,true,true,true,false,true,true,true]");
  });

  it("runs defaults in order of declaration; they read earlier fields and state", async () => {
    const s = await play(`
      state { base: int = 5   next: int = base + 1 }
      entity E { key k: string   a: int = next   b: int = a * 2   c: string = "{k} {a} {b}" }
      tool t() { set next = 10   let x = create E { k: "x" }   let y = create E { k: "y", a: 1 }   let z = create E { k: "z", b: 0 }   return [x.c, y.c, z.c] }
    `);
    expect(call(s, "t")).toBe('ok: ["x 10 20","y 1 2","z 10 0"]');
  });
});

describe("numbers", () => {
  it("fails with the place where a number has no value, and takes all back", async () => {
    const s = await play(`
state { n: int = 0   big: int = 9007199254740991   f: float = 1.0 }
tool quotient(by: int) { set n = 1   return 10 div by }
tool rest(by: int) { set n = 1   return 10 mod by }
tool ratio(by: int) { set n = 1   return 10 / by }
tool share(by: int) { set n = 1   return $10 / by }
tool over() { set n = 1   return big + 1 }
tool product() { set n = 1   return big * 2 }
tool wide() { repeat 2000 { set f = f * 10.0 }   return f }
tool floor() { repeat 300 { set f = f * 10.0 }   return f.floor }
tool read() { return n }`);
    const places = { quotient: 4, rest: 5, ratio: 6, share: 7 };
    for (const [tool, line] of Object.entries(places)) {
      expect(call(s, tool, { by: 0 })).toBe(`failed: Division by zero. [division-by-zero main.world:${line}]`);
      expect(call(s, tool, { by: 4 })).toMatch(/^ok/);
      s.undo();
    }
    expect(call(s, "over")).toMatch(/^failed: .*\[overflow main\.world:8\]$/);
    expect(call(s, "product")).toMatch(/\[overflow main\.world:9\]$/);
    expect(call(s, "wide")).toMatch(/\[overflow main\.world:10\]$/);
    expect(call(s, "floor")).toMatch(/\[overflow main\.world:11\]$/);
    expect(call(s, "read")).toBe("ok: 0");
  });

  it("keeps dates in the calendar and points on the globe", async () => {
    const s = await play(`
tool last() { return [9999-12-31T23:59:59, 9999-12-31T00:00 + 1 h] }
tool later() { return 9999-12-31T23:59:59 + 1 s }
tool earlier() { return 0001-01-01 - 1 day }
tool far(lat: float) { return point(lat, 13.4) }`);
    expect(call(s, "last")).toBe('ok: ["9999-12-31T23:59:59","9999-12-31T01:00:00"]');
    expect(call(s, "later")).toMatch(/\[overflow main\.world:4\]$/);
    expect(call(s, "earlier")).toMatch(/\[overflow main\.world:5\]$/);
    expect(call(s, "far", { lat: 90.5 })).toMatch(/\[overflow main\.world:6\]$/);
    expect(call(s, "far", { lat: -90 })).toBe('ok: {"lat":-90,"lon":13.4}');
  });

  it("prints a double minus as two", async () => {
    const s = await play(`tool t(n: int, x: float, d: duration) { return [-(-n), 0 - -n, -(0 - n), (-(-x)).floor] }`);
    expect(call(s, "t", { n: 3, x: 2.5, d: 60 })).toBe("ok: [3,3,3,2]");
  });

  it("takes whole days from dates and money to whole cents", async () => {
    const s = await play(`
      tool t(d: date, l: duration, m: money) { return { later: d + l, earlier: d - l, back: (d + 1 day) - d, tripled: m * 3, tenth: m * 0.1, minus: -m / 2 } }
    `);
    expect(call(s, "t", { d: "2026-03-01", l: 129600, m: 0.05 })).toBe(
      'ok: {"later":"2026-03-02","earlier":"2026-02-28","back":86400,"tripled":0.15,"tenth":0.01,"minus":-0.03}',
    );
  });
});

describe("rows", () => {
  const cascade = `
    entity P { key k: string   cs: C[] of p   missing "no P {key}" }
    entity C { key c: id("c")   p: P cascade   n: int = 0 }
    state { holder: P? }
    init { let p = create P { k: "p" }   create C { p }   create C { p }   create P { k: "q" } }
  `;

  it("leaves an alias of a deleted row its key and its equality; its fields fail", async () => {
    const s = await play(`${cascade}
      tool key(k as p: P) { let first = p.cs.first else "none"   let alias = first   let id = first.c   delete p   return alias.c == id and alias == first }
      tool field(k as p: P) {
        let alias = p.cs.first else "none"
        delete p
        return alias.n
      }
      tool itself(k as p: P) { let alias = p   delete p   return alias }
      tool write(k as p: P) { let alias = p.cs.first else "none"   delete p   set alias.n = 1 }
      tool again(k as p: P) { let alias = p   delete p   delete alias }
    `);
    expect(call(s, "field", { k: "p" })).toMatch(/^failed: .*deleted.* \[deleted-row/);
    expect(call(s, "write", { k: "p" })).toMatch(/\[deleted-row/);
    expect(call(s, "again", { k: "p" })).toMatch(/\[deleted-row/);
    expect(call(s, "key", { k: "p" })).toBe("ok: true");
    s.undo();
    expect(call(s, "itself", { k: "p" })).toBe("ok: p");
    expect(call(s, "itself", { k: "p" })).toBe("failed: no P p");
  });

  it("does not let a reference to a deleted row be committed", async () => {
    const s = await play(`${cascade}
      tool dangle() { let q = P["q"]   let alias = q   delete q   set holder = alias }
      tool mend() { let q = P["q"]   let alias = q   delete q   set holder = alias   set holder = none   return P.all.count }
    `);
    expect(call(s, "dangle")).toMatch(/\[deleted-row/);
    expect(call(s, "mend")).toBe("ok: 1");
  });

  it("consumes no identifiers by what is taken back", async () => {
    const members = `${cascade}
      tool make(k as p: P, ok: bool) { let c = create C { p }   require ok else c.c   return c.c }
    `;
    const a = await play(members);
    const b = await play(members);
    const lost = call(a, "make", { k: "p", ok: false }).replace("failed", "ok");
    expect(call(a, "make", { k: "p", ok: true })).toBe(lost);
    expect(call(b, "make", { k: "p", ok: true })).toBe(lost);
  });

  it("asks `unique` and `check` at the end of the call only; a clash is a business failure", async () => {
    const s = await play(`
      entity E { key k: string   u: int unique   low: int = 0   high: int = 10   check low < high else "{k}: {low} is not below {high}." }
      init { create E { k: "a", u: 1 }   create E { k: "b", u: 2 } }
      tool swap() { set E["a"].u = 2   set E["b"].u = 1 }
      tool clash() { set E["a"].u = E["b"].u   return "not reached?" }
      tool shift(by: int) { set E["a"].low += by   set E["a"].high += by }
      tool invert() { set E["a"].low = 99 }
      tool twice() { create E { k: "a", u: 3 } }
    `);
    expect(call(s, "swap")).toBe("ok: null");
    expect(call(s, "clash")).toMatch(/^failed: Another e already has the u "?1"?\.$/);
    expect(call(s, "shift", { by: 50 })).toBe("ok: null");
    expect(call(s, "invert")).toBe("failed: a: 99 is not below 60.");
    expect(call(s, "twice")).toMatch(/^failed: Another e already has the k/);
  });

  it("asks a refinement at the write itself", async () => {
    const s = await play(`
      entity E { key k: string   n: int = 0 where in 0..10 }
      init { create E { k: "e" } }
      tool t() { set E["e"].n = 11   set E["e"].n = 1 }
    `);
    expect(call(s, "t")).toMatch(/^failed: .*`n` must satisfy: in 0\.\.10/);
  });

  it("never lets a tree lead back to itself", async () => {
    const s = await play(`
      entity N { key k: string   up: N? cascade tree }
      init { let a = create N { k: "a", up: none }   create N { k: "b", up: a } }
      tool t() { set N["a"].up = N["b"] }
    `);
    expect(call(s, "t")).toMatch(/\[tree-cycle/);
  });

  it("deletes what cascades in table, then creation order, and refuses before anything changes", async () => {
    const s = await play(`
      entity A0 { key k: string   bs: B0[] of a }
      entity B0 { key k: string   a: A0 cascade }
      entity C0 { key k: string   b: B0 restrict }
      init { let a = create A0 { k: "a" }   create B0 { k: "b1", a }   let b = create B0 { k: "b2", a }   create C0 { k: "c", b } }
      tool t() { delete A0["a"]   return B0.all.count }
      tool free() { delete C0["c"] }
    `);
    expect(call(s, "t")).toMatch(/^failed: .*"b2".*"c"/);
    call(s, "free");
    expect(call(s, "t")).toBe("ok: 0");
  });
});

describe("worlds", () => {
  it("reports a broken rule and takes the call back", async () => {
    const s = await play(
      `state { n: int = 0 }
       tool t(to: int) { set n = to   return n }`,
      {},
      `world W { apps A   starts 2026-01-01T00:00   rule "small": always n < 10 }`,
    );
    expect(call(s, "t", { to: 10 })).toMatch(/^failed: .*small.*\[rule-broken main\.world:5\]$/);
    expect(call(s, "t", { to: 9 })).toBe("ok: 9");
  });

  it("cannot be set up where a draw has nothing to draw from", async () => {
    const loaded = await compileText(`app A { entity E { key k: string }   state { e: E }   init { set e = random.pick(E.all) }   tool t() { return e } }`);
    expect(() => start(loaded)).toThrow(/nothing/i);
  });

  it("gives the same bytes for the same seed, and others for another", async () => {
    const loaded = await compileText(`
      app A {
        entity E { key e: id("e")   name: string unique   n: int   f: float   on: date   m: money   at: datetime   l: duration }
        init {
          repeat random.int(3..6) {
            create E {
              name: random.fresh(() => "{random.int(1..50)}"), n: random.int(1..9), f: random.normal(0.0, 1.0), on: random.date(2026-01-01..2026-12-31),
              m: random.money($1..$9), at: random.datetime(2026-01-01T00:00..2026-12-31T00:00), l: random.duration(1 s..1 h),
            }
          }
        }
        view V of E { e, name, n, f, on, m, at, l }
        tool t() { return random_free(E.all.count).map(i => E.all[i]?.name) }
        fn random_free(n: int): int[] = E.all.map((_e, i) => n - 1 - i)
        tool all() { return E.all as V[] }
      }`);
    expect(call(start(loaded), "all")).toBe(call(start(loaded), "all"));
    expect(call(start(loaded), "all")).not.toBe(call(start(loaded, { seed: 2 }), "all"));
    expect(call(start(loaded), "t")).toMatch(/^ok: \[/);
  });

  it("refuses calls after `finish`", async () => {
    const s = await play(`tool t() { return 1 }`);
    expect(call(s, "finish", { summary: "done" })).toMatch(/^ok/);
    expect(call(s, "t")).toMatch(/^failed: The session has ended/);
  });

  it("draws a cost within its range, the same each time the same call is made", async () => {
    const members = `tool t() takes 10..20 s { return now }`;
    const a = await play(members);
    const b = await play(members);
    const before = a.store.now;
    expect(call(a, "t")).toBe(call(b, "t"));
    expect(a.store.now - before).toBeGreaterThanOrEqual(10);
    expect(a.store.now - before).toBeLessThanOrEqual(20);
  });
});

/** What triggers mean: when they fire, in which order, what they remember, and that nothing else shifts it. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Session, Snapshot } from "../../runtime/index.js";
import { checkText, compileText, said, start } from "../support/compile-world.js";

const worldOf = (members: string): string => `app A {\n${members}\n}\nworld W { apps A   starts 2026-03-01T08:00 }`;

async function play(members: string, options: Parameters<typeof start>[1] = {}): Promise<Session> {
  return start(await compileText(worldOf(members)), options);
}

const call = (session: Session, tool: string, args: object = {}): string => said(session.call(tool, args));
const state = (session: Session): Record<string, unknown> => session.store.state(session.program.shapes.find((s) => s.def.kind === "state")!.number);
const at = (session: Session, text: string): void => session.setClock(Date.parse(`${text}Z`) / 1000);

describe("when", () => {
  const lamp = `
    state { level: int = 0   rings: int = 0   high: bool = false }
    trigger ring { when level > 8   then { set rings += 1 } }
    tool put(n: int) { set level = n   return rings }
    tool fail_after(n: int) { set level = n   fail "no" }
  `;

  it("fires when the condition comes to hold, and again only after it did not", async () => {
    const s = await play(lamp);
    for (const [level, rings] of [[9, 1], [10, 1], [3, 1], [12, 2], [8, 2], [9, 3]] as const) {
      call(s, "put", { n: level });
      expect(state(s)["rings"]).toBe(rings);
    }
  });

  it("answers before it fires: the body does not see what follows from it", async () => {
    const s = await play(lamp);
    expect(call(s, "put", { n: 9 })).toBe("ok: 0");
    expect(state(s)["rings"]).toBe(1);
  });

  it("does not fire for what is taken back", async () => {
    const s = await play(lamp);
    expect(call(s, "fail_after", { n: 9 })).toBe("failed: no");
    expect(state(s)["rings"]).toBe(0);
  });

  it("does not fire for what holds at the start, unless `initially` asks for it", async () => {
    const members = (extra: string): string => `
      state { level: int = 9   rings: int = 0 }
      trigger ring { when level > 8   ${extra} then { set rings += 1 } }
      tool put(n: int) { set level = n }`;
    const plain = await play(members(""));
    call(plain, "put", { n: 10 });
    expect(state(plain)["rings"]).toBe(0);
    call(plain, "put", { n: 0 });
    call(plain, "put", { n: 9 });
    expect(state(plain)["rings"]).toBe(1);
    expect(state(await play(members("initially ")))["rings"]).toBe(1);
  });

  it("remembers row by row; a row created later was false before", async () => {
    const s = await play(`
      entity Order { key n: int   price: int   filled: bool = false }
      state { price: int = 10   fills: string = "" }
      init { create Order { n: 1, price: 12 }   create Order { n: 2, price: 5 } }
      trigger fill for o in Order.all { when o.price >= price   then { set fills = "{fills}{o.n};" } }
      tool order(n: int, price as limit: int) { create Order { n, price: limit } }
      tool move(price as p: int) { set price = p }
    `);
    call(s, "move", { price: 11 });
    expect(state(s)["fills"]).toBe("");
    call(s, "order", { n: 3, price: 20 });
    expect(state(s)["fills"]).toBe("3;");
    call(s, "move", { price: 5 });
    expect(state(s)["fills"]).toBe("3;2;");
    call(s, "move", { price: 100 });
    call(s, "move", { price: 1 });
    expect(state(s)["fills"]).toBe("3;2;1;2;3;");
  });

  it("fires once with `once`; with `until`, once per call while it holds, until the other condition does", async () => {
    const s = await play(`
      state { level: int = 0   a: int = 0   b: int = 0   stop: bool = false }
      trigger one { when level > 0   once   then { set a += 1 } }
      trigger go_on { when level > 0   until stop   then { set b += 1 } }
      tool put(n: int) { set level = n }
      tool nothing() { return 1 }
      tool halt() { set stop = true }
    `);
    call(s, "put", { n: 1 });
    call(s, "put", { n: 0 });
    call(s, "put", { n: 1 });
    expect(state(s)).toMatchObject({ a: 1, b: 2 });
    call(s, "nothing");
    expect(state(s)["b"]).toBe(3);
    call(s, "halt");
    call(s, "nothing");
    expect(state(s)["b"]).toBe(3);
  });

  const cascade = (n: number): string => `
    state { level: int = 0   odd: bool = false }
    trigger a { when level > 0 and level < ${n} and not odd   then { set level += 1   set odd = true } }
    trigger b { when level > 0 and level < ${n} and odd   then { set level += 1   set odd = false } }
    tool go() { set level = 1   return "gone" }
  `;

  it("settles a cascade of 90 rounds; one of 101 is reported and taken back", async () => {
    const fine = await play(cascade(91));
    const settled = fine.call("go", {});
    expect(settled.triggers.filter((t) => t.diagnostic === undefined)).toHaveLength(90);
    expect(state(fine)["level"]).toBe(91);
    const endless = await play(cascade(102));
    const record = endless.call("go", {});
    expect(record.status).toBe("ok");
    expect(record.triggers.map((t) => t.diagnostic?.code)).toEqual(["unsettled"]);
    expect(state(endless)["level"]).toBe(1);
    const full = await play(cascade(101));
    expect(full.call("go", {}).triggers).toHaveLength(100);
    expect(state(full)["level"]).toBe(101);
  });

  it("takes a failing firing back, says so, and does not try again", async () => {
    const s = await play(`
      state { level: int = 0   zero: int = 0   done: int = 0 }
      trigger bad { when level > 0   then { set done = 5   set done = 1 div zero } }
      tool put(n: int) { set level = n }
    `);
    const record = s.call("put", { n: 1 });
    expect(record.status).toBe("ok");
    expect(record.triggers).toMatchObject([{ trigger: "A.bad", diagnostic: { code: "division-by-zero" } }]);
    expect(state(s)["done"]).toBe(0);
    expect(s.call("put", { n: 2 }).triggers).toEqual([]);
  });
});

describe("at and every", () => {
  const clockwork = `
    entity Hold { key n: int   until: datetime?   note: string = "" }
    state { log: string = ""   ticks: int = 0   days: int = 0   open: bool = true }
    trigger release for h in Hold.all { at h.until   then { set log = "{log}{h.n}@{h.until.time};"   delete h } }
    trigger tick { every 15 min while open   then { set ticks += 1 } }
    trigger day { every 1 day   then { set days += 1 } }
    tool hold(n: int, minutes: int) { create Hold { n, until: now + minutes * 1 min } }
    tool keep(n: int) { create Hold { n } }
    tool move(n as h: Hold, minutes: int) { set h.until = now + minutes * 1 min }
    tool wait(minutes: int) { advance minutes * 1 min   return log }
    tool shut() { set open = false }
  `;

  it("stops the clock at each instant, and each firing has its own `now`", async () => {
    const s = await play(clockwork);
    at(s, "2026-03-02T10:00:00");
    call(s, "hold", { n: 1, minutes: 20 });
    call(s, "hold", { n: 2, minutes: 7 });
    call(s, "keep", { n: 3 });
    expect(call(s, "wait", { minutes: 60 })).toBe("ok: 2@10:07;1@10:20;");
    expect(state(s)["ticks"]).toBe(4);
    const record = s.call("wait", { minutes: 30 });
    expect(record.triggers.map(({ trigger, at: when }) => `${trigger} ${when.slice(11)}`)).toEqual(["A.tick 11:15:00", "A.tick 11:30:00"]);
    expect(record.writes.map((w) => w.author)).toEqual(["A.tick"]);
  });

  it("re-arms when the instant changes; a past one fires at once; `none` never does", async () => {
    const s = await play(clockwork);
    at(s, "2026-03-02T10:00:00");
    call(s, "hold", { n: 1, minutes: 10 });
    call(s, "move", { n: 1, minutes: 50 });
    call(s, "wait", { minutes: 20 });
    expect(state(s)["log"]).toBe("");
    call(s, "move", { n: 1, minutes: -5 });
    expect(state(s)["log"]).toBe("1@10:15;");
  });

  it("aligns periods to midnight", async () => {
    const s = await play(clockwork);
    at(s, "2026-03-02T23:52:30");
    call(s, "wait", { minutes: 7 });
    expect(state(s)).toMatchObject({ ticks: 0, days: 0 });
    call(s, "wait", { minutes: 1 });
    expect(state(s)).toMatchObject({ ticks: 1, days: 1 });
    call(s, "shut");
    call(s, "wait", { minutes: 600 });
    expect(state(s)).toMatchObject({ ticks: 1, days: 1 });
  });

  it("starts a period that does not divide a day over at midnight, and counts weeks from Monday", async () => {
    const s = await play(`
      state { log: string = "" }
      trigger seven { every 7 h   then { set log = "{log}{now.time} " } }
      trigger week { every 1 week   then { set log = "{log}{now.weekday} " } }
      tool wait(h: int) { advance h * 1 h   return log }
    `);
    at(s, "2026-03-01T20:00:00"); // A Sunday.
    expect(call(s, "wait", { h: 28 })).toBe("ok: 21:00 00:00 mon 07:00 14:00 21:00 00:00 ");
  });

  it("draws by trigger, instant and row: calls in between shift nothing", async () => {
    const members = `
      state { sum: int = 0   n: int = 0 }
      trigger walk { every 10 min   then { set sum += random.int(1..1000000) } }
      tool wait(minutes: int) { advance minutes * 1 min   return sum }
      tool other() { set n += 1 }
    `;
    const [a, b] = [await play(members), await play(members)];
    for (const s of [a, b]) at(s, "2026-03-02T10:00:00");
    call(a, "wait", { minutes: 100 });
    for (let i = 0; i < 10; i++) {
      call(b, "other");
      call(b, "wait", { minutes: 10 });
    }
    expect(state(b)["sum"]).toBe(state(a)["sum"]);
    const other = await play(members, { seed: 2 });
    at(other, "2026-03-02T10:00:00");
    call(other, "wait", { minutes: 100 });
    expect(state(other)["sum"]).not.toBe(state(a)["sum"]);
  });

  it("fires on the way of a call's cost, before its body", async () => {
    const s = await play(`
      state { ticks: int = 0 }
      trigger tick { every 1 min   then { set ticks += 1 } }
      tool slow() takes 3 min { return ticks }
    `);
    at(s, "2026-03-02T10:00:30");
    expect(call(s, "slow")).toBe("ok: 3");
  });

  it("at the same instant: in order of declaration, then of rows; each sees its predecessors", async () => {
    const s = await play(`
      entity Bell { key n: int   at: datetime }
      state { log: string = "" }
      init { create Bell { n: 2, at: 2026-03-02T10:05 }   create Bell { n: 1, at: 2026-03-02T10:05 } }
      trigger first { every 5 min   then { set log = "{log}first;" } }
      trigger bells for b in Bell.all { at b.at   then { set log = "{log}{b.n};"   for c in Bell.all { if c.n < b.n { delete c } } } }
      trigger last { every 5 min while log.contains("2;")   then { set log = "{log}last;" } }
      tool wait() { advance 5 min   return log }
    `, { seed: 1 });
    at(s, "2026-03-02T10:00:00");
    expect(call(s, "wait")).toBe("ok: first;2;last;");
  });
});

describe("on", () => {
  const clinic = `
    entity Site { key id: string   closes: time = 18:00 }
    state { urgent: bool = true   armed: bool = true   log: string = "" }
    init { create Site { id: "a" }   create Site { id: "b" } }
    guard key { require armed else "no key"   then { set armed = false } }
    fault down { on hours   chance 0%   error "down" }
    trigger early { on hours(site)   when urgent and site.id == "a"   once   then { set site.closes = 12:00   set urgent = false } }
    trigger vanish { on visit(site)   then { set log = "{log}gone;"   delete site } }
    tool hours(id as site: Site) with key { return site.closes }
    tool visit(id as site: Site) { return site.id }
    tool broken(id as site: Site) { fail "after all" }
    tool arm() { set armed = true }
    trigger mark { on broken   then { set log = "{log}asked;" } }
  `;

  it("commits just before the body, which answers from the changed world", async () => {
    const s = await play(clinic);
    expect(call(s, "hours", { id: "b" })).toBe("ok: 18:00");
    call(s, "arm");
    expect(call(s, "hours", { id: "a" })).toBe("ok: 12:00");
    expect(state(s)).toMatchObject({ armed: false, urgent: false });
  });

  it("does not fire for a call that ends before its body, and survives a body that fails", async () => {
    const s = await play(clinic);
    call(s, "hours", { id: "b" });
    expect(call(s, "hours", { id: "a" })).toBe("failed: no key");
    expect(state(s)["urgent"]).toBe(true);
    s.call("arm", {});
    expect(said(s.call("hours", { id: "a" }, { faults: ["A.down"] }))).toBe("error: down");
    expect(state(s)["urgent"]).toBe(true);
    const record = s.call("broken", { id: "a" });
    expect(said(record)).toBe("failed: after all");
    expect(state(s)["log"]).toBe("asked;");
    expect(record.writes.map((w) => w.author)).toEqual(["A.mark"]);
  });

  it("asks guards and references again in the world it leaves", async () => {
    const s = await play(clinic);
    expect(call(s, "visit", { id: "a" })).toMatch(/^failed/);
    expect(state(s)["log"]).toBe("gone;");
  });
});

describe("what triggers remember", () => {
  const world = `
    entity Hold { key n: int   until: datetime }
    state { level: int = 0   rings: int = 0   ticks: int = 0   freed: int = 0 }
    trigger ring { when level > 8   then { set rings += 1 } }
    trigger one { when level > 5   once   then { set ticks += 100 } }
    trigger release for h in Hold.all { at h.until   then { set freed += random.int(1..9)   delete h } }
    trigger tick { every 10 min   then { set ticks += 1 } }
    tool put(n: int) { set level = n   return rings }
    tool hold(n: int, minutes: int) { create Hold { n, until: now + minutes * 1 min } }
    tool wait(minutes: int where in 0..300) { advance minutes * 1 min }
  `;
  const step = fc.oneof(
    fc.record({ tool: fc.constant("put"), args: fc.record({ n: fc.integer({ min: 0, max: 12 }) }) }),
    fc.record({ tool: fc.constant("hold"), args: fc.record({ n: fc.integer({ min: 0, max: 9 }), minutes: fc.integer({ min: -5, max: 90 }) }) }),
    fc.record({ tool: fc.constant("wait"), args: fc.record({ minutes: fc.integer({ min: 0, max: 60 }) }) }),
  );

  it("is undone, forked, saved and restored with the rest, and leads to the same future", async () => {
    const compiled = await compileText(worldOf(world));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.array(step, { maxLength: 12 }), (past, future) => {
        const s = start(compiled, { seed: 3 });
        for (const { tool, args } of past) s.call(tool, args);
        const before = JSON.stringify(s.snapshot());
        const fork = s.fork();
        const restored = compiled.runtime.Session.restore(compiled.world, JSON.parse(before) as Snapshot);
        const log = (session: Session): string[] => future.map(({ tool, args }) => JSON.stringify(session.call(tool, args)));
        const first = log(s);
        expect(log(fork)).toEqual(first);
        expect(log(restored)).toEqual(first);
        expect(s.hash()).toBe(s.fullHash());
        for (let i = 0; i < future.length; i++) s.undo();
        expect(JSON.stringify(s.snapshot())).toBe(before);
        expect(log(s)).toEqual(first);
      }),
      { seed: 5, numRuns: 150 },
    );
  });

  it("an hour at once and sixty single minutes give the same firings and writes", async () => {
    const compiled = await compileText(worldOf(world));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (past) => {
        const [once, often] = [start(compiled, { seed: 4 }), start(compiled, { seed: 4 })];
        for (const s of [once, often]) for (const { tool, args } of past) s.call(tool, args);
        const fired = [once.advance(3600)];
        const singly = Array.from({ length: 60 }, () => often.advance(60));
        expect(singly.flat()).toEqual(fired.flat());
        expect(often.hash()).toBe(once.hash());
      }),
      { seed: 6, numRuns: 100 },
    );
  });
});

describe("tools", () => {
  it("of a server draw by their own number of calls", async () => {
    const compiled = await compileText("server S { tool roll(sides: int) { return random.int(1..sides) }   tool other() = 1 }");
    const rolls = (s: Session, between: boolean): string[] => Array.from({ length: 8 }, () => (between ? s.call("other", {}) : null, call(s, "roll", { sides: 1_000_000 })));
    const first = rolls(start(compiled, { seed: 1 }), false);
    expect(rolls(start(compiled, { seed: 1 }), true)).toEqual(first);
    expect(new Set(first).size).toBe(8);
    expect(rolls(start(compiled, { seed: 2 }), false)).not.toEqual(first);
  });

  it("switched off by a trigger fail with its reason", async () => {
    const s = await play(`
      state { storm: bool = false }
      trigger closing { when storm   then { disable tool fly because "The airport is closed." } }
      trigger opening { when not storm   then { enable tool fly } }
      tool weather(storm as s: bool) { set storm = s }
      tool fly() { return "up" }
    `);
    expect(call(s, "fly")).toBe("ok: up");
    call(s, "weather", { storm: true });
    expect(call(s, "fly")).toBe("failed: The airport is closed.");
    call(s, "weather", { storm: false });
    expect(call(s, "fly")).toBe("ok: up");
  });
});

describe("many rows and long times", () => {
  it("120 rows that become enabled together all fire, also where each firing touches what the others read", async () => {
    const s = await play(`
      entity Order { key n: int   filled: bool = false }
      state { open: bool = false   money: int = 1000 }
      init { repeat 120 { create Order { n: Order.all.count } } }
      trigger fill for o in Order.all { when open and not o.filled and money > 0   then { set o.filled = true   set money -= 1 } }
      tool go() { set open = true }
      tool see() { return Order.all.count(o => o.filled) }
    `);
    expect(s.call("go", {}).triggers).toHaveLength(120);
    expect(call(s, "see")).toBe("ok: 120");
  });

  it("what has no part in an endless cascade happens all the same", async () => {
    const s = await play(`
      state { x: int = 0   odd: bool = false   c: int = 0 }
      trigger a { when x > 0 and not odd   then { set odd = true } }
      trigger b { when x > 0 and odd   then { set odd = false } }
      trigger innocent { when x > 0   then { set c = 1 } }
      tool go() { set x = 1 }
    `);
    const record = s.call("go", {});
    expect(record.triggers.map(({ trigger, diagnostic }) => [trigger, diagnostic?.code])).toEqual([[expect.stringMatching(/^A\.[ab]$/), "unsettled"], ["A.innocent", undefined]]);
    expect(state(s)).toMatchObject({ c: 1, odd: false });
  });

  it("a row that is listed twice is bound once", async () => {
    const s = await play(`
      entity R { key n: int }
      state { c: int = 0 }
      init { create R { n: 1 } }
      trigger t for r in R.all.flat_map(q => [q, q]) { every 1 h   then { set c += r.n } }
      tool wait() { advance 1 h   return c }
    `);
    expect(call(s, "wait")).toBe("ok: 1");
  });

  it("periods with nothing to do cost nothing, however long the wait", async () => {
    const s = await play(`
      state { x: int = 0   c: int = 0 }
      trigger p { every 1 s while x > 5   then { set c += 1 } }
      trigger q { every 1 week   then { set x += 0 } }
      tool wait(days: int) { advance days * 1 day   return c }
      tool set_x(n: int) { set x = n }
    `);
    expect(call(s, "wait", { days: 200_000 })).toBe("ok: 0");
    call(s, "set_x", { n: 6 });
    const busy = s.call("wait", { days: 3 });
    expect(busy.triggers.filter(({ diagnostic }) => diagnostic === undefined)).toHaveLength(100_000);
    // The one that took the time is named.
    expect(busy.triggers.at(-1)).toMatchObject({ trigger: "A.p", diagnostic: { code: "unsettled" } });
  });

  it("an idle period wakes up when something gives it work", async () => {
    const s = await play(`
      state { open: bool = false   c: int = 0   bell: datetime? = none }
      trigger work { every 10 min while open   then { set c += 1 } }
      trigger ring { at bell   then { set open = true } }
      tool plan(minutes: int) { set bell = now + minutes * 1 min }
      tool wait(minutes: int) { advance minutes * 1 min   return c }
    `);
    at(s, "2026-03-02T10:00:00");
    call(s, "plan", { minutes: 35 });
    expect(call(s, "wait", { minutes: 60 })).toBe("ok: 3");
  });

  it("what triggers do in a call has a budget, which calls do not share", async () => {
    const s = await play(`
      state { c: int = 0 }
      trigger heavy { every 1 s   then { repeat 1000000 { set c = 1 } } }
      tool wait() { advance 1 h   return c }
    `);
    for (let i = 0; i < 2; i++) {
      const record = s.call("wait", {});
      expect(record.status).toBe("ok");
      expect(record.triggers.at(-1)?.diagnostic?.code).toBe("unsettled");
      expect(record.triggers.length).toBeLessThan(30);
    }
  });

  it("a condition that cannot be told is reported once a call, and at the start is just false", async () => {
    const s = await play(`
      entity R { key n: string   v: int = 1 }
      state { x: int = 0   c: int = 0 }
      trigger t { when R["zz"].v > 0 or x > 0   then { set c += 1 } }
      trigger u { every 1 min while R["zz"].v > 0   then { set c += 1 } }
      tool add() { create R { n: "zz" } }
      tool wait() { advance 1 h   return c }
    `);
    expect(s.call("wait", {}).triggers.map(({ trigger }) => trigger)).toEqual(["A.u"]);
    call(s, "add");
    expect(state(s)["c"]).toBe(1);
  });

  it("conditions are looked at after calls that fail, too", async () => {
    const s = await play(`
      state { c: int = 0   stop: bool = false }
      trigger t { when c < 100   until stop   then { set c += 1 } }
      tool bad() { fail "no" }
    `);
    call(s, "bad");
    call(s, "bad");
    expect(state(s)["c"]).toBe(2);
  });
});

describe("names", () => {
  it("of triggers and faults are declared once, and hide nothing in the generated code", async () => {
    const { diagnostics } = checkText("app A { state { x: int = 0 }   trigger t { when x > 0   then { set x = 0 } }   trigger t { when x > 1   then { set x = 0 } }   fault f { on go   chance 1%   error \"a\" }   fault f { on go   chance 1%   error \"b\" }   tool go() { set x = 1 } }");
    expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.code)).toEqual(["W303", "W303"]);
    const s = await play(`
      state { x: int = 0 }
      fn ttTrigger(n: int): int = n + 1
      trigger tt { when x == 1   then { set x = ttTrigger(5) } }
      tool go() { set x = 1 }
    `);
    call(s, "go");
    expect(state(s)["x"]).toBe(6);
  });

  it("of tools in triggers may say their app", async () => {
    const compiled = await compileText(`
      app A { state { n: int = 0 }   tool go() { return n } }
      app B uses A { state { m: int = 0 }   tool go as b_go() { return m }   trigger t { on A.go()   then { set m += 1 } } }
      world W { apps A, B   trigger u { on B.go()   then { set B.m += 10 } } }`);
    const s = start(compiled);
    call(s, "go");
    expect(call(s, "b_go")).toBe("ok: 11");
  });

  it("of what is bound are rows", () => {
    for (const list of ["x", "R.all.first", "none", "1..3"]) {
      const { diagnostics } = checkText(`app A { entity R { key n: int }   state { x: int = 0 }   trigger t for r in ${list} { when x > 0   then { set x = 0 } }   tool go() { set x = 1 } }`);
      expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.code), list).toContain("W401");
    }
  });
});

/** Answers that come late or short: what they say, what they leave alone, and that logs reproduce them. */

import { describe, expect, it } from "vitest";
import type { Session } from "../../runtime/index.js";
import { checkText, compileText, problems, said, start } from "../support/compile-world.js";

const shop = (members: string): string => `app A {
  entity Item { key name: string   price: int   stock: int = 1   missing "No item is called {key}." }
  state { moves: int = 0 }
  init { create Item { name: "tea", price: 10 } }
  guard stocked { require Item.all.count > 0 else "Nothing is left." }
  trigger creep { every 1 min   then { set moves += 1 } }
  fault old { on get_price, dear, half, find, last, closed   stale 10 min }
  fault cut { on names, listing, cards   partial 2 }
  tool get_price(name as item: Item) { return { price: item.price, at: now, moves } }
  tool find(name: string) { return Item.find(name)?.price }
  tool dear() with stocked { return Item.all.highest(i => i.price)?.name }
  tool half(of: int) { return 100 / Item.all.sum(i => i.price - of) }
  tool last(name as item: Item) { require item.stock > 0 else "{item.name} is sold out."   return item.stock }
  tool closed() { return "open" }
  tool names() { return Item.all.map(i => i.name) }
  tool listing() { return { count: Item.all.count, items: Item.all.map(i => i.name), by: "us" } }
  view Shelf of Item { name, near: Item.all.map(i => i.price) }
  tool cards() { return Item.all.first as Shelf }
  tool set_price(name as item: Item, price: int) { set item.price = price }
  tool stock(name as item: Item, n: int) { set item.stock = n }
  tool add(name: string, price: int) { create Item { name, price } }
  tool drop(name as item: Item) { delete item }
  tool reopen() { enable tool closed }
  tool shut() { disable tool closed because "Closed." }
  ${members}
}
world W { apps A   starts 2026-03-01T08:00   calls take 1 s }`;

const STALE = { faults: ["A.old"] };
const CUT = { faults: ["A.cut"] };

async function play(members = ""): Promise<Session> {
  return start(await compileText(shop(members)));
}

describe("stale answers", () => {
  it("are those of the last moment that long ago, with its clock", async () => {
    const s = await play();
    s.advance(5 * 60);
    s.call("set_price", { name: "tea", price: 20 });
    s.advance(6 * 60);
    s.call("set_price", { name: "tea", price: 30 });
    const before = s.hash();
    const record = s.call("get_price", { name: "tea" }, STALE);
    expect(record).toMatchObject({ status: "ok", validity: "valid", faults: ["A.old"], output: { price: 10, at: "2026-03-01T08:01:00", moves: 1 }, writes: [] });
    expect(said(s.call("get_price", { name: "tea" }))).toBe('ok: {"price":30,"at":"2026-03-01T08:11:04","moves":11}');
    s.undo();
    s.undo();
    expect(s.hash()).toBe(before);
    s.advance(5 * 60);
    expect(s.call("get_price", { name: "tea" }, STALE).output).toEqual({ price: 20, at: "2026-03-01T08:06:00", moves: 6 });
    expect(s.hash()).toBe(s.fullHash());
  });

  it("fail as they would have failed", async () => {
    const s = await play();
    s.advance(60);
    s.call("add", { name: "milk", price: 40 });
    s.call("stock", { name: "tea", n: 0 });
    expect(s.call("last", { name: "milk" }, STALE)).toMatchObject({ status: "failed", output: "No item is called milk.", faults: ["A.old"] });
    expect(said(s.call("find", { name: "milk" }, STALE))).toBe("ok: null");
    expect(said(s.call("dear", {}, STALE))).toBe('ok: tea');
    expect(said(s.call("half", { of: 10 }, STALE))).toMatch(/^failed: Division by zero\. \[division-by-zero .*main\.world:\d+\]$/);
    // What fails now is not struck.
    expect(s.call("last", { name: "tea" }, STALE)).toMatchObject({ status: "failed", output: "tea is sold out.", faults: [] });
  });

  it("ask guards and availability at that moment, and rows that are gone", async () => {
    const s = await play();
    s.call("shut", {});
    s.call("drop", { name: "tea" });
    s.advance(60);
    s.call("add", { name: "milk", price: 40 });
    s.call("reopen", {});
    expect(said(s.call("dear", {}, STALE))).toBe("ok: tea");
    expect(said(s.call("closed", {}, STALE))).toBe("ok: open");
    s.advance(540);
    expect(said(s.call("dear", {}, STALE))).toBe("failed: Nothing is left.");
    expect(said(s.call("closed", {}, STALE))).toBe("failed: Closed.");
    expect(said(s.call("closed", {}))).toBe("ok: open");
  });

  it("are the same after forks and in logs", async () => {
    const loaded = await compileText(shop("").replace("stale 10 min", "chance 50%   stale 2 min").replace("partial 2", "chance 50%   partial 1"));
    const { headerLine, callLine, parseLog, replayLog } = loaded.runtime;
    const s = start(loaded, { faults: "seeded" });
    for (const mode of ["seeded", "recorded"] as const) {
      const lines = [headerLine(s, { faults: mode })];
      const fresh = start(loaded, { faults: "seeded" });
      const kinds = new Set<string>();
      for (let i = 0; i < 40; i++) {
        const name = `n${String(i % 3)}`;
        const [tool, args] = ([["set_price", { name: "tea", price: i }], ["get_price", { name: "tea" }], ["names", {}], ["find", { name }], ["listing", {}], ["add", { name: `n${i}`, price: i }]] as const)[i % 6]!;
        const twin = fresh.fork();
        const record = fresh.call(tool, args);
        expect(JSON.stringify(twin.call(tool, args))).toBe(JSON.stringify(record));
        record.faults.forEach((fault) => kinds.add(fault));
        lines.push(callLine(fresh, record));
        if (i % 5 === 0) lines.push(callLine(fresh, fresh.call("half", { of: 1000 })));
      }
      expect([...kinds].sort()).toEqual(["A.cut", "A.old"]);
      expect(replayLog(loaded.world, parseLog(lines.join("\n"))).differing).toBeNull();
    }
  });
});

describe("partial answers", () => {
  it("keep the first elements of the answer, or of its one list", async () => {
    const s = await play();
    for (const [i, name] of ["milk", "salt", "oil"].entries()) s.call("add", { name, price: i });
    const hash = s.hash();
    expect(s.call("names", {}, CUT)).toMatchObject({ status: "ok", validity: "valid", faults: ["A.cut"], output: ["tea", "milk"], writes: [] });
    expect(said(s.call("listing", {}, CUT))).toBe('ok: {"count":4,"items":["tea","milk"],"by":"us"}');
    expect(said(s.call("cards", {}, CUT))).toBe('ok: {"name":"tea","near":[10,0]}');
    s.undo();
    s.undo();
    s.undo();
    expect(s.hash()).toBe(hash);
    for (const name of ["tea", "milk", "salt", "oil"]) s.call("drop", { name });
    expect(said(s.call("names", {}, CUT))).toBe("ok: []");
    expect(said(s.call("cards", {}, CUT))).toBe("ok: null");
  });

  it("follow stale ones in the order of declaration", async () => {
    const s = await play("fault late { on names   stale 1 h }   fault short { on all   partial 1 }");
    s.call("add", { name: "milk", price: 1 });
    s.call("set_price", { name: "tea", price: 1 });
    expect(s.call("names", {}, { faults: ["A.late", "A.cut"] })).toMatchObject({ faults: ["A.cut", "A.late"], output: ["tea"] });
    expect(s.call("names", {}, { faults: ["A.short"] }).output).toEqual(["tea"]);
    expect(s.call("get_price", { name: "tea" }, { faults: ["A.short"] })).toMatchObject({ faults: [], status: "ok" });
  });
});

describe("faults that do not fit", () => {
  it("are reported for tools that are named, and pass over the others", () => {
    const said = (members: string): string[] => problems(checkText(shop(members)));
    const server = "server Dice { tool roll() = random.int(1..6)   fault f { on roll stale 1 min } }";
    expect(said("fault f { on set_price stale 1 min }")).toEqual(["W636 `set_price` cannot give a `stale` answer: it writes."]);
    expect(said("fault f { on shut stale 1 min }")).toEqual(["W636 `shut` cannot give a `stale` answer: it switches tools."]);
    expect(said("tool nap() { advance 1 min }   fault f { on nap stale 1 min }")).toEqual(["W636 `nap` cannot give a `stale` answer: it lets time pass."]);
    expect(problems(checkText(server))).toEqual(["W636 `roll` cannot give a `stale` answer: it draws."]);
    expect(said("fault f { on get_price partial 1 }")).toEqual(["W636 `get_price` cannot give a `partial` answer: its answer holds no list."]);
    expect(said("tool two() { return { a: [1], b: [2] } }   fault f { on two partial 1 }")).toEqual(["W636 `two` cannot give a `partial` answer: its answer holds several lists."]);
    expect(said("fault f { on all stale 1 min }   fault g { on all partial 1 }")).toEqual([]);
    const all = checkText(shop("fault f { on all except names stale 1 min }")).ir?.faults.find((f) => f.name === "A.f");
    expect(all?.on.map((id) => id.slice(2))).toEqual(["get_price", "find", "dear", "half", "last", "closed", "listing", "cards"]);
  });
});

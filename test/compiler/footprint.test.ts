import { describe, expect, it } from "vitest";
import { footprints, hints } from "../../compiler/footprint.js";
import { compile } from "../../compiler/program.js";
import { memoryHost } from "../../compiler/source.js";

const source = `
app Shop {
  entity Item { key tid: id("item")   name: string   stock: int   tags: Set<Tag>   lines: Line[] of item }
  entity Tag { key name: string }
  entity Line { key lid: id("line")   item: Item cascade   count: int   at: datetime }
  state { armed: bool = false uncounted   balance: money = $100   noisy: bool = true }
  view Card of Item { tid, name, ordered: lines.sum(l => l.count) }
  guard password { require armed else "Arm first."   then { set armed = false } }
  fault hiccup { on all   unless not noisy   chance 10%   error "Again." }
  action take(item: Item, count: int) {
    require item.stock >= count else "Only {item.stock} left."
    set item.stock -= count
    create Line { item, count, at: now }
  }
  tool list() { return Item.all as Card[] }
  tool arm() { set armed = true   return "Armed." }
  tool buy(tid as item: Item, count: int where in 1..9) with password { do take(item, count)   return "Bought." }
  tool label(tid as item: Item, tag as t: Tag) { add t to item.tags   return "Labelled." }
  tool unlabel(tid as item: Item, tag as t: Tag) { remove t from item.tags   return "Gone." }
  tool drop(tid as item: Item) { delete item   return "Dropped." }
  tool rest() { advance 1 h   return "Rested." }
}`;
const { ir, diagnostics } = compile(memoryHost({ "/shop.world": source }), "/shop.world");
if (!ir) throw new Error(diagnostics.map((d) => d.message).join("\n"));
const prints = footprints(ir);
const tool = (name: string) => prints.tools.get(`Shop.${name}`)!;
const sorted = (set: ReadonlySet<string>): string[] => [...set].sort();

describe("footprints", () => {
  it("follow views, inverses and lambdas", () => {
    expect(sorted(tool("list").reads)).toEqual(["Shop.Item", "Shop.Item.name", "Shop.Item.tid", "Shop.Line", "Shop.Line.count", "Shop.Line.item"]);
    expect(tool("list").writes.size).toBe(0);
  });
  it("follow guards and actions", () => {
    expect(sorted(tool("buy").writes)).toEqual(["Shop.Item.stock", "Shop.armed"]);
    expect(sorted(tool("buy").creates)).toEqual(["Shop.Line"]);
    expect(sorted(prints.actions.get("Shop.take")!.reads)).toEqual(["Shop.Item.stock", "now"]);
    expect(sorted(prints.guards.get("Shop.password")!.writes)).toEqual(["Shop.armed"]);
  });
  it("preconditions are what decides whether a call succeeds", () => {
    expect(sorted(prints.preconditions.get("Shop.buy")!.reads)).toEqual(["Shop.Item", "Shop.Item.stock", "Shop.armed"]);
    expect(sorted(prints.preconditions.get("Shop.list")!.reads)).toEqual([]);
  });
  it("a deletion reaches what refers to the row", () => {
    expect(sorted(tool("drop").deletes)).toEqual(["Shop.Item", "Shop.Line"]);
  });
  it("of a fault are its conditions", () => {
    expect(sorted(prints.faults.get("Shop.hiccup")!.reads)).toEqual(["Shop.noisy"]);
  });
});

describe("hints", () => {
  it.each([
    ["list", true, false, true],
    ["arm", false, false, true],
    ["buy", false, false, false],
    ["label", false, false, true],
    ["unlabel", false, true, true],
    ["drop", false, true, false],
    ["rest", false, false, false],
  ] as const)("%s: read-only %s, destructive %s, idempotent %s", (name, readOnlyHint, destructiveHint, idempotentHint) => {
    expect(hints(tool(name))).toEqual({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint: false });
  });
});

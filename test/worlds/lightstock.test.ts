import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime, loadWorld, type Runtime, type WorldDef } from "../support/world.js";
import { audit, Counts, flaw, mutant } from "./ledgers/ledger.js";
import { stock } from "./ledgers/stock.js";

const PATH = "worlds/lightstock.world";

let runtime: Runtime;
let world: WorldDef;
beforeAll(async () => {
  [runtime, world] = await Promise.all([loadRuntime(), loadWorld(PATH)]);
});

describe("any calls in LightStock", () => {
  it("move money and shares by exactly what trades, transfers and membership say, over 500 seeds", () => {
    const counts = new Counts();
    for (let seed = 1; seed <= 500; seed++) audit(runtime, runtime.Session.start(world, { seed }), [stock], 30, counts);
    for (const seen of ["market buy", "market sell", "limit buy", "limit sell", "stop sell", "cancelled", "ok transfer_funds", "ok upgrade_to_vip"]) {
      expect(counts.of(seen), seen).toBeGreaterThan(50);
    }
    for (const { name } of world.triggers) expect(counts.of(name), name).toBeGreaterThan(100);
  }, 240_000);
});

describe("the audit of LightStock", () => {
  it.each([
    ["a share more than was bought", "let after = before + change", "let after = before + change.abs.clamp(0..1) + change", /shares held/],
    ["an order that fills twice", "      delete order\n      do execute", "      do execute(stock, side, quantity, stock.price, now)\n      delete order\n      do execute", /no order explains/],
    ["a fee that is not taken", "else total - fee\n", "else total\n", /trading account/],
    ["margin that comes back as cash", "    let released = order.margin\n", "    let released = order.margin\n    set trading += released\n", /trading account after cancel_order/],
    ["a cent lost on the way to savings", "      set savings += amount\n", "      set savings += amount - $0.01\n", /savings account after transfer_funds/],
    ["a purchase that keeps too little back", "require free >= total + fee_of(total) else", "require trading >= total + fee_of(total) else", /the smallest of trading, savings and what is free/],
    ["shares promised twice", "stock.available >= quantity\n", "(stock.position?.quantity ?? 0) >= quantity\n", /shares (promised by|that) a Basic member/],
  ])("notices %s", async (_what, piece, by, message) => {
    expect(flaw(await mutant(PATH, piece, by), stock, 100, 40)).toMatch(message);
  });
});

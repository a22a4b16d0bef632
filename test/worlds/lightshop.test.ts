import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { randomCall } from "../support/random-calls.js";
import { ROOT } from "../support/root.js";
import { loadRuntime, loadWorld, type Runtime, type WorldDef } from "../support/world.js";
import { audit, Counts, flaw, mutant, rows, stateOf } from "./ledgers/ledger.js";
import { shop } from "./ledgers/shop.js";

const PATH = "worlds/lightshop.world";

let runtime: Runtime;
let world: WorldDef;
beforeAll(async () => {
  [runtime, world] = await Promise.all([loadRuntime(), loadWorld(PATH)]);
});

describe("any calls in LightShop", () => {
  it("neither make nor lose a unit or a cent, over 500 seeds", () => {
    const counts = new Counts();
    for (let seed = 1; seed <= 500; seed++) audit(runtime, runtime.Session.start(world, { seed }), [shop], 30, counts);
    expect(counts.of("purchases")).toBeGreaterThan(500);
    expect(counts.of("ok delete_item_in_cart")).toBeGreaterThan(500);
    for (const refused of ["checkout_all", "add_to_cart"]) expect(counts.of(`failed ${refused}`), refused).toBeGreaterThan(50);
  }, 240_000);

  it("answer as the schema says, and keep the running hash equal to one worked out from scratch", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const schemas = new Map<string, ValidateFunction>(world.tools.map((tool) => [tool.name, ajv.compile(tool.outputSchema)]));
    fc.assert(
      fc.property(fc.nat(200), fc.array(fc.nat(1_000_000), { maxLength: 60, size: "max" }), (seed, numbers) => {
        const session = runtime.Session.start(world, { seed });
        for (const number of numbers) {
          const { tool, args } = number % 2 === 0 ? shop.deal(session, new runtime.Random(String(number), "deals")) : randomCall(runtime, session, number);
          const { status, output } = session.call(tool, args);
          const fits = schemas.get(tool);
          if (status === "ok" && fits) expect(fits({ status, output }), `${tool}: ${ajv.errorsText(fits.errors)}`).toBe(true);
          else expect(typeof output).toBe("string");
        }
        expect(session.hash()).toBe(session.fullHash());
      }),
      { numRuns: 60 },
    );
  });
});

describe("the audit of LightShop", () => {
  it.each([
    ["units lost with a line of the cart", "    set item.stock += line.count\n", "    set item.stock += line.count - 1\n", /units in stock and in the cart/],
    ["units that the cart does not hold back", "    set item.stock -= count\n", "", /units in stock and in the cart/],
    ["a checkout at half the price", "    set balance -= total\n", "    set balance -= total * 0.5\n", /the balance/],
  ])("notices %s", async (_what, piece, by, message) => {
    expect(flaw(await mutant(PATH, piece, by), shop, 20, 30)).toMatch(message);
  });
});

describe("LightShop's marketplaces", () => {
  it("are as described, whatever the seed", () => {
    let carts = 0;
    for (let n = 0; n < 150; n++) {
      const session = runtime.Session.start(world, { seed: n });
      const shops = rows(session, "LightShop.Shop");
      const items = [...rows(session, "LightShop.Item").values()];
      expect(shops.size).toBeGreaterThanOrEqual(1);
      const perCategory = new Map<string, number>();
      for (const { category } of shops.values()) perCategory.set(category as string, (perCategory.get(category as string) ?? 0) + 1);
      expect(Math.max(...perCategory.values())).toBeLessThanOrEqual(3);
      for (const slot of shops.keys()) expect(items.filter((item) => item["shop"] === slot).length).toBeGreaterThanOrEqual(5);
      expect(Math.max(...items.map(({ stock }) => stock as number))).toBeLessThanOrEqual(100);
      const balance = stateOf(session, "LightShop")["balance"] as number;
      expect(balance % 100).toBe(0);
      expect(balance).toBeGreaterThanOrEqual(8_000_00);
      expect(balance).toBeLessThanOrEqual(100_000_00);
      const cart = [...rows(session, "LightShop.CartLine").values()];
      carts += cart.length > 0 ? 1 : 0;
      expect(cart.length).toBeLessThanOrEqual(5);
      expect(cart.every(({ count }) => count === 1)).toBe(true);
    }
    expect(carts).toBeGreaterThan(70);
    expect(carts).toBeLessThan(110);
  });
});

describe("LightShop's corpora", () => {
  interface Trade {
    readonly shops: readonly string[];
    readonly items: readonly { readonly name: string; readonly price: string; readonly description: string }[];
  }
  const folder = join(ROOT, "worlds/corpus/shop");
  const trades = readdirSync(folder).map((name) => parse(readFileSync(join(folder, name), "utf8")) as Trade);

  it("hold over a thousand items, and 25 to 50 shop names per category, no name twice", () => {
    expect(trades).toHaveLength(7);
    expect(trades.reduce((sum, { items }) => sum + items.length, 0)).toBeGreaterThan(1000);
    for (const { shops, items } of trades) {
      expect(shops.length).toBeGreaterThanOrEqual(25);
      expect(shops.length).toBeLessThanOrEqual(50);
      expect(new Set(items.map(({ name }) => name.toLowerCase())).size).toBe(items.length);
    }
    const names = trades.flatMap(({ shops }) => shops);
    expect(new Set(names).size).toBe(names.length);
  });
});

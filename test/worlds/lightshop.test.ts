import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { randomCall } from "../support/random-calls.js";
import { ROOT } from "../support/root.js";
import { loadRuntime, loadWorld, type CallRecord, type Runtime, type Session, type WorldDef } from "../support/world.js";

let runtime: Runtime;
let world: WorldDef;
beforeAll(async () => {
  [runtime, world] = await Promise.all([loadRuntime(), loadWorld("worlds/lightshop.world")]);
});

/** Calls by number: what each is depends on the state it meets. */
const calls = fc.array(fc.nat(1_000_000), { maxLength: 60, size: "max" });
const seed = fc.nat(200);

type Row = Readonly<Record<string, unknown>>;

/** The rows of a table with their slots. References are slots, money is in cents. */
function rows(session: Session, entity: string): [number, Row][] {
  const table = world.tables.findIndex(({ name }) => name === `LightShop.${entity}`);
  return session.store.all(table).map((slot) => [slot, session.store.get(table, slot) as Row]);
}

/** Each item's units in stock and in the cart together. */
function units(session: Session): Map<number, number> {
  const held = new Map(rows(session, "Item").map(([slot, item]) => [slot, item["stock"] as number]));
  for (const [, line] of rows(session, "CartLine")) add(held, line["item"] as number, line["count"] as number);
  return held;
}

function add(counts: Map<number, number>, key: number, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

const balanceOf = (session: Session): number => rows(session, "state")[0]![1]["balance"] as number;

/** Half of the calls are about the cart, which random ones would seldom get through. */
function make(session: Session, number: number): CallRecord {
  const { tool, args } = number % 2 === 0 ? buying(session, number / 2) : randomCall(runtime, session, number);
  return session.call(tool, args);
}

function buying(session: Session, number: number): { readonly tool: string; readonly args: Row } {
  const random = new runtime.Random(String(number), "buying");
  const items = rows(session, "Item");
  const cart = rows(session, "CartLine");
  const tool = random.pick(["add_to_cart", "add_to_cart", "delete_item_in_cart", "wait_payment_password", "checkout_all"]);
  if (tool === "delete_item_in_cart" && cart.length > 0) return { tool, args: { caid: random.pick(cart)[1]["caid"] } };
  if (tool !== "add_to_cart") return { tool, args: {} };
  // Often what lies in the cart already.
  const wanted = cart.length > 0 && random.chance(0.4) ? random.pick(cart)[1]["item"] : random.pick(items)[0];
  const [, item] = items.find(([slot]) => slot === wanted)!;
  const [, shop] = rows(session, "Shop").find(([slot]) => slot === item["shop"])!;
  return { tool, args: { sid: shop["sid"], tid: item["tid"], cnt: random.int(0, 40) } };
}

describe("any calls in LightShop", () => {
  it("neither make nor lose a unit or a cent", () => {
    let checkouts = 0;
    fc.assert(
      fc.property(seed, calls, (n, numbers) => {
        const session = runtime.Session.start(world, { seed: n });
        const atStart = units(session);
        const bought = new Map<number, number>();
        const funds = balanceOf(session);
        let spent = 0;
        for (const number of numbers) {
          const cart = rows(session, "CartLine");
          const { tool, status, output } = make(session, number);
          if (tool !== "checkout_all" || status !== "ok") continue;
          checkouts += 1;
          const { trid, total } = output as { trid: string; total: number };
          spent += Math.round(total * 100);
          const [purchase, { total: recorded }] = rows(session, "Purchase").find(([, row]) => row["trid"] === trid)!;
          const lines = rows(session, "PurchaseLine").filter(([, line]) => line["purchase"] === purchase).map(([, line]) => line);
          expect(lines.map((line) => [line["item"], line["count"]])).toEqual(cart.map(([, line]) => [line["item"], line["count"]]));
          expect(lines.reduce((sum, line) => sum + (line["price"] as number) * (line["count"] as number), 0)).toBe(recorded);
          expect(recorded).toBe(Math.round(total * 100));
          for (const line of lines) add(bought, line["item"] as number, line["count"] as number);
          expect(rows(session, "CartLine")).toEqual([]);
        }
        const now = units(session);
        for (const [slot, count] of bought) add(now, slot, count);
        expect(now).toEqual(atStart);
        expect(balanceOf(session)).toBe(funds - spent);
      }),
      { numRuns: 150 },
    );
    expect(checkouts).toBeGreaterThan(50);
  });

  it("never raise, leave nothing negative and no item in two lines, and answer as the schema says", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const schemas = new Map<string, ValidateFunction>(world.tools.map((tool) => [tool.name, ajv.compile(tool.outputSchema)]));
    fc.assert(
      fc.property(seed, calls, (n, numbers) => {
        const session = runtime.Session.start(world, { seed: n });
        for (const number of numbers) {
          const { tool, status, output, diagnostic, writes } = make(session, number);
          expect(diagnostic).toBeUndefined();
          const fits = schemas.get(tool);
          if (status === "ok" && fits) expect(fits({ status, output }), `${tool}: ${ajv.errorsText(fits.errors)}`).toBe(true);
          else expect(typeof output).toBe("string");
          if (status !== "ok") expect(writes.filter((write) => write.author === "agent")).toEqual([]);
        }
        expect(rows(session, "Item").filter(([, item]) => (item["stock"] as number) < 0)).toEqual([]);
        const lines = rows(session, "CartLine");
        expect(lines.every(([, line]) => (line["count"] as number) >= 1)).toBe(true);
        expect(new Set(lines.map(([, line]) => line["item"])).size).toBe(lines.length);
        expect(balanceOf(session)).toBeGreaterThanOrEqual(0);
        expect(session.hash()).toBe(session.fullHash());
      }),
      { numRuns: 100 },
    );
  });
});

describe("LightShop's marketplaces", () => {
  it("are as described, whatever the seed", () => {
    let carts = 0;
    for (let n = 0; n < 150; n++) {
      const session = runtime.Session.start(world, { seed: n });
      const shops = rows(session, "Shop");
      expect(shops.length).toBeGreaterThanOrEqual(1);
      const perCategory = new Map<string, number>();
      for (const [, { category }] of shops) perCategory.set(category as string, (perCategory.get(category as string) ?? 0) + 1);
      expect(Math.max(...perCategory.values())).toBeLessThanOrEqual(3);
      for (const [slot] of shops) expect(rows(session, "Item").filter(([, item]) => item["shop"] === slot).length).toBeGreaterThanOrEqual(5);
      for (const [, { stock, price }] of rows(session, "Item")) {
        expect(stock as number).toBeLessThanOrEqual(100);
        expect(price as number).toBeGreaterThan(0);
      }
      expect(balanceOf(session) % 100).toBe(0);
      expect(balanceOf(session)).toBeGreaterThanOrEqual(8_000_00);
      expect(balanceOf(session)).toBeLessThanOrEqual(100_000_00);
      const cart = rows(session, "CartLine");
      carts += cart.length > 0 ? 1 : 0;
      expect(cart.length).toBeLessThanOrEqual(5);
      expect(cart.every(([, line]) => line["count"] === 1)).toBe(true);
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

/** LightShop's books: units in stock, in the cart and bought; the balance. */

import { expect } from "vitest";
import type { CallRecord, Session } from "../../support/world.js";
import { cents, rows, stateOf, sum, type Audited, type Counts, type Ledger, type Row } from "./ledger.js";

const balanceOf = (session: Session): number => stateOf(session, "LightShop")["balance"] as number;
const lineTotal = ({ price, count }: Row): number => (price as number) * (count as number);

class ShopLedger implements Ledger {
  /** Per item, what was in stock or in the cart at the start and has not been bought. */
  private readonly units: Map<number, number>;
  private balance: number;
  private cart: Map<number, Row>;

  constructor(
    private readonly session: Session,
    private readonly counts: Counts,
  ) {
    this.units = this.present();
    this.balance = balanceOf(session);
    this.cart = rows(session, "LightShop.CartLine");
  }

  private present(): Map<number, number> {
    const held = new Map([...rows(this.session, "LightShop.Item")].map(([slot, item]) => [slot, item["stock"] as number]));
    for (const { item, count } of rows(this.session, "LightShop.CartLine").values()) held.set(item as number, held.get(item as number)! + (count as number));
    return held;
  }

  enter({ tool, status, output }: CallRecord): void {
    if (tool === "checkout_all" && status === "ok") this.pay(output as { trid: string; total: number });
    expect(balanceOf(this.session), "the balance").toBe(this.balance);
    expect(this.balance).toBeGreaterThanOrEqual(0);
    this.cart = rows(this.session, "LightShop.CartLine");
    const items = [...this.cart.values()].map(({ item }) => item);
    expect(new Set(items).size, "items in the cart").toBe(items.length);
    expect(sum(this.cart.values(), ({ count }) => ((count as number) < 1 ? 1 : 0)), "empty lines in the cart").toBe(0);
  }

  /** Buys what lay in the cart, at the price of each item. */
  private pay({ trid, total }: { readonly trid: string; readonly total: number }): void {
    const items = rows(this.session, "LightShop.Item");
    const [purchase, { total: recorded }] = [...rows(this.session, "LightShop.Purchase")].find(([, row]) => row["trid"] === trid)!;
    const bought = [...rows(this.session, "LightShop.PurchaseLine").values()].filter((line) => line["purchase"] === purchase);
    const wanted = [...this.cart.values()].map(({ item, count }) => ({ item, price: items.get(item as number)!["price"], count }));
    expect(bought.map(({ item, price, count }) => ({ item, price, count })), "the lines of a purchase").toEqual(wanted);
    expect([recorded, cents(total)], "the total of a purchase").toEqual([sum(wanted, lineTotal), sum(wanted, lineTotal)]);
    expect(rows(this.session, "LightShop.CartLine").size, "lines left in the cart").toBe(0);
    for (const { item, count } of wanted) this.units.set(item as number, this.units.get(item as number)! - (count as number));
    this.balance -= sum(wanted, lineTotal);
    this.counts.add("purchases");
  }

  close(): void {
    expect(this.present(), "units in stock and in the cart").toEqual(this.units);
    expect(Math.min(...[...rows(this.session, "LightShop.Item").values()].map(({ stock }) => stock as number)), "the smallest stock").toBeGreaterThanOrEqual(0);
  }
}

export const shop: Audited = {
  open: (session, counts) => new ShopLedger(session, counts),
  deal(session, random) {
    const cart = [...rows(session, "LightShop.CartLine").values()];
    const ready = stateOf(session, "LightShop")["password_entered"] as boolean;
    const tool = random.pick(["add_to_cart", "add_to_cart", "add_to_cart", "delete_item_in_cart", "checkout_all"]);
    if (tool === "checkout_all") return { tool: ready || random.chance(0.1) ? tool : "wait_payment_password", args: {} };
    if (tool === "delete_item_in_cart" && cart.length > 0) return { tool, args: { caid: random.pick(cart)["caid"] } };
    const items = rows(session, "LightShop.Item");
    // Often what lies in the cart already.
    const wanted = cart.length > 0 && random.chance(0.4) ? (random.pick(cart)["item"] as number) : random.pick([...items.keys()]);
    const { shop: from, tid } = items.get(wanted)!;
    return { tool: "add_to_cart", args: { sid: rows(session, "LightShop.Shop").get(from as number)!["sid"], tid, cnt: random.int(0, 40) } };
  },
};

/** LightStock's books: both accounts, the shares held, what pending orders keep frozen. */

import { expect } from "vitest";
import type { RandomCall } from "../../support/random-calls.js";
import type { CallRecord, Session } from "../../support/world.js";
import { cents, rows, stateOf, sum, type Audited, type Counts, type Ledger, type Random, type Row } from "./ledger.js";

interface Order {
  readonly stock: number;
  readonly side: "buy" | "sell";
  readonly kind: "limit" | "stop" | "market";
  readonly quantity: number;
  /** In cents. */
  readonly at: number;
}

interface Trade extends Pick<Order, "stock" | "side" | "quantity"> {
  readonly price: number;
  readonly total: number;
  readonly fee: number;
}

/** What the accounts hold, in cents. */
interface Accounts {
  readonly trading: number;
  readonly savings: number;
  readonly tier: "basic" | "vip";
}

const HIGHEST_FEE = 100_00;
const signed = ({ side, quantity }: Pick<Order, "side" | "quantity">): number => (side === "buy" ? quantity : -quantity);
const margin = ({ side, at, quantity }: Order): number => (side === "buy" ? at * quantity : 0);
const accounts = (session: Session): Accounts => stateOf(session, "LightStock") as unknown as Accounts;
const orders = (session: Session): Map<string, Order> => new Map([...rows(session, "LightStock.Order").values()].map((row) => [row["oid"] as string, row as unknown as Order]));
const trades = (session: Session): Trade[] => [...rows(session, "LightStock.Trade").values()] as unknown as Trade[];

/** Whether a trade is how an order may be executed: at its price or a better one; at the price quoted for a market order. */
function executes(trade: Trade, { stock, side, kind, quantity, at }: Order): boolean {
  if (trade.stock !== stock || trade.side !== side || trade.quantity !== quantity) return false;
  if (kind === "market") return trade.price === at;
  return kind === "limit" && side === "sell" ? trade.price >= at : trade.price <= at;
}

class StockLedger implements Ledger {
  private readonly held = new Map<number, number>();
  private readonly feeRate: number;
  private trades = 0;
  private before: Accounts;
  private pending: Map<string, Order>;

  constructor(
    private readonly session: Session,
    private readonly counts: Counts,
  ) {
    this.feeRate = stateOf(session, "LightStock")["fee_rate"] as number;
    this.before = accounts(session);
    this.pending = orders(session);
    this.book();
    this.check();
  }

  private feeOf(total: number): number {
    return Math.min(Math.round(total * this.feeRate), HIGHEST_FEE);
  }

  /** Adds the shares of new trades to those held, and gives the trades. */
  private book(): Trade[] {
    const all = trades(this.session);
    const fresh = all.slice(this.trades);
    this.trades = all.length;
    for (const trade of fresh) {
      expect([trade.total, trade.fee], "total and fee of a trade").toEqual([trade.price * trade.quantity, this.feeOf(trade.total)]);
      this.held.set(trade.stock, (this.held.get(trade.stock) ?? 0) + signed(trade));
    }
    return fresh;
  }

  enter({ tool, status, args, output }: CallRecord): void {
    const given = (status === "ok" ? args : {}) as Row;
    const answer = (status === "ok" ? output : {}) as Row;
    const done = status === "ok" ? tool : "";
    const after = accounts(this.session);
    const pending = orders(this.session);

    // Which orders have gone, and how each was executed.
    const gone = new Map([...this.pending].filter(([oid]) => !pending.has(oid)));
    const placed = this.placed(done, given, answer);
    const fresh = [...pending].filter(([oid]) => !this.pending.has(oid));
    if (placed !== null) {
      const [oid, order] = placed;
      const waits = pending.get(oid);
      if (waits === undefined) gone.set(oid, order);
      else expect({ ...waits, ...order }, "an order placed").toEqual(waits);
      this.counts.add("orders");
    }
    expect(fresh.filter(([oid]) => oid !== placed?.[0]), "orders that nobody placed").toEqual([]);
    if (done === "cancel_order") {
      const order = this.pending.get(given["oid"] as string)!;
      expect(gone.delete(given["oid"] as string), "a cancelled order is gone").toBe(true);
      expect(cents(answer["released_margin"]), "what a cancelled order releases").toBe(margin(order));
      this.counts.add("cancelled");
    }
    const unexplained = this.book();
    const flow = sum(unexplained, ({ side, total, fee }) => (side === "buy" ? -total : total) - fee);
    for (const order of gone.values()) {
      const at = unexplained.findIndex((trade) => executes(trade, order));
      expect(at, `the trade of ${JSON.stringify(order)}`).toBeGreaterThanOrEqual(0);
      unexplained.splice(at, 1);
      this.counts.add(`${order.kind} ${order.side}`);
    }
    expect(unexplained, "trades that no order explains").toEqual([]);

    const moved = done === "transfer_funds" ? cents(given["amount"]) * (given["direction"] === "s2t" ? 1 : -1) : 0;
    const upgraded = done === "upgrade_to_vip";
    const paid = upgraded ? (stateOf(this.session, "LightStock")["vip_price"] as number) : 0;
    expect(after.trading, `the trading account after ${tool}`).toBe(this.before.trading + flow + moved - paid);
    expect(after.savings, `the savings account after ${tool}`).toBe(this.before.savings - moved);
    expect(after.tier, `the tier after ${tool}`).toBe(upgraded ? "vip" : this.before.tier);
    this.before = after;
    this.pending = pending;
    this.check();
  }

  /** The order that a call has placed, and its OID. A market order has none: it never waits. */
  private placed(done: string, given: Row, answer: Row): [string, Order] | null {
    if (!/^place_(market|limit|stop_loss)_order$/.test(done)) return null;
    const [stock] = [...rows(this.session, "LightStock.Stock")].find(([, { ticker }]) => ticker === (given["ticker"] as string).toUpperCase())!;
    const quantity = given["quantity"] as number;
    const side = (given["side"] ?? "sell") as "buy" | "sell";
    if (done === "place_market_order") return ["at once", { stock, side, quantity, kind: "market", at: cents(answer["price"]) }];
    const stop = done === "place_stop_loss_order";
    return [answer["oid"] as string, { stock, side, quantity, kind: stop ? "stop" : "limit", at: cents(given[stop ? "stop_price" : "limit_price"]) }];
  }

  /** The state by itself, and what the app tells about it. */
  private check(): void {
    const { session } = this;
    const positions = new Map([...rows(session, "LightStock.Position").values()].map(({ stock, quantity }) => [stock as number, quantity as number]));
    const held = new Map([...this.held].filter(([, quantity]) => quantity !== 0));
    expect(positions, "shares held").toEqual(held);
    const waiting = [...this.pending.values()];
    const frozen = sum(waiting, margin);
    const free = this.before.trading - sum(waiting, (order) => margin(order) + this.feeOf(margin(order)));
    expect(Math.min(this.before.trading, this.before.savings, free), "the smallest of trading, savings and what is free").toBeGreaterThanOrEqual(0);
    if (this.before.tier === "basic") {
      for (const { stock } of waiting) {
        const pledged = sum(waiting, (order) => (order.stock === stock && order.side === "sell" ? order.quantity : 0));
        expect(pledged, "shares promised by a Basic member").toBeLessThanOrEqual(held.get(stock) ?? 0);
      }
      expect(Math.min(0, ...held.values()), "shares that a Basic member is short of").toBe(0);
    }
    const told = session.fork().call("get_account_summary", {}).output as Row;
    expect([cents(told["frozen_margin"]), cents(told["free_to_trade"])], "what the app says is frozen and free").toEqual([frozen, free]);
  }

  close(): void {
    const { output } = this.session.fork().call("get_portfolio", {});
    const shares = sum(output as readonly { readonly quantity: number }[], ({ quantity }) => quantity);
    expect(shares, "the shares of the portfolio").toBe(sum(this.held.values(), (quantity) => quantity));
  }
}

export const stock: Audited = {
  open: (session, counts) => new StockLedger(session, counts),
  deal(session, random) {
    const { tier, armed, market_open: open, bell, day_trades: left } = stateOf(session, "LightStock");
    const now = session.store.now;
    const wanted = random.int(1, 20);
    if (wanted === 1) return transfer(session, random);
    if (wanted === 2 && tier === "basic") return armed === true ? { tool: "upgrade_to_vip", args: {} } : { tool: "wait_trade_password", args: {} };
    if (wanted === 3) return { tool: "set_price_alert", args: alert(session, random) };
    if (wanted <= 6 && open === true) return waitUntil(random.chance(0.15) ? (bell as number) + 600 : now + random.int(15, 150) * 60);
    const pending = [...orders(session).keys()];
    if (wanted <= 8 && pending.length > 0) return { tool: "cancel_order", args: { oid: random.pick(pending) } };
    if (armed !== true && random.chance(0.9)) return { tool: "wait_trade_password", args: {} };
    if (tier === "basic" && left === 0 && random.chance(0.8)) return waitUntil(now + 86_400);
    if (open !== true && random.chance(0.9)) return waitUntil((bell as number) + random.int(0, 60) * 60);
    return trade(session, random);
  },
};

function waitUntil(seconds: number): RandomCall {
  return { tool: "wait_until", args: { time: new Date(seconds * 1000).toISOString().slice(0, 19) } };
}

function transfer(session: Session, random: Random): RandomCall {
  const direction = random.pick(["s2t", "t2s"] as const);
  const most = accounts(session)[direction === "s2t" ? "savings" : "trading"];
  return { tool: "transfer_funds", args: { direction, amount: Math.ceil(most * random.float(0.0001, 0.6)) / 100 } };
}

/** A price in cents times something, as an amount on the wire. */
const near = (random: Random, price: unknown, from: number, to: number): number => Math.max(1, Math.round((price as number) * random.float(from, to))) / 100;

function alert(session: Session, random: Random): Row {
  const { ticker, price } = random.pick([...rows(session, "LightStock.Stock").values()]);
  return { ticker, price: near(random, price, 0.98, 1.02) };
}

function trade(session: Session, random: Random): RandomCall {
  const stocks = rows(session, "LightStock.Stock");
  const held = [...rows(session, "LightStock.Position").values()];
  const own = held.length > 0 && random.chance(0.6) ? random.pick(held) : null;
  const { ticker, price } = stocks.get((own?.["stock"] as number | undefined) ?? random.pick([...stocks.keys()]))!;
  const side = random.chance(own === null ? 0.1 : 0.7) ? "sell" : "buy";
  // All of what is held, or a little less or more.
  const quantity = own === null ? random.int(1, 30) : Math.max(1, Math.abs(own["quantity"] as number) - random.int(-1, 2));
  const vip = accounts(session).tier === "vip";
  const tool = random.pick(["place_market_order", "place_limit_order", vip && own !== null ? "place_stop_loss_order" : "place_limit_order"]);
  if (tool === "place_market_order") return { tool, args: { ticker, side, quantity } };
  if (tool === "place_limit_order") return { tool, args: { ticker, side, quantity, limit_price: near(random, price, 0.985, 1.02) } };
  return { tool, args: { ticker, quantity, stop_price: near(random, price, 0.985, 0.999) } };
}

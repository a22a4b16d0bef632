/** LightStock: the account, positions, orders, trades, watch list, alerts; quotes are known from answers and trades only. */

import { cents, numberOf, objects, told } from "../answers.js";
import type { ReplayedApp, Start, Tables } from "../app.js";
import { outcomeOf, outputOf } from "../names.js";
import { instant, members, to, type NeutralState } from "../neutral.js";
import { listed, read, secondsOf, stateOf, type Json, type Recording } from "../recording.js";
import { rowsIn, stateIn, table } from "../tables.js";
import { lightStockAnswers } from "./lightstock-answers.js";
import { lightStockCorrections } from "./lightstock-corrections.js";

const APP = "LightStock";
const ORDERS = ["place_market_order", "place_limit_order", "place_stop_loss_order"];

interface Placed {
  readonly json: Json;
  readonly path: string;
}

interface Parts {
  readonly user: Placed;
  readonly positions: readonly Placed[];
  readonly orders: readonly Placed[];
  readonly trades: readonly Placed[];
  readonly watched: readonly string[];
  readonly alerts: readonly (readonly [ticker: string, price: number])[];
}

function partsOf(state: Json, path: string): Parts {
  const at = `${path}.stocks`;
  const stocks = read.object(state["stocks"], at);
  const alerts = read.object(stocks["price_alerts"], `${at}.price_alerts`);
  return {
    user: { json: read.object(state["user"], `${path}.user`), path: `${path}.user` },
    positions: listed(stocks, "portfolio", at),
    orders: listed(stocks, "pending_orders", at),
    trades: listed(stocks, "trade_history", at),
    watched: read.texts(stocks, "watch_list", at),
    alerts: Object.keys(alerts).map((ticker) => [ticker, read.number(alerts, ticker, `${at}.price_alerts`)] as const),
  };
}

const tickerOf = ({ json, path }: Placed): string => read.text(json, "ticker", path);

/** Names and prices that answers and trades show. Prices never move there, so that any of them holds for the whole run. */
function quotesOf(recording: Recording): Map<string, { readonly price: number; readonly name?: string }> {
  const quotes = new Map<string, { readonly price: number; readonly name?: string }>();
  const { trades } = partsOf(stateOf(recording.final, APP, `${recording.name}.final`), `${recording.name}.final.${APP}`);
  for (const trade of trades) quotes.set(tickerOf(trade), { price: read.number(trade.json, "price", trade.path) });
  for (const { output, path } of told(recording, APP, "search_stocks")) {
    for (const json of objects(output, path)) quotes.set(read.text(json, "ticker", path), { price: read.number(json, "price", path), name: read.text(json, "name", path) });
  }
  for (const { output, path } of told(recording, APP, "get_stock_details")) {
    const json = read.object(output, path);
    quotes.set(read.text(json, "ticker", path), { price: read.number(json, "price", path), name: read.text(json, "name", path) });
  }
  return quotes;
}

/** The market is open where an order went through, or was refused for another reason; as it is, it stays. */
function isOpen(recording: Recording): boolean | null {
  const orders = recording.calls.filter((call) => call.app === APP && ORDERS.includes(call.tool));
  const closed = orders.some(({ result }) => outcomeOf(result) === "failed" && /market\b.*\bclosed|market\b.*\bnot open/i.test(String(outputOf(result))));
  return orders.length === 0 ? null : !closed;
}

/** The middle of the rates that fit all fees, which are rounded to the cent; trades whose fee reached the limit tell nothing. */
function feeRateOf(trades: readonly Placed[]): number | null {
  let [low, high] = [0, Infinity];
  for (const { json, path } of trades) {
    const fee = read.number(json, "fee", path);
    const total = read.number(json, "total_amount", path);
    if (fee >= 100 || total <= 0) continue;
    low = Math.max(low, (fee - 0.005) / total);
    high = Math.min(high, (fee + 0.005) / total);
  }
  return high === Infinity ? null : (low + high) / 2;
}

/** Trades of the day that were left: what was told, and what was traded before; else enough, unless an order was refused for them. */
function tradesLeft(recording: Recording): number {
  const made = told(recording, APP, ...ORDERS.slice(0, 2));
  const first = told(recording, APP, "get_day_trades_remaining").find(({ output }) => typeof output === "number");
  if (first) {
    const before = recording.calls.indexOf(first.call);
    return numberOf(first.output, first.path) + made.filter(({ call }) => recording.calls.indexOf(call) < before).length;
  }
  const orders = recording.calls.filter((call) => call.app === APP && ORDERS.includes(call.tool));
  const usedUp = orders.some(({ result }) => outcomeOf(result) === "failed" && /\btrades\b/i.test(String(outputOf(result))));
  return usedUp ? made.length : orders.length;
}

/**
 * Tables from a recorded state. What the record does not say is chosen so that it changes no outcome: stocks of which nothing
 * is told cost what a seed makes of them, but no order that waits has reached its price.
 */
function load(state: Json, path: string, { tables, clock, recording }: Start): Tables {
  const { user, positions, orders, trades, watched, alerts } = partsOf(state, path);
  const quotes = quotesOf(recording);
  const base = stateIn(tables, APP);
  const alertOf = new Map(alerts);
  const final = partsOf(stateOf(recording.final, APP, `${recording.name}.final`), `${recording.name}.final.${APP}`);
  const priceOf = (ticker: string, generated: number): number => {
    const known = quotes.get(ticker)?.price;
    if (known !== undefined) return known;
    const limits = orders.filter((order) => tickerOf(order) === ticker && order.json["side"] === "buy").map(({ json, path: at }) => read.number(json, "limit_price", at));
    return Math.max(generated, ...limits.map((limit) => cents(limit * 1.1)));
  };
  const stocks = rowsIn(tables, "LightStock.Stock").map((stock) => {
    const ticker = stock["ticker"] as string;
    const price = priceOf(ticker, stock["price"] as number);
    const alert = alertOf.get(ticker) ?? null;
    return { ...stock, name: quotes.get(ticker)?.name ?? stock["name"], price, watched: watched.includes(ticker), alert, alert_above: alert !== null && alert > price };
  });
  const open = isOpen(recording) ?? (base["market_open"] as boolean);
  return {
    "LightStock.Stock": table(stocks),
    "LightStock.Position": table(
      positions.map((p) => ({ stock: tickerOf(p), quantity: read.number(p.json, "quantity", p.path), avg_price: cents(read.number(p.json, "avg_price", p.path)) })),
    ),
    "LightStock.Order": table(
      orders.map((o) => ({
        oid: read.text(o.json, "oid", o.path),
        stock: tickerOf(o),
        side: read.text(o.json, "side", o.path),
        kind: kindOf(o),
        quantity: read.number(o.json, "quantity", o.path),
        at: read.number(o.json, "limit_price", o.path),
        placed: clock,
      })),
    ),
    "LightStock.Trade": table(
      trades.map((t) => ({
        trid: read.text(t.json, "trid", t.path),
        time: read.instant(t.json, "timestamp", t.path),
        stock: tickerOf(t),
        side: read.text(t.json, "side", t.path),
        quantity: read.number(t.json, "quantity", t.path),
        price: read.number(t.json, "price", t.path),
        total: cents(read.number(t.json, "total_amount", t.path)),
        fee: read.number(t.json, "fee", t.path),
      })),
    ),
    "LightStock.state": table([
      {
        ...base,
        tier: read.text(user.json, "tier", user.path),
        trading: cents(read.number(user.json, "trading_balance", user.path)),
        savings: cents(read.number(user.json, "savings_balance", user.path)),
        day_trades: tradesLeft(recording),
        armed: false,
        fee_rate: feeRateOf(final.trades) ?? base["fee_rate"],
        market_open: open,
        bell: new Date((secondsOf(clock) + 86_400) * 1000).toISOString().slice(0, 19),
      },
    ]),
  };
}

/** Orders wait for a limit or, here, for a stop. */
function kindOf({ json, path }: Placed): string {
  return read.text(json, "price_type", path) === "limit" ? "limit" : "stop";
}

function recordedState(state: Json, path: string): NeutralState {
  const { user, positions, orders, trades, watched, alerts } = partsOf(state, path);
  return {
    account: [
      {
        id: "",
        fields: {
          tier: read.text(user.json, "tier", user.path),
          trading: cents(read.number(user.json, "trading_balance", user.path)),
          savings: cents(read.number(user.json, "savings_balance", user.path)),
          frozen: cents(read.number(user.json, "frozen_margin", user.path)),
          watched: members(watched),
        },
      },
    ],
    position: positions.map((p) => ({
      id: tickerOf(p),
      fields: { stock: to(tickerOf(p)), quantity: read.number(p.json, "quantity", p.path), avg_price: cents(read.number(p.json, "avg_price", p.path)) },
    })),
    order: orders.map((o) => ({
      id: read.text(o.json, "oid", o.path),
      fields: {
        stock: to(tickerOf(o)),
        side: read.text(o.json, "side", o.path),
        kind: kindOf(o),
        quantity: read.number(o.json, "quantity", o.path),
        price: read.number(o.json, "limit_price", o.path),
        frozen: cents(read.number(o.json, "frozen_margin", o.path)),
      },
    })),
    trade: trades.map((t) => ({
      id: read.text(t.json, "trid", t.path),
      fields: {
        time: instant(read.instant(t.json, "timestamp", t.path)),
        stock: to(tickerOf(t)),
        side: read.text(t.json, "side", t.path),
        quantity: read.number(t.json, "quantity", t.path),
        price: read.number(t.json, "price", t.path),
        total: cents(read.number(t.json, "total_amount", t.path)),
        fee: read.number(t.json, "fee", t.path),
      },
    })),
    alert: alerts.map(([ticker, price]) => ({ id: ticker, fields: { price } })),
  };
}

function ownState(tables: Tables): NeutralState {
  const rows = (name: string): readonly Json[] => rowsIn(tables, `LightStock.${name}`);
  const { tier, trading, savings } = stateIn(tables, APP);
  const frozenBy = (order: Json): number => (order["side"] === "buy" ? cents((order["at"] as number) * (order["quantity"] as number)) : 0);
  return {
    account: [
      {
        id: "",
        fields: {
          tier: tier as string,
          trading: trading as number,
          savings: savings as number,
          frozen: cents(rows("Order").reduce((sum, order) => sum + frozenBy(order), 0)),
          watched: members(rows("Stock").filter((s) => s["watched"] === true).map((s) => s["ticker"] as string)),
        },
      },
    ],
    position: rows("Position").map((p) => ({ id: p["stock"] as string, fields: { stock: to(p["stock"] as string), quantity: p["quantity"] as number, avg_price: p["avg_price"] as number } })),
    order: rows("Order").map((o) => ({
      id: o["oid"] as string,
      fields: {
        stock: to(o["stock"] as string),
        side: o["side"] as string,
        kind: o["kind"] as string,
        quantity: o["quantity"] as number,
        price: o["at"] as number,
        frozen: frozenBy(o),
      },
    })),
    trade: rows("Trade").map((t) => ({
      id: t["trid"] as string,
      fields: {
        time: instant(t["time"] as string),
        stock: to(t["stock"] as string),
        side: t["side"] as string,
        quantity: t["quantity"] as number,
        price: t["price"] as number,
        total: t["total"] as number,
        fee: t["fee"] as number,
      },
    })),
    alert: rows("Stock")
      .filter((s) => s["alert"] !== null)
      .map((s) => ({ id: s["ticker"] as string, fields: { price: s["alert"] as number } })),
  };
}

const priceOf = (ticker: unknown): string => `the price of ${String(ticker).toUpperCase()}`;

export const lightStock: ReplayedApp = {
  recorded: APP,
  app: APP,
  names: { tools: {}, args: {} },
  state: {
    created: { order: ["LightStock.Order"], trans: ["LightStock.Trade"] },
    likeness: (recorded, ours) => recorded["ticker"] === ours["stock"] && recorded["side"] === ours["side"] && recorded["quantity"] === ours["quantity"],
    load,
    resting: ["LightStock.market_bell", "LightStock.new_day", "LightStock.quotes"],
    recordedState,
    ownState,
    omitted: {
      told: (recording) => [...quotesOf(recording).keys()].map(priceOf),
      needed: ({ tool, args }) => ([...ORDERS, "get_stock_details"].includes(tool) ? [priceOf(args["ticker"])] : []),
    },
  },
  answers: lightStockAnswers,
  corrections: lightStockCorrections,
};

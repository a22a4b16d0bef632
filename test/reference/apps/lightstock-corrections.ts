/** Where LightStock means to differ from the original; numbers as in `docs/worlds/lightstock.md`. */

import type { ReplayedCall } from "../app.js";
import type { Difference } from "../compare.js";
import { refusedHere, spentInVain, succeeded, type Correction } from "../corrections.js";
import { outcomeOf } from "../names.js";
import { target } from "../neutral.js";
import type { Json } from "../recording.js";
import { rowsIn, stateIn } from "../tables.js";

const rowsOf = (call: ReplayedCall, table: string): readonly Json[] => rowsIn(call.before(), `LightStock.${table}`);
const tickerOf = (call: ReplayedCall): string => String(call.args["ticker"]).toUpperCase();
const listed = (call: ReplayedCall): Json | undefined => rowsOf(call, "Stock").find((s) => s["ticker"] === tickerOf(call));
const heldOf = (call: ReplayedCall): number => Number(rowsOf(call, "Position").find((p) => p["stock"] === tickerOf(call))?.["quantity"] ?? 0);

const isField = (d: Difference, kind: string, ...fields: readonly string[]): boolean => d.what === "field" && d.kind === kind && fields.includes(d.field);
const isRow = (d: Difference, kind: string, only: "recorded" | "ours"): d is Difference & { what: "row" } => d.what === "row" && d.kind === kind && d.only === only;

/** An order that waits there and not here, and what it froze. */
const isOrder = (d: Difference, call: ReplayedCall): boolean =>
  isField(d, "account", "frozen") || (isRow(d, "order", "recorded") && target(d.row, "stock") === call.args["ticker"]);

/** What a trade leaves: money, shares, the trade itself. */
const isTrade = (d: Difference, call: ReplayedCall): boolean =>
  isField(d, "account", "trading") ||
  ((d.what === "row" || d.what === "field") && d.kind === "position" && d.row.id === tickerOf(call)) ||
  (d.what === "row" && d.kind === "trade" && target(d.row, "stock") === tickerOf(call));

/** What needs the trade password. */
const SPEND = ["place_market_order", "place_limit_order", "place_stop_loss_order", "upgrade_to_vip"];

export const lightStockCorrections: readonly Correction[] = [
  {
    number: 24,
    reason: "an order that fails leaves the password",
    tools: SPEND,
    explains: (d, call, calls) => {
      if (!spentInVain(call, calls, "wait_trade_password", SPEND)) return false;
      if (d.what === "status") return true;
      if (call.recorded.tool === "upgrade_to_vip") return isField(d, "account", "tier", "trading");
      if (call.recorded.tool === "place_market_order") return isTrade(d, call);
      return isField(d, "account", "frozen") || (isRow(d, "order", "ours") && target(d.row, "stock") === tickerOf(call));
    },
  },
  {
    number: 36,
    reason: "cancelling frees what was frozen and pays nothing",
    tools: ["cancel_order"],
    explains: (d, call) => {
      const order = rowsOf(call, "Order").find((o) => o["oid"] === call.args["oid"]);
      return order?.["side"] === "buy" && succeeded(call) && isField(d, "account", "trading");
    },
  },
  {
    number: 37,
    reason: "a short position can be covered",
    tools: ["place_market_order"],
    explains: (d, call) => {
      const covers = call.args["side"] === "buy" && heldOf(call) < 0 && heldOf(call) + Number(call.args["quantity"]) === 0;
      if (!covers || outcomeOf(call.recorded.result) !== "invalid") return false;
      return d.what === "status" ? d.ours === "ok" : isTrade(d, call);
    },
  },
  {
    number: 38,
    reason: "an order buys or sells, a transfer goes one way or the other, and nothing else",
    tools: ["place_market_order", "place_limit_order", "transfer_funds"],
    explains: (d, call) => {
      const { side, direction } = call.args;
      if (call.recorded.tool === "transfer_funds") return direction !== "s2t" && direction !== "t2s" && (refusedHere(d) || (succeeded(call) && isField(d, "account", "trading", "savings")));
      if (side === "buy" || side === "sell") return false;
      return refusedHere(d) || (succeeded(call) && (call.recorded.tool === "place_market_order" ? isTrade(d, call) : isOrder(d, call)));
    },
  },
  {
    number: 39,
    reason: "money is moved in positive amounts",
    tools: ["transfer_funds"],
    explains: (d, call) => !(Number(call.args["amount"]) > 0) && (refusedHere(d) || (succeeded(call) && isField(d, "account", "trading", "savings"))),
  },
  {
    number: 40,
    reason: "orders and alerts are for listed stocks",
    tools: ["place_limit_order", "set_price_alert"],
    explains: (d, call) => {
      if (listed(call)) return false;
      if (refusedHere(d)) return true;
      if (!succeeded(call)) return false;
      return call.recorded.tool === "place_limit_order" ? isOrder(d, call) : isRow(d, "alert", "recorded") && d.row.id === call.args["ticker"];
    },
  },
  {
    number: 41,
    reason: "tickers are read in any case",
    tools: ["set_price_alert", "remove_price_alert", "place_limit_order"],
    explains: (d, call) => {
      const { ticker } = call.args;
      if (!listed(call) || ticker === tickerOf(call)) return false;
      if (d.what === "status") return call.recorded.tool === "remove_price_alert" && d.recorded === "failed" && d.ours === "ok";
      if (d.what === "row" && d.kind === "alert") return d.row.id === ticker || d.row.id === tickerOf(call);
      return isField(d, "order", "stock") && call.recorded.tool === "place_limit_order" && succeeded(call);
    },
  },
  {
    number: 42,
    reason: "orders execute and alerts ring once their price is reached",
    tools: ["place_limit_order", "set_price_alert"],
    explains: (d, call) => {
      const fired = call.record.triggers.map((t) => t.trigger);
      if (!succeeded(call)) return false;
      if (call.recorded.tool === "set_price_alert") return fired.includes("LightStock.ring") && isRow(d, "alert", "recorded") && d.row.id === tickerOf(call);
      return fired.includes("LightStock.fill") && (isOrder(d, call) || isTrade(d, call));
    },
  },
  {
    number: 72,
    reason: "only shares that are held can be offered",
    tools: ["place_limit_order"],
    explains: (d, call) => {
      const basic = stateIn(call.before(), "LightStock")["tier"] === "Basic";
      const short = call.args["side"] === "sell" && basic && heldOf(call) < Number(call.args["quantity"]);
      return short && (refusedHere(d) || (succeeded(call) && isOrder(d, call)));
    },
  },
  {
    number: 73,
    reason: "a position without shares is none",
    tools: ["place_market_order"],
    explains: (d, call) => succeeded(call) && isRow(d, "position", "recorded") && d.row.id === tickerOf(call) && d.row.fields["quantity"] === 0,
  },
];

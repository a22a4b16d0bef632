/** LightStock's answers: quotes, positions, the account. */

import { cents, numberOf, objects, object, partOf, rows, setOf, single, type Answer } from "../answers.js";
import { read } from "../recording.js";

/** An empty portfolio is a sentence there. */
const listOrNone = (output: unknown): unknown => (typeof output === "string" ? [] : output);

export const lightStockAnswers: Readonly<Record<string, Answer>> = {
  list_all_sectors: { recorded: (output, path) => setOf(read.texts({ output }, "output", path)), ours: (output: readonly string[]) => setOf(output) },
  search_stocks: {
    recorded: (output, path) =>
      rows("stock", objects(output, path).map((s) => ({ id: read.text(s, "ticker", path), fields: { name: read.text(s, "name", path), price: read.number(s, "price", path) } }))),
    ours: (output: readonly { ticker: string; name: string; price: number }[]) => rows("stock", output.map(({ ticker, name, price }) => ({ id: ticker, fields: { name, price } }))),
  },
  get_portfolio: {
    recorded: (output, path) =>
      rows("position", objects(listOrNone(output), path).map((p) => ({
        id: read.text(p, "ticker", path),
        fields: { quantity: read.number(p, "quantity", path), avg_price: cents(read.number(p, "avg_price", path)) },
      }))),
    ours: (output: readonly { ticker: string; quantity: number; avg_price: number }[]) =>
      rows("position", output.map(({ ticker, quantity, avg_price }) => ({ id: ticker, fields: { quantity, avg_price } }))),
  },
  get_account_summary: {
    recorded: (output, path) => {
      const json = read.object(output, path);
      return object({
        tier: read.text(json, "tier", path),
        trading: cents(read.number(json, "trading balance", path)),
        savings: cents(read.number(json, "savings balance", path)),
        frozen: cents(read.number(json, "frozen margin", path)),
      });
    },
    ours: (o: { tier: string; trading_balance: number; savings_balance: number; frozen_margin: number }) =>
      object({ tier: o.tier, trading: o.trading_balance, savings: o.savings_balance, frozen: o.frozen_margin }),
  },
  check_vip_price: { recorded: (output, path) => single(numberOf(output, path)), ours: (output: number) => single(output) },
  place_market_order: {
    recorded: (output, path) => object({ fee: Number(partOf(output, /fee: ([\d.]+)\$/, path)) }),
    ours: ({ fee }: { fee: number }) => object({ fee }),
  },
};

/** Where LightShop means to differ from the original; numbers as in `docs/worlds/lightshop.md`. */

import type { ReplayedCall } from "../app.js";
import type { Difference } from "../compare.js";
import { contains, refusedHere, spentInVain, succeeded, type Correction } from "../corrections.js";
import { target } from "../neutral.js";
import type { Json } from "../recording.js";
import { rowsIn } from "../tables.js";

const itemsOf = (call: ReplayedCall): readonly Json[] => rowsIn(call.before(), "LightShop.Item");

/** A line of the cart with an item, or the item's stock. */
const concerns = (d: Difference, tid: unknown): boolean =>
  (d.what === "row" && d.kind === "cartLine" && target(d.row, "item") === tid) ||
  (d.what === "field" && d.kind === "cartLine" && d.field === "count" && target(d.row, "item") === tid) ||
  (d.what === "field" && d.kind === "item" && d.field === "stock" && d.row.id === tid);

const inner = (d: Difference): Difference => (d.what === "answer" ? d.inner : d);

export const lightShopCorrections: readonly Correction[] = [
  {
    number: 22,
    reason: "at least one unit goes into the cart",
    tools: ["add_to_cart"],
    explains: (d, call) => Number(call.args["cnt"]) < 1 && (refusedHere(d) || (succeeded(call) && concerns(inner(d), call.args["tid"]))),
  },
  {
    number: 23,
    reason: "an item has one line in the cart",
    tools: ["add_to_cart"],
    explains: (d, call) => {
      const { tid } = call.args;
      const twice = rowsIn(call.before(), "LightShop.CartLine").some((line) => line["item"] === tid) && itemsOf(call).some((item) => item["tid"] === tid);
      const one = inner(d);
      if (!twice || !succeeded(call)) return false;
      return (one.what !== "status" && one.what !== "answer" && one.kind === "cartLine" && concerns(one, tid)) || (one.what === "member" && one.kind === "purchase" && one.field === "lines" && one.member.endsWith(` × ${String(tid)}`));
    },
  },
  {
    number: 24,
    reason: "a checkout that fails leaves the password",
    tools: ["checkout_all"],
    explains: (d, call, calls) =>
      spentInVain(call, calls, "wait_payment_password", ["checkout_all"]) &&
      (d.what === "status" || (d.what === "row" && ((d.kind === "cartLine" && d.only === "recorded") || (d.kind === "purchase" && d.only === "ours")))),
  },
  {
    number: 77,
    reason: "a misspelt word is found, not only a name that is similar as a whole",
    tools: ["fuzzy_search_items", "fuzzy_search_items_in_shop", "fuzzy_search_shops"],
    explains: (d, call) =>
      d.what === "answer" && d.call === call && d.inner.what === "row" && d.inner.only === "ours" && !contains(d.inner.row.fields["name"], call.args["item_name"] ?? call.args["shop_name"]),
  },
];

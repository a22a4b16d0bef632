/** LightShop: shops with their items and stock, the cart, purchases. */

import { told, cents, numberOf } from "../answers.js";
import type { ReplayedApp, Start, Tables } from "../app.js";
import { instant, members, to, type NeutralState } from "../neutral.js";
import { keyed, listed, read, type Json, type Recording } from "../recording.js";
import { rowsIn, table } from "../tables.js";
import { lightShopAnswers } from "./lightshop-answers.js";
import { lightShopCorrections } from "./lightshop-corrections.js";

/** A recorded object with its place. */
interface Placed {
  readonly json: Json;
  readonly path: string;
}

interface Parts {
  readonly shops: readonly Placed[];
  readonly items: readonly (Placed & { readonly shop: string; readonly stock: number })[];
  readonly cart: readonly Placed[];
  readonly purchases: readonly (Placed & { readonly lines: readonly { readonly tid: string; readonly count: number }[] })[];
}

function partsOf(state: Json, path: string): Parts {
  const shops = keyed(state["shops"], "sid", `${path}.shops`);
  return {
    shops,
    items: shops.flatMap((shop) => {
      const stock = read.object(shop.json["count"], `${shop.path}.count`);
      return keyed(shop.json["items"], "tid", `${shop.path}.items`).map(({ json, path: at, id }) => ({
        json,
        path: at,
        shop: shop.id,
        stock: read.number(stock, id, `${shop.path}.count`),
      }));
    }),
    cart: listed(state, "cart", path),
    purchases: listed(state, "trans_history", path).map(({ json, path: at }) => ({
      json,
      path: at,
      lines: Object.entries(read.object(json["info"], `${at}.info`)).flatMap(([sid, items]) => {
        const counts = read.object(items, `${at}.info.${sid}`);
        return Object.keys(counts).map((tid) => ({ tid, count: read.number(counts, tid, `${at}.info.${sid}`) }));
      }),
    })),
  };
}

/** What nobody told is plenty: the largest balance that a seed generates. */
const PLENTY = 100_000;

/** The balance when the run began: the first that was told, and what had been paid before. */
function balanceOf(recording: Recording): number {
  const [first] = told(recording, "LightShop", "check_balance");
  if (!first) return PLENTY;
  const before = recording.calls.indexOf(first.call);
  const paid = told(recording, "LightShop", "checkout_all").filter(({ call }) => recording.calls.indexOf(call) < before).length;
  const { purchases } = partsOf(read.object(read.object(recording.final["LightShop"], "final")["output"], "final"), "final");
  return cents(numberOf(first.output, first.path) + purchases.slice(0, paid).reduce((sum, { json, path }) => sum + read.number(json, "total", path), 0));
}

function load(state: Json, path: string, { recording }: Start): Tables {
  const { shops, items, cart, purchases } = partsOf(state, path);
  const prices = new Map(items.map(({ json, path: at }) => [json["tid"], read.number(json, "price", at)]));
  return {
    "LightShop.Shop": table(
      shops.map(({ json, path: at }) => ({
        sid: read.text(json, "sid", at),
        name: read.text(json, "name", at),
        category: read.text(json, "category", at),
        starred: read.flag(json, "star", at),
      })),
    ),
    "LightShop.Item": table(
      items.map(({ json, path: at, shop, stock }) => ({
        tid: read.text(json, "tid", at),
        shop,
        name: read.text(json, "name", at),
        price: read.number(json, "price", at),
        stock,
        starred: read.flag(json, "star", at),
        description: "",
      })),
    ),
    "LightShop.CartLine": table(
      cart.map(({ json, path: at }) => ({ caid: read.text(json, "caid", at), item: read.text(json, "tid", at), count: read.number(json, "count", at) })),
    ),
    "LightShop.Purchase": table(
      purchases.map(({ json, path: at }) => ({ trid: read.text(json, "trid", at), time: read.instant(json, "timestamp", at), total: cents(read.number(json, "total", at)) })),
    ),
    "LightShop.PurchaseLine": table(
      purchases.flatMap(({ json, lines }) => lines.map(({ tid, count }) => ({ purchase: json["trid"], item: tid, price: prices.get(tid), count }))),
    ),
    "LightShop.state": table([{ balance: balanceOf(recording), password_entered: false }]),
  };
}

function recordedState(state: Json, path: string): NeutralState {
  const { shops, items, cart, purchases } = partsOf(state, path);
  return {
    shop: shops.map(({ json, path: at }) => ({
      id: read.text(json, "sid", at),
      fields: { name: read.text(json, "name", at), category: read.text(json, "category", at), starred: read.flag(json, "star", at) },
    })),
    item: items.map(({ json, path: at, shop, stock }) => ({
      id: read.text(json, "tid", at),
      fields: { shop: to(shop), name: read.text(json, "name", at), price: read.number(json, "price", at), stock, starred: read.flag(json, "star", at) },
    })),
    cartLine: cart.map(({ json, path: at }) => ({
      id: read.text(json, "caid", at),
      fields: { shop: to(read.text(json, "sid", at)), item: to(read.text(json, "tid", at)), count: read.number(json, "count", at) },
    })),
    purchase: purchases.map(({ json, path: at, lines }) => ({
      id: read.text(json, "trid", at),
      fields: {
        time: instant(read.instant(json, "timestamp", at)),
        total: cents(read.number(json, "total", at)),
        lines: members(lines.map(({ tid, count }) => `${count} × ${tid}`)),
      },
    })),
  };
}

function ownState(tables: Tables): NeutralState {
  const rows = (name: string): readonly Json[] => rowsIn(tables, `LightShop.${name}`);
  const shopOf = new Map(rows("Item").map((item) => [item["tid"], item["shop"] as string]));
  return {
    shop: rows("Shop").map((s) => ({
      id: s["sid"] as string,
      fields: { name: s["name"] as string, category: s["category"] as string, starred: s["starred"] as boolean },
    })),
    item: rows("Item").map((i) => ({
      id: i["tid"] as string,
      fields: {
        shop: to(i["shop"] as string),
        name: i["name"] as string,
        price: i["price"] as number,
        stock: i["stock"] as number,
        starred: i["starred"] as boolean,
      },
    })),
    cartLine: rows("CartLine").map((l) => ({
      id: l["caid"] as string,
      fields: { shop: to(shopOf.get(l["item"])!), item: to(l["item"] as string), count: l["count"] as number },
    })),
    purchase: rows("Purchase").map((p) => ({
      id: p["trid"] as string,
      fields: {
        time: instant(p["time"] as string),
        total: p["total"] as number,
        lines: members(rows("PurchaseLine").filter((l) => l["purchase"] === p["trid"]).map((l) => `${l["count"] as number} × ${l["item"] as string}`)),
      },
    })),
  };
}

const BALANCE = "the balance";

export const lightShop: ReplayedApp = {
  recorded: "LightShop",
  app: "LightShop",
  names: { tools: {}, args: {} },
  fault: "LightShop.wrong_password",
  state: {
    created: { cart: ["LightShop.CartLine"], trans: ["LightShop.Purchase"] },
    likeness: (recorded, ours) => recorded["tid"] === ours["item"],
    load,
    idle: { "LightShop.Shop": table([]), "LightShop.Item": table([]), "LightShop.CartLine": table([]) },
    recordedState,
    ownState,
    omitted: {
      told: (recording) => (told(recording, "LightShop", "check_balance").length > 0 ? [BALANCE] : []),
      needed: ({ tool }) => (tool === "checkout_all" || tool === "check_balance" ? [BALANCE] : []),
    },
  },
  answers: lightShopAnswers,
  corrections: lightShopCorrections,
};

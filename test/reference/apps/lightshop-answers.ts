/** LightShop's answers: names, identifiers, prices, counts. */

import { cents, numberOf, object, objects, partOf, rows, setOf, single, textOf, type Answer } from "../answers.js";
import { instant, members, to, type NeutralRow } from "../neutral.js";
import { read } from "../recording.js";

interface OurMatch {
  readonly tid: string;
  readonly name: string;
  readonly price: number;
  readonly shop: string;
}
interface OurLine {
  readonly caid: string;
  readonly tid: string;
  readonly sid: string;
  readonly count: number;
}

const found = (tid: string, name: string, price: number, shop: string): NeutralRow => ({ id: tid, fields: { name, price, shop } });

/** Items everywhere, each with the name of its shop. */
const matches: Answer = {
  recorded: (output, path) =>
    rows("item", objects(output, path).map((i) => found(read.text(i, "tid", path), read.text(i, "name", path), read.number(i, "price", path), read.text(i, "shop", path)))),
  ours: (output: readonly OurMatch[]) => rows("item", output.map((i) => found(i.tid, i.name, i.price, i.shop))),
};

const names = (output: unknown, path: string): readonly string[] => read.texts({ output }, "output", path);

const line = (caid: string, tid: string, sid: string, count: number): NeutralRow => ({ id: caid, fields: { item: to(tid), shop: to(sid), count } });

export const lightShopAnswers: Readonly<Record<string, Answer>> = {
  list_all_shop_categories: { recorded: (output, path) => setOf(names(output, path)), ours: (output: readonly string[]) => setOf(output) },
  list_all_shops_by_category: {
    recorded: (output, path) => setOf(names(output, path)),
    ours: (output: readonly { name: string }[]) => setOf(output.map((shop) => shop.name)),
  },
  get_shop_id_by_name: { recorded: (output, path) => single(textOf(output, path)), ours: (output: string) => single(output) },
  list_items: {
    recorded: (output, path) =>
      rows("item", objects(output, path).map((i) => ({
        id: read.text(i, "tid", path),
        fields: { name: read.text(i, "name", path), price: read.number(i, "price", path), starred: read.flag(i, "star", path) },
      }))),
    ours: (output: readonly { tid: string; name: string; price: number; starred: boolean }[]) =>
      rows("item", output.map(({ tid, name, price, starred }) => ({ id: tid, fields: { name, price, starred } }))),
  },
  get_item_info: {
    recorded: (output, path) => {
      const item = read.object(output, path);
      return object({ name: read.text(item, "name", path), price: read.number(item, "price", path), stock: read.number(item, "count", path) });
    },
    ours: ({ name, price, stock }: { name: string; price: number; stock: number }) => object({ name, price, stock }),
  },
  search_items: matches,
  fuzzy_search_items: matches,
  add_to_cart: {
    recorded: (output, path) => object({ name: partOf(output, /'(.+)' \(ID: item_/, path), item: to(partOf(output, /\(ID: (item_\w+)\)/, path)) }),
    ours: ({ name, tid }: { name: string; tid: string }) => object({ name, item: to(tid) }),
  },
  get_cart_summary: {
    recorded: (output, path) =>
      rows("cartLine", objects(output, path).map((l) => line(read.text(l, "caid", path), read.text(l, "tid", path), read.text(l, "sid", path), read.number(l, "count", path)))),
    ours: ({ lines }: { lines: readonly OurLine[] }) => rows("cartLine", lines.map((l) => line(l.caid, l.tid, l.sid, l.count))),
  },
  check_balance: { recorded: (output, path) => single(numberOf(output, path)), ours: (output: number) => single(output) },
  get_trans_info: {
    recorded: (output, path) => {
      const json = read.object(output, path);
      const lines = Object.values(read.object(json["info"], `${path}.info`)).flatMap((items) => Object.entries(read.object(items, `${path}.info`)));
      return rows("purchase", [
        {
          id: read.text(json, "trid", path),
          fields: {
            time: instant(read.instant(json, "timestamp", path)),
            total: cents(read.number(json, "total", path)),
            lines: members(lines.map(([tid, count]) => `${String(count)} × ${tid}`)),
          },
        },
      ]);
    },
    ours: ({ trid, time, total, lines }: { trid: string; time: string; total: number; lines: readonly OurLine[] }) =>
      rows("purchase", [{ id: trid, fields: { time: instant(time), total, lines: members(lines.map((l) => `${l.count} × ${l.tid}`)) } }]),
  },
};

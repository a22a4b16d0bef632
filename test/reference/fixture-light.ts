/** A second recorded run in small: two shops, a few flights and stocks, the forecast and the paper, beside the three friends. */

import { ANN, call as talkCall, id, initialState as talkState, ME, type Mutable, type MutableValue } from "./fixture.js";
import type { RecordedCall, Recording } from "./recording.js";

export const GREENS = id("shop", "Greens");
export const PAGES = id("shop", "Pages");
export const LEEK = id("item", "Leek");
export const KALE = id("item", "Kale");
export const ATLAS = id("item", "Atlas");
export const LINE = id("cart", "Line");
export const BOUGHT = id("trans", "Bought");
export const TOKYO = id("flight", "Tokyo");
export const ROME = id("flight", "Rome");
export const SEAT = id("booking", "Seat");
export const WAITING = id("order", "Waiting");
export const TRADED = id("trans", "Traded");

export interface LightState {
  readonly talk: MutableValue;
  readonly shop: MutableValue;
  readonly flight: MutableValue;
  readonly stock: MutableValue;
}

const goods = (tid: string, name: string, price: number): object => ({ tid, name, price, star: false });
export const cartLine = (caid: string, sid: string, tid: string, count: number): object => ({ caid, sid, tid, count });
export const passenger = (name: string, uid = "empty"): object => ({ name, light_talk_uid: uid });
export const booking = (bid: string, fid: string, seat: string, price: number, who: object, paid: boolean): MutableValue => ({
  bid, fid, seat_class: seat, total_price: price, passenger_info: who, paid,
});
export const trade = (trid: string, ticker: string, side: string, quantity: number, price: number, fee: number, timestamp: string): object => ({
  timestamp, trid, ticker, side, quantity, price, total_amount: price * quantity, fee,
});
export const order = (oid: string, ticker: string, side: string, quantity: number, limit: number): object => ({
  oid, ticker, side, quantity, price_type: "limit", limit_price: limit, frozen_margin: side === "buy" ? quantity * limit : 0,
});

/** The state in which every run of this file begins. */
export function initialLight(): LightState {
  return {
    talk: talkState(),
    shop: {
      shops: {
        [GREENS]: {
          sid: GREENS, name: "Greens", category: "vegetable", star: true,
          items: { [LEEK]: goods(LEEK, "leek (1kg)", 2.5), [KALE]: goods(KALE, "kale (250g)", 1.1) },
          count: { [LEEK]: 9, [KALE]: 40 },
        },
        [PAGES]: { sid: PAGES, name: "Pages", category: "books", star: false, items: { [ATLAS]: goods(ATLAS, "Atlas of Winds", 31) }, count: { [ATLAS]: 1 } },
      },
      cart: [cartLine(LINE, GREENS, LEEK, 1)],
      trans_history: [{ timestamp: "2026-01-01 18:00:00", trid: BOUGHT, total: 31, info: { [PAGES]: { [ATLAS]: 1 } } }],
    },
    flight: { my_balance: 20_000, bookings: [booking(SEAT, ROME, "economy", 400, passenger("Carl Lee"), false)], passengers: [passenger("Carl Lee")] },
    stock: {
      user: { tier: "Basic", trading_balance: 20_000, savings_balance: 90_000, frozen_margin: 3000 },
      stocks: {
        portfolio: [{ ticker: "NKE", quantity: 10, avg_price: 120 }],
        pending_orders: [order(WAITING, "CAT", "buy", 10, 300)],
        trade_history: [trade(TRADED, "NKE", "buy", 10, 120, 2.4, "2026-01-01 12:00:00")],
        watch_list: ["KO"],
        price_alerts: { HON: 500 },
      },
    },
  };
}

/** A call of an app. */
export const callOf = (app: string, ...given: Parameters<typeof talkCall>): RecordedCall => ({ ...talkCall(...given), app });
export const shop = (...given: Parameters<typeof talkCall>): RecordedCall => callOf("LightShop", ...given);
export const flight = (...given: Parameters<typeof talkCall>): RecordedCall => callOf("LightFlight", ...given);
export const stock = (...given: Parameters<typeof talkCall>): RecordedCall => callOf("LightStock", ...given);
export const weather = (...given: Parameters<typeof talkCall>): RecordedCall => callOf("LightWeather", ...given);
export const news = (...given: Parameters<typeof talkCall>): RecordedCall => callOf("LightNews", ...given);

/** A run from the initial state; `change` makes the final state out of it. */
export function recordedLight(name: string, calls: readonly RecordedCall[], change: (state: LightState) => void = () => undefined): Mutable<Recording> {
  const final = initialLight();
  change(final);
  const states = ({ talk, shop: shops, flight: flights, stock: stocks }: LightState): Record<string, unknown> => {
    const apps = { LightSystem: {}, LightTalk: talk, LightShop: shops, LightWeather: {}, LightFlight: flights, LightStock: stocks, LightNews: {} };
    return Object.fromEntries(Object.entries(apps).map(([app, output]) => [app, { status: "ok", output: structuredClone(output) as unknown }]));
  };
  return {
    name,
    seed: 7,
    apps: ["LightTalk", "LightShop", "LightWeather", "LightFlight", "LightStock", "LightNews"],
    query: "Do this and that.",
    calls: calls as Mutable<readonly RecordedCall[]>,
    initial: states(initialLight()),
    final: states(final),
  };
}

/** A recorded answer of `get_flight_details`, in the original's spelling. */
export const detailsOf = (fid: string, from: string, to: string, departs: string, arrives: string, price: number, seats: object = {}): object => ({
  fid,
  departure: from,
  arrival: to,
  depature_time: departs,
  arrival_time: arrives,
  duration: "600 min",
  price: { ecomony: price, business: price * 2, first: price * 4.5 },
  seat_count: { economy: 28, business: 2, first: 1, ...seats },
});
export const TOKYO_DETAILS = detailsOf(TOKYO, "Oslo, Mountain Field", "Tokyo, Haneda Airport", "2026-01-05 10:30:00", "2026-01-05 20:30:00", 800);

export const day = (date: string, condition: string, temperature: number, precipitation: number): object => ({
  date, condition: { id: condition, name: condition, description: "" }, temp_c: temperature, precip_mm: precipitation,
});
const article = (name: string, timestamp: string): object => ({ nid: id("news", name), title: `The ${name}`, timestamp, abstract: `About the ${name}.` });

/** A run through all apps without any defect: everything it did is done the same way here. */
export function lightRun(): Mutable<Recording> {
  const [LINE_2, BUY, SEAT_2, SEAT_3, ORDER] = [id("cart", "Second"), id("trans", "Second"), id("booking", "Second"), id("booking", "Third"), id("order", "Second")];
  const mia = passenger("Mia Orr", ME);
  const kale = { tid: KALE, name: "kale (250g)", price: 1.1, shop: "Greens" };
  const calls: RecordedCall[] = [
    shop("list_all_shop_categories", {}, "ok", ["books", "vegetable"]),
    shop("list_all_shops_by_category", { category: "vegetable" }, "ok", ["Greens"]),
    shop("get_shop_id_by_name", { shop_name: "Greens" }, "ok", GREENS),
    shop("list_items", { sid: GREENS }, "ok", [{ ...goods(KALE, "kale (250g)", 1.1) }, { ...goods(LEEK, "leek (1kg)", 2.5) }]),
    shop("get_item_info", { sid: GREENS, tid: KALE }, "ok", { name: "kale (250g)", price: 1.1, count: 40 }),
    shop("search_items", { item_name: "KALE" }, "ok", [kale]),
    shop("fuzzy_search_items", { item_name: "kale" }, "ok", [kale]),
    shop("check_balance", {}, "ok", 500),
    shop("add_to_cart", { sid: GREENS, tid: KALE, cnt: 41 }, "failed", "Too many."),
    shop("add_to_cart", { sid: GREENS, tid: KALE, cnt: 3 }, "ok", `Added 3 × 'kale (250g)' (ID: ${KALE}) to your cart.`),
    shop("get_cart_summary", {}, "ok", [cartLine(LINE, GREENS, LEEK, 1), cartLine(LINE_2, GREENS, KALE, 3)]),
    shop("delete_item_in_cart", { caid: LINE }, "ok"),
    shop("star_item", { sid: GREENS, tid: KALE }, "ok"),
    shop("unstar_shop", { sid: GREENS }, "ok"),
    shop("wait_payment_password", {}, "internal error", "Wrong."),
    shop("wait_payment_password", {}, "ok"),
    shop("checkout_all", {}, "ok", `Checkout successful. Transaction ID: ${BUY}.`, 4),
    shop("get_trans_info", { trid: BUY }, "ok", { timestamp: "2026-01-02 09:00:04", trid: BUY, total: 3.3000000000000003, info: { [GREENS]: { [KALE]: 3 } } }),
    shop("check_balance", {}, "ok", 496.7),
    shop("checkout_all", {}, "failed", "No password."),
    shop("add_to_cart", { sid: PAGES, tid: ATLAS, cnt: 1 }, "ok", `Added 1 × 'Atlas of Winds' (ID: ${ATLAS}) to your cart.`),

    flight("check_balance", {}, "ok", "$ 20000"),
    flight("search_flights", { departure: "Oslo", arrival: "Tokyo", date: "2026-01-05" }, "ok", [TOKYO]),
    flight("search_flights", { departure: "Oslo", arrival: "Tokyo", date: "2026-01-06" }, "failed", "None."),
    flight("get_flight_details", { fid: TOKYO }, "ok", TOKYO_DETAILS),
    flight("check_passengers", {}, "ok", [passenger("Carl Lee")]),
    flight("add_passenger", { name: "Mia Orr", light_talk_uid: ME }, "ok", "Added, index = 1"),
    flight("add_to_booking", { fid: TOKYO, seat_class: "business", passenger_idx: 1 }, "ok"),
    flight("add_to_booking", { fid: TOKYO, seat_class: "first", passenger_idx: 2 }, "failed", "No such passenger."),
    flight("add_to_booking", { fid: TOKYO, seat_class: "first", passenger_idx: 1 }, "ok"),
    flight("check_bookings", {}, "ok", [
      booking(SEAT, ROME, "economy", 400, passenger("Carl Lee"), false),
      booking(SEAT_2, TOKYO, "business", 1600, mia, false),
      booking(SEAT_3, TOKYO, "first", 3600, mia, false),
    ]),
    flight("remove_from_booking", { bid: SEAT }, "ok"),
    flight("wait_payment_password", {}, "ok"),
    flight("checkout_bookings", {}, "ok", "Paid.", 3),
    flight("cancel_booking", { bids: [SEAT_3] }, "ok", "Cancelled.", 2),
    flight("check_balance", {}, "ok", "$ 18220.0"),

    stock("list_all_sectors", {}, "ok", ["Communication", "Consumer Cyclical", "Consumer Defensive", "Energy", "Finance", "Healthcare", "Industrials", "Technology", "Utilities"]),
    stock("search_stocks", { query: "coca" }, "ok", [{ ticker: "KO", name: "The Coca-Cola Company", price: 60 }]),
    stock("get_portfolio", {}, "ok", [{ ticker: "NKE", quantity: 10, avg_price: 120 }]),
    stock("get_account_summary", {}, "ok", { tier: "Basic", "trading balance": 20_000, "savings balance": 90_000, "frozen margin": 3000 }),
    stock("check_vip_price", {}, "ok", 8000),
    stock("place_market_order", { ticker: "KO", side: "buy", quantity: 5 }, "failed", "No password."),
    stock("wait_trade_password", {}, "ok"),
    stock("place_market_order", { ticker: "ko", side: "buy", quantity: 5 }, "ok", "Bought, fee: 0.6$", 3),
    stock("transfer_funds", { amount: 250, direction: "s2t" }, "ok"),
    stock("wait_trade_password", {}, "ok"),
    stock("place_limit_order", { ticker: "KO", side: "sell", quantity: 5, limit_price: 75 }, "ok"),
    stock("toggle_watchlist", { ticker: "NKE" }, "ok"),
    stock("set_price_alert", { ticker: "KO", price: 70 }, "ok"),
    stock("remove_price_alert", { ticker: "HON" }, "ok"),

    weather("get_forecast", { location: "Oslo", days: 2 }, "ok", [day("2026-01-02", "snow", -3.5, 4.2), day("2026-01-03", "sunny", -6, 0)]),
    weather("set_primary_location", { location: "Oslo" }, "ok"),
    weather("set_primary_location", { location: "Nowhere" }, "failed", "Unknown."),
    news("list_all_sections", {}, "ok", ["Town Updates", "School & Kids", "Events & Happenings", "Local Business", "Public Safety", "Sports"]),
    news("get_last_k_news", { section: "Sports", k: 2 }, "ok", [article("Match", "2025-12-30 10:00:00"), article("Race", "2026-01-01 10:00:00")]),
    news("search", { section: "Sports", query: "race", maxn: 5 }, "ok", [article("Race", "2026-01-01 10:00:00")]),
    news("get_details", { nid: id("news", "Race") }, "ok", {}),
    callOf("TimeServer", "days_diff", { t1: "2025-12-30", t2: "2026-01-02" }, "ok", "3 days"),
    callOf("TimeServer", "iso_seconds_diff", { t1: "2026-01-02T09:00:00", t2: "2026-01-02T09:01:00" }, "ok", 60),
    callOf("?", "search_news", { query: "race" }, "error", "There is no such tool."),
    talkCall("acc_network", {}, "ok"),
    talkCall("fuzzy_search_uids_from_name", { name: "ann" }, "ok", [`Ann Lee (${ANN})`]),
    talkCall("get_uid_from_name", { name: "Ann Lee" }, "ok", ANN),
    talkCall("list_all_tags", {}, "ok", ["friends (2)", "family (1)", "me (1)"]),
  ];
  return recordedLight("task-light", calls, (state) => {
    const { shops, trans_history: history } = state.shop;
    shops[GREENS].star = false;
    shops[GREENS].items[KALE].star = true;
    shops[GREENS].count = { [LEEK]: 10, [KALE]: 37 };
    shops[PAGES].count[ATLAS] = 0;
    state.shop.cart = [cartLine(id("cart", "Third"), PAGES, ATLAS, 1)];
    history.push({ timestamp: "2026-01-02 09:00:04", trid: BUY, total: 3.3000000000000003, info: { [GREENS]: { [KALE]: 3 } } });
    state.flight.my_balance = 18_220;
    state.flight.passengers.push(mia);
    state.flight.bookings = [booking(SEAT_2, TOKYO, "business", 1600, mia, true)];
    const { user, stocks } = state.stock;
    user.trading_balance = 19_949.4;
    user.savings_balance = 89_750;
    stocks.portfolio = [{ ticker: "KO", quantity: 5, avg_price: 60 }, { ticker: "NKE", quantity: 10, avg_price: 120 }];
    stocks.pending_orders.push(order(ORDER, "KO", "sell", 5, 75));
    stocks.trade_history.push(trade(id("trans", "Third"), "KO", "buy", 5, 60, 0.6, "2026-01-02 09:00:03"));
    stocks.watch_list = ["KO", "NKE"];
    stocks.price_alerts = { KO: 70 };
  });
}

/** Runs in which the apps beside LightTalk show the original's defects, one each. */

import { booking, cartLine, day, flight, KALE, LEEK, GREENS, initialLight, LINE, news, order, passenger, recordedLight, ROME, SEAT, shop, stock, TOKYO, TOKYO_DETAILS, trade, WAITING, weather, detailsOf, type LightState } from "./fixture-light.js";
import { call, id } from "./fixture.js";
import type { DefectRun } from "./defects.js";
import type { RecordedCall } from "./recording.js";

const carl = passenger("Carl Lee");
const armed = flight("wait_payment_password", {}, "ok");
const entered = stock("wait_trade_password", {}, "ok");
const sold = (quantity: number): object => trade(id("trans", "Sold"), "NKE", "sell", quantity, 120, quantity * 0.24, "2026-01-02 09:00:03");

/** Money, shares and trade of a sale from the ten shares held. */
function sell({ stock: { user, stocks } }: LightState, quantity: number): void {
  user.trading_balance += quantity * 120 - quantity * 0.24;
  stocks.portfolio[0].quantity -= quantity;
  stocks.trade_history.push(sold(quantity));
}

const vip = ({ stock: { user } }: { stock: LightState["stock"] }): unknown => (user.tier = "VIP");

export function lightDefectRuns(): DefectRun[] {
  const run = (number: number, calls: readonly RecordedCall[], change?: (state: LightState) => void, before?: (state: LightState) => void): DefectRun => {
    const recording = recordedLight(`defect-${number}-${calls[calls.length - 1]?.tool}`, calls, (state) => {
      before?.(state);
      change?.(state);
    });
    if (before) {
      const state = initialLight();
      before(state);
      Object.assign(recording.initial, recordedLight("", [], before).final);
    }
    return { number, recording };
  };
  return [
    // LightShop
    run(22, [shop("add_to_cart", { sid: GREENS, tid: KALE, cnt: -2 }, "ok", `Added -2 × 'kale (250g)' (ID: ${KALE}) to your cart.`)], (state) => {
      state.shop.cart.push(cartLine(id("cart", "Minus"), GREENS, KALE, -2));
      state.shop.shops[GREENS].count[KALE] += 2;
    }),
    run(23, [shop("add_to_cart", { sid: GREENS, tid: LEEK, cnt: 2 }, "ok", `Added 2 × 'leek (1kg)' (ID: ${LEEK}) to your cart.`)], (state) => {
      state.shop.cart.push(cartLine(id("cart", "Again"), GREENS, LEEK, 2));
      state.shop.shops[GREENS].count[LEEK] -= 2;
    }),
    run(
      23,
      [
        shop("add_to_cart", { sid: GREENS, tid: LEEK, cnt: 2 }, "ok", `Added 2 × 'leek (1kg)' (ID: ${LEEK}) to your cart.`),
        shop("wait_payment_password", {}, "ok"),
        shop("checkout_all", {}, "ok", `Transaction ID: ${id("trans", "Both")}.`),
      ],
      (state) => {
        state.shop.cart = [];
        state.shop.shops[GREENS].count[LEEK] -= 2;
        state.shop.trans_history.push({ timestamp: "2026-01-02 09:00:00", trid: id("trans", "Both"), total: 7.5, info: { [GREENS]: { [LEEK]: 2 } } });
      },
    ),
    run(
      24,
      [
        shop("delete_item_in_cart", { caid: LINE }, "ok"),
        shop("wait_payment_password", {}, "ok"),
        shop("checkout_all", {}, "failed", "The cart is empty."),
        shop("add_to_cart", { sid: GREENS, tid: KALE, cnt: 1 }, "ok", `Added 1 × 'kale (250g)' (ID: ${KALE}) to your cart.`),
        shop("checkout_all", {}, "failed", "No password."),
      ],
      (state) => {
        state.shop.cart = [cartLine(id("cart", "Kale"), GREENS, KALE, 1)];
        Object.assign(state.shop.shops[GREENS].count, { [LEEK]: 10, [KALE]: 39 });
      },
    ),
    run(77, [shop("fuzzy_search_items", { item_name: "kalle" }, "ok", [])]),
    // LightTalk's search
    run(78, [call("fuzzy_search_uids_from_name", { name: "Anm Lee" }, "ok", [])]),
    // LightFlight
    run(
      24,
      [
        flight("get_flight_details", { fid: TOKYO }, "ok", TOKYO_DETAILS),
        flight("remove_from_booking", { bid: SEAT }, "ok"),
        armed,
        flight("checkout_bookings", {}, "failed", "Nothing."),
        flight("add_to_booking", { fid: TOKYO, seat_class: "economy", passenger_idx: 0 }, "ok"),
        flight("check_bookings", {}, "ok", [booking(id("booking", "Tokyo"), TOKYO, "economy", 800, carl, false)]),
        flight("checkout_bookings", {}, "failed", "No password."),
      ],
      (state) => (state.flight.bookings = [booking(id("booking", "Tokyo"), TOKYO, "economy", 800, carl, false)]),
    ),
    run(
      28,
      [flight("get_flight_details", { fid: TOKYO }, "ok", TOKYO_DETAILS), flight("add_to_booking", { fid: TOKYO, seat_class: "economy", passenger_idx: -1 }, "ok")],
      (state) => state.flight.bookings.push(booking(id("booking", "Minus"), TOKYO, "economy", 800, carl, false)),
    ),
    run(28, [flight("remove_passenger", { passenger_idx: -1 }, "ok")], (state) => state.flight.passengers.pop()),
    run(29, [armed, flight("checkout_bookings", {}, "ok"), { ...flight("remove_from_booking", { bid: SEAT }, "ok"), result: { stats: "failed", output: "It is paid." } }], (state) => {
      state.flight.my_balance = 19_600;
      state.flight.bookings[0].paid = true;
    }),
    run(30, [armed, flight("checkout_bookings", {}, "ok"), flight("cancel_booking", { bids: [SEAT, id("booking", "None")] }, "failed", "No such booking.")], (state) => {
      state.flight.my_balance = 19_600;
      state.flight.bookings = [];
    }),
    run(
      31,
      [
        flight("get_flight_details", { fid: ROME }, "ok", detailsOf(ROME, "Oslo, Oslo Airport", "Rome, Rome Airport", "2026-01-05 10:30:00", "2026-01-05 12:30:00", 400, { economy: 1 })),
        flight("add_to_booking", { fid: ROME, seat_class: "economy", passenger_idx: 0 }, "ok"),
        flight("check_bookings", {}, "ok", [booking(SEAT, ROME, "economy", 400, carl, false), booking(id("booking", "More"), ROME, "economy", 400, carl, false)]),
        armed,
        flight("checkout_bookings", {}, "ok"),
      ],
      (state) => {
        state.flight.my_balance = 19_200;
        state.flight.bookings = [booking(SEAT, ROME, "economy", 400, carl, true), booking(id("booking", "More"), ROME, "economy", 400, carl, true)];
      },
    ),
    run(32, [flight("remove_from_booking", { bid: SEAT }, "ok"), armed, flight("checkout_bookings", {}, "ok")], (state) => (state.flight.bookings = [])),
    run(35, [flight("remove_passenger", { passenger_idx: 0 }, "ok")], (state) => (state.flight.passengers = [])),
    run(70, [flight("add_passenger", { name: "Max Roe", light_talk_uid: id("user", "None") }, "ok", "Added, index = 1")], (state) => state.flight.passengers.push(passenger("Max Roe", id("user", "None")))),
    run(
      71,
      [
        flight("get_flight_details", { fid: TOKYO }, "ok", detailsOf(TOKYO, "Oslo, Oslo Airport", "Tokyo, Haneda Airport", "2026-01-01 10:30:00", "2026-01-01 20:30:00", 800)),
        flight("add_to_booking", { fid: TOKYO, seat_class: "economy", passenger_idx: 0 }, "ok"),
      ],
      (state) => state.flight.bookings.push(booking(id("booking", "Late"), TOKYO, "economy", 800, carl, false)),
    ),
    // LightStock
    run(24, [entered, stock("place_market_order", { ticker: "NKE", side: "sell", quantity: 11 }, "failed", "Not so many."), stock("place_market_order", { ticker: "NKE", side: "sell", quantity: 1 }, "failed", "No password.")]),
    run(36, [stock("cancel_order", { oid: WAITING }, "ok")], ({ stock: { user, stocks } }) => {
      user.trading_balance += 3000;
      user.frozen_margin = 0;
      stocks.pending_orders = [];
    }),
    run(
      37,
      [entered, stock("place_market_order", { ticker: "NKE", side: "buy", quantity: 10 }, "error", "Division by zero.")],
      ({ stock: { user } }) => (user.trading_balance -= 1202.4),
      (state) => {
        vip(state);
        state.stock.stocks.portfolio[0].quantity = -10;
      },
    ),
    run(38, [entered, stock("place_market_order", { ticker: "NKE", side: "BUY", quantity: 2 }, "ok", "Sold, fee: 0.48$", 3)], (state) => sell(state, 2)),
    run(38, [stock("transfer_funds", { amount: 100, direction: "to savings" }, "ok")], ({ stock: { user } }) => {
      user.trading_balance -= 100;
      user.savings_balance += 100;
    }),
    run(39, [stock("transfer_funds", { amount: -100, direction: "s2t" }, "ok")], ({ stock: { user } }) => {
      user.trading_balance -= 100;
      user.savings_balance += 100;
    }),
    run(40, [entered, stock("place_limit_order", { ticker: "NOPE", side: "buy", quantity: 2, limit_price: 10 }, "ok")], ({ stock: { user, stocks } }) => {
      user.frozen_margin += 20;
      stocks.pending_orders.push(order(id("order", "Nope"), "NOPE", "buy", 2, 10));
    }),
    run(40, [stock("set_price_alert", { ticker: "NOPE", price: 10 }, "ok")], ({ stock: { stocks } }) => (stocks.price_alerts["NOPE"] = 10)),
    run(41, [stock("set_price_alert", { ticker: "nke", price: 200 }, "ok")], ({ stock: { stocks } }) => (stocks.price_alerts["nke"] = 200)),
    run(41, [stock("remove_price_alert", { ticker: "hon" }, "failed", "None.")]),
    run(42, [stock("set_price_alert", { ticker: "NKE", price: 120 }, "ok")], ({ stock: { stocks } }) => (stocks.price_alerts["NKE"] = 120)),
    run(42, [entered, stock("place_limit_order", { ticker: "NKE", side: "buy", quantity: 2, limit_price: 130 }, "ok")], ({ stock: { user, stocks } }) => {
      user.frozen_margin += 260;
      stocks.pending_orders.push(order(id("order", "Reached"), "NKE", "buy", 2, 130));
    }),
    run(72, [entered, stock("place_limit_order", { ticker: "NKE", side: "sell", quantity: 20, limit_price: 150 }, "ok")], ({ stock: { stocks } }) =>
      stocks.pending_orders.push(order(id("order", "Short"), "NKE", "sell", 20, 150)),
    ),
    run(73, [entered, stock("place_market_order", { ticker: "NKE", side: "sell", quantity: 10 }, "ok", "Sold, fee: 2.4$", 3)], (state) => sell(state, 10)),
    // LightWeather
    run(46, [{ ...weather("get_wind_forecast", { location: "Oslo", hours: 2 }, "ok"), result: [{ speed: 3 }, { speed: 4 }] }]),
    run(47, [weather("convert_temperature", { value: 20, from_unit: "R", to_unit: "C" }, "ok", 20)]),
    run(48, [weather("get_sun_times", { location: "Oslo" }, "ok", { sunrise: "2026-01-02 15:00:00", sunset: "2026-01-03 03:00:00" })]),
    run(74, [weather("get_forecast", { location: "Oslo", days: 9 }, "ok", ["02", "03", "04", "05", "06", "07", "08"].map((d) => day(`2026-01-${d}`, "cloudy", 1, 0)))]),
    run(75, [weather("get_forecast", { location: "Oslo", days: -1 }, "ok", [])]),
    run(75, [weather("get_hourly_forecast", { location: "Oslo", hours: 0 }, "ok", [])]),
    run(76, [weather("create_alert", { location: "Oslo", condition: "frogs", threshold: 3 }, "ok")]),
    // LightNews
    run(19, [news("get_last_k_news", { section: "Sports", k: 0 }, "ok", [])]),
  ];
}

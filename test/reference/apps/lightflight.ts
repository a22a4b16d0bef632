/** LightFlight: bookings, passengers and the balance; the flights themselves are known from answers only. */

import { told } from "../answers.js";
import type { ReplayedApp, Start, Tables } from "../app.js";
import { to, type NeutralState } from "../neutral.js";
import { listed, read, secondsOf, type Json, type Recording } from "../recording.js";
import { rowsIn, stateIn, table } from "../tables.js";
import { contactOf, flightIn, lightFlightAnswers } from "./lightflight-answers.js";
import { lightFlightCorrections } from "./lightflight-corrections.js";

const APP = "LightFlight";

/** What is known of a flight; airports by name. */
interface Flight {
  readonly fid: string;
  readonly from?: string;
  readonly to?: string;
  readonly fromCity?: string;
  readonly toCity?: string;
  readonly departs?: string;
  readonly minutes?: number;
  readonly price?: number;
  readonly seats?: Readonly<Record<string, number>>;
}

const FACTOR: Readonly<Record<string, number>> = { economy: 1, business: 2, first: 4.5 };

/** Days until a flight departs of which only the booking is known: half of the time for which flights are on sale. */
const DAYS_AHEAD = 5;

/** All flights of which the record tells anything. */
function flightsOf(recording: Recording, bookings: readonly Json[]): Flight[] {
  const flights = new Map<string, Flight>();
  const note = (flight: Flight): unknown => flights.set(flight.fid, { ...flights.get(flight.fid), ...flight });
  for (const booking of bookings) note({ fid: String(booking["fid"]), price: Number(booking["total_price"]) / (FACTOR[String(booking["seat_class"])] ?? 1) });
  for (const { call, output, path } of told(recording, APP, "search_flights")) {
    const { departure, arrival, date } = call.args;
    for (const fid of read.texts({ output }, "output", path)) note({ fid, fromCity: String(departure), toCity: String(arrival), departs: `${String(date).slice(0, 10)}T12:00:00` });
  }
  for (const { output, path } of told(recording, APP, "get_flight_details")) {
    const flight = flightIn(output, path);
    const minutes = (secondsOf(flight.arrives) - secondsOf(flight.departs)) / 60;
    note({ fid: flight.fid, from: flight.from, to: flight.to, fromCity: flight.fromCity, toCity: flight.toCity, departs: flight.departs, minutes, price: flight.price, seats: flight.seats });
  }
  return [...flights.values()];
}

/** Airports by name, or by city where the name is not known; those that are nowhere here are added. */
class Airports {
  readonly rows: Json[];

  constructor(tables: Tables) {
    this.rows = [...rowsIn(tables, "LightFlight.Airport")];
  }

  find(name: string | undefined, city: string | undefined, otherwise: number): string {
    const known = this.rows.find((airport) => (name !== undefined ? airport["name"] === name : airport["city"] === city));
    if (known) return known["aid"] as string;
    if (city === undefined) return this.rows[otherwise]!["aid"] as string;
    const code = `#${this.rows.length}`;
    const added = { aid: `airport_${code}`, name: name ?? `${city} Airport`, city, code, at: { lat: 0, lon: 0 }, starred: false };
    this.rows.push(added);
    return added.aid;
  }
}

interface Parts {
  readonly balance: number;
  readonly bookings: readonly { readonly json: Json; readonly path: string; readonly passenger: Json }[];
  readonly passengers: readonly { readonly json: Json; readonly path: string }[];
}

function partsOf(state: Json, path: string): Parts {
  return {
    balance: read.number(state, "my_balance", path),
    bookings: listed(state, "bookings", path).map(({ json, path: at }) => ({ json, path: at, passenger: read.object(json["passenger_info"], `${at}.passenger_info`) })),
    passengers: listed(state, "passengers", path),
  };
}

/** Passengers have no identifier: one is known by name and contact. */
const samePassenger = (a: Json, b: Json): boolean => a["name"] === b["name"] && a["light_talk_uid"] === b["light_talk_uid"];

/**
 * Tables from a recorded state. What the record does not say is chosen so that it changes no outcome: a flight departs
 * within days, lasts an hour, and has seats.
 */
function load(state: Json, path: string, { tables, clock, recording }: Start): Tables {
  const { balance, bookings, passengers } = partsOf(state, path);
  const airports = new Airports(tables);
  const later = new Date((secondsOf(clock) + DAYS_AHEAD * 86_400) * 1000).toISOString().slice(0, 19);
  const contacts = new Set(rowsIn(tables, "LightTalk.Contact").map((contact) => contact["uid"]));
  const flights = flightsOf(recording, bookings.map(({ json }) => json)).map((flight) => ({
    fid: flight.fid,
    from: airports.find(flight.from, flight.fromCity, 0),
    to: airports.find(flight.to, flight.toCity, 1),
    departs: flight.departs ?? later,
    duration: (flight.minutes ?? 60) * 60,
    price: flight.price ?? 300,
    seats: flight.seats ?? { economy: 10, business: 10, first: 7 },
  }));
  return {
    "LightFlight.Airport": table(airports.rows),
    "LightFlight.Flight": table(flights),
    "LightFlight.Passenger": table(
      passengers.map(({ json, path: at }) => {
        const uid = contactOf(read.text(json, "light_talk_uid", at));
        return { name: read.text(json, "name", at), contact: uid !== null && contacts.has(uid) ? uid : null };
      }),
    ),
    "LightFlight.Booking": table(
      bookings.map(({ json, path: at, passenger }) => ({
        bid: read.text(json, "bid", at),
        flight: read.text(json, "fid", at),
        class: read.text(json, "seat_class", at),
        passenger: `#${passengers.findIndex((p) => samePassenger(p.json, passenger))}`,
        price: read.number(json, "total_price", at),
        paid: read.flag(json, "paid", at),
      })),
    ),
    "LightFlight.BookingRecord": table([]),
    "LightFlight.RefundRecord": table([]),
    "LightFlight.state": table([{ balance, armed: false }]),
  };
}

function recordedState(state: Json, path: string): NeutralState {
  const { balance, bookings, passengers } = partsOf(state, path);
  return {
    account: [{ id: "", fields: { balance } }],
    passenger: passengers.map(({ json, path: at }, i) => ({
      id: `#${i}`,
      fields: { name: read.text(json, "name", at), contact: to(contactOf(read.text(json, "light_talk_uid", at))) },
    })),
    booking: bookings.map(({ json, path: at, passenger }) => ({
      id: read.text(json, "bid", at),
      fields: {
        flight: to(read.text(json, "fid", at)),
        class: read.text(json, "seat_class", at),
        price: read.number(json, "total_price", at),
        passenger: read.text(passenger, "name", `${at}.passenger_info`),
        contact: to(contactOf(read.text(passenger, "light_talk_uid", `${at}.passenger_info`))),
        paid: read.flag(json, "paid", at),
      },
    })),
  };
}

function ownState(tables: Tables): NeutralState {
  const passengers = new Map((tables["LightFlight.Passenger"]?.rows ?? []).map(([ordinal, row]) => [`#${ordinal}`, row]));
  return {
    account: [{ id: "", fields: { balance: stateIn(tables, APP)["balance"] as number } }],
    passenger: [...passengers.values()].map((p, i) => ({ id: `#${i}`, fields: { name: p["name"] as string, contact: to(p["contact"] as string | null) } })),
    booking: rowsIn(tables, "LightFlight.Booking").map((b) => {
      const passenger = passengers.get(b["passenger"] as string)!;
      return {
        id: b["bid"] as string,
        fields: {
          flight: to(b["flight"] as string),
          class: b["class"] as string,
          price: b["price"] as number,
          passenger: passenger["name"] as string,
          contact: to(passenger["contact"] as string | null),
          paid: b["paid"] as boolean,
        },
      };
    }),
  };
}

const details = (fid: unknown): string => `flight ${String(fid)}`;

/** No contact is a parameter left out. */
function withoutEmpty(args: Json): Json {
  const { light_talk_uid: uid, ...rest } = args;
  return uid === "" || uid === "empty" ? rest : args;
}

export const lightFlight: ReplayedApp = {
  recorded: APP,
  app: APP,
  names: {
    tools: { wait_payment_password: "flight_wait_payment_password", check_balance: "flight_check_balance" },
    args: {
      add_passenger: withoutEmpty,
      // Days may be given with a time there, which is ignored.
      search_flights: (args) => ({ ...args, ...(typeof args["date"] === "string" ? { date: args["date"].slice(0, 10) } : {}) }),
    },
  },
  state: {
    created: { booking: ["LightFlight.Booking"], booking_rec: ["LightFlight.BookingRecord"], refund_rec: ["LightFlight.RefundRecord"] },
    likeness: (recorded, ours) => recorded["fid"] === ours["flight"] && recorded["seat_class"] === ours["class"],
    load,
    idle: { "LightFlight.Flight": table([]), "LightFlight.Booking": table([]) },
    recordedState,
    ownState,
    omitted: {
      told: (recording) => told(recording, APP, "get_flight_details").map(({ call }) => details(call.args["fid"])),
      needed: ({ tool, args }) => (["get_flight_details", "check_seat_availability", "add_to_booking"].includes(tool) ? [details(args["fid"])] : []),
    },
  },
  answers: lightFlightAnswers,
  corrections: lightFlightCorrections,
};

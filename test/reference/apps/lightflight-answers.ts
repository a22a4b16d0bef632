/** LightFlight's answers: flights, passengers, bookings, money. */

import { objects, object, partOf, rows, setOf, single, type Answer } from "../answers.js";
import { instant, to, type NeutralRow } from "../neutral.js";
import { read, RecordingError, type Json } from "../recording.js";

/** A flight as the original describes it. */
export interface RecordedFlight {
  readonly fid: string;
  readonly fromCity: string;
  readonly from: string;
  readonly toCity: string;
  readonly to: string;
  readonly departs: string;
  readonly arrives: string;
  /** Of an economy seat. */
  readonly price: number;
  readonly prices: Json;
  readonly seats: Readonly<Record<string, number>>;
}

/** City and airport stand in one text there: `Oslo, Oslo Airport`. */
function placeIn(json: Json, field: string, path: string): readonly [city: string, airport: string] {
  const [, city, airport] = /^(.+?), (.+)$/.exec(read.text(json, field, path)) ?? [];
  if (city === undefined || airport === undefined) throw new RecordingError(`${path}.${field}`, "expected a city and an airport");
  return [city, airport];
}

/** A recorded answer of `get_flight_details`, with the original's spelling of its fields. Throws `RecordingError`. */
export function flightIn(output: unknown, path: string): RecordedFlight {
  const json = read.object(output, path);
  const prices = read.object(json["price"], `${path}.price`);
  const seats = read.object(json["seat_count"], `${path}.seat_count`);
  const [fromCity, from] = placeIn(json, "departure", path);
  const [toCity, to] = placeIn(json, "arrival", path);
  return {
    fid: read.text(json, "fid", path),
    fromCity,
    from,
    toCity,
    to,
    departs: read.instant(json, "depature_time", path),
    arrives: read.instant(json, "arrival_time", path),
    price: read.number(prices, "ecomony", `${path}.price`),
    prices,
    seats: {
      economy: read.number(seats, "economy", `${path}.seat_count`),
      business: read.number(seats, "business", `${path}.seat_count`),
      first: read.number(seats, "first", `${path}.seat_count`),
    },
  };
}

/** No contact is the text `empty` there. */
export const contactOf = (uid: string): string | null => (uid === "empty" || uid === "" ? null : uid);

interface OurFlight {
  readonly fid: string;
  readonly departure_city: string;
  readonly departure_airport: string;
  readonly arrival_city: string;
  readonly arrival_airport: string;
  readonly departure_time: string;
  readonly arrival_time: string;
  readonly prices: Readonly<Record<"economy" | "business" | "first", number>>;
  readonly seats: Readonly<Record<"economy" | "business" | "first", number>>;
}
interface OurBooking {
  readonly bid: string;
  readonly fid: string;
  readonly seat_class: string;
  readonly price: number;
  readonly passenger: string;
  readonly light_talk_uid: string | null;
  readonly paid: boolean;
}

const passengers = (list: readonly { readonly name: string; readonly uid: string | null }[]): readonly NeutralRow[] =>
  list.map(({ name, uid }, i) => ({ id: `#${i}`, fields: { name, contact: to(uid) } }));

export const lightFlightAnswers: Readonly<Record<string, Answer>> = {
  search_flights: {
    recorded: (output, path) => setOf(read.texts({ output }, "output", path)),
    ours: (output: readonly { fid: string }[]) => setOf(output.map((flight) => flight.fid)),
  },
  get_flight_details: {
    recorded: (output, path) => {
      const f = flightIn(output, path);
      return object({
        flight: to(f.fid),
        from: f.from,
        fromCity: f.fromCity,
        to: f.to,
        toCity: f.toCity,
        departs: instant(f.departs),
        arrives: instant(f.arrives),
        economy: f.price,
        business: read.number(f.prices, "business", path),
        first: read.number(f.prices, "first", path),
        economySeats: f.seats["economy"]!,
        businessSeats: f.seats["business"]!,
        firstSeats: f.seats["first"]!,
      });
    },
    ours: (f: OurFlight) =>
      object({
        flight: to(f.fid),
        from: f.departure_airport,
        fromCity: f.departure_city,
        to: f.arrival_airport,
        toCity: f.arrival_city,
        departs: instant(f.departure_time),
        arrives: instant(f.arrival_time),
        economy: f.prices.economy,
        business: f.prices.business,
        first: f.prices.first,
        economySeats: f.seats.economy,
        businessSeats: f.seats.business,
        firstSeats: f.seats.first,
      }),
  },
  check_balance: { recorded: (output, path) => single(Number(partOf(output, /^\$ ?(-?[\d.]+)$/, path))), ours: (output: number) => single(output) },
  check_passengers: {
    recorded: (output, path) =>
      rows("passenger", passengers(objects(output, path).map((p) => ({ name: read.text(p, "name", path), uid: contactOf(read.text(p, "light_talk_uid", path)) })))),
    ours: (output: readonly { name: string; light_talk_uid: string | null }[]) => rows("passenger", passengers(output.map((p) => ({ name: p.name, uid: p.light_talk_uid })))),
  },
  add_passenger: {
    recorded: (output, path) => single(Number(partOf(output, /index = (\d+)/, path))),
    ours: ({ passenger_idx: index }: { passenger_idx: number }) => single(index),
  },
  check_bookings: {
    recorded: (output, path) =>
      rows("booking", objects(output, path).map((b) => {
        const passenger = read.object(b["passenger_info"], path);
        return {
          id: read.text(b, "bid", path),
          fields: {
            flight: to(read.text(b, "fid", path)),
            class: read.text(b, "seat_class", path),
            price: read.number(b, "total_price", path),
            passenger: read.text(passenger, "name", path),
            contact: to(contactOf(read.text(passenger, "light_talk_uid", path))),
            paid: read.flag(b, "paid", path),
          },
        };
      })),
    ours: (output: readonly OurBooking[]) =>
      rows("booking", output.map((b) => ({
        id: b.bid,
        fields: { flight: to(b.fid), class: b.seat_class, price: b.price, passenger: b.passenger, contact: to(b.light_talk_uid), paid: b.paid },
      }))),
  },
};

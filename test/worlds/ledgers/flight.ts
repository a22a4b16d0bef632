/** LightFlight's books: seats left and seats paid, the balance. */

import { expect } from "vitest";
import type { CallRecord, Session } from "../../support/world.js";
import { cents, rows, stateOf, sum, type Audited, type Counts, type Ledger, type Random, type Row } from "./ledger.js";

type Class = "economy" | "business" | "first";
type Seats = Readonly<Record<Class, number>>;

interface Booking {
  readonly bid: string;
  readonly flight: number;
  readonly class: Class;
  readonly price: number;
  readonly paid: boolean;
}

const TIMES: Readonly<Record<Class, number>> = { economy: 1, business: 2, first: 4.5 };
const CLASSES = Object.keys(TIMES) as readonly Class[];

const bookings = (session: Session): Booking[] => [...rows(session, "LightFlight.Booking").values()] as unknown as Booking[];
const balanceOf = (session: Session): number => stateOf(session, "LightFlight")["balance"] as number;
/** What is paid back for a booking. */
const refundOf = ({ price }: Booking): number => Math.round((price * 95) / 100);

/** The flights without copying them: there are twelve thousand. */
function flights(session: Session): { readonly slots: readonly number[]; at(slot: number): Row } {
  const table = session.world.tables.findIndex(({ name }) => name === "LightFlight.Flight");
  return {
    get slots() {
      return session.store.all(table);
    },
    at: (slot) => session.store.get(table, slot) as Row,
  };
}

class FlightLedger implements Ledger {
  /** The session as it was, of which every flight's seats are known. */
  private readonly start: Session;
  /** Bookings there were before the call, paid and unpaid. */
  private before: readonly Booking[];
  private balance: number;

  constructor(
    private readonly session: Session,
    private readonly counts: Counts,
  ) {
    this.start = session.fork();
    this.before = bookings(session);
    this.balance = balanceOf(session);
    expect(this.before.filter(({ paid }) => paid), "bookings paid before the start").toEqual([]);
  }

  enter({ tool, status, args, output }: CallRecord): void {
    const after = bookings(this.session);
    let paid = this.before.filter((booking) => booking.paid);
    if (tool === "checkout_bookings" && status === "ok") {
      const open = this.before.filter((booking) => !booking.paid);
      const total = sum(open, ({ price }) => price);
      this.checkRecord("BookingRecord", "brid", output as Row, "total", open, total);
      this.balance -= total;
      paid = [...paid, ...open];
      this.counts.add("seats paid", open.length);
    }
    if (tool === "cancel_booking" && status === "ok") {
      const { bids } = args as { readonly bids: readonly string[] };
      const back = this.before.filter(({ bid }) => bids.includes(bid));
      expect(back.filter((booking) => !booking.paid), "unpaid bookings cancelled").toEqual([]);
      const total = sum(back, refundOf);
      this.checkRecord("RefundRecord", "rid", output as Row, "refund", back, total);
      this.balance += total;
      paid = paid.filter(({ bid }) => !bids.includes(bid));
      this.counts.add("seats cancelled", back.length);
    }
    expect(after.filter((booking) => booking.paid).map(({ bid }) => bid).sort(), `paid bookings after ${tool}`).toEqual(paid.map(({ bid }) => bid).sort());
    expect(balanceOf(this.session), `the balance after ${tool}`).toBe(this.balance);
    expect(this.balance).toBeGreaterThanOrEqual(0);
    const { at } = flights(this.session);
    for (const booking of after) expect(booking.price, "the price of a booking").toBe(Math.round((at(booking.flight)["price"] as number) * TIMES[booking.class]));
    this.before = after;
  }

  /** A payment or refund states its bookings and their sum. */
  private checkRecord(entity: string, key: string, output: Row, answer: string, about: readonly Booking[], total: number): void {
    const record = [...rows(this.session, `LightFlight.${entity}`).values()].find((row) => row[key] === output[key])!;
    const lines = record["lines"] as readonly { readonly count: number }[];
    expect([cents(output[answer]), record["total"], sum(lines, ({ count }) => count)], `a ${entity}`).toEqual([total, total, about.length]);
  }

  /** On every flight, the seats left and those paid are as many as were left at the start. */
  close(): void {
    const taken = new Map<number, Record<Class, number>>();
    for (const { flight, class: of, paid } of this.before) {
      if (!paid) continue;
      const seats = taken.get(flight) ?? { economy: 0, business: 0, first: 0 };
      seats[of] += 1;
      taken.set(flight, seats);
    }
    const { slots, at } = flights(this.session);
    const first = flights(this.start);
    expect(slots.length, "flights").toBe(first.slots.length);
    for (const slot of slots) {
      const paid = taken.get(slot);
      // Nothing was written to the row, and nothing is paid there.
      if (at(slot) === first.at(slot) && paid === undefined) continue;
      const left = at(slot)["seats"] as Seats;
      const all = Object.fromEntries(CLASSES.map((of) => [of, left[of] + (paid?.[of] ?? 0)]));
      expect(all, "seats left and paid on a flight").toEqual(first.at(slot)["seats"]);
      expect(Math.min(...CLASSES.map((of) => left[of])), "seats left on a flight").toBeGreaterThanOrEqual(0);
    }
  }
}

export const flight: Audited = {
  open: (session, counts) => new FlightLedger(session, counts),
  deal(session, random) {
    const passengers = rows(session, "LightFlight.Passenger").size;
    const all = bookings(session);
    const wanted = random.int(1, 20);
    if (passengers === 0 || wanted === 1) return { tool: "add_passenger", args: { name: random.pick(["Ada King", "Blaise Pascal", "Carl Lee"]) } };
    if (wanted === 2) return { tool: "remove_passenger", args: { passenger_idx: random.int(0, passengers) } };
    if (wanted === 3) return { tool: "wait_until", args: { time: new Date((session.store.now + random.int(1, 40) * 3600) * 1000).toISOString().slice(0, 19) } };
    const open = all.filter(({ paid }) => !paid);
    if (wanted <= 5 && open.length > 0) return { tool: "remove_from_booking", args: { bid: random.pick(open).bid } };
    if (wanted <= 9 && all.length > open.length) {
      const paid = all.filter((booking) => booking.paid);
      // Now and then with one that is not paid.
      const chosen = random.sample(random.chance(0.1) ? all : paid, random.int(1, 3));
      return { tool: "cancel_booking", args: { bids: chosen.map(({ bid }) => bid) } };
    }
    if (wanted <= 13 && open.length > 0) {
      const armed = stateOf(session, "LightFlight")["armed"] === true;
      return { tool: armed || random.chance(0.1) ? "checkout_bookings" : "flight_wait_payment_password", args: {} };
    }
    return { tool: "add_to_booking", args: { ...seat(session, random, all), passenger_idx: random.int(0, passengers - 1) } };
  },
};

/** Often one that is booked already or of which few are left, so that flights fill up. */
function seat(session: Session, random: Random, all: readonly Booking[]): Row {
  const { at } = flights(session);
  const booked = all.length > 0 && random.chance(0.4) ? random.pick(all) : null;
  const of = booked?.class ?? random.pick(CLASSES);
  if (booked !== null) return { fid: at(booked.flight)["fid"], seat_class: of };
  const left = (slot: number): number => (at(slot)["seats"] as Seats)[of];
  const [few, ...more] = random.sample(flights(session).slots, 8).sort((a, b) => left(a) - left(b));
  return { fid: at(more.find((slot) => left(few!) === 0 && left(slot) > 0) ?? few!)["fid"], seat_class: of };
}

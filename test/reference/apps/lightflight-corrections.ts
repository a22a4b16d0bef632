/** Where LightFlight means to differ from the original; numbers as in `docs/worlds/lightflight.md`. */

import type { ReplayedCall } from "../app.js";
import type { Difference } from "../compare.js";
import { refusedHere, spentInVain, succeeded, type Correction } from "../corrections.js";
import { outcomeOf } from "../names.js";
import { target } from "../neutral.js";
import type { Json } from "../recording.js";
import { rowsIn } from "../tables.js";

const rowsOf = (call: ReplayedCall, table: string): readonly Json[] => rowsIn(call.before(), `LightFlight.${table}`);
const unpaid = (call: ReplayedCall): readonly Json[] => rowsOf(call, "Booking").filter((b) => b["paid"] === false);
const bookingOf = (call: ReplayedCall, bid: unknown): Json | undefined => rowsOf(call, "Booking").find((b) => b["bid"] === bid);
const seatsOf = (call: ReplayedCall, booking: Json): number =>
  ((rowsOf(call, "Flight").find((f) => f["fid"] === booking["flight"])?.["seats"] ?? {}) as Record<string, number>)[String(booking["class"])] ?? 0;

const isField = (d: Difference, kind: string, field: string): boolean => d.what === "field" && d.kind === kind && d.field === field;
const isRow = (d: Difference, kind: string, only: "recorded" | "ours"): d is Difference & { what: "row" } => d.what === "row" && d.kind === kind && d.only === only;

/** What a checkout does: money goes, bookings are paid. */
const isPayment = (d: Difference): boolean => isField(d, "account", "balance") || isField(d, "booking", "paid");

/** More bookings of one flight and class wait to be paid than it has seats. */
function overbooked(call: ReplayedCall): boolean {
  return unpaid(call).some((b) => unpaid(call).filter((o) => o["flight"] === b["flight"] && o["class"] === b["class"]).length > seatsOf(call, b));
}

export const lightFlightCorrections: readonly Correction[] = [
  {
    number: 24,
    reason: "a checkout that fails leaves the password",
    tools: ["checkout_bookings"],
    explains: (d, call, calls) => spentInVain(call, calls, "wait_payment_password", ["checkout_bookings"]) && (d.what === "status" || isPayment(d)),
  },
  {
    number: 28,
    reason: "places in the list of passengers count from 0",
    tools: ["add_to_booking", "remove_passenger"],
    explains: (d, call) => {
      const { passenger_idx: index, fid } = call.args;
      if (!(Number(index) < 0)) return false;
      if (refusedHere(d)) return true;
      if (!succeeded(call)) return false;
      if (call.recorded.tool === "add_to_booking") return isRow(d, "booking", "recorded") && target(d.row, "flight") === fid;
      return isRow(d, "passenger", "ours") || (d.what === "field" && d.kind === "passenger");
    },
  },
  {
    number: 29,
    reason: "that a paid booking cannot be removed is an answer like any other",
    tools: ["remove_from_booking"],
    explains: (d, call) => d.what === "status" && d.recorded === "none" && d.ours === "failed" && bookingOf(call, call.args["bid"])?.["paid"] === true,
  },
  {
    number: 30,
    reason: "bookings are cancelled all or none",
    tools: ["cancel_booking"],
    explains: (d, call) => outcomeOf(call.recorded.result) === "failed" && isRow(d, "booking", "ours") && ((call.args["bids"] ?? []) as readonly unknown[]).includes(d.row.id),
  },
  {
    number: 31,
    reason: "a seat is sold once",
    tools: ["checkout_bookings"],
    explains: (d, call) => overbooked(call) && (refusedHere(d) || (succeeded(call) && isPayment(d))),
  },
  {
    number: 32,
    reason: "there has to be something to pay",
    tools: ["checkout_bookings"],
    explains: (d, call) => refusedHere(d) && unpaid(call).length === 0,
  },
  {
    number: 35,
    reason: "a passenger with bookings stays",
    tools: ["remove_passenger"],
    explains: (d, call) => {
      const ordinals = (call.before()["LightFlight.Passenger"]?.rows ?? []).map(([ordinal]) => `#${ordinal}`);
      const booked = rowsOf(call, "Booking").some((b) => b["passenger"] === ordinals[Number(call.args["passenger_idx"])]);
      return booked && (refusedHere(d) || (succeeded(call) && (isRow(d, "passenger", "ours") || (d.what === "field" && d.kind === "passenger"))));
    },
  },
  {
    number: 70,
    reason: "a passenger's contact exists",
    tools: ["add_passenger"],
    explains: (d, call) => {
      const { name, light_talk_uid: uid } = call.args;
      const known = rowsIn(call.before(), "LightTalk.Contact").some((contact) => contact["uid"] === uid);
      if (uid === undefined || known) return false;
      return refusedHere(d) || (succeeded(call) && isRow(d, "passenger", "recorded") && d.row.fields["name"] === name);
    },
  },
  {
    number: 71,
    reason: "seats are sold until a flight departs",
    tools: ["add_to_booking"],
    explains: (d, call) => {
      const { fid } = call.args;
      const flight = rowsOf(call, "Flight").find((f) => f["fid"] === fid);
      if (!flight || String(flight["departs"]) > call.record.clock.before) return false;
      return refusedHere(d) || (succeeded(call) && isRow(d, "booking", "recorded") && target(d.row, "flight") === fid);
    },
  },
];

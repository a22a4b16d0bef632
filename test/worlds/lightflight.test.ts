import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime, loadWorld, type Runtime, type WorldDef } from "../support/world.js";
import { flight } from "./ledgers/flight.js";
import { audit, Counts, flaw, mutant } from "./ledgers/ledger.js";

const PATH = "worlds/lightflight.world";

let runtime: Runtime;
let world: WorldDef;
beforeAll(async () => {
  [runtime, world] = await Promise.all([loadRuntime(), loadWorld(PATH)]);
});

describe("any calls in LightFlight", () => {
  it("move money and seats by exactly what was paid and cancelled, over 500 seeds", () => {
    const counts = new Counts();
    for (let seed = 1; seed <= 500; seed++) audit(runtime, runtime.Session.start(world, { seed }), [flight], 15, counts);
    expect(counts.of("seats paid")).toBeGreaterThan(500);
    expect(counts.of("seats cancelled")).toBeGreaterThan(100);
    for (const refused of ["checkout_bookings", "cancel_booking", "add_to_booking"]) expect(counts.of(`failed ${refused}`), refused).toBeGreaterThan(5);
  }, 240_000);
});

describe("the audit of LightFlight", () => {
  it.each([
    ["a seat lost when a booking is cancelled", "      set booking.flight.seats[booking.class] += 1\n", "", /seats left and paid/],
    ["a seat sold without being taken", "      set booking.flight.seats[booking.class] -= 1\n", "", /seats left and paid/],
    ["a refund of another part of the price", "b.price * 95%)", "b.price * 94%)", /a RefundRecord/],
    ["a payment that is recorded and not taken", "    set balance -= total\n", "    set balance -= total * 0.9\n", /the balance after checkout_bookings/],
    ["what is paid being charged again", "let open = Booking.all.filter(b => not b.paid)", "let open = Booking.all.filter(b => not b.paid or b.class == economy)", /a BookingRecord/],
  ])("notices %s", async (_what, piece, by, message) => {
    expect(flaw(await mutant(PATH, piece, by), flight, 40, 40)).toMatch(message);
  });
});

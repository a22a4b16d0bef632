import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { agreesWithPython } from "../../support/reference.js";
import { relativeError, samples, serverTools, type Answer, type Args } from "../../support/server-tools.js";

let call: (tool: string, args: Args) => Answer;
beforeAll(async () => {
  call = await serverTools("worlds/servers/time.world");
});

const two = (n: number): string => String(n).padStart(2, "0");
/** Days that exist, and some that do not. */
const day = fc
  .tuple(fc.oneof(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1890, max: 2110 })), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, date]) => `${String(year).padStart(4, "0")}-${two(month)}-${two(date)}`);
const offset = fc.oneof(fc.constant("Z"), fc.tuple(fc.constantFrom("+", "-"), fc.integer({ min: 0, max: 14 }), fc.constantFrom(0, 30, 45)).map(([sign, h, m]) => `${sign}${two(h)}:${two(m)}`));
/** To the microsecond, which is as fine as Python goes; the offset begins at the 27th character. */
const local = fc
  .tuple(day, fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 59 }), fc.nat(999_999))
  .map(([date, h, m, s, micros]) => `${date}T${two(h)}:${two(m)}:${two(s)}.${String(micros).padStart(6, "0")}`);
const moment = fc.oneof({ weight: 2, arbitrary: local }, { weight: 3, arbitrary: fc.tuple(local, offset).map(([text, zone]) => text + zone) });
const seconds = fc.oneof(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1e6), fc.integer({ min: -1e12, max: 1e12 }));

const TOOLS: Readonly<Record<string, fc.Arbitrary<Args>>> = {
  days_diff: fc.record({ start: day, end: day }),
  date_to_weekday: fc.record({ date: day }),
  iso_seconds_diff: fc.record({ start: moment, end: moment }),
  add_seconds_iso: fc.record({ timestamp: moment, seconds }),
};

agreesWithPython("time_reference.py", (tool, args) => call(tool, args), TOOLS, {
  drawn: 200,
  accepted: 50,
  refused: ["failed", "invalid"],
  agree: (_tool, output, expected, shown) => {
    if (Array.isArray(expected)) {
      // Python writes a fraction with six digits or none.
      const [later, zone] = expected as [string, string];
      expect(output, shown).toBe((later.includes(".") ? later.replace(/0+$/, "") : later) + zone);
    } else expect(output, shown).toBe(expected);
  },
});

describe("Time", () => {
  const SECONDS: Readonly<Record<string, number>> = { microseconds: 1e-6, ms: 1e-3, second: 1, minutes: 60, h: 3600, day: 86_400, weeks: 604_800, month: 2_629_746, years: 31_556_952, century: 3_155_695_200 };

  it("converts lengths of time by their seconds", () => {
    const unit = fc.constantFrom(...Object.keys(SECONDS));
    for (const { value, from, to } of samples(fc.record({ value: fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1000), from: unit, to: unit }), 100)) {
      const { output } = call("convert_time_units", { value, from_unit: from, to_unit: to });
      expect(relativeError(output as number, (value * (SECONDS[from] ?? 0)) / (SECONDS[to] ?? 0))).toBeLessThan(1e-15);
    }
  });

  it.each(["2026-07-14T25:00", "2026-07-14T09:60", "2026-07-14T09:30:60", "2026-07-14T09:30+25:00", "2026-02-29", "0000-01-01", "2026-7-4", "2026-W29", "09:30", "", " ", "tomorrow", "2026-07-14T09:30[Europe/Paris]", "+002026-07-14", "２０２６-07-14"])("refuses %j", (timestamp) => {
    expect(["failed", "invalid"]).toContain(call("add_seconds_iso", { timestamp, seconds: 1 }).status);
    expect(["failed", "invalid"]).toContain(call("iso_seconds_diff", { start: "2026-07-14", end: timestamp }).status);
  });

  it("counts to the nanosecond, and never further than the calendar", () => {
    expect(call("add_seconds_iso", { timestamp: "2026-07-14T00:00:00.000000001", seconds: 1e-9 }).output).toBe("2026-07-14T00:00:00.000000002");
    expect(call("iso_seconds_diff", { start: "0001-01-01", end: "9999-12-31T23:59:59.5" }).output).toBe(315_537_897_599.5);
    for (const seconds of [1e300, -1e300, 1e12, -1e12]) expect(call("add_seconds_iso", { timestamp: "2026-07-14", seconds }).status).toBe("failed");
  });

  it("accepts what ISO 8601 lets vary", () => {
    for (const timestamp of ["2026-07-14 09:30", "2026-07-14t09:30:00", "2026-07-14T09:30:00.000"]) expect(call("add_seconds_iso", { timestamp, seconds: 0 }).output).toBe("2026-07-14T09:30:00");
    expect(call("add_seconds_iso", { timestamp: "2026-07-14T09:30z", seconds: 0 }).output).toBe("2026-07-14T09:30:00Z");
    expect(call("add_seconds_iso", { timestamp: "2026-07-14T09:30+0530", seconds: 0 }).output).toBe("2026-07-14T09:30:00+05:30");
  });
});

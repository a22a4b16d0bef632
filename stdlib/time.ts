/** Implementations of the functions that `time.world` declares. Neither reads a clock, nor knows of time zones with rules. */

import { Temporal } from "temporal-polyfill";
import { fail } from "../runtime/failure.js";
import { float, Real } from "./shared/real.js";

interface Timestamp {
  readonly local: Temporal.PlainDateTime;
  /** `Z`, `+02:00` or nothing. */
  readonly offset: string;
}

const FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;
const NANOSECONDS = 1e9;

function parse(text: string): Timestamp {
  const [, date = "", time = "00:00", offset = ""] = FORM.exec(text.trim()) ?? fail(`${JSON.stringify(text)} is no point in time. Write it like 2026-07-14T09:30:00, with an offset like +02:00 or Z if it has one.`);
  if (date.startsWith("0000")) fail(`${date} is before the year 1.`);
  try {
    return { local: Temporal.PlainDateTime.from(`${date}T${time}`), offset: offset.toUpperCase().replace(/^(...)(\d\d)$/, "$1:$2") };
  } catch {
    return fail(`There is no ${date} in the calendar.`);
  }
}

/** Nanoseconds of the local time since 1970, less the offset. */
function instant({ local, offset }: Timestamp): bigint {
  return Temporal.Instant.from(`${local.toString()}${offset === "" ? "Z" : offset}`).epochNanoseconds;
}

export function seconds_between(start: string, end: string): number {
  const from = parse(start);
  const to = parse(end);
  if ((from.offset === "") !== (to.offset === "")) fail("One of the two has an offset from UTC and the other has none, so they cannot be compared. Give both an offset, or neither.");
  return float(new Real(String(instant(to) - instant(from))).dividedBy(NANOSECONDS));
}

/** More seconds than this lead out of the calendar from everywhere. */
const LONGEST = 1e12;

export function add_seconds(timestamp: string, seconds: number): string {
  const { local, offset } = parse(timestamp);
  const outside = `${seconds} seconds from ${timestamp} are outside the calendar, which has the years 1 to 9999.`;
  if (Math.abs(seconds) > LONGEST) fail(outside);
  const whole = Math.trunc(seconds);
  const rest = new Real(seconds).minus(whole).times(NANOSECONDS).round().toNumber();
  const later = local.add({ seconds: whole }).add({ nanoseconds: rest });
  return later.year >= 1 && later.year <= 9999 ? `${later.toString()}${offset}` : fail(outside);
}

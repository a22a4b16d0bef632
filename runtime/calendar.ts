/**
 * Dates without a time zone: whole days and whole seconds since 1970-01-01 in the proleptic Gregorian calendar, and
 * their texts. Pure arithmetic, so that no platform's notion of time can enter a run.
 */

/** Seconds of a day. */
export const DAY = 86_400;

/** The largest clock reading, 9999-12-31T23:59:59; the smallest is 0001-01-01T00:00:00. */
export const LATEST = 253_402_300_799;
export const EARLIEST = -62_135_596_800;

/** Days from 1970-01-01 to a civil date. The parts are not checked. */
export function daysOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Year, month and day of a number of days since 1970-01-01. */
export function civil(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

function two(n: number): string {
  return n < 10 ? `0${n}` : `${n}`;
}

/** `2026-07-14`. */
export function formatDate(days: number): string {
  const { year, month, day } = civil(days);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** `HH:MM`, with `:SS` when the seconds are not zero. */
export function formatTime(seconds: number): string {
  const rest = seconds % 60;
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return rest === 0 ? text : `${text}:${two(rest)}`;
}

/** `2026-07-14T09:30:00`. */
export function formatDateTime(seconds: number): string {
  const days = Math.floor(seconds / DAY);
  const rest = seconds - days * DAY;
  return `${formatDate(days)}T${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2})(?::(\d{2}))?$/;

/** Days since 1970 of `YYYY-MM-DD`; null where the text is malformed or names no day (`2026-02-30`). */
export function parseDate(text: string): number | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const days = daysOf(year, month, day);
  return civil(days).day === day ? days : null;
}

/** Seconds since midnight of `HH:MM` or `HH:MM:SS`; null where the text is malformed or names no time of day. */
export function parseTime(text: string): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  return hours > 23 || minutes > 59 || seconds > 59 ? null : hours * 3600 + minutes * 60 + seconds;
}

/** Seconds since 1970 of `YYYY-MM-DDTHH:MM` or `…:SS`; null where malformed or impossible. */
export function parseDateTime(text: string): number | null {
  if (text.charAt(10) !== "T") return null;
  const days = parseDate(text.slice(0, 10));
  const time = parseTime(text.slice(11));
  return days === null || time === null ? null : days * DAY + time;
}

/** The day of an instant. */
export function dateOf(datetime: number): number {
  return Math.floor(datetime / DAY);
}

/** The time of day of an instant. */
export function timeOf(datetime: number): number {
  return datetime - dateOf(datetime) * DAY;
}

/** 0 = Monday … 6 = Sunday. */
export function weekdayOf(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}

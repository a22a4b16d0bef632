/** The calendar of the virtual clock: proleptic Gregorian, no time zone, no locale. */

const DAY = 86_400;

/** Days since 1970-01-01 of `YYYY-MM-DD`, or null where the text is none or the day does not exist. */
export function parseDate(text: string): number | null {
  const m = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!m) return null;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.getTime() / (DAY * 1000);
}

/** Seconds since midnight of `HH:MM` or `HH:MM:SS`, or null. */
export function parseTime(text: string): number | null {
  const m = /^(\d{2}):(\d{2})(?::(\d{2}))?$/.exec(text);
  if (!m) return null;
  const [hours, minutes, seconds] = [Number(m[1]), Number(m[2]), Number(m[3] ?? 0)];
  return hours < 24 && minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds : null;
}

/** Seconds since 1970-01-01T00:00:00 of `YYYY-MM-DDTHH:MM[:SS]`, or null. */
export function parseDatetime(text: string): number | null {
  const cut = text.indexOf("T");
  if (cut < 0) return null;
  const date = parseDate(text.slice(0, cut));
  const time = parseTime(text.slice(cut + 1));
  return date === null || time === null ? null : date * DAY + time;
}

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

/** `YYYY-MM-DD`. */
export function formatDate(days: number): string {
  return new Date(days * DAY * 1000).toISOString().slice(0, 10);
}

/** `HH:MM`, with seconds where they are not zero. */
export function formatTime(seconds: number): string {
  const s = seconds % 60;
  const head = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return s === 0 ? head : `${head}:${two(s)}`;
}

/** `YYYY-MM-DDTHH:MM:SS`. */
export function formatDatetime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

export function dateOf(datetime: number): number {
  return Math.floor(datetime / DAY);
}

export function timeOf(datetime: number): number {
  return datetime - Math.floor(datetime / DAY) * DAY;
}

/** 0 = Monday … 6 = Sunday. */
export function weekdayOf(days: number): number {
  return (((days + 3) % 7) + 7) % 7;
}

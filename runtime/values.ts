/**
 * Arithmetic, comparison, collections and text, as the language means them. Generated code calls these where plain
 * JavaScript would mean something else. "Whole" values are exact: int, money, duration, datetime, date.
 */

import { readFileSync } from "node:fs";
import { civil, DAY, EARLIEST, LATEST, formatDate, formatDateTime, formatTime, weekdayOf } from "./calendar.js";
import { diagnose, fail } from "./failure.js";
import type { Db } from "./db.js";
import type { Ref, Table } from "./types.js";

/** Iterations that one `repeat` may ask for. */
const MAX_REPEAT = 1_000_000;

// ---------------------------------------------------------------- numbers

/** Passes an exact result on; beyond 2^53 − 1 the call fails. */
export function whole(n: number, src: string): number {
  return Number.isSafeInteger(n) ? n : diagnose("overflow", "A whole number went beyond 2^53 − 1.", src);
}

/** Passes a float on; infinity fails the call. */
export function float(n: number, src: string): number {
  return Number.isFinite(n) ? n : diagnose("overflow", "A number went beyond what a float holds.", src);
}

/** Passes on what a function of the standard library gave; a number in it that is none fails the call. */
export function foreign<T>(value: T, src: string): T {
  if (typeof value === "number") float(value, src);
  else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) foreign(part as unknown, src);
  return value;
}

/** Passes on what is there; in a goal, what needs it fails where it is not. */
export function sure<T>(value: T): NonNullable<T> {
  return value ?? fail("There is nothing to read here.");
}

/** What a leg of a graph costs; less than nothing fails the call. */
export function weight(n: number, src: string): number {
  return n >= 0 ? n : diagnose("negative-cost", "A leg costs less than nothing, so no way is the shortest.", src);
}

/** Half away from zero. */
export function roundHalf(n: number): number {
  return n < 0 ? -Math.round(-n) : Math.round(n);
}

/** A whole value times a float, rounded once, half away from zero. */
export function scale(n: number, by: number, src: string): number {
  return whole(roundHalf(n * by) + 0, src);
}

/** A whole value divided by a number, rounded once, half away from zero. */
export function divide(n: number, by: number, src: string): number {
  if (by === 0) diagnose("division-by-zero", "Division by zero.", src);
  return whole(roundHalf(n / by) + 0, src);
}

export function ratio(a: number, b: number, src: string): number {
  if (b === 0) diagnose("division-by-zero", "Division by zero.", src);
  return float(a / b, src);
}

/** `div`: the quotient, truncated towards zero. */
export function quotient(a: number, b: number, src: string): number {
  if (b === 0) diagnose("division-by-zero", "Division by zero.", src);
  return Math.trunc(a / b) + 0;
}

/** `mod`: the remainder of `div`, with the sign of the left side. */
export function remainder(a: number, b: number, src: string): number {
  if (b === 0) diagnose("division-by-zero", "Division by zero.", src);
  return (a % b) + 0;
}

/** To the nearest multiple of `step`, half away from zero. */
export function roundTo(n: number, step: number, src: string): number {
  if (step === 0) diagnose("division-by-zero", "Rounding to a step of zero.", src);
  const steps = roundHalf(n / step);
  if (Number.isInteger(step)) return float(steps * step + 0, src);
  // A step of a tenth, a hundredth …: dividing by ten gives the number that is written so.
  const parts = Math.round(1 / step);
  if (Math.abs(parts * step - 1) < 1e-12) return float(steps / parts + 0, src);
  const decimals = Math.min(15, Math.max(0, -Math.floor(Math.log10(Math.abs(step)))) + 6);
  return float(Number((steps * step).toFixed(decimals)) + 0, src);
}

export function clamp<T extends number | string>(n: T, low: T, high: T): T {
  return n < low ? low : n > high ? high : n;
}

/** How often a `repeat` turns: never for a negative count. */
export function times(n: number, src: string): number {
  if (n > MAX_REPEAT) diagnose("overflow", `\`repeat\` would turn ${n} times; ${MAX_REPEAT} is the most.`, src);
  step(src, Math.max(0, n));
  return n;
}

/** Turns, function and action calls that one transaction may make, so that nothing that checks outlives its caller's patience. */
const MAX_STEPS = 20_000_000;
let steps = 0;

/** Begins a transaction's account of steps. */
export function resetSteps(): void {
  steps = 0;
}

/** Whose steps are counted: what triggers do in a call has an account of its own, whatever sets them off. */
interface Account {
  triggerSteps: number;
}

/** Runs what triggers do on their account. */
export function withSteps(account: Account, work: () => void): void {
  const outer = steps;
  steps = account.triggerSteps;
  try {
    work();
  } finally {
    account.triggerSteps = steps;
    steps = outer;
  }
}

/** Whether the running account, or one that is given, is used up. */
export function isSpent(account?: Account): boolean {
  return (account?.triggerSteps ?? steps) > MAX_STEPS;
}

/** Counts a call of a function, action or view, or the turns of a loop. */
export function step(src: string, count = 1): void {
  steps += count;
  if (steps > MAX_STEPS) diagnose("overflow", `This takes more than ${MAX_STEPS} steps.`, src);
}

// ---------------------------------------------------------------- dates

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A date so many whole days later; a part of a day is dropped. */
export function addDays(date: number, duration: number, src: string): number {
  const day = date + Math.trunc(duration / DAY);
  return day * DAY >= EARLIEST && day * DAY <= LATEST ? day : diagnose("overflow", "A date went out of the calendar, which ends with the year 9999.", src);
}

/** Passes an instant on; out of the calendar the call fails. */
export function instant(seconds: number, src: string): number {
  return seconds >= EARLIEST && seconds <= LATEST
    ? seconds
    : diagnose("overflow", "A date and time went out of the calendar, which ends with the year 9999.", src);
}

export function point(lat: number, lon: number, src: string): { lat: number; lon: number } {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180
    ? { lat, lon }
    : diagnose("overflow", "A point lies between -90 and 90 degrees of latitude and -180 and 180 of longitude.", src);
}

export function daysBetween(a: number, b: number): number {
  return b - a;
}

export function yearOf(date: number): number {
  return civil(date).year;
}

/** From 1 to 12. */
export function monthOf(date: number): number {
  return civil(date).month;
}

/** Of the month, from 1. */
export function dayOf(date: number): number {
  return civil(date).day;
}

export function weekday(date: number): Weekday {
  return WEEKDAYS[weekdayOf(date)] as Weekday;
}


// ---------------------------------------------------------------- equality

/** Structural for records and lists; `none` equals only `none`. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]));
  const left = Object.entries(a);
  return left.length === Object.keys(b).length && left.every(([key, value]) => Object.hasOwn(b, key) && equal(value, (b as Record<string, unknown>)[key]));
}

/** Sets are equal whatever their order. */
export function sameSet(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item) => b.includes(item));
}

export function contains(list: readonly unknown[], item: unknown): boolean {
  return item !== null && typeof item === "object" ? list.some((other) => equal(other, item)) : list.includes(item);
}

// ---------------------------------------------------------------- lists

/** What values are ordered by: numbers and texts as they are, enum members by their place. */
export type Key = number | string;

function compare(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Stable. */
export function sortBy<T>(list: readonly T[], key: (item: T, index: number) => Key): T[] {
  return sortedPairs(list, key, 1);
}

/** Stable: equal items keep their order. */
export function sortDescBy<T>(list: readonly T[], key: (item: T, index: number) => Key): T[] {
  return sortedPairs(list, key, -1);
}

function sortedPairs<T>(list: readonly T[], key: (item: T, index: number) => Key, direction: number): T[] {
  const pairs = list.map((item, i) => ({ item, k: key(item, i) }));
  pairs.sort((a, b) => direction * compare(a.k, b.k));
  return pairs.map((p) => p.item);
}

/** The earlier of equal items. */
export function lowest<T>(list: readonly T[], key: (item: T, index: number) => Key): T | null {
  return extreme(list, key, -1);
}

/** The earlier of equal items. */
export function highest<T>(list: readonly T[], key: (item: T, index: number) => Key): T | null {
  return extreme(list, key, 1);
}

function extreme<T>(list: readonly T[], key: (item: T, index: number) => Key, direction: number): T | null {
  let best: T | null = null;
  let bestKey: Key | null = null;
  list.forEach((item, i) => {
    const k = key(item, i);
    if (bestKey === null || direction * compare(k, bestKey) > 0) {
      best = item;
      bestKey = k;
    }
  });
  return best;
}

export function sum(list: readonly number[], src: string): number {
  let total = 0;
  for (const n of list) total += n;
  return Number.isFinite(total) && Math.abs(total) <= Number.MAX_SAFE_INTEGER ? total : diagnose("overflow", "A sum went beyond 2^53 − 1.", src);
}

/** `xs[i]`: counted from 0; none outside. */
export function at<T>(list: readonly T[], index: number): T | null {
  return list[index] ?? null;
}

export function first<T>(list: readonly T[]): T | null {
  return list[0] ?? null;
}

export function last<T>(list: readonly T[]): T | null {
  return list[list.length - 1] ?? null;
}

export function firstWhere<T>(list: readonly T[], test: (item: T, index: number) => boolean): T | null {
  return list.find(test) ?? null;
}

export function lastWhere<T>(list: readonly T[], test: (item: T, index: number) => boolean): T | null {
  return list.findLast(test) ?? null;
}

export function countWhere<T>(list: readonly T[], test: (item: T, index: number) => boolean): number {
  let n = 0;
  list.forEach((item, i) => (n += test(item, i) ? 1 : 0));
  return n;
}

/** Page `n` (from 1) of `size` items; empty outside. */
export function page<T>(list: readonly T[], n: number, size: number): T[] {
  return n < 1 || size < 1 ? [] : list.slice((n - 1) * size, n * size);
}

export function take<T>(list: readonly T[], n: number): T[] {
  return list.slice(0, Math.max(0, n));
}

export function drop<T>(list: readonly T[], n: number): T[] {
  return list.slice(Math.max(0, n));
}

export function reverse<T>(list: readonly T[]): T[] {
  return [...list].reverse();
}

/** The first of equal items stays. */
export function distinct<T>(list: readonly T[]): T[] {
  return list.every((item) => item === null || typeof item !== "object") ? [...new Set(list)] : list.filter((item, i) => list.findIndex((other) => equal(other, item)) === i);
}

export function isDistinct(list: readonly unknown[]): boolean {
  return distinct(list).length === list.length;
}

/** Pairs up to the shorter end. */
export function zip<A, B>(a: readonly A[], b: readonly B[]): { first: A; second: B }[] {
  return a.slice(0, b.length).map((item, i) => ({ first: item, second: b[i] as B }));
}

/** Groups in order of their first item. */
export function group<T, K>(list: readonly T[], key: (item: T, index: number) => K): { key: K; items: T[] }[] {
  const groups: { key: K; items: T[] }[] = [];
  const byScalar = new Map<K, { key: K; items: T[] }>();
  list.forEach((item, i) => {
    const k = key(item, i);
    const structured = k !== null && typeof k === "object";
    let found = structured ? groups.find((g) => equal(g.key, k)) : byScalar.get(k);
    if (!found) {
      found = { key: k, items: [] };
      groups.push(found);
      if (!structured) byScalar.set(k, found);
    }
    found.items.push(item);
  });
  return groups;
}

/** A `Record<string, T>`; a later item replaces an earlier one of the same key. */
export function toRecord<T, V>(list: readonly T[], key: (item: T, index: number) => string, value: (item: T, index: number) => V): Record<string, V> {
  return Object.fromEntries(list.map((item, i) => [key(item, i), value(item, i)]));
}

/** The value under a key of a `Record<string, T>`, or none. */
export function lookUp<V>(record: Readonly<Record<string, V>>, key: string): V | null {
  return Object.hasOwn(record, key) ? (record[key] as V) : null;
}

// ---------------------------------------------------------------- texts

/** Characters, not UTF-16 units: as a JSON Schema counts. */
export function textLength(text: string): number {
  let n = 0;
  for (const _ of text) n += 1;
  return n;
}

/** Runs of anything but white space. */
export function words(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}

/** The longest text and list that an expression may make on the way, in UTF-16 units and items. */
const MAX_TEXT = 10_000_000;
const MAX_ITEMS = 1_000_000;

/** `flat_map`, as long as the result is of a size that one can want. */
export function flatMap<T, U>(list: readonly T[], f: (item: T, index: number) => readonly U[]): U[] {
  const result: U[] = [];
  list.forEach((item, i) => {
    for (const inner of f(item, i)) result.push(inner);
    if (result.length > MAX_ITEMS) diagnose("too-long", `A list of more than ${MAX_ITEMS} items.`);
  });
  return result;
}

/** Every occurrence, literally. An empty pattern changes nothing. */
export function replaceText(text: string, from: string, to: string): string {
  if (from === "") return text;
  const parts = text.split(from);
  if (text.length + (parts.length - 1) * Math.max(0, to.length - from.length) > MAX_TEXT) diagnose("too-long", `A text of more than ${MAX_TEXT} characters.`);
  return parts.join(to);
}

export function splitText(text: string, separator: string): string[] {
  return separator === "" ? [...text] : text.split(separator);
}

/** What ends left of a place and begins right of it where a word or number goes on across that place. */
const JOINTS: readonly (readonly [left: RegExp, right: RegExp])[] = [
  [/[\p{L}\p{M}\p{N}]$/u, /^[\p{L}\p{M}\p{N}]/u],
  [/\d[.,:-]$/, /^\d/],
  [/\d$/, /^[.,:-]\d/],
  [/[-−]$/, /^\$?\d/],
];

/** Whether `part` stands in a text as words and numbers of its own, in whatever case. Nothing mentions the empty text. */
export function mentions(text: string, part: string): boolean {
  const [whole, sought] = [text, part].map((one) => one.normalize("NFKC").toLowerCase()) as [string, string];
  // Two characters on either side decide, each of at most two units.
  const goesOn = (at: number): boolean => JOINTS.some(([left, right]) => left.test(whole.slice(Math.max(0, at - 4), at)) && right.test(whole.slice(at, at + 4)));
  for (let at = whole.indexOf(sought); sought !== "" && at >= 0; at = whole.indexOf(sought, at + 1)) {
    if (!goesOn(at) && !goesOn(at + sought.length)) return true;
  }
  return false;
}

const patterns = new Map<string, RegExp>();

/** `matches`: the whole text, by a regular expression that the compiler has anchored. */
export function matches(text: string, pattern: string): boolean {
  let regexp = patterns.get(pattern);
  if (!regexp) patterns.set(pattern, (regexp = new RegExp(pattern, "u")));
  return regexp.test(text);
}

/** `$12.50`, `-$3.00`. */
export function showMoney(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const absolute = Math.abs(cents);
  const rest = absolute % 100;
  return `${sign}$${Math.floor(absolute / 100)}.${rest < 10 ? "0" : ""}${rest}`;
}

/** `1 h 5 min`, `30 s`, `2 days`. */
export function showDuration(seconds: number): string {
  if (seconds === 0) return "0 s";
  const parts: string[] = [];
  let rest = Math.abs(seconds);
  for (const [size, unit] of [[DAY, "day"], [3600, "h"], [60, "min"], [1, "s"]] as const) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n > 0) parts.push(`${n} ${unit === "day" && n > 1 ? "days" : unit}`);
  }
  return `${seconds < 0 ? "-" : ""}${parts.join(" ")}`;
}

/** `850 m`, `12.5 km`. */
export function showDistance(metres: number): string {
  return Math.abs(metres) < 1000 ? `${metres} m` : `${Number((metres / 1000).toFixed(3))} km`;
}

/** `2026-07-14 09:30:00`, for people. */
export function showDatetime(seconds: number): string {
  return formatDateTime(seconds).replace("T", " ");
}

export { formatDate as showDate, formatTime as showTime };

// ---------------------------------------------------------------- trees

/** Rows whose `field` is `of`, by creation. */
export function children<R>(db: Db, table: Table<R>, field: string, of: Ref<R>): Ref<R>[] {
  return db.all(table).filter((slot) => (db.get(table, slot) as Record<string, unknown>)[field] === of);
}

/** The parent, its parent, and so on. */
export function ancestors<R>(db: Db, table: Table<R>, field: string, of: Ref<R>): Ref<R>[] {
  const result: Ref<R>[] = [];
  for (let at = parent(db, table, field, of); at !== null && !result.includes(at); at = parent(db, table, field, at)) result.push(at);
  return result;
}

function parent<R>(db: Db, table: Table<R>, field: string, of: Ref<R>): Ref<R> | null {
  return ((db.get(table, of) as Record<string, unknown>)[field] ?? null) as Ref<R> | null;
}

/** Children depth-first, each before its own. */
export function descendants<R>(db: Db, table: Table<R>, field: string, of: Ref<R>): Ref<R>[] {
  return children(db, table, field, of).flatMap((child) => [child, ...descendants(db, table, field, child)]);
}

// ---------------------------------------------------------------- the rest

/** For a `let … else`: the value, or the failure. */
export function unwrap<T>(value: T | null, message: () => string): T {
  return value === null ? fail(message()) : value;
}

/** For a `?.`: none where the value is none, else what follows from it. */
export function ifAny<T, U>(value: T | null, then: (value: T) => U): U | null {
  return value === null ? null : then(value);
}

/** A corpus that `build` wrote beside the module. */
export function readCorpus<T>(url: URL): T {
  return JSON.parse(readFileSync(url, "utf8")) as T;
}

/** Unreachable in a program that checks; keeps generated `match`es total. */
export function never(): never {
  return diagnose("internal", "A match had no arm for its value.");
}

/** `v in a..b`: inclusive at both ends. */
export function within<T extends Key>(value: T | null, from: T, to: T): boolean {
  return value !== null && value >= from && value <= to;
}

/** As `within`, for times of day: `22:00..06:00` runs over midnight. */
export function withinTimes(value: number | null, from: number, to: number): boolean {
  return value !== null && (from <= to ? value >= from && value <= to : value >= from || value <= to);
}

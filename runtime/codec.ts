/**
 * Between wire JSON and run-time values, by type. A type is compiled once into closures; where the JSON and the value
 * are the same (`plain`), encoding hands the value through.
 *
 * | type | JSON |
 * | --- | --- |
 * | `money` | a number with at most two decimals |
 * | `datetime`, `date`, `time` | `2026-07-14T09:30:00`, `2026-07-14`, `09:30` (`:15` when not zero) |
 * | `duration`, `distance` | seconds, metres |
 * | `point` | `{lat, lon}` |
 * | enum | its wire value |
 * | entity | its key; a composite key is an object of its parts; a keyless row is `#3`, by ordinal |
 * | `Set<E>` | the list of the members' keys |
 * | kind | `{kind, …fields}` |
 * | `none` | null |
 */

import { formatDate, formatDateTime, formatTime, parseDate, parseDateTime, parseTime } from "./calendar.js";
import { closestTo } from "./suggest.js";
import { article, quote } from "./quote.js";
import type { TypeDef } from "./types.js";

/** What is wrong with a piece of JSON, and where in it. */
export interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** How references cross the boundary. */
export interface KeySource {
  /** The encoded key of a row. */
  key(table: number, slot: number): unknown;
  /** The row with an encoded key. Throws where there is none. */
  slot(table: number, key: unknown): number;
}

export interface Codec {
  /** True where `encode` changes nothing. */
  readonly plain: boolean;
  /** Whether JSON is of this type; existence of the rows it refers to aside. Never throws for JSON of any shape. */
  readonly check: (json: unknown) => Problem | null;
  readonly encode: (value: unknown, keys: KeySource) => unknown;
  /** JSON must have passed `check`. */
  readonly decode: (json: unknown, keys: KeySource) => unknown;
}

/** What the compiler of codecs must know about tables. */
export interface KeyChecks {
  checkKey(table: number, json: unknown): Problem | null;
}

type Json = Record<string, unknown>;

const same = (value: unknown): unknown => value;

function problem(message: string): Problem {
  return { path: [], message };
}

function expected(what: string, got: unknown): Problem {
  return problem(`expected ${what}, got ${quote(got)}`);
}

function within(step: string | number, inner: Problem): Problem {
  return { path: [step, ...inner.path], message: inner.message };
}

/** True for an object that is neither null nor a list. */
export function isObject(json: unknown): json is Json {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** Sets an own property, also one called `__proto__`. */
export function put(target: Json, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  } else target[name] = value;
}

function scalar(what: string, test: (json: unknown) => boolean, decode: (json: unknown) => unknown = same): Codec {
  return { plain: true, check: (json) => (test(json) ? null : expected(what, json)), encode: same, decode };
}

function text(what: string, parse: (text: string) => number | null, format: (value: number) => string): Codec {
  return {
    plain: false,
    check: (json) =>
      typeof json === "string" && json.length < 40 && parse(json) !== null ? null : expected(what, json),
    encode: (value) => format(value as number),
    decode: (json) => parse(json as string),
  };
}

const isNumber = (json: unknown): boolean => typeof json === "number" && Number.isFinite(json);
const isWhole = (json: unknown): boolean => Number.isSafeInteger(json);
/** Turns -0 into 0, which no text could tell apart. */
const number = (json: unknown): number => (json as number) + 0;

function isMoney(json: unknown): boolean {
  if (typeof json !== "number" || !Number.isFinite(json)) return false;
  const cents = Math.round(json * 100);
  return Number.isSafeInteger(cents) && cents / 100 === json;
}

function isPoint(json: unknown): boolean {
  if (!isObject(json) || Object.keys(json).length !== 2) return false;
  const { lat, lon } = json;
  return isNumber(lat) && isNumber(lon) && Math.abs(lat as number) <= 90 && Math.abs(lon as number) <= 180;
}

const SCALARS: Readonly<Record<string, Codec>> = {
  bool: scalar("true or false", (json) => typeof json === "boolean"),
  int: scalar("a whole number", isWhole, number),
  float: scalar("a number", isNumber, number),
  string: scalar("a string", (json) => typeof json === "string"),
  duration: scalar("a duration as a whole number of seconds", isWhole, number),
  distance: scalar("a distance as a number of metres", isNumber, number),
  none: scalar(
    "null",
    (json) => json === null || json === undefined,
    () => null,
  ),
  point: scalar("a point like {lat: 52.52, lon: 13.40}", isPoint, (json) => {
    const { lat, lon } = json as { lat: number; lon: number };
    return { lat: lat + 0, lon: lon + 0 };
  }),
  money: {
    ...scalar(
      "an amount of money with at most two decimals",
      isMoney,
      (json) => Math.round((json as number) * 100) + 0,
    ),
    plain: false,
    encode: (value) => (value as number) / 100,
  },
  datetime: text("a date and time like 2026-07-14T09:30:00", parseDateTime, formatDateTime),
  date: text("a date like 2026-07-14", parseDate, formatDate),
  time: text("a time of day like 09:30", parseTime, formatTime),
};

/** Compiles a type. `views` remembers recursive views by name; leave it out. */
export function compileCodec(type: TypeDef, keys: KeyChecks, views = new Map<string, Codec>()): Codec {
  switch (type.t) {
    case "enum":
      return enumCodec(type.members, type.wire);
    case "entity":
      return {
        plain: false,
        check: (json) => keys.checkKey(type.table, json),
        encode: (value, source) => source.key(type.table, value as number),
        decode: (json, source) => source.slot(type.table, json),
      };
    case "set":
      return { ...listCodec(compileCodec({ t: "entity", table: type.table }, keys, views), true), plain: false };
    case "list":
      return listCodec(compileCodec(type.of, keys, views), false);
    case "maybe":
      return maybeCodec(compileCodec(type.of, keys, views));
    case "record":
      return recordCodec(type.fields, keys, views, null, type.wire);
    case "slots":
      return slotsCodec(type.members, type.wire, compileCodec(type.of, keys, views));
    case "dict":
      return dictCodec(compileCodec(type.of, keys, views));
    case "kind":
      return kindCodec(type.name, type.cases, keys, views);
    case "view":
      return viewCodec(type, keys, views);
    default:
      return SCALARS[type.t]!;
  }
}

function enumCodec(members: readonly string[], wire: Readonly<Record<string, string>> | undefined): Codec {
  const toWire = new Map(members.map((member) => [member, wire?.[member] ?? member]));
  const fromWire = new Map([...toWire].map(([member, value]) => [value, member]));
  const plain = members.every((member) => toWire.get(member) === member);
  const values = [...fromWire.keys()];
  const list = values.map((value) => JSON.stringify(value)).join(", ");
  return {
    plain,
    check: (json) => {
      if (typeof json === "string" && fromWire.has(json)) return null;
      const near = typeof json === "string" ? closestTo(json, values) : null;
      return problem(
        `must be one of ${list}, got ${quote(json)}${near === null ? "" : `; did you mean ${JSON.stringify(near)}?`}`,
      );
    },
    encode: plain ? same : (value) => toWire.get(value as string) ?? value,
    decode: plain ? same : (json) => fromWire.get(json as string),
  };
}

function listCodec(of: Codec, distinct: boolean): Codec {
  return {
    plain: of.plain,
    check: (json) => {
      if (!Array.isArray(json)) return expected("a list", json);
      for (let i = 0; i < json.length; i++) {
        const inner = of.check(json[i]);
        if (inner !== null) return within(i, inner);
      }
      return null;
    },
    encode: of.plain ? same : (value, keys) => (value as unknown[]).map((element) => of.encode(element, keys)),
    decode: (json, keys) => {
      const values = (json as unknown[]).map((element) => of.decode(element, keys));
      return distinct ? [...new Set(values)] : values;
    },
  };
}

function maybeCodec(of: Codec): Codec {
  return {
    plain: of.plain,
    check: (json) => (json === null || json === undefined ? null : of.check(json)),
    encode: (value, keys) => (value === null || value === undefined ? null : of.encode(value, keys)),
    decode: (json, keys) => (json === null || json === undefined ? null : of.decode(json, keys)),
  };
}

/** A record; with `kind`, a tagged case. */
function recordCodec(
  types: Readonly<Record<string, TypeDef>>,
  keys: KeyChecks,
  views: Map<string, Codec>,
  kind: string | null,
  wire: Readonly<Record<string, string>> = {},
): Codec {
  const fields = Object.keys(types).map((local) => ({
    local,
    name: wire[local] ?? local,
    maybe: types[local]!.t === "maybe" || types[local]!.t === "none",
    codec: compileCodec(types[local]!, keys, views),
  }));
  const names = new Set(fields.map((field) => field.name));
  const plain = fields.every((field) => field.codec.plain && field.local === field.name);
  const start = (): Json => (kind === null ? {} : { kind });
  return {
    plain,
    check: (json) => {
      if (!isObject(json)) return expected("an object", json);
      for (const { name, maybe, codec } of fields) {
        if (!Object.hasOwn(json, name) || json[name] === undefined) {
          if (maybe) continue;
          return within(name, problem("missing"));
        }
        const inner = codec.check(json[name]);
        if (inner !== null) return within(name, inner);
      }
      for (const name of Object.keys(json)) {
        if (!names.has(name) && !(kind !== null && name === "kind")) return within(name, problem("unknown field"));
      }
      return null;
    },
    encode: plain
      ? same
      : (value, source) => {
          const json = start();
          for (const { local, name, codec } of fields) put(json, name, codec.encode((value as Json)[local], source));
          return json;
        },
    decode: (json, source) => {
      const value = start();
      for (const { local, name, codec } of fields) {
        const part = Object.hasOwn(json as Json, name) ? (json as Json)[name] : null;
        put(value, local, codec.decode(part, source));
      }
      return value;
    },
  };
}

function slotsCodec(members: readonly string[], wire: Readonly<Record<string, string>> | undefined, of: Codec): Codec {
  const pairs = members.map((member) => [member, wire?.[member] ?? member] as const);
  const names = new Set(pairs.map(([, name]) => name));
  const plain = of.plain && pairs.every(([member, name]) => member === name);
  return {
    plain,
    check: (json) => {
      if (!isObject(json)) return expected("an object", json);
      for (const name of names) {
        if (!Object.hasOwn(json, name)) return within(name, problem("missing"));
        const inner = of.check(json[name]);
        if (inner !== null) return within(name, inner);
      }
      const other = Object.keys(json).find((name) => !names.has(name));
      return other === undefined ? null : within(other, problem("unknown field"));
    },
    encode: plain
      ? same
      : (value, source) => {
          const json: Json = {};
          for (const [member, name] of pairs) put(json, name, of.encode((value as Json)[member], source));
          return json;
        },
    decode: (json, source) => {
      const value: Json = {};
      for (const [member, name] of pairs) put(value, member, of.decode((json as Json)[name], source));
      return value;
    },
  };
}

function dictCodec(of: Codec): Codec {
  const convert = (from: unknown, one: (part: unknown) => unknown): Json => {
    // No prototype: a key called `constructor` must be absent unless it was put there.
    const to = Object.create(null) as Json;
    for (const name of Object.keys(from as Json)) to[name] = one((from as Json)[name]);
    return to;
  };
  return {
    plain: of.plain,
    check: (json) => {
      if (!isObject(json)) return expected("an object", json);
      for (const name of Object.keys(json)) {
        const inner = of.check(json[name]);
        if (inner !== null) return within(name, inner);
      }
      return null;
    },
    encode: of.plain ? same : (value, source) => convert(value, (part) => of.encode(part, source)),
    decode: (json, source) => convert(json, (part) => of.decode(part, source)),
  };
}

function kindCodec(
  name: string,
  types: Readonly<Record<string, Readonly<Record<string, TypeDef>>>>,
  keys: KeyChecks,
  views: Map<string, Codec>,
): Codec {
  const cases = new Map(Object.keys(types).map((tag) => [tag, recordCodec(types[tag]!, keys, views, tag)]));
  const plain = [...cases.values()].every((codec) => codec.plain);
  const of = (value: unknown): Codec => cases.get((value as { kind: string }).kind)!;
  const list = [...cases.keys()].map((tag) => JSON.stringify(tag)).join(", ");
  return {
    plain,
    check: (json) => {
      if (!isObject(json)) return expected(`${article(name)} (an object with a \`kind\`)`, json);
      const tag = Object.hasOwn(json, "kind") ? json["kind"] : undefined;
      const found = typeof tag === "string" ? cases.get(tag) : undefined;
      if (found === undefined) return within("kind", problem(`must be one of ${list}, got ${quote(tag)}`));
      return found.check(json);
    },
    encode: plain ? same : (value, source) => of(value).encode(value, source),
    decode: (json, source) => of(json).decode(json, source),
  };
}

function viewCodec(type: TypeDef & { t: "view" }, keys: KeyChecks, views: Map<string, Codec>): Codec {
  const known = views.get(type.name);
  if (known !== undefined) return known;
  // A view may contain itself: what it is made of is compiled after its name is known.
  let inner: Codec | null = null;
  const codec: Codec = {
    plain: false,
    check: (json) => inner!.check(json),
    encode: (value, source) => inner!.encode(value, source),
    decode: (json, source) => inner!.decode(json, source),
  };
  views.set(type.name, codec);
  inner = compileCodec(type.of(), keys, views);
  return codec;
}

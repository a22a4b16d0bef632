/**
 * What the store needs to know of a table, worked out once per world: which derived structures a write touches, how the
 * key is looked up, what may be written.
 */

import { compileCodec, isObject, type Codec, type KeyChecks, type KeySource, type Problem } from "./codec.js";
import { diagnose } from "./failure.js";
import { quote, shorten, words } from "./quote.js";
import type { FieldDef, Row, TableDef, TypeDef } from "./types.js";

/** UTF-16 units of the longest string a field may hold. */
export const LONGEST_STRING = 1_000_000;
/** Elements of the longest list a field may hold. */
export const LONGEST_LIST = 100_000;

/** Characters of a key that a sentence repeats. */
const LONGEST_KEY_TEXT = 200;

export interface FieldShape {
  readonly def: FieldDef;
  readonly name: string;
  readonly codec: Codec;
  /** Whether a `null` may be stored. */
  readonly maybe: boolean;
  /** How the field refers to rows, if it does. */
  readonly refers: "one" | "set" | null;
  /** The table referred to, or -1. */
  readonly target: number;
  /** Checks sizes and freezes what is nested; absent where the type needs neither. */
  readonly admit: ((value: unknown) => void) | null;
}

/** An inverse relation kept with the rows that point: which field, and the order within one target. */
export interface LinkShape {
  readonly field: string;
  readonly by: string | null;
  /** Orders two values of `by`. */
  readonly compare: (a: unknown, b: unknown) => number;
}

/** Where the rows of an inverse relation are found: bucket `link` of the pointing table; -1: scan its `Set` field. */
export interface InverseShape extends LinkShape {
  readonly table: number;
  readonly link: number;
}

export interface TableShape {
  readonly number: number;
  readonly def: TableDef;
  readonly name: string;
  /** For sentences: `gift card`. */
  readonly label: string;
  readonly fields: readonly FieldShape[];
  readonly byName: Readonly<Record<string, FieldShape>>;
  readonly key: readonly FieldShape[];
  /** The field that holds a generated identifier, or null. */
  readonly idField: string | null;
  readonly unique: readonly FieldShape[];
  /** Inverses fed by this table; a bucket of rows per target row. */
  readonly links: readonly LinkShape[];
  readonly inverses: readonly InverseShape[];
  readonly references: readonly FieldShape[];
  /** Fields whose values are looked at before they are stored: by size, or by their `where`. */
  readonly guarded: readonly FieldShape[];
}

/** A value as a map key: objects by content. */
export function mapKey(value: unknown): unknown {
  return typeof value === "object" && value !== null ? canonical(value) : value;
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isObject(value)) {
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

/** The key of the index for key parts in order; parts of different types never collide. */
export function indexKey(shape: TableShape, parts: readonly unknown[]): unknown {
  const folded = shape.def.folded === true;
  if (parts.length === 1) {
    const part = parts[0];
    return folded && typeof part === "string" ? part.toLowerCase() : mapKey(part);
  }
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") {
      const s = folded ? part.toLowerCase() : part;
      text += `${s.length}:${s}`;
    } else text += `#${canonical(part)};`;
  }
  return text;
}

/** The key of the index for a row. */
export function rowKey(shape: TableShape, row: Row): unknown {
  const { key } = shape;
  if (key.length === 1) {
    const part = row[key[0]!.name];
    return shape.def.folded === true && typeof part === "string" ? part.toLowerCase() : mapKey(part);
  }
  return indexKey(
    shape,
    key.map((field) => row[field.name]),
  );
}

/** The key of a row as JSON. */
export function encodeKey(shape: TableShape, row: Row, slot: number, keys: KeySource): unknown {
  const { key } = shape;
  if (key.length === 0) return `#${slot}`;
  if (key.length === 1) return key[0]!.codec.encode(row[key[0]!.name], keys);
  const json: Record<string, unknown> = {};
  for (const field of key) json[field.name] = field.codec.encode(row[field.name], keys);
  return json;
}

/** Whether JSON can be a key of the table. */
export function checkKey(shape: TableShape, json: unknown): Problem | null {
  const { key } = shape;
  if (key.length === 0) {
    if (typeof json === "string" && /^#\d{1,15}$/.test(json)) return null;
    return { path: [], message: `expected a row like "#3", got ${quote(json)}` };
  }
  if (key.length === 1) return key[0]!.codec.check(numeral(key[0]!, json));
  if (!isObject(json)) return { path: [], message: `expected an object with the key's parts, got ${quote(json)}` };
  for (const field of key) {
    if (!Object.hasOwn(json, field.name)) return { path: [field.name], message: "missing" };
    const inner = field.codec.check(json[field.name]);
    if (inner !== null) return { path: [field.name, ...inner.path], message: inner.message };
  }
  const other = Object.keys(json).find((name) => !key.some((field) => field.name === name));
  return other === undefined ? null : { path: [other], message: "unknown field" };
}

/** The parts of a key that passed `checkKey`, as values. */
export function decodeKey(shape: TableShape, json: unknown, keys: KeySource): unknown[] {
  const { key } = shape;
  if (key.length === 0) return [Number((json as string).slice(1))];
  if (key.length === 1) return [key[0]!.codec.decode(numeral(key[0]!, json), keys)];
  return key.map((field) => field.codec.decode((json as Record<string, unknown>)[field.name], keys));
}

/** A numeric key may travel as text. */
function numeral(field: FieldShape, json: unknown): unknown {
  return field.def.type.t === "int" && typeof json === "string" && /^-?\d{1,16}$/.test(json) ? Number(json) : json;
}

/** A key in JSON as an agent would say it; an endless one is cut. */
export function keyText(json: unknown): string {
  if (typeof json === "string") return shorten(json, LONGEST_KEY_TEXT);
  if (!isObject(json)) return quote(json);
  return Object.values(json).map(keyText).join(", ");
}

function tooLong(what: string): never {
  return diagnose("too-long", what);
}

function admitString(value: unknown): void {
  if ((value as string | null) !== null && (value as string).length > LONGEST_STRING) {
    tooLong(`The text is longer than ${LONGEST_STRING} characters.`);
  }
}

/** Nested values are frozen when stored: a caller that changes an answer must not change the world. */
function admitNested(value: unknown): void {
  if (typeof value === "string") return admitString(value);
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  if (Array.isArray(value)) {
    if (value.length > LONGEST_LIST) tooLong(`The list is longer than ${LONGEST_LIST} elements.`);
    for (const element of value) admitNested(element);
  } else {
    for (const name of Object.keys(value)) admitNested((value as Record<string, unknown>)[name]);
  }
  Object.freeze(value);
}

function admission(type: TypeDef): ((value: unknown) => void) | null {
  switch (type.t) {
    case "maybe":
      return admission(type.of);
    case "string":
      return admitString;
    case "set":
    case "list":
    case "record":
    case "slots":
    case "dict":
    case "kind":
    case "point":
      return admitNested;
    default:
      return null;
  }
}

function fieldShape(def: FieldDef, checks: KeyChecks, views: Map<string, Codec>): FieldShape {
  const inner = def.type.t === "maybe" ? def.type.of : def.type;
  const refers = inner.t === "entity" ? "one" : inner.t === "set" ? "set" : null;
  return {
    def,
    name: def.name,
    codec: compileCodec(def.type, checks, views),
    maybe: def.type.t === "maybe" || def.type.t === "none",
    refers,
    target: inner.t === "entity" || inner.t === "set" ? inner.table : -1,
    admit: admission(def.type),
  };
}

/** Orders values of one field: nothing first, numbers by size, texts by code unit, members by declaration. */
function comparator(type: TypeDef): (a: unknown, b: unknown) => number {
  if (type.t === "maybe") {
    const inner = comparator(type.of);
    return (a, b) => (a === null ? (b === null ? 0 : -1) : b === null ? 1 : inner(a, b));
  }
  if (type.t === "enum") {
    const order = new Map(type.members.map((member, i) => [member, i]));
    return (a, b) => order.get(a as string)! - order.get(b as string)!;
  }
  return (a, b) => ((a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0);
}

/** Works out the shapes of a world's tables. */
export function shapeTables(tables: readonly TableDef[], checks: KeyChecks, views: Map<string, Codec>): TableShape[] {
  const links: LinkShape[][] = tables.map(() => []);
  const inverses = tables.map((def) =>
    def.inverses.map((inverse) => {
      const source = tables[inverse.table]!;
      const field = source.fields.find((candidate) => candidate.name === inverse.field)!;
      const by = inverse.by ?? null;
      const compare = by === null ? () => 0 : comparator(source.fields.find((other) => other.name === by)!.type);
      const inner = field.type.t === "maybe" ? field.type.of : field.type;
      if (inner.t === "set") return { table: inverse.table, link: -1, field: field.name, by, compare };
      const own = links[inverse.table]!;
      const link = own.push({ field: field.name, by, compare }) - 1;
      return { table: inverse.table, link, field: field.name, by, compare };
    }),
  );
  return tables.map((def, number) => {
    const fields = def.fields.map((field) => fieldShape(field, checks, views));
    const byName = Object.create(null) as Record<string, FieldShape>;
    for (const field of fields) byName[field.name] = field;
    return {
      number,
      def,
      name: def.name,
      label: words(def.name),
      fields,
      byName,
      key: def.key.map((name) => byName[name]!),
      idField: def.id === undefined ? null : def.key[0]!,
      unique: fields.filter((field) => field.def.unique === true),
      links: links[number]!,
      inverses: inverses[number]!,
      references: fields.filter((field) => field.refers !== null),
      guarded: fields.filter((field) => field.admit !== null || field.def.refine !== undefined),
    };
  });
}

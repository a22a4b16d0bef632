/**
 * Whether a state is one that its world's declarations allow, looked at row by row: nothing here asks the store's own
 * commit, its indexes or its counts.
 */

import type { FieldDef, Session, TableDef, TypeDef } from "../../runtime/index.js";

type Row = Readonly<Record<string, unknown>>;

/** What is wrong with a state, a sentence each: `LightShop.Item 3: price …`. */
export function faultsOf(session: Session): string[] {
  const { store, world } = session;
  const found: string[] = [];
  world.tables.forEach((table, number) => {
    const slots = store.all(number);
    const rows = slots.map((slot) => store.get(number, slot) as Row);
    if (table.kind === "state" && rows.length !== 1) found.push(`${table.name}: ${rows.length} rows`);
    rows.forEach((row, i) => {
      for (const what of faultsOfRow(session, table, slots[i]!, row)) found.push(`${table.name} ${slots[i]}: ${what}`);
    });
    for (const names of [table.key, ...table.fields.filter(({ unique }) => unique).map(({ name }) => [name])]) {
      for (const twice of repeated(table, names, rows)) found.push(`${table.name}: ${names.join(", ")} ${twice} stands twice`);
    }
    for (const { name } of table.fields.filter(({ tree }) => tree)) {
      for (const slot of slots) if (leadsBack(session, number, name, slot)) found.push(`${table.name} ${slot}: ${name} leads back to it`);
    }
  });
  for (const { label, holds } of world.rules) if (!holds(store)) found.push(`the rule “${label}” is broken`);
  return found;
}

function faultsOfRow(session: Session, table: TableDef, slot: number, row: Row): string[] {
  const { store } = session;
  const found: string[] = [];
  const names = Object.keys(row);
  if (names.length !== table.fields.length) found.push(`fields ${names.join(", ")}`);
  for (const field of table.fields) {
    const value = row[field.name];
    if (!fits(session, field.type, value)) found.push(`${field.name} is ${JSON.stringify(value)}`);
    const refused = value === null ? null : refusal(session, field, value);
    if (refused !== null) found.push(`${field.name}: ${refused}`);
  }
  if (table.id !== undefined && !String(row[table.key[0]!]).startsWith(`${table.id}_`)) found.push(`the key ${String(row[table.key[0]!])}`);
  for (const { test, src } of table.checks) if (!test(store, slot as never)) found.push(`the check at ${src} fails`);
  return found;
}

function refusal(session: Session, field: FieldDef, value: unknown): string | null {
  return field.refine?.(session.store, value as never) ?? null;
}

/** Values of some fields together that several rows have; what is none may stand in many. */
function repeated(table: TableDef, names: readonly string[], rows: readonly Row[]): string[] {
  if (names.length === 0) return [];
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    if (names.some((name) => row[name] === null)) return [];
    const text = names.length === 1 && typeof row[names[0]!] === "string" ? (row[names[0]!] as string) : JSON.stringify(names.map((name) => row[name]));
    const value = table.folded === true && names === table.key ? text.toLowerCase() : text;
    if (seen.has(value)) return [value];
    seen.add(value);
    return [];
  });
}

function leadsBack({ store }: Session, table: number, field: string, slot: number): boolean {
  const passed = new Set<unknown>();
  for (let at: unknown = slot; at !== null; at = (store.get(table, at as number) as Row)[field]) {
    if (passed.has(at)) return at === slot;
    passed.add(at);
  }
  return false;
}

const within = (value: unknown, from: number, to: number): boolean => Number.isSafeInteger(value) && (value as number) >= from && (value as number) <= to;

/** Whether a stored value is of a type; a reference has to be to a row that exists. */
function fits(session: Session, type: TypeDef, value: unknown): boolean {
  const all = (of: TypeDef, values: readonly unknown[]): boolean => values.every((inner) => fits(session, of, inner));
  const fields = (of: Readonly<Record<string, TypeDef>>, record: unknown): boolean =>
    isRecord(record) && Object.keys(record).length === Object.keys(of).length && Object.entries(of).every(([name, inner]) => name in record && fits(session, inner, record[name]));
  switch (type.t) {
    case "none":
      return value === null;
    case "maybe":
      return value === null || fits(session, type.of, value);
    case "bool":
      return typeof value === "boolean";
    case "int":
    case "money":
    case "duration":
    case "datetime":
    case "date":
      return Number.isSafeInteger(value);
    case "time":
      return within(value, 0, 86_399);
    case "float":
    case "distance":
      return Number.isFinite(value);
    case "string":
      return typeof value === "string";
    case "point":
      return isRecord(value) && Math.abs(value["lat"] as number) <= 90 && Math.abs(value["lon"] as number) <= 180;
    case "enum":
      return type.members.includes(value as string);
    case "entity":
      return Number.isSafeInteger(value) && session.store.alive(type.table, value as number);
    case "set":
      return Array.isArray(value) && new Set(value).size === value.length && all({ t: "entity", table: type.table }, value);
    case "list":
      return Array.isArray(value) && all(type.of, value);
    case "record":
      return fields(type.fields, value);
    case "slots":
      return isRecord(value) && Object.keys(value).length === type.members.length && type.members.every((member) => member in value && fits(session, type.of, value[member]));
    case "dict":
      return isRecord(value) && all(type.of, Object.values(value));
    case "kind": {
      if (!isRecord(value)) return false;
      const { kind, ...rest } = value;
      const of = type.cases[kind as string];
      return of !== undefined && fields(of, rest);
    }
    case "view":
      return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

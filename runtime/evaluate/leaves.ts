/**
 * A state as leaves: paths to single values. Two states differ by the leaves in which they differ, so that a large row and a
 * small one weigh by what is in them, and the order of anything weighs nothing.
 */

import type { FieldShape, TableShape } from "../shape.js";
import type { Row, TypeDef } from "../types.js";
import { showDate, showDatetime, showDuration, showMoney, showTime } from "../values.js";
import { normalText } from "./text.js";

/** What a reference to a row is called, so that rows created in different runs can be told equal. */
export type RowName = (table: number, slot: number) => string;

/** Path inside a row → its value as the language spells it, equal for equal values; rows by their `RowName`. */
export type Leaves = Map<string, string>;

/** Fields that count: stored, counted, and no generated identifier. */
export function countedFields(shape: TableShape): FieldShape[] {
  return shape.fields.filter((field) => field.def.uncounted !== true && field.name !== shape.idField);
}

export function leavesOf(shape: TableShape, row: Row, name: RowName, fields: readonly FieldShape[] = countedFields(shape)): Leaves {
  const leaves: Leaves = new Map();
  for (const field of fields) {
    const value = row[field.name];
    if (field.def.stamped === true) leaves.set(field.name, value === null ? "none" : "an instant");
    else if (field.refers === "set") for (const slot of value as readonly number[]) leaves.set(`${field.name}[${name(field.target, slot)}]`, "in");
    else if (field.refers === "one") leaves.set(field.name, value === null ? "none" : name(field.target, value as number));
    else if (field.def.prose === true && typeof value === "string") leaves.set(field.name, JSON.stringify(normalText(value)));
    else spread(leaves, field.name, field.def.type, value);
  }
  return leaves;
}

/** Records leaf by leaf; lists as a whole, in any order. */
function spread(leaves: Leaves, path: string, type: TypeDef, value: unknown): void {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) for (const key of Object.keys(value).sort()) spread(leaves, `${path}.${key}`, partOf(type, value as Row, key), (value as Row)[key]);
  else leaves.set(path, spell(type, value));
}

const ANY: TypeDef = { t: "string" };

/** The type of a part of a record, mapping, variant or point. */
function partOf(type: TypeDef, value: Row, key: string): TypeDef {
  switch (type.t) {
    case "maybe":
      return partOf(type.of, value, key);
    case "record":
      return type.fields[key] ?? ANY;
    case "slots":
    case "dict":
      return type.of;
    case "kind":
      return type.cases[String(value["kind"])]?.[key] ?? ANY;
    default:
      return { t: "float" };
  }
}

/** A value as the language spells it; lists in any order. */
function spell(type: TypeDef, value: unknown): string {
  if (value === null || value === undefined) return "none";
  switch (type.t) {
    case "maybe":
      return spell(type.of, value);
    case "string":
      return JSON.stringify(value);
    case "money":
      return showMoney(value as number);
    case "duration":
      return showDuration(value as number);
    case "distance":
      return `${String(value)} m`;
    case "datetime":
      return showDatetime(value as number);
    case "date":
      return showDate(value as number);
    case "time":
      return showTime(value as number);
    case "list":
      return `[${(value as readonly unknown[]).map((element) => spell(type.of, element)).sort().join(", ")}]`;
    default:
      if (typeof value !== "object") return String(value);
      return `{ ${Object.keys(value).sort().map((key) => `${key}: ${spell(partOf(type, value as Row, key), (value as Row)[key])}`).join(", ")} }`;
  }
}

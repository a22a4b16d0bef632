/**
 * A state as leaves: paths to single values. Two states differ by the leaves in which they differ, so that a large row and a
 * small one weigh by what is in them, and the order of anything weighs nothing.
 */

import { mapKey, type FieldShape, type TableShape } from "../shape.js";
import type { Row } from "../types.js";
import { normalText } from "./text.js";

/** What a reference to a row is called, so that rows created in different runs can be told equal. */
export type RowName = (table: number, slot: number) => string;

/** Path inside a row → a text that is equal for equal values. */
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
    else if (field.def.prose === true && typeof value === "string") leaves.set(field.name, `text ${normalText(value)}`);
    else spread(leaves, field.name, value);
  }
  return leaves;
}

/** Records leaf by leaf; lists as a whole, in any order. */
function spread(leaves: Leaves, path: string, value: unknown): void {
  if (Array.isArray(value)) leaves.set(path, `[${value.map((element) => String(mapKey(element))).sort().join(" ")}]`);
  else if (typeof value === "object" && value !== null) for (const key of Object.keys(value).sort()) spread(leaves, `${path}.${key}`, (value as Row)[key]);
  else leaves.set(path, `${typeof value} ${String(value)}`);
}

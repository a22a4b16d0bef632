/** Tables of snapshots, written and read. */

import type { Tables } from "./app.js";
import type { Json } from "./recording.js";

/** A table of these rows, in their order. */
export function table(rows: readonly Json[]): Tables[string] {
  return { next: rows.length, rows: rows.map((row, i) => [i, row]) };
}

/** The rows of a table, in their order; none where there is no such table. */
export function rowsIn(tables: Tables, name: string): readonly Json[] {
  return (tables[name]?.rows ?? []).map(([, row]) => row);
}

/** The row of a state. */
export function stateIn(tables: Tables, app: string): Json {
  return rowsIn(tables, `${app}.state`)[0]!;
}

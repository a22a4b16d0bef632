/**
 * What must hold when a transaction commits: no unique value twice, no reference to a deleted row, every touched row's
 * checks, and the world's rules. Only rows the transaction touched are looked at.
 */

import { diagnose, fail } from "./failure.js";
import { quote, shorten } from "./quote.js";
import { mapKey, type FieldShape, type TableShape } from "./shape.js";
import type { Store } from "./store.js";
import type { Row } from "./types.js";

/** A value that became common to two rows, to be looked at again when the transaction commits. */
export interface Suspect {
  readonly table: number;
  /** Position in `TableShape.unique`. */
  readonly unique: number;
  readonly value: unknown;
}

/** `Another contact already has the name "Ann".` */
export function clash(shape: TableShape, fields: readonly FieldShape[], texts: readonly unknown[]): string {
  const parts = fields.map((field, i) => `${field.name.replace(/_/g, " ")} ${shorten(quote(texts[i]))}`);
  return `Another ${shape.label} already has the ${parts.join(" and the ")}.`;
}

/** While a world is set up, all rows are new and all are looked at. Throws `Failure` or `RuntimeDiagnostic` where the writes from `start` on must not be committed. */
export function checkCommit(store: Store, start: number): void {
  const { journal, program } = store;
  if (store.recording && journal.length === start) return;
  for (const { table, unique, value } of store.suspects) {
    const shape = program.shapes[table]!;
    if ((store.tables[table]!.counts[unique]!.get(value) ?? 0) > 1) {
      const field = shape.unique[unique]!;
      const holder = store.tables[table]!.rows.find(
        (row) => row !== undefined && mapKey((row as Row)[field.name]) === value,
      );
      fail(clash(shape, [field], [field.codec.encode((holder as Row)[field.name], store)]));
    }
  }
  if (store.recording) {
    const { entries, base } = journal.segment;
    let wrote = false;
    // Checks may read, never write: the entries stay as they are.
    for (let i = start - base; i < entries.length; i++) {
      const entry = entries[i]!;
      if (entry.table >= program.shapes.length) continue;
      wrote = true;
      // Only the last version of a row counts.
      if (entry.new === undefined || store.tables[entry.table]!.rows[entry.slot] !== entry.new) continue;
      checkRow(store, program.shapes[entry.table]!, entry.slot, entry.new as Row);
    }
    if (!wrote) return;
  } else {
    for (const shape of program.shapes) {
      if (shape.def.checks.length === 0 && store.deletions === 0) continue;
      store.tables[shape.number]!.rows.forEach((row, slot) => {
        if (row !== undefined) checkRow(store, shape, slot, row as Row);
      });
    }
  }
  for (const rule of program.world.rules) {
    if (!rule.holds(store)) diagnose("rule-broken", `The rule “${rule.label}” does not hold.`, rule.src);
  }
}

function checkRow(store: Store, shape: TableShape, slot: number, row: Row): void {
  if (store.deletions > 0) checkReferences(store, shape, row);
  for (const check of shape.def.checks) {
    if (!check.test(store, slot as never)) fail(check.message(store, slot as never));
  }
}

function checkReferences(store: Store, shape: TableShape, row: Row): void {
  for (const field of shape.references) {
    const value = row[field.name];
    if (value === null) continue;
    const slots = field.refers === "set" ? (value as readonly number[]) : [value as number];
    for (const slot of slots) {
      if (store.alive(field.target, slot)) continue;
      diagnose("deleted-row", `A ${shape.label} refers to a deleted ${store.program.shapes[field.target]!.label}.`);
    }
  }
}

/**
 * What changed: the writes of one call, and the difference between two states, both read off the journal and given in
 * wire JSON.
 */

import type { KeySource } from "./codec.js";
import { backwards, commonPast, type Entry, type Mark } from "./journal.js";
import type { Program } from "./program.js";
import { encodeKey, mapKey, type FieldShape, type TableShape } from "./shape.js";
import type { Store } from "./store.js";
import type { Row } from "./types.js";

/** What became of one row. */
export interface Write {
  /** `LightTalk.Contact`. */
  readonly table: string;
  /** The row's key; null for the row of a state table. */
  readonly key: unknown;
  readonly change: "created" | "changed" | "deleted";
  /** Before and after; null before a creation and after a deletion. Only fields that differ. */
  readonly fields: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly author: string;
}

/** Two versions of a row, undefined where there is none. */
interface Change {
  readonly table: number;
  readonly slot: number;
  readonly old: unknown;
  readonly new: unknown;
  readonly author: string;
}

/** Equality of field values: records by structure, lists in order, sets not. */
export function sameValue(field: FieldShape, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (field.refers === "set") {
    const [left, right] = [a as readonly number[], b as readonly number[]];
    if (left.length !== right.length) return false;
    const members = new Set(left);
    return right.every((member) => members.has(member));
  }
  return mapKey(a) === mapKey(b);
}

function describe(shape: TableShape, change: Change, then: KeySource, now: KeySource): Write | null {
  const old = change.old as Row | undefined;
  const next = change.new as Row | undefined;
  if (old === next) return null;
  const fields: Record<string, readonly [unknown, unknown]> = {};
  let differs = old === undefined || next === undefined;
  for (const field of shape.fields) {
    if (old !== undefined && next !== undefined && sameValue(field, old[field.name], next[field.name])) continue;
    differs = true;
    fields[field.name] = [
      old === undefined ? null : field.codec.encode(old[field.name], then),
      next === undefined ? null : field.codec.encode(next[field.name], now),
    ];
  }
  if (!differs) return null;
  return {
    table: shape.name,
    key:
      shape.def.kind === "state"
        ? null
        : encodeKey(shape, (next ?? old)!, change.slot, next === undefined ? then : now),
    change: old === undefined ? "created" : next === undefined ? "deleted" : "changed",
    fields,
    author: change.author,
  };
}

/**
 * The writes in a range of entries, in order: several writes of one author to a row count as one, unless somebody else
 * wrote to it in between; what was created and deleted again leaves no trace.
 */
export function writesOf(program: Program, entries: readonly Entry[], keys: KeySource): Write[] {
  const changes: { table: number; slot: number; old: unknown; new: unknown; author: string }[] = [];
  const last = new Map<string, (typeof changes)[number]>();
  for (const entry of entries) {
    if (entry.table >= program.shapes.length) continue;
    const row = `${entry.table}/${entry.slot}`;
    const known = last.get(row);
    if (known !== undefined && known.author === entry.author) known.new = entry.new;
    else {
      const change = { ...entry };
      last.set(row, change);
      changes.push(change);
    }
  }
  const writes: Write[] = [];
  for (const change of changes) {
    const write = describe(program.shapes[change.table]!, change, keys, keys);
    if (write !== null) writes.push(write);
  }
  return writes;
}

interface Versions {
  readonly table: number;
  readonly slot: number;
  /** Version at this end, and version in the common past, per side that wrote. */
  here?: { readonly now: unknown; base: unknown };
  there?: { readonly now: unknown; base: unknown };
  author: string;
}

/** What changed from the state at `from` to the store's present state, by table, then row; null if they share no past. */
export function differenceSince(store: Store, from: Mark, other: Store): Write[] | null {
  const here = store.journal.mark();
  const common = commonPast(here, from);
  if (common === null) return null;
  const rows = new Map<string, Versions>();
  const walk = (mark: Mark, side: "here" | "there"): void => {
    for (const entry of backwards(mark, common.position)) {
      if (entry.table >= store.program.shapes.length) continue;
      const name = `${entry.table}/${entry.slot}`;
      let versions = rows.get(name);
      if (versions === undefined) {
        versions = { table: entry.table, slot: entry.slot, author: entry.author };
        rows.set(name, versions);
      }
      const seen = versions[side];
      if (seen === undefined) versions[side] = { now: entry.new, base: entry.old };
      else seen.base = entry.old;
    }
  };
  walk(here, "here");
  walk(from, "there");
  const changes = [...rows.values()].map((row): Change => ({
    table: row.table,
    slot: row.slot,
    old: row.there === undefined ? row.here!.base : row.there.now,
    new: row.here === undefined ? row.there!.base : row.here.now,
    author: row.author,
  }));
  return sorted(store, changes, other.keysAt(from));
}

/** The difference between two states of one world that share no past: all rows are compared, slot by slot. */
export function differenceOfStates(store: Store, from: Store): Write[] {
  const changes: Change[] = [];
  for (const { number } of store.program.shapes) {
    const [old, now] = [from.tables[number]!.rows, store.tables[number]!.rows];
    for (let slot = 0; slot < Math.max(old.length, now.length); slot++) {
      if (old[slot] !== now[slot])
        changes.push({ table: number, slot, old: old[slot], new: now[slot], author: "unknown" });
    }
  }
  return sorted(store, changes, from);
}

function sorted(store: Store, changes: Change[], then: KeySource): Write[] {
  changes.sort((a, b) => a.table - b.table || a.slot - b.slot);
  return changes.flatMap((change) => describe(store.program.shapes[change.table]!, change, then, store) ?? []);
}

/** A session's whole state as JSON: rows by ordinal, references as keys, what the runtime keeps by names. */

import { formatDateTime } from "./calendar.js";
import { hashOf } from "./hashing.js";
import type { FaultMode, Session } from "./session.js";
import type { Ended } from "./system.js";
import type { Row, WorldDef } from "./types.js";

/** The tag of the format and its version; a reader refuses others. */
export const SNAPSHOT_FORMAT = "worldc-snapshot";
export const SNAPSHOT_VERSION = 1;

export interface Snapshot {
  readonly format: typeof SNAPSHOT_FORMAT;
  readonly version: typeof SNAPSHOT_VERSION;
  readonly world: string;
  readonly semanticHash: string;
  readonly seed: number;
  readonly salt: string;
  readonly faults: FaultMode;
  /** `2026-07-14T09:30:00`. */
  readonly clock: string;
  readonly ended: Ended | null;
  /** Well-formed calls so far, per tool that was called. */
  readonly calls: Readonly<Record<string, number>>;
  /** Why a tool is unavailable, per such tool. */
  readonly disabled: Readonly<Record<string, string>>;
  /** Instants of the calls that count against a rate limit, per fault. */
  readonly limits: Readonly<Record<string, readonly string[]>>;
  /**
   * What triggers remember, per trigger that does: by ordinal of the bound row (0 where none is), whether its condition
   * held (true) or it lay inside the border it watches, the instant it fired for, or `"done"`.
   */
  readonly triggers: Readonly<Record<string, readonly (readonly [number, boolean | string])[]>>;
  readonly tables: Readonly<Record<string, SnapshotTable>>;
  /** The state's hash, and a hash over everything above. */
  readonly hash: string;
  readonly integrity: string;
}

export interface SnapshotTable {
  /** The ordinal of the next row. */
  readonly next: number;
  /** Ordinal and fields, by ordinal. */
  readonly rows: readonly (readonly [number, Readonly<Record<string, unknown>>])[];
}

/** The hash that guards a snapshot against slips of the hand; the order of fields does not matter. */
export function integrityOf(snapshot: Readonly<Record<string, unknown>>): string {
  const { integrity: _, ...rest } = snapshot;
  return hashOf(rest);
}

/** Rows by the names of what they belong to, as far as `of` has something of that name. */
function named<T>(
  owners: readonly { readonly name: string }[],
  of: readonly { readonly name: string }[],
  rows: readonly unknown[],
  keep: (row: unknown) => boolean,
): Record<string, T> {
  const found: Record<string, T> = {};
  const names = new Set(of.map(({ name }) => name));
  owners.forEach(({ name }, i) => {
    if (names.has(name) && keep(rows[i])) found[name] = rows[i] as T;
  });
  return found;
}

/**
 * Writes a session down. Keys come in a fixed order, so equal states make equal texts. `world`: without the faults and
 * triggers that a task adds to it.
 */
export function snapshotOf(session: Session, world: WorldDef = session.world): Snapshot {
  const { program, store } = session;
  const rows = (table: number): readonly unknown[] => store.tables[table]!.rows;
  const { tools, faults, triggers } = program.world;
  const tables: Record<string, SnapshotTable> = {};
  for (const shape of program.shapes) {
    const list: [number, Record<string, unknown>][] = [];
    rows(shape.number).forEach((row, slot) => {
      if (row === undefined) return;
      const fields: Record<string, unknown> = {};
      for (const { name, codec } of shape.fields) fields[name] = codec.encode((row as Row)[name], store);
      list.push([slot, fields]);
    });
    tables[shape.name] = { next: rows(shape.number).length, rows: list };
  }
  const windows = named<readonly number[]>(
    faults,
    world.faults,
    rows(program.windows),
    (window) => (window as readonly number[]).length > 0,
  );
  const body = {
    format: SNAPSHOT_FORMAT,
    version: SNAPSHOT_VERSION,
    world: world.name,
    semanticHash: world.semanticHash,
    seed: session.seed,
    salt: session.salt,
    faults: session.faults,
    clock: session.clock,
    ended: session.ended,
    calls: named<number>(tools, tools, rows(program.calls), (k) => k !== 0),
    disabled: named<string>(tools, tools, rows(program.disabled), (reason) => reason !== null),
    limits: Object.fromEntries(Object.entries(windows).map(([name, window]) => [name, window.map(formatDateTime)])),
    triggers: named<readonly (readonly [number, boolean | string])[]>(
      triggers,
      world.triggers,
      program.triggers.map(({ table }) =>
        rows(table).flatMap((bit, slot): [number, boolean | string][] =>
          bit === undefined ? [] : [[slot, typeof bit === "number" ? formatDateTime(bit) : (bit as boolean | "done")]],
        ),
      ),
      (bits) => (bits as readonly unknown[]).length > 0,
    ),
    tables,
    hash: store.hash(),
  } as const;
  return { ...body, integrity: integrityOf(body) };
}

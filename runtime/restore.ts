/** Reading a snapshot: everything is checked before a session comes to be, and said in plain English where it is wrong. */

import { parseDateTime } from "./calendar.js";
import { isObject, type KeySource, type Problem } from "./codec.js";
import { pathText } from "./explain.js";
import { Identifiers } from "./identifiers.js";
import { LayeredMap } from "./layered.js";
import type { Program } from "./program.js";
import { quote } from "./quote.js";
import { mapKey, type TableShape } from "./shape.js";
import type { FaultMode } from "./session.js";
import { integrityOf, SNAPSHOT_FORMAT, SNAPSHOT_VERSION } from "./snapshot.js";
import { Store } from "./store.js";
import { closestTo } from "./suggest.js";
import type { Row } from "./types.js";

export interface RestoreOptions {
  /** Take a snapshot of another version of this world, as far as its tables still fit. */
  readonly allowOtherHash?: boolean;
  /** Take a state written by hand or by another program: no integrity check, `hash`, `integrity` and counters optional. */
  readonly trusted?: boolean;
  /** As in `SessionOptions`. */
  readonly distractors?: number;
}

/** Why a snapshot cannot be restored; `path` leads to the place, as in `tables["App.Contact"]`. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError";

  constructor(
    readonly code: "not-a-snapshot" | "other-version" | "other-world" | "changed-world" | "corrupt",
    message: string,
    readonly path: string = "",
  ) {
    super(path === "" ? message : `${path}: ${message}`);
  }
}

/** Ordinals a table of a snapshot may reach. */
const MOST_ROWS = 10_000_000;
/** Calls of one tool a snapshot may count: as many values of a random stream must be made to go on. */
const MOST_CALLS = 10_000_000;

type Json = Record<string, unknown>;

function corrupt(path: string, message: string): never {
  throw new SnapshotError("corrupt", message, path);
}

/** A store, seed and settings from a snapshot (an object, or its text). */
export function restoreStore(
  program: Program,
  given: unknown,
  options: RestoreOptions,
): { readonly store: Store; readonly seed: number; readonly faults: FaultMode; readonly salt: string } {
  try {
    const snapshot = header(program, parse(given), options);
    const { seed, salt = "", faults = "seeded" } = snapshot;
    if (!Number.isSafeInteger(seed) || (seed as number) < 0)
      corrupt("seed", `expected a whole number, got ${quote(seed)}`);
    if (typeof salt !== "string") corrupt("salt", `expected a string, got ${quote(salt)}`);
    if (faults !== "seeded" && faults !== "off") corrupt("faults", `expected "seeded" or "off", got ${quote(faults)}`);
    const store = new Store(program, new Identifiers(String(seed)));
    new Reader(program, store).tables(snapshot["tables"]);
    system(program, store, snapshot);
    store.settle();
    const sameWorld = snapshot["semanticHash"] === program.world.semanticHash;
    if (options.trusted !== true && sameWorld && snapshot["hash"] !== store.hash()) {
      corrupt("hash", "the state does not have the hash that the snapshot gives");
    }
    return { store, seed: seed as number, faults, salt };
  } catch (thrown) {
    if (thrown instanceof SnapshotError) throw thrown;
    throw new SnapshotError("corrupt", "The snapshot cannot be read: it is nested too deeply, or not plain JSON.");
  }
}

function parse(given: unknown): Json {
  let json = given;
  if (typeof given === "string") {
    try {
      json = JSON.parse(given);
    } catch {
      throw new SnapshotError("not-a-snapshot", "This is not JSON.");
    }
  }
  if (!isObject(json)) throw new SnapshotError("not-a-snapshot", `A snapshot is a JSON object, not ${quote(json)}.`);
  return json;
}

function header(program: Program, snapshot: Json, options: RestoreOptions): Json {
  const { world } = program;
  if (snapshot["format"] !== SNAPSHOT_FORMAT) {
    throw new SnapshotError("not-a-snapshot", `This is no snapshot: its \`format\` is ${quote(snapshot["format"])}.`);
  }
  if (snapshot["version"] !== SNAPSHOT_VERSION) {
    throw new SnapshotError(
      "other-version",
      `Version ${quote(snapshot["version"])} of the format is not known; this is version 1.`,
    );
  }
  if (snapshot["world"] !== world.name) {
    throw new SnapshotError(
      "other-world",
      `The snapshot is of the world ${quote(snapshot["world"])}, not of ${quote(world.name)}.`,
    );
  }
  if (snapshot["semanticHash"] !== world.semanticHash && options.allowOtherHash !== true && options.trusted !== true) {
    throw new SnapshotError(
      "changed-world",
      `The world ${world.name} has changed its meaning since the snapshot was made.`,
    );
  }
  if (options.trusted !== true && snapshot["integrity"] !== integrityOf(snapshot)) {
    corrupt("integrity", "the snapshot was changed after it was made");
  }
  return snapshot;
}

/** Reads tables: first which rows there are, then what they hold, so that references may point anywhere. */
class Reader implements KeySource {
  /** Per table: slot by encoded key. */
  private readonly slots: Map<unknown, number>[] = [];
  private path = "";

  constructor(
    private readonly program: Program,
    private readonly store: Store,
  ) {}

  tables(json: unknown): void {
    if (!isObject(json)) corrupt("tables", `expected an object, got ${quote(json)}`);
    const { shapes } = this.program;
    const names = shapes.map((shape) => shape.name);
    for (const name of Object.keys(json)) {
      if (!names.includes(name)) corrupt(at(name), `this world has no such table${hint(name, names)}`);
    }
    const rows = shapes.map((shape) =>
      this.ordinals(shape, Object.hasOwn(json, shape.name) ? json[shape.name] : undefined),
    );
    shapes.forEach((shape, i) => {
      for (const [slot, fields] of rows[i]!) this.row(shape, slot, fields);
    });
    for (const shape of shapes) this.whole(shape);
  }

  private ordinals(shape: TableShape, json: unknown): [number, Json][] {
    const path = at(shape.name);
    if (!isObject(json)) corrupt(path, json === undefined ? "missing" : `expected an object, got ${quote(json)}`);
    const { next, rows } = json;
    if (!Number.isSafeInteger(next) || (next as number) < 0 || (next as number) > MOST_ROWS) {
      corrupt(`${path}.next`, `expected a whole number from 0 to ${MOST_ROWS}, got ${quote(next)}`);
    }
    if (!Array.isArray(rows)) corrupt(`${path}.rows`, `expected a list, got ${quote(rows)}`);
    if (shape.def.kind === "state" && (next !== 1 || rows.length !== 1)) corrupt(path, "a state has exactly one row");
    const slots = new Map<unknown, number>();
    this.slots[shape.number] = slots;
    let last = -1;
    const found = rows.map((row: unknown, i): [number, Json] => {
      const here = `${path}.rows[${i}]`;
      if (!Array.isArray(row) || row.length !== 2 || !isObject(row[1])) corrupt(here, "expected [ordinal, fields]");
      const [slot, fields] = row as [unknown, Json];
      if (!Number.isSafeInteger(slot) || (slot as number) <= last || (slot as number) >= (next as number)) {
        corrupt(here, `the ordinal ${quote(slot)} is out of order or not below ${String(next)}`);
      }
      last = slot as number;
      if (shape.def.kind === "state") return [last, fields];
      const key = keyOf(shape, last, fields);
      if (slots.has(key)) corrupt(here, `another row has the key ${quote(key)}`);
      slots.set(key, last);
      return [last, fields];
    });
    const target = this.store.tables[shape.number]!;
    for (let slot = 0; slot < (next as number); slot++) target.rows.push(undefined);
    const { idField } = shape;
    const derived = (slot: number): string =>
      this.store.identifiers.text(shape.number, shape.name, shape.def.id!, slot);
    // Identifiers made elsewhere do not tell their row: such a table gets an index.
    if (idField !== null && found.some(([slot, fields]) => fields[idField] !== derived(slot)))
      target.index = new LayeredMap();
    return found;
  }

  private row(shape: TableShape, slot: number, json: Json): void {
    const path = `${at(shape.name)}[${slot}]`;
    for (const name of Object.keys(json)) {
      if (shape.byName[name] === undefined)
        corrupt(`${path}.${name}`, `there is no such field${hint(name, Object.keys(shape.byName))}`);
    }
    const row: Json = {};
    for (const field of shape.fields) {
      this.path = `${path}.${field.name}`;
      if (!Object.hasOwn(json, field.name)) corrupt(this.path, "missing");
      const problem: Problem | null = field.codec.check(json[field.name]);
      if (problem !== null)
        corrupt(this.path + (problem.path.length > 0 ? `.${pathText(problem.path)}` : ""), problem.message);
      const value = field.codec.decode(json[field.name], this);
      field.admit?.(value);
      row[field.name] = value;
    }
    const { index } = this.store.tables[shape.number]!;
    const before = index?.size;
    this.store.load(shape, slot, row);
    if (index != null && index.size === before) corrupt(path, "another row has the same key");
  }

  /** What only the whole table shows: unique values, trees without cycles. */
  private whole(shape: TableShape): void {
    const { counts, rows } = this.store.tables[shape.number]!;
    shape.unique.forEach((field, i) => {
      for (const [value, count] of counts[i]!.entries()) {
        if (count > 1) corrupt(`${at(shape.name)}`, `two rows have the ${field.name} ${quote(value)}`);
      }
    });
    for (const field of shape.fields) {
      if (field.def.tree !== true) continue;
      const safe = new Set<number>();
      for (let slot = 0; slot < rows.length; slot++) {
        const seen = new Set<number>();
        let up: number | null = rows[slot] === undefined ? null : slot;
        while (up !== null && !safe.has(up)) {
          if (seen.has(up)) corrupt(`${at(shape.name)}[${up}].${field.name}`, "the row is its own ancestor");
          seen.add(up);
          up = (rows[up] as Row)[field.name] as number | null;
        }
        for (const one of seen) safe.add(one);
      }
    }
  }

  key(): unknown {
    return null;
  }

  slot(table: number, key: unknown): number {
    const slot = this.slots[table]!.get(mapKey(key));
    return slot ?? corrupt(this.path, `there is no ${this.program.shapes[table]!.label} with the key ${quote(key)}`);
  }
}

function at(table: string): string {
  return `tables[${JSON.stringify(table)}]`;
}

function hint(name: string, names: readonly string[]): string {
  const near = closestTo(name, names);
  return near === null ? "" : `; did you mean ${quote(near)}?`;
}

/** The key of a row as it stands in JSON. */
function keyOf(shape: TableShape, slot: number, fields: Json): unknown {
  if (shape.key.length === 0) return `#${slot}`;
  if (shape.key.length === 1) return mapKey(fields[shape.key[0]!.name]);
  return mapKey(Object.fromEntries(shape.key.map((field) => [field.name, fields[field.name] ?? null])));
}

function system(program: Program, store: Store, snapshot: Json): void {
  const { world } = program;
  const { clock, ended = null } = snapshot;
  const now = typeof clock === "string" ? parseDateTime(clock) : null;
  if (now === null) corrupt("clock", `expected a date and time, got ${quote(clock)}`);
  store.writeSystem(program.clock, 0, now);
  if (ended !== null) {
    if (!isObject(ended) || typeof ended["tool"] !== "string" || typeof ended["text"] !== "string") {
      corrupt("ended", `expected {tool, text}, got ${quote(ended)}`);
    }
    store.writeSystem(program.ended, 0, { tool: ended["tool"], text: ended["text"] });
  }
  const each = (
    part: string,
    names: readonly string[],
    read: (i: number, value: unknown, path: string) => void,
  ): void => {
    const values = snapshot[part] ?? {};
    if (!isObject(values)) corrupt(part, `expected an object, got ${quote(values)}`);
    for (const name of Object.keys(values)) {
      const i = names.indexOf(name);
      if (i < 0) corrupt(`${part}.${name}`, `there is nothing of this name${hint(name, names)}`);
      read(i, values[name], `${part}.${name}`);
    }
  };
  const tools = world.tools.map((tool) => tool.name);
  each("calls", tools, (i, value, path) => {
    if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > MOST_CALLS) {
      corrupt(path, `expected a whole number from 0 to ${MOST_CALLS}, got ${quote(value)}`);
    }
    store.writeSystem(program.calls, i, value);
  });
  each("disabled", tools, (i, value, path) => {
    if (typeof value !== "string") corrupt(path, `expected a reason, got ${quote(value)}`);
    store.writeSystem(program.disabled, i, value);
  });
  const faults = world.faults.map((fault) => fault.name);
  each("limits", faults, (i, value, path) => {
    if (!Array.isArray(value)) corrupt(path, `expected a list, got ${quote(value)}`);
    const instants = value.map((text: unknown) => (typeof text === "string" ? parseDateTime(text) : null));
    if (instants.includes(null)) corrupt(path, "expected a list of dates and times");
    store.writeSystem(program.windows, i, instants);
  });  each(
    "triggers",
    world.triggers.map((trigger) => trigger.name),
    (i, value, path) => {
      if (!Array.isArray(value)) corrupt(path, `expected a list, got ${quote(value)}`);
      const { def, table } = program.triggers[i]!;
      const most = def.binding === undefined ? 1 : store.tables[def.binding.table]!.rows.length;
      for (const entry of value as unknown[]) {
        const [slot, bit] = Array.isArray(entry) && entry.length === 2 ? (entry as unknown[]) : [];
        const held = def.crosses !== undefined ? typeof bit === "boolean" : def.when !== undefined && def.at === undefined && def.on === undefined && bit === true;
        const remembered = held || bit === "done" ? bit : def.at !== undefined && typeof bit === "string" ? parseDateTime(bit) : null;
        if (!Number.isSafeInteger(slot) || (slot as number) < 0 || (slot as number) >= most || remembered === null) {
          corrupt(path, `expected [ordinal, true, false, "done" or an instant] as the trigger has it, got ${quote(entry)}`);
        }
        if (store.tables[table]!.rows[slot as number] !== undefined) corrupt(path, `the ordinal ${String(slot)} stands twice`);
        store.writeSystem(table, slot as number, remembered);
      }
    },
  );
}

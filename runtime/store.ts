/**
 * The state of a session: tables of immutable rows, one journal of everything written, and what generated code may do to
 * them (`Db`).
 *
 * Slots are ordinals of creation and never reused: taking a creation back shortens the table, a deletion leaves a hole.
 * Rollback and undo walk the journal backwards through the same function that writes, so everything derived from rows
 * is restored by the code that made it. A fork shares every table until one side writes to it.
 */

import { passTime } from "./clock.js";
import { checkCommit, clash, type Suspect } from "./commit.js";
import type { KeySource } from "./codec.js";
import type { Db } from "./db.js";
import { deleteRow } from "./deletion.js";
import { diagnose, fail } from "./failure.js";
import type { Identifiers } from "./identifiers.js";
import { backwards, Journal, Segment, type Mark } from "./journal.js";
import { LayeredMap } from "./layered.js";
import type { Program } from "./program.js";
import { decodeKey, encodeKey, indexKey, keyText, mapKey, rowKey, type FieldShape, type TableShape } from "./shape.js";
import { StateHash } from "./state-hash.js";
import { TableRows } from "./table.js";
import type { Agenda, Firing } from "./triggers.js";
import type { Ref, Row, Table, Value } from "./types.js";

export class Store implements Db, KeySource {
  readonly tables: TableRows[];
  journal: Journal;
  /** Who is writing; goes into the journal. */
  author = "init";
  /** Values to look at when the transaction commits. */
  suspects: Suspect[] = [];
  /** Deletions since the call began: only then can a reference dangle. */
  deletions = 0;
  /** Where the running transaction began. */
  start = 0;
  /** Triggers that fired since the call began. */
  fired: Firing[] = [];
  /** Up to where in the journal triggers were looked for. */
  considered = 0;
  /** What is to be looked at, by trigger; empty between calls. */
  readonly agenda = new Map<number, Agenda>();
  /** Triggers and rows whose conditions could not be told since the call began. */
  reported = new Set<string>();
  /** Steps that triggers have taken since the call began. */
  triggerSteps = 0;
  /** The givens of the running task; a row by its slot. */
  givens: Readonly<Record<string, Value>> = {};
  /** Sorted instants of `at` triggers, by trigger, where they are known. Never changed in place. */
  timers: (readonly number[] | undefined)[] = [];
  /** No trigger is due before this instant; 0 where that is not known. */
  quietUntil = 0;
  /** What draws of triggers are keyed by, besides their own keys. */
  draws: string;
  /** False while the world is set up: nothing of that is ever taken back, so writes need no record. */
  recording = true;
  private hashing: StateHash;
  /** Tables with another owner are shared. */
  private token: object = {};

  constructor(
    readonly program: Program,
    readonly identifiers: Identifiers,
    from?: Store,
    journal?: Journal,
  ) {
    this.draws = from?.draws ?? identifiers.seed;
    if (from === undefined) {
      this.journal = new Journal(new Segment(null, 0));
      this.hashing = new StateHash(program);
      this.tables = Array.from({ length: program.tableCount }, () => new TableRows(this.token));
      for (const shape of program.shapes) {
        const table = this.tables[shape.number]!;
        if (shape.key.length > 0 && shape.idField === null) table.index = new LayeredMap();
        table.counts = shape.unique.map(() => new LayeredMap());
        table.links = shape.links.map(() => []);
      }
      this.tables[program.clock]!.rows = [0];
      this.tables[program.ended]!.rows = [null];
      this.tables[program.calls]!.rows = program.tools.map(() => 0);
      this.tables[program.disabled]!.rows = program.tools.map(() => null);
      this.tables[program.windows]!.rows = program.world.faults.map(() => []);
    } else {
      this.tables = from.tables.slice();
      this.journal = journal ?? from.journal.fork();
      this.hashing = from.hashing.fork();
      this.start = this.journal.length;
      this.considered = from.considered;
      // A world that is being set up is forked in the middle of its transaction.
      this.recording = from.recording;
      this.suspects = from.suspects.slice();
      this.deletions = from.deletions;
      this.givens = from.givens;
      this.timers = from.timers.slice();
      this.quietUntil = from.quietUntil;
    }
  }

  /** A second store with the same state and past. Costs the number of tables, not of rows. */
  fork(): Store {
    this.token = {};
    return new Store(this.program, this.identifiers, this);
  }

  /**
   * The state at the last moment at which the clock read no more than an instant, or the first that the journal knows. To be
   * read, and dropped before anything is taken back here.
   */
  asOf(instant: number): Store {
    const { clock } = this.program;
    let position = this.journal.length;
    let { now } = this;
    for (const entry of backwards(this.journal.mark(), 0)) {
      if (now <= instant) break;
      position--;
      if (entry.table === clock) now = entry.old as number;
    }
    this.token = {};
    const past = new Store(this.program, this.identifiers, this, this.journal.branch());
    past.rewind(position);
    return past;
  }

  // --- reading -------------------------------------------------------------------------------------------------------

  get now(): number {
    return this.tables[this.program.clock]!.rows[0] as number;
  }

  given<T>(name: string): T {
    return this.givens[name] as T;
  }

  get<R>(table: Table<R>, slot: Ref<R>): R {
    return (this.tables[table]!.rows[slot] ?? this.remains(table, slot)) as R;
  }

  /** What can still be read of a deleted row: its key. Any other field fails. */
  private remains(table: number, slot: number): Row {
    const shape = this.program.shapes[table]!;
    let last: Row | undefined;
    for (const entry of backwards(this.journal.mark(), 0)) {
      if (entry.table !== table || entry.slot !== slot) continue;
      last = (entry.new ?? entry.old) as Row;
      break;
    }
    const row: Record<string, unknown> = {};
    for (const field of shape.fields) {
      const { name } = field;
      if (last !== undefined && shape.key.includes(field)) row[name] = last[name];
      else Object.defineProperty(row, name, { enumerable: true, get: () => this.gone(shape) });
    }
    return row;
  }

  private gone(shape: TableShape): never {
    return diagnose("deleted-row", `This ${shape.label} has been deleted.`);
  }

  /** The current row, for writing to it. */
  private live(table: number, slot: number): Row {
    return (this.tables[table]!.rows[slot] as Row | undefined) ?? this.gone(this.program.shapes[table]!);
  }

  alive<R>(table: Table<R>, slot: Ref<R>): boolean {
    return this.tables[table]!.rows[slot] !== undefined;
  }

  all<R>(table: Table<R>): Ref<R>[] {
    const { rows } = this.tables[table]!;
    const slots: number[] = [];
    for (let slot = 0; slot < rows.length; slot++) if (rows[slot] !== undefined) slots.push(slot);
    return slots;
  }

  state<R>(table: Table<R>): R {
    return this.tables[table]!.rows[0] as R;
  }

  find<R>(table: Table<R>, ...key: readonly unknown[]): Ref<R> | null {
    return this.lookUp(this.program.shapes[table]!, key);
  }

  at<R>(table: Table<R>, ...key: readonly unknown[]): Ref<R> {
    const shape = this.program.shapes[table]!;
    const slot = this.lookUp(shape, key);
    if (slot !== null) return slot;
    const text = shape.key
      .map((field, i) => (key[i] == null ? "" : keyText(field.codec.encode(key[i], this))))
      .join(", ");
    return fail(shape.def.missing(text));
  }

  private lookUp(shape: TableShape, key: readonly unknown[]): number | null {
    const table = this.tables[shape.number]!;
    if (table.index !== null) return table.index.get(indexKey(shape, key)) ?? null;
    if (shape.idField !== null) {
      const slot = this.identifiers.ordinal(shape.number, key[0] as string);
      return slot !== undefined && table.rows[slot] !== undefined ? slot : null;
    }
    const slot = key[0] as number;
    return shape.key.length === 0 && table.rows[slot] !== undefined ? slot : null;
  }

  inverse<R, S>(table: Table<R>, inverse: number, slot: Ref<R>): readonly Ref<S>[] {
    const shape = this.program.shapes[table]!.inverses[inverse]!;
    const source = this.tables[shape.table]!;
    if (shape.link >= 0) return source.pointing(shape.link, slot);
    const found: number[] = [];
    for (let from = 0; from < source.rows.length; from++) {
      const members = (source.rows[from] as Row | undefined)?.[shape.field] as readonly number[] | null | undefined;
      if (members?.includes(slot)) found.push(from);
    }
    const { by } = shape;
    if (by === null) return found;
    const value = (from: number): unknown => (source.rows[from] as Row)[by];
    return found.sort((a, b) => shape.compare(value(a), value(b)) || a - b);
  }

  free<R>(table: Table<R>, field: keyof R & string, value: unknown): boolean {
    const shape = this.program.shapes[table]!;
    const i = shape.unique.findIndex((candidate) => candidate.name === field);
    if (i >= 0) return !this.tables[table]!.counts[i]!.has(mapKey(value));
    if (shape.key.length === 1 && shape.key[0]!.name === field) return this.lookUp(shape, [value]) === null;
    const wanted = mapKey(value);
    return this.tables[table]!.rows.every((row) => row === undefined || mapKey((row as Row)[field]) !== wanted);
  }

  // --- writing -------------------------------------------------------------------------------------------------------

  create<R>(table: Table<R>, row: Omit<R, "row"> | object): Ref<R> {
    const shape = this.program.shapes[table]!;
    const slot = this.tables[table]!.rows.length;
    // A copy keeps the order in which generated code gives the fields, and is quicker to make than field by field.
    const next: Record<string, unknown> = { ...row };
    if (shape.idField !== null) next[shape.idField] = this.identifiers.text(table, shape.name, shape.def.id!, slot);
    for (const { name } of shape.fields) if (next[name] === undefined) next[name] = null;
    for (const field of shape.guarded) this.admit(field, next[field.name]);
    this.checkKey(shape, next);
    this.write(shape, slot, undefined, next);
    return slot;
  }

  set<R>(table: Table<R>, slot: Ref<R>, patch: Partial<R>): void {
    const shape = this.program.shapes[table]!;
    const old = this.live(table, slot);
    const next: Record<string, unknown> = { ...old };
    let changed = false;
    let keyed = false;
    for (const name in patch) {
      const field = shape.byName[name];
      if (field === undefined) continue;
      const value = (patch[name] as unknown) ?? null;
      this.admit(field, value);
      if (field.def.tree === true && value !== null) this.checkTree(shape, field, slot, value as number);
      if (value === old[name]) continue;
      next[name] = value;
      changed = true;
      if (shape.key.includes(field)) keyed = true;
    }
    if (!changed) return;
    if (keyed) this.checkKey(shape, next, old);
    this.write(shape, slot, old, next);
  }

  setState<R>(table: Table<R>, patch: Partial<R>): void {
    this.set(table, 0, patch);
  }

  include<R>(table: Table<R>, slot: Ref<R>, field: keyof R & string, member: Ref<unknown>): void {
    const members = this.live(table, slot)[field] as readonly number[];
    if (!members.includes(member)) this.set(table, slot, { [field]: [...members, member] } as Partial<R>);
  }

  exclude<R>(table: Table<R>, slot: Ref<R>, field: keyof R & string, member: Ref<unknown>): void {
    const members = this.live(table, slot)[field] as readonly number[];
    if (members.includes(member)) {
      this.set(table, slot, { [field]: members.filter((other) => other !== member) } as Partial<R>);
    }
  }

  delete<R>(table: Table<R>, slot: Ref<R>): void {
    this.live(table, slot);
    deleteRow(this, table, slot);
  }

  advance(seconds: number): void {
    this.commit();
    const { author } = this;
    this.author = "kernel";
    passTime(this, seconds);
    this.author = author;
    this.start = this.journal.length;
  }

  /** Begins the account of what triggers do. */
  forgetFirings(): void {
    this.fired = [];
    this.triggerSteps = 0;
    if (this.reported.size > 0) this.reported = new Set();
  }

  disable(tool: number, because: string): void {
    this.writeSystem(this.program.disabled, tool, because);
  }

  enable(tool: number): void {
    this.writeSystem(this.program.disabled, tool, null);
  }

  private admit(field: FieldShape, value: unknown): void {
    if (value === null) return;
    field.admit?.(value);
    const refused = field.def.refine?.(this, value as never);
    if (refused != null) fail(refused);
  }

  private checkKey(shape: TableShape, row: Row, old?: Row): void {
    const { index } = this.tables[shape.number]!;
    if (index === null) return;
    const key = rowKey(shape, row);
    if (!index.has(key) || (old !== undefined && rowKey(shape, old) === key)) return;
    fail(
      clash(
        shape,
        shape.key,
        shape.key.map((field) => field.codec.encode(row[field.name], this)),
      ),
    );
  }

  private checkTree(shape: TableShape, field: FieldShape, slot: number, parent: number): void {
    const { rows } = this.tables[shape.number]!;
    for (let up: number | null = parent; up !== null;) {
      if (up === slot)
        diagnose("tree-cycle", `A ${shape.label} cannot be its own ${field.name}, not even by way of others.`);
      const row = rows[up] as Row | undefined;
      up = row === undefined ? null : (row[field.name] as number | null);
    }
  }

  /** Replaces a row (undefined: creates or deletes it), keeps the journal, and brings everything derived up to date. */
  write(shape: TableShape, slot: number, old: Row | undefined, next: Row | undefined): void {
    const table = this.own(shape.number);
    // What a deletion removes is kept anyway: a key can still be read of it.
    if (this.recording || next === undefined) this.journal.push({ table: shape.number, slot, old, new: next, author: this.author });
    table.replace(shape, slot, old, next);
    if (next === undefined) {
      this.deletions++;
      return;
    }
    for (let i = 0; i < shape.unique.length; i++) {
      const value = mapKey(next[shape.unique[i]!.name]);
      if (value !== null && table.counts[i]!.get(value)! > 1)
        this.suspects.push({ table: shape.number, unique: i, value });
    }
  }

  /** Replaces a row of a hidden table. */
  writeSystem(table: number, slot: number, value: unknown): void {
    const { rows } = this.own(table);
    const old = rows[slot];
    if (old === value) return;
    this.journal.push({ table, slot, old, new: value, author: this.author });
    rows[slot] = value;
  }

  private own(table: number): TableRows {
    const rows = this.tables[table]!;
    return rows.owner === this.token ? rows : (this.tables[table] = rows.copy(this.token));
  }

  // --- transactions --------------------------------------------------------------------------------------------------

  /** Begins a transaction: what was written before stays whatever happens. */
  begin(): void {
    this.start = this.journal.length;
    if (this.suspects.length > 0) this.suspects = [];
    this.deletions = 0;
  }

  /** Ends the transaction; throws where what was written must not stay, and then leaves it for `rollback`. */
  commit(): void {
    checkCommit(this, this.start);
    this.start = this.journal.length;
    if (this.suspects.length > 0) this.suspects = [];
  }

  /** Takes back everything since the transaction began. */
  rollback(): void {
    this.takeBack(this.start);
    this.journal.truncate(this.start);
    if (this.suspects.length > 0) this.suspects = [];
  }

  /** Takes back everything since an earlier moment of this store's own past. */
  rewind(position: number): void {
    this.takeBack(position);
    this.journal.rewind(position);
    this.considered = Math.min(this.considered, position);
    this.timers = [];
    this.quietUntil = 0;
    this.begin();
  }

  private takeBack(position: number): void {
    let at = this.journal.length;
    if (at === position) return;
    const system = this.program.shapes.length;
    for (const entry of backwards(this.journal.mark(), position)) {
      this.hashing.takeBack(--at, entry);
      const table = this.own(entry.table);
      if (entry.table >= system) table.rows[entry.slot] = entry.old;
      else {
        table.replace(
          this.program.shapes[entry.table]!,
          entry.slot,
          entry.new as Row | undefined,
          entry.old as Row | undefined,
        );
        if (entry.old === undefined) table.rows.length = entry.slot;
      }
    }
  }

  /** Forgets how the present state came about. Nothing before can be undone. */
  settle(): void {
    this.journal = new Journal(new Segment(null, 0));
    this.hashing = new StateHash(this.program);
    this.considered = 0;
    this.begin();
  }

  // --- beyond a single world program ---------------------------------------------------------------------------------

  hash(): string {
    return this.hashing.current(this.tables, this.journal);
  }

  /** The hash worked out from all rows; equal to `hash()` by construction, which tests hold it to. */
  fullHash(): string {
    return this.hashing.full(this.tables);
  }

  /** The encoded key of a row, deleted ones included. */
  key(table: number, slot: number): unknown {
    return this.keyAt(table, slot, null);
  }

  /**
   * The encoded key of a row. `last` tells the row as it was at some moment (a slot may hold another row after an undo);
   * without it, as it is now.
   */
  private keyAt(table: number, slot: number, last: ((table: number, slot: number) => Row | undefined) | null): unknown {
    const shape = this.program.shapes[table]!;
    if (shape.key.length === 0) return `#${slot}`;
    const { rows, index } = this.tables[table]!;
    if (shape.idField !== null && index === null) return this.identifiers.text(table, shape.name, shape.def.id!, slot);
    const now = rows[slot] as Row | undefined;
    const row = last === null ? (now ?? this.lastRows(this.journal.mark())(table, slot)) : (last(table, slot) ?? now);
    const keys: KeySource = last === null ? this : { key: (t, s) => this.keyAt(t, s, last), slot: () => 0 };
    return row === undefined ? null : encodeKey(shape, row, slot, keys);
  }

  /** The keys of rows as they were at a moment of this store's past. */
  keysAt(past: Mark): KeySource {
    const last = this.lastRows(past);
    return { key: (table, slot) => this.keyAt(table, slot, last), slot: () => 0 };
  }

  /** The last version of each row that the journal before a moment knows, deleted ones included. Walked once, when first asked. */
  private lastRows(past: Mark): (table: number, slot: number) => Row | undefined {
    let known: Map<number, Row>[] | null = null;
    return (table, slot) => {
      if (known === null) {
        known = this.program.shapes.map(() => new Map<number, Row>());
        for (const entry of backwards(past, 0)) {
          const rows = known[entry.table];
          if (rows !== undefined && !rows.has(entry.slot)) rows.set(entry.slot, (entry.new ?? entry.old) as Row);
        }
      }
      return known[table]!.get(slot);
    };
  }

  /** The row with an encoded key; an unknown key fails with the entity's `missing` text. */
  slot(table: number, key: unknown): number {
    const shape = this.program.shapes[table]!;
    const slot = this.lookUp(shape, decodeKey(shape, key, this));
    return slot ?? fail(shape.def.missing(keyText(key)));
  }

  /** Puts a row in place while a state is being restored; not journaled. */
  load(shape: TableShape, slot: number, row: Row): void {
    this.own(shape.number).replace(shape, slot, undefined, row);
  }
}

/**
 * The hash of a state: the exclusive or of a 2×32-bit hash of every row of the world's tables (table name, slot,
 * content) and of the clock. Kept current lazily, from the journal: `position` says up to where it holds, so calls that
 * nobody hashes pay nothing. A row's hash is remembered with the row, which never changes and which forks share.
 */

import { Hasher, hex } from "./hashing.js";
import { backwards, type Entry, type Journal } from "./journal.js";
import type { Program } from "./program.js";
import type { TableRows } from "./table.js";
import type { Row } from "./types.js";

interface Lanes {
  readonly a: number;
  readonly b: number;
}

const rowHashes = new WeakMap<Row, Lanes>();
const hasher = new Hasher();

/** Two lanes that stand for a name. */
function lanesOf(name: string): Lanes {
  hasher.reset(0x243f6a88, 0x85a308d3 | 0);
  hasher.text(name);
  hasher.finish();
  return { a: hasher.a, b: hasher.b };
}

/** Per table: seeds for the table and for each field; made of names, so that numbering does not matter. */
interface Seeds {
  readonly table: Lanes;
  readonly fields: readonly Lanes[];
}

const seeds = new WeakMap<Program, readonly Seeds[]>();

function seedsOf(program: Program): readonly Seeds[] {
  let found = seeds.get(program);
  if (found === undefined) {
    found = program.shapes.map((shape) => ({
      table: lanesOf(shape.name),
      fields: shape.fields.map((field) => lanesOf(`${shape.name}/${field.name}`)),
    }));
    seeds.set(program, found);
  }
  return found;
}

function hashRow(program: Program, table: number, slot: number, row: Row): Lanes {
  const known = rowHashes.get(row);
  if (known !== undefined) return known;
  const { fields } = program.shapes[table]!;
  const { table: name, fields: fieldSeeds } = seedsOf(program)[table]!;
  let sumA = 0;
  let sumB = 0;
  for (let i = 0; i < fields.length; i++) {
    const seed = fieldSeeds[i]!;
    hasher.reset(seed.a, seed.b);
    hasher.value(row[fields[i]!.name]);
    hasher.finish();
    sumA = (sumA + hasher.a) | 0;
    sumB = (sumB + hasher.b) | 0;
  }
  hasher.reset(name.a, name.b);
  hasher.word(slot);
  hasher.word(sumA);
  hasher.word(sumB);
  hasher.finish();
  const lanes = { a: hasher.a, b: hasher.b };
  rowHashes.set(row, lanes);
  return lanes;
}

export class StateHash {
  private a = 0;
  private b = 0;
  /** Entries before this position are accounted for; -1: nothing is. */
  private position = -1;

  constructor(private readonly program: Program) {}

  /** The hash now, as 16 hexadecimal digits. */
  current(tables: readonly TableRows[], journal: Journal): string {
    if (this.position < 0) this.recompute(tables);
    else if (this.position < journal.length) {
      let { segment } = journal;
      while (segment.base > this.position && segment.previous !== null) segment = segment.previous;
      // Usually everything new lies in the current segment.
      if (segment === journal.segment) {
        for (let i = this.position - segment.base; i < segment.entries.length; i++) this.toggle(segment.entries[i]!);
      } else {
        for (const entry of backwards(journal.mark(), this.position)) this.toggle(entry);
      }
    }
    this.position = journal.length;
    return hex(this.a, this.b);
  }

  /** The same from the rows alone, leaving what is kept untouched. */
  full(tables: readonly TableRows[]): string {
    const fresh = new StateHash(this.program);
    fresh.recompute(tables);
    return hex(fresh.a, fresh.b);
  }

  /** Tells that an entry at a position is being taken back. Entries must come last first. */
  takeBack(position: number, entry: Entry): void {
    if (position >= this.position) return;
    this.toggle(entry);
    this.position = position;
  }

  fork(): StateHash {
    const copy = new StateHash(this.program);
    copy.a = this.a;
    copy.b = this.b;
    copy.position = this.position;
    return copy;
  }

  private recompute(tables: readonly TableRows[]): void {
    this.a = 0;
    this.b = 0;
    for (const { number } of this.program.shapes) {
      const { rows } = tables[number]!;
      for (let slot = 0; slot < rows.length; slot++) {
        if (rows[slot] !== undefined) this.row(number, slot, rows[slot] as Row);
      }
    }
    this.clock(tables[this.program.clock]!.rows[0] as number);
  }

  /** An entry's effect; its own inverse. */
  private toggle(entry: Entry): void {
    if (entry.table < this.program.shapes.length) {
      if (entry.old !== undefined) this.row(entry.table, entry.slot, entry.old as Row);
      if (entry.new !== undefined) this.row(entry.table, entry.slot, entry.new as Row);
    } else if (entry.table === this.program.clock) {
      this.clock(entry.old as number);
      this.clock(entry.new as number);
    }
  }

  private row(table: number, slot: number, row: Row): void {
    const lanes = hashRow(this.program, table, slot, row);
    this.a ^= lanes.a;
    this.b ^= lanes.b;
  }

  private clock(seconds: number): void {
    hasher.reset(0x13198a2e, 0x03707344);
    hasher.value(seconds);
    hasher.finish();
    this.a ^= hasher.a;
    this.b ^= hasher.b;
  }
}

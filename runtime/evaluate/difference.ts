/**
 * The state difference of ComplexMCP (arXiv 2605.10787, Eq. 2–5) over leaf key-paths of a start, a reference end and an end:
 * T, the leaves that the reference changes; M, those of them where the end agrees; M_b, leaves that the reference leaves
 * alone and the end does not.
 *
 * Rows that exist at the start are told by their slot (by their key, where it is a natural one). Rows created since are
 * told equal modulo renaming: within one table and under one owner, equal rows first, then by the best assignment.
 */

import munkres from "munkres-js";
import { backwards } from "../journal.js";
import type { Program } from "../program.js";
import { keyText, mapKey, type FieldShape, type TableShape } from "../shape.js";
import type { Store } from "../store.js";
import type { Row } from "../types.js";
import { countedFields, leavesOf, type Leaves } from "./leaves.js";
import type { Bound, MayChangeDef } from "./types.js";

export interface Unit {
  /** `LightTalk.Contact user_….blocked`. */
  readonly path: string;
  readonly start: string | null;
  readonly reference: string | null;
  readonly end: string | null;
}

export interface StateDifference {
  readonly t: number;
  readonly m: number;
  readonly mb: number;
  /** M / T; 1 where T is 0. */
  readonly rc: number;
  /** M_b / T; M_b where T is 0. */
  readonly rb: number;
  /** Leaves that the reference changes and the end does not have. */
  readonly missing: readonly Unit[];
  /** Leaves that only the end changes. */
  readonly extra: readonly Unit[];
  /** More than 200 rows had to be matched at once, so the match may not be the best. */
  readonly approximate: boolean;
}

export interface DifferenceOptions {
  readonly mayChange?: readonly MayChangeDef[];
  readonly given?: Bound;
  /** Leaves that do not count, as `table/slot/path` of the reference. */
  readonly masked?: ReadonlySet<string>;
}

/** Rows that one assignment may match exactly. */
const MOST_MATCHED = 200;

/** Who may have written a leaf that counts. */
const COUNTED_AUTHORS = new Set(["agent", "kernel", "init"]);

/** What one end has changed since the start. */
interface Side {
  readonly store: Store;
  /** Slots written, by table. */
  readonly touched: readonly Set<number>[];
  /** Fields whose last write was a trigger's, as `table/slot/field`. */
  readonly byTriggers: ReadonlySet<string>;
}

function sideOf(store: Store, start: Store): Side {
  const touched = store.program.shapes.map(() => new Set<number>());
  const decided = new Set<string>();
  const byTriggers = new Set<string>();
  const since = start.journal.length;
  for (const entry of backwards(store.journal.mark(), since)) {
    const shape = store.program.shapes[entry.table];
    if (shape === undefined) continue;
    touched[entry.table]!.add(entry.slot);
    const [old, next] = [entry.old as Row | undefined, entry.new as Row | undefined];
    for (const { name } of shape.fields) {
      if (old !== undefined && next !== undefined && old[name] === next[name]) continue;
      const leaf = `${entry.table}/${entry.slot}/${name}`;
      if (decided.has(leaf)) continue;
      decided.add(leaf);
      if (!COUNTED_AUTHORS.has(entry.author)) byTriggers.add(leaf);
    }
  }
  return { store, touched, byTriggers };
}

/** Compares two ends of one start. Both stores must be forks of it. */
export function stateDifference(program: Program, start: Store, reference: Store, end: Store, options: DifferenceOptions = {}): StateDifference {
  return new Comparison(program, start, sideOf(reference, start), sideOf(end, start), options).run();
}

class Comparison {
  private t = 0;
  private m = 0;
  private mb = 0;
  private readonly missing: Unit[] = [];
  private readonly extra: Unit[] = [];
  private approximate = false;
  /** Created rows of the end → the reference's row that it is, and the other way. */
  private readonly partners = new Map<string, number>();

  constructor(
    private readonly program: Program,
    private readonly start: Store,
    private readonly reference: Side,
    private readonly end: Side,
    private readonly options: DifferenceOptions,
  ) {}

  run(): StateDifference {
    const created = this.program.shapes.map((shape) => this.existing(shape));
    this.match(created);
    this.program.shapes.forEach((shape, i) => this.count(shape, created[i]!));
    const { t, m, mb, missing, extra, approximate } = this;
    return { t, m, mb, rc: t === 0 ? 1 : m / t, rb: t === 0 ? mb : mb / t, missing, extra, approximate };
  }

  private readonly nameInReference = (table: number, slot: number): string => (this.isNew(table, slot) ? `new ${table}/${slot}` : `${table}/${slot}`);

  private readonly nameInEnd = (table: number, slot: number): string => {
    if (!this.isNew(table, slot)) return `${table}/${slot}`;
    const partner = this.partners.get(`${table}/${slot}`);
    return partner === undefined ? `another ${table}/${slot}` : `new ${table}/${partner}`;
  };

  private isNew(table: number, slot: number): boolean {
    return slot >= this.start.tables[table]!.rows.length;
  }

  /** Counts the leaves of rows that exist at the start, and gives the rows created on either side that are not such. */
  private existing(shape: TableShape): { reference: number[]; end: number[] } {
    const table = shape.number;
    const rows = (store: Store): readonly unknown[] => store.tables[table]!.rows;
    const created = (side: Side): number[] => [...side.touched[table]!].filter((slot) => this.isNew(table, slot) && rows(side.store)[slot] !== undefined).sort((a, b) => a - b);
    const news = { reference: created(this.reference), end: created(this.end) };
    const old = new Set([...this.reference.touched[table]!, ...this.end.touched[table]!].filter((slot) => !this.isNew(table, slot) && rows(this.start)[slot] !== undefined));
    const natural = shape.def.kind === "entity" && shape.key.length > 0 && shape.idField === null;
    for (const slot of [...old].sort((a, b) => a - b)) {
      const row = rows(this.start)[slot] as Row;
      const instead = (side: Side, list: number[]): number => {
        if (rows(side.store)[slot] !== undefined) return slot;
        // Deleted and made again: under the same key, or alike where nothing tells it from what it was.
        const again = list.find((candidate) => (natural ? this.sameKey(shape, row, rows(side.store)[candidate] as Row) : side === this.end && rows(this.reference.store)[slot] !== undefined && this.alike(shape, row, rows(side.store)[candidate] as Row)));
        if (again === undefined) return slot;
        list.splice(list.indexOf(again), 1);
        return again;
      };
      const [r, n] = [instead(this.reference, news.reference), instead(this.end, news.end)];
      const leaves = (store: Store, at: number, name: Comparison["nameInEnd"]): Leaves => {
        const found = rows(store)[at] as Row | undefined;
        return found === undefined ? new Map() : leavesOf(shape, found, name, this.fields(shape, at, store));
      };
      const before = leavesOf(shape, row, this.nameInReference, this.fields(shape, slot, this.start));
      this.compare(shape, slot, r, n, before, leaves(this.reference.store, r, this.nameInReference), leaves(this.end.store, n, this.nameInEnd));
    }
    return news;
  }

  /** Fields of a row that count. */
  private fields(shape: TableShape, slot: number, store: Store): FieldShape[] {
    const changes = (this.options.mayChange ?? []).filter((change) => change.table === shape.number);
    if (changes.length === 0) return countedFields(shape);
    const free = changes.filter((change) => change.where === undefined || change.where(store, slot as never, (this.options.given ?? {}) as never));
    if (free.some((change) => change.field === undefined)) return [];
    return countedFields(shape).filter((field) => !free.some((change) => change.field === field.name));
  }

  private sameKey(shape: TableShape, a: Row, b: Row): boolean {
    return shape.key.every((field) => mapKey(a[field.name]) === mapKey(b[field.name]));
  }

  private alike(shape: TableShape, a: Row, b: Row): boolean {
    const [x, y] = [leavesOf(shape, a, this.nameInReference), leavesOf(shape, b, this.nameInReference)];
    return x.size === y.size && [...x].every(([path, value]) => y.get(path) === value);
  }

  private compare(shape: TableShape, slot: number, r: number, n: number, before: Leaves, reference: Leaves, end: Leaves): void {
    for (const path of new Set([...before.keys(), ...reference.keys(), ...end.keys()])) {
      if (this.left(shape, r, n, path)) continue;
      const [was, wanted, is] = [before.get(path) ?? null, reference.get(path) ?? null, end.get(path) ?? null];
      const unit = (): Unit => this.unit(shape, this.rowName(shape, this.start, slot), path, was, wanted, is);
      if (wanted !== was) this.wanted(wanted === is, unit);
      else if (is !== was) this.unwanted(unit);
    }
  }

  private wanted(met: boolean, unit: () => Unit): void {
    this.t++;
    if (met) this.m++;
    else this.missing.push(unit());
  }

  private unwanted(unit: () => Unit): void {
    this.mb++;
    this.extra.push(unit());
  }

  /** Leaves that do not count: masked, or last written by a trigger. */
  private left(shape: TableShape, r: number | null, n: number | null, path: string): boolean {
    const field = fieldOf(path);
    return (
      (r !== null && (this.options.masked?.has(`${shape.number}/${r}/${path}`) === true || this.reference.byTriggers.has(`${shape.number}/${r}/${field}`))) ||
      (n !== null && this.end.byTriggers.has(`${shape.number}/${n}/${field}`))
    );
  }

  /** A difference for readers: rows that are referred to stand there by their keys. */
  private unit(shape: TableShape, row: string, path: string, start: string | null, reference: string | null, end: string | null): Unit {
    const refers = shape.byName[fieldOf(path)]?.refers ?? null;
    const told = (leaf: string | null): string | null => (refers === "one" && leaf !== null ? this.referredTo(leaf) : leaf);
    const inside = refers === "set" ? path.replace(/\[(.*)\]$/, (_, name: string) => `[${this.referredTo(name)}]`) : path;
    return { path: inside === "" ? row : `${row}.${inside}`, start: told(start), reference: told(reference), end: told(end) };
  }

  /** What `nameInReference` and `nameInEnd` name, by its key; a created row has none that means anything. */
  private referredTo(name: string): string {
    const place = /(\d+)\/(\d+)$/.exec(name);
    if (place === null) return name;
    const [table, slot] = [Number(place[1]), Number(place[2])];
    return this.isNew(table, slot) ? `${this.program.shapes[table]!.name} (created)` : keyText(this.start.key(table, slot));
  }

  private rowName(shape: TableShape, store: Store, slot: number): string {
    return shape.def.kind === "state" ? shape.name : `${shape.name} ${keyText(store.key(shape.number, slot))}`;
  }

  /** Matches created rows, owners before what they own. */
  private match(created: readonly { reference: number[]; end: number[] }[]): void {
    const depth = (side: Side, table: number, slot: number, seen: number): number => {
      const row = side.store.tables[table]!.rows[slot] as Row | undefined;
      if (row === undefined || seen > 20) return 0;
      const owners = this.program.shapes[table]!.references.filter((f) => f.refers === "one" && f.def.onDelete === "cascade" && row[f.name] !== null && this.isNew(f.target, row[f.name] as number));
      return owners.length === 0 ? 0 : 1 + Math.max(...owners.map((f) => depth(side, f.target, row[f.name] as number, seen + 1)));
    };
    const levels = new Map<number, { table: number; reference: number[]; end: number[] }[]>();
    created.forEach(({ reference, end }, table) => {
      for (const [which, side] of [["reference", this.reference], ["end", this.end]] as const) {
        for (const slot of which === "reference" ? reference : end) {
          const level = depth(side, table, slot, 0);
          const list = levels.get(level) ?? [];
          levels.set(level, list);
          let entry = list.find((e) => e.table === table);
          if (entry === undefined) list.push((entry = { table, reference: [], end: [] }));
          entry[which].push(slot);
        }
      }
    });
    for (const level of [...levels.keys()].sort((a, b) => a - b)) {
      for (const { table, reference, end } of levels.get(level)!) this.matchTable(this.program.shapes[table]!, reference, end);
    }
  }

  /** Rows of one table: under equal owners, equal ones first, then the assignment with the fewest differing leaves. */
  private matchTable(shape: TableShape, reference: readonly number[], end: readonly number[]): void {
    const groups = new Map<string, { reference: number[]; end: number[] }>();
    const put = (which: "reference" | "end", slots: readonly number[], side: Side, name: Comparison["nameInEnd"]): void => {
      for (const slot of slots) {
        const row = side.store.tables[shape.number]!.rows[slot] as Row;
        const owners = shape.references.filter((f) => f.refers === "one" && f.def.onDelete === "cascade").map((f) => (row[f.name] === null ? "none" : name(f.target, row[f.name] as number)));
        const key = shape.idField === null && shape.key.length > 0 ? `key ${[...leavesOf(shape, row, name, shape.key)].join()}` : owners.join("|");
        const group = groups.get(key) ?? { reference: [], end: [] };
        groups.set(key, group);
        group[which].push(slot);
      }
    };
    put("reference", reference, this.reference, this.nameInReference);
    put("end", end, this.end, this.nameInEnd);
    for (const group of groups.values()) this.matchGroup(shape, group.reference, group.end);
  }

  private matchGroup(shape: TableShape, reference: readonly number[], end: readonly number[]): void {
    const signature = (side: Side, slot: number, name: Comparison["nameInEnd"]): Leaves => leavesOf(shape, side.store.tables[shape.number]!.rows[slot] as Row, name);
    const left = reference.map((slot) => ({ slot, leaves: signature(this.reference, slot, this.nameInReference) }));
    let right = end.map((slot) => ({ slot, leaves: signature(this.end, slot, this.nameInEnd) }));
    const rest = left.filter((one) => {
      const same = right.find((other) => distance(one.leaves, other.leaves) === 0);
      if (same === undefined) return true;
      this.partners.set(`${shape.number}/${same.slot}`, one.slot);
      right = right.filter((other) => other !== same);
      return false;
    });
    if (rest.length === 0 || right.length === 0) return;
    if (Math.max(rest.length, right.length) > MOST_MATCHED) {
      this.approximate = true;
      rest.slice(0, right.length).forEach((one, i) => this.partners.set(`${shape.number}/${right[i]!.slot}`, one.slot));
      return;
    }
    const size = Math.max(rest.length, right.length);
    const costs = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_none, j) => (i < rest.length && j < right.length ? distance(rest[i]!.leaves, right[j]!.leaves) : 1000)));
    for (const [i, j] of munkres(costs)) if (i < rest.length && j < right.length) this.partners.set(`${shape.number}/${right[j]!.slot}`, rest[i]!.slot);
  }

  /** Counts the leaves of created rows. */
  private count(shape: TableShape, created: { readonly reference: readonly number[]; readonly end: readonly number[] }): void {
    const leaves = (side: Side, slot: number, name: Comparison["nameInEnd"]): Leaves => {
      const row = side.store.tables[shape.number]!.rows[slot] as Row;
      const found = leavesOf(shape, row, name, this.fields(shape, slot, side.store));
      // A row without anything that counts is there all the same.
      return found.size > 0 ? found : new Map([["", "exists"]]);
    };
    const partnerOf = new Map(created.end.flatMap((slot) => (this.partners.has(`${shape.number}/${slot}`) ? [[this.partners.get(`${shape.number}/${slot}`)!, slot] as const] : [])));
    for (const r of created.reference) {
      const n = partnerOf.get(r) ?? null;
      const [wanted, is] = [leaves(this.reference, r, this.nameInReference), n === null ? new Map<string, string>() : leaves(this.end, n, this.nameInEnd)];
      for (const path of new Set([...wanted.keys(), ...is.keys()])) {
        if (this.excluded(shape, r, n, path)) continue;
        const unit = (): Unit => this.unit(shape, `${shape.name} (created)`, path, null, wanted.get(path) ?? null, is.get(path) ?? null);
        if (wanted.has(path)) this.wanted(wanted.get(path) === is.get(path), unit);
        else this.unwanted(unit);
      }
    }
    for (const n of created.end) {
      if (this.partners.has(`${shape.number}/${n}`)) continue;
      for (const [path, value] of leaves(this.end, n, this.nameInEnd)) {
        if (!this.excluded(shape, null, n, path)) this.unwanted(() => this.unit(shape, this.rowName(shape, this.end.store, n), path, null, null, value));
      }
    }
  }

  /** A created row exists by whoever wrote its fields; where all of them are free to change, so is its existence. */
  private excluded(shape: TableShape, r: number | null, n: number | null, path: string): boolean {
    if (path !== "") return this.left(shape, r, n, path);
    const all = (side: Side, slot: number): boolean =>
      shape.fields.every((field) => side.byTriggers.has(`${shape.number}/${slot}/${field.name}`)) || this.fields(shape, slot, side.store).length === 0;
    return (r !== null && all(this.reference, r)) || (n !== null && all(this.end, n));
  }
}

/** The field that a leaf belongs to. */
function fieldOf(path: string): string {
  return /^[^.[]*/.exec(path)![0];
}

/** How many leaves differ. */
function distance(a: Leaves, b: Leaves): number {
  let differing = 0;
  for (const [path, value] of a) if (b.get(path) !== value) differing++;
  for (const path of b.keys()) if (!a.has(path)) differing++;
  return differing;
}

/** Leaves of the reference that are others when the same plan takes another time, for `masked`. */
export function varyingLeaves(program: Program, reference: Store, others: readonly Store[]): Set<string> {
  const masked = new Set<string>();
  const name = (table: number, slot: number): string => `${table}/${slot}`;
  for (const shape of program.shapes) {
    const rows = reference.tables[shape.number]!.rows;
    for (const other of others) {
      const theirs = other.tables[shape.number]!.rows;
      for (let slot = 0; slot < Math.max(rows.length, theirs.length); slot++) {
        if (rows[slot] === theirs[slot]) continue;
        const [a, b] = [rows[slot], theirs[slot]].map((row) => (row === undefined ? (new Map() as Leaves) : leavesOf(shape, row as Row, name)));
        for (const path of new Set([...a!.keys(), ...b!.keys()])) if (a!.get(path) !== b!.get(path)) masked.add(`${shape.number}/${slot}/${path}`);
      }
    }
  }
  return masked;
}

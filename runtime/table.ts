/**
 * The rows of one table and what is derived from them: the index of keys, the counts of unique values, and the buckets
 * of the inverse relations its reference fields feed. A table is shared by forks until one of them writes to it.
 */

import { LayeredMap } from "./layered.js";
import { mapKey, rowKey, type LinkShape, type TableShape } from "./shape.js";
import type { Row } from "./types.js";

/** Rows that point at one target, in the order of the inverse relation. */
interface Bucket {
  /** The table that may change `slots` in place; another one, or one that has handed them out, copies first. */
  owner: TableRows | null;
  slots: number[];
}

const NONE: readonly number[] = Object.freeze([]);

export class TableRows {
  /** By slot; undefined where the row was deleted. Rows of system tables are plain values. */
  rows: unknown[] = [];
  /** Slot by key; null where the table has no key or its identifiers tell the slot. */
  index: LayeredMap<number> | null = null;
  /** How many rows hold a value, per unique field. Above 1 only within a transaction. */
  counts: LayeredMap<number>[] = [];
  /** Per link, by slot of the target. */
  links: (Bucket | undefined)[][] = [];

  /** `owner` is the token of the store that may write; a store with another token copies first. */
  constructor(readonly owner: object) {}

  copy(owner: object): TableRows {
    const copy = new TableRows(owner);
    copy.rows = this.rows.slice();
    if (this.index !== null) copy.index = new LayeredMap(this.index);
    copy.counts = this.counts.map((counts) => new LayeredMap(counts));
    copy.links = this.links.map((buckets) => buckets.slice());
    return copy;
  }

  /** Rows of a link that point at `target`. Theirs to keep: a later write copies. */
  pointing(link: number, target: number): readonly number[] {
    const bucket = this.links[link]![target];
    if (bucket === undefined) return NONE;
    bucket.owner = null;
    return bucket.slots;
  }

  /** Puts a row in place of another (undefined: none) and brings everything derived up to date. */
  replace(shape: TableShape, slot: number, old: Row | undefined, next: Row | undefined): void {
    this.rows[slot] = next;
    if (this.index !== null) {
      const oldKey = old === undefined ? undefined : rowKey(shape, old);
      const newKey = next === undefined ? undefined : rowKey(shape, next);
      if (oldKey !== newKey) {
        if (oldKey !== undefined && this.index.get(oldKey) === slot) this.index.delete(oldKey);
        if (newKey !== undefined) this.index.set(newKey, slot);
      }
    }
    const { unique, links } = shape;
    for (let i = 0; i < unique.length; i++) {
      const { name } = unique[i]!;
      const oldValue = old === undefined ? null : mapKey(old[name]);
      const newValue = next === undefined ? null : mapKey(next[name]);
      if (oldValue === newValue) continue;
      const counts = this.counts[i]!;
      if (oldValue !== null) {
        const count = counts.get(oldValue)! - 1;
        if (count === 0) counts.delete(oldValue);
        else counts.set(oldValue, count);
      }
      if (newValue !== null) counts.set(newValue, (counts.get(newValue) ?? 0) + 1);
    }
    for (let i = 0; i < links.length; i++) this.relink(links[i]!, this.links[i]!, slot, old, next);
  }

  private relink(
    link: LinkShape,
    buckets: (Bucket | undefined)[],
    slot: number,
    old: Row | undefined,
    next: Row | undefined,
  ): void {
    const from = old === undefined ? null : (old[link.field] as number | null);
    const to = next === undefined ? null : (next[link.field] as number | null);
    if (from === to && (from === null || link.by === null || old![link.by] === next![link.by])) return;
    if (from !== null) {
      const bucket = this.ownBucket(buckets, from);
      bucket.slots.splice(bucket.slots.indexOf(slot), 1);
      if (bucket.slots.length === 0) buckets[from] = undefined;
    }
    if (to !== null) {
      const { slots } = this.ownBucket(buckets, to);
      // New rows mostly go last.
      let at = slots.length;
      if (at > 0 && this.after(link, slots[at - 1]!, slot, next!)) at = this.place(link, slots, slot, next!);
      if (at === slots.length) slots.push(slot);
      else slots.splice(at, 0, slot);
    }
  }

  /** Where in a sorted bucket a row belongs. */
  private place(link: LinkShape, slots: readonly number[], slot: number, row: Row): number {
    let low = 0;
    for (let high = slots.length; low < high;) {
      const middle = (low + high) >> 1;
      if (this.after(link, slots[middle]!, slot, row)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Whether the row at `other` comes after a row: by the order of the link, then by creation. */
  private after(link: LinkShape, other: number, slot: number, row: Row): boolean {
    if (link.by !== null) {
      const order = link.compare((this.rows[other] as Row)[link.by], row[link.by]);
      if (order !== 0) return order > 0;
    }
    return other > slot;
  }

  private ownBucket(buckets: (Bucket | undefined)[], target: number): Bucket {
    const bucket = buckets[target];
    if (bucket !== undefined && bucket.owner === this) return bucket;
    // Filled up, so that the array stays dense.
    while (buckets.length < target) buckets.push(undefined);
    return (buckets[target] = { owner: this, slots: bucket === undefined ? [] : bucket.slots.slice() });
  }
}

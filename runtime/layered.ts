/**
 * A map that is cheap to copy: a large layer that copies share and never change, and a small one of what differs. The
 * first write after a fork would otherwise cost as much as the table is large.
 */

/** Differences above this many, and above a quarter of the shared layer, are merged when the map is copied. */
const FEW = 32;

export class LayeredMap<V> {
  /** Only ever written while `delta` is null, that is, while no copy shares it. */
  private base: Map<unknown, V>;
  /** Values that differ from `base`; undefined: not there. */
  private delta: Map<unknown, V | undefined> | null = null;
  size = 0;

  constructor(from?: LayeredMap<V>) {
    if (from === undefined) {
      this.base = new Map();
      return;
    }
    this.size = from.size;
    if (from.delta !== null && from.delta.size > FEW && from.delta.size > from.base.size / 4) {
      this.base = new Map(from.entries());
    } else {
      this.base = from.base;
      this.delta = new Map(from.delta ?? []);
    }
  }

  get(key: unknown): V | undefined {
    const { delta } = this;
    if (delta !== null) {
      const value = delta.get(key);
      if (value !== undefined || delta.has(key)) return value;
    }
    return this.base.get(key);
  }

  has(key: unknown): boolean {
    return this.get(key) !== undefined;
  }

  set(key: unknown, value: V): void {
    if (this.get(key) === undefined) this.size++;
    (this.delta ?? this.base).set(key, value);
  }

  delete(key: unknown): void {
    if (this.get(key) === undefined) return;
    this.size--;
    if (this.delta === null) this.base.delete(key);
    else if (this.base.has(key)) this.delta.set(key, undefined);
    else this.delta.delete(key);
  }

  /** In no order that may matter. */
  *entries(): Generator<[unknown, V]> {
    for (const [key, value] of this.base) if (this.delta === null || !this.delta.has(key)) yield [key, value];
    for (const [key, value] of this.delta ?? []) if (value !== undefined) yield [key, value];
  }
}

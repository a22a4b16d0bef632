/**
 * `random` in `starts`, `init`, `setup` and `given`: draws in sequence from one named stream (`init/<App>`, `starts`),
 * so that the draws of one app never shift those of another.
 */

import { between, generatorFor } from "./draws.js";
import { diagnose } from "./failure.js";

/** How often `fresh` redraws before it gives up. */
const FRESH_DRAWS = 100;

export class Random {
  private readonly next: () => number;

  constructor(seed: string, stream: string) {
    const generator = generatorFor(seed, stream);
    this.next = () => generator.double();
  }

  /** A whole number, both ends included. An empty range is `nothing-to-pick`. */
  int(from: number, to: number): number {
    if (from > to) diagnose("nothing-to-pick", `The range ${from}..${to} is empty.`);
    return between(this.next(), from, to);
  }

  /** A number from `from` to `to`. */
  float(from: number, to: number): number {
    if (from > to) diagnose("nothing-to-pick", `The range ${from}..${to} is empty.`);
    return from + this.next() * (to - from);
  }

  /** Whole cents, both ends included. */
  money(from: number, to: number): number {
    return this.int(from, to);
  }

  /** Whole days since 1970, both ends included. */
  date(from: number, to: number): number {
    return this.int(from, to);
  }

  /** Whole seconds since 1970, both ends included. */
  datetime(from: number, to: number): number {
    return this.int(from, to);
  }

  /** Whole seconds, both ends included. */
  duration(from: number, to: number): number {
    return this.int(from, to);
  }

  /** True with probability `p`. */
  chance(p: number): boolean {
    return this.next() < p;
  }

  /** An element, each alike. An empty list is `nothing-to-pick`. */
  pick<T>(list: readonly T[]): T {
    if (list.length === 0) diagnose("nothing-to-pick", "There is nothing to pick from: the list is empty.");
    return list[between(this.next(), 0, list.length - 1)]!;
  }

  /** An element with probability in proportion to its weight; negative weights count as 0. All 0 is `nothing-to-pick`. */
  weighted<T>(list: readonly T[], weights: readonly number[]): T {
    let total = 0;
    for (let i = 0; i < list.length; i++) total += Math.max(0, weights[i] ?? 0);
    if (!(total > 0)) diagnose("nothing-to-pick", "There is nothing to pick from: no element has a weight above 0.");
    let rest = this.next() * total;
    let last = 0;
    for (let i = 0; i < list.length; i++) {
      const weight = Math.max(0, weights[i] ?? 0);
      if (weight === 0) continue;
      if (rest < weight) return list[i]!;
      rest -= weight;
      last = i;
    }
    return list[last]!;
  }

  /** `n` different elements (all of them where there are fewer), in the order drawn. */
  sample<T>(list: readonly T[], n: number): T[] {
    const rest = [...list];
    const count = Math.max(0, Math.min(n, rest.length));
    for (let i = 0; i < count; i++) {
      const j = between(this.next(), i, rest.length - 1);
      [rest[i], rest[j]] = [rest[j]!, rest[i]!];
    }
    rest.length = count;
    return rest;
  }

  /** All elements in a random order. */
  shuffle<T>(list: readonly T[]): T[] {
    return this.sample(list, list.length);
  }

  /** Normally distributed; by Marsaglia's polar method, which needs no trigonometry (engines differ there). */
  normal(mean: number, sd: number): number {
    for (;;) {
      const u = 2 * this.next() - 1;
      const v = 2 * this.next() - 1;
      const s = u * u + v * v;
      if (s > 0 && s < 1) return mean + sd * u * Math.sqrt((-2 * Math.log(s)) / s);
    }
  }

  /** The first of at most 100 values made that is free; else `no-free-value`, naming `what` was to be unique. */
  fresh<T>(isFree: (value: T) => boolean, make: () => T, what: string): T {
    for (let i = 0; i < FRESH_DRAWS; i++) {
      const value = make();
      if (isFree(value)) return value;
    }
    return diagnose("no-free-value", `No free value for ${what} was found in ${FRESH_DRAWS} draws.`);
  }
}

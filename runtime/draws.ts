/**
 * Keyed random streams: what chance decides about the k-th well-formed call of a tool (`docs/language.md`, "Randomness and identifiers").
 *
 * A stream is a pure function of (seed, name). Its values are made in order and kept in an array that all forks share,
 * so reading number k costs a look-up, and nothing needs saving but k, the number of well-formed calls of the tool,
 * which is a journaled row. Keys are names, never numbers: adding a tool or an app shifts no draw of another.
 */

import alea from "seedrandom/lib/alea.js";

/** A sequence of random numbers. */
export interface RandomSequence {
  /** 53 random bits as a number in [0, 1). */
  double(): number;
}

interface Stream {
  readonly generator: RandomSequence;
  readonly values: number[];
}

/** A generator of its own for a seed and a name; used wherever draws are sequential. */
export function generatorFor(seed: string, name: string): RandomSequence {
  return alea(`${seed}/${name}`);
}

/** The streams of one seed (and salt). Shared by a session and its forks: only ever grows, so sharing shows nowhere. */
export class Draws {
  private readonly streams: (Stream | undefined)[] = [];

  /** `names` are the world's streams by number; numbers only save looking names up and enter no key. */
  constructor(
    readonly seed: string,
    private readonly names: readonly string[],
  ) {}

  /** The `k`-th value of a stream, counted from 0, in [0, 1). */
  at(stream: number, k: number): number {
    const { values, generator } = (this.streams[stream] ??= {
      generator: generatorFor(this.seed, this.names[stream]!),
      values: [],
    });
    while (values.length <= k) values.push(generator.double());
    return values[k]!;
  }

  /** As `at`, by name. */
  draw(name: string, k: number): number {
    const stream = this.names.indexOf(name);
    if (stream < 0) throw new RangeError(`There is no stream called ${name}.`);
    return this.at(stream, k);
  }
}

/** A whole number from `from` to `to`, both included, for a draw `u` in [0, 1). */
export function between(u: number, from: number, to: number): number {
  return to <= from ? from : from + Math.floor(u * (to - from + 1));
}

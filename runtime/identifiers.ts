/**
 * Opaque identifiers: `user_3vqH…`, 22 characters of a 57-letter alphabet, derived from (seed, table, ordinal) alone. A
 * rolled-back create therefore consumes none, and a fork, an undo or a snapshot need keep nothing.
 */

const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const LENGTH = 22;

/** 128 bits of a text, for seeding; each lane takes in every character. */
function seedWords(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762];
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ k, 597_399_067);
    b = c ^ Math.imul(b ^ k, 2_869_860_233);
    c = d ^ Math.imul(c ^ k, 951_274_213);
    d = a ^ Math.imul(d ^ k, 2_716_044_179);
  }
  a = Math.imul(c ^ (a >>> 18), 597_399_067);
  b = Math.imul(d ^ (b >>> 22), 2_869_860_233);
  c = Math.imul(a ^ (c >>> 17), 951_274_213);
  d = Math.imul(b ^ (d >>> 19), 2_716_044_179);
  a ^= b ^ c ^ d;
  return [a, b ^ a, c ^ a, d ^ a];
}

/** Where identifiers are spelt, so that each becomes one flat string. */
const spelling = Buffer.alloc(LENGTH) as Buffer & { latin1Slice(from: number, to: number): string };

/** The identifier of the row number `ordinal` of a table. */
export function identifier(seed: string, table: string, prefix: string, ordinal: number): string {
  // sfc32, a small fast counter generator, warmed up.
  let [a, b, c, d] = seedWords(`${seed}/${table}/${ordinal}`);
  for (let i = -12; i < LENGTH; i++) {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    if (i >= 0) spelling[i] = ALPHABET.charCodeAt(Math.floor(((t >>> 0) * ALPHABET.length) / 0x1_0000_0000));
  }
  return `${prefix}_${spelling.latin1Slice(0, LENGTH)}`;
}

/** Remembers the identifiers made so far, both ways. Shared by a session and its forks: a pure function's memory. */
export class Identifiers {
  private readonly texts: string[][] = [];
  /** Filled up when asked: most identifiers are never looked up. */
  private readonly ordinals: { readonly map: Map<string, number>; upTo: number }[] = [];

  constructor(readonly seed: string) {}

  /** The identifier of a row. */
  text(table: number, name: string, prefix: string, ordinal: number): string {
    const known = (this.texts[table] ??= []);
    // In order, so that the array has no holes and looking up can fill its map in order.
    while (known.length <= ordinal) known.push(identifier(this.seed, name, prefix, known.length));
    return known[ordinal]!;
  }

  /** The ordinal an identifier stands for, if it was made before. */
  ordinal(table: number, text: string): number | undefined {
    const known = this.texts[table];
    if (known === undefined) return undefined;
    const ordinals = (this.ordinals[table] ??= { map: new Map(), upTo: 0 });
    for (; ordinals.upTo < known.length; ordinals.upTo++) ordinals.map.set(known[ordinals.upTo]!, ordinals.upTo);
    return ordinals.map.get(text);
  }
}

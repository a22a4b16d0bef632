/**
 * A 2×32-bit hash of plain values: fast, stable over machines and versions, not cryptographic. Objects hash by the sum
 * over their fields, so the order of fields does not matter; the order of list elements does.
 */

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

/** Accumulates into two independent lanes. Reused, so that hashing allocates nothing. */
export class Hasher {
  a = 0;
  b = 0;

  /** Starts over from a seed. */
  reset(a: number, b: number): this {
    this.a = a;
    this.b = b;
    return this;
  }

  /** Takes in 32 bits. */
  word(w: number): void {
    const a = Math.imul(this.a ^ w, 0x85ebca6b);
    this.a = (a << 13) | (a >>> 19);
    const b = Math.imul(this.b ^ w, 0xc2b2ae35);
    this.b = ((b << 15) | (b >>> 17)) + 0x52dce729;
  }

  text(s: string): void {
    let a = this.a ^ s.length;
    let b = this.b ^ s.length;
    for (let i = 0; i < s.length; i++) {
      const c = s.charCodeAt(i);
      a = Math.imul(a ^ c, 0x01000193);
      a ^= a >>> 15;
      b = Math.imul(b ^ c, 0x5bd1e995);
      b ^= b >>> 13;
    }
    this.a = a;
    this.b = b;
  }

  /** Takes in a value of any type; values of different types never look alike by construction. */
  value(v: unknown): void {
    switch (typeof v) {
      case "string":
        this.word(1);
        this.text(v);
        return;
      case "number":
        if ((v | 0) === v) {
          this.word(2);
          this.word(v);
        } else {
          bits[0] = v;
          this.word(3);
          this.word(words[0]!);
          this.word(words[1]!);
        }
        return;
      case "boolean":
        this.word(v ? 4 : 5);
        return;
      case "object":
        if (v === null) this.word(6);
        else if (Array.isArray(v)) {
          this.word(7);
          this.word(v.length);
          for (const element of v) this.value(element);
        } else this.object(v as Record<string, unknown>);
        return;
      default:
        this.word(8);
    }
  }

  private object(v: Record<string, unknown>): void {
    const { a, b } = this;
    let sumA = 0;
    let sumB = 0;
    let count = 0;
    for (const name of Object.keys(v)) {
      this.reset(0x3c6ef372, 0x510e527f);
      this.text(name);
      this.value(v[name]);
      this.finish();
      sumA = (sumA + this.a) | 0;
      sumB = (sumB + this.b) | 0;
      count++;
    }
    this.reset(a, b);
    this.word(9);
    this.word(count);
    this.word(sumA);
    this.word(sumB);
  }

  /** Spreads every bit over both lanes. */
  finish(): void {
    const a = avalanche(this.a ^ Math.imul(this.b, 0x9e3779b1));
    this.b = avalanche(this.b ^ Math.imul(a, 0x85ebca77));
    this.a = a;
  }
}

function avalanche(x: number): number {
  let h = x;
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** 16 hexadecimal digits of two lanes. */
export function hex(a: number, b: number): string {
  return (a >>> 0).toString(16).padStart(8, "0") + (b >>> 0).toString(16).padStart(8, "0");
}

/** The hash of one value as 16 hexadecimal digits; fields in any order. */
export function hashOf(value: unknown): string {
  const hasher = new Hasher().reset(0x6a09e667, 0xbb67ae85 | 0);
  hasher.value(value);
  hasher.finish();
  return hex(hasher.a, hasher.b);
}

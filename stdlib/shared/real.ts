/** Real numbers of many decimal digits, for results that are rounded once, to a float, at the end. */

import { Decimal } from "decimal.js";
import { fail } from "../../runtime/failure.js";

export const PRECISION = 50;
export const Real = Decimal.clone({ precision: PRECISION, defaults: true });
export type Real = Decimal;
export const PI = Real.acos(-1);

/** Enough digits for the exact product of two floats, so that rational results are rounded truly once. */
export const Wide = Decimal.clone({ precision: 1600, defaults: true });

/** The exact value of a float. `new Real(x)` takes the number as it is written instead: 0.1 as a tenth. */
export function exact(x: number): Real {
  let whole = x;
  let halvings = 0;
  for (; !Number.isInteger(whole); whole *= 2) halvings++;
  return new Real(`${BigInt(whole) * 5n ** BigInt(halvings)}e-${halvings}`);
}

/** The nearest float. Fails where it would be infinite. */
export function float(value: Real | number): number {
  const n = Number(value);
  // The sum turns -0 into 0.
  return Number.isFinite(n) ? n + 0 : fail("The result is too large for a number: floats end at about 1.8 × 10^308.");
}

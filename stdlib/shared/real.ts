/** Real numbers of 50 decimal digits, for results that are rounded once, to a float, at the end. */

import { Decimal } from "decimal.js";
import { fail } from "../../runtime/failure.js";

export const PRECISION = 50;
export const Real = Decimal.clone({ precision: PRECISION, defaults: true });
export type Real = Decimal;
export const PI = Real.acos(-1);

/** The decimal expansion of a float, cut where it no longer matters. `new Real(x)` takes the number as it is written instead. */
export function exact(x: number): Real {
  return new Real(x.toPrecision(60));
}

/** The nearest float. Fails where it would be infinite. */
export function float(value: Real | number): number {
  const n = Number(value);
  // The sum turns -0 into 0.
  return Number.isFinite(n) ? n + 0 : fail("The result is too large for a number: floats end at about 1.8 × 10^308.");
}

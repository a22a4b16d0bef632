/**
 * Implementations of the functions that `math.world` declares. They compute with 50 decimal digits or more and round once
 * to a float, so that results are the same whatever mathematical library an engine was built with.
 */

import { fail } from "../runtime/failure.js";
import { exact, float, PI, PRECISION, Real, Wide } from "./shared/real.js";

function nonzero(b: number): void {
  if (b === 0) fail("Division by zero has no result. Give another divisor.");
}

function someNumbers(values: readonly number[]): void {
  if (values.length === 0) fail("This needs at least one number.");
}

export function sum(values: readonly number[]): number {
  return values.length === 0 ? 0 : float(Wide.sum(...values.map(exact)));
}

export function product(values: readonly number[]): number {
  return float(values.reduce((total, value) => total.times(exact(value)), new Wide(1)));
}

export function quotient(a: number, b: number): number {
  nonzero(b);
  return float(a / b);
}

export function floor_quotient(a: number, b: number): number {
  nonzero(b);
  // The remainder of floats is exact, so this has no rounding of `a / b` to take back.
  return float(new Wide(exact(a)).minus(exact(modulo(a, b))).dividedBy(exact(b)).round());
}

export function modulo(a: number, b: number): number {
  nonzero(b);
  const rest = a % b;
  return float(rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest);
}

export function round_to(value: number, decimals: number): number {
  return float(new Real(value).toDecimalPlaces(decimals, Real.ROUND_HALF_UP));
}

export function power(base: number, exponent: number): number {
  if (base < 0 && !Number.isInteger(exponent)) fail(`${base} to the power of ${exponent} is no real number. A negative base takes whole exponents only.`);
  if (base === 0 && exponent < 0) fail("0 has no negative power. Give a base other than 0, or an exponent of 0 or more.");
  return float(Real.pow(exact(base), exact(exponent)));
}

export function sqrt(x: number): number {
  return x < 0 ? fail(`${x} has no real square root. Give a number of 0 or more.`) : float(Math.sqrt(x));
}

export function cbrt(x: number): number {
  return float(Real.cbrt(exact(x)));
}

export function hypot(a: number, b: number): number {
  return float(Real.hypot(exact(a), exact(b)));
}

export function exp(x: number): number {
  return float(Real.exp(exact(x)));
}

export function ln(x: number): number {
  return x > 0 ? float(Real.ln(exact(x))) : fail(`${x} has no logarithm. Give a number above 0.`);
}

export function log(x: number, base: number): number {
  if (base <= 0 || base === 1) fail(`${base} cannot be the base of a logarithm. Give one above 0 other than 1.`);
  return x > 0 ? float(Real.ln(exact(x)).dividedBy(Real.ln(exact(base)))) : fail(`${x} has no logarithm. Give a number above 0.`);
}

type Circular = "sin" | "cos" | "tan";

/** Angles are taken modulo the circle, which uses up as many digits as they have before the point. */
function circular(name: Circular, angle: number): number {
  const digits = PRECISION + Math.max(0, exact(angle).e);
  return float(Real.clone({ precision: digits, defaults: true })[name](exact(angle)));
}

export function sin(angle: number): number {
  return circular("sin", angle);
}

export function cos(angle: number): number {
  return circular("cos", angle);
}

export function tan(angle: number): number {
  return circular("tan", angle);
}

export function asin(x: number): number {
  return Math.abs(x) <= 1 ? float(Real.asin(exact(x))) : fail(`${x} is no sine. Give a number from -1 to 1.`);
}

export function acos(x: number): number {
  return Math.abs(x) <= 1 ? float(Real.acos(exact(x))) : fail(`${x} is no cosine. Give a number from -1 to 1.`);
}

export function atan(x: number): number {
  return float(Real.atan(exact(x)));
}

/** Beyond this, hyperbolic functions leave the range of floats, or reach what they approach. */
const STEEP = 711;

export function sinh(x: number): number {
  return float(Math.abs(x) > STEEP ? x * Infinity : Real.sinh(exact(x)));
}

export function cosh(x: number): number {
  return float(Math.abs(x) > STEEP ? Infinity : Real.cosh(exact(x)));
}

export function tanh(x: number): number {
  return Math.abs(x) > STEEP ? Math.sign(x) : float(Real.tanh(exact(x)));
}

export function radians(angle: number): number {
  return float(exact(angle).times(PI).dividedBy(180));
}

export function degrees(angle: number): number {
  return float(exact(angle).times(180).dividedBy(PI));
}

export function factorial(n: number): number {
  if (n < 0) fail(`${n} has no factorial. Give a whole number from 0 to 170.`);
  if (n > 170) fail(`The factorial of ${n} is too large for a number. Give a whole number from 0 to 170.`);
  let total = 1n;
  for (let i = 2n; i <= BigInt(n); i++) total *= i;
  return Number(total);
}

export function gcd(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

export function lcm(a: number, b: number): number {
  if (a === 0 || b === 0) return 0;
  const multiple = (Math.abs(a) / gcd(a, b)) * Math.abs(b);
  return Number.isSafeInteger(multiple) ? multiple : fail(`The least common multiple of ${a} and ${b} is above 2^53 − 1, too large to be told exactly.`);
}

/** With these as witnesses, the test of Miller and Rabin decides for all numbers below 3.3 × 10^24 (Sorenson and Webster, 2015). */
const WITNESSES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

export function is_prime(n: number): boolean {
  if (n < 2) return false;
  for (const p of WITNESSES) if (n % p === 0) return n === p;
  const m = BigInt(n);
  let odd = m - 1n;
  let halvings = 0;
  for (; odd % 2n === 0n; odd /= 2n) halvings++;
  return WITNESSES.every((witness) => {
    let x = powerModulo(BigInt(witness), odd, m);
    if (x === 1n || x === m - 1n) return true;
    for (let i = 1; i < halvings; i++) {
      x = (x * x) % m;
      if (x === m - 1n) return true;
    }
    return false;
  });
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let square = base % modulus, rest = exponent; rest > 0n; rest /= 2n, square = (square * square) % modulus) {
    if (rest % 2n === 1n) result = (result * square) % modulus;
  }
  return result;
}

export function fibonacci(n: number): number {
  if (n < 0) fail(`There is no Fibonacci number ${n}. They are counted from 0.`);
  if (n > 78) fail(`Fibonacci number ${n} is above 2^53 − 1, too large to be told exactly. Give a position from 0 to 78.`);
  let [a, b] = [0, 1];
  for (let i = 0; i < n; i++) [a, b] = [b, a + b];
  return a;
}

export function mean(values: readonly number[]): number {
  someNumbers(values);
  return float(Wide.sum(...values.map(exact)).dividedBy(values.length));
}

export function median(values: readonly number[]): number {
  someNumbers(values);
  const sorted = [...values].sort((a, b) => a - b);
  return mean(sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1));
}

export function variance(values: readonly number[], sample: boolean): number {
  return float(exactVariance(values, sample));
}

export function standard_deviation(values: readonly number[], sample: boolean): number {
  return float(Real.sqrt(exactVariance(values, sample)));
}

function exactVariance(values: readonly number[], sample: boolean): Real {
  someNumbers(values);
  if (sample && values.length === 1) fail("A sample of one number has no variance. Give at least two, or take them as the whole population.");
  const n = values.length;
  const all = values.map((value) => new Wide(exact(value)));
  const squares = Wide.sum(...all.map((value) => value.times(value))).times(n);
  return squares.minus(Wide.sum(...all).pow(2)).dividedBy(n).dividedBy(sample ? n - 1 : n);
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Failure } from "../../runtime/failure.js";
import * as math from "../../stdlib/math.js";
import { exact } from "../../stdlib/shared/real.js";

/** Authors call these without the refinements that a tool may put before them. */
describe("outside their domain, functions of std/math fail with a sentence", () => {
  it.each<[string, () => unknown]>([
    ["sqrt", () => math.sqrt(-1)],
    ["ln", () => math.ln(0)],
    ["ln", () => math.ln(-1)],
    ["log", () => math.log(0, 10)],
    ["log", () => math.log(10, 0)],
    ["log", () => math.log(10, 1)],
    ["log", () => math.log(10, -2)],
    ["asin", () => math.asin(1.0000001)],
    ["acos", () => math.acos(-1.0000001)],
    ["power", () => math.power(-8, 1 / 3)],
    ["power", () => math.power(0, -1)],
    ["quotient", () => math.quotient(1, 0)],
    ["quotient", () => math.quotient(1e300, 1e-300)],
    ["floor_quotient", () => math.floor_quotient(1, 0)],
    ["modulo", () => math.modulo(1, 0)],
    ["factorial", () => math.factorial(-1)],
    ["factorial", () => math.factorial(171)],
    ["fibonacci", () => math.fibonacci(-1)],
    ["fibonacci", () => math.fibonacci(79)],
    ["lcm", () => math.lcm(2 ** 53 - 1, 2 ** 53 - 2)],
    ["mean", () => math.mean([])],
    ["median", () => math.median([])],
    ["variance", () => math.variance([], false)],
    ["variance", () => math.variance([1], true)],
    ["exp", () => math.exp(710)],
    ["sinh", () => math.sinh(-1e9)],
    ["cosh", () => math.cosh(1e9)],
  ])("%s", (_name, call) => {
    let thrown: unknown;
    try {
      call();
    } catch (failure) {
      thrown = failure;
    }
    expect(thrown).toBeInstanceOf(Failure);
    expect((thrown as Failure).message).toMatch(/^\S.{15,}\.$/);
  });
});

describe("std/math", () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true });

  it("takes floats at their exact value", () => {
    expect(exact(0.1).toFixed()).toBe("0.1000000000000000055511151231257827021181583404541015625");
    expect(exact(2 ** 200).toFixed()).toBe(String(2n ** 200n));
    fc.assert(fc.property(double, (x) => void expect(exact(x).toNumber()).toBe(x + 0)));
    // What a float is made of, taken apart again: the shortest text is another number.
    fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 53 - 1 }), fc.integer({ min: 0, max: 60 }), (m, k) => void expect(exact(m / 2 ** k).times(2 ** k).toNumber()).toBe(m)));
  });

  it("adds in any order", () => {
    const values = fc.array(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), { minLength: 1, maxLength: 20 });
    fc.assert(fc.property(values, (xs) => void expect(math.sum([...xs].reverse())).toBe(math.sum(xs))));
    expect(math.sum([1e300, 1, -1e300])).toBe(1);
    expect(math.sum([])).toBe(0);
    expect(math.product([])).toBe(1);
  });

  it("never answers -0", () => {
    for (const n of [math.sum([-0]), math.product([-1, 0]), math.quotient(0, -1), math.modulo(-4, 2), math.round_to(-0.1, 0), math.sin(-0), math.cbrt(-0), math.sqrt(-0), math.tanh(-0), math.degrees(-0)]) expect(n).toBe(0);
  });

  it("divides so that floor_quotient and modulo belong together", () => {
    const whole = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(fc.property(whole, whole.filter((b) => b !== 0), (a, b) => void expect(b * math.floor_quotient(a, b) + math.modulo(a, b)).toBe(a)));
  });

  it("finds all primes below 20000, as a sieve does", () => {
    const composite = new Set<number>();
    for (let p = 2; p < 20_000; p++) {
      expect(math.is_prime(p), String(p)).toBe(!composite.has(p));
      if (!composite.has(p)) for (let multiple = p * p; multiple < 20_000; multiple += p) composite.add(multiple);
    }
    // Strong pseudoprimes to the first few bases.
    for (const n of [2047, 1_373_653, 25_326_001, 3_215_031_751, 2_152_302_898_747, 3_474_749_660_383, 341_550_071_728_321]) expect(math.is_prime(n), String(n)).toBe(false);
  });
});

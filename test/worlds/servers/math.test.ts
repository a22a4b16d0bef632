import fc from "fast-check";
import { beforeAll, expect } from "vitest";
import { agreesWithPython } from "../../support/reference.js";
import { relativeError, serverTools, type Answer, type Args } from "../../support/server-tools.js";

let call: (tool: string, args: Args) => Answer;
beforeAll(async () => {
  call = await serverTools("worlds/servers/math.world");
});

const positive = (x: number): number => x + 0;
/** Numbers of all sizes, and those that people write. */
const any = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }).map(positive), fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -100_000, max: 100_000 }).map((n) => n / 1000));
const moderate = fc.oneof(fc.double({ noNaN: true, min: -800, max: 800 }).map(positive), fc.integer({ min: -20, max: 20 }));
const unit = fc.oneof(fc.double({ noNaN: true, min: -1.2, max: 1.2 }).map(positive), fc.constantFrom(-1, 0, 1));
const whole = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -200, max: 200 }));
const list = fc.array(any, { minLength: 1, maxLength: 12 });
const few = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 12 });
const modest = fc.array(fc.oneof(fc.double({ noNaN: true, min: -1e100, max: 1e100 }).map(positive), fc.integer({ min: -50, max: 50 })), { minLength: 1, maxLength: 12 });
const pair = fc.record({ a: any, b: any });
const x = fc.record({ x: any });

/** For each tool: its arguments, and how far from Python's libm, of about one unit in the last place, it may be. */
const TOOLS: Readonly<Record<string, readonly [fc.Arbitrary<Args>, number]>> = {
  add: [pair, 0],
  sub: [pair, 0],
  mul: [pair, 0],
  div: [pair, 0],
  floor_div: [pair, 3e-16],
  mod: [pair, 0],
  pow: [fc.record({ base: any, exponent: fc.oneof(moderate, any) }), 1e-15],
  abs_val: [x, 0],
  max_val: [fc.record({ values: list }), 0],
  min_val: [fc.record({ values: list }), 0],
  round_val: [fc.record({ x: fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 20_000), decimals: fc.integer({ min: 0, max: 6 }) }), 0],
  clamp: [fc.record({ x: any, low: any, high: any }), 0],
  sum_of_list: [fc.record({ values: modest }), 0],
  product_of_list: [fc.record({ values: fc.array(moderate, { maxLength: 8 }) }), 0],
  sqrt: [x, 0],
  cbrt: [x, 5e-16],
  hypot: [pair, 5e-16],
  log: [fc.record({ x: fc.oneof(any, moderate), base: fc.oneof(any, fc.constantFrom(2, 10)) }, { requiredKeys: ["x"] }), 2e-15],
  exp: [fc.record({ x: moderate }), 5e-16],
  sin: [x, 5e-16],
  cos: [x, 5e-16],
  tan: [x, 5e-16],
  asin: [fc.record({ x: unit }), 5e-16],
  acos: [fc.record({ x: unit }), 5e-16],
  atan: [x, 5e-16],
  sinh: [fc.record({ x: moderate }), 5e-16],
  cosh: [fc.record({ x: moderate }), 5e-16],
  tanh: [x, 5e-16],
  deg_to_rad: [fc.record({ degrees: any }), 5e-16],
  rad_to_deg: [fc.record({ radians: any }), 5e-16],
  factorial: [fc.record({ n: fc.integer({ min: -2, max: 170 }) }), 0],
  gcd: [fc.record({ a: whole, b: whole }), 0],
  lcm: [fc.record({ a: whole, b: whole }), 0],
  is_even: [fc.record({ n: whole }), 0],
  is_odd: [fc.record({ n: whole }), 0],
  is_prime: [fc.record({ n: fc.oneof(whole, fc.integer({ min: 3_037_000, max: 3_037_999 }).map((n) => n * 2 + 1), fc.tuple(fc.constantFrom(94_906_249, 94_906_247, 65_521), fc.constantFrom(94_906_249, 65_519, 65_521)).map(([p, q]) => p * q)).filter(Number.isSafeInteger) }), 0],
  nth_fibonacci: [fc.record({ n: fc.integer({ min: 0, max: 78 }) }), 0],
  mean: [fc.record({ values: modest }), 0],
  median: [fc.record({ values: modest }), 0],
  mode: [fc.record({ values: few }), 0],
  variance: [fc.record({ values: modest, sample: fc.boolean() }), 5e-16],
  standard_deviation: [fc.record({ values: modest, sample: fc.boolean() }), 5e-16],
};

agreesWithPython("math_reference.py", (tool, args) => call(tool, args), Object.fromEntries(Object.entries(TOOLS).map(([tool, [args]]) => [tool, args])), {
  drawn: 80,
  accepted: 25,
  refused: ["failed", "invalid"],
  agree: (tool, output, expected, shown) => {
    if (typeof output === "number") expect(relativeError(output, expected as number), `${shown}, not ${String(expected)}`).toBeLessThanOrEqual(TOOLS[tool]?.[1] ?? 0);
    else expect(output, shown).toBe(expected);
  },
});

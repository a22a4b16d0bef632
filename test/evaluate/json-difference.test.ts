/** T, M and M_b as Eq. 2–5 define them: worked by hand, against a naive implementation, and the original's conventions. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonDifference } from "../../runtime/evaluate/json-difference.js";

const counts = (old: unknown, reference: unknown, end: unknown, conventions?: "complexmcp"): [number, number, number] => {
  const { t, m, mb } = jsonDifference(old, reference, end, conventions);
  return [t, m, mb];
};

describe("plainly", () => {
  it("counts by hand", () => {
    expect(counts({ a: 1, b: 2 }, { a: 5, b: 2 }, { a: 5, b: 2 })).toEqual([1, 1, 0]);
    expect(counts({ a: 1, b: 2 }, { a: 5, b: 2 }, { a: 4, b: 3 })).toEqual([1, 0, 1]);
    expect(counts({ a: 1 }, { a: 1 }, { a: 1 })).toEqual([0, 0, 0]);
    // Deleted by the reference, kept by the end; added by neither, by the end.
    expect(counts({ a: { x: 1, y: 2 } }, {}, { a: { x: 1, y: 2 } })).toEqual([2, 0, 0]);
    expect(counts({}, { a: { x: 1, y: 2 } }, { a: { x: 1, y: 3 } })).toEqual([2, 1, 0]);
    expect(counts({ a: [1, 2] }, { a: [1, 2] }, { a: [1, 2, 3] })).toEqual([0, 0, 1]);
  });

  it("gives the rates of Eq. 4 and 5, and says what T = 0 means", () => {
    expect(jsonDifference({ a: 1, b: 1 }, { a: 2, b: 2 }, { a: 2, b: 1, c: 1 })).toMatchObject({ t: 2, m: 1, mb: 1, rc: 0.5, rb: 0.5 });
    expect(jsonDifference({ a: 1 }, { a: 1 }, { a: 2 })).toMatchObject({ t: 0, rc: 1, rb: 1 });
  });

  /** The definition, written as sets of pairs. */
  function naive(old: unknown, reference: unknown, end: unknown): [number, number, number] {
    const pairs = (value: unknown, path: string): [string, string][] => {
      if (typeof value === "object" && value !== null) return Object.keys(value).flatMap((key) => pairs((value as Record<string, unknown>)[key], `${path}\u0000${key}`));
      return [[path, JSON.stringify(value)]];
    };
    const [a, b, c] = [old, reference, end].map((value) => Object.fromEntries(pairs(value, "")) as Record<string, string>) as [Record<string, string>, Record<string, string>, Record<string, string>];
    const keys = [...new Set([...Object.keys(a), ...Object.keys(b), ...Object.keys(c)])];
    const required = keys.filter((key) => a[key] !== b[key]);
    return [required.length, required.filter((key) => b[key] === c[key]).length, keys.filter((key) => a[key] === b[key] && a[key] !== c[key]).length];
  }

  it("agrees with a naive implementation", () => {
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, fc.integer({ min: 0, max: 2 }), fc.constantFrom("x", "y"), fc.constant(null), fc.array(tie("value"), { maxLength: 3 }), fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3, noNullPrototype: true })),
    }));
    fc.assert(fc.property(value, value, value, (old, reference, end) => {
      expect(counts(old, reference, end)).toEqual(naive(old, reference, end));
    }), { seed: 1, numRuns: 2000 });
  });
});

describe("with the original's conventions", () => {
  it("lets the reference decide what a leaf is", () => {
    expect(counts({ a: { x: 1, y: 2 } }, {}, {}, "complexmcp")).toEqual([1, 1, 0]);
    expect(counts({}, { a: { x: 1, y: 2 } }, {}, "complexmcp")).toEqual([2, 0, 0]);
    expect(counts({}, {}, { a: { x: 1, y: 2 } }, "complexmcp")).toEqual([0, 0, 1]);
    expect(counts({ l: [] }, { l: [] }, { l: [{ x: 1, y: 2 }] }, "complexmcp")).toEqual([0, 0, 1]);
  });

  it("leaves out the keys it means to, but for those behind the missing comma, and never trid", () => {
    expect(counts({ mid: 1, timestamp: 1 }, { mid: 2, timestamp: 2 }, { mid: 3, timestamp: 3 }, "complexmcp")).toEqual([0, 0, 0]);
    expect(counts({ trid: 1, oid: 1, rid: 1 }, { trid: 2, oid: 2, rid: 2 }, { trid: 3, oid: 3, rid: 3 }, "complexmcp")).toEqual([3, 0, 0]);
  });

  it("compares content loosely, and not in both directions", () => {
    const told = (reference: string, end: string): number => counts({ content: null }, { content: reference }, { content: end }, "complexmcp")[1];
    expect(told("It costs 12.50", "It costs 12.50, by the way")).toBe(1);
    expect(told("It costs 12.50", "It costs 12.51")).toBe(1);
    expect(told("2", "The answer is 42 or so")).toBe(1);
    expect(told("The answer is 42 or so", "2")).toBe(0);
    expect(told("SHA", "sha")).toBe(1);
  });

  const runs = process.env["REFERENCE_RUNS"];
  it.skipIf(runs === undefined)("has the original's totals on recorded runs (skipped unless REFERENCE_RUNS names a folder of them)", () => {
    // T of each task, as the original's judge counts it when a run is its own reference.
    const totals = "1,3,16,1,1,13,4,2,3,2,3,1,19,3,3,4,5,8,1,10,3,9,14,8,8,9,8,10,8,8,8,8,11,8,8,10,8,11,8,8,14,4,12,9,67,74,80".split(",").map(Number);
    for (const name of readdirSync(runs!).filter((file) => file.endsWith(".json.gz"))) {
      const run = JSON.parse(gunzipSync(readFileSync(join(runs!, name))).toString("utf8")) as { task: number; initial: unknown; final: unknown };
      expect(counts(run.initial, run.final, run.final, "complexmcp"), name).toEqual([totals[run.task], totals[run.task], 0]);
      expect(counts(run.initial, run.final, run.initial, "complexmcp").slice(1), name).toEqual([0, 0]);
    }
  });
});

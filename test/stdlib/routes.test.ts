/** Ways through graphs against a search of all ways, ties included. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cost, path, reachable } from "../../stdlib/routes.js";

interface Arc {
  readonly leg: number;
  readonly from: number;
  readonly to: number;
  readonly cost: number;
}

/** Every way that visits no site twice. */
function ways(arcs: readonly Arc[], from: number, to: number, seen: readonly number[] = [from]): Arc[][] {
  if (from === to) return [[]];
  return arcs.filter((a) => a.from === from && !seen.includes(a.to)).flatMap((a) => ways(arcs, a.to, to, [...seen, a.to]).map((rest) => [a, ...rest]));
}

/** The cheapest, of those the one with the fewest legs, of those the one whose legs come first. */
function best(arcs: readonly Arc[], from: number, to: number): Arc[] | null {
  const sum = (way: readonly Arc[]): number => way.reduceRight((total, a) => total + a.cost, 0);
  const place = (way: readonly Arc[]): string => way.map((a) => String(arcs.indexOf(a)).padStart(3, "0")).join(" ");
  return ways(arcs, from, to).sort((a, b) => sum(a) - sum(b) || a.length - b.length || (place(a) < place(b) ? -1 : 1))[0] ?? null;
}

const SITES = 6;
const site = fc.nat(SITES - 1);
/** Few different costs, so that ties are the rule; zero among them. */
const arcsOf = (costs: fc.Arbitrary<number>): fc.Arbitrary<Arc[]> =>
  fc.array(fc.record({ from: site, to: site, cost: costs }), { maxLength: 16 }).map((list) => list.map((arc, leg) => ({ leg, ...arc })));
const arcs = fc.oneof(arcsOf(fc.nat(3)), arcsOf(fc.constantFrom(0, 0.1, 0.2, 0.3, 1.7)));

describe("ways through graphs", () => {
  it("are the best of all, also among equals", () => {
    fc.assert(fc.property(arcs, site, site, (given, from, to) => {
      const expected = best(given, from, to);
      expect(path(given, from, to)).toEqual(expected?.map((a) => a.leg) ?? null);
      const sum = cost(given, from, to);
      if (expected === null) expect(sum).toBeNull();
      else expect(sum).toBe(expected.reduceRight((total, a) => total + a.cost, 0));
      const sites = Array.from({ length: SITES }, (_, i) => i);
      expect(reachable(given, from)).toEqual(sites.filter((other) => ways(given, from, other).length > 0));
    }), { seed: 7, numRuns: 2000 });
  });

  it("stay where they are", () => {
    expect(path([], 3, 3)).toEqual([]);
    expect(cost([], 3, 3)).toBe(0);
    expect(reachable([], 3)).toEqual([3]);
    expect(path([], 3, 4)).toBeNull();
  });

  it("are found in a large grid of equal legs at once", () => {
    const size = 40;
    const grid: Arc[] = [];
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        if (x + 1 < size) grid.push({ leg: grid.length, from: y * size + x, to: y * size + x + 1, cost: 1 });
        if (y + 1 < size) grid.push({ leg: grid.length, from: y * size + x, to: (y + 1) * size + x, cost: 1 });
      }
    }
    expect(cost(grid, 0, size * size - 1)).toBe(2 * (size - 1));
    expect(path(grid, 0, size * size - 1)!.slice(0, 3)).toEqual([0, 2, 4]);
  });
});

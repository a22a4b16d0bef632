import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { great_circle } from "../../stdlib/geo.js";

const RADIUS = 6_371_008.8;

/** The same by the angle between two vectors from the centre of the earth. */
function byVectors(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const vector = ({ lat, lon }: { lat: number; lon: number }): [number, number, number] => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  };
  const [p, q] = [vector(a), vector(b)];
  const cross = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
  return RADIUS * Math.atan2(Math.hypot(...cross), p[0] * q[0] + p[1] * q[1] + p[2] * q[2]);
}

const point = fc.record({ lat: fc.double({ min: -89, max: 89, noNaN: true }), lon: fc.double({ min: -180, max: 180, noNaN: true }) });

describe("great_circle", () => {
  it("knows the way from Frankfurt to Singapore", () => {
    expect(great_circle({ lat: 50.03, lon: 8.57 }, { lat: 1.36, lon: 103.99 }) / 1000).toBeCloseTo(10_270, -2);
  });

  it("agrees with the angle between two vectors", () => {
    fc.assert(fc.property(point, point, (a, b) => {
      expect(Math.abs(great_circle(a, b) - byVectors(a, b))).toBeLessThan(2);
    }), { seed: 1, numRuns: 500 });
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daylight } from "../../stdlib/sun.js";

const DAY_OF = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 86_400_000;

/** The length of the day in seconds by the sunrise equation, with the usual half degree and refraction (Meeus, chapter 15). */
function length(lat: number, day: number): number {
  const n = day - DAY_OF("2000-01-01") - 0.5 + 0.5;
  const rad = Math.PI / 180;
  const anomaly = (357.5291 + 0.98560028 * n) * rad;
  const longitude = anomaly + (1.9148 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly) + 180 + 102.9372) * rad;
  const declination = Math.asin(Math.sin(longitude) * Math.sin(23.44 * rad));
  const cosine = (Math.sin(-0.833 * rad) - Math.sin(lat * rad) * Math.sin(declination)) / (Math.cos(lat * rad) * Math.cos(declination));
  return (Math.acos(cosine) / Math.PI) * 86_400;
}

describe("daylight", () => {
  it("is about half a day at an equinox, everywhere", () => {
    for (const lat of [-60, -30, 0, 30, 60]) {
      const { sunrise, sunset } = daylight({ lat, lon: 77 }, DAY_OF("2026-03-20"));
      expect(Math.abs(sunset! - sunrise! - 43_200)).toBeLessThan(20 * 60);
    }
  });

  it("knows the midnight sun and the polar night", () => {
    expect(daylight({ lat: 78, lon: 15 }, DAY_OF("2026-06-21"))).toEqual({ sunrise: null, sunset: null });
    expect(daylight({ lat: 78, lon: 15 }, DAY_OF("2026-12-21"))).toEqual({ sunrise: null, sunset: null });
  });

  it("does not depend on the longitude, and agrees with the sunrise equation", () => {
    const day = fc.integer({ min: DAY_OF("2020-01-01"), max: DAY_OF("2030-01-01") });
    fc.assert(fc.property(fc.double({ min: -60, max: 60, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }), day, (lat, lon, date) => {
      const { sunrise, sunset } = daylight({ lat, lon }, date);
      expect(daylight({ lat, lon: 0 }, date)).toEqual({ sunrise, sunset });
      expect(Math.abs(sunset! - sunrise! - length(lat, date))).toBeLessThan(240);
    }), { seed: 1, numRuns: 300 });
  });
});

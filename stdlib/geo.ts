/** Implementations of the functions that `geo.world` declares. Pure and deterministic. */

import { distance } from "@turf/distance";

interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** The great-circle distance in whole metres (haversine formula, mean earth radius 6,371,008.8 m). */
export function great_circle(a: Point, b: Point): number {
  return Math.round(distance([a.lon, a.lat], [b.lon, b.lat], { units: "meters" }));
}

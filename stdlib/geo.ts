/** Implementations of the function that `geo.world` declares, and of regions. Pure and deterministic. */

import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { distance } from "@turf/distance";

interface Point {
  readonly lat: number;
  readonly lon: number;
}

/** The great-circle distance in whole metres (haversine formula, mean earth radius 6,371,008.8 m). */
export function great_circle(a: Point, b: Point): number {
  return Math.round(distance([a.lon, a.lat], [b.lon, b.lat], { units: "meters" }));
}

/** Whether a point lies within a polygon or on its border. Sides are straight on a map of latitude over longitude. */
export function in_polygon(point: Point, corners: readonly Point[]): boolean {
  const ring = [...corners, corners[0]!].map(({ lat, lon }) => [lon, lat]);
  return booleanPointInPolygon([point.lon, point.lat], { type: "Polygon", coordinates: [ring] });
}

/** Implementations of the functions that `sun.world` declares. Pure and deterministic. */

import { getTimes } from "suncalc";

interface Daylight {
  readonly sunrise: number | null;
  readonly sunset: number | null;
}

const DAY = 86_400;

/**
 * Seconds since midnight of sunrise and sunset, in local mean solar time: the universal time at the meridian of Greenwich
 * at the same latitude. Rounded to minutes, in which engines agree.
 */
export function daylight(at: { readonly lat: number; readonly lon: number }, day: number): Daylight {
  const noon = new Date((day * DAY + DAY / 2) * 1000);
  const { sunrise, sunset } = getTimes(noon, at.lat, 0);
  return { sunrise: timeOfDay(sunrise), sunset: timeOfDay(sunset) };
}

function timeOfDay(instant: Date | null): number | null {
  const milliseconds = instant === null ? NaN : instant.getTime();
  if (Number.isNaN(milliseconds)) return null;
  const minutes = Math.round(milliseconds / 60_000);
  return (((minutes % 1440) + 1440) % 1440) * 60;
}

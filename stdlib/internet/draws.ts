/** Draws that depend on their key alone: the same question always finds the same internet. */

import { createHash } from "node:crypto";

/** A whole number from 0 to 2^32 − 1 for a subject and what is asked about it. */
export function draw(subject: string, what: string): number {
  return createHash("sha256").update(`${subject}\0${what}`).digest().readUInt32BE(0);
}

/** From `low` to `high`, both included. */
export function drawInt(subject: string, what: string, low: number, high: number): number {
  return low + (draw(subject, what) % (high - low + 1));
}

export function drawChance(subject: string, what: string, percent: number): boolean {
  return drawInt(subject, what, 1, 100) <= percent;
}

export function pick<T>(subject: string, what: string, from: readonly T[]): T {
  return from[draw(subject, what) % from.length]!;
}

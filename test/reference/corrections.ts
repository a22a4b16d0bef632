/** Differences that are meant: a defect of the original, put right here. Everything else is a failure. */

import type { ReplayedCall } from "./app.js";
import type { Difference } from "./compare.js";

export interface Correction {
  /** In the numbered list of the original's defects (`docs/worlds/…`). */
  readonly number: number;
  readonly reason: string;
  /** Recorded names of the tools whose calls may lead to the difference. */
  readonly tools: readonly string[];
  /** Whether this call, which the record says was made, accounts for the difference. */
  readonly explains: (difference: Difference, call: ReplayedCall) => boolean;
}

export interface Explanation {
  readonly correction: Correction;
  readonly call: ReplayedCall;
}

/** The first correction and call that account for a difference. A status is accounted for only by its own call. */
export function explain(difference: Difference, corrections: readonly Correction[], calls: readonly ReplayedCall[]): Explanation | null {
  const candidates = difference.what === "status" ? [difference.call] : calls;
  for (const call of candidates) {
    const correction = corrections.find((c) => c.tools.includes(call.recorded.tool) && c.explains(difference, call));
    if (correction) return { correction, call };
  }
  return null;
}

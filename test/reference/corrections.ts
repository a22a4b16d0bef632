/** Differences that are meant: a defect of the original, put right here. Everything else is a failure. */

import type { ReplayedCall } from "./app.js";
import type { Difference } from "./compare.js";
import { outcomeOf } from "./names.js";

export interface Correction {
  /** In the numbered list of the original's defects (`docs/worlds/…`). */
  readonly number: number;
  readonly reason: string;
  /** Recorded names of the tools whose calls may lead to the difference. */
  readonly tools: readonly string[];
  /** Whether this call, which the record says was made, accounts for the difference. `calls` are all of the app. */
  readonly explains: (difference: Difference, call: ReplayedCall, calls: readonly ReplayedCall[]) => boolean;
}

/** The call succeeded there and is refused here. */
export const refusedHere = (d: Difference): boolean => d.what === "status" && d.recorded === "ok" && (d.ours === "failed" || d.ours === "invalid");

/** The record says that the call succeeded. */
export const succeeded = (call: ReplayedCall): boolean => outcomeOf(call.recorded.result) === "ok";

/**
 * Whether a call failed there and succeeds here because one before it failed too and took the password along, which stays
 * here. `enter` is the tool that enters it, `spend` are those that need it.
 */
export function spentInVain(call: ReplayedCall, calls: readonly ReplayedCall[], enter: string, spend: readonly string[]): boolean {
  if (outcomeOf(call.recorded.result) !== "failed" || call.record.status !== "ok") return false;
  const earlier = calls.filter((one) => one.index < call.index);
  const entered = earlier.filter((one) => one.recorded.tool === enter && succeeded(one)).at(-1);
  return entered !== undefined && earlier.some((one) => one.index > entered.index && spend.includes(one.recorded.tool) && outcomeOf(one.recorded.result) === "failed");
}

/** Whether a text contains another, in any case. */
export const contains = (text: unknown, piece: unknown): boolean => String(text).toLowerCase().includes(String(piece).toLowerCase());

export interface Explanation {
  readonly correction: Correction;
  readonly call: ReplayedCall;
}

/**
 * The first correction and call that account for a difference. A status is accounted for only by its own call, an answer by
 * its own or an earlier one.
 */
export function explain(difference: Difference, corrections: readonly Correction[], calls: readonly ReplayedCall[]): Explanation | null {
  const candidates =
    difference.what === "status" ? [difference.call]
    : difference.what === "answer" ? calls.filter((call) => call.index <= difference.call.index)
    : calls;
  for (const call of candidates) {
    const correction = corrections.find((c) => c.tools.includes(call.recorded.tool) && c.explains(difference, call, calls));
    if (correction) return { correction, call };
  }
  return null;
}

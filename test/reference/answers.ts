/** Answers in the one form in which they are compared: as small states, so that order counts only where it is a field. */

import type { NeutralRow, NeutralState, NeutralValue } from "./neutral.js";
import { outcomeOf, outputOf } from "./names.js";
import { read, RecordingError, type Json, type RecordedCall, type Recording } from "./recording.js";

export interface Answer {
  /** Out of a recorded result's output. Throws `RecordingError`. */
  readonly recorded: (output: unknown, path: string) => NeutralState;
  /** Out of our output. */
  readonly ours: (output: never) => NeutralState;
}

/** A single value. */
export const single = (value: NeutralValue): NeutralState => ({ answer: [{ id: "", fields: { value } }] });

/** A single object. */
export const object = (fields: NeutralRow["fields"]): NeutralState => ({ answer: [{ id: "", fields }] });

/** Objects under their identifiers. */
export const rows = (kind: string, list: readonly NeutralRow[]): NeutralState => ({ [kind]: list });

/** A list of objects of a recorded output. Throws `RecordingError`. */
export function objects(output: unknown, path: string): readonly Json[] {
  if (!Array.isArray(output)) throw new RecordingError(path, "expected a list");
  return output.map((item, i) => read.object(item, `${path}[${i}]`));
}

/** A recorded text. Throws `RecordingError`. */
export function textOf(output: unknown, path: string): string {
  if (typeof output !== "string") throw new RecordingError(path, "expected a text");
  return output;
}

/** A recorded number. Throws `RecordingError`. */
export function numberOf(output: unknown, path: string): number {
  if (typeof output !== "number") throw new RecordingError(path, "expected a number");
  return output;
}

/** Part of a recorded text. Throws `RecordingError`. */
export function partOf(output: unknown, pattern: RegExp, path: string): string {
  const part = pattern.exec(textOf(output, path))?.[1];
  if (part === undefined) throw new RecordingError(path, `expected a text like ${String(pattern)}`);
  return part;
}

/** Names of all that a list of texts holds, in any order. */
export function setOf(names: readonly string[]): NeutralState {
  return { entry: names.map((name) => ({ id: name, fields: {} })) };
}

/** Money of the original, whose sums are not always whole cents. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** A recorded answer that a call got. */
export interface Told {
  readonly call: RecordedCall;
  readonly output: unknown;
  readonly path: string;
}

/** What an app's calls of these tools were answered where they succeeded, in order. */
export function told(recording: Recording, app: string, ...tools: readonly string[]): readonly Told[] {
  return recording.calls.flatMap((call, i) =>
    call.app === app && tools.includes(call.tool) && outcomeOf(call.result) === "ok" ? [{ call, output: outputOf(call.result), path: `${recording.name}.calls[${i}].result.output` }] : [],
  );
}

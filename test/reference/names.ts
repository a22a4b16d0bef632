/** What the record calls differently: statuses, tools, arguments, identifiers. */

import { read, type Json } from "./recording.js";

/** What a call came to, in our terms; `none` where the original answered without a status. */
export type Outcome = "ok" | "failed" | "error" | "invalid" | "none";

/** The original's two spellings of a transient fault are one; its client said `error` where no tool was reached. */
const OUTCOMES: Readonly<Record<string, Outcome>> = {
  ok: "ok",
  failed: "failed",
  "internel error": "error",
  "internal error": "error",
  error: "invalid",
};

/** The outcome of a recorded result. */
export function outcomeOf(result: unknown): Outcome {
  if (typeof result !== "object" || result === null || Array.isArray(result)) return "none";
  const { status } = result as { status?: unknown };
  return (typeof status === "string" ? OUTCOMES[status] : undefined) ?? "none";
}

/** The output of a recorded result; null where there is none. */
export function outputOf(result: unknown): unknown {
  return typeof result === "object" && result !== null && "output" in result ? (result as Json)["output"] : null;
}

/** How an app's calls are named here. Whatever is not listed has the same name. */
export interface NameMap {
  readonly tools: Readonly<Record<string, string>>;
  /** By recorded tool: arguments rewritten, identifiers aside. */
  readonly args: Readonly<Record<string, (args: Json) => Json>>;
}

/** A recorded call as it is made here. */
export function translate(map: NameMap, tool: string, args: Json, ids: Identifiers): { readonly tool: string; readonly args: Json } {
  const rewritten = map.args[tool]?.(args) ?? args;
  return { tool: map.tools[tool] ?? tool, args: read.object(ids.within(rewritten), tool) };
}

/**
 * Which recorded identifier is which of ours: one to one. Imported rows keep theirs, so only rows that the run itself
 * created are noted.
 */
export class Identifiers {
  private readonly byRecorded = new Map<string, string>();
  private readonly byOurs = new Map<string, string>();

  /** Notes a pair. False where either is paired with another already. */
  pair(recorded: string, ours: string): boolean {
    if (this.byRecorded.has(recorded) || this.byOurs.has(ours)) return this.byRecorded.get(recorded) === ours;
    this.byRecorded.set(recorded, ours);
    this.byOurs.set(ours, recorded);
    return true;
  }

  isPaired(ours: string): boolean {
    return this.byOurs.has(ours);
  }

  /** Our identifier for a recorded one; itself where it is imported or unknown. */
  ours(recorded: string): string {
    return this.byRecorded.get(recorded) ?? recorded;
  }

  /** A recorded value with all its identifiers replaced. */
  within(value: unknown): unknown {
    if (typeof value === "string") return this.ours(value);
    if (Array.isArray(value)) return value.map((item) => this.within(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this.within(item)]));
  }
}

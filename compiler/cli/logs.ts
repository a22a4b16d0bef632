/** `replay LOG` and `score LOG`: trajectory logs, run again on their worlds. */

import { loadWorld, type Loaded } from "./execute.js";
import { print, printJson, readInput, type Format } from "./io.js";
import { logProblem, worldOf } from "./log-header.js";
import { CLEAN, finding, FINDINGS } from "./problems.js";

type ReplayResult = import("../../runtime/index.js").ReplayResult;
type Score = import("../../runtime/index.js").Score;

export interface LogOptions {
  readonly world?: string;
  readonly json?: boolean;
}

/** Worlds by file, so that many logs of one load it once. */
const loaded = new Map<string, Promise<Loaded>>();

/** Loads a world once, and fails as it failed the first time. Diagnostics are printed where there is a format for them. */
export function worldFor(file: string, format: Format | null): Promise<Loaded> {
  const loading = loaded.get(file) ?? loadWorld(file, format);
  loaded.set(file, loading);
  return loading;
}

/** Runs a log again. Throws `CommandProblem`, and `Reported` where its world does not check. */
export async function replayed(path: string, text: string, options: LogOptions, format: Format | null = "pretty"): Promise<ReplayResult> {
  const { world, runtime } = await worldFor(options.world ?? worldOf(text, path), format);
  try {
    return runtime.replayLog(world, runtime.parseLog(text));
  } catch (error) {
    for (const expected of [runtime.LogError, runtime.VoidSeed, runtime.StartError, RangeError]) {
      if (error instanceof expected) throw logProblem(path, error.message);
    }
    throw error;
  }
}

/** `replay LOG`: whether every call still answers as it did and leaves the state it left. */
export async function replay(path: string, options: LogOptions): Promise<number> {
  const { calls, differing, session } = await replayed(path, readInput(path, "The log"), options);
  if (options.json) printJson({ calls, differing, clock: session.clock, hash: session.hash() });
  else print(differing === null ? `${calls} calls replayed, every hash equal; clock ${session.clock}, state ${session.hash()}` : `Call ${differing.call} (line ${differing.line}), ${differing.tool}: ${differing.what}`);
  return differing === null ? CLEAN : FINDINGS;
}

/** `score LOG`: checklist and state difference of a run of a task. */
export async function score(path: string, options: LogOptions): Promise<number> {
  const result = await replayed(path, readInput(path, "The log"), options);
  if (result.differing !== null) throw logProblem(path, `It does not replay: call ${result.differing.call}, ${result.differing.tool}: ${result.differing.what}`);
  if (result.episode === null) throw finding("U308", `\`${path}\` is of no task, so there is nothing to score.`);
  const scored = result.episode.score();
  if (options.json) printJson(scored);
  else showScore(scored);
  return scored.success ? CLEAN : FINDINGS;
}

/** An item of a checklist; what it saw is shown where it fails, unless said otherwise. */
export function describeItem({ passed, label, values }: Score["items"][number], withValues = !passed): string {
  return `${passed ? "✓" : "✗"} ${label}${withValues && values.length > 0 ? `  (${values.join(" | ")})` : ""}`;
}

/** A score, an item a line. */
export function showScore(score: Score): void {
  print(`${score.task}, seed ${score.seed}: ${score.success ? "success" : "no success"}`);
  for (const item of score.items) print(`  ${describeItem(item)}`);
  const { difference } = score;
  if (difference !== null) {
    print(`  R ${percent(score.r)}, R_c ${percent(difference.rc)} (M ${difference.m} of T ${difference.t}), R_b ${percent(difference.rb)} (M_b ${difference.mb})`);
    const leaf = (value: string | null): string => (value ?? "absent").slice(0, 200);
    for (const unit of difference.missing.slice(0, 8)) print(`  missing  ${unit.path}: ${leaf(unit.reference)}, not ${leaf(unit.end)}`);
    for (const unit of difference.extra.slice(0, 8)) print(`  extra    ${unit.path}: ${leaf(unit.end)}`);
  }
  if (score.suspect !== null) print(`  suspect  ${score.suspect}`);
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

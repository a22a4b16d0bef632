/** `replay LOG`, `score LOG` and `report DIR`: trajectory logs, run again on their worlds. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { loadWorld } from "./execute.js";
import { print, printJson, readInput } from "./io.js";
import { worldOf } from "./log-header.js";
import { CLEAN, CommandProblem, finding, FINDINGS, usageProblem } from "./problems.js";

type Runtime = typeof import("../../runtime/index.js");
type WorldDef = import("../../runtime/index.js").WorldDef;
type ReplayResult = import("../../runtime/index.js").ReplayResult;
type Score = import("../../runtime/index.js").Score;

export interface LogOptions {
  readonly world?: string;
  readonly json?: boolean;
}

/** Worlds by file, so that a report loads each once. */
const loaded = new Map<string, Promise<{ readonly world: WorldDef; readonly runtime: Runtime }>>();

async function replayed(path: string, options: LogOptions): Promise<{ readonly result: ReplayResult; readonly runtime: Runtime }> {
  const text = readInput(path, "The log");
  const file = options.world ?? worldOf(text, path);
  const loading = loaded.get(file) ?? loadWorld(file, "pretty");
  loaded.set(file, loading);
  const { world, runtime } = await loading;
  try {
    return { result: runtime.replayLog(world, runtime.parseLog(text)), runtime };
  } catch (error) {
    if (error instanceof runtime.LogError || error instanceof runtime.VoidSeed) throw new CommandProblem("U307", `\`${path}\`: ${error.message}`, FINDINGS);
    throw error;
  }
}

/** `replay LOG`: whether every call still answers as it did and leaves the state it left. */
export async function replay(path: string, options: LogOptions): Promise<number> {
  const { result } = await replayed(path, options);
  const { calls, differing, session } = result;
  if (options.json) printJson({ calls, differing, clock: session.clock, hash: session.hash() });
  else print(differing === null ? `${calls} calls replayed, every hash equal; clock ${session.clock}, state ${session.hash()}` : `Call ${differing.call} (line ${differing.line}), ${differing.tool}: ${differing.what}`);
  return differing === null ? CLEAN : FINDINGS;
}

/** `score LOG`: checklist and state difference of a run of a task. */
export async function score(path: string, options: LogOptions): Promise<number> {
  const { result } = await replayed(path, options);
  if (result.differing !== null) throw new CommandProblem("U307", `\`${path}\` does not replay: call ${result.differing.call}, ${result.differing.tool}: ${result.differing.what}`, FINDINGS);
  if (result.episode === null) throw finding("U308", `\`${path}\` is of no task, so there is nothing to score.`);
  const scored = result.episode.score();
  if (options.json) printJson(scored);
  else showScore(scored);
  return scored.success ? CLEAN : FINDINGS;
}

/** A score, an item a line. */
export function showScore(score: Score): void {
  print(`${score.task}, seed ${score.seed}: ${score.success ? "success" : "no success"}`);
  for (const item of score.items) print(`  ${item.passed ? "✓" : "✗"} ${item.label}${item.passed || item.values.length === 0 ? "" : `  (${item.values.join(" | ")})`}`);
  const { difference } = score;
  if (difference !== null) {
    print(`  R ${percent(score.r)}, R_c ${percent(difference.rc)} (M ${difference.m} of T ${difference.t}), R_b ${percent(difference.rb)} (M_b ${difference.mb})`);
    for (const unit of difference.missing.slice(0, 8)) print(`  missing  ${unit.path}: ${unit.reference ?? "absent"}, not ${unit.end ?? "absent"}`);
    for (const unit of difference.extra.slice(0, 8)) print(`  extra    ${unit.path}: ${unit.end ?? "absent"}`);
  }
  if (score.suspect !== null) print(`  suspect  ${score.suspect}`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

interface Row {
  readonly agent: string;
  readonly level: string;
  readonly score: Score;
}

/** `report DIR`: success, R, R_c, R_b, calls, over all logs below a folder; a folder's name is its agent's. */
export async function report(folder: string, options: LogOptions): Promise<number> {
  const rows: Row[] = [];
  const broken: string[] = [];
  for (const { agent, path } of logsBelow(folder)) {
    try {
      const { result } = await replayed(path, options);
      if (result.episode === null) continue;
      if (result.differing !== null) broken.push(`${path}: call ${result.differing.call} comes out otherwise`);
      else rows.push({ agent, level: result.episode.task.level, score: result.episode.score() });
    } catch (error) {
      if (!(error instanceof CommandProblem)) throw error;
      broken.push(error.message);
    }
  }
  if (rows.length === 0 && broken.length === 0) throw finding("U308", `There are no logs of tasks below \`${folder}\`.`);
  const agents = [...new Set(rows.map(({ agent }) => agent))].sort();
  const table = agents.map((agent) => ({ agent, ...summary(rows.filter((row) => row.agent === agent)) }));
  const levels = ["easy", "medium", "hard", "impossible"].map((level) => ({ level, agents: Object.fromEntries(agents.map((agent) => [agent, summary(rows.filter((row) => row.agent === agent && row.level === level))])) }));
  if (options.json) printJson({ agents: table, levels, broken });
  else {
    const width = Math.max(8, ...agents.map((agent) => agent.length));
    print(`${"agent".padEnd(width)}  runs  success        R      R_c      R_b  calls (sd)      valid  failed  syntax  fault`);
    for (const row of table) {
      print(`${row.agent.padEnd(width)}  ${String(row.runs).padStart(4)}  ${percent(row.success).padStart(7)}  ${percent(row.r).padStart(7)}  ${percent(row.rc).padStart(7)}  ${percent(row.rb).padStart(7)}  ${`${row.calls.toFixed(1)} (${row.callsDeviation.toFixed(1)})`.padEnd(13)} ${percent(row.valid).padStart(7)} ${percent(row.failed).padStart(7)} ${percent(row.syntactic).padStart(7)} ${percent(row.fault).padStart(6)}`);
    }
    for (const { level, agents: cells } of levels) if (Object.values(cells).some(({ runs }) => runs > 0)) print(`${level.padEnd(width)}  ${agents.map((agent) => `${agent} ${percent(cells[agent]?.success ?? 0)}`).join(", ")}`);
    for (const line of broken) print(`not counted  ${line}`);
  }
  return broken.length === 0 ? CLEAN : FINDINGS;
}

function logsBelow(folder: string): { agent: string; path: string }[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"))
      .map((entry) => ({ agent: entry.parentPath === folder ? "agent" : (entry.parentPath.split("/").at(-1) ?? "agent"), path: join(entry.parentPath, entry.name) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch {
    throw usageProblem("U201", `There is no folder \`${folder}\`.`);
  }
}

function summary(rows: readonly Row[]): { runs: number; success: number; successDeviation: number; r: number; rc: number; rb: number; calls: number; callsDeviation: number; valid: number; failed: number; syntactic: number; fault: number; suspects: number } {
  const mean = (of: (row: Row) => number): number => (rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + of(row), 0) / rows.length);
  const deviation = (of: (row: Row) => number): number => {
    const average = mean(of);
    return rows.length < 2 ? 0 : Math.sqrt(rows.reduce((sum, row) => sum + (of(row) - average) ** 2, 0) / (rows.length - 1));
  };
  const calls = rows.reduce((n, { score }) => n + score.calls, 0);
  const share = (kind: keyof Score["counts"]): number => (calls === 0 ? 0 : rows.reduce((n, { score }) => n + score.counts[kind], 0) / calls);
  const success = (row: Row): number => (row.score.success ? 1 : 0);
  return {
    runs: rows.length, success: mean(success), successDeviation: deviation(success), r: mean(({ score }) => score.r), rc: mean(({ score }) => score.difference?.rc ?? 0), rb: mean(({ score }) => score.difference?.rb ?? 0),
    calls: mean(({ score }) => score.calls), callsDeviation: deviation(({ score }) => score.calls),
    valid: share("valid"), failed: share("execution failure"), syntactic: share("syntactic error"), fault: share("fault"), suspects: rows.filter(({ score }) => score.suspect !== null).length,
  };
}

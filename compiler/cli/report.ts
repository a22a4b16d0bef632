/** `report DIR`: tables over all logs below a folder; a folder's name is its agent's. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { print, printJson, readInput } from "./io.js";
import { kindOf, logProblem } from "./log-header.js";
import { percent, replayed, worldFor, type LogOptions } from "./logs.js";
import { CLEAN, CommandProblem, finding, FINDINGS, Reported, usageProblem } from "./problems.js";

type Score = import("../../runtime/index.js").Score;
type TaskDef = import("../../runtime/index.js").TaskDef;

/** A run that counts. */
interface Run {
  readonly agent: string;
  readonly task: TaskDef;
  readonly score: Score;
}

/** Numbers over runs; each mean has its standard deviation. */
interface Summary {
  readonly runs: number;
  readonly success: number;
  readonly successDeviation: number;
  readonly r: number;
  readonly rDeviation: number;
  readonly rc: number;
  readonly rcDeviation: number;
  readonly rb: number;
  readonly rbDeviation: number;
  readonly calls: number;
  readonly callsDeviation: number;
  /** Shares of all calls. */
  readonly valid: number;
  readonly failed: number;
  readonly syntactic: number;
  readonly fault: number;
  readonly suspects: number;
}

/** A level, a conflict or an app, with the numbers of each agent on its tasks. */
interface Group {
  readonly name: string;
  readonly agents: Readonly<Record<string, Summary>>;
}

const LEVELS = ["easy", "medium", "hard", "impossible"];

export async function report(folder: string, options: LogOptions): Promise<number> {
  const files = filesBelow(folder);
  if (options.world !== undefined) await worldFor(options.world, options.json ? "json" : "pretty");
  const { runs, agents: names, broken, taskless, others } = await readRuns(files, options);
  if (names.length === 0) throw finding("U308", `There are no logs of tasks below \`${folder}\`.`, taskless.length === 0 ? undefined : `Of no task: ${taskless.slice(0, 3).join(", ")}${taskless.length > 3 ? ` and ${taskless.length - 3} more` : ""}.`);
  const agents = names.map((agent) => ({ agent, ...summary(runs.filter((run) => run.agent === agent)) }));
  const group = (all: readonly string[], of: (task: TaskDef) => readonly string[]): Group[] =>
    all.map((name) => ({ name, agents: Object.fromEntries(names.map((agent) => [agent, summary(runs.filter((run) => run.agent === agent && of(run.task).includes(name)))])) }));
  const found = (of: (task: TaskDef) => readonly string[]): string[] => [...new Set(runs.flatMap(({ task }) => of(task)))].sort();
  const conflictOf = ({ conflict }: TaskDef): string[] => (conflict === undefined ? [] : [conflict]);
  const levels = group(LEVELS.filter((level) => runs.some(({ task }) => task.level === level)), ({ level }) => [level]);
  const conflicts = group(found(conflictOf), conflictOf);
  const apps = group(found((task) => task.apps), (task) => task.apps);
  if (options.json) printJson({ agents, levels, conflicts, apps, broken, noTask: taskless, notLogs: others });
  else {
    showAgents(agents);
    for (const [title, groups] of [["level", levels], ["conflict", conflicts], ["app", apps]] as const) showGroups(title, groups);
    if (broken.length + taskless.length + others.length > 0) print("");
    for (const line of broken) print(`not counted  ${line}`);
    for (const path of taskless) print(`of no task   \`${path}\``);
    for (const path of others) print(`not a log    \`${path}\``);
  }
  return broken.length === 0 ? CLEAN : FINDINGS;
}

/** A file of a folder's agent. */
interface LogFile {
  readonly agent: string;
  readonly path: string;
}

/** What became of each file. Agents are those with a log of a task, whether it counts or not; `broken` says why one does not. */
interface Sorted {
  readonly runs: readonly Run[];
  readonly agents: readonly string[];
  readonly broken: readonly string[];
  readonly taskless: readonly string[];
  readonly others: readonly string[];
}

/** Nothing that is wrong with one log keeps the others from being counted. */
async function readRuns(files: readonly LogFile[], options: LogOptions): Promise<Sorted> {
  const runs: Run[] = [];
  const agents = new Set<string>();
  const broken: string[] = [];
  const taskless: string[] = [];
  const others: string[] = [];
  for (const { agent, path } of files) {
    try {
      const text = readInput(path, "The log");
      const kind = kindOf(text);
      if (kind !== "of a task") {
        (kind === "no log" ? others : taskless).push(path);
        continue;
      }
      agents.add(agent);
      const { episode, differing } = await replayed(path, text, options, null);
      if (differing !== null) throw logProblem(path, `Call ${differing.call} comes out otherwise.`);
      runs.push({ agent, task: episode!.task, score: episode!.score() });
    } catch (error) {
      agents.add(agent);
      broken.push(whyNotCounted(path, error));
    }
  }
  return { runs, agents: [...agents].sort(), broken, taskless, others };
}

/** In one line. */
function whyNotCounted(path: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const said = error instanceof CommandProblem && error.hint !== undefined ? `${message} ${error.hint}` : error instanceof CommandProblem || error instanceof Reported ? message : `worldc itself failed: ${message}.`;
  const line = said.replace(/\s+/g, " ");
  return line.includes(`\`${path}\``) ? line : `\`${path}\`: ${line}`;
}

function filesBelow(folder: string): LogFile[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && entry.name.endsWith(".jsonl"))
      .map((entry) => ({ agent: entry.parentPath === folder ? "agent" : (entry.parentPath.split("/").at(-1) ?? "agent"), path: join(entry.parentPath, entry.name) }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  } catch {
    throw usageProblem("U201", `There is no folder \`${folder}\`.`);
  }
}

function summary(runs: readonly Run[]): Summary {
  const { length } = runs;
  /** The mean over runs, and its standard deviation. */
  const over = (of: (score: Score) => number): [mean: number, deviation: number] => {
    const mean = length === 0 ? 0 : runs.reduce((sum, { score }) => sum + of(score), 0) / length;
    return [mean, length < 2 ? 0 : Math.sqrt(runs.reduce((sum, { score }) => sum + (of(score) - mean) ** 2, 0) / (length - 1))];
  };
  const all = runs.reduce((n, { score }) => n + score.calls, 0);
  const share = (kind: keyof Score["counts"]): number => (all === 0 ? 0 : runs.reduce((n, { score }) => n + score.counts[kind], 0) / all);
  const [success, successDeviation] = over((score) => (score.success ? 1 : 0));
  const [r, rDeviation] = over((score) => score.r);
  const [rc, rcDeviation] = over((score) => score.difference?.rc ?? 0);
  const [rb, rbDeviation] = over((score) => score.difference?.rb ?? 0);
  const [calls, callsDeviation] = over((score) => score.calls);
  return {
    runs: length, success, successDeviation, r, rDeviation, rc, rcDeviation, rb, rbDeviation, calls, callsDeviation,
    valid: share("valid"), failed: share("execution failure"), syntactic: share("syntactic error"), fault: share("fault"), suspects: runs.filter(({ score }) => score.suspect !== null).length,
  };
}

/** Rows of cells under each other: the first column to the left, the others to the right. */
function showTable(rows: readonly (readonly string[])[]): void {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  for (const row of rows) print(row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  "));
}

function showAgents(agents: readonly (Summary & { readonly agent: string })[]): void {
  const spread = (mean: number, deviation: number): string => `${(mean * 100).toFixed(1)} ± ${(deviation * 100).toFixed(1)} %`;
  const cells = (one: Summary & { readonly agent: string }): string[] => one.runs === 0 ? [one.agent, "0", ...Array<string>(9).fill("–")] : [
    one.agent, String(one.runs), percent(one.success), spread(one.r, one.rDeviation), spread(one.rc, one.rcDeviation), spread(one.rb, one.rbDeviation), `${one.calls.toFixed(1)} ± ${one.callsDeviation.toFixed(1)}`,
    percent(one.valid), percent(one.failed), percent(one.syntactic), percent(one.fault),
  ];
  showTable([["agent", "runs", "success", "R", "R_c", "R_b", "calls", "valid", "failed", "syntax", "fault"], ...agents.map(cells)]);
}

/** Success by group, a column an agent. */
function showGroups(title: string, groups: readonly Group[]): void {
  if (groups.length === 0) return;
  const names = Object.keys(groups[0]!.agents);
  print("");
  showTable([[title, ...names], ...groups.map(({ name, agents }) => [name, ...names.map((agent) => (agents[agent]!.runs === 0 ? "–" : percent(agents[agent]!.success)))])]);
}

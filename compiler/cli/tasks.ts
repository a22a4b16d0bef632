/** `tasks FILE`: tasks, levels, instructions per seed, accepted and void seeds. */

import { compileOrReport, loadCompiledWorld } from "./execute.js";
import { parseSeed, print, printJson } from "./io.js";
import { CLEAN, finding, FINDINGS } from "./problems.js";

type Runtime = typeof import("../../runtime/index.js");
type TaskDef = import("../../runtime/index.js").TaskDef;
type WorldDef = import("../../runtime/index.js").WorldDef;

export interface TasksOptions {
  readonly seed?: string;
  readonly json?: boolean;
}

/** Seeds shown of one task that cannot be set up. */
const MOST_BROKEN = 3;

/** What a listing tells of one task. */
interface Listed {
  readonly name: string;
  readonly level: string;
  readonly unique: boolean;
  readonly impossible: boolean;
  readonly conflict?: string;
  readonly seeds: { readonly from: number; readonly to: number };
  readonly accepted: readonly number[];
  readonly void: readonly { readonly seed: number; readonly reason: string }[];
  /** Seeds whose instance cannot be set up, which is a defect of the world or the task. */
  readonly broken: readonly { readonly seed: number; readonly reason: string }[];
  /** The instruction of the first accepted seed, or of the one asked for. */
  readonly ask: string | null;
  readonly binders: readonly string[];
  readonly gold: { readonly calls: number; readonly tools: number } | null;
  readonly tags: readonly string[];
}

export async function tasks(files: readonly string[], options: TasksOptions): Promise<number> {
  const seed = options.seed === undefined ? null : parseSeed(options.seed);
  const all: Listed[] = [];
  for (const file of files) {
    const { world, runtime } = await loadCompiledWorld(compileOrReport(file, options.json ? "json" : "pretty"));
    all.push(...world.tasks.map((task) => list(runtime, world, task, seed)));
  }
  if (all.length === 0) throw finding("U403", "There are no tasks in these files.");
  if (options.json) printJson({ counts: countsOf(all), tasks: all });
  else {
    for (const task of all) {
      const marks = [task.level, ...(task.unique ? ["unique"] : []), ...(task.binders.length > 0 ? ["binders"] : []), ...(task.conflict === undefined ? [] : [task.conflict]), ...task.tags].join(", ");
      print(`${task.name}  (${marks})  ${task.accepted.length} of ${task.accepted.length + task.void.length + task.broken.length} seeds${task.gold === null ? "" : `, gold ${task.gold.calls} calls with ${task.gold.tools} tools`}`);
      for (const { seed: at, reason } of task.broken.slice(0, MOST_BROKEN)) print(`  seed ${at} cannot be set up: ${reason}`);
      if (task.ask !== null) print(`  ${task.ask.replace(/\n/g, "\n  ")}`);
    }
    print(`${all.length} tasks: ${Object.entries(countsOf(all)).map(([what, n]) => `${what} ${n}`).join(", ")}`);
  }
  return all.every(({ broken }) => broken.length === 0) ? CLEAN : FINDINGS;
}

function countsOf(all: readonly Listed[]): Record<string, number> {
  const count = (test: (task: Listed) => boolean): number => all.filter(test).length;
  const tags = [...new Set(all.flatMap((task) => task.tags))].sort();
  const conflicts = [...new Set(all.flatMap((task) => task.conflict ?? []))].sort();
  return {
    tasks: all.length,
    easy: count((t) => t.level === "easy"), medium: count((t) => t.level === "medium"), hard: count((t) => t.level === "hard"), impossible: count((t) => t.impossible),
    unique: count((t) => t.unique), binders: count((t) => t.binders.length > 0), "on 20 seeds or more": count((t) => t.accepted.length >= 20),
    "30 tools and 60 calls or more": count((t) => t.gold !== null && t.gold.tools >= 30 && t.gold.calls >= 60),
    ...Object.fromEntries(conflicts.map((type) => [type, count((t) => t.conflict === type)])),
    ...Object.fromEntries(tags.map((tag) => [tag, count((t) => t.tags.includes(tag))])),
  };
}

function list(runtime: Runtime, world: WorldDef, task: TaskDef, seed: number | null): Listed {
  const accepted: number[] = [];
  const voids: { seed: number; reason: string }[] = [];
  const broken: { seed: number; reason: string }[] = [];
  let ask: string | null = null;
  let gold: Listed["gold"] = null;
  const seeds = seed === null ? task.seeds : { from: seed, to: seed };
  for (const one of runtime.bySeed({ seeds }, (s) => runtime.Episode.start(world, task, { seed: s, faults: "off" }))) {
    if ("void" in one) voids.push({ seed: one.seed, reason: one.void });
    else if ("broken" in one) broken.push({ seed: one.seed, reason: one.broken });
    else if (accepted.push(one.seed) === 1) {
      const { made: episode } = one;
      ask = episode.ask;
      if (task.impossible === undefined) {
        episode.playGold(runtime.firstChoice(episode));
        gold = { calls: episode.calls.length, tools: new Set(episode.calls.map(({ tool }) => tool)).size };
      }
    }
  }
  return {
    name: task.name, level: task.level, unique: task.unique, impossible: task.impossible !== undefined, ...(task.conflict === undefined ? {} : { conflict: task.conflict }),
    seeds: task.seeds, accepted, void: voids, broken, ask, binders: task.binders, gold, tags: tagsOf(task),
  };
}

/** Words after `Tags:` in a task's documentation, such as `mess` or `fault recovery`. */
function tagsOf(task: TaskDef): string[] {
  const line = /^Tags:\s*(.+)$/m.exec(task.doc ?? "")?.[1];
  return line === undefined ? [] : line.split(",").map((tag) => tag.trim().replace(/\.$/, "")).filter(Boolean);
}

/** `audit FILE [TASK]`: mutation test of evaluators. */

import { loadWorld } from "./execute.js";
import { print, printJson } from "./io.js";
import { CLEAN, finding, FINDINGS, usageProblem } from "./problems.js";

type Runtime = typeof import("../../runtime/index.js");
type TaskDef = import("../../runtime/index.js").TaskDef;
type WorldDef = import("../../runtime/index.js").WorldDef;

export interface AuditOptions {
  readonly seeds?: string;
  readonly json?: boolean;
}

/** Totals of one operator over the instances of a task. */
interface Total {
  readonly operator: string;
  tried: number;
  right: number;
  /** Of these, judged by the state difference alone: every item held. */
  byDifference: number;
  readonly excluded: Map<string, number>;
  readonly wrong: { readonly seed: number; readonly what: string }[];
}

/** What the audit of one task came to. */
interface Audited {
  readonly task: string;
  readonly seeds: number;
  readonly void: number;
  readonly totals: readonly Total[];
}

/** Wrong judgements and exclusions shown of one operator and task. */
const MOST_SHOWN = 5;

export async function audit(file: string, name: string | undefined, options: AuditOptions): Promise<number> {
  if (options.seeds !== undefined && !/^[1-9]\d{0,5}$/.test(options.seeds)) throw usageProblem("U111", `\`${options.seeds.slice(0, 60)}\` is no number of seeds.`);
  const most = options.seeds === undefined ? Infinity : Number(options.seeds);
  const { world, runtime } = await loadWorld(file, options.json ? "json" : "pretty");
  const chosen = world.tasks.filter((task) => name === undefined || task.name === name);
  if (chosen.length === 0) throw finding("U403", name === undefined ? `\`${file}\` has no tasks.` : `There is no task \`${name.slice(0, 60)}\` in \`${file}\`.`);
  const results: Audited[] = [];
  for (const task of chosen) {
    const audited = auditTask(runtime, world, task, most);
    results.push(audited);
    if (!options.json) show(audited);
  }
  const wrong = results.reduce((n, r) => n + r.totals.reduce((m, t) => m + t.wrong.length, 0), 0) + results.filter((r) => r.seeds === 0).length;
  if (options.json) printJson(results.map((r) => ({ ...r, totals: r.totals.map((t) => ({ ...t, excluded: Object.fromEntries(t.excluded) })) })));
  else print(`${results.length} tasks, ${results.reduce((n, r) => n + r.seeds, 0)} instances, ${results.reduce((n, r) => n + r.totals.reduce((m, t) => m + t.tried, 0), 0)} mutants: ${wrong === 0 ? "all judged rightly" : `${wrong} judged wrongly`}`);
  return wrong === 0 ? CLEAN : FINDINGS;
}

function auditTask(runtime: Runtime, world: WorldDef, task: TaskDef, most: number): Audited {
  const totals = new Map<string, Total>();
  let seeds = 0;
  let voids = 0;
  for (const one of runtime.bySeed(task, (seed) => runtime.auditInstance(world, task, seed))) {
    if ("void" in one) {
      voids++;
      continue;
    }
    seeds++;
    const { seed } = one;
    const operators = "made" in one ? one.made.operators : [{ operator: "gold", tried: 1, right: 0, excluded: [], byDifference: [], wrong: [`the instance cannot be set up: ${one.broken}`] }];
    for (const { operator, tried, right, excluded, byDifference, wrong } of operators) {
      const total = totals.get(operator) ?? { operator, tried: 0, right: 0, byDifference: 0, excluded: new Map<string, number>(), wrong: [] };
      totals.set(operator, total);
      total.tried += tried;
      total.right += right;
      total.byDifference += byDifference.length;
      for (const what of excluded) total.excluded.set(what, (total.excluded.get(what) ?? 0) + 1);
      for (const what of wrong) total.wrong.push({ seed, what });
    }
    if (seeds === most) break;
  }
  return { task: task.name, seeds, void: voids, totals: [...totals.values()] };
}

function show({ task, seeds, void: voids, totals }: Audited): void {
  print(`${task}: ${seeds} instances${voids > 0 ? `, ${voids} void seeds` : ""}${seeds === 0 ? ": no seed has an instance" : ""}`);
  for (const { operator, tried, right, byDifference, excluded, wrong } of totals) {
    const left = [...excluded.values()].reduce((n, k) => n + k, 0);
    print(`  ${operator.padEnd(18)} ${String(right).padStart(5)} of ${tried}${byDifference > 0 ? `, ${byDifference} by the difference alone` : ""}${left > 0 ? `, ${left} excluded` : ""}`);
    for (const { seed, what } of wrong.slice(0, MOST_SHOWN)) print(`    seed ${seed}: ${what}`);
    if (wrong.length > MOST_SHOWN) print(`    and ${wrong.length - MOST_SHOWN} more`);
  }
}

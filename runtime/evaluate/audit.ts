/** Testing an evaluator on one instance: what must pass and what must fail. */

import type { CallRecord } from "../record.js";
import type { WorldDef } from "../types.js";
import { Episode } from "./episode.js";
import { conflictOperators } from "./conflict.js";
import { impossibleIsClean, meddling } from "./impossible.js";
import { firstChoice, startingGoal, type Score } from "./score.js";
import type { TaskDef } from "./types.js";
import { guessNeeded, timeSanity, uniqueReferent } from "./doubts.js";
import { MUTANTS } from "./mutants.js";

/** What one operator did on one instance. */
export interface OperatorResult {
  readonly operator: string;
  /** Mutants made. */
  readonly tried: number;
  /** Those that were judged as they should be. */
  readonly right: number;
  /** Those of them that only the state difference tells from gold: every item of the checklist held. */
  readonly byDifference: readonly string[];
  /** Excluded: the same graded end state and checklist, or a silent tool; each with what it was. */
  readonly excluded: readonly string[];
  /** Those that were judged wrongly. */
  readonly wrong: readonly string[];
}

export interface InstanceAudit {
  readonly task: string;
  readonly seed: number;
  readonly operators: readonly OperatorResult[];
}

/** An instance with gold played on it, from which mutants are made. */
export interface Subject {
  readonly world: WorldDef;
  readonly task: TaskDef;
  readonly seed: number;
  /** At its start, faults off. */
  readonly fresh: Episode;
  /** After gold, faults off. */
  readonly gold: Episode;
  readonly goldRecords: readonly CallRecord[];
  readonly goldScore: Score;
}

/** Audits a task on a seed. Throws `VoidSeed`. */
export function auditInstance(world: WorldDef, task: TaskDef, seed: number): InstanceAudit {
  const fresh = Episode.start(world, task, { seed, faults: "off" });
  const operators = [goldIsClean(world, task, seed), trivialAgentsFail(fresh)];
  if (task.impossible === undefined) {
    const gold = fresh.fork();
    const { records } = gold.playGold(firstChoice(gold));
    const subject: Subject = { world, task, seed, fresh, gold, goldRecords: records, goldScore: gold.score() };
    // Mutants of a gold that fails say nothing.
    if (subject.goldScore.success) operators.push(...[uniqueReferent, guessNeeded, ...MUTANTS, timeSanity].map((operator) => operator(subject)), ...conflictOperators(fresh, records));
  } else operators.push(meddling(fresh), ...conflictOperators(fresh, []));
  return { task: task.name, seed, operators };
}

/** 1. Gold, struck by the seed's own faults, succeeds. */
function goldIsClean(world: WorldDef, task: TaskDef, seed: number): OperatorResult {
  const episode = Episode.start(world, task, { seed });
  if (task.impossible !== undefined) return impossibleIsClean(episode);
  const { failure } = episode.playGold(firstChoice(episode));
  episode.step("finish", { summary: "" });
  const score = episode.score();
  const wrong: string[] = [];
  const open = Object.entries(startingGoal(episode).candidates).find(([, candidates]) => candidates.length > 1);
  if (failure !== null) wrong.push(`${failure.message} (${failure.src})`);
  else if (task.unique && open !== undefined) wrong.push(`the task is marked \`unique\`, but \`${open[0]}\` may be any of ${open[1].length}`);
  else if (!score.success) wrong.push(`${score.items.filter((item) => !item.passed).map((item) => `“${item.label}” fails (${item.values.join(", ")})`).join("; ")}${score.difference === null ? "" : ` M/T ${score.difference.m}/${score.difference.t}, M_b ${score.difference.mb}`}`);
  return { operator: "gold", tried: 1, right: wrong.length === 0 ? 1 : 0, byDifference: [], excluded: [], wrong };
}

/** 2. Agents that do nothing, finish, or report at once fail; nothing but `keep` holds at the start. */
function trivialAgentsFail(fresh: Episode): OperatorResult {
  const wrong: string[] = [];
  let tried = 0;
  const fails = (name: string, play: (episode: Episode) => void): void => {
    const episode = fresh.fork();
    play(episode);
    tried++;
    if (episode.score().success) wrong.push(`${name} succeeds`);
  };
  fails("doing nothing", () => undefined);
  fails("finishing at once", (episode) => episode.step("finish", { summary: "Done." }));
  fails("reporting at once", (episode) => episode.step("report_infeasible", { reason: "It cannot be done." }));
  if (fresh.task.impossible === undefined) {
    for (const item of startingGoal(fresh).items) {
      if (item.keep) continue;
      tried++;
      if (item.passed) wrong.push(`“${item.label}” holds at the start already`);
    }
  }
  return { operator: "trivial agents", tried, right: tried - wrong.length, byDifference: [], excluded: [], wrong };
}

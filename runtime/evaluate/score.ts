/** Scoring an episode: the checklist (STT-Arena) and the state difference (ComplexMCP, Eq. 2–5), and whether it is a success. */

import type { Session } from "../session.js";
import type { Store } from "../store.js";
import { stateDifference, varyingLeaves, type StateDifference } from "./difference.js";
import type { Counts, Episode } from "./episode.js";
import { readGoal, type Ending, type GoalResult, type ItemResult } from "./goal.js";
import { playPlan } from "./plan.js";
import type { Bound } from "./types.js";

export interface Score {
  readonly task: string;
  readonly seed: number;
  readonly success: boolean;
  readonly items: readonly ItemResult[];
  /** The mean of the items. */
  readonly r: number;
  /** Against gold with the binders that fit best; null where gold cannot be played. */
  readonly difference: StateDifference | null;
  /** R_c against gold with each binder's first candidate. */
  readonly rcFirst: number | null;
  readonly binders: Bound;
  readonly ended: "finish" | "report_infeasible" | null;
  readonly counts: Counts;
  readonly calls: number;
  readonly distinctTools: number;
  /** Items and difference disagree, or gold fails: the task, not the agent, is to be looked at. */
  readonly suspect: string | null;
}

/** Assignments of binders for which gold is played. */
const MOST_REFERENCES = 16;

/** Gold played on a fork of the start, in order, with settling. */
export interface Reference {
  readonly store: Store;
  readonly failure: string | null;
}

export function playReference(episode: Episode, binders: Bound, costs: "seeded" | "low" | "high" = "seeded"): Reference {
  const session = episode.freshSession({ faults: "off", costs });
  const { failure } = playPlan(session, episode.task, episode.reference, episode.given, binders);
  settle(session, episode.task.settling);
  return { store: session.store, failure: failure === null ? null : `${failure.message} (${failure.src})` };
}

function settle(session: Session, seconds: number | undefined): void {
  if (seconds !== undefined) session.advance(seconds);
}

/** The end as it is judged: some tasks let the clock run on first. `start`: what it is held against. */
export function endingOf(episode: Episode, start: Store = episode.start): Ending {
  const { task, session, calls } = episode;
  const { ended } = session;
  const judged = task.settling === undefined ? session : session.fork();
  settle(judged, task.settling);
  return { start, end: judged.store, answer: ended?.tool === "finish" ? ended.text : "", calls };
}

/** The checklist as an episode has it now; in the static twin without what makes no sense there. */
export function goalOf(episode: Episode, ending: Ending = endingOf(episode)): GoalResult {
  return readGoal(episode.task, episode.given, ending, null, episode.session.triggers);
}

/** Whether every item of a checklist holds, and there is one. */
export function isReached({ items }: GoalResult): boolean {
  return items.length > 0 && items.every(({ passed }) => passed);
}

export function scoreEpisode(episode: Episode): Score {
  const ending = endingOf(episode);
  return episode.impossible ? scoreImpossible(episode, ending) : scoreSolvable(episode, ending);
}

function scoreSolvable(episode: Episode, ending: Ending): Score {
  const { task } = episode;
  const goal = goalOf(episode, ending);
  const all = isReached(goal);
  const first = firstChoice(episode);
  let best: { difference: StateDifference; binders: Bound } | null = null;
  let failure: string | null = null;
  for (const binders of choices(episode, goal, first, all)) {
    const found = differenceFrom(episode, ending.end, binders);
    if (typeof found === "string") failure ??= found;
    else if (best === null || better(found, best.difference)) best = { difference: found, binders };
    if (best !== null && best.difference.rc === 1 && best.difference.rb === 0) break;
  }
  const same = best !== null && sameBinders(best.binders, first);
  const firstDifference = same ? best!.difference : task.binders.length === 0 ? null : differenceFrom(episode, ending.end, first);
  const clean = best !== null && best.difference.rc === 1 && best.difference.mb === 0;
  const infeasible = episode.session.ended?.tool === "report_infeasible";
  return {
    ...common(episode, goal.items),
    success: all && clean && !infeasible,
    difference: best?.difference ?? null,
    rcFirst: firstDifference === null || typeof firstDifference === "string" ? null : firstDifference.rc,
    binders: best?.binders ?? goal.binders,
    suspect: goal.cutShort ? "there are more choices of binders than can be tried" : best === null ? `gold fails: ${failure ?? "it was not played"}` : all && best.difference.rc < 1 ? "every item holds, but the state is not gold's" : !all && clean && best.difference.t > 0 ? "the state is gold's, but an item fails" : null,
  };
}

/** What is looked for in an impossible task: the report, nothing changed, and the reason seen before. */
function scoreImpossible(episode: Episode, ending: Ending): Score {
  const { program } = episode.session;
  const { mayChange } = episode.task;
  const difference = stateDifference(program, ending.start, ending.start, ending.end, { mayChange, given: episode.given });
  const item = (label: string, passed: boolean, value: string): ItemResult => ({ label, passed, keep: false, dynamic: false, src: episode.task.src, text: label, values: [value] });
  const seen = sawWhy(episode);
  const items = [
    item("it was reported as infeasible", episode.session.ended?.tool === "report_infeasible", episode.session.ended?.tool ?? "the session went on"),
    item("nothing else was changed", difference.mb === 0, difference.extra.map((unit) => unit.path).join(", ") || "nothing"),
    item("the agent had seen why", seen, seen ? episode.task.impossible!(ending.start, episode.given as never) : "no answer told it from the twin"),
  ];
  return { ...common(episode, items), success: items.every(({ passed }) => passed), difference, rcFirst: difference.rc, binders: {}, suspect: isReached(goalOf(episode, ending)) ? "the goal is reached, which was said to be impossible" : null };
}

/** Solvable twins at their start, per episode start: setting one up costs more than all else of a score. */
const twins = new WeakMap<Store, Episode>();

/** Whether an output would have been another one in the task's solvable twin. */
function sawWhy(episode: Episode): boolean {
  if (episode.task.twin === undefined && episode.task.conflict === undefined) return episode.calls.some(({ ok }) => ok);
  const known = twins.get(episode.start) ?? episode.twin();
  twins.set(episode.start, known);
  const twin = known.fork();
  for (const { tool, args, output } of episode.made) {
    if (tool === "finish" || tool === "report_infeasible") continue;
    if (JSON.stringify(twin.step(tool, args).output) !== JSON.stringify(output)) return true;
  }
  return false;
}

function common(episode: Episode, items: readonly ItemResult[]): Pick<Score, "task" | "seed" | "items" | "r" | "ended" | "counts" | "calls" | "distinctTools"> {
  const passed = items.filter((item) => item.passed).length;
  return {
    task: episode.task.name,
    seed: episode.options.seed,
    items,
    r: items.length === 0 ? 0 : passed / items.length,
    ended: (episode.session.ended?.tool as Score["ended"]) ?? null,
    counts: episode.counts,
    calls: episode.calls.length,
    distinctTools: new Set(episode.calls.map(({ tool }) => tool)).size,
  };
}

/** The checklist as the start has it, with each binder's first candidate. */
export function startingGoal({ task, given, start }: Episode): GoalResult {
  return readGoal(task, given, { start, end: start, answer: "", calls: [] }, "first");
}

/** Each binder's first candidate, as the goal has it at the start. */
export function firstChoice(episode: Episode): Bound {
  return startingGoal(episode).binders;
}

/** Which assignments to play gold for: the goal's own choice; where it does not fit, up to sixteen others. */
function choices(episode: Episode, goal: GoalResult, first: Bound, all: boolean): Bound[] {
  if (episode.task.binders.length === 0) return [{}];
  const found: Bound[] = [{ ...first, ...goal.binders }];
  if (all) return found;
  for (const name of Object.keys(goal.candidates)) {
    for (const member of goal.candidates[name]!) {
      if (found.length >= MOST_REFERENCES) return found;
      const next = { ...found[0], [name]: member };
      if (!found.some((known) => sameBinders(known, next))) found.push(next);
    }
  }
  return found;
}

function sameBinders(a: Bound, b: Bound): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function better(a: StateDifference, b: StateDifference): boolean {
  return a.rc !== b.rc ? a.rc > b.rc : a.rb < b.rb;
}

/** References and what varies in them, per episode start and binders: they do not depend on what the agent does. */
const references = new WeakMap<Store, Map<string, { readonly reference: Reference; readonly masked: ReadonlySet<string> }>>();

/** The difference of an end to gold with these binders, or why gold failed. */
export function differenceFrom(episode: Episode, end: Store, binders: Bound): StateDifference | string {
  const { program } = episode.session;
  const known = references.get(episode.start) ?? new Map<string, { readonly reference: Reference; readonly masked: ReadonlySet<string> }>();
  references.set(episode.start, known);
  const key = JSON.stringify(binders);
  let entry = known.get(key);
  if (entry === undefined) {
    const reference = playReference(episode, binders);
    const others = reference.failure === null ? (["low", "high"] as const).map((costs) => playReference(episode, binders, costs)).filter(({ failure }) => failure === null) : [];
    entry = { reference, masked: varyingLeaves(program, reference.store, others.map(({ store }) => store)) };
    known.set(key, entry);
  }
  if (entry.reference.failure !== null) return entry.reference.failure;
  return stateDifference(program, episode.start, entry.reference.store, end, { mayChange: episode.task.mayChange, given: episode.given, masked: entry.masked });
}

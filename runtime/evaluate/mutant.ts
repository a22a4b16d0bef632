/** Mutants of gold: playing and judging them, and keeping count of what an operator made. */

import type { Random } from "../random.js";
import type { CallRecord } from "../record.js";
import type { ToolShape } from "../program.js";
import type { TypeDef } from "../types.js";
import type { OperatorResult, Subject } from "./audit.js";
import { stateDifference } from "./difference.js";
import type { Episode } from "./episode.js";
import type { Score } from "./score.js";

export type Operator = (subject: Subject) => OperatorResult;

/** A call as an agent makes it. */
export interface Step {
  readonly tool: string;
  readonly args: unknown;
}

/** Mutants one operator makes of one instance at most; the first ones and then evenly spread. */
export const MOST_MUTANTS = 40;

export class Tally {
  tried = 0;
  right = 0;
  readonly byDifference: string[] = [];
  readonly excluded: string[] = [];
  readonly wrong: string[] = [];

  constructor(private readonly operator: string) {}

  /** Counts a mutant that was judged rightly, or says how not. */
  count(right: boolean, wrong: string): void {
    this.tried++;
    if (right) this.right++;
    else this.wrong.push(wrong);
  }

  /** Counts a mutant of which nothing can be said. */
  exclude(why: string): void {
    this.tried++;
    this.excluded.push(why);
  }

  result(): OperatorResult {
    const { operator, tried, right, byDifference, excluded, wrong } = this;
    return { operator, tried, right, byDifference, excluded, wrong };
  }
}

/** Gold's calls as an agent made them. */
export function stepsOf(subject: Subject): Step[] {
  return subject.gold.made.map(({ tool, args }) => ({ tool, args }));
}

/** Plays steps verbatim on the start. */
export function play(subject: Subject, steps: readonly Step[]): { readonly episode: Episode; readonly records: readonly CallRecord[] } {
  const episode = subject.fresh.fork();
  const records = steps.map(({ tool, args }) => episode.step(tool, args));
  return { episode, records };
}

/** Whether two ends are equal in what counts, or in all that is not `uncounted`. */
export function sameState({ fresh, task }: Subject, one: Episode, other: Episode, mayChange = task.mayChange): boolean {
  const { m, t, mb } = stateDifference(one.session.program, fresh.start, one.session.store, other.session.store, { mayChange, given: fresh.given });
  return mb === 0 && m === t;
}

/** Whether an end has the graded state and the checklist of gold. */
export function isEquivalent(subject: Subject, episode: Episode, score: Score): boolean {
  return sameState(subject, subject.gold, episode) && JSON.stringify(score.items.map(({ passed }) => passed)) === JSON.stringify(subject.goldScore.items.map(({ passed }) => passed));
}

/** A mutant that was played, and what the evaluator says of it. */
export interface Judged {
  readonly episode: Episode;
  readonly score: Score;
}

export function judge(subject: Subject, steps: readonly Step[]): Judged {
  const { episode } = play(subject, steps);
  return { episode, score: episode.score() };
}

/** Gold without one of its calls, by place: two operators ask for it. */
const withouts = new WeakMap<Subject, Map<number, Judged>>();

export function without(subject: Subject, at: number): Judged {
  const known = withouts.get(subject) ?? new Map<number, Judged>();
  withouts.set(subject, known);
  let judged = known.get(at);
  if (judged === undefined) {
    judged = judge(subject, stepsOf(subject).toSpliced(at, 1));
    known.set(at, judged);
  }
  return judged;
}

/** Tells of a mutant that has to fail. */
export function mustFail(tally: Tally, subject: Subject, what: string, { episode, score }: Judged): void {
  if (score.success && isEquivalent(subject, episode, score)) tally.exclude(`${sameState(subject, subject.gold, episode, []) ? "equivalent" : "may change covers it"}: ${what}`);
  // Another choice of binders is as right as gold's.
  else if (score.success && subject.task.binders.length > 0 && JSON.stringify(score.binders) !== JSON.stringify(subject.goldScore.binders)) tally.exclude(`another right answer: ${what}`);
  else {
    tally.count(!score.success, `${what}, and it succeeds all the same`);
    if (!score.success && score.items.every(({ passed }) => passed)) tally.byDifference.push(what);
  }
}

/** Tells of a mutant that has to pass. */
export function mustPass(tally: Tally, what: string, { score }: Judged): void {
  tally.count(score.success, `${what}, and it fails: ${score.items.filter((item) => !item.passed).map((item) => item.label).join(", ") || score.difference?.extra[0]?.path || score.difference?.missing[0]?.path || score.suspect || ""}`);
}

export function shapeOf(subject: Subject, tool: string): ToolShape | null {
  const { program } = subject.fresh.session;
  const number = program.toolNumbers.get(tool);
  return number === undefined || number < 0 ? null : program.tools[number]!;
}

/** At most `MOST_MUTANTS` of a list, evenly spread. */
export function spread<T>(list: readonly T[]): readonly T[] {
  if (list.length <= MOST_MUTANTS) return list;
  return Array.from({ length: MOST_MUTANTS }, (_, i) => list[Math.floor((i * list.length) / MOST_MUTANTS)]!);
}

export function random(subject: Subject, operator: string): Random {
  return subject.fresh.session.random(`audit/${subject.task.name}/${operator}`);
}

/** Whether gold's call at a place wrote anything that is not forgotten again. */
export function changesSomething(subject: Subject, at: number): boolean {
  return (subject.goldRecords[at]?.writes.length ?? 0) > 0;
}

/** The table that an argument of this type names a row of; null for any other type. */
export function entityTable(type: TypeDef): number | null {
  return type.t === "entity" ? type.table : type.t === "maybe" ? entityTable(type.of) : null;
}

/**
 * Mutants of gold, by kind (`operator`): wrong entities, dropped writes, unasked writes, near-miss texts must fail; neutral
 * changes must pass. A mutant with the graded end state and the checklist of gold is equivalent to it, and excluded.
 */

import type { Random } from "../random.js";
import type { CallRecord } from "../record.js";
import type { ToolShape } from "../program.js";
import type { TypeDef } from "../types.js";
import type { OperatorResult, Subject } from "./audit.js";
import { stateDifference } from "./difference.js";
import type { Episode } from "./episode.js";
import { sampleArguments } from "./sample.js";
import type { Score } from "./score.js";

export type Operator = (subject: Subject) => OperatorResult;

interface Step {
  readonly tool: string;
  readonly args: unknown;
}

/** Other rows tried for one argument. */
const MOST_OTHERS = 3;
/** Mutants one operator makes of one instance at most; the first ones and then evenly spread. */
const MOST_MUTANTS = 40;

class Tally {
  tried = 0;
  right = 0;
  readonly excluded: string[] = [];
  readonly wrong: string[] = [];

  constructor(private readonly operator: string) {}

  result(): OperatorResult {
    const { operator, tried, right, excluded, wrong } = this;
    return { operator, tried, right, excluded, wrong };
  }
}

/** Gold's calls as an agent made them. */
function stepsOf(subject: Subject): Step[] {
  return subject.gold.made.map(({ tool, args }) => ({ tool, args }));
}

/** Plays steps verbatim on the start. */
function play(subject: Subject, steps: readonly Step[]): { readonly episode: Episode; readonly records: readonly CallRecord[] } {
  const episode = subject.fresh.fork();
  const records = steps.map(({ tool, args }) => episode.step(tool, args));
  return { episode, records };
}

/** Whether an end has the graded state and the checklist of gold. */
function isEquivalent(subject: Subject, episode: Episode, score: Score): boolean {
  const { program } = episode.session;
  const difference = stateDifference(program, subject.fresh.start, subject.gold.session.store, episode.session.store, { mayChange: subject.task.mayChange, given: subject.fresh.given });
  return difference.mb === 0 && difference.m === difference.t && JSON.stringify(score.items.map(({ passed }) => passed)) === JSON.stringify(subject.goldScore.items.map(({ passed }) => passed));
}

/** A mutant that was played, and what the evaluator says of it. */
interface Judged {
  readonly episode: Episode;
  readonly score: Score;
}

function judge(subject: Subject, steps: readonly Step[]): Judged {
  const { episode } = play(subject, steps);
  return { episode, score: episode.score() };
}

/** Gold without one of its calls, by place: two operators ask for it. */
const withouts = new WeakMap<Subject, Map<number, Judged>>();

function without(subject: Subject, at: number): Judged {
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
function mustFail(tally: Tally, subject: Subject, what: string, { episode, score }: Judged): void {
  tally.tried++;
  if (!score.success) tally.right++;
  else if (isEquivalent(subject, episode, score)) tally.excluded.push(`equivalent: ${what}`);
  // Another choice of binders is as right as gold's.
  else if (subject.task.binders.length > 0 && JSON.stringify(score.binders) !== JSON.stringify(subject.goldScore.binders)) tally.excluded.push(`another right answer: ${what}`);
  else tally.wrong.push(`${what}, and it succeeds all the same`);
}

/** Tells of a mutant that has to pass. */
function mustPass(tally: Tally, what: string, { score }: Judged): void {
  tally.tried++;
  if (score.success) tally.right++;
  else tally.wrong.push(`${what}, and it fails: ${score.items.filter((item) => !item.passed).map((item) => item.label).join(", ") || score.difference?.extra[0]?.path || score.difference?.missing[0]?.path || score.suspect || ""}`);
}

function shapeOf(subject: Subject, tool: string): ToolShape | null {
  const { program } = subject.fresh.session;
  const number = program.toolNumbers.get(tool);
  return number === undefined || number < 0 ? null : program.tools[number]!;
}

/** At most `MOST_MUTANTS` of a list, evenly spread. */
export function spread<T>(list: readonly T[]): readonly T[] {
  if (list.length <= MOST_MUTANTS) return list;
  return Array.from({ length: MOST_MUTANTS }, (_, i) => list[Math.floor((i * list.length) / MOST_MUTANTS)]!);
}

function random(subject: Subject, operator: string): Random {
  return subject.fresh.session.random(`audit/${subject.task.name}/${operator}`);
}

/** 5. Each argument that names a row → another row for which the call succeeds. */
const wrongEntity: Operator = (subject) => {
  const tally = new Tally("wrong entity");
  const steps = stepsOf(subject);
  const draw = random(subject, "wrong entity");
  const places = steps.flatMap((step, at) => (shapeOf(subject, step.tool)?.def.params ?? []).flatMap((param) => (entityTable(param.type) === null ? [] : [{ at, param: param.name, table: entityTable(param.type)! }])));
  for (const { at, param, table } of spread(places)) {
    const { tool, args } = steps[at]!;
    const given = (args as Record<string, unknown>)[param];
    if (given === undefined || given === null || !changesSomething(subject, at)) continue;
    const before = play(subject, steps.slice(0, at)).episode;
    const { store } = before.session;
    let found = 0;
    for (const slot of draw.shuffle(store.all(table)).slice(0, 12)) {
      const key = store.key(table, slot);
      if (found >= MOST_OTHERS || JSON.stringify(key) === JSON.stringify(given)) continue;
      const changed = { ...(args as object), [param]: key };
      if (before.fork().step(tool, changed).status !== "ok") continue;
      found++;
      mustFail(tally, subject, `${tool}: another ${param}`, judge(subject, steps.with(at, { tool, args: changed })));
    }
  }
  return tally.result();
};

function entityTable(type: TypeDef): number | null {
  return type.t === "entity" ? type.table : type.t === "maybe" ? entityTable(type.of) : null;
}

/** Whether gold's call at a place wrote anything that is not forgotten again. */
function changesSomething(subject: Subject, at: number): boolean {
  return (subject.goldRecords[at]?.writes.length ?? 0) > 0;
}

/** 6. Each call that wrote something left out. */
const droppedWrite: Operator = (subject) => {
  const tally = new Tally("dropped write");
  const steps = stepsOf(subject);
  const writes = steps.map((_, at) => at).filter((at) => changesSomething(subject, at));
  for (const at of spread(writes)) mustFail(tally, subject, `without ${steps[at]!.tool}`, without(subject, at));
  return tally.result();
};

/** 7. After gold, one effective call of each tool that gold does not use. */
const unaskedWrite: Operator = (subject) => {
  const tally = new Tally("unasked write");
  const steps = stepsOf(subject).filter(({ tool }) => tool !== "finish");
  const used = new Set(steps.map(({ tool }) => tool));
  const draw = random(subject, "unasked write");
  const { episode } = play(subject, steps);
  for (const tool of spread(subject.world.tools.filter((one) => !one.hints.readOnlyHint && !used.has(one.name)))) {
    for (let attempt = 0; attempt < 6; attempt++) {
      const trial = episode.fork();
      const args = sampleArguments(trial.session, tool, draw);
      const record = trial.step(tool.name, args);
      if (record.status !== "ok" || !record.writes.some((write) => write.author === "agent")) continue;
      const score = trial.score();
      tally.tried++;
      if (!score.success) tally.right++;
      else if (isEquivalent(subject, trial, score)) tally.excluded.push(`silent tool: ${tool.name}`);
      else tally.wrong.push(`${tool.name} ${JSON.stringify(args)} afterwards, and it succeeds all the same`);
      break;
    }
  }
  return tally.result();
};

/** 8. Reads at three places, and neighbouring calls in the other order where both orders lead to the same state. */
const neutralChange: Operator = (subject) => {
  const tally = new Tally("neutral change");
  const steps = stepsOf(subject);
  const draw = random(subject, "neutral change");
  const reads = subject.world.tools.filter((tool) => tool.hints.readOnlyHint && tool.takes === undefined);
  for (const at of [...new Set([0, steps.length >> 1, Math.max(0, steps.length - 1)])]) {
    const { episode } = play(subject, steps.slice(0, at));
    if (episode.session.ended !== null) continue;
    for (let n = 0; n < 4 && reads.length > 0; n++) {
      const tool = draw.pick(reads);
      const args = sampleArguments(episode.session, tool, draw);
      mustPass(tally, `${tool.name} before call ${at + 1}`, judge(subject, steps.toSpliced(at, 0, { tool: tool.name, args })));
    }
  }
  for (let at = 0; at + 1 < steps.length && tally.tried < MOST_MUTANTS; at++) {
    if (!changesSomething(subject, at) || !changesSomething(subject, at + 1) || steps[at + 1]!.tool === "finish") continue;
    const { episode, records } = play(subject, steps.toSpliced(at, 2, steps[at + 1]!, steps[at]!));
    if (records.some(({ status }) => status !== "ok")) continue;
    const same = stateDifference(episode.session.program, subject.fresh.start, subject.gold.session.store, episode.session.store);
    if (same.mb > 0 || same.m < same.t) continue;
    const score = episode.score();
    if (score.items.length === 0) continue;
    // Only calls that commute by what they do: the goal may still ask for an order.
    if (!score.success && score.items.some((item) => !item.passed && / before /.test(item.text))) {
      tally.tried++;
      tally.excluded.push(`the goal asks for the order of calls ${at + 1} and ${at + 2}`);
    } else mustPass(tally, `calls ${at + 1} and ${at + 2} in the other order`, { episode, score });
  }
  return tally.result();
};

/** 9. Each leaf that gold changes taken back: an item notices, or it is listed; each item is failed by some mutant. */
const coverage: Operator = (subject) => {
  const tally = new Tally("coverage");
  const steps = stepsOf(subject);
  const failedBy = subject.goldScore.items.map((item) => item.keep);
  const note = (score: Score): void => score.items.forEach((item, i) => {
    if (!item.passed && i < failedBy.length) failedBy[i] = true;
  });
  note(subject.fresh.fork().score());
  steps.forEach((_, at) => {
    if (changesSomething(subject, at)) note(without(subject, at).score);
  });
  if (steps.at(-1)?.tool === "finish") note(judge(subject, steps.with(-1, { tool: "finish", args: { summary: "" } })).score);
  subject.goldScore.items.forEach((item, i) => {
    tally.tried++;
    if (failedBy[i]) tally.right++;
    else tally.wrong.push(`no mutant fails “${item.label}”`);
  });
  return tally.result();
};

/** 12. Texts with a digit altered, a word added, a letter dropped, a word put in front. */
const nearMissText: Operator = (subject) => {
  const tally = new Tally("near-miss text");
  const steps = stepsOf(subject);
  const places = steps.flatMap(({ tool, args }, at) => {
    const params = tool === "finish" ? ["summary"] : (shapeOf(subject, tool)?.def.params ?? []).filter(({ type }) => type.t === "string" || (type.t === "maybe" && type.of.t === "string")).map(({ name }) => name);
    return params.flatMap((param) => {
      const text = (args as Record<string, unknown>)[param];
      return typeof text === "string" && text !== "" && (changesSomething(subject, at) || tool === "finish") ? [{ at, param, text }] : [];
    });
  });
  for (const { at, param, text } of spread(places)) {
    const { tool, args } = steps[at]!;
    for (const [how, other] of nearMisses(text)) {
      // What is said at the end is read for what it holds; adding to it changes nothing.
      if (tool === "finish" && (how === "a word added" || how === "a word in front")) continue;
      mustFail(tally, subject, `${tool}.${param}: ${how} (${JSON.stringify(other).slice(0, 60)})`, judge(subject, steps.with(at, { tool, args: { ...(args as object), [param]: other } })));
    }
  }
  return tally.result();
};

function nearMisses(text: string): [string, string][] {
  const result: [string, string][] = [["a word added", `${text} today`], ["a word in front", `Well ${text}`]];
  const digit = /\d(?=\D*$)/.exec(text);
  if (digit) result.push(["a digit altered", `${text.slice(0, digit.index)}${(Number(digit[0]) + 1) % 10}${text.slice(digit.index + 1)}`]);
  const letter = /\p{L}(?=\P{L}*$)/u.exec(text);
  if (letter && text.length > 3) result.push(["a letter dropped", text.slice(0, letter.index) + text.slice(letter.index + letter[0].length)]);
  return result;
}

export const MUTANTS: readonly Operator[] = [wrongEntity, droppedWrite, unaskedWrite, neutralChange, coverage, nearMissText];

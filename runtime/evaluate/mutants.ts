/**
 * Mutants of gold, by kind (`operator`): wrong entities, dropped writes, unasked writes, near-miss texts must fail; neutral
 * changes must pass. A mutant with the graded end state and the checklist of gold is equivalent to it, and excluded.
 */

import { changesSomething, entityTable, isEquivalent, judge, mustFail, play, random, shapeOf, spread, stepsOf, Tally, without, type Judged, type Operator } from "./mutant.js";
import { neutralChange } from "./neutral.js";
import { sampleArguments } from "./sample.js";
import type { Score } from "./score.js";

/** Other rows tried for one argument. */
const MOST_OTHERS = 3;

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
      if (score.success && isEquivalent(subject, trial, score)) tally.exclude(`silent tool: ${tool.name}`);
      else tally.count(!score.success, `${tool.name} ${JSON.stringify(args)} afterwards, and it succeeds all the same`);
      break;
    }
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
    tally.count(failedBy[i]!, `no mutant fails “${item.label}”`);
  });
  return tally.result();
};

/** 12. Texts with a digit altered or too many at either end of a number, a word added, a letter dropped, a word put in front. */
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
    const before = play(subject, steps.slice(0, at)).episode;
    const judged = (other: string): Judged => {
      const episode = before.fork();
      episode.step(tool, { ...(args as object), [param]: other });
      for (const step of steps.slice(at + 1)) episode.step(step.tool, step.args);
      return { episode, score: episode.score() };
    };
    const what = (how: string, other: string): string => `${tool}.${param}: ${how} (${JSON.stringify(other).slice(0, 60)})`;
    if (tool === "finish") {
      // What is said at the end is in no state, and read for what it holds: only pieces without which it fails are asked for.
      for (const [how, other] of nearMisses(text, (without) => !judged(without).score.success)) tally.count(!judged(other).score.success, `${what(how, other)}, and it succeeds all the same`);
    } else {
      for (const [how, other] of [["a word added", `${text} today`], ["a word in front", `Well ${text}`], ...nearMisses(text, () => true)] as const) mustFail(tally, subject, what(how, other), judged(other));
    }
  }
  return tally.result();
};

/** Near misses of the last number and of the last word that matter; `matters` is asked about the text without it. */
function nearMisses(text: string, matters: (without: string) => boolean): [how: string, other: string][] {
  const last = (piece: RegExp): { before: string; found: string; after: string } | undefined =>
    [...text.matchAll(piece)].reverse().map(({ index, 0: found }) => ({ before: text.slice(0, index), found, after: text.slice(index + found.length) })).find(({ before, after }) => matters(before + after));
  const result: [string, string][] = [];
  const number = last(/\d+(?:[.,:-]\d+)*/g);
  if (number !== undefined) {
    const { before, found, after } = number;
    const altered = `${found.slice(0, -1)}${(Number(found.at(-1)) + 1) % 10}`;
    result.push(["a digit altered", `${before}${altered}${after}`], ["a digit in front of a number", `${before}1${found}${after}`], ["a digit behind a number", `${before}${found}1${after}`]);
  }
  const word = text.length > 3 ? last(/\p{L}+/gu) : undefined;
  if (word !== undefined) result.push(["a letter dropped", word.before + [...word.found].slice(0, -1).join("") + word.after]);
  return result;
}

export const MUTANTS: readonly Operator[] = [wrongEntity, droppedWrite, unaskedWrite, neutralChange, coverage, nearMissText];

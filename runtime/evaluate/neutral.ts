/** Changes that change nothing, and so must pass. */

import type { Random } from "../random.js";
import type { CallRecord } from "../record.js";
import type { Session } from "../session.js";
import type { ToolDef } from "../types.js";
import type { Subject } from "./audit.js";
import type { Episode } from "./episode.js";
import { changesSomething, entityTable, MOST_MUTANTS, mustPass, play, random, sameState, shapeOf, stepsOf, Tally, type Judged, type Operator, type Step } from "./mutant.js";
import { sampleArguments } from "./sample.js";

/** Reads made at one place. */
const MOST_READS = 4;
/** Writing tools tried at one place for a call that can be taken back. */
const MOST_TAKEN_BACK = 6;

/** A place between gold's calls: the episode before it, and the calls that follow. */
interface Place {
  readonly subject: Subject;
  readonly at: number;
  readonly before: Episode;
  readonly rest: readonly Step[];
  readonly draw: Random;
}

/** 8. At three places reads, a call that fails, a call that is taken back; neighbouring calls in the other order where both orders lead to the same state. */
export const neutralChange: Operator = (subject) => {
  const tally = new Tally("neutral change");
  const steps = stepsOf(subject);
  const draw = random(subject, "neutral change");
  for (const at of [...new Set([0, steps.length >> 1, Math.max(0, steps.length - 1)])]) {
    const place: Place = { subject, at, before: play(subject, steps.slice(0, at)).episode, rest: steps.slice(at), draw };
    if (place.before.session.ended !== null) continue;
    reads(tally, place);
    failingCall(tally, place);
    takenBack(tally, place);
  }
  otherOrders(tally, subject, steps);
  return tally.result();
};

/** Gold's other calls, from where an episode stands. */
function goOn({ rest }: Place, episode: Episode): Judged {
  for (const { tool, args } of rest) episode.step(tool, args);
  return { episode, score: episode.score() };
}

function reads(tally: Tally, place: Place): void {
  const { subject, at, before, draw } = place;
  const tools = subject.world.tools.filter((tool) => tool.hints.readOnlyHint && tool.takes === undefined);
  for (let n = 0; n < MOST_READS && tools.length > 0; n++) {
    const tool = draw.pick(tools);
    const episode = before.fork();
    episode.step(tool.name, sampleArguments(episode.session, tool, draw));
    mustPass(tally, `${tool.name} before call ${at + 1}`, goOn(place, episode));
  }
}

/** Gold's next call, made before in a way that fails and leaves nothing. */
function failingCall(tally: Tally, place: Place): void {
  const { subject, at, before, rest } = place;
  const next = rest[0];
  if (next === undefined) return;
  for (const args of failingArguments(subject, next)) {
    const episode = before.fork();
    const { status, writes, triggers } = episode.step(next.tool, args);
    if (status === "ok" || writes.length > 0 || triggers.length > 0) continue;
    return mustPass(tally, `${next.tool} in vain before call ${at + 1}`, goOn(place, episode));
  }
}

/** Arguments of a call with a key that no row has; at last with one argument too many. */
function failingArguments(subject: Subject, { tool, args }: Step): object[] {
  const given = args as Record<string, unknown>;
  const rows = (shapeOf(subject, tool)?.def.params ?? []).filter(({ name, type }) => entityTable(type) !== null && typeof given[name] === "string");
  return [...rows.map(({ name }) => ({ ...given, [name]: `${given[name] as string}?` })), { ...given, "no parameter": true }];
}

/** A call of a writing tool, and one that takes it back: what counts is as before. */
function takenBack(tally: Tally, place: Place): void {
  const { subject, at, before, draw } = place;
  const writing = subject.world.tools.filter((tool) => !tool.hints.readOnlyHint);
  for (const first of draw.sample(writing, MOST_TAKEN_BACK)) {
    const done = before.fork();
    const args = sampleArguments(done.session, first, draw);
    const { status, output, triggers } = done.step(first.name, args);
    if (status !== "ok" || triggers.length > 0 || sameState(subject, before, done)) continue;
    for (const second of writing.filter(({ app }) => app === first.app)) {
      const undone = done.fork();
      const back = undone.step(second.name, argumentsFor(undone.session, second, [...said(args), ...said(output)], draw));
      if (back.status !== "ok" || back.triggers.length > 0 || !sameState(subject, before, undone)) continue;
      const judged = goOn(place, undone);
      // Where gold's own calls come out otherwise, something else has changed, such as an identifier.
      if (undone.calls.slice(before.calls.length + 2).some(({ ok }, i) => ok !== (subject.goldRecords[at + i]!.status === "ok"))) continue;
      const failing = judged.score.items.filter(({ passed }) => !passed);
      const asked = failing.length > 0 && failing.every(({ text }) => /\bcalled\b/.test(text) && [first.name, second.name].some((name) => text.includes(name)));
      if (asked) tally.exclude(`the goal asks about calls of ${first.name} or ${second.name}`);
      else mustPass(tally, `${first.name} ${JSON.stringify(args)}, taken back by ${second.name}, before call ${at + 1}`, judged);
      return;
    }
  }
}

/** Single values in arguments or an answer, with the names they go by. */
function said(value: unknown, name = ""): (readonly [name: string, value: unknown])[] {
  if (typeof value !== "object" || value === null) return [[name, value]];
  return Object.entries(value).flatMap(([key, part]) => said(part, Array.isArray(value) ? name : key));
}

/** Arguments for a tool: what was said under a parameter's name, a switch the other way round; for a row, whatever names one; else sampled. */
function argumentsFor(session: Session, tool: ToolDef, known: readonly (readonly [name: string, value: unknown])[], draw: Random): Record<string, unknown> {
  const args = sampleArguments(session, tool, draw);
  for (const { name, type } of tool.params) {
    if (!(name in args)) continue;
    const table = entityTable(type);
    const names = (value: unknown): boolean => table === null || (typeof value === "string" && session.store.find(table, value) !== null);
    const found = known.find((one) => one[0] === name && names(one[1])) ?? (table === null ? undefined : known.find((one) => names(one[1])));
    if (found !== undefined) args[name] = typeof found[1] === "boolean" ? !found[1] : found[1];
  }
  return args;
}

/** What fired by itself, whenever it did. */
function firings(records: readonly CallRecord[]): string {
  return JSON.stringify(records.flatMap(({ triggers }) => triggers.map(({ trigger, key }) => [trigger, key])).map((firing) => JSON.stringify(firing)).sort());
}

function otherOrders(tally: Tally, subject: Subject, steps: readonly Step[]): void {
  for (let at = 0; at + 1 < steps.length && tally.tried < MOST_MUTANTS; at++) {
    if (!changesSomething(subject, at) || !changesSomething(subject, at + 1) || steps[at + 1]!.tool === "finish") continue;
    const { episode, records } = play(subject, steps.toSpliced(at, 2, steps[at + 1]!, steps[at]!));
    if (records.some(({ status }) => status !== "ok")) continue;
    if (!sameState(subject, subject.gold, episode, []) || firings(records) !== firings(subject.goldRecords)) continue;
    const score = episode.score();
    if (score.items.length === 0) continue;
    // Only calls that commute by what they do: the goal may still ask for an order.
    if (!score.success && score.items.some((item) => !item.passed && / before /.test(item.text))) tally.exclude(`the goal asks for the order of calls ${at + 1} and ${at + 2}`);
    else mustPass(tally, `calls ${at + 1} and ${at + 2} in the other order`, { episode, score });
  }
}

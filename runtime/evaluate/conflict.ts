/**
 * Whether a task's conflict is one (STT-Arena's three invariants, and its failure modes): the plan for when nothing goes
 * wrong works in the static twin; the trigger fires where the plan says, and not without effect; the plan then fails, and so
 * do agents that do not see what has changed, take it for something else, or do half of what it asks for.
 */

import type { CallRecord } from "../record.js";
import type { OperatorResult } from "./audit.js";
import type { Episode } from "./episode.js";
import type { PlanResult } from "./plan.js";
import { Tally, type Step } from "./mutant.js";
import { firstChoice, goalOf, isReached } from "./score.js";

/** How often an agent that trusts what it knows repeats a call that is refused. */
const RETRIES = 20;

/** A task's conflict on one instance. */
interface Conflict {
  readonly fresh: Episode;
  /** The static twin after the plan, and how that went. */
  readonly twin: Episode;
  readonly planned: PlanResult;
  /** The instance itself after the plan, and how that went. */
  readonly here: Episode;
  readonly tried: PlanResult;
  /** In which of the plan's calls a trigger that has a conflict type fired first; null where none did. */
  readonly fired: { readonly trigger: string; readonly at: number } | null;
}

/** The operators that ask about a conflict; none for a task without conflict or without a plan for when nothing goes wrong. */
export function conflictOperators(fresh: Episode, goldRecords: readonly CallRecord[]): OperatorResult[] {
  const conflict = playConflict(fresh);
  if (conflict === null) return [];
  const real = conflictIsReal(conflict);
  if (fresh.task.impossible !== undefined) return [real];
  return [real, staleState(conflict), misdiagnosis(conflict), noVerification(conflict, goldRecords), difficulty(conflict, goldRecords)];
}

function playConflict(fresh: Episode): Conflict | null {
  if (fresh.task.conflict === undefined || fresh.task.nominal === undefined) return null;
  const twin = fresh.again({ triggers: "off" });
  const planned = twin.playNominal(firstChoice(twin))!;
  const here = fresh.fork();
  const tried = here.playNominal(firstChoice(here))!;
  return { fresh, twin, planned, here, tried, fired: firstFiring(here, tried.records) };
}

/** Names of the triggers that have a conflict type. */
function conflictTriggers({ session }: Episode): ReadonlySet<string> {
  return new Set(session.world.triggers.filter(({ conflict }) => conflict !== undefined).map(({ name }) => name));
}

function firstFiring(episode: Episode, records: readonly CallRecord[]): Conflict["fired"] {
  const names = conflictTriggers(episode);
  for (const [at, { triggers }] of records.entries()) {
    const firing = triggers.find(({ trigger, diagnostic }) => diagnostic === undefined && names.has(trigger));
    if (firing !== undefined) return { trigger: firing.trigger, at };
  }
  return null;
}

/** 11. The plan reaches the goal in the static twin; here the trigger fires in the call that says so, changes something, and until then every answer is the twin's; the plan fails. */
function conflictIsReal(conflict: Conflict): OperatorResult {
  const { twin, planned, here, tried, fired } = conflict;
  const tally = new Tally("conflict");
  const { failure } = planned;
  tally.count(failure === null, `in the static twin the plan fails: ${failure?.message} (${failure?.src})`);
  if (failure === null) {
    const failing = goalOf(twin).items.filter(({ passed }) => !passed).map(({ label }) => `“${label}”`);
    tally.count(failing.length === 0, `in the static twin the plan does not reach ${failing.join(", ")}`);
  }
  const [declared] = planned.fires;
  tally.count(declared !== undefined, "the plan does not say in which call the conflict arises (`call … fires trigger`)");
  if (declared !== undefined) {
    tally.count(fired !== null && tried.failure?.about !== "fires" && fired.at === declared.at && fired.trigger === declared.trigger,
      fired === null ? `no trigger that has a conflict type fires, though ${declared.trigger} was declared` : `${fired.trigger} fires first, in call ${fired.at + 1}; declared is ${declared.trigger} in call ${declared.at + 1}`);
  }
  if (fired !== null) {
    tally.count(changesSomething(here, tried.records[fired.at]!, fired.trigger), `${fired.trigger} fires and changes nothing`);
    const differing = tried.records.slice(0, fired.at).findIndex((record, at) => JSON.stringify([record.tool, record.output]) !== JSON.stringify([planned.records[at]?.tool, planned.records[at]?.output]));
    tally.count(differing < 0, `call ${differing + 1} answers otherwise than in the static twin, before anything has happened`);
  }
  const reached = tried.failure === null && here.fork().score().success;
  tally.count(!reached, "the plan succeeds in spite of the conflict");
  if (here.task.impossible !== undefined && fired !== null) tally.count(!reachesWithoutLooking(conflict, fired.at), `whoever leaves out ${tried.records[fired.at]!.tool} reaches the goal, which was said to be impossible`);
  return tally.result();
}

/** Whether the planned calls but one reach the goal here: the conflict has to arise for those, too, who do not look. */
function reachesWithoutLooking({ fresh, twin }: Conflict, left: number): boolean {
  const episode = fresh.fork();
  twin.made.forEach(({ tool, args }, at) => {
    if (at !== left) episode.step(tool, args);
  });
  return isReached(goalOf(episode));
}

/** Whether a firing wrote a row or made a tool unavailable. */
function changesSomething(episode: Episode, record: CallRecord, trigger: string): boolean {
  const { store, program } = episode.session;
  return record.writes.some(({ author }) => author === trigger) || store.tables[program.disabled]!.rows.some((reason) => reason !== null);
}

/** The calls that the plan makes while nothing happens, as an agent that knows no better makes them. */
function stepsOf({ twin }: Conflict): Step[] {
  return twin.made.filter(({ tool }) => tool !== "finish" && tool !== "report_infeasible").map(({ tool, args }) => ({ tool, args }));
}

/** Plays steps, each refused one as `again` has it, and says at the end what the plan says. */
function succeeds(conflict: Conflict, steps: readonly Step[], refused: (episode: Episode, step: Step) => "on" | "stop" = () => "on"): boolean {
  const episode = conflict.fresh.fork();
  for (const step of steps) {
    if (episode.step(step.tool, step.args).status !== "ok" && refused(episode, step) === "stop") break;
  }
  if (episode.session.ended === null) episode.step("finish", { summary: conflict.twin.session.ended?.text ?? "Done." });
  return episode.score().success;
}

/** Agents that act on what they knew before. */
function staleState(conflict: Conflict): OperatorResult {
  const tally = new Tally("stale state");
  const steps = stepsOf(conflict);
  const fails = (what: string, won: boolean): void => tally.count(!won, `an agent that ${what} succeeds`);
  fails("makes the planned calls, whatever they answer", succeeds(conflict, steps));
  fails("stops at the first refusal", succeeds(conflict, steps, () => "stop"));
  fails(`repeats what is refused ${RETRIES} times`, succeeds(conflict, steps, (episode, { tool, args }) => {
    for (let n = 0; n < RETRIES; n++) if (episode.step(tool, args).status === "ok") return "on";
    return "stop";
  }));
  const reads = new Set(conflict.fresh.session.world.tools.filter(({ hints }) => hints.readOnlyHint).map(({ name }) => name));
  fails("looks again and does as planned", succeeds(conflict, [...steps.filter(({ tool }) => reads.has(tool)), ...steps]));
  const seen = conflict.fresh.fork();
  for (const { tool, args } of steps.slice(0, (conflict.fired?.at ?? 0) + 1)) seen.step(tool, args);
  seen.step("report_infeasible", { reason: "It cannot be done any more." });
  fails("reports the task as infeasible when it sees the change", seen.score().success);
  return tally.result();
}

/** An agent that takes a refusal for a matter of format. */
function misdiagnosis(conflict: Conflict): OperatorResult {
  const tally = new Tally("misdiagnosis");
  const won = succeeds(conflict, stepsOf(conflict), (episode, { tool, args }) => {
    for (const other of otherFormats(args as Record<string, unknown>)) if (episode.step(tool, other).status === "ok") break;
    return "on";
  });
  tally.count(!won, "an agent that writes refused arguments in other formats succeeds");
  return tally.result();
}

/** The same arguments with their texts written otherwise, all at once. */
function otherFormats(args: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  const formats: ((text: string) => string)[] = [
    (text) => text.toLowerCase(), (text) => text.toUpperCase(), (text) => ` ${text} `, (text) => text.replace(/[-_]/g, " "), (text) => text.replace(/[-_ ]/g, ""), (text) => text.replace(/T(\d\d:\d\d).*$/, " $1"),
  ];
  return formats.map((format) => Object.fromEntries(Object.entries(args).map(([name, value]) => [name, typeof value === "string" ? format(value) : value])));
}

/** Gold's writing calls after the conflict that are none of the plan's, by place in gold. */
function corrections({ fresh, planned }: Conflict, goldRecords: readonly CallRecord[]): number[] {
  const from = firstFiring(fresh, goldRecords)?.at ?? 0;
  const known = new Set(planned.records.map(({ tool, args }) => JSON.stringify([tool, args])));
  return goldRecords.flatMap(({ tool, args, writes }, at) => (at >= from && writes.some(({ author }) => author === "agent") && !known.has(JSON.stringify([tool, args])) ? [at] : []));
}

/** Gold broken off after each correction but the last: who does not look whether that was enough has not done it. */
function noVerification(conflict: Conflict, goldRecords: readonly CallRecord[]): OperatorResult {
  const tally = new Tally("no verification");
  for (const at of corrections(conflict, goldRecords).slice(0, -1)) {
    const episode = conflict.fresh.fork();
    for (const { tool, args } of goldRecords.slice(0, at + 1)) episode.step(tool, args);
    if (episode.session.ended === null) episode.step("finish", { summary: "Done." });
    tally.count(!episode.score().success, `gold up to ${goldRecords[at]!.tool} (call ${at + 1}) is enough`);
  }
  return tally.result();
}

/** Corrections against the level: easy at most one; medium two or three; hard more, or more than one trigger. */
function difficulty(conflict: Conflict, goldRecords: readonly CallRecord[]): OperatorResult {
  const tally = new Tally("difficulty");
  const { level } = conflict.fresh.task;
  const names = conflictTriggers(conflict.fresh);
  const fired = new Set(goldRecords.flatMap(({ triggers }) => triggers.map(({ trigger }) => trigger).filter((name) => names.has(name)))).size;
  const n = corrections(conflict, goldRecords).length;
  const fits = level === "easy" ? n <= 1 : level === "medium" ? n === 2 || n === 3 : n > 3 || fired > 1;
  tally.count(fits, `the level is ${level}, but gold makes ${n} corrections after ${fired} triggers`);
  return tally.result();
}

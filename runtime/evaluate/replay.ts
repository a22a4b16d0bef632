/** Running a trajectory log again: every call must answer as it did and leave the state it left. */

import { isObject } from "../codec.js";
import { quote } from "../quote.js";
import type { CallRecord } from "../record.js";
import { Session } from "../session.js";
import { distractorsOf, TRAJECTORY_FORMAT, TRAJECTORY_VERSION, type TrajectoryHeader } from "../trajectory.js";
import type { WorldDef } from "../types.js";
import { Episode, undeclaredSeed } from "./episode.js";

/** What cannot be a log of this world. `line` counts from 1. */
export class LogError extends Error {
  override readonly name = "LogError";

  constructor(
    readonly code: "not-a-log" | "other-version" | "other-world" | "changed-world" | "unknown-task" | "changed-task" | "malformed",
    message: string,
    readonly line: number,
  ) {
    super(message);
  }
}

export interface LoggedCall {
  readonly line: number;
  readonly tool: string;
  readonly args: unknown;
  readonly status: string;
  readonly output: unknown;
  readonly faults: readonly string[];
  readonly hash: string;
  /** The whole line, for what else it says. */
  readonly said: Readonly<Record<string, unknown>>;
}

export interface ParsedLog {
  readonly header: TrajectoryHeader;
  readonly calls: readonly LoggedCall[];
}

/** The first call that came out otherwise, and how. */
export interface Differing {
  readonly line: number;
  readonly call: number;
  readonly tool: string;
  readonly what: string;
}

export interface ReplayResult {
  readonly session: Session;
  /** Present where the log is of a task. */
  readonly episode: Episode | null;
  readonly calls: number;
  readonly differing: Differing | null;
}

function json(text: string, line: number): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LogError(line === 1 ? "not-a-log" : "malformed", `Line ${line} is not JSON: the log is damaged or was cut off.`, line);
  }
  if (!isObject(value)) throw new LogError(line === 1 ? "not-a-log" : "malformed", `Line ${line} is not an object.`, line);
  return value;
}

/** The header alone, to find the world by. Throws `LogError`. */
export function parseHeader(text: string): TrajectoryHeader {
  const header = json(text.slice(0, text.indexOf("\n") < 0 ? undefined : text.indexOf("\n")), 1);
  if (header["format"] !== TRAJECTORY_FORMAT) throw new LogError("not-a-log", `This is no trajectory log: its \`format\` is ${quote(header["format"])}.`, 1);
  if (header["version"] !== TRAJECTORY_VERSION) throw new LogError("other-version", `Version ${quote(header["version"])} of the format is not known; this is version ${TRAJECTORY_VERSION}.`, 1);
  const { seed, faults } = header;
  if (!Number.isSafeInteger(seed) || (seed as number) < 0) throw new LogError("not-a-log", `The header's seed is ${quote(seed)}.`, 1);
  if (faults !== "seeded" && faults !== "off" && faults !== "recorded") throw new LogError("not-a-log", `The header's \`faults\` is ${quote(faults)}.`, 1);
  if (header["triggers"] !== undefined && header["triggers"] !== "off") throw new LogError("not-a-log", `The header's \`triggers\` is ${quote(header["triggers"])}.`, 1);
  const { distractors } = header;
  if (distractors !== undefined && !(Array.isArray(distractors) && distractors.every((name) => typeof name === "string"))) throw new LogError("not-a-log", `The header's \`distractors\` is ${quote(distractors)}.`, 1);
  return header as unknown as TrajectoryHeader;
}

/** A whole log. Throws `LogError`. */
export function parseLog(text: string): ParsedLog {
  const header = parseHeader(text);
  const calls: LoggedCall[] = [];
  text.split("\n").forEach((line, i) => {
    if (i === 0 || line.trim() === "") return;
    const call = json(line, i + 1);
    const { tool, status, hash, faults = [] } = call;
    if (typeof tool !== "string" || typeof status !== "string" || typeof hash !== "string" || !Array.isArray(faults)) {
      throw new LogError("malformed", `Line ${i + 1} is no call: it lacks \`tool\`, \`status\` or \`hash\`, or its \`faults\` is no list.`, i + 1);
    }
    calls.push({ line: i + 1, tool, args: call["args"], status, output: call["output"], faults: faults as string[], hash, said: call });
  });
  return { header, calls };
}

/** What else a line says of a call, and should not: validity, clock, faults, triggers, writes, diagnostic. */
function differingField(record: CallRecord, said: Readonly<Record<string, unknown>>): string | null {
  const made = record.toJSON() as Readonly<Record<string, unknown>>;
  const { hash: _hash, ...rest } = said;
  for (const name of new Set([...Object.keys(made), ...Object.keys(rest)])) {
    if (JSON.stringify(made[name]) !== JSON.stringify(rest[name])) return `${name} ${quote(made[name]).slice(0, 120)}, not ${quote(rest[name]).slice(0, 120)}`;
  }
  return null;
}

/** Runs a log on its world; stops at the first call that comes out otherwise. Throws `LogError`, `StartError`, `VoidSeed`. */
export function replayLog(world: WorldDef, log: ParsedLog): ReplayResult {
  const { header } = log;
  if (header.world !== world.name) throw new LogError("other-world", `The log is of the world ${quote(header.world)}, not of ${quote(world.name)}.`, 1);
  if (header.semanticHash !== world.semanticHash) throw new LogError("changed-world", `The world ${world.name} has changed its meaning since the log was made.`, 1);
  const options = { seed: header.seed, faults: header.faults === "seeded" ? ("seeded" as const) : ("off" as const), ...(header.triggers === undefined ? {} : { triggers: header.triggers }), ...(header.distractors === undefined ? {} : { distractors: header.distractors.length }) };
  const task = header.task === undefined ? null : world.tasks.find(({ name }) => name === header.task);
  if (task === undefined) throw new LogError("unknown-task", `The world ${world.name} has no task ${quote(header.task)}.`, 1);
  if (task !== null && task.hash !== header.taskHash) throw new LogError("changed-task", `The task ${task.name} has changed its meaning since the log was made.`, 1);
  const undeclared = task === null ? null : undeclaredSeed(task, header.seed);
  if (undeclared !== null) throw new LogError("changed-task", undeclared, 1);
  const servers = world.apps.filter(({ server }) => server === true).length;
  if ((header.distractors?.length ?? 0) > servers) throw new LogError("not-a-log", `The header names ${header.distractors!.length} servers, and the world ${world.name} has ${servers}.`, 1);
  const episode = task === null ? null : Episode.start(world, task, options);
  const session = episode?.session ?? Session.start(world, options);
  const { distractors } = distractorsOf(session);
  if (JSON.stringify(distractors) !== JSON.stringify(header.distractors)) throw new LogError("not-a-log", `The header's servers are not those that seed ${header.seed} offers.`, 1);
  let made = 0;
  for (const call of log.calls) {
    const forced = header.faults === "recorded" ? { faults: call.faults } : undefined;
    let record;
    try {
      record = episode === null ? session.call(call.tool, call.args, forced) : episode.step(call.tool, call.args, forced);
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown;
      return { session, episode, calls: made, differing: { line: call.line, call: made + 1, tool: call.tool, what: thrown.message } };
    }
    made++;
    const what =
      record.status !== call.status
        ? `status ${record.status}, not ${call.status}`
        : JSON.stringify(record.output) !== JSON.stringify(call.output)
          ? `output ${quote(record.output).slice(0, 120)}, not ${quote(call.output).slice(0, 120)}`
          : session.hash() !== call.hash
            ? `state ${session.hash()}, not ${call.hash}`
            : differingField(record, call.said);
    if (what !== null) return { session, episode, calls: made, differing: { line: call.line, call: made, tool: call.tool, what } };
  }
  return { session, episode, calls: made, differing: null };
}

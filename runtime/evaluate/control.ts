/**
 * The control protocol for training loops: one JSON object a line, a request and its response. Many episodes live in one
 * process, each under a name that `reset` or `fork` gives.
 */

import { isObject } from "../codec.js";
import { kernelTools } from "../kernel.js";
import { quote } from "../quote.js";
import { recent } from "../recent.js";
import { Session } from "../session.js";
import { StartError } from "../start.js";
import { diagnosticOf } from "../thrown.js";
import type { WorldDef } from "../types.js";
import { Episode, undeclaredSeed, VoidSeed, type EpisodeOptions } from "./episode.js";
import type { TaskDef } from "./types.js";

export type ControlCode = "not-json" | "not-a-request" | "unknown-op" | "unknown-episode" | "unknown-task" | "bad-argument" | "void-seed" | "cannot-start" | "too-many-episodes" | "no-task" | "internal";

export type ControlResponse = { readonly id?: unknown; readonly ok: true; readonly [field: string]: unknown } | { readonly id?: unknown; readonly ok: false; readonly error: { readonly code: ControlCode; readonly message: string } };

/** Episodes that one process holds at most. */
const MOST_EPISODES = 10_000;
/** Starts that one process remembers; one of a large world has some megabytes. */
const MOST_STARTS = 32;

class Refused extends Error {
  constructor(
    readonly code: ControlCode,
    message: string,
  ) {
    super(message);
  }
}

type Request = Readonly<Record<string, unknown>>;

/** One running instance: of a task, or of the bare world. */
interface Running {
  readonly session: Session;
  readonly episode: Episode | null;
}

function begin(world: WorldDef, task: TaskDef | null, options: EpisodeOptions): Running {
  if (task === null) return { session: Session.start(world, options), episode: null };
  const episode = Episode.start(world, task, options);
  return { session: episode.session, episode };
}

function forkOf(running: Running, options: { readonly salt?: string }): Running {
  const episode = running.episode?.fork(options) ?? null;
  return { session: episode?.session ?? running.session.fork(options), episode };
}

export class Control {
  private readonly running = new Map<string, Running>();
  /**
   * Starts by what a `reset` asks for, the least recently used first. Nobody makes a call on them: each `reset` gets a fork,
   * so that setting a world up and playing gold are paid for once per task, seed and options.
   */
  private readonly starts = new Map<string, Running>();
  private named = 0;

  constructor(private readonly world: WorldDef) {}

  /** Answers one line. Never throws. */
  line(text: string): ControlResponse {
    let request: unknown;
    try {
      request = JSON.parse(text);
    } catch {
      return { ok: false, error: { code: "not-json", message: "A request is one JSON object on a line." } };
    }
    if (!isObject(request)) return { ok: false, error: { code: "not-a-request", message: `A request is a JSON object, not ${quote(request)}.` } };
    const id = Object.hasOwn(request, "id") ? { id: request["id"] } : {};
    try {
      return { ...id, ok: true, ...this.answer(request) };
    } catch (thrown) {
      if (thrown instanceof Refused) return { ...id, ok: false, error: { code: thrown.code, message: thrown.message } };
      if (thrown instanceof VoidSeed) return { ...id, ok: false, error: { code: "void-seed", message: thrown.message } };
      if (thrown instanceof StartError) return { ...id, ok: false, error: { code: "cannot-start", message: thrown.message } };
      if (thrown instanceof RangeError) return { ...id, ok: false, error: { code: "bad-argument", message: thrown.message } };
      return { ...id, ok: false, error: { code: "internal", message: diagnosticOf(thrown, "").message } };
    }
  }

  private answer(request: Request): Readonly<Record<string, unknown>> {
    switch (request["op"]) {
      case "world":
        return { world: this.world.name, semanticHash: this.world.semanticHash, tasks: this.world.tasks.map(({ name, level, seeds }) => ({ name, level, seeds })) };
      case "tools":
        return { tools: [...this.world.tools.filter(({ forUser }) => forUser !== true), ...kernelTools].map(({ name, description, inputSchema }) => ({ name, description, inputSchema })) };
      case "reset":
        return this.reset(request);
      case "step":
        return this.step(request);
      case "score": {
        const { episode } = this.find(request);
        if (episode === null) throw new Refused("no-task", "This episode is of no task, so there is nothing to score.");
        return { score: episode.score() };
      }
      case "fork": {
        const running = this.find(request);
        const salt = request["salt"];
        if (salt !== undefined && typeof salt !== "string") throw new Refused("bad-argument", "`salt` is a text.");
        return { episode: this.keep(forkOf(running, salt === undefined ? {} : { salt })) };
      }
      case "close":
        this.find(request);
        this.running.delete(request["episode"] as string);
        return {};
      default:
        throw new Refused("unknown-op", `\`op\` is world, tools, reset, step, score, fork or close, not ${quote(request["op"])}.`);
    }
  }

  private reset(request: Request): Readonly<Record<string, unknown>> {
    const { seed, task: name, faults = "seeded", triggers = "on", distractors } = request;
    if (!Number.isSafeInteger(seed) || (seed as number) < 0) throw new Refused("bad-argument", `\`seed\` is a whole number from 0, not ${quote(seed)}.`);
    if (faults !== "seeded" && faults !== "off") throw new Refused("bad-argument", `\`faults\` is "seeded" or "off", not ${quote(faults)}.`);
    if (triggers !== "on" && triggers !== "off") throw new Refused("bad-argument", `\`triggers\` is "on" or "off", not ${quote(triggers)}.`);
    if (distractors !== undefined && !Number.isSafeInteger(distractors)) throw new Refused("bad-argument", "`distractors` is a whole number.");
    const options = { seed: seed as number, faults: faults as "seeded" | "off", triggers: triggers as "on" | "off", ...(distractors === undefined ? {} : { distractors: distractors as number }) };
    const task = name === undefined || name === null ? null : this.world.tasks.find((one) => one.name === name);
    if (task === undefined) throw new Refused("unknown-task", `There is no task ${quote(name)}.`);
    const undeclared = task === null ? null : undeclaredSeed(task, options.seed);
    if (undeclared !== null) throw new Refused("bad-argument", undeclared);
    const running = forkOf(this.startOf(task, options), {});
    const { session, episode } = running;
    return { episode: this.keep(running), ...(episode === null ? {} : { ask: episode.ask }), clock: session.clock };
  }

  private startOf(task: TaskDef | null, options: EpisodeOptions): Running {
    const key = JSON.stringify([task?.name, options]);
    return recent(this.starts, key, MOST_STARTS, () => begin(this.world, task, options));
  }

  private step(request: Request): Readonly<Record<string, unknown>> {
    const { session, episode } = this.find(request);
    const { tool, args = {} } = request;
    if (typeof tool !== "string") throw new Refused("bad-argument", `\`tool\` is the name of a tool, not ${quote(tool)}.`);
    const { status, output } = episode === null ? session.call(tool, args) : episode.step(tool, args);
    return { status, output, clock: session.clock, ended: session.ended !== null };
  }

  private find(request: Request): Running {
    const found = typeof request["episode"] === "string" ? this.running.get(request["episode"]) : undefined;
    if (found === undefined) throw new Refused("unknown-episode", `There is no episode ${quote(request["episode"])}.`);
    return found;
  }

  private keep(running: Running): string {
    if (this.running.size >= MOST_EPISODES) throw new Refused("too-many-episodes", `There are ${MOST_EPISODES} episodes open; close some.`);
    const name = `e${++this.named}`;
    this.running.set(name, running);
    return name;
  }
}

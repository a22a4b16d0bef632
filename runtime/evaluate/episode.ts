/** One instance of a task while an agent is at it: reset, step, score, fork. */

import { performCall, type CallOptions } from "../call.js";
import { RuntimeDiagnostic } from "../failure.js";
import { quote } from "../quote.js";
import { Random } from "../random.js";
import type { CallRecord, Validity } from "../record.js";
import { snapshotOf, type Snapshot } from "../snapshot.js";
import { Session, type FaultMode, type SessionOptions } from "../session.js";
import { beginningFailed, StartError } from "../start.js";
import type { Store } from "../store.js";
import { encodeArgs } from "../testing.js";
import type { WorldDef } from "../types.js";
import type { Called } from "./goal.js";
import { playPlan, type PlanResult } from "./plan.js";
import { scoreEpisode, type Score } from "./score.js";
import type { Bound, TaskDef, TaskStart, UserDef } from "./types.js";
import { answerOf } from "./user.js";

/** A seed for which a task has no instance; `reason` says why. */
export class VoidSeed extends Error {
  override readonly name = "VoidSeed";

  constructor(readonly reason: string) {
    super(`This seed is void: ${reason}`);
  }
}

/** What came of one seed: something, or why it is void, or why the instance cannot be set up, which is the world's or the task's fault. */
export type OnSeed<T> = { readonly seed: number; readonly made: T } | { readonly seed: number; readonly void: string } | { readonly seed: number; readonly broken: string };

/** What `make` gives on each seed of a task, in order. As lazy as its reader. */
export function* bySeed<T>({ seeds }: Pick<TaskDef, "seeds">, make: (seed: number) => T): Generator<OnSeed<T>> {
  for (let seed = seeds.from; seed <= seeds.to; seed++) {
    let made: T;
    try {
      made = make(seed);
    } catch (error) {
      if (error instanceof VoidSeed) yield { seed, void: error.reason };
      else if (error instanceof StartError) yield { seed, broken: `${error.message}${error.src === undefined ? "" : ` (${error.src})`}` };
      else throw error;
      continue;
    }
    yield { seed, made };
  }
}

/** Why a task has no instance of a seed that it does not declare; null where it does. */
export function undeclaredSeed({ name, seeds: { from, to } }: Pick<TaskDef, "name" | "seeds">, seed: number): string | null {
  return seed >= from && seed <= to ? null : `The task ${name} has ${from === to ? `seed ${from} alone` : `the seeds ${from}..${to}`}, not ${seed}.`;
}

export interface EpisodeOptions extends Omit<SessionOptions, "seed"> {
  readonly seed: number;
  /** Leave out the task's `setup` block: the instance as somebody takes it for who expects no mess. */
  readonly clean?: boolean;
  /** Values for some givens in place of their own. */
  readonly given?: Bound;
  /** Begin as the task's solvable twin does. */
  readonly twin?: boolean;
}

/** How many calls ended how (ComplexMCP, section 4.2, with faults apart). */
export type Counts = Readonly<Record<Validity, number>>;

/** A task's own faults and triggers stand after its world's. */
const worlds = new WeakMap<TaskDef, WorldDef>();

function worldOf(world: WorldDef, task: TaskDef): WorldDef {
  if (task.faults.length === 0 && task.triggers.length === 0) return world;
  let own = worlds.get(task);
  if (own === undefined) {
    own = { ...world, faults: [...world.faults, ...task.faults], triggers: [...world.triggers, ...task.triggers] };
    worlds.set(task, own);
  }
  return own;
}

class Starting implements TaskStart {
  constructor(
    private readonly clean: boolean,
    private readonly instead: Bound,
  ) {}

  setup(edit: () => void): void {
    if (!this.clean) edit();
  }

  given<T>(name: string, value: () => T): NonNullable<T> {
    if (name in this.instead) return this.instead[name] as NonNullable<T>;
    let found: T;
    try {
      found = value();
    } catch (thrown) {
      if (thrown instanceof RuntimeDiagnostic && thrown.code === "nothing-to-pick") throw new VoidSeed(`there is nothing to pick \`${name}\` from.`);
      throw thrown;
    }
    if (found === null || found === undefined) throw new VoidSeed(`\`${name}\` is none.`);
    return found;
  }

  require(test: () => boolean, text: string): void {
    if (!test()) throw new VoidSeed(`it does not hold that ${text}.`);
  }
}

/** The user uses a tool of an app of theirs, within the agent's call that asked for it, and says what came of it. */
function userDoes(session: Session, { tool, args }: UserDef["does"][number]): string {
  const { program, store } = session;
  const { status, output } = performCall(session, tool, encodeArgs(program.tools[program.toolNumbers.get(tool)!]!, args(), store), { byUser: true });
  return typeof output === "string" ? output : status === "ok" ? "Done." : quote(output);
}

export class Episode {
  /** Calls so far, as goals see them. */
  readonly calls: Called[] = [];
  /** The same with their arguments, for replaying on a twin. */
  readonly made: { readonly tool: string; readonly args: unknown; readonly output: unknown; readonly validity: Validity }[] = [];

  private constructor(
    readonly task: TaskDef,
    readonly session: Session,
    /** The state when the agent began. */
    readonly start: Store,
    readonly given: Bound,
    /** The instruction. */
    readonly ask: string,
    readonly options: EpisodeOptions,
    private readonly world: WorldDef,
  ) {
    session.respond = (at, message) => answerOf(task.user(at.store, given as never), message, (done) => userDoes(at, done));
  }

  /** Sets an instance up. Throws `VoidSeed`, and `StartError` where `init`, the task's set-up or its instruction fails. */
  static start(world: WorldDef, task: TaskDef, options: EpisodeOptions): Episode {
    let given: Bound = {};
    const session = Session.start(worldOf(world, task), options, (store) => {
      const random = new Random(String(options.seed), `task/${task.name}`);
      given = task.start(store, random, new Starting(options.clean === true, options.given ?? {}));
      store.givens = given;
      if (options.twin === true) task.twin?.(store, random, given as never);
    });
    const begun = session.fork().store;
    let ask: string;
    try {
      ask = task.ask(begun, given as never);
    } catch (thrown) {
      throw beginningFailed(thrown);
    }
    return new Episode(task, session, begun, given, ask, options, world);
  }

  /** Makes a call for the agent. Never throws. */
  step(tool: string, args: unknown, options?: CallOptions): CallRecord {
    const record = this.session.call(tool, args, options);
    const { tool: called, output, validity } = record;
    this.calls.push({ tool: called, ok: validity === "valid" });
    this.made.push({ tool: called, args, output, validity });
    return record;
  }

  /** Takes the agent's last call back; false where there is none. */
  undo(): boolean {
    if (this.made.pop() === undefined) return false;
    this.calls.pop();
    return this.session.undo();
  }

  get counts(): Counts {
    const counts = { valid: 0, "execution failure": 0, "syntactic error": 0, fault: 0 };
    for (const { validity } of this.made) counts[validity]++;
    return counts;
  }

  /** Another episode with the same past. */
  fork(options: { readonly salt?: string } = {}): Episode {
    const copy = new Episode(this.task, this.session.fork(options), this.start, this.given, this.ask, this.options, this.world);
    copy.calls.push(...this.calls);
    copy.made.push(...this.made);
    return copy;
  }

  /** Plays gold as the agent. `binders`: which candidates to take, else the first ones. */
  playGold(binders: Bound): PlanResult {
    return this.play(this.task.gold, binders);
  }

  /** Plays as the agent the plan for when nothing goes wrong; null where the task has none. */
  playNominal(binders: Bound): PlanResult | null {
    const { nominal } = this.task;
    return nominal === undefined ? null : this.play(nominal, binders);
  }

  private play(plan: TaskDef["gold"], binders: Bound): PlanResult {
    return playPlan(this.session, this.task, plan, this.given, binders, (tool, args) => this.step(tool, args));
  }

  /** A fresh session at the start, for reference runs. */
  freshSession(options: { readonly faults?: FaultMode; readonly costs?: SessionOptions["costs"] } = {}): Session {
    return this.session.forkAt(this.start, options);
  }

  /** The same task, seed and world, set up otherwise. Throws as `start` does. */
  again(options: Partial<EpisodeOptions>): Episode {
    return Episode.start(this.world, this.task, { ...this.options, ...options });
  }

  /** Another instance of the same task and seed that is its solvable twin: as `twin` edits it, else the static one. */
  twin(): Episode {
    return this.again(this.task.twin === undefined ? { triggers: "off" } : { twin: true });
  }

  /** Whether the goal cannot be reached here. What only a conflict makes impossible is possible in the static twin. */
  get impossible(): boolean {
    const { impossible, twin, conflict } = this.task;
    return impossible !== undefined && !(this.session.triggers === "off" && twin === undefined && conflict !== undefined);
  }

  /** What an end is compared with: gold; in the static twin the plan for when nothing goes wrong, where there is one. */
  get reference(): TaskDef["gold"] {
    return (this.session.triggers === "off" ? this.task.nominal : undefined) ?? this.task.gold;
  }

  /** The state as JSON, as one of the world: with nothing that the task's own faults and triggers remember. */
  snapshot(): Snapshot {
    return snapshotOf(this.session, this.world);
  }

  score(): Score {
    return scoreEpisode(this);
  }
}


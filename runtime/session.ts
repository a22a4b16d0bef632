/**
 * A session: one agent's run in a world. Its future is a function of the world, the seed and the calls.
 */

import { formatDateTime } from "./calendar.js";
import { performCall, type CallOptions } from "./call.js";
import { moveClock } from "./clock.js";
import type { Db } from "./db.js";
import { differenceOfStates, differenceSince, type Write } from "./difference.js";
import { Draws } from "./draws.js";
import type { Mark } from "./journal.js";
import { offerTools } from "./offer.js";
import { programOf, staticTwin, type Program } from "./program.js";
import { Random } from "./random.js";
import type { CallRecord } from "./record.js";
import { restoreStore, type RestoreOptions } from "./restore.js";
import { snapshotOf, type Snapshot } from "./snapshot.js";
import { checkSeed, setUp } from "./start.js";
import type { Store } from "./store.js";
import type { Ended } from "./system.js";
import { settleTriggers, type Firing } from "./triggers.js";
import type { WorldDef } from "./types.js";

/** `seeded`: faults strike as chance, limits and hours have it. `off`: none does, unless a call forces it. */
export type FaultMode = "seeded" | "off";

/** Whether triggers that have a conflict type fire. */
export type TriggerMode = "on" | "off";

export interface SessionOptions {
  /** A whole number ≥ 0 that fixes the initial state and everything left to chance. */
  readonly seed: number;
  readonly faults?: FaultMode;
  /** What calls cost: drawn, or always the least or the most that they may. */
  readonly costs?: "seeded" | "low" | "high";
  /** `off`: the static twin, without the triggers that have a conflict type. */
  readonly triggers?: TriggerMode;
  /** How many of the world's servers are offered beside its apps, drawn by the seed; all of them if left out. */
  readonly distractors?: number;
}

/** The moments before each call, last first. */
interface Past {
  readonly position: number;
  readonly previous: Past | null;
}

export class Session {
  private past: Past | null = null;
  /** What the user says to a message, and does because of it; null where there is nobody. */
  respond: ((session: Session, message: string) => string) | null = null;

  private constructor(
    readonly program: Program,
    /** The state. Generated code and evaluators see it as `db`. */
    readonly store: Store,
    readonly seed: number,
    readonly faults: FaultMode,
    /** Distinguishes another future of the same state; empty for the future the seed alone fixes. */
    readonly salt: string,
    readonly draws: Draws,
    /** Wire names of the tools that can be called, the kernel's included. */
    readonly toolNames: readonly string[],
    readonly costs: NonNullable<SessionOptions["costs"]>,
  ) {
    store.draws = draws.seed;
  }

  /** Sets a world up; `prepare` edits the state after `init`, as part of it. Throws `StartError` for a bad seed and where `init` fails, `RangeError` for more distractors than there are. */
  static start(world: WorldDef, options: SessionOptions, prepare?: (store: Store) => void): Session {
    const { seed, faults = "seeded", distractors, costs = "seeded" } = options;
    checkSeed(seed);
    const program = programOf(options.triggers === "off" ? staticTwin(world) : world);
    const toolNames = offered(program, seed, distractors);
    const store = setUp(program, String(seed), prepare);
    return new Session(program, store, seed, faults, "", drawsOf(program, seed, ""), toolNames, costs);
  }

  /** A session from a snapshot, with the same future. Throws `SnapshotError`, and `RangeError` as `start` does. */
  static restore(world: WorldDef, snapshot: unknown, options: RestoreOptions = {}): Session {
    const program = programOf(world);
    const { store, seed, faults, salt } = restoreStore(program, snapshot, options);
    return new Session(program, store, seed, faults, salt, drawsOf(program, seed, salt), offered(program, seed, options.distractors), "seeded");
  }

  /** Whether a tool of this name can be called. */
  offers(tool: string): boolean {
    return this.toolNames === this.program.toolNames ? this.program.offered.has(tool) : this.toolNames.includes(tool);
  }

  get world(): WorldDef {
    return this.program.world;
  }

  get triggers(): TriggerMode {
    return this.world.static === true ? "off" : "on";
  }

  /** The state, for reading; writes belong into calls or `edit`. */
  get db(): Db {
    return this.store;
  }

  /** The clock as `2026-07-14T09:30:00`. */
  get clock(): string {
    return formatDateTime(this.store.now);
  }

  /** How the session ended, or null while it goes on. */
  get ended(): Ended | null {
    return this.store.tables[this.program.ended]!.rows[0] as Ended | null;
  }

  /** Makes a call. Never throws, whatever `tool` and `args` are; an unknown name in `options.faults` is a `RangeError`. */
  call(tool: string, args: unknown, options?: CallOptions): CallRecord {
    const position = this.store.journal.length;
    this.store.forgetFirings();
    const record = performCall(this, tool, args, options);
    this.past = { position, previous: this.past };
    return record;
  }

  /** Takes back the last call and whatever came after it. False where there is none left (since start or restoring). */
  undo(): boolean {
    if (this.past === null) return false;
    this.store.rewind(this.past.position);
    this.past = this.past.previous;
    return true;
  }

  /** Another session with the same state, past and future; with a `salt`, with another future. */
  fork(options: { readonly salt?: string } = {}): Session {
    const salt = options.salt ?? this.salt;
    const draws = salt === this.salt ? this.draws : drawsOf(this.program, this.seed, salt);
    const fork = new Session(this.program, this.store.fork(), this.seed, this.faults, salt, draws, this.toolNames, this.costs);
    fork.past = this.past;
    fork.respond = this.respond;
    return fork;
  }

  /** Another session of the same world, seed and draws on a fork of some state of it, such as its start. */
  forkAt(state: Store, options: { readonly faults?: FaultMode; readonly costs?: SessionOptions["costs"] } = {}): Session {
    const { faults = this.faults, costs = this.costs } = options;
    const fork = new Session(this.program, state.fork(), this.seed, faults, this.salt, this.draws, this.toolNames, costs);
    fork.respond = this.respond;
    return fork;
  }

  /** 16 hexadecimal digits for the rows of the world and the clock. */
  hash(): string {
    return this.store.hash();
  }

  /** The same, worked out from scratch: for tests. */
  fullHash(): string {
    return this.store.fullHash();
  }

  /** The whole state as JSON; `Session.restore` goes on exactly from here. */
  snapshot(): Snapshot {
    return snapshotOf(this);
  }

  /** This moment, for `difference`. Valid for this session and its forks, also after undo. */
  mark(): Mark {
    return this.store.journal.mark();
  }

  /** What changed from a moment, or from another session of this world, to now; by table, then row. */
  difference(from: Mark | Session): Write[] {
    const other = from instanceof Session ? from : null;
    if (other !== null && other.program !== this.program) throw new TypeError("The sessions are of different worlds.");
    const since = other === null ? (from as Mark) : other.mark();
    const writes = differenceSince(this.store, since, other?.store ?? this.store);
    if (writes !== null) return writes;
    if (other === null) throw new TypeError("The mark belongs to another session.");
    return differenceOfStates(this.store, other.store);
  }

  /** Puts the clock to a reading (seconds since 1970): for replaying recorded runs. */
  setClock(seconds: number): void {
    this.edit("kernel", () => moveClock(this.store, seconds));
  }

  /** Lets time pass between calls. Gives the triggers that fired on the way. */
  advance(seconds: number): readonly Firing[] {
    this.store.forgetFirings();
    this.edit("kernel", () => this.store.advance(seconds));
    return this.store.fired;
  }

  /**
   * Writes outside a call, as one transaction: set-up of tasks, fixtures. Throws what the body throws (`Failure`,
   * `RuntimeDiagnostic`), with nothing written.
   */
  edit<T>(author: string, body: (db: Db) => T): T {
    const { store } = this;
    store.author = author;
    store.begin();
    try {
      const value = body(store);
      store.commit();
      settleTriggers(store, false);
      return value;
    } catch (thrown) {
      store.rollback();
      throw thrown;
    }
  }

  /** A random stream of this session's seed by name; each call starts it over. */
  random(stream: string): Random {
    return new Random(String(this.seed), stream);
  }
}

function offered(program: Program, seed: number, distractors: number | undefined): readonly string[] {
  return distractors === undefined ? program.toolNames : offerTools(program, String(seed), distractors);
}

function drawsOf(program: Program, seed: number, salt: string): Draws {
  return new Draws(salt === "" ? String(seed) : `${seed}~${salt}`, program.streams);
}

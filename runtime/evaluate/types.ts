/** What a compiled task is to the runtime. */

import type { Db } from "../db.js";
import type { Random } from "../random.js";
import type { ExpectedCall, FaultDef, Ref, Table, TriggerDef, Value } from "../types.js";

/** Values that a task's `given`s, or a goal's binders, stand for: a row by its slot. */
export type Bound = Readonly<Record<string, Value>>;

/** What a task's set-up may do besides writing. Either ends it where the seed has no such instance. */
export interface TaskStart {
  /** The value; a seed for which it is `none`, or for which there is nothing to pick from, is void. */
  given<T>(name: string, value: () => T): NonNullable<T>;
  /** A seed for which it does not hold is void. */
  require(test: () => boolean, text: string): void;
  /** The `setup` block. */
  setup(edit: () => void): void;
}

export interface ItemMark {
  readonly label: () => string;
  /** The test as written. */
  readonly text: string;
  readonly src: string;
  /** True already at the start; it must stay so. */
  readonly keep?: true;
  /** Makes sense only once something has happened. */
  readonly dynamic?: true;
}

/** The states a goal is about, and what it may ask. */
export interface GoalContext {
  /** The state at the end. */
  readonly db: Db;
  readonly start: Db;
  /** What the agent said when it finished; empty where it did not. */
  readonly answer: string;
  /** The one created row that matches, or null. */
  one<R>(table: Table<R>, matches: (row: Ref<R>) => boolean): Ref<R> | null;
  none<R>(table: Table<R>, matches: (row: Ref<R>) => boolean): boolean;
  /** Whether a call of the tool succeeded. */
  called(tool: string): boolean;
  neverCalled(tool: string): boolean;
  /** Whether both succeeded, the first before the second at their first success. */
  calledBefore(first: string, second: string): boolean;
  /** Evaluates what items depend on; where it cannot be told, they all fail. */
  value<T>(of: () => T): T;
  some<T>(name: string, list: () => readonly T[], items: (member: T) => void): void;
  item(mark: ItemMark, holds: () => boolean, values: () => readonly Value[]): void;
  key(table: number, slot: number | null): string;
}

/** What a plan (`gold`, `nominal`) may do. */
export interface PlanContext {
  readonly db: Db;
  call(tool: string, args: Readonly<Record<string, Value>>, expected: ExpectedCall): Value;
  expect(holds: boolean, text: string, values: readonly Value[], src: string): void;
  key(table: number, slot: number | null): string;
  advance(seconds: number): void;
}

export interface UserDef {
  readonly persona?: string;
  readonly knows: readonly string[];
  readonly insists: readonly string[];
  readonly answers: readonly { readonly topics: readonly string[]; readonly text: string }[];
  /** Tools of apps for the user that it uses when a topic is named, with their arguments. */
  readonly does: readonly { readonly topics: readonly string[]; readonly tool: string; readonly args: () => Readonly<Record<string, Value>> }[];
}

/** Rows of a table, or one of their fields, that may change without counting. */
export interface MayChangeDef {
  readonly table: number;
  readonly field?: string;
  readonly where?: (db: Db, self: never, given: never) => boolean;
}

export interface TaskDef {
  readonly name: string;
  readonly src: string;
  readonly doc?: string;
  /** Hash of the task's meaning and the world's: logs bind to it. */
  readonly hash: string;
  readonly level: "easy" | "medium" | "hard" | "impossible";
  readonly seeds: { readonly from: number; readonly to: number };
  readonly unique: boolean;
  /** The type of the conflict that it is about: as it says, else that of its first trigger that has one. */
  readonly conflict?: string;
  /** What the task is about: the apps whose tools its plans call. */
  readonly apps: readonly string[];
  /** The task's own, after the world's. */
  readonly faults: readonly FaultDef[];
  readonly triggers: readonly TriggerDef[];
  readonly start: (db: Db, random: Random, task: TaskStart) => Bound;
  readonly ask: (db: Db, given: never) => string;
  readonly user: (db: Db, given: never) => UserDef;
  /** Givens that are rows and do not follow from other givens, with the number of their table and whether they are drawn by lot. */
  readonly roots: readonly { readonly name: string; readonly table: number; readonly drawn: boolean }[];
  readonly binders: readonly string[];
  readonly goal: (goal: GoalContext, given: never) => void;
  /** Why the goal cannot be reached; absent where it can. */
  readonly impossible?: (db: Db, given: never) => string;
  /** Seconds that pass before the end state is judged. */
  readonly settling?: number;
  readonly mayChange: readonly MayChangeDef[];
  readonly gold: (play: PlanContext, given: never, binders: never) => void;
  readonly nominal?: (play: PlanContext, given: never, binders: never) => void;
  /** Edits the start so that the goal is reachable. */
  readonly twin?: (db: Db, random: Random, given: never) => void;
}

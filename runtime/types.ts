/**
 * What a compiled world is to the runtime: plain descriptors and small functions, emitted by the compiler and linked
 * per world, so that table and tool numbers are constants of the generated code.
 *
 * Values at run time: `bool` boolean · `int` and `float` number · `money` whole cents · `string text url id` string ·
 * `datetime` whole seconds since 1970-01-01T00:00:00 (no time zone) · `date` whole days since 1970-01-01 ·
 * `time` seconds since midnight · `duration` whole seconds · `distance` metres · `point` `{lat, lon}` ·
 * enum: member name · kind: `{kind, …fields}` · record: object · list: array · entity: its slot in its table ·
 * `Set<E>`: array of slots in insertion order · `none`: null.
 */

import type { Db } from "./db.js";
import type { TaskDef } from "./evaluate/types.js";
import type { Random } from "./random.js";

/** A table of the world by number; the row type travels along for the type checker only. */
export type Table<R> = number & { readonly row?: R };

/** A row of a table by slot: its ordinal of creation, never reused. The row type travels along only for the type checker. */
export type Ref<R> = number & { readonly row?: R };

/** Any value of the language, as listed above. */
export type Value = unknown;

/** A stored row: immutable, replaced on write. */
export type Row = Readonly<Record<string, Value>>;

/** The type of a value, as far as crossing a boundary (arguments, results, snapshots) needs it. */
export type TypeDef =
  | { readonly t: "bool" | "int" | "float" | "money" | "string" | "datetime" | "date" | "time" | "duration" | "distance" | "point" | "none" }
  /** `wire` maps member names to what travels; absent where all are the same. */
  | { readonly t: "enum"; readonly name: string; readonly members: readonly string[]; readonly wire?: Readonly<Record<string, string>> }
  | { readonly t: "entity"; readonly table: number }
  | { readonly t: "set"; readonly table: number }
  | { readonly t: "list"; readonly of: TypeDef }
  | { readonly t: "maybe"; readonly of: TypeDef }
  /** `wire` renames fields on the wire; absent where all are the same. */
  | { readonly t: "record"; readonly fields: Readonly<Record<string, TypeDef>>; readonly wire?: Readonly<Record<string, string>> }
  /** `Record<Enum, T>`: one slot per member. */
  | { readonly t: "slots"; readonly members: readonly string[]; readonly wire?: Readonly<Record<string, string>>; readonly of: TypeDef }
  /** `Record<string, T>`. */
  | { readonly t: "dict"; readonly of: TypeDef }
  | { readonly t: "kind"; readonly name: string; readonly cases: Readonly<Record<string, Readonly<Record<string, TypeDef>>>> }
  /** A view that recurses down a tree relation names itself. */
  | { readonly t: "view"; readonly name: string; readonly of: () => TypeDef };

export interface FieldDef {
  readonly name: string;
  readonly type: TypeDef;
  /** What becomes of this row when the row it refers to is deleted. Only for `entity` and `maybe entity`. */
  readonly onDelete?: "restrict" | "cascade" | "detach";
  readonly unique?: true;
  readonly uncounted?: true;
  /** A `text`: compared as prose in scores. */
  readonly prose?: true;
  /** An instant that the program itself takes from the clock: its value does not count in scores, its presence does. */
  readonly stamped?: true;
  /** A tree relation: following it must never lead back. Checked at each write. */
  readonly tree?: true;
  /** The field's `where`: the sentence to fail with, or null. Run at each write of the field. */
  readonly refine?: (db: Db, value: never) => string | null;
}

export interface InverseDef {
  readonly name: string;
  /** The table whose rows point here, and by which field. Over a `Set` field it is found by scanning. */
  readonly table: number;
  readonly field: string;
  /** Ordered by this field of the pointing rows, then by creation. */
  readonly by?: string;
}

export interface CheckDef {
  readonly test: (db: Db, self: never) => boolean;
  readonly message: (db: Db, self: never) => string;
  readonly src: string;
}

export interface TableDef {
  /** `LightTalk.Contact`; the state of an app is the one-row table `LightTalk.state`. */
  readonly name: string;
  readonly kind: "entity" | "state";
  /** Names of the key's fields; empty for a keyless entity and for state. */
  readonly key: readonly string[];
  /** The prefix, when the key is an `id("…")`: the store makes the key. */
  readonly id?: string;
  /** A `folded` key is found whatever its case. */
  readonly folded?: true;
  readonly fields: readonly FieldDef[];
  readonly inverses: readonly InverseDef[];
  readonly checks: readonly CheckDef[];
  /** The sentence for an unknown key; `key` is what was asked for, as text. */
  readonly missing: (key: string) => string;
  readonly src: string;
}

/** A duration in seconds, or a range of them to draw from uniformly. */
export interface CostDef {
  readonly from: number;
  readonly to: number;
}

export interface ParamDef {
  /** On the wire. */
  readonly name: string;
  /** In the body. */
  readonly local: string;
  readonly type: TypeDef;
  /** Absent: required. Evaluated after the parameters before it. */
  readonly default?: (db: Db, args: never) => Value;
}

export interface GuardDef {
  readonly name: string;
  readonly src: string;
  /** Fails (throws `Failure`) where the guard does not hold; then makes its writes in the body's transaction. */
  readonly pass: (db: Db) => void;
}

/** MCP's four hints, inferred from the footprint. */
export interface HintsDef {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolDef {
  /** On the wire; unique in a world. */
  readonly name: string;
  readonly app: string;
  readonly title: string;
  readonly description: string;
  readonly src: string;
  readonly inputSchema: object;
  /** Schema of `{status, output}`. */
  readonly outputSchema: object;
  readonly hints: HintsDef;
  readonly params: readonly ParamDef[];
  readonly result: TypeDef;
  readonly guards: readonly GuardDef[];
  /** Refinements of parameters that read state or the clock: throws `Failure`. */
  readonly refine?: (db: Db, args: never) => void;
  readonly takes?: CostDef;
  /** Arguments by local name, decoded. Throws `Failure` for a business failure. */
  readonly body: (db: Db, args: never, random: never) => Value;
  /** The body draws: a tool of a server. */
  readonly draws?: true;
  /** Of an app that only the user moves: no agent can call it. */
  readonly forUser?: true;
}

export type FaultEffectDef =
  | { readonly kind: "error"; readonly afterCommit: boolean; readonly message: (db: Db) => string }
  | { readonly kind: "delay"; readonly range: (db: Db) => CostDef }
  /** The answer is the one of so many seconds ago; only of tools that do nothing but answer. */
  | { readonly kind: "stale"; readonly age: (db: Db) => number }
  /** A list keeps its first elements: by number of the tool the field that holds it; the answer itself where none is named. */
  | { readonly kind: "partial"; readonly count: (db: Db) => number; readonly fields: Readonly<Record<number, string>> };

export interface FaultDef {
  /** `LightTalk.network`. */
  readonly name: string;
  readonly src: string;
  /** Numbers of the tools it may strike. */
  readonly on: readonly number[];
  /** The tool that clears it, by the app's edges. */
  readonly cure?: number;
  readonly unless?: (db: Db) => boolean;
  /** A probability; absent: always. */
  readonly chance?: (db: Db) => number;
  /** Times of day, half open; a range that ends before it begins runs over midnight. */
  readonly during?: (db: Db) => { readonly from: number; readonly to: number };
  /** Strikes when more than `count` calls fall within the last `per` seconds. */
  readonly limit?: { readonly count: (db: Db) => number; readonly per: (db: Db) => number };
  readonly effect: FaultEffectDef;
}

/** A table and those of its fields that a trigger's conditions read; creations and deletions concern it anyway. */
export interface WatchDef {
  readonly table: number;
  readonly fields: readonly string[];
}

/**
 * Something that happens by itself: on a tool, at an instant, periodically, or (with none of these) when `when` comes to
 * hold. `row` is the bound row, or null; `args` are the call's parameters for `on`.
 */
export interface TriggerDef {
  /** `LightStock.fill`. */
  readonly name: string;
  /** When it fires, as written. */
  readonly why: string;
  readonly src: string;
  readonly conflict?: string;
  /** `all`: every row of the table, by creation. */
  readonly binding?: { readonly table: number; readonly all?: true; readonly rows: (db: Db) => readonly number[] };
  /** The number of the tool. */
  readonly on?: number;
  readonly at?: (db: Db, row: never, args: never) => number | null;
  /** Seconds. */
  readonly every?: number;
  readonly while?: (db: Db, row: never, args: never) => boolean;
  /** `enters`, or `leaves`: fires when what `inside` tells changes in that direction, if `when` holds then. */
  readonly crosses?: { readonly outwards: boolean; readonly inside: (db: Db, row: never, args: never) => boolean };
  readonly when?: (db: Db, row: never, args: never) => boolean;
  readonly until?: (db: Db, row: never, args: never) => boolean;
  readonly once?: true;
  readonly initially?: true;
  /** All rows of the table are bound, and none's condition depends on another. */
  readonly rowwise?: true;
  readonly readsClock?: true;
  readonly reads: readonly WatchDef[];
  readonly then: (db: Db, row: never, args: never, random: never) => void;
}

export interface AppDef {
  readonly name: string;
  /** Declared as a `server`: it has no state. */
  readonly server?: true;
  /** The table of its state, if it has any. */
  readonly state?: number;
  /** The initial row of its state, before `init` runs: defaults in order, `null` where `init` must set. */
  readonly initialState?: (db: Db) => Row;
  readonly init?: (db: Db, random: Random) => void;
}

export interface RuleDef {
  readonly label: string;
  readonly src: string;
  readonly holds: (db: Db) => boolean;
}

/** What a test or a plan says of one of its calls. Without `fails` it succeeds. `src` is `file:line`. */
export interface ExpectedCall {
  /** The text that its failure contains. */
  readonly fails?: string;
  /** The trigger that fires in it, for the first time. */
  readonly fires?: string;
  readonly src: string;
}

/** Runs a `test` block; made by `runtime/testing.ts`. */
export interface TestContext {
  readonly db: Db;
  /** Makes a call and gives its decoded output; throws where the outcome is not the one expected. */
  call(tool: string, args: Readonly<Record<string, Value>>, expected: ExpectedCall): Value;
  /** Throws unless `holds`; `text` is the expression as written, `values` what its sides were. */
  expect(holds: boolean, text: string, values: readonly Value[], src: string): void;
  /** A row as a failed expectation names it: by its key. */
  key(table: number, slot: number | null): string;
  advance(seconds: number): void;
}

export interface TestDef {
  readonly label: string;
  readonly src: string;
  readonly seed: number;
  readonly faults: boolean;
  readonly body: (t: TestContext) => void;
}

export interface WorldDef {
  readonly name: string;
  /** Hash of the meaning: snapshots and logs bind to it. */
  readonly semanticHash: string;
  readonly tables: readonly TableDef[];
  readonly tools: readonly ToolDef[];
  readonly faults: readonly FaultDef[];
  /** In the order in which they are considered. */
  readonly triggers: readonly TriggerDef[];
  /** Without its triggers that have a conflict type: see `staticTwin`. */
  readonly static?: true;
  readonly apps: readonly AppDef[];
  readonly rules: readonly RuleDef[];
  readonly tests: readonly TestDef[];
  readonly tasks: readonly TaskDef[];
  /** The clock at the start, in seconds since 1970. */
  readonly starts: (random: Random) => number;
  /** What a call costs whose tool does not say `takes`. */
  readonly callsTake?: CostDef;
  readonly policy?: string;
}

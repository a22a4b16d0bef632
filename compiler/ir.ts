/**
 * The intermediate representation: what a world means, typed and resolved, as plain JSON. Everything downstream
 * (generated code, manifests, footprints, and later evaluators and the verifier) reads this and nothing earlier.
 * Names of declarations are qualified (`LightTalk.Contact`); order is that of imports, then of the text.
 */

import type { Type } from "./types.js";

export const IR_VERSION = 3;

/** File number, start and end offset: where a node was written. */
export type At = readonly [file: number, start: number, end: number];

interface Node {
  readonly at: At;
}

interface Typed extends Node {
  readonly type: Type;
  /** A test on the way here excludes `none`, which the declared type allows. */
  readonly sure?: true;
}

export interface IrLambda {
  readonly params: readonly { readonly name: string; readonly type: Type }[];
  readonly body: IrExpr;
}

export type IrPattern =
  | { readonly k: "value"; readonly value: string | number | boolean }
  | { readonly k: "case"; readonly case: string };

/** An expression. `op` nodes are the closed set of built-in operations; `compiler/builtins.ts` names them. */
export type IrExpr =
  /** In run-time form: money in cents, datetimes in seconds, enum members by name. */
  | ({ readonly k: "lit"; readonly value: string | number | boolean | null } & Typed)
  | ({ readonly k: "local"; readonly name: string } & Typed)
  | ({ readonly k: "now" } & Typed)
  | ({ readonly k: "state"; readonly app: string; readonly field: string } & Typed)
  | ({ readonly k: "stateGet"; readonly app: string; readonly field: string } & Typed)
  | ({ readonly k: "field"; readonly of: IrExpr; readonly entity: string; readonly field: string } & Typed)
  | ({ readonly k: "get"; readonly of: IrExpr; readonly entity: string; readonly field: string } & Typed)
  /** `many`: a list; otherwise the row or none. */
  | ({ readonly k: "inverse"; readonly of: IrExpr; readonly entity: string; readonly field: string; readonly many: boolean } & Typed)
  /** A field of a record, view or narrowed case. */
  | ({ readonly k: "member"; readonly of: IrExpr; readonly field: string } & Typed)
  | ({ readonly k: "corpus"; readonly name: string } & Typed)
  | ({ readonly k: "all"; readonly entity: string } & Typed)
  /** `E[k]` (`must`) and `E.find(k)`. */
  | ({ readonly k: "find"; readonly entity: string; readonly key: readonly IrExpr[]; readonly must: boolean } & Typed)
  | ({ readonly k: "members"; readonly enum: string } & Typed)
  /** `value?.…`: none where `value` is none, else `body` with `local` bound to it. */
  | ({ readonly k: "chain"; readonly local: string; readonly value: IrExpr; readonly body: IrExpr } & Typed)
  | ({ readonly k: "op"; readonly op: string; readonly args: readonly IrExpr[]; readonly lambdas: readonly IrLambda[] } & Typed)
  | ({ readonly k: "if"; readonly test: IrExpr; readonly then: IrExpr; readonly else: IrExpr } & Typed)
  /** `local` is bound to the value in the arms; an arm without patterns is the default. */
  | ({
      readonly k: "match";
      readonly value: IrExpr;
      readonly local: string;
      readonly arms: readonly { readonly patterns: readonly IrPattern[]; readonly value: IrExpr }[];
    } & Typed)
  | ({ readonly k: "is"; readonly value: IrExpr; readonly case: string } & Typed)
  | ({ readonly k: "record"; readonly fields: readonly { readonly name: string; readonly value: IrExpr }[] } & Typed)
  | ({ readonly k: "list"; readonly items: readonly IrExpr[] } & Typed)
  | ({ readonly k: "case"; readonly kind: string; readonly case: string; readonly fields: readonly { readonly name: string; readonly value: IrExpr }[] } & Typed)
  | ({ readonly k: "template"; readonly parts: readonly (string | IrExpr)[] } & Typed)
  | ({ readonly k: "fn"; readonly fn: string; readonly args: readonly IrExpr[] } & Typed)
  | ({ readonly k: "view"; readonly view: string; readonly of: IrExpr; readonly list: boolean } & Typed)
  | ({ readonly k: "random"; readonly method: string; readonly args: readonly IrExpr[]; readonly lambdas: readonly IrLambda[]; readonly unique?: { readonly entity: string; readonly field: string } } & Typed)
  /** Only as the value of a `let`, `set` or `create` statement. */
  | ({ readonly k: "create"; readonly entity: string; readonly fields: readonly { readonly name: string; readonly value: IrExpr }[] } & Typed)
  /** Only in goals. `start`: the value at the start. `new`: the one created row that matches, or whether none does. */
  | ({ readonly k: "start"; readonly value: IrExpr } & Typed)
  | ({ readonly k: "new"; readonly count: "one" | "none"; readonly entity: string; readonly fields: readonly IrNewField[] } & Typed)
  | ({ readonly k: "called"; readonly tool: string; readonly before?: string; readonly never: boolean } & Typed)
  /** What the agent said when it finished. */
  | ({ readonly k: "answer" } & Typed)
  /** Only in tests, gold and nominal plans. */
  | ({ readonly k: "call"; readonly tool: string; readonly args: readonly { readonly name: string; readonly value: IrExpr }[]; readonly fails?: IrExpr; readonly fires?: string } & Typed);

export type IrTarget =
  | { readonly k: "field"; readonly of: IrExpr; readonly entity: string; readonly field: string }
  | { readonly k: "state"; readonly app: string; readonly field: string }
  /** `set f.seats[c] = …`: one slot of a `Record<Enum, T>`. */
  | { readonly k: "slot"; readonly target: IrTarget; readonly index: IrExpr; readonly of: IrExpr };

export type IrStmt =
  | ({ readonly k: "let"; readonly name: string; readonly value: IrExpr; readonly else?: IrExpr } & Node)
  | ({ readonly k: "require"; readonly test: IrExpr; readonly else: IrExpr } & Node)
  | ({ readonly k: "fail"; readonly message: IrExpr; readonly keep?: readonly IrStmt[] } & Node)
  | ({ readonly k: "create"; readonly value: IrExpr } & Node)
  | ({ readonly k: "set"; readonly target: IrTarget; readonly value: IrExpr } & Node)
  | ({ readonly k: "include" | "exclude"; readonly target: IrTarget; readonly value: IrExpr } & Node)
  | ({ readonly k: "delete"; readonly value: IrExpr; readonly entity: string } & Node)
  | ({ readonly k: "do"; readonly action: string; readonly args: readonly IrExpr[] } & Node)
  | ({ readonly k: "if"; readonly test: IrExpr; readonly then: readonly IrStmt[]; readonly else: readonly IrStmt[] } & Node)
  /** `entity` is set when rows are walked: rows deleted meanwhile are skipped. */
  | ({ readonly k: "for"; readonly name: string; readonly index?: string; readonly in: IrExpr; readonly entity?: string; readonly body: readonly IrStmt[] } & Node)
  | ({ readonly k: "repeat"; readonly count: IrExpr; readonly body: readonly IrStmt[] } & Node)
  | ({ readonly k: "return"; readonly value?: IrExpr } & Node)
  | ({ readonly k: "advance"; readonly by: IrExpr } & Node)
  | ({ readonly k: "disable"; readonly tool: string; readonly because: IrExpr } & Node)
  | ({ readonly k: "enable"; readonly tool: string } & Node)
  | ({ readonly k: "call"; readonly call: IrExpr } & Node)
  | ({ readonly k: "expect"; readonly test: IrExpr; readonly text: string } & Node);

/** One conjunct of a `where`: a test over the local `it`, its wording, and what of it a JSON Schema can say. */
export interface IrRefinement extends Node {
  readonly test: IrExpr;
  readonly text: string;
  readonly schema?: Readonly<Record<string, string | number | boolean>>;
}

export interface IrField extends Node {
  readonly name: string;
  readonly doc?: string;
  readonly type: Type;
  readonly onDelete?: "restrict" | "cascade" | "detach";
  readonly tree: boolean;
  readonly unique: boolean;
  readonly folded: boolean;
  readonly uncounted: boolean;
  /** May read earlier fields as locals, and state. */
  readonly default?: IrExpr;
  readonly where: readonly IrRefinement[];
}

export interface IrGet extends Node {
  readonly name: string;
  readonly doc?: string;
  readonly type: Type;
  /** Over the local `self` in an entity. */
  readonly value: IrExpr;
}

export interface IrInverse extends Node {
  readonly name: string;
  readonly doc?: string;
  readonly many: boolean;
  readonly entity: string;
  readonly field: string;
  readonly by?: string;
}

export interface IrCheck extends Node {
  readonly test: IrExpr;
  readonly message: IrExpr;
}

export interface IrEntity extends Node {
  readonly name: string;
  readonly app: string;
  readonly doc?: string;
  /** Names among `fields`. */
  readonly key: readonly string[];
  readonly fields: readonly IrField[];
  readonly gets: readonly IrGet[];
  readonly inverses: readonly IrInverse[];
  readonly checks: readonly IrCheck[];
  /** Over the local `key`. */
  readonly missing: IrExpr;
}

export interface IrView extends Node {
  readonly name: string;
  readonly app: string;
  readonly doc?: string;
  readonly entity: string;
  /** Over the local `self`. */
  readonly columns: readonly { readonly name: string; readonly doc?: string; readonly value: IrExpr }[];
}

export interface IrParam extends Node {
  readonly name: string;
  readonly local: string;
  readonly doc?: string;
  readonly type: Type;
  readonly default?: IrExpr;
  readonly where: readonly IrRefinement[];
  /** Fields of a record parameter or of the records of a list, with their own refinements. */
  readonly fields?: readonly IrParam[];
}

export interface IrGuard extends Node {
  readonly name: string;
  readonly app: string;
  readonly doc?: string;
  readonly requires: readonly { readonly test: IrExpr; readonly else: IrExpr; readonly at: At }[];
  readonly then: readonly IrStmt[];
}

export interface IrCost {
  /** Whole seconds. */
  readonly from: number;
  readonly to: number;
}

export interface IrTool extends Node {
  /** Qualified: `LightTalk.send_message`. */
  readonly name: string;
  readonly app: string;
  readonly wire: string;
  readonly doc?: string;
  readonly params: readonly IrParam[];
  readonly guards: readonly string[];
  readonly takes?: IrCost;
  readonly result: Type;
  readonly body: readonly IrStmt[];
}

export interface IrAction extends Node {
  readonly name: string;
  readonly app: string;
  readonly doc?: string;
  readonly params: readonly IrParam[];
  readonly body: readonly IrStmt[];
}

export interface IrFn extends Node {
  readonly name: string;
  /** What a region or a graph comes to: whether something lies in it, and what leads where. */
  readonly stands?: "region" | "graph";
  readonly app?: string;
  readonly doc?: string;
  readonly params: readonly IrParam[];
  readonly result: Type;
  /** Absent for an extern: then `module` says where it lives (`text` for `std/text`). */
  readonly body?: IrExpr;
  readonly module?: string;
}

export interface IrFault extends Node {
  readonly name: string;
  readonly app?: string;
  readonly doc?: string;
  /** Qualified names of the tools. */
  readonly on: readonly string[];
  readonly unless?: IrExpr;
  readonly chance?: IrExpr;
  readonly during?: { readonly from: IrExpr; readonly to: IrExpr };
  readonly limit?: { readonly count: IrExpr; readonly per: IrExpr };
  readonly effect:
    | { readonly k: "error"; readonly afterCommit: boolean; readonly message: IrExpr }
    | { readonly k: "delay"; readonly from: IrExpr; readonly to: IrExpr }
    /** The answer is the one of that long ago. `on` names only tools whose answer is all they are for. */
    | { readonly k: "stale"; readonly age: IrExpr }
    /** A list is cut short: by tool the field of the answer that holds it; the answer itself where none is named. */
    | { readonly k: "partial"; readonly count: IrExpr; readonly fields: Readonly<Record<string, string>> };
}

/**
 * Something that happens by itself. `then` runs with the bound row, and with the call's parameters for `on`. The body of
 * one with the event `at` or `every` may draw.
 */
export interface IrTrigger extends Node {
  readonly name: string;
  readonly app?: string;
  readonly doc?: string;
  /** `T1` … `ST3`. */
  readonly conflict?: string;
  /** When it fires, as written: `on hours(s) when s == shop`. */
  readonly text: string;
  /** `for o in Order.all`: one trigger per row of the list. */
  readonly binding?: { readonly name: string; readonly entity: string; readonly in: IrExpr };
  readonly event?:
    /** `params`: those of the tool that the trigger names: as the tool calls them, and as the trigger does. */
    | { readonly k: "on"; readonly tool: string; readonly params: readonly { readonly name: string; readonly local: string; readonly type: Type }[] }
    | { readonly k: "at"; readonly instant: IrExpr }
    /** `period` in whole seconds. */
    | { readonly k: "every"; readonly period: number; readonly while?: IrExpr };
  /** `p enters Region`, `p leaves Region`: fires when what lies inside changes, in that direction, if `when` holds then. */
  readonly crosses?: { readonly outwards: boolean; readonly inside: IrExpr };
  readonly when?: IrExpr;
  readonly until?: IrExpr;
  readonly once: boolean;
  readonly initially: boolean;
  readonly then: readonly IrStmt[];
}

export type IrEdge =
  | ({ readonly k: "data"; readonly tool: string; readonly param: string; readonly from: readonly string[] } & Node)
  /** `tool` absent: all tools of the app. */
  | ({ readonly k: "needs"; readonly tool?: string; readonly needs: readonly string[]; readonly when?: IrExpr } & Node);

export interface IrApp extends Node {
  readonly name: string;
  readonly doc?: string;
  readonly server: boolean;
  readonly forUser: boolean;
  readonly uses: readonly string[];
  readonly state: readonly IrField[];
  readonly gets: readonly IrGet[];
  readonly init: readonly IrStmt[];
  readonly edges: readonly IrEdge[];
}

export interface IrEnum extends Node {
  readonly name: string;
  readonly doc?: string;
  readonly members: readonly { readonly name: string; readonly wire: string; readonly doc?: string }[];
}

export interface IrKind extends Node {
  readonly name: string;
  readonly doc?: string;
  readonly cases: readonly { readonly name: string; readonly fields: Readonly<Record<string, Type>> }[];
}

export interface IrCorpus extends Node {
  readonly name: string;
  readonly type: Type;
  /** In run-time form. */
  readonly value: unknown;
}

/** A field of a `new` pattern. `loose`: a text that is compared as prose. */
export interface IrNewField {
  readonly name: string;
  readonly derived: boolean;
  readonly value: IrExpr;
  readonly loose: boolean;
  readonly type: Type;
}

export interface IrBinder {
  readonly name: string;
  readonly type: Type;
}

export type IrGiven = IrBinder;

/** What a task does to an instance before the agent begins, in the order in which it stands. */
export type IrTaskStep =
  | ({ readonly k: "given"; readonly name: string; readonly value: IrExpr } & Node)
  | ({ readonly k: "require"; readonly test: IrExpr; readonly text: string } & Node)
  | ({ readonly k: "setup"; readonly body: readonly IrStmt[] } & Node);

export type IrGoalItem =
  | ({ readonly k: "let"; readonly name: string; readonly value: IrExpr } & Node)
  /** Any member will do. Binds for what follows in the same block. */
  | ({ readonly k: "some"; readonly name: string; readonly in: IrExpr } & Node)
  | ({ readonly k: "item"; readonly label: IrExpr; readonly test: IrExpr; readonly text: string; readonly keep: boolean; readonly dynamic: boolean } & Node)
  | ({ readonly k: "for"; readonly name: string; readonly index?: string; readonly in: IrExpr; readonly items: readonly IrGoalItem[] } & Node)
  | ({ readonly k: "if"; readonly test: IrExpr; readonly then: readonly IrGoalItem[]; readonly else: readonly IrGoalItem[] } & Node);

/** What may change without counting: rows of an entity (`where` over the local `self`) or one of their fields, or a state field. */
export type IrMayChange = Node &
  ({ readonly entity: string; readonly field?: string; readonly where?: IrExpr } | { readonly state: string; readonly field: string });

/** The passive user's profile. What is withheld is an answer to what has to be asked for. */
export interface IrUser {
  readonly persona?: IrExpr;
  readonly knows: readonly IrExpr[];
  readonly insists: readonly IrExpr[];
  /** Tools of apps for the user that it uses when asked about a topic. */
  readonly does: readonly { readonly topics: readonly IrExpr[]; readonly call: IrExpr }[];
  readonly answers: readonly { readonly topics: readonly IrExpr[]; readonly text: IrExpr }[];
}

export interface IrTask extends Node {
  readonly name: string;
  readonly doc?: string;
  readonly level: "easy" | "medium" | "hard" | "impossible";
  readonly seeds: { readonly from: number; readonly to: number };
  /** The author claims that there is one right outcome. */
  readonly unique: boolean;
  readonly conflict?: string;
  readonly steps: readonly IrTaskStep[];
  readonly givens: readonly IrGiven[];
  readonly ask: IrExpr;
  readonly user: IrUser;
  readonly goal: {
    readonly items: readonly IrGoalItem[];
    readonly binders: readonly IrBinder[];
    /** Why it cannot be reached. */
    readonly impossible?: IrExpr;
    /** Whole seconds that pass before it is judged. */
    readonly settling?: number;
  };
  readonly mayChange: readonly IrMayChange[];
  readonly gold: readonly IrStmt[];
  readonly nominal?: readonly IrStmt[];
  readonly twin?: readonly IrStmt[];
  readonly faults: readonly IrFault[];
  readonly triggers: readonly IrTrigger[];
}

export interface IrTest extends Node {
  readonly label: string;
  readonly seed: number;
  readonly faults: boolean;
  readonly body: readonly IrStmt[];
}

export interface IrWorld extends Node {
  readonly name: string;
  readonly doc?: string;
  /** Apps in import order, the used ones first. */
  readonly apps: readonly string[];
  readonly starts?: IrExpr;
  readonly callsTake?: IrCost;
  readonly policy?: string;
  readonly rules: readonly { readonly label: string; readonly test: IrExpr; readonly at: At }[];
}

/** Everything one world needs, and nothing else. */
export interface Ir {
  readonly version: number;
  /** What the first number of an `At` counts. */
  readonly files: readonly string[];
  readonly world: IrWorld;
  readonly apps: readonly IrApp[];
  readonly enums: readonly IrEnum[];
  readonly kinds: readonly IrKind[];
  readonly entities: readonly IrEntity[];
  readonly views: readonly IrView[];
  readonly fns: readonly IrFn[];
  readonly actions: readonly IrAction[];
  readonly guards: readonly IrGuard[];
  readonly tools: readonly IrTool[];
  readonly faults: readonly IrFault[];
  /** In the order in which they are considered. */
  readonly triggers: readonly IrTrigger[];
  readonly corpora: readonly IrCorpus[];
  readonly tests: readonly IrTest[];
  readonly tasks: readonly IrTask[];
}

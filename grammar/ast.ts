/**
 * The surface syntax tree. Every node carries its span; nothing here knows about types or meaning.
 * Built by `parser.ts`; read by `compiler/bind` and `compiler/check`.
 */

/** Half-open range of UTF-16 offsets into the text of one file. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface At {
  readonly span: Span;
}

/** A written name. `text` is "" where recovery had to invent it. */
export interface Name extends At {
  readonly text: string;
}

/** `///` lines in front of a declaration: prose and `@param` lines. */
export interface Doc extends At {
  readonly text: string;
  readonly params: readonly { readonly name: string; readonly text: string }[];
}

// ---------------------------------------------------------------- types

export type TypeNode =
  | ({ readonly kind: "named"; readonly name: Name; readonly qualifier?: Name } & At)
  | ({ readonly kind: "id"; readonly prefix: string } & At)
  | ({ readonly kind: "set"; readonly of: TypeNode } & At)
  | ({ readonly kind: "mapping"; readonly key: TypeNode; readonly value: TypeNode } & At)
  | ({ readonly kind: "list"; readonly of: TypeNode } & At)
  | ({ readonly kind: "maybe"; readonly of: TypeNode } & At)
  | ({ readonly kind: "record"; readonly fields: readonly ParamNode[] } & At)
  /** Recovery put this where a type was expected: no further error may follow from it. */
  | ({ readonly kind: "missing" } & At);

/** One conjunct of a `where` clause. */
export type RefinementNode =
  | ({ readonly kind: "compare"; readonly op: CompareOp; readonly value: Expr } & At)
  | ({ readonly kind: "within"; readonly range: Expr } & At)
  | ({ readonly kind: "length"; readonly test: RefinementNode } & At)
  | ({ readonly kind: "matches"; readonly pattern: string } & At)
  | ({ readonly kind: "distinct" } & At);

/**
 * A parameter of a tool, action, fn, case or record type: `wire as local: T = default where …`.
 * `broken` is set where a syntax error was recovered from inside it.
 */
export interface ParamNode extends At {
  readonly doc?: Doc;
  readonly name: Name;
  readonly local?: Name;
  readonly type: TypeNode;
  readonly default?: Expr;
  readonly where: readonly RefinementNode[];
}

// ---------------------------------------------------------------- expressions

export type CompareOp = "==" | "!=" | "<" | "<=" | ">" | ">=";
export type BinaryOp = CompareOp | "+" | "-" | "*" | "/" | "div" | "mod" | "and" | "or" | "in" | "??" | "enters" | "leaves";
/** Units of duration and distance literals. */
export type Unit = "ms" | "s" | "min" | "h" | "day" | "days" | "week" | "weeks" | "m" | "km";

export type TemplatePart = { readonly kind: "text"; readonly text: string } | { readonly kind: "hole"; readonly value: Expr };

export interface RecordEntry extends At {
  readonly name: Name;
  /** Absent for the shorthand `{ name }`. */
  readonly value?: Expr;
}

export interface Argument extends At {
  readonly name?: Name;
  readonly value: Expr;
}

export interface MatchArm extends At {
  /** `_` has no patterns. Patterns are enum members, case names, or literals. */
  readonly patterns: readonly Expr[];
  readonly value: Expr;
}

export type Expr =
  | ({ readonly kind: "int"; readonly value: number; readonly unit?: Unit } & At)
  | ({ readonly kind: "float"; readonly value: number; readonly unit?: Unit } & At)
  /** `10%` has value 0.1. */
  | ({ readonly kind: "percent"; readonly value: number } & At)
  /** Whole cents. */
  | ({ readonly kind: "money"; readonly cents: number } & At)
  /** `2026-07-14`, as written. */
  | ({ readonly kind: "date"; readonly text: string } & At)
  /** `2026-07-14T09:30` or with `:ss`, as written. */
  | ({ readonly kind: "datetime"; readonly text: string } & At)
  /** `09:30` or with `:ss`, as written. */
  | ({ readonly kind: "time"; readonly text: string } & At)
  | ({ readonly kind: "bool"; readonly value: boolean } & At)
  | ({ readonly kind: "none" } & At)
  /** A plain or template string; a plain one has at most one text part. */
  | ({ readonly kind: "string"; readonly parts: readonly TemplatePart[] } & At)
  /** `r"…"`. */
  | ({ readonly kind: "raw"; readonly text: string } & At)
  | ({ readonly kind: "name"; readonly name: Name } & At)
  | ({ readonly kind: "member"; readonly of: Expr; readonly name: Name; readonly optional: boolean } & At)
  | ({ readonly kind: "index"; readonly of: Expr; readonly at: Expr } & At)
  /** `f(…)`, `x.m(…)`: `callee` is a `name` or a `member`. */
  | ({ readonly kind: "apply"; readonly callee: Expr; readonly args: readonly Argument[] } & At)
  | ({ readonly kind: "unary"; readonly op: "-" | "not"; readonly value: Expr } & At)
  | ({ readonly kind: "binary"; readonly op: BinaryOp; readonly left: Expr; readonly right: Expr } & At)
  /** `s is gift_card`. */
  | ({ readonly kind: "is"; readonly value: Expr; readonly name: Name } & At)
  /** `x as Card`, `xs as Card[]`. */
  | ({ readonly kind: "as"; readonly value: Expr; readonly view: Name; readonly list: boolean } & At)
  /** `a..b`; a unit written after the range is on both ends already. */
  | ({ readonly kind: "range"; readonly from: Expr; readonly to: Expr } & At)
  | ({ readonly kind: "if"; readonly test: Expr; readonly then: Expr; readonly else: Expr } & At)
  | ({ readonly kind: "match"; readonly value: Expr; readonly arms: readonly MatchArm[] } & At)
  | ({ readonly kind: "record"; readonly entries: readonly RecordEntry[] } & At)
  | ({ readonly kind: "list"; readonly items: readonly Expr[] } & At)
  | ({ readonly kind: "lambda"; readonly params: readonly Name[]; readonly body: Expr } & At)
  /** `create Contact { … }`, as an expression only on the right of `let` and `set`. */
  | ({ readonly kind: "create"; readonly entity: Name; readonly qualifier?: Name; readonly entries: readonly RecordEntry[] } & At)
  /** `call tool(…)` in tests, gold and nominal plans, on the right of `let` or alone. */
  /** `fires`: the trigger that has to fire in this call, for the first time. */
  | ({ readonly kind: "call"; readonly app?: Name; readonly tool: Name; readonly args: readonly Argument[]; readonly fires?: { readonly qualifier?: Name; readonly name: Name } } & At)
  /** Goals: `one new T { … }` and `none new T { … }`. */
  | ({ readonly kind: "new"; readonly count: "one" | "none"; readonly entity: Name; readonly entries: readonly RecordEntry[] } & At)
  /** Goals: `exact "…"`. */
  | ({ readonly kind: "exact"; readonly value: Expr } & At)
  /** Goals: `called a`, `called a before b`, `never called a`. */
  | ({ readonly kind: "called"; readonly tool: Name; readonly before?: Name; readonly never: boolean } & At)
  /** Recovery put this where an expression was expected: no further error may follow from it. */
  | ({ readonly kind: "missing" } & At);

// ---------------------------------------------------------------- statements

export interface Block extends At {
  readonly statements: readonly Stmt[];
}

export type SetOp = "=" | "+=" | "-=";

export type Stmt =
  | ({ readonly kind: "let"; readonly name: Name; readonly value: Expr; readonly else?: Expr } & At)
  | ({ readonly kind: "require"; readonly test: Expr; readonly else?: Expr } & At)
  | ({ readonly kind: "fail"; readonly message: Expr; readonly keep?: Block } & At)
  | ({ readonly kind: "create"; readonly value: Expr } & At)
  | ({ readonly kind: "set"; readonly target: Expr; readonly op: SetOp; readonly value: Expr } & At)
  | ({ readonly kind: "add"; readonly value: Expr; readonly to: Expr } & At)
  | ({ readonly kind: "remove"; readonly value: Expr; readonly from: Expr } & At)
  | ({ readonly kind: "delete"; readonly value: Expr } & At)
  | ({ readonly kind: "do"; readonly action: Name; readonly qualifier?: Name; readonly args: readonly Argument[] } & At)
  | ({ readonly kind: "if"; readonly test: Expr; readonly then: Block; readonly else?: Block } & At)
  | ({ readonly kind: "for"; readonly name: Name; readonly index?: Name; readonly in: Expr; readonly body: Block } & At)
  | ({ readonly kind: "repeat"; readonly count: Expr; readonly body: Block } & At)
  | ({ readonly kind: "return"; readonly value?: Expr } & At)
  | ({ readonly kind: "advance"; readonly by: Expr } & At)
  | ({ readonly kind: "disable"; readonly tool: Name; readonly because: Expr } & At)
  | ({ readonly kind: "enable"; readonly tool: Name } & At)
  /** Tests, gold, nominal: `call t(…) [fails "text"]`; `fails` absent means it must succeed. */
  | ({ readonly kind: "call"; readonly call: Expr; readonly fails?: Expr } & At)
  /** Tests: `expect e`. */
  | ({ readonly kind: "expect"; readonly test: Expr } & At)
  /** Recovery skipped something here. */
  | ({ readonly kind: "missing" } & At);

// ---------------------------------------------------------------- declarations

export type DeletionRule = "restrict" | "cascade" | "detach";

export type EntityMember =
  | ({ readonly kind: "key"; readonly fields: readonly FieldNode[] } & At)
  | FieldNode
  /** `chat: Message[] of thread by sent`, `position: Position? of stock`. */
  | ({
      readonly kind: "inverse";
      readonly doc?: Doc;
      readonly name: Name;
      readonly type: TypeNode;
      readonly of: Name;
      readonly by?: Name;
    } & At)
  | GetNode
  | ({ readonly kind: "check"; readonly test: Expr; readonly else?: Expr } & At)
  | ({ readonly kind: "missingText"; readonly text: Expr } & At);

export interface FieldNode extends At {
  readonly kind: "field";
  readonly doc?: Doc;
  readonly name: Name;
  readonly type: TypeNode;
  readonly onDelete?: DeletionRule;
  readonly tree: boolean;
  readonly unique: boolean;
  readonly folded: boolean;
  readonly uncounted: boolean;
  readonly default?: Expr;
  readonly where: readonly RefinementNode[];
}

/** `get strangers: int = …`: derived, never stored. */
export interface GetNode extends At {
  readonly kind: "get";
  readonly doc?: Doc;
  readonly name: Name;
  readonly type: TypeNode;
  readonly value: Expr;
}

/** Which tools a fault strikes: `all`, `LightFlight.all`, `a, b`, `all except c`. */
export interface ToolSet extends At {
  readonly all: boolean;
  readonly app?: Name;
  readonly names: readonly Name[];
  readonly except: readonly Name[];
}

export type FaultEffect =
  | ({ readonly kind: "error"; readonly message: Expr; readonly afterCommit: boolean } & At)
  | ({ readonly kind: "delay"; readonly range: Expr } & At)
  | ({ readonly kind: "stale"; readonly age: Expr } & At)
  | ({ readonly kind: "partial"; readonly count: Expr } & At);

export type EdgeNode =
  /** `tool.param from a, b`. */
  | ({ readonly kind: "data"; readonly tool: Name; readonly param: Name; readonly from: readonly Name[] } & At)
  /** `tool needs a, b when e`; `tool` absent for `all needs …`. */
  | ({ readonly kind: "needs"; readonly tool?: Name; readonly needs: readonly Name[]; readonly when?: Expr } & At);

export interface FaultNode extends At {
  readonly kind: "fault";
  readonly doc?: Doc;
  readonly name: Name;
  readonly on: ToolSet;
  readonly unless?: Expr;
  readonly chance?: Expr;
  /** A range of times of day. */
  readonly during?: Expr;
  readonly limit?: { readonly count: Expr; readonly per: Expr };
  readonly effect?: FaultEffect;
}

export type TriggerEvent =
  /** `on tool(a, b)`: names bind the call's parameters. */
  | ({ readonly kind: "on"; readonly app?: Name; readonly tool: Name; readonly params: readonly Name[] } & At)
  | ({ readonly kind: "at"; readonly instant: Expr } & At)
  | ({ readonly kind: "every"; readonly period: Expr; readonly while?: Expr } & At);

export interface TriggerNode extends At {
  readonly kind: "trigger";
  readonly doc?: Doc;
  readonly name: Name;
  /** `T1` … `ST3`. */
  readonly conflict?: Name;
  readonly binding?: { readonly name: Name; readonly in: Expr };
  readonly event?: TriggerEvent;
  readonly when?: Expr;
  readonly initially: boolean;
  readonly once: boolean;
  readonly until?: Expr;
  readonly then?: Block;
}

export interface ViewColumn extends At {
  readonly doc?: Doc;
  readonly name: Name;
  readonly value?: Expr;
}

export interface EnumMember extends At {
  readonly doc?: Doc;
  readonly name: Name;
  /** The value on the wire, where it differs from the name. */
  readonly wire?: string;
}

export interface KindCase extends At {
  readonly doc?: Doc;
  readonly name: Name;
  readonly params: readonly ParamNode[];
}

export interface FnNode extends At {
  readonly kind: "fn";
  readonly doc?: Doc;
  readonly name: Name;
  readonly params: readonly ParamNode[];
  readonly result: TypeNode;
  /** Absent for `extern fn`. */
  readonly body?: Expr;
  readonly extern: boolean;
}

export interface ToolNode extends At {
  readonly kind: "tool";
  readonly doc?: Doc;
  readonly name: Name;
  /** `tool a as b(…)`: the name on the wire. */
  readonly wire?: Name;
  readonly params: readonly ParamNode[];
  readonly guards: readonly Name[];
  /** A duration or a range of durations. */
  readonly takes?: Expr;
  readonly body: Block;
  /** True where recovery touched the head: nothing may be said of its parameters. */
  readonly broken: boolean;
}

/** What may stand in an app (and, for `type enum kind fn`, at the top of a file). */
export type Member =
  | ({ readonly kind: "enum"; readonly doc?: Doc; readonly name: Name; readonly members: readonly EnumMember[] } & At)
  | ({ readonly kind: "type"; readonly doc?: Doc; readonly name: Name; readonly type: TypeNode } & At)
  | ({ readonly kind: "kind"; readonly doc?: Doc; readonly name: Name; readonly cases: readonly KindCase[] } & At)
  | ({
      readonly kind: "entity";
      readonly doc?: Doc;
      readonly name: Name;
      readonly members: readonly EntityMember[];
      /** True where recovery lost a member: nothing may be said of absent fields. */
      readonly broken: boolean;
    } & At)
  | ({ readonly kind: "state"; readonly doc?: Doc; readonly fields: readonly (FieldNode | GetNode)[]; readonly broken: boolean } & At)
  | ({ readonly kind: "corpus"; readonly doc?: Doc; readonly name: Name; readonly path: string; readonly pathSpan: Span } & At)
  | ({ readonly kind: "init"; readonly body: Block } & At)
  | ({
      readonly kind: "view";
      readonly doc?: Doc;
      readonly name: Name;
      readonly of: Name;
      readonly columns: readonly ViewColumn[];
      readonly broken: boolean;
    } & At)
  | ({
      readonly kind: "guard";
      readonly doc?: Doc;
      readonly name: Name;
      readonly requires: readonly { readonly test: Expr; readonly else?: Expr; readonly span: Span }[];
      readonly then?: Block;
    } & At)
  | FaultNode
  | ToolNode
  | ({ readonly kind: "action"; readonly doc?: Doc; readonly name: Name; readonly params: readonly ParamNode[]; readonly body: Block; readonly broken: boolean } & At)
  | FnNode
  | ({ readonly kind: "region"; readonly doc?: Doc; readonly name: Name; readonly shape: RegionShape } & At)
  | ({
      readonly kind: "graph";
      readonly doc?: Doc;
      readonly name: Name;
      readonly entity: Name;
      readonly from: Name;
      readonly to: Name;
      /** `between a and b`: each leg can be used both ways. */
      readonly both: boolean;
      readonly cost: Expr;
      readonly when?: Expr;
    } & At)
  | TriggerNode
  | ({ readonly kind: "edges"; readonly edges: readonly EdgeNode[] } & At);

export type RegionShape =
  | ({ readonly kind: "circle"; readonly radius: Expr; readonly centre: Expr } & At)
  | ({ readonly kind: "polygon"; readonly points: Expr } & At)
  | ({ readonly kind: "sites"; readonly sites: Expr } & At);

export interface AppNode extends At {
  readonly kind: "app";
  readonly doc?: Doc;
  readonly name: Name;
  /** `server Name`: an app without state. */
  readonly server: boolean;
  /** `extend app Name`. */
  readonly extend: boolean;
  /** `app Phone for user`: moved through chat only. */
  readonly forUser: boolean;
  readonly uses: readonly Name[];
  readonly members: readonly Member[];
  readonly broken: boolean;
}

export interface WorldNode extends At {
  readonly kind: "world";
  readonly doc?: Doc;
  readonly name: Name;
  readonly apps: readonly Name[];
  readonly starts?: Expr;
  readonly callsTake?: Expr;
  readonly policy?: { readonly path: string; readonly span: Span };
  readonly rules: readonly ({ readonly label: string; readonly test: Expr } & At)[];
  readonly faults: readonly FaultNode[];
  readonly triggers: readonly TriggerNode[];
}

export type GoalItem =
  | ({ readonly kind: "let"; readonly name: Name; readonly value: Expr } & At)
  | ({ readonly kind: "some"; readonly name: Name; readonly in: Expr } & At)
  | ({ readonly kind: "item"; readonly label: Expr; readonly test: Expr; readonly keep: boolean; readonly dynamic: boolean } & At)
  | ({ readonly kind: "for"; readonly name: Name; readonly index?: Name; readonly in: Expr; readonly items: readonly GoalItem[] } & At)
  | ({ readonly kind: "if"; readonly test: Expr; readonly then: readonly GoalItem[]; readonly else: readonly GoalItem[] } & At);

export interface GoalNode extends At {
  readonly impossible?: Expr;
  readonly settling?: Expr;
  readonly items: readonly GoalItem[];
}

export type UserClause =
  | ({ readonly kind: "persona" | "knows" | "insists"; readonly text: Expr } & At)
  | ({ readonly kind: "answers"; readonly topics: readonly Expr[]; readonly text: Expr } & At)
  | ({ readonly kind: "withholds"; readonly text: Expr; readonly until: readonly Expr[] } & At)
  | ({ readonly kind: "does"; readonly topics: readonly Expr[]; readonly call: Expr } & At);

/** A row pattern of `may change`: `Order`, `Order.status`, `Order.status where …`. */
export interface MayChange extends At {
  readonly entity: Name;
  readonly field?: Name;
  readonly where?: Expr;
}

export type TaskClause =
  | ({ readonly kind: "level"; readonly level: Name } & At)
  | ({ readonly kind: "seeds"; readonly range: Expr } & At)
  | ({ readonly kind: "unique" } & At)
  | ({ readonly kind: "conflict"; readonly conflict: Name } & At)
  | ({ readonly kind: "given"; readonly name: Name; readonly value: Expr } & At)
  | ({ readonly kind: "require"; readonly test: Expr } & At)
  | ({ readonly kind: "ask"; readonly text: Expr } & At)
  | ({ readonly kind: "setup" | "gold" | "nominal" | "twin"; readonly body: Block } & At)
  | ({ readonly kind: "goal"; readonly goal: GoalNode } & At)
  | ({ readonly kind: "mayChange"; readonly changes: readonly MayChange[] } & At)
  | ({ readonly kind: "user"; readonly clauses: readonly UserClause[] } & At)
  | TriggerNode
  | FaultNode;

export interface TaskNode extends At {
  readonly kind: "task";
  readonly doc?: Doc;
  readonly name: Name;
  readonly world: Name;
  readonly clauses: readonly TaskClause[];
}

export interface TestNode extends At {
  readonly kind: "test";
  readonly label: string;
  readonly world: Name;
  readonly seed?: number;
  readonly faultsOn: boolean;
  readonly body: Block;
}

export interface ImportNode extends At {
  readonly kind: "import";
  readonly names: readonly Name[];
  readonly path: string;
  readonly pathSpan: Span;
}

export type Declaration = ImportNode | AppNode | WorldNode | TaskNode | TestNode | Extract<Member, { kind: "enum" | "type" | "kind" | "fn" }>;

/** One parsed file. */
export interface SourceFile extends At {
  readonly declarations: readonly Declaration[];
  /**
   * Every identifier that recovery skipped. A name that nothing declares is reported only if it is not among them:
   * otherwise its declaration was probably in the skipped text and the report would be a cascade.
   */
  readonly skipped: ReadonlySet<string>;
  /** True where a declaration lost its own name, so that any unknown name may be the lost one. */
  readonly lostName: boolean;
  /** The innermost members, statements and elements that hold a syntax error: nothing more is said of what stands in them. */
  readonly troubled: readonly Span[];
}

/** What parsing gives: always a tree, and the syntax errors in order of position, at most one per member or statement. */
export interface ParseResult {
  readonly file: SourceFile;
  readonly errors: readonly SyntaxDiagnostic[];
  /** Comments that are not documentation, in order, for the formatter. */
  readonly comments: readonly ({ readonly text: string } & At)[];
}

export type SyntaxCode =
  | "unexpected-character"
  | "unterminated-string"
  | "expected-token"
  | "expected-expression"
  | "expected-type"
  | "expected-statement"
  | "expected-member"
  | "expected-declaration"
  | "expected-name"
  | "missing-comma"
  | "missing-brace"
  | "reserved-word"
  | "bad-literal"
  | "bad-escape"
  | "duplicate-clause"
  | "missing-clause"
  | "too-deep"
  | "nothing-to-document";

/** A syntax error. `message` is a whole English sentence; `hint` says what to do. */
export interface SyntaxDiagnostic extends At {
  readonly code: SyntaxCode;
  readonly message: string;
  readonly hint?: string;
  /** Text to insert or replace at a span so that the error goes away. */
  readonly fix?: { readonly span: Span; readonly text: string };
}

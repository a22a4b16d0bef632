/** What names stand for, after binding. Types of fields and parameters are filled in by `check/declare.ts`. */

import type { AppNode, EntityMember, FaultNode, FnNode, GetNode, FieldNode, Member, SourceFile, Span, TaskNode, TestNode, ToolNode, TriggerNode, WorldNode } from "../grammar/ast.js";
import type { SourceText } from "./source.js";
import type { Type } from "./types.js";
import type { IrParam } from "./ir.js";

export interface Module {
  readonly index: number;
  readonly source: SourceText;
  readonly file: SourceFile;
  /** `text` for `std/text`. */
  readonly standard?: string;
  /** Declared here, by name. */
  readonly declared: Map<string, Sym>;
  readonly imported: Map<string, { readonly symbol: Sym; readonly span: Span; used: boolean }>;
  /** Names imported from files that could not be loaded: nothing more is said of them. */
  readonly unresolved: Set<string>;
}

interface Base {
  readonly name: string;
  /** Unique in the program: `LightTalk.Contact`. */
  readonly id: string;
  readonly module: Module;
  /** Of the name. */
  readonly span: Span;
}

type NodeOf<K extends Member["kind"]> = Extract<Member, { kind: K }>;

export interface EnumSym extends Base {
  readonly s: "enum";
  readonly node?: NodeOf<"enum">;
  readonly members: readonly string[];
}
export interface AliasSym extends Base {
  readonly s: "type";
  readonly app?: AppSym;
  readonly node: NodeOf<"type">;
  type?: Type;
  resolving: boolean;
}
export interface KindSym extends Base {
  readonly s: "kind";
  readonly app?: AppSym;
  readonly node: NodeOf<"kind">;
  cases: Map<string, Readonly<Record<string, Type>>>;
}

/** A stored field, a derived field or an inverse, of an entity or of an app's state. */
export interface FieldSym {
  readonly name: string;
  readonly span: Span;
  readonly node: FieldNode | GetNode | Extract<EntityMember, { kind: "inverse" }>;
  readonly key: boolean;
  type: Type;
  /** For an inverse. */
  inverse?: { readonly entity: EntitySym; readonly field: string; readonly by?: string; readonly many: boolean };
}

export interface EntitySym extends Base {
  readonly s: "entity";
  readonly app: AppSym;
  readonly node: NodeOf<"entity">;
  readonly fields: Map<string, FieldSym>;
  readonly key: string[];
}
export interface ViewSym extends Base {
  readonly s: "view";
  readonly app: AppSym;
  readonly node: NodeOf<"view">;
  entity?: EntitySym;
  /** Types of the columns; filled when the view is first needed. */
  columns?: Readonly<Record<string, Type>>;
  checking: boolean;
}
export interface FnSym extends Base {
  readonly s: "fn";
  readonly app?: AppSym;
  readonly node: FnNode;
  params: IrParam[];
  result: Type;
}
export interface ActionSym extends Base {
  readonly s: "action";
  readonly app: AppSym;
  readonly node: NodeOf<"action">;
  params: IrParam[];
}
export interface ToolSym extends Base {
  readonly s: "tool";
  readonly app: AppSym;
  readonly node: ToolNode;
  params: IrParam[];
  /** Known once its body is checked. */
  result?: Type;
}
export interface GuardSym extends Base {
  readonly s: "guard";
  readonly app: AppSym;
  readonly node: NodeOf<"guard">;
}
export interface FaultSym extends Base {
  readonly s: "fault";
  readonly app?: AppSym;
  readonly node: FaultNode;
}
export interface CorpusSym extends Base {
  readonly s: "corpus";
  readonly app: AppSym;
  readonly node: NodeOf<"corpus">;
  type: Type;
  value: unknown;
}
export interface RegionSym extends Base {
  readonly s: "region";
  readonly app: AppSym;
  readonly node: NodeOf<"region">;
}
export interface GraphSym extends Base {
  readonly s: "graph";
  readonly app: AppSym;
  readonly node: NodeOf<"graph">;
}
export interface TriggerSym extends Base {
  readonly s: "trigger";
  readonly app?: AppSym;
  readonly node: TriggerNode;
}
export interface AppSym extends Base {
  readonly s: "app";
  readonly node: AppNode;
  /** Its own declaration and every `extend app`. */
  readonly parts: { readonly node: AppNode; readonly module: Module }[];
  readonly uses: AppSym[];
  /** Entities, enums, types, kinds, views, fns, actions, corpora, regions and graphs. */
  readonly members: Map<string, Sym>;
  readonly state: Map<string, FieldSym>;
  readonly tools: Map<string, ToolSym>;
  readonly guards: Map<string, GuardSym>;
  readonly faults: FaultSym[];
  readonly triggers: TriggerSym[];
  /** True where recovery lost part of it: absent names are then not reported. */
  broken: boolean;
}
export interface WorldSym extends Base {
  readonly s: "world";
  readonly node: WorldNode;
  readonly apps: AppSym[];
}

export type Sym =
  | EnumSym | AliasSym | KindSym | EntitySym | ViewSym | FnSym | ActionSym | ToolSym | GuardSym | FaultSym | CorpusSym | TriggerSym | RegionSym | GraphSym | AppSym | WorldSym;

export interface Bound {
  readonly modules: readonly Module[];
  readonly entry: Module;
  readonly apps: readonly AppSym[];
  readonly worlds: readonly WorldSym[];
  /** Members of apps and declarations of modules, by `symbolKey`. */
  readonly byKey: ReadonlyMap<string, Sym>;
  readonly tests: readonly { readonly node: TestNode; readonly module: Module }[];
  readonly tasks: readonly { readonly node: TaskNode; readonly module: Module }[];
}

/** True where recovery touched a part of the span. */
export function isTroubled(module: Module, { start, end }: Span): boolean {
  return module.file.troubled.some((span) => span.start < end && start < span.end);
}

function symbolKey(kind: Sym["s"], id: string): string {
  return `${kind} ${id}`;
}

/** Of all that stands in apps and at top level; where two share kind and name, the first. */
export function indexSymbols(bound: Pick<Bound, "apps" | "modules">): Map<string, Sym> {
  const index = new Map<string, Sym>();
  const add = (symbol: Sym): void => {
    const key = symbolKey(symbol.s, symbol.id);
    if (!index.has(key)) index.set(key, symbol);
  };
  for (const app of bound.apps) for (const member of app.members.values()) add(member);
  for (const module of bound.modules) for (const symbol of module.declared.values()) add(symbol);
  return index;
}

/** The symbol of a kind that has a qualified name. */
export function symbolOf<S extends Sym["s"]>(bound: Pick<Bound, "byKey">, kind: S, id: string): Extract<Sym, { s: S }> | undefined {
  return bound.byKey.get(symbolKey(kind, id)) as Extract<Sym, { s: S }> | undefined;
}

const WHAT: Readonly<Record<Sym["s"], string>> = {
  enum: "an enum", type: "a type", kind: "a kind", entity: "an entity", view: "a view", fn: "a function", action: "an action", tool: "a tool",
  guard: "a guard", fault: "a fault", corpus: "a corpus", trigger: "a trigger", region: "a region", graph: "a graph", app: "an app", world: "a world",
};

/** "an entity", "a tool", … */
export function whatIs(symbol: Sym): string {
  return WHAT[symbol.s];
}


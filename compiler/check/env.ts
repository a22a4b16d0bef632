/** What a place in the source can see, and what is known there. */

import type { Expr, Name, ParamNode, Span } from "../../grammar/ast.js";
import { mayBeLost, placeOf } from "../bind.js";
import type { Code, CodeArgs } from "../diagnostics/codes.js";
import { diagnostic, type Diagnostic, type Extra } from "../diagnostics/diagnostic.js";
import type { Footprints } from "../footprint.js";
import type { Host } from "../source.js";
import type { At, IrExpr } from "../ir.js";
import { symbolOf, type AppSym, type Bound, type EntitySym, type FieldSym, type Module, type Sym, type ToolSym, type WorldSym } from "../symbols.js";
import { hasError, shortName, WEEKDAYS, type Type } from "../types.js";
import type { Recorder } from "./record.js";

/** Shared by the whole check of one program. */
export interface Context {
  readonly host: Host;
  readonly bound: Bound;
  readonly diagnostics: Diagnostic[];
  /** Tools of the kernel, callable in tests. */
  readonly kernel: ReadonlyMap<string, readonly { readonly name: string; readonly type: Type; readonly optional: boolean }[]>;
  /** Callables in the order in which each calls the other, for the search for cycles. */
  readonly calls: Map<string, Set<string>>;
  /** What each tool does, once tools are checked. */
  readonly effects: () => Footprints["tools"];
  /** An editor that wants to know what names mean. */
  readonly recorder?: Recorder;
}

export interface Local {
  readonly name: string;
  readonly type: Type;
  readonly span: Span;
  readonly what: "parameter" | "name";
  /** The parameter it stands for, where that is declared elsewhere than at `span`. */
  readonly node?: ParamNode;
  used: boolean;
}

/** What may be said at a place: which statements and whether `random` may stand there. `timed`: a trigger that the clock fires. */
export type Mode = "expression" | "tool" | "action" | "guard" | "init" | "keep" | "test" | "starts" | "trigger" | "timed" | "goal";

/** What is known on the way here; copied where paths part. */
export interface Flow {
  /** Types of paths that are narrower than declared; see `pathOf`. */
  readonly narrowed: Map<string, Type>;
  /** Locals whose row was deleted. */
  readonly deleted: Set<string>;
  /** State fields that `init` has yet to set. */
  readonly unset: Set<string>;
  advanced: boolean;
}

export interface Env {
  readonly cx: Context;
  readonly module: Module;
  /** The app whose names are in scope. */
  readonly app?: AppSym;
  /** In worlds and tests: all apps, whose names need no qualifier where only one has them. */
  readonly apps: readonly AppSym[];
  readonly world?: WorldSym;
  /** In plans: calls are an agent's. */
  readonly agent?: true;
  /** In what a user `does`: calls are the user's. */
  readonly user?: true;
  /** In tests and plans: the triggers that `fires` may name, by name; what two apps share only as `App.name`. */
  readonly firing?: ReadonlyMap<string, string>;
  readonly locals: ReadonlyMap<string, Local>;
  /** Inside an entity or view: its fields are in scope, and `self`. */
  readonly self?: EntitySym;
  /** In a default: the fields that come later, and so cannot be read. Fields are then locals. */
  readonly later?: ReadonlySet<string>;
  readonly mode: Mode;
  readonly flow: Flow;
  /** The callable this stands in, for the search for cycles. */
  readonly caller?: string;
  /** In `create E { f: … }`: what `random.fresh` is fresh against. */
  readonly unique?: { readonly entity: string; readonly field: string };
}

export function newFlow(): Flow {
  return { narrowed: new Map(), deleted: new Set(), unset: new Set(), advanced: false };
}

export function forkFlow(flow: Flow): Flow {
  return { narrowed: new Map(flow.narrowed), deleted: new Set(flow.deleted), unset: new Set(flow.unset), advanced: flow.advanced };
}

/** Overwrites `flow` with what holds after both branches. */
export function mergeFlow(flow: Flow, a: Flow, b: Flow): void {
  flow.narrowed.clear();
  for (const [path, type] of a.narrowed) {
    const other = b.narrowed.get(path);
    if (other && JSON.stringify(other) === JSON.stringify(type)) flow.narrowed.set(path, type);
  }
  flow.deleted.clear();
  for (const name of [...a.deleted, ...b.deleted]) flow.deleted.add(name);
  flow.unset.clear();
  for (const name of [...a.unset, ...b.unset]) flow.unset.add(name);
  flow.advanced = a.advanced || b.advanced;
}

export function copyFlow(into: Flow, from: Flow): void {
  mergeFlow(into, forkFlow(from), from);
}

export function report<C extends Code>(env: Env, code: C, span: Span, args: CodeArgs<C>, extra?: Extra): void {
  env.cx.diagnostics.push(diagnostic(code, placeOf(env.module, span), args, extra));
}

export function at(env: Env, span: Span): At {
  return [env.module.index, span.start, span.end];
}

/** Stands for an expression that was wrong: fits everywhere, so that nothing follows from it. */
export function errorExpr(env: Env, span: Span): IrExpr {
  return { k: "lit", value: null, type: { t: "error" }, at: at(env, span) };
}

/** True where the name may have been declared in text that recovery skipped, so that it is not reported. */
export function lost(env: Env, name: string): boolean {
  return mayBeLost(env.module, name) || (env.app?.broken === true && env.app.parts.some((p) => mayBeLost(p.module, name)));
}

/** Adds a name; a name that is visible already is reported and still added. `node` as in `Local`. */
export function withLocal(env: Env, name: Name, type: Type, what: Local["what"], node?: ParamNode): Env {
  const hidden = name.text === "" ? null : visible(env, name.text);
  if (hidden !== null) report(env, "shadowing", name.span, { name: name.text, what: hidden });
  const locals = new Map(env.locals);
  locals.set(name.text, { name: name.text, type, span: name.span, what, used: false, ...(node ? { node } : {}) });
  env.cx.recorder?.local(env, name, type, what, node);
  for (const path of [...env.flow.narrowed.keys()]) if (path === `l:${name.text}` || path.startsWith(`l:${name.text}.`)) env.flow.narrowed.delete(path);
  env.flow.deleted.delete(name.text);
  return { ...env, locals };
}

/** What a new local of this name would hide, or null. */
function visible(env: Env, name: string): string | null {
  const local = env.locals.get(name);
  if (local) return local.what;
  if (env.self?.fields.has(name)) return "field";
  if (env.app?.state.has(name)) return "state field";
  if (env.app?.members.has(name)) return "declaration";
  if (name === "now" || name === "random" || name === "self" || (env.mode === "goal" && (name === "start" || name === "answer"))) return "built-in";
  return null;
}

/** Reports locals of `inner` that `outer` lacks and nobody read. */
export function reportUnused(env: Env, locals: Iterable<Local>): void {
  for (const local of locals) {
    if (!local.used && local.what === "name" && !hasError(local.type) && local.name !== "" && !local.name.startsWith("_")) {
      report(env, "unused-local", local.span, { name: local.name });
    }
  }
}

/** A name for a value on the way, after its type, that hides nothing an author can mean. */
export function freshName(env: Env, type: Type): string {
  let name = type.t === "entity" || type.t === "enum" || type.t === "kind" || type.t === "view" ? shortName(type.name).replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase() : "value";
  const isTaken = (text: string): boolean => {
    const member = env.app?.members.get(text);
    return env.locals.has(text) || member?.s === "fn" || member?.s === "action";
  };
  while (isTaken(name)) name += "_";
  return name;
}

/** A step of a path. What is derived (`get`, inverse, method) may change with any write and is marked for it. */
export function step(name: string, derived: boolean): string {
  return derived ? `${name}~` : name;
}

/**
 * A stable path to a value whose type a test can narrow: a local, a state field, or fields of one. Null for anything
 * else. `typeOf` tells the types of the (checked) expressions on the way.
 */
export function pathOf(env: Env, expr: Expr, typeOf: (expr: Expr) => Type): string | null {
  if (expr.kind === "name") {
    const name = expr.name.text;
    if (env.locals.has(name)) return `l:${name}`;
    const field = env.self?.fields.get(name);
    if (field) return `l:self.${step(name, field.node.kind !== "field")}`;
    if (name === "self" && env.self) return "l:self";
    const state = lookupState(env, name);
    return state && "field" in state ? `s:${state.app.name}.${step(name, state.field.node.kind !== "field")}` : null;
  }
  if (expr.kind !== "member") return null;
  const of = pathOf(env, expr.of, typeOf);
  if (of !== null) return `${of}.${step(expr.name.text, isDerived(env, typeOf(expr.of), expr.name.text))}`;
  if (expr.of.kind !== "name") return null;
  const appName = expr.of.name.text;
  const field = env.apps.find((a) => a.name === appName)?.state.get(expr.name.text);
  return field ? `s:${appName}.${step(field.name, field.node.kind !== "field")}` : null;
}

function isDerived(env: Env, of: Type, name: string): boolean {
  const type = of.t === "maybe" ? of.of : of;
  if (type.t !== "entity") return type.t !== "record" && type.t !== "kind" && type.t !== "view";
  return symbolOf(env.cx.bound, "entity", type.name)?.fields.get(name)?.node.kind !== "field";
}

/** After a write: forgets what was known of a field (of any row) and of what is derived; without a field, of everything but locals. */
export function forget(flow: Flow, field?: string): void {
  for (const path of [...flow.narrowed.keys()]) {
    const parts = path.split(".");
    const mutable = path.startsWith("s:") || parts.length > 1;
    if (mutable && (field === undefined || parts.slice(1).includes(field) || path.includes("~"))) flow.narrowed.delete(path);
  }
}

/** After a creation: only what is derived may have changed. */
export function forgetDerived(flow: Flow): void {
  for (const path of [...flow.narrowed.keys()]) if (path.includes("~")) flow.narrowed.delete(path);
}

/** Names that may follow: for suggestions. */
export function namesInScope(env: Env): string[] {
  return [
    ...env.locals.keys(),
    ...(env.self?.fields.keys() ?? []),
    ...env.apps.flatMap((app) => [...app.state.keys(), ...app.members.keys()]),
    ...env.module.declared.keys(),
    ...env.module.imported.keys(),
  ];
}

/** A declaration that a bare name can mean, after locals, fields and state. */
export function lookup(env: Env, name: Name): Sym | { readonly ambiguous: readonly AppSym[] } | undefined {
  const found = find(env, name);
  if (found && !("ambiguous" in found)) env.cx.recorder?.use(env, name, { m: "symbol", symbol: found });
  return found;
}

function find(env: Env, name: Name): ReturnType<typeof lookup> {
  const own = env.app?.members.get(name.text);
  if (own) return own;
  const declared = env.module.declared.get(name.text);
  if (declared) return declared;
  const imported = env.module.imported.get(name.text);
  if (imported) {
    imported.used = true;
    return imported.symbol;
  }
  if (!env.app) {
    const holders = env.apps.filter((app) => app.members.has(name.text));
    if (holders.length > 1) return { ambiguous: holders };
    if (holders[0]) return holders[0].members.get(name.text);
    const byName = env.apps.find((app) => app.name === name.text);
    if (byName) return byName;
  }
  const app = env.app?.uses.find((a) => a.name === name.text) ?? (env.app?.name === name.text ? env.app : undefined);
  if (app || name.text !== "Weekday") return app;
  return { s: "enum", name: "Weekday", id: "Weekday", members: WEEKDAYS, module: env.module, span: name.span };
}

/** A state field by its bare name: of the app, or in worlds and tests of the one app that has it. */
export function lookupState(env: Env, name: string): { app: AppSym; field: FieldSym } | { ambiguous: readonly AppSym[] } | undefined {
  if (env.app) {
    const field = env.app.state.get(name);
    return field && { app: env.app, field };
  }
  const holders = env.apps.filter((app) => app.state.has(name));
  if (holders.length > 1) return { ambiguous: holders };
  const app = holders[0];
  const field = app?.state.get(name);
  return app && field && { app, field };
}

/** A tool by name, of the app, or of the one visible app that has it. */
export function lookupTool(env: Env, app: Name | undefined, name: Name): ToolSym | { ambiguous: readonly AppSym[] } | undefined {
  const found = findTool(env, app, name);
  if (found && !("ambiguous" in found)) {
    env.cx.recorder?.use(env, name, { m: "symbol", symbol: found });
    if (app) env.cx.recorder?.use(env, app, { m: "symbol", symbol: found.app });
  }
  return found;
}

function findTool(env: Env, app: Name | undefined, name: Name): ReturnType<typeof lookupTool> {
  if (app) return env.apps.find((a) => a.name === app.text)?.tools.get(name.text);
  const own = env.app?.tools.get(name.text);
  if (own) return own;
  const holders = env.apps.filter((a) => a.tools.has(name.text));
  if (holders.length > 1) return { ambiguous: holders };
  return holders[0]?.tools.get(name.text);
}

export function noteCall(env: Env, callee: string): void {
  if (env.caller === undefined) return;
  const known = env.cx.calls.get(env.caller);
  if (known) known.add(callee);
  else env.cx.calls.set(env.caller, new Set([callee]));
}

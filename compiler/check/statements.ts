/** Statements: what each may do, where it may stand, and what is known after it. */

import type { Block, Expr, Name, Span, Stmt } from "../../grammar/ast.js";
import type { IrExpr, IrStmt, IrTarget } from "../ir.js";
import { suggest } from "../suggest.js";
import { assignable, showType, T, type Type } from "../types.js";
import { checkArguments, entityOf } from "./access.js";
import { article, checkExpr, coerce, expectType, ambiguous, typeOf } from "./expressions.js";
import { withinRange } from "./literals.js";
import { elementOf } from "./methods.js";
import { facts, learn, narrow } from "./narrowing.js";
import { arithmeticOp } from "./operators.js";
import { checkCall, checkCreate } from "./rows.js";
import { at, copyFlow, forget, forgetDerived, forkFlow, lookup, lookupState, lookupTool, lost, mergeFlow, noteCall, pathOf, report, reportUnused, withLocal, type Env, type Mode } from "./env.js";
import { qualified } from "./type-nodes.js";

/** What a block gives: its statements, whether it always ends by `return` or `fail`, and the types it returns. */
export interface CheckedBlock {
  readonly statements: IrStmt[];
  readonly ends: boolean;
}

/** The returns of a body, gathered over all its blocks. */
export interface Returns {
  type: Type | null;
  bare: boolean;
}

const MODE_NAMES: Readonly<Record<Mode, string>> = {
  expression: "an expression", tool: "a tool", action: "an action", guard: "a guard", init: "`init`", keep: "`keep`", test: "a test", starts: "`starts`",
  trigger: "a trigger", timed: "a trigger", goal: "a goal",
};

/** Where a statement stands, in words. Apps alone have `init`; what is written like it in a task sets an instance up. */
export function placeName(env: Env): string {
  return env.agent === true ? "a plan" : env.mode === "init" && !env.app ? "`setup`" : MODE_NAMES[env.mode];
}

const WRITERS: readonly Mode[] = ["tool", "action", "guard", "init", "keep", "trigger", "timed"];
const RUNS: readonly Mode[] = [...WRITERS, "test"];

/** Where each kind of statement may stand. */
export const ALLOWED: Readonly<Record<Stmt["kind"], readonly Mode[]>> = {
  let: RUNS, require: ["tool", "action", "guard"], fail: ["tool", "action"], create: WRITERS, set: WRITERS, add: WRITERS, remove: WRITERS, delete: WRITERS, do: WRITERS,
  if: RUNS, for: RUNS, repeat: RUNS, return: ["tool"], advance: ["tool", "test"], disable: ["tool", "action", "keep", "trigger", "timed"],
  enable: ["tool", "action", "keep", "trigger", "timed"], call: ["test"], expect: ["test"], missing: RUNS,
};

const WORDS: Readonly<Record<Stmt["kind"], string>> = {
  let: "`let`", require: "`require`", fail: "`fail`", create: "`create`", set: "`set`", add: "`add`", remove: "`remove`", delete: "`delete`", do: "`do`", if: "`if`",
  for: "`for`", repeat: "`repeat`", return: "`return`", advance: "`advance`", disable: "`disable`", enable: "`enable`", call: "`call`", expect: "`expect`", missing: "This",
};

export function checkBlock(env: Env, block: Block, returns: Returns): CheckedBlock {
  const statements: IrStmt[] = [];
  let scope = env;
  let ends = false;
  let warned = false;
  env.cx.recorder?.scope(env, block.span);
  for (const node of block.statements) {
    if (ends && !warned) {
      report(scope, "unreachable", node.span, undefined);
      warned = true;
    }
    if (!ALLOWED[node.kind].includes(scope.mode)) report(scope, "statement-misplaced", node.span, { what: WORDS[node.kind], where: placeName(scope) });
    const result = checkStatement(scope, node, returns);
    if (result.statement) statements.push(result.statement);
    if (result.env) scope = result.env;
    env.cx.recorder?.scope(scope, { start: node.span.end, end: block.span.end });
    if (result.ends) ends = true;
  }
  reportUnused(env, [...scope.locals.values()].filter((l) => env.locals.get(l.name) !== l));
  return { statements, ends };
}

interface Checked {
  readonly statement?: IrStmt;
  /** The scope of what follows, where the statement adds a name. */
  readonly env?: Env;
  readonly ends?: boolean;
}

function checkStatement(env: Env, node: Stmt, returns: Returns): Checked {
  const here = at(env, node.span);
  switch (node.kind) {
    case "missing":
      return {};
    case "let":
      return checkLet(env, node);
    case "require": {
      const test = expectType(env, node.test, T.bool);
      const message = node.else ? expectType(narrow(env, facts(env, node.test, false)), node.else, T.string) : defaultMessage(env, node.test);
      learn(env, facts(env, node.test, true));
      return { statement: { k: "require", test, else: message, at: here } };
    }
    case "fail": {
      const message = expectType(env, node.message, T.string);
      const keep = node.keep && checkBlock({ ...env, mode: "keep", flow: forkFlow(env.flow) }, node.keep, returns).statements;
      return { statement: { k: "fail", message, at: here, ...(keep ? { keep } : {}) }, ends: true };
    }
    case "create": {
      wrote(env, node.span);
      const value = node.value.kind === "create" ? checkCreate(env, node.value) : checkExpr(env, node.value);
      forgetDerived(env.flow);
      return { statement: { k: "create", value, at: here } };
    }
    case "set":
      return checkSet(env, node);
    case "add":
    case "remove": {
      const target = checkTarget(env, node.kind === "add" ? node.to : node.from);
      wrote(env, node.span);
      if (target && target.type.t !== "set" && target.type.t !== "error") {
        report(env, "type-mismatch", (node.kind === "add" ? node.to : node.from).span, { expected: "a `Set<…>` field", got: article(showType(target.type)) });
      }
      const value = expectType(env, node.value, target ? elementOf(target.type) : T.error);
      if (target) forget(env.flow, fieldName(target.target));
      return target ? { statement: { k: node.kind === "add" ? "include" : "exclude", target: target.target, value, at: here } } : {};
    }
    case "delete":
      return checkDelete(env, node);
    case "do":
      return checkDo(env, node);
    case "if": {
      const test = expectType(env, node.test, T.bool);
      const thenEnv = narrow({ ...env, flow: forkFlow(env.flow) }, facts(env, node.test, true));
      const elseEnv = narrow({ ...env, flow: forkFlow(env.flow) }, facts(env, node.test, false));
      const then = checkBlock(thenEnv, node.then, returns);
      const otherwise = node.else ? checkBlock(elseEnv, node.else, returns) : { statements: [], ends: false };
      if (then.ends && !otherwise.ends) copyFlow(env.flow, elseEnv.flow);
      else if (otherwise.ends && !then.ends) copyFlow(env.flow, thenEnv.flow);
      else mergeFlow(env.flow, thenEnv.flow, elseEnv.flow);
      return { statement: { k: "if", test, then: then.statements, else: otherwise.statements, at: here }, ends: then.ends && otherwise.ends };
    }
    case "for":
      return checkFor(env, node, returns);
    case "repeat": {
      const count = expectType(env, node.count, T.int);
      return { statement: { k: "repeat", count, body: checkLoopBody(env, env, node.body, returns), at: here } };
    }
    case "return":
      return checkReturn(env, node, returns);
    case "advance": {
      const by = expectType(env, node.by, T.duration);
      withinRange(env, node.by.span, by, 0, Infinity, "The time to let pass", "never negative");
      env.flow.advanced = true;
      forget(env.flow);
      return { statement: { k: "advance", by, at: here } };
    }
    case "disable":
    case "enable": {
      wrote(env, node.span);
      const tool = lookupTool(env, undefined, node.tool);
      if (tool && "ambiguous" in tool) ambiguous(env, node.tool, tool.ambiguous);
      else if (!tool && !lost(env, node.tool.text)) report(env, "unknown-name", node.tool.span, { name: node.tool.text, what: "tool" }, suggest(node.tool.text, env.apps.flatMap((a) => [...a.tools.keys()])));
      const because = node.kind === "disable" ? expectType(env, node.because, T.string) : null;
      if (!tool || "ambiguous" in tool) return {};
      return { statement: because ? { k: "disable", tool: tool.id, because, at: here } : { k: "enable", tool: tool.id, at: here } };
    }
    case "call": {
      if (node.call.kind !== "call") {
        checkExpr(env, node.call);
        return {};
      }
      const fails = node.fails && expectType(env, node.fails, T.string);
      const call = checkCall(env, node.call, fails);
      forget(env.flow);
      return { statement: { k: "call", call, at: here } };
    }
    case "expect": {
      const test = expectType(env, node.test, T.bool);
      learn(env, facts(env, node.test, true));
      return { statement: { k: "expect", test, text: env.module.source.text.slice(node.test.span.start, node.test.span.end).replace(/\s+/g, " "), at: here } };
    }
  }
}

function defaultMessage(env: Env, test: Expr): IrExpr {
  const text = env.module.source.text.slice(test.span.start, test.span.end).replace(/\s+/g, " ");
  return { k: "lit", value: `This is not possible now: it needs ${text}.`, type: T.string, at: at(env, test.span) };
}

function wrote(env: Env, span: Span): void {
  if (env.flow.advanced && env.mode !== "test") report(env, "write-after-advance", span, undefined);
}

function checkLet(env: Env, node: Extract<Stmt, { kind: "let" }>): Checked {
  const here = at(env, node.span);
  let value: IrExpr;
  if (node.value.kind === "create") {
    wrote(env, node.span);
    if (!ALLOWED.create.includes(env.mode)) report(env, "statement-misplaced", node.value.span, { what: "`create`", where: placeName(env) });
    value = checkCreate(env, node.value);
    forgetDerived(env.flow);
  } else if (node.value.kind === "call" && env.mode === "test") {
    value = checkCall(env, node.value);
    forget(env.flow);
  } else value = checkExpr(env, node.value);
  let type = value.type;
  let otherwise: IrExpr | undefined;
  if (node.else) {
    if (type.t !== "maybe" && type.t !== "error" && type.t !== "none") {
      const place = { source: env.module.source, start: node.value.span.end, end: node.else.span.end };
      report(env, "useless-unwrap", node.value.span, undefined, { fix: { title: "Remove the `else`", place, text: "" } });
    }
    otherwise = expectType(env, node.else, T.string);
    if (type.t === "maybe") type = type.of;
    if (!ALLOWED.require.includes(env.mode) && env.mode !== "test") report(env, "statement-misplaced", node.else.span, { what: "`else` of `let`", where: placeName(env) });
  }
  if (type.t === "none") {
    report(env, "cannot-infer", node.value.span, { what: `\`${node.name.text}\`` });
    type = T.error;
  }
  if (type.t === "range") {
    report(env, "type-mismatch", node.value.span, { expected: "A value", got: "a range" });
    type = T.error;
  }
  if (type.t === "void") type = T.error;
  return {
    statement: { k: "let", name: node.name.text, value, at: here, ...(otherwise ? { else: otherwise } : {}) },
    env: withLocal(env, node.name, type, "name"),
  };
}

function checkSet(env: Env, node: Extract<Stmt, { kind: "set" }>): Checked {
  const here = at(env, node.span);
  const target = checkTarget(env, node.target);
  wrote(env, node.span);
  let value: IrExpr;
  if (node.op === "=") value = node.value.kind === "create" ? coerce(env, checkCreate(env, node.value), target?.type ?? T.error, node.value.span) : expectType(env, node.value, target?.type ?? T.error);
  else {
    const read = checkExpr(env, node.target);
    const right = checkExpr(env, node.value, read.type);
    value = arithmeticOp(env, node.op === "+=" ? "+" : "-", read, right, node);
    if (target) value = coerce(env, value, target.type, node.span);
  }
  if (!target) return {};
  const name = fieldName(target.target);
  forget(env.flow, name);
  const path = pathOf(env, node.target, typeOf);
  if (path !== null && target.type.t === "maybe" && value.type.t !== "maybe" && value.type.t !== "none" && value.type.t !== "error") env.flow.narrowed.set(path, target.type.of);
  if (target.target.k === "state" && env.mode === "init" && target.target.app === env.app?.name) env.flow.unset.delete(name);
  return { statement: { k: "set", target: target.target, value, at: here } };
}

function fieldName(target: IrTarget): string {
  return target.k === "slot" ? fieldName(target.target) : target.field;
}

/** What `set`, `add` and `remove` write to; null after a report. */
function checkTarget(env: Env, expr: Expr): { target: IrTarget; type: Type } | null {
  if (expr.kind === "index") {
    const inner = checkTarget(env, expr.of);
    if (!inner) {
      checkExpr(env, expr.at);
      return null;
    }
    if (inner.type.t !== "slots") {
      checkExpr(env, expr.at);
      if (inner.type.t !== "error") report(env, "not-assignable", expr.span, { what: `A part of ${article(showType(inner.type))}` }, { hint: "Only the slots of a `Record<Enum, T>` are set one by one." });
      return null;
    }
    const index = expectType(env, expr.at, { t: "enum", name: inner.type.key });
    return { target: { k: "slot", target: inner.target, index, of: checkExpr(env, expr.of) }, type: inner.type.of };
  }
  if (expr.kind === "name") {
    const name = expr.name.text;
    const local = env.locals.get(name);
    if (local) {
      local.used = true;
      report(env, "not-assignable", expr.span, { what: `The ${local.what} \`${name}\`` }, { hint: "A name stands for one value; `set` changes fields and state." });
      return null;
    }
    const state = lookupState(env, name);
    if (state && !("ambiguous" in state)) env.cx.recorder?.use(env, expr.name, { m: "state", app: state.app.name, name });
    if (state && !("ambiguous" in state)) return stateTarget(env, state.app.name, state.field.node.kind, name, state.field.type, expr.span);
    if (state) ambiguous(env, expr.name, state.ambiguous);
    else if (!lost(env, name)) report(env, "unknown-name", expr.span, { name, what: "state field" }, suggest(name, env.apps.flatMap((a) => [...a.state.keys()])));
    return null;
  }
  if (expr.kind !== "member") {
    if (expr.kind !== "missing") {
      checkExpr(env, expr);
      report(env, "not-assignable", expr.span, { what: "This" });
    }
    return null;
  }
  if (expr.of.kind === "name" && !env.locals.has(expr.of.name.text)) {
    const app = env.apps.find((a) => a.name === (expr.of.kind === "name" ? expr.of.name.text : ""));
    const field = app?.state.get(expr.name.text);
    if (app && field) {
      env.cx.recorder?.use(env, expr.of.name, { m: "symbol", symbol: app });
      env.cx.recorder?.use(env, expr.name, { m: "state", app: app.name, name: field.name });
      return stateTarget(env, app.name, field.node.kind, expr.name.text, field.type, expr.span);
    }
  }
  const of = checkExpr(env, expr.of);
  if (of.type.t === "error") return null;
  if (of.type.t === "maybe") {
    report(env, "may-be-none", expr.of.span, { what: "This", why: "" });
    return null;
  }
  if (of.type.t !== "entity") {
    report(env, "not-assignable", expr.span, { what: `A field of ${article(showType(of.type))}` }, { hint: "Records are values: set the whole field that holds it." });
    return null;
  }
  const entity = entityOf(env, of.type.name);
  const field = entity?.fields.get(expr.name.text);
  if (!entity || !field) {
    if (entity && !entity.node.broken && !lost(env, expr.name.text)) report(env, "unknown-field", expr.name.span, { name: expr.name.text, of: `The entity ${entity.name}` }, suggest(expr.name.text, entity.fields.keys()));
    return null;
  }
  env.cx.recorder?.use(env, expr.name, { m: "field", entity: entity.id, name: field.name });
  if (field.key) {
    report(env, "assign-key", expr.name.span, { name: field.name });
    return null;
  }
  if (field.node.kind === "inverse") {
    report(env, "inverse-set", expr.name.span, { name: field.name });
    return null;
  }
  if (field.node.kind === "get") {
    report(env, "not-assignable", expr.name.span, { what: `The derived field \`${field.name}\`` });
    return null;
  }
  return { target: { k: "field", of, entity: entity.id, field: field.name }, type: field.type };
}

function stateTarget(env: Env, app: string, kind: string, name: string, type: Type, span: Span): { target: IrTarget; type: Type } | null {
  if (kind === "get") {
    report(env, "not-assignable", span, { what: `The derived field \`${name}\`` });
    return null;
  }
  return { target: { k: "state", app, field: name }, type };
}

function checkDelete(env: Env, node: Extract<Stmt, { kind: "delete" }>): Checked {
  const value = checkExpr(env, node.value);
  wrote(env, node.span);
  if (value.type.t === "error") return {};
  if (value.type.t === "maybe") {
    report(env, "may-be-none", node.value.span, { what: "This", why: "" });
    return {};
  }
  if (value.type.t !== "entity") {
    const hint = value.type.t === "list" || value.type.t === "set" ? { hint: "Delete its rows one by one: `for x in … { delete x }`." } : {};
    report(env, "type-mismatch", node.value.span, { expected: "a row", got: article(showType(value.type)) }, hint);
    return {};
  }
  forget(env.flow);
  if (node.value.kind === "name") env.flow.deleted.add(node.value.name.text);
  return { statement: { k: "delete", value, entity: value.type.name, at: at(env, node.span) } };
}

function checkDo(env: Env, node: Extract<Stmt, { kind: "do" }>): Checked {
  const symbol = node.qualifier ? qualified(env, node.qualifier, node.action) : lookup(env, node.action);
  wrote(env, node.span);
  if (!symbol || "ambiguous" in symbol || symbol.s !== "action") {
    node.args.forEach((a) => checkExpr(env, a.value));
    if (symbol && "ambiguous" in symbol) ambiguous(env, node.action, symbol.ambiguous);
    else if (symbol) report(env, "wrong-namespace", node.action.span, { name: node.action.text, is: "no action", wanted: "an action" });
    else if (symbol === undefined && !lost(env, node.action.text)) {
      const actions = env.apps.flatMap((a) => [...a.members.values()].filter((m) => m.s === "action").map((m) => m.name));
      report(env, "unknown-name", node.action.span, { name: node.action.text, what: "action" }, suggest(node.action.text, actions));
    }
    return {};
  }
  noteCall(env, symbol.id);
  const args = checkArguments(env, symbol, node.args, node.span);
  forget(env.flow);
  return { statement: { k: "do", action: symbol.id, args, at: at(env, node.span) } };
}

/** A body that may run any number of times: what it may change is unknown at its start and after it. */
function checkLoopBody(outer: Env, inner: Env, body: Block, returns: Returns): IrStmt[] {
  const writes = containsWrite(body);
  if (writes) forget(inner.flow);
  const flow = forkFlow(inner.flow);
  const checked = checkBlock({ ...inner, flow }, body, returns);
  for (const name of flow.deleted) if (outer.locals.has(name)) outer.flow.deleted.add(name);
  if (flow.advanced) outer.flow.advanced = true;
  if (writes) forget(outer.flow);
  return checked.statements;
}

function containsWrite(block: Block): boolean {
  return block.statements.some((s) => {
    switch (s.kind) {
      case "if":
        return containsWrite(s.then) || (s.else !== undefined && containsWrite(s.else));
      case "for":
      case "repeat":
        return containsWrite(s.body);
      case "let":
        return s.value.kind === "create" || s.value.kind === "call";
      case "require":
      case "return":
      case "expect":
      case "fail":
      case "missing":
        return false;
      default:
        return true;
    }
  });
}

/** What a `for` goes over, and what its inside can see. */
export function loopHead(env: Env, node: { readonly name: Name; readonly index?: Name; readonly in: Expr }): { readonly list: IrExpr; readonly element: Type; readonly inner: Env } {
  const list = checkExpr(env, node.in);
  if (list.type.t !== "list" && list.type.t !== "set" && list.type.t !== "error") {
    if (list.type.t === "maybe") report(env, "may-be-none", node.in.span, { what: "This", why: "" });
    else report(env, "type-mismatch", node.in.span, { expected: "a list", got: article(showType(list.type)) });
  }
  const element = elementOf(list.type);
  let inner = withLocal({ ...env, flow: forkFlow(env.flow) }, node.name, element, "name");
  if (node.index) inner = withLocal(inner, node.index, T.int, "name");
  return { list, element, inner };
}

function checkFor(env: Env, node: Extract<Stmt, { kind: "for" }>, returns: Returns): Checked {
  const { list, element, inner } = loopHead(env, node);
  const body = checkLoopBody(env, inner, node.body, returns);
  reportUnused(env, [node.name, ...(node.index ? [node.index] : [])].flatMap((n: Name) => inner.locals.get(n.text) ?? []));
  return {
    statement: {
      k: "for", name: node.name.text, in: list, body, at: at(env, node.span),
      ...(node.index ? { index: node.index.text } : {}), ...(element.t === "entity" ? { entity: element.name } : {}),
    },
  };
}

function checkReturn(env: Env, node: Extract<Stmt, { kind: "return" }>, returns: Returns): Checked {
  const here = at(env, node.span);
  if (!node.value) {
    returns.bare = true;
    return { statement: { k: "return", at: here }, ends: true };
  }
  const value = checkExpr(env, node.value, returns.type ?? undefined);
  if (value.type.t === "range" || value.type.t === "void") report(env, "type-mismatch", node.value.span, { expected: "A value", got: article(showType(value.type)) });
  const joined = returns.type === null ? value.type : joinReturn(returns.type, value.type);
  if (joined === null) report(env, "return-types", node.value.span, { a: article(showType(returns.type ?? T.error)), b: article(showType(value.type)) });
  returns.type = joined ?? T.error;
  return { statement: { k: "return", value, at: here }, ends: true };
}

function joinReturn(a: Type, b: Type): Type | null {
  if (assignable(b, a)) return a;
  if (assignable(a, b)) return b;
  return a.t === "none" || b.t === "none" ? T.maybe(a.t === "none" ? b : a) : null;
}

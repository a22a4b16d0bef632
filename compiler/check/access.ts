/** `x.name`, `x[i]`, `f(…)` and `x.m(…)`. */

import type { Expr, Name } from "../../grammar/ast.js";
import type { IrExpr } from "../ir.js";
import { suggest } from "../suggest.js";
import { symbolOf, whatIs, type AppSym, type EntitySym } from "../symbols.js";
import { assignable, hasError, isOrdered, isText, join, showType, T, type Type } from "../types.js";
import {
  article, checkExpr, checkName, checkPostfix, coerce, enumMembers, expectType, fieldOf, narrowedTo, stateField, surely, ambiguous, typeOf, type Pending,
} from "./expressions.js";
import { applyGraph } from "./graphs.js";
import { caseValue, kindCases } from "./kinds.js";
import { callMethod, isMethod, METHODS, readProperty } from "./methods.js";
import { op } from "./operators.js";
import { checkRandom } from "./random.js";
import { at, errorExpr, freshName, lookup, lookupState, lost, noteCall, pathOf, report, step, type Env } from "./env.js";
import { spaceOf } from "./regions.js";
import { qualified } from "./type-nodes.js";
import { viewColumns } from "./views.js";

type Member = Extract<Expr, { kind: "member" }>;
type Apply = Extract<Expr, { kind: "apply" }>;

/** The app, entity or enum that a bare name stands for, if it is not hidden by a value. */
export function staticOf(env: Env, expr: Expr): AppSym | EntitySym | { readonly s: "enum"; readonly id: string; readonly name: string; readonly members: readonly string[] } | null {
  if (expr.kind === "member" && expr.of.kind === "name") {
    const app = staticOf(env, expr.of);
    if (app?.s !== "app") return null;
    const symbol = app.members.get(expr.name.text);
    return symbol?.s === "entity" || symbol?.s === "enum" ? (qualified(env, expr.of.name, expr.name) as EntitySym | null) : null;
  }
  if (expr.kind !== "name" || env.locals.has(expr.name.text) || env.self?.fields.has(expr.name.text)) return null;
  const symbol = lookup(env, expr.name);
  if (!symbol || "ambiguous" in symbol) return null;
  return symbol.s === "app" || symbol.s === "entity" || symbol.s === "enum" ? symbol : null;
}

export function checkMember(env: Env, expr: Member, expected: Type | undefined, pending: Pending[]): IrExpr {
  const fixed = staticOf(env, expr.of);
  if (fixed) return staticMember(env, fixed, expr);
  if (expr.of.kind === "name" && expr.of.name.text === "random" && !env.locals.has("random")) return checkRandom(env, expr.name, [], expr.span, expected, true);
  const of = openChain(env, checkPostfix(env, expr.of, undefined, pending), expr, pending);
  if (of.type.t === "error") return errorExpr(env, expr.span);
  return narrowedTo(env, pathOf(env, expr, typeOf), { ...memberOf(env, of, expr.name, expr), at: at(env, expr.span) });
}

/** For `a?.b`: binds `a` and goes on with its value; `a.b` demands that `a` is there. */
function openChain(env: Env, of: IrExpr, expr: Member, pending: Pending[]): IrExpr {
  if (of.type.t === "none") {
    report(env, "may-be-none", expr.of.span, { what: "This", why: "" });
    return errorExpr(env, expr.of.span);
  }
  if (of.type.t !== "maybe") return of;
  if (!expr.optional && env.mode === "goal") return surely(of);
  if (!expr.optional) {
    report(env, "may-be-none", expr.of.span, { what: "This", why: of.type.why === undefined ? "" : ` ${of.type.why}` });
    return errorExpr(env, expr.of.span);
  }
  const local = freshName(env, of.type.of);
  pending.push({ local, value: of });
  return { k: "local", name: local, type: of.type.of, at: of.at };
}

function staticMember(env: Env, fixed: NonNullable<ReturnType<typeof staticOf>>, expr: Member): IrExpr {
  const here = at(env, expr.span);
  const name = expr.name.text;
  if (fixed.s === "entity") {
    if (name === "all") return { k: "all", entity: fixed.id, type: T.list(T.entity(fixed.id)), at: here };
    if (name !== "" && !lost(env, name)) {
      const hint = METHODS.list.has(name) ? { hint: `Write \`${fixed.name}.all.${name}\`.` } : suggest(name, ["all", "find"]);
      report(env, "unknown-field", expr.name.span, { name, of: `The entity ${fixed.name}` }, hint);
    }
    return errorExpr(env, expr.span);
  }
  if (fixed.s === "enum") {
    if (fixed.members.includes(name)) return { k: "lit", value: name, type: { t: "enum", name: fixed.id }, at: here };
    if (METHODS.list.has(name)) return readProperty(env, checkExpr(env, expr.of), expr.name, expr);
    if (!lost(env, name)) report(env, "unknown-member", expr.name.span, { name, of: fixed.name }, suggest(name, fixed.members));
    return errorExpr(env, expr.span);
  }
  if (env.app && fixed !== env.app && !env.app.uses.includes(fixed)) {
    report(env, "app-not-used", expr.of.span, { name, app: fixed.name });
    return errorExpr(env, expr.span);
  }
  const state = fixed.state.get(name);
  if (state) return narrowedTo(env, `s:${fixed.name}.${step(name, state.node.kind !== "field")}`, stateField(env, fixed.name, name, state.node.kind === "get", state.type, expr.span));
  const symbol = fixed.members.get(name);
  if (symbol?.s === "corpus") return { k: "corpus", name: symbol.id, type: symbol.type, at: here };
  if (symbol) {
    report(env, "wrong-namespace", expr.name.span, { name, is: whatIs(symbol), wanted: "a value" });
    return errorExpr(env, expr.span);
  }
  if (!lost(env, name) && !fixed.broken) report(env, "unknown-name", expr.name.span, { name, what: `state field in ${fixed.name}` }, suggest(name, fixed.state.keys()));
  return errorExpr(env, expr.span);
}

export function entityOf(env: Env, id: string): EntitySym | undefined {
  return symbolOf(env.cx.bound, "entity", id);
}

function memberOf(env: Env, of: IrExpr, name: Name, expr: Member): IrExpr {
  const { type } = of;
  const here = at(env, expr.span);
  switch (type.t) {
    case "entity": {
      const entity = entityOf(env, type.name);
      const field = entity?.fields.get(name.text);
      if (entity && field) {
        if (env.flow.deleted.size > 0 && of.k === "local" && env.flow.deleted.has(of.name)) return errorExpr(env, expr.span);
        noteCall(env, `${entity.id}.${name.text}`);
        return { ...fieldOf(of, entity.id, name.text, field), at: here };
      }
      if (METHODS.tree.has(name.text)) return readProperty(env, of, name, expr);
      if (entity && !entity.node.broken && !lost(env, name.text)) {
        report(env, "unknown-field", name.span, { name: name.text, of: `The entity ${entity.name}` }, suggest(name.text, entity.fields.keys()));
      }
      return errorExpr(env, expr.span);
    }
    case "record": {
      const field = type.fields[name.text];
      if (field) return { k: "member", of, field: name.text, type: field, at: here };
      if (!lost(env, name.text)) report(env, "unknown-field", name.span, { name: name.text, of: article(showType(type)) }, suggest(name.text, Object.keys(type.fields)));
      return errorExpr(env, expr.span);
    }
    case "view": {
      const columns = viewColumns(env, type.name);
      const column = columns?.[name.text];
      if (column) return { k: "member", of, field: name.text, type: column, at: here };
      if (columns && !lost(env, name.text)) report(env, "unknown-field", name.span, { name: name.text, of: `The view ${showType(type)}` }, suggest(name.text, Object.keys(columns)));
      return errorExpr(env, expr.span);
    }
    case "kind": {
      const cases = kindCases(env, type.name);
      const field = type.case === undefined ? undefined : cases.get(type.case)?.[name.text];
      if (field) return { k: "member", of, field: name.text, type: field, at: here };
      const holders = [...cases].filter(([, fields]) => name.text in fields).map(([c]) => `\`${c}\``);
      if (holders.length > 0) report(env, "case-not-known", name.span, { name: name.text, cases: holders.join(" and ") });
      else if (!lost(env, name.text)) report(env, "unknown-field", name.span, { name: name.text, of: article(showType(type)) });
      return errorExpr(env, expr.span);
    }
    default:
      return readProperty(env, of, name, expr);
  }
}

export function checkIndex(env: Env, expr: Extract<Expr, { kind: "index" }>, pending: Pending[]): IrExpr {
  const here = at(env, expr.span);
  const fixed = staticOf(env, expr.of);
  if (fixed?.s === "entity") return findRow(env, fixed, [expr.at], true, expr);
  const of = checkPostfix(env, expr.of, undefined, pending);
  switch (of.type.t) {
    case "error":
      checkExpr(env, expr.at);
      return of;
    case "list":
      return op("list.at", [of, expectType(env, expr.at, T.int)], T.maybe(of.type.of), here);
    case "slots":
      return op("slots.at", [of, expectType(env, expr.at, { t: "enum", name: of.type.key })], of.type.of, here);
    case "dict":
      return op("dict.at", [of, expectType(env, expr.at, T.string)], T.maybe(of.type.of), here);
    case "record": {
      const index = checkExpr(env, expr.at);
      const fields = Object.entries(of.type.fields);
      if (index.type.t === "error") return index;
      if (index.type.t === "enum") {
        const members = enumMembers(env, index.type.name);
        const type = fields.reduce<Type | null>((joined, [, t]) => joined && join(joined, t), fields[0]?.[1] ?? null);
        if (type && members.length === fields.length && fields.every(([n]) => members.includes(n))) return op("record.at", [of, index], type, here);
      }
      report(env, "bad-index", expr.of.span, { of: article(showType(of.type)) }, { hint: "A record is indexed by an enum whose members are exactly its fields." });
      return errorExpr(env, expr.span);
    }
    case "maybe":
      if (env.mode === "goal" && of.type.of.t === "list") return op("list.at", [surely(of), expectType(env, expr.at, T.int)], T.maybe(of.type.of.of), here);
      report(env, "may-be-none", expr.of.span, { what: "This", why: of.type.why === undefined ? "" : ` ${of.type.why}` });
      checkExpr(env, expr.at);
      return errorExpr(env, expr.span);
    default:
      checkExpr(env, expr.at);
      report(env, "bad-index", expr.of.span, { of: article(showType(of.type)) });
      return errorExpr(env, expr.span);
  }
}

/** `E[k]` and `E.find(k)`; a composite key takes its parts as a record or as several arguments. */
function findRow(env: Env, entity: EntitySym, args: readonly Expr[], must: boolean, expr: { readonly span: Expr["span"] }): IrExpr {
  const type = must ? T.entity(entity.id) : T.maybe(T.entity(entity.id));
  if (entity.key.length === 0) {
    report(env, "key-missing", expr.span, { name: entity.name });
    args.forEach((a) => checkExpr(env, a));
    return errorExpr(env, expr.span);
  }
  const [only] = args;
  if (entity.key.length > 1 && args.length === 1 && only?.kind === "record") {
    const parts = entity.key.map((name) => only.entries.find((e) => e.name.text === name));
    const extra = only.entries.find((e) => !entity.key.includes(e.name.text));
    if (extra) report(env, "unknown-field", extra.name.span, { name: extra.name.text, of: `The key of ${entity.name}` }, suggest(extra.name.text, entity.key));
    const missing = entity.key.find((_, i) => parts[i] === undefined);
    if (missing !== undefined) report(env, "missing-argument", only.span, { name: missing, of: `The key of ${entity.name}` });
    if (extra || missing !== undefined) return errorExpr(env, expr.span);
    return findRow(env, entity, parts.map((e): Expr => e?.value ?? { kind: "name", name: (e as NonNullable<typeof e>).name, span: expr.span }), must, expr);
  }
  if (args.length !== entity.key.length) {
    report(env, "argument-count", expr.span, { name: entity.name, expected: `${entity.key.length} key part${entity.key.length === 1 ? "" : "s"}`, got: args.length });
    args.forEach((a) => checkExpr(env, a));
    return errorExpr(env, expr.span);
  }
  const key = entity.key.map((name, i) => {
    const fieldType = entity.fields.get(name)?.type ?? T.error;
    return expectType(env, args[i] as Expr, fieldType.t === "id" ? T.string : fieldType);
  });
  return { k: "find", entity: entity.id, key, must, type, at: at(env, expr.span) };
}

export function checkApply(env: Env, expr: Apply, expected: Type | undefined, pending: Pending[]): IrExpr {
  const { callee } = expr;
  if (callee.kind === "name") return applyName(env, expr, callee.name, expected);
  if (callee.kind !== "member") {
    checkExpr(env, callee);
    report(env, "not-callable", callee.span, { name: "this" });
    return errorExpr(env, expr.span);
  }
  const name = callee.name;
  if (callee.of.kind === "name" && callee.of.name.text === "random" && !env.locals.has("random")) return checkRandom(env, name, expr.args, expr.span, expected, false);
  const graph = spaceOf(env, callee.of, "graph");
  if (graph) return applyGraph(env, expr, graph, name);
  const fixed = staticOf(env, callee.of);
  if (fixed?.s === "entity" && name.text === "find") return findRow(env, fixed, expr.args.map((a) => a.value), false, expr);
  if (fixed?.s === "app") {
    const symbol = fixed.members.get(name.text);
    if (symbol?.s === "fn") {
      env.cx.recorder?.use(env, name, { m: "symbol", symbol });
      return applyFn(env, expr, symbol);
    }
  }
  if (fixed && fixed.s !== "enum") {
    const known = staticMember(env, fixed, callee);
    expr.args.forEach((a) => a.value.kind !== "lambda" && checkExpr(env, a.value));
    if (known.type.t !== "error") report(env, "not-callable", callee.span, { name: name.text });
    return errorExpr(env, expr.span);
  }
  const of = openChain(env, checkPostfix(env, callee.of, undefined, pending), callee, pending);
  if (of.type.t === "error") {
    expr.args.forEach((a) => a.value.kind !== "lambda" && checkExpr(env, a.value));
    return errorExpr(env, expr.span);
  }
  if (!isMethod(of.type, name.text) && (of.type.t === "record" || of.type.t === "entity" || of.type.t === "view")) {
    const member = memberOf(env, of, name, callee);
    if (member.type.t !== "error") report(env, "not-callable", name.span, { name: name.text });
    return errorExpr(env, expr.span);
  }
  return callMethod(env, of, name, expr);
}

function applyName(env: Env, expr: Apply, name: Name, expected?: Type): IrExpr {
  const here = at(env, expr.span);
  const values = expr.args.map((a) => a.value);
  const count = (n: number): boolean => {
    if (values.length === n) return true;
    report(env, "argument-count", expr.span, { name: name.text, expected: `${n} arguments`, got: values.length });
    values.forEach((v) => checkExpr(env, v));
    return false;
  };
  const symbol = env.locals.has(name.text) ? undefined : lookup(env, name);
  if (symbol && "ambiguous" in symbol) return ambiguous(env, name, symbol.ambiguous);
  if (symbol?.s === "fn") return applyFn(env, expr, symbol);
  if (symbol) {
    report(env, "not-callable", name.span, { name: name.text }, symbol.s === "action" ? { hint: `An action is run with \`do ${name.text}(…)\`.` } : {});
    values.forEach((v) => v.kind !== "lambda" && checkExpr(env, v));
    return errorExpr(env, expr.span);
  }
  switch (name.text) {
    case "point":
      if (!count(2)) return errorExpr(env, expr.span);
      return op("point", values.map((v) => expectType(env, v, T.float)), T.point, here);
    case "days_between":
      if (!count(2)) return errorExpr(env, expr.span);
      return op("days.between", values.map((v) => toDate(env, v)), T.int, here);
    case "min":
    case "max": {
      if (!count(2)) return errorExpr(env, expr.span);
      const a = checkExpr(env, values[0] as Expr, expected);
      const b = coerceJoin(env, a, values[1] as Expr);
      for (const [i, side] of [a, b].entries()) {
        if (side.type.t === "error" || (isOrdered(side.type) && side.type.t !== "enum" && !isText(side.type))) continue;
        if (side.type.t === "maybe" || side.type.t === "none") report(env, "may-be-none", (values[i] as Expr).span, { what: "This", why: "" });
        else report(env, "bad-operand", (values[i] as Expr).span, { op: name.text, of: article(showType(side.type)) });
        return errorExpr(env, expr.span);
      }
      return op(name.text === "min" ? "min2" : "max2", [a, b], join(a.type, b.type) ?? T.error, here);
    }
  }
  const wanted = expected?.t === "maybe" ? expected.of : expected;
  if (wanted?.t === "kind") {
    const built = caseValue(env, wanted.name, name, expr.args);
    if (built) return built;
  }
  if (env.locals.has(name.text) || lookupState(env, name.text) || env.self?.fields.has(name.text)) {
    if (checkName(env, name).type.t !== "error") report(env, "not-callable", name.span, { name: name.text });
  } else if (!lost(env, name.text)) {
    const fns = env.apps.flatMap((a) => [...a.members.values()].filter((m) => m.s === "fn").map((m) => m.name));
    const isTool = env.apps.some((a) => a.tools.has(name.text));
    const hint = isTool ? { hint: `\`${name.text}\` is a tool; tests and plans run one with \`call ${name.text}(…)\`.` } : suggest(name.text, [...fns, "point", "days_between", "min", "max"]);
    report(env, "unknown-name", name.span, { name: name.text, what: "function" }, hint);
  }
  values.forEach((v) => v.kind !== "lambda" && checkExpr(env, v));
  return errorExpr(env, expr.span);
}

function toDate(env: Env, expr: Expr): IrExpr {
  const value = checkExpr(env, expr);
  if (value.type.t === "datetime") return op("datetime.date", [value], T.date, value.at);
  return coerce(env, value, T.date, expr.span);
}

function coerceJoin(env: Env, a: IrExpr, expr: Expr): IrExpr {
  const b = checkExpr(env, expr, a.type);
  if (!assignable(a.type, b.type) && !assignable(b.type, a.type) && !hasError(a.type)) return coerce(env, b, a.type, expr.span);
  return b;
}

/** Arguments by position, or by name where the author likes. */
function applyFn(env: Env, expr: Apply, fn: { readonly id: string; readonly name: string; readonly params: readonly { name: string; local: string; type: Type; default?: IrExpr }[]; readonly result: Type }): IrExpr {
  noteCall(env, fn.id);
  const args = checkArguments(env, fn, expr.args, expr.span);
  return { k: "fn", fn: fn.id, args, type: fn.result, at: at(env, expr.span) };
}

export function checkArguments(
  env: Env,
  callee: { readonly id: string; readonly name: string; readonly params: readonly { readonly name: string; readonly type: Type; readonly default?: IrExpr }[] },
  args: Apply["args"],
  span: Expr["span"],
): IrExpr[] {
  const { name, params } = callee;
  const given = new Map<string, IrExpr>();
  let unknown = false;
  args.forEach((arg, i) => {
    const param = arg.name ? params.find((p) => p.name === arg.name?.text) : params[i];
    if (param && arg.name) env.cx.recorder?.use(env, arg.name, { m: "parameter", of: callee.id, name: param.name });
    if (!param) {
      unknown = true;
      if (arg.value.kind !== "lambda") checkExpr(env, arg.value);
      if (arg.name) report(env, "unknown-argument", arg.name.span, { name: arg.name.text, of: `\`${name}\`` }, suggest(arg.name.text, params.map((p) => p.name)));
      else if (i === params.length) report(env, "argument-count", arg.span, { name, expected: `${params.length} argument${params.length === 1 ? "" : "s"}`, got: args.length });
    } else if (given.has(param.name)) report(env, "duplicate-field", arg.span, { name: param.name });
    else given.set(param.name, expectType(env, arg.value, param.type));
  });
  return params.map((param) => {
    const value = given.get(param.name);
    if (value) return value;
    if (param.default) return param.default;
    if (param.type.t === "maybe") return { k: "lit", value: null, type: T.none, at: at(env, span) };
    if (!unknown) report(env, "missing-argument", span, { name: param.name, of: `\`${name}\`` });
    return errorExpr(env, span);
  });
}

/** Goals: items over the end state, and what only they may say: `start.e`, `one new T { … }`, `called t`, `answer`. */

import type { Expr, GoalItem, GoalNode, Name } from "../../grammar/ast.js";
import type { IrBinder, IrExpr, IrGoalItem, IrNewField } from "../ir.js";
import { suggest } from "../suggest.js";
import { isText, showType, T, type Type } from "../types.js";
import { ambiguous, article, checkExpr, expectType } from "./expressions.js";
import { at, errorExpr, forkFlow, lookup, lookupTool, lost, newFlow, report, withLocal, type Env } from "./env.js";
import { elementOf } from "./methods.js";
import { facts, narrow } from "./narrowing.js";
import { loopHead } from "./statements.js";

/** Checks the items of a goal; `binders` is told of each `some`. */
export function lowerItems(env: Env, items: readonly GoalItem[], binders: IrBinder[]): IrGoalItem[] {
  const result: IrGoalItem[] = [];
  let scope = env;
  for (const item of items) {
    const here = at(scope, item.span);
    switch (item.kind) {
      case "let": {
        const value = checkExpr(scope, item.value);
        result.push({ k: "let", name: item.name.text, value, at: here });
        scope = withLocal(scope, item.name, value.type, "name");
        break;
      }
      case "some": {
        const list = checkExpr(scope, item.in);
        const element = elementOf(list.type);
        if (list.type.t !== "list" && list.type.t !== "set" && list.type.t !== "error") report(scope, "type-mismatch", item.in.span, { expected: "a list", got: article(showType(list.type)) });
        result.push({ k: "some", name: item.name.text, in: list, at: here });
        if (!binders.some((b) => b.name === item.name.text)) binders.push({ name: item.name.text, type: element });
        scope = withLocal(scope, item.name, element, "name");
        break;
      }
      case "item": {
        const label = expectType(scope, item.label, T.string);
        const test = expectType(scope, item.test, T.bool);
        const text = scope.module.source.text.slice(item.test.span.start, item.test.span.end).replace(/\s+/g, " ");
        result.push({ k: "item", label, test, text, keep: item.keep, dynamic: item.dynamic, at: here });
        break;
      }
      case "for": {
        const { list, inner } = loopHead(scope, item);
        result.push({ k: "for", name: item.name.text, ...(item.index ? { index: item.index.text } : {}), in: list, items: lowerItems(inner, item.items, binders), at: here });
        break;
      }
      case "if": {
        const test = expectType(scope, item.test, T.bool);
        const branch = (holds: boolean): Env => narrow({ ...scope, flow: forkFlow(scope.flow) }, facts(scope, item.test, holds));
        result.push({ k: "if", test, then: lowerItems(branch(true), item.then, binders), else: lowerItems(branch(false), item.else, binders), at: here });
        break;
      }
    }
  }
  return result;
}

export function goalItems(env: Env, node: GoalNode): { readonly items: IrGoalItem[]; readonly binders: IrBinder[] } {
  const binders: IrBinder[] = [];
  return { items: lowerItems({ ...env, mode: "goal", flow: newFlow() }, node.items, binders), binders };
}

/** `start.e`: the whole chain that begins with `start.`, without it; null for any other expression. */
export function withoutStart(env: Env, expr: Expr): Expr | null {
  if (env.mode !== "goal" || env.locals.has("start")) return null;
  const strip = (e: Expr): Expr | null => {
    switch (e.kind) {
      case "member": {
        if (e.of.kind === "name" && e.of.name.text === "start") return { kind: "name", name: e.name, span: e.span };
        const of = strip(e.of);
        return of && { ...e, of };
      }
      case "apply": {
        const callee = strip(e.callee);
        return callee && { ...e, callee };
      }
      case "index": {
        const of = strip(e.of);
        return of && { ...e, of };
      }
      default:
        return null;
    }
  };
  return strip(expr);
}

/** The value an expression had at the start. What is known of the end says nothing about it. */
export function checkStart(env: Env, inner: Expr, expr: Expr, expected: Type | undefined): IrExpr {
  const value = checkExpr({ ...env, flow: newFlow() }, inner, expected);
  return value.type.t === "error" ? errorExpr(env, expr.span) : { k: "start", value, type: value.type, at: at(env, expr.span) };
}

/** `one new T { … }`: the one created row that matches, or none. `none new T { … }`: whether there is none. */
export function checkNew(env: Env, expr: Extract<Expr, { kind: "new" }>): IrExpr {
  const symbol = lookup(env, expr.entity);
  const here = at(env, expr.span);
  if (symbol && "ambiguous" in symbol) return ambiguous(env, expr.entity, symbol.ambiguous);
  if (symbol?.s !== "entity") {
    expr.entries.forEach((e) => e.value && checkExpr(env, e.value.kind === "exact" ? e.value.value : e.value));
    if (symbol) report(env, "wrong-namespace", expr.entity.span, { name: expr.entity.text, is: "no entity", wanted: "an entity" });
    else if (!lost(env, expr.entity.text)) report(env, "unknown-name", expr.entity.span, { name: expr.entity.text, what: "entity" }, suggest(expr.entity.text, env.apps.flatMap((a) => [...a.members.values()].filter((m) => m.s === "entity").map((m) => m.name))));
    return errorExpr(env, expr.span);
  }
  const fields: IrNewField[] = [];
  for (const entry of expr.entries) {
    const field = symbol.fields.get(entry.name.text);
    const written: Expr = entry.value ?? { kind: "name", name: entry.name, span: entry.name.span };
    const exact = written.kind === "exact";
    const value = exact ? written.value : written;
    if (!field || field.node.kind === "inverse") {
      checkExpr(env, value);
      if (!lost(env, entry.name.text)) report(env, "unknown-field", entry.name.span, { name: entry.name.text, of: `The entity ${symbol.name}` }, suggest(entry.name.text, symbol.fields.keys()));
      continue;
    }
    env.cx.recorder?.use(env, entry.name, { m: "field", entity: symbol.id, name: field.name });
    if (exact && !isText(field.type)) report(env, "type-mismatch", written.span, { expected: "A text field", got: article(showType(field.type)) });
    fields.push({ name: field.name, derived: field.node.kind === "get", value: expectType(env, value, field.type), loose: field.type.t === "text" && !exact, type: field.type });
  }
  return { k: "new", count: expr.count, entity: symbol.id, fields, type: expr.count === "one" ? T.maybe(T.entity(symbol.id)) : T.bool, at: here };
}

/** `called a`, `called a before b`, `never called a`. */
export function checkCalled(env: Env, expr: Extract<Expr, { kind: "called" }>): IrExpr {
  const find = (name: Name): string | null => {
    const tool = lookupTool(env, undefined, name);
    if (tool && "ambiguous" in tool) {
      ambiguous(env, name, tool.ambiguous);
      return null;
    }
    if (tool) return tool.id;
    if (env.cx.kernel.has(name.text)) return name.text;
    if (!lost(env, name.text)) report(env, "unknown-name", name.span, { name: name.text, what: "tool" }, suggest(name.text, env.apps.flatMap((a) => [...a.tools.keys()])));
    return null;
  };
  const tool = find(expr.tool);
  const before = expr.before && find(expr.before);
  if (tool === null || before === null) return { ...errorExpr(env, expr.span), type: T.bool };
  return { k: "called", tool, never: expr.never, ...(before === undefined ? {} : { before }), type: T.bool, at: at(env, expr.span) };
}

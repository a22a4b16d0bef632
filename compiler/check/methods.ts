/** The closed set of methods, by the type they belong to. Those without arguments are written as properties. */

import type { Expr, Name } from "../../grammar/ast.js";
import type { Op } from "../builtins.js";
import type { IrExpr, IrLambda } from "../ir.js";
import { suggest } from "../suggest.js";
import { assignable, isNumeric, isOrdered, isText, join, showType, T, type Type } from "../types.js";
import { entityOf } from "./access.js";
import { article, checkExpr, checkLambda, checkRange, coerce, expectType, requirePrintable } from "./expressions.js";
import { at, errorExpr, lost, report, type Env } from "./env.js";

type Apply = Extract<Expr, { kind: "apply" }>;

/** `property`: no arguments; `method`: with; `both`: either way. */
type Form = "property" | "method" | "both";
const forms = (entries: Readonly<Record<Form, string>>): ReadonlyMap<string, Form> =>
  new Map((Object.keys(entries) as Form[]).flatMap((form) => entries[form].split(" ").filter(Boolean).map((name) => [name, form] as const)));

export const METHODS = {
  list: forms({
    property: "reverse distinct",
    method: "filter map flat_map lowest highest group any all none take drop page contains join zip record",
    both: "count first last sum min max sort sort_desc",
  }),
  text: forms({ property: "lower upper trim length words", method: "split replace contains mentions starts_with ends_with", both: "" }),
  number: forms({ property: "abs floor ceil", method: "clamp", both: "round" }),
  exact: forms({ property: "abs", method: "clamp round", both: "" }),
  datetime: forms({ property: "date time weekday year month day hour minute", method: "clamp", both: "" }),
  date: forms({ property: "weekday year month day", method: "at clamp", both: "" }),
  time: forms({ property: "hour minute", method: "clamp", both: "" }),
  dict: forms({ property: "keys values", method: "", both: "" }),
  point: forms({ property: "lat lon", method: "distance", both: "" }),
  tree: forms({ property: "children ancestors descendants", method: "", both: "" }),
} as const;

/** The methods of a type, and how each is written; null where it has none. */
export function methodsOf(type: Type): ReadonlyMap<string, Form> | null {
  if (type.t === "list" || type.t === "set") return METHODS.list;
  if (isText(type)) return METHODS.text;
  switch (type.t) {
    case "int":
    case "float":
      return METHODS.number;
    case "money":
    case "duration":
    case "distance":
      return METHODS.exact;
    case "datetime":
      return METHODS.datetime;
    case "date":
      return METHODS.date;
    case "time":
      return METHODS.time;
    case "dict":
    case "slots":
      return METHODS.dict;
    case "point":
      return METHODS.point;
    case "entity":
      return METHODS.tree;
    default:
      return null;
  }
}

export function isMethod(type: Type, name: string): boolean {
  return methodsOf(type)?.has(name) === true;
}

function unknown(env: Env, of: IrExpr, name: Name): IrExpr {
  const known = methodsOf(of.type);
  if (of.type.t !== "error" && !lost(env, name.text)) report(env, "unknown-method", name.span, { name: name.text, of: article(showType(of.type)) }, suggest(name.text, known?.keys() ?? []));
  return errorExpr(env, name.span);
}

/** `xs.count`, `name.lower`, `d.weekday` … */
export function readProperty(env: Env, of: IrExpr, name: Name, expr: Expr): IrExpr {
  const { type } = of;
  const form = methodsOf(type)?.get(name.text);
  const here = at(env, expr.span);
  if (!form) return unknown(env, of, name);
  if (form === "method") {
    report(env, "argument-count", name.span, { name: name.text, expected: "arguments in parentheses", got: 0 });
    return errorExpr(env, expr.span);
  }
  const op = (o: Op, result: Type): IrExpr => ({ k: "op", op: o, args: [of], lambdas: [], type: result, at: here });
  if (type.t === "entity") return treeProperty(env, of, type.name, name, here);
  if (type.t === "list" || type.t === "set") return listProperty(env, elementOf(type), name, op);
  if (isText(type)) {
    switch (name.text) {
      case "length":
        return op("text.length", T.int);
      case "words":
        return op("text.words", T.list(T.string));
      default:
        return op(`text.${name.text}` as Op, T.string);
    }
  }
  switch (name.text) {
    case "abs":
      return type.t === "float" || type.t === "distance" ? op("float.abs", type) : op("whole.abs", type);
    case "floor":
      return op("float.floor", T.int);
    case "ceil":
      return op("float.ceil", T.int);
    case "round":
      return op("float.round", T.int);
    case "date":
      return op("datetime.date", T.date);
    case "time":
      return op("datetime.time", T.time);
    case "weekday":
      return op(type.t === "date" ? "date.weekday" : "datetime.weekday", T.weekday);
    case "year":
    case "month":
    case "day": {
      const date: IrExpr = type.t === "date" ? of : { k: "op", op: "datetime.date", args: [of], lambdas: [], type: T.date, at: here };
      return { k: "op", op: `date.${name.text}` as Op, args: [date], lambdas: [], type: T.int, at: here };
    }
    case "hour":
    case "minute": {
      const time: IrExpr = type.t === "time" ? of : { k: "op", op: "datetime.time", args: [of], lambdas: [], type: T.time, at: here };
      return { k: "op", op: `time.${name.text}` as Op, args: [time], lambdas: [], type: T.int, at: here };
    }
    case "keys":
      return op("dict.keys", T.list(type.t === "slots" ? { t: "enum", name: type.key } : T.string));
    case "values":
      return op("dict.values", T.list(type.t === "slots" || type.t === "dict" ? type.of : T.error));
    case "lat":
    case "lon":
      return op(`point.${name.text}` as Op, T.float);
    default:
      return unknown(env, of, name);
  }
}

export function elementOf(type: Type): Type {
  return type.t === "set" ? T.entity(type.of) : type.t === "list" ? type.of : T.error;
}

function treeProperty(env: Env, of: IrExpr, entityId: string, name: Name, here: IrExpr["at"]): IrExpr {
  const entity = entityOf(env, entityId);
  const parent = entity && [...entity.fields.values()].find((f) => f.node.kind === "field" && f.node.tree);
  if (!entity || !parent) {
    report(env, "unknown-field", name.span, { name: name.text, of: `The entity ${showType(of.type)}` }, { hint: `\`${name.text}\` needs a \`tree\` relation.` });
    return errorExpr(env, name.span);
  }
  const field: IrExpr = { k: "lit", value: parent.name, type: T.string, at: here };
  return { k: "op", op: `tree.${name.text}` as Op, args: [of, field], lambdas: [], type: T.list(of.type), at: here };
}

function listProperty(env: Env, element: Type, name: Name, op: (o: Op, result: Type) => IrExpr): IrExpr {
  const list = T.list(element);
  switch (name.text) {
    case "count":
      return op("list.count", T.int);
    case "first":
    case "last":
      return op(`list.${name.text}`, T.maybe(element));
    case "reverse":
    case "distinct":
      return op(`list.${name.text}`, list);
    case "sum":
      if (element.t === "error" || isSummable(element)) return op("list.sum", element);
      break;
    case "min":
    case "max":
      if (element.t === "error" || isOrdered(element)) return op(`list.${name.text}`, T.maybe(element));
      break;
    case "sort":
    case "sort_desc":
      if (element.t === "error" || isOrdered(element)) return op(`list.${name.text}`, list);
      break;
  }
  report(env, "bad-operand", name.span, { op: name.text, of: article(showType(list)) }, { hint: `Say by what: \`.${name.text}(x => …)\`.` });
  return errorExpr(env, name.span);
}

function isSummable(type: Type): boolean {
  return isNumeric(type) || type.t === "money" || type.t === "duration" || type.t === "distance";
}

/** `xs.filter(x => …)`, `name.contains("x")`, … */
export function callMethod(env: Env, of: IrExpr, name: Name, expr: Apply): IrExpr {
  const { type } = of;
  const form = methodsOf(type)?.get(name.text);
  const checkAll = (): void => expr.args.forEach((a) => a.value.kind !== "lambda" && checkExpr(env, a.value));
  if (!form) {
    checkAll();
    if (type.t === "maybe") {
      report(env, "may-be-none", expr.callee.span, { what: "This", why: "" });
      return errorExpr(env, expr.span);
    }
    return unknown(env, of, name);
  }
  for (const arg of expr.args) if (arg.name) report(env, "unknown-argument", arg.name.span, { name: arg.name.text, of: `\`${name.text}\`` }, { hint: "Arguments of methods have no names." });
  if (expr.args.length === 0) {
    if (form === "method") report(env, "argument-count", expr.span, { name: name.text, expected: "arguments", got: 0 });
    else {
      const place = { source: env.module.source, start: name.span.end, end: expr.span.end };
      report(env, "write-parens", expr.span, { name: name.text }, { fix: { title: "Remove the parentheses", place, text: "" } });
      return readProperty(env, of, name, expr);
    }
    return errorExpr(env, expr.span);
  }
  if (form === "property") {
    checkAll();
    report(env, "argument-count", expr.span, { name: name.text, expected: "no arguments", got: expr.args.length });
    return errorExpr(env, expr.span);
  }
  if (type.t === "list" || type.t === "set") return listMethod(env, of, elementOf(type), name.text, expr);
  return scalarMethod(env, of, name.text, expr);
}

function arity(env: Env, name: string, expr: Apply, n: number): boolean {
  if (expr.args.length === n) return true;
  report(env, "argument-count", expr.span, { name, expected: `${n} argument${n === 1 ? "" : "s"}`, got: expr.args.length });
  expr.args.forEach((a) => a.value.kind !== "lambda" && checkExpr(env, a.value));
  return false;
}

function scalarMethod(env: Env, of: IrExpr, name: string, expr: Apply): IrExpr {
  const here = at(env, expr.span);
  const args = expr.args.map((a) => a.value);
  const op = (o: Op, more: readonly IrExpr[], result: Type): IrExpr => ({ k: "op", op: o, args: [of, ...more], lambdas: [], type: result, at: here });
  const { type } = of;
  if (isText(type)) {
    if (name === "replace") return arity(env, name, expr, 2) ? op("text.replace", args.map((a) => expectType(env, a, T.string)), T.string) : errorExpr(env, expr.span);
    if (!arity(env, name, expr, 1)) return errorExpr(env, expr.span);
    const arg = expectType(env, args[0] as Expr, T.string);
    return name === "split" ? op("text.split", [arg], T.list(T.string)) : op(`text.${name}` as Op, [arg], T.bool);
  }
  if (!arity(env, name, expr, 1)) return errorExpr(env, expr.span);
  switch (name) {
    case "clamp": {
      const range = checkRange(env, args[0] as Expr, type.t === "int" ? undefined : type);
      if (!range) return errorExpr(env, expr.span);
      return op("clamp", [range.from, range.to], join(type, range.of) ?? T.error);
    }
    case "round":
      if (isNumeric(type)) {
        const step = checkExpr(env, args[0] as Expr);
        if (!isNumeric(step.type) && step.type.t !== "error") coerce(env, step, T.float, (args[0] as Expr).span);
        const isWhole = type.t === "int" && step.type.t === "int";
        return op(isWhole ? "whole.round" : "float.roundTo", [step], isWhole ? T.int : T.float);
      }
      return op(type.t === "distance" ? "float.roundTo" : "whole.round", [expectType(env, args[0] as Expr, type)], type);
    case "distance":
      return op("point.distance", [expectType(env, args[0] as Expr, T.point)], T.distance);
    case "at":
      return op("date.at", [expectType(env, args[0] as Expr, T.time)], T.datetime);
    default:
      return errorExpr(env, expr.span);
  }
}

function listMethod(env: Env, of: IrExpr, element: Type, name: string, expr: Apply): IrExpr {
  const here = at(env, expr.span);
  const args = expr.args.map((a) => a.value);
  const list = T.list(element);
  const op = (o: Op, result: Type, more: readonly IrExpr[] = [], lambdas: readonly (IrLambda | null)[] = []): IrExpr =>
    lambdas.includes(null) ? errorExpr(env, expr.span) : { k: "op", op: o, args: [of, ...more], lambdas: lambdas as readonly IrLambda[], type: result, at: here };
  const lambda = (body?: Type): IrLambda | null => checkLambda(env, args[0], name, expr.span, [element, T.int], body);
  const wantsTwo = name === "page" || name === "record";
  if (!arity(env, name, expr, wantsTwo ? 2 : 1)) return errorExpr(env, expr.span);
  switch (name) {
    case "filter":
      return op("list.filter", list, [], [lambda(T.bool)]);
    case "first":
    case "last":
      return op(`list.${name}_where`, T.maybe(element), [], [lambda(T.bool)]);
    case "count":
      return op("list.count_where", T.int, [], [lambda(T.bool)]);
    case "any":
    case "all":
    case "none":
      return op(`list.${name}`, T.bool, [], [lambda(T.bool)]);
    case "map": {
      const f = lambda();
      return op("list.map", T.list(f?.body.type ?? T.error), [], [f]);
    }
    case "flat_map": {
      const f = lambda();
      const result = f?.body.type ?? T.error;
      if (result.t !== "list" && result.t !== "set" && result.t !== "error") report(env, "type-mismatch", (args[0] as Expr).span, { expected: "A lambda that gives a list", got: `one that gives ${article(showType(result))}` });
      return op("list.flat_map", T.list(elementOf(result)), [], [f]);
    }
    case "sum": {
      const f = lambda();
      const result = f?.body.type ?? T.error;
      if (f && result.t !== "error" && !isSummable(result)) report(env, "bad-operand", expr.span, { op: "sum", of: article(showType(result)) });
      return op("list.sum_by", result, [], [f]);
    }
    case "min":
    case "max": {
      const f = lambda();
      return op(`list.${name}_by`, T.maybe(keyType(env, f, name, expr)), [], [f]);
    }
    case "lowest":
    case "highest":
    case "sort":
    case "sort_desc": {
      const f = lambda();
      keyType(env, f, name, expr);
      const isSort = name === "sort" || name === "sort_desc";
      return op(isSort ? `list.${name}_by` : `list.${name}`, isSort ? list : T.maybe(element), [], [f]);
    }
    case "group": {
      const f = lambda();
      return op("list.group", T.list({ t: "record", fields: { key: f?.body.type ?? T.error, items: list } }), [], [f]);
    }
    case "take":
    case "drop":
      return op(`list.${name}`, list, [expectType(env, args[0] as Expr, T.int)]);
    case "page":
      return op("list.page", list, args.map((a) => expectType(env, a, T.int)));
    case "contains": {
      const item = checkExpr(env, args[0] as Expr, element);
      const inner = item.type.t === "maybe" ? item.type.of : item.type;
      if (!assignable(inner, element) && !assignable(element, inner)) coerce(env, item, element, (args[0] as Expr).span);
      return op("list.contains", T.bool, [item]);
    }
    case "join": {
      requirePrintable(env, { ...of, type: element }, expr.callee.span);
      return op("list.join", T.string, [expectType(env, args[0] as Expr, T.string)]);
    }
    case "zip": {
      const other = checkExpr(env, args[0] as Expr);
      if (other.type.t !== "list" && other.type.t !== "set" && other.type.t !== "error") coerce(env, other, T.list(T.error), (args[0] as Expr).span);
      return op("list.zip", T.list({ t: "record", fields: { first: element, second: elementOf(other.type) } }), [other]);
    }
    case "record": {
      const key = checkLambda(env, args[0], name, expr.span, [element, T.int], T.string);
      const value = checkLambda(env, args[1], name, expr.span, [element, T.int]);
      return op("list.record", { t: "dict", of: value?.body.type ?? T.error }, [], [key, value]);
    }
    default:
      return errorExpr(env, expr.span);
  }
}

function keyType(env: Env, f: IrLambda | null, name: string, expr: Apply): Type {
  const type = f?.body.type ?? T.error;
  if (type.t !== "error" && !isOrdered(type)) {
    if (type.t === "maybe") report(env, "may-be-none", expr.span, { what: "What it is ordered by", why: "" });
    else report(env, "bad-operand", expr.span, { op: name, of: article(showType(type)) });
    return T.error;
  }
  return type;
}

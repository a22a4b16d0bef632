/** Arithmetic, comparison and logic. Every operator is resolved to one operation of `builtins.ts` by the types of its sides. */

import type { BinaryOp, Expr } from "../../grammar/ast.js";
import type { IrExpr } from "../ir.js";
import type { Op } from "../builtins.js";
import { assignable, isNumeric, isOrdered, isText, join, showType, T, type Type } from "../types.js";
import { article, checkExpr, checkRange, expectType } from "./expressions.js";
import { at, errorExpr, report, type Env } from "./env.js";
import { facts, narrow } from "./narrowing.js";
import { checkInside, spaceOf } from "./regions.js";

export function op(name: Op, args: readonly IrExpr[], type: Type, where: IrExpr["at"]): IrExpr {
  return { k: "op", op: name, args, lambdas: [], type, at: where };
}

export function checkUnary(env: Env, expr: Extract<Expr, { kind: "unary" }>, expected?: Type): IrExpr {
  const here = at(env, expr.span);
  if (expr.op === "not") return op("not", [expectType(env, expr.value, T.bool)], T.bool, here);
  const value = checkExpr(env, expr.value, expected);
  if (value.k === "lit" && typeof value.value === "number" && value.type.t !== "error") return { ...value, value: value.value === 0 ? 0 : -value.value, at: here };
  switch (value.type.t) {
    case "int":
    case "money":
    case "duration":
      return op("whole.neg", [value], value.type, here);
    case "float":
    case "distance":
      return op("float.neg", [value], value.type, here);
    case "error":
      return value;
    default:
      report(env, "bad-operand", expr.span, { op: "-", of: article(showType(value.type)) });
      return errorExpr(env, expr.span);
  }
}

/** The operation for two operand types, and the type it gives. */
function arithmetic(operator: "+" | "-" | "*" | "/" | "div" | "mod", a: Type, b: Type): readonly [Op, Type] | null {
  const pair = `${a.t} ${operator} ${b.t}`;
  const numbers = isNumeric(a) && isNumeric(b);
  switch (operator) {
    case "+":
    case "-": {
      const plus = operator === "+";
      const whole = plus ? "whole.add" : "whole.sub";
      if (pair === `int ${operator} int`) return [whole, T.int];
      if (numbers) return [plus ? "float.add" : "float.sub", T.float];
      if (a.t === b.t && (a.t === "money" || a.t === "duration")) return [whole, a];
      if (a.t === b.t && a.t === "distance") return [plus ? "float.add" : "float.sub", a];
      if (a.t === "datetime" && b.t === "duration") return [whole, a];
      if (a.t === "date" && b.t === "duration") return [plus ? "date.add" : "date.sub", a];
      if (plus && a.t === "duration" && (b.t === "datetime" || b.t === "date")) return [b.t === "date" ? "date.addTo" : whole, b];
      if (!plus && a.t === "datetime" && b.t === "datetime") return [whole, T.duration];
      if (!plus && a.t === "date" && b.t === "date") return ["date.diff", T.duration];
      return null;
    }
    case "*":
      if (pair === "int * int") return ["whole.mul", T.int];
      if (numbers) return ["float.mul", T.float];
      for (const [x, y] of [[a, b], [b, a]] as const) {
        if (x.t === "money" || x.t === "duration") {
          if (y.t === "int") return ["whole.mul", x];
          if (y.t === "float") return ["whole.scale", x];
        }
        if (x.t === "distance" && isNumeric(y)) return ["float.mul", x];
      }
      return null;
    case "/":
      if (numbers) return ["float.div", T.float];
      if (a.t === b.t && (a.t === "money" || a.t === "duration" || a.t === "distance")) return ["float.div", T.float];
      if ((a.t === "money" || a.t === "duration") && isNumeric(b)) return ["whole.divide", a];
      if (a.t === "distance" && isNumeric(b)) return ["float.div", a];
      return null;
    case "div":
      return pair === "int div int" ? ["whole.quot", T.int] : null;
    case "mod":
      return pair === "int mod int" ? ["whole.mod", T.int] : null;
  }
}

export function checkBinary(env: Env, expr: Extract<Expr, { kind: "binary" }>, expected?: Type): IrExpr {
  const here = at(env, expr.span);
  switch (expr.op) {
    case "and":
    case "or": {
      const left = expectType(env, expr.left, T.bool);
      const right = expectType(narrow(env, facts(env, expr.left, expr.op === "and")), expr.right, T.bool);
      return op(expr.op, [left, right], T.bool, here);
    }
    case "??": {
      const left = checkExpr(env, expr.left, expected && T.maybe(expected));
      const inner = left.type.t === "maybe" ? left.type.of : left.type;
      const right = checkExpr(env, expr.right, inner.t === "none" ? expected : inner);
      if (left.type.t !== "maybe" && left.type.t !== "error" && left.type.t !== "none") {
        const place = { source: env.module.source, start: expr.left.span.end, end: expr.right.span.end };
        report(env, "useless-unwrap", expr.left.span, undefined, { fix: { title: "Remove the `??`", place, text: "" } });
      }
      const type = inner.t === "none" ? right.type : join(inner, right.type);
      if (type) return op("coalesce", [left, right], type, here);
      report(env, "branches-differ", expr.right.span, { a: article(showType(inner)), b: article(showType(right.type)) });
      return errorExpr(env, expr.span);
    }
    case "==":
    case "!=":
      return checkEquality(env, expr, expr.op);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return checkOrder(env, expr, expr.op);
    case "in":
      return checkIn(env, expr);
    case "enters":
    case "leaves":
      report(env, "trigger-clause", expr.span, { what: `\`${expr.op}\` cannot stand here` }, { hint: "It stands in a trigger's `when`, alone or joined to the rest with `and`. Where something lies now is asked with `in`." });
      return checkIn(env, { ...expr, op: "in" });
    default:
      return checkArithmetic(env, expr, expr.op, expected);
  }
}

function checkArithmetic(env: Env, expr: Extract<Expr, { kind: "binary" }>, operator: "+" | "-" | "*" | "/" | "div" | "mod", expected?: Type): IrExpr {
  const left = checkExpr(env, expr.left, expected);
  const right = checkExpr(env, expr.right, expected);
  return arithmeticOp(env, operator, left, right, expr);
}

/** Also for `+=` and `-=`. */
export function arithmeticOp(env: Env, operator: "+" | "-" | "*" | "/" | "div" | "mod", left: IrExpr, right: IrExpr, expr: { readonly span: Expr["span"] }): IrExpr {
  const a = left.type;
  const b = right.type;
  if (a.t === "error" || b.t === "error") return errorExpr(env, expr.span);
  const found = arithmetic(operator, a, b);
  if (found) {
    const flip = (found[0] === "whole.scale" && a.t === "float") || found[0] === "date.addTo";
    const name = found[0] === "date.addTo" ? "date.add" : found[0];
    return op(name, flip ? [right, left] : [left, right], found[1], at(env, expr.span));
  }
  if (a.t === "maybe" || b.t === "maybe") {
    report(env, "may-be-none", expr.span, { what: a.t === "maybe" ? "The left side" : "The right side", why: "" });
  } else if (operator === "*" && a.t === "money" && b.t === "money") report(env, "money-times-money", expr.span, undefined);
  else if ((operator === "div" || operator === "mod") && isNumeric(a) && isNumeric(b)) report(env, "int-needed", expr.span, { op: operator });
  else {
    const hint = operator === "+" && isText(a) ? "Texts are joined in a template: `\"{a}{b}\"`." : undefined;
    report(env, "bad-operands", expr.span, { op: operator, left: article(showType(a)), right: article(showType(b)) }, hint === undefined ? {} : { hint });
  }
  return errorExpr(env, expr.span);
}

/** A bare name on the left may be an enum member of the right side's type, so that side goes first then. */
function checkSides(env: Env, expr: Extract<Expr, { kind: "binary" }>): readonly [IrExpr, IrExpr] {
  if (expr.left.kind === "name" && expr.right.kind !== "name" && expr.right.kind !== "none" && !isKnown(env, expr.left.name.text)) {
    const right = checkExpr(env, expr.right);
    return [checkExpr(env, expr.left, right.type), right];
  }
  const left = checkExpr(env, expr.left);
  return [left, checkExpr(env, expr.right, left.type)];
}

/** True where a bare name means something whatever type is expected. */
export function isKnown(env: Env, name: string): boolean {
  return env.locals.has(name) || env.self?.fields.has(name) === true || env.apps.some((app) => app.state.has(name) || app.members.has(name)) || name === "now" || name === "self";
}

function checkEquality(env: Env, expr: Extract<Expr, { kind: "binary" }>, operator: "==" | "!="): IrExpr {
  const [left, right] = checkSides(env, expr);
  const result = op(operator === "==" ? "eq" : "ne", [left, right], T.bool, at(env, expr.span));
  const a = left.type;
  const b = right.type;
  if (a.t === "error" || b.t === "error") return result;
  if (a.t === "none" || b.t === "none") {
    const other = a.t === "none" ? b : a;
    if (other.t !== "maybe" && other.t !== "none") report(env, "not-comparable", expr.span, { left: article(showType(a)), right: article(showType(b)) }, { hint: "This value is never `none`." });
    return result;
  }
  const x = a.t === "maybe" ? a.of : a;
  const y = b.t === "maybe" ? b.of : b;
  if (!assignable(x, y) && !assignable(y, x) && !(isText(x) && isText(y))) {
    report(env, "not-comparable", expr.span, { left: article(showType(a)), right: article(showType(b)) });
  }
  return result;
}

const ORDER: Readonly<Record<string, Op>> = { "<": "lt", "<=": "le", ">": "gt", ">=": "ge" };

function checkOrder(env: Env, expr: Extract<Expr, { kind: "binary" }>, operator: "<" | "<=" | ">" | ">="): IrExpr {
  const [left, right] = checkSides(env, expr);
  checkOrderable(env, left, right, operator, expr);
  return op(ORDER[operator] as Op, [left, right], T.bool, at(env, expr.span));
}

function checkOrderable(env: Env, left: IrExpr, right: IrExpr, operator: BinaryOp, expr: { readonly span: Expr["span"] }): void {
  const a = left.type;
  const b = right.type;
  if (a.t === "error" || b.t === "error") return;
  if (a.t === "maybe" || b.t === "maybe" || a.t === "none" || b.t === "none") {
    report(env, "may-be-none", expr.span, { what: a.t === "maybe" || a.t === "none" ? "The left side" : "The right side", why: "" });
  } else if (join(a, b) === null || !isOrdered(a) || !isOrdered(b)) {
    report(env, "bad-operands", expr.span, { op: operator, left: article(showType(a)), right: article(showType(b)) });
  }
}

function checkIn(env: Env, expr: Extract<Expr, { kind: "binary" }>): IrExpr {
  const here = at(env, expr.span);
  const region = spaceOf(env, expr.right, "region");
  if (region) return checkInside(env, expr, region);
  const left = checkExpr(env, expr.left);
  const inner = left.type.t === "maybe" ? left.type.of : left.type;
  if (expr.right.kind === "range") {
    const range = checkRange(env, expr.right, inner.t === "error" || inner.t === "int" ? undefined : inner);
    if (!range) return { ...errorExpr(env, expr.span), type: T.bool };
    checkOrderable(env, left, range.from, "in", expr);
    return op("in.range", [left, range.from, range.to], T.bool, here);
  }
  const right = checkExpr(env, expr.right, T.list(inner));
  switch (right.type.t) {
    case "error":
      return { ...errorExpr(env, expr.span), type: T.bool };
    case "list":
    case "set": {
      const of: Type = right.type.t === "list" ? right.type.of : T.entity(right.type.of);
      if (!assignable(inner, of) && !assignable(of, inner)) report(env, "not-comparable", expr.span, { left: article(showType(left.type)), right: article(showType(of)) });
      return op("list.contains", [right, left], T.bool, here);
    }
    default:
      report(env, "bad-operands", expr.span, { op: "in", left: article(showType(left.type)), right: article(showType(right.type)) }, isText(right.type) ? { hint: "For texts use `b.contains(a)`." } : {});
      return { ...errorExpr(env, expr.span), type: T.bool };
  }
}

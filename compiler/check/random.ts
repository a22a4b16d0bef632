/** `random.…`: where it may stand, and what each draw gives. */

import type { Argument, Expr, Name, Span } from "../../grammar/ast.js";
import type { IrExpr } from "../ir.js";
import { suggest } from "../suggest.js";
import { T, type Type } from "../types.js";
import { article, checkExpr, checkLambda, checkRange, coerce, expectType } from "./expressions.js";
import { at, errorExpr, lost, report, type Env } from "./env.js";
import { elementOf } from "./methods.js";
import { showType } from "../types.js";

/** Where `random` may stand: set-up, and the tools of servers, whose draws are keyed by tool and number of the call. */
export function mayDraw(env: Env): boolean {
  return env.mode === "init" || env.mode === "starts" || env.mode === "timed" || (env.mode === "tool" && env.app?.node.server === true);
}

/** What `random` draws. */
export const RANDOM_METHODS = ["int", "float", "money", "date", "datetime", "duration", "chance", "pick", "weighted", "sample", "shuffle", "normal", "fresh"] as const;

export function checkRandom(env: Env, name: Name, args: readonly Argument[], span: Span, expected: Type | undefined, bare: boolean): IrExpr {
  const here = at(env, span);
  const method = name.text as (typeof RANDOM_METHODS)[number];
  if (!mayDraw(env)) report(env, "random-misplaced", span, undefined);
  if (!RANDOM_METHODS.includes(method)) {
    if (!lost(env, name.text)) report(env, "unknown-method", name.span, { name: name.text, of: "`random`" }, suggest(name.text, RANDOM_METHODS));
    args.forEach((a) => a.value.kind !== "lambda" && checkExpr(env, a.value));
    return errorExpr(env, span);
  }
  const values = args.map((a) => a.value);
  const wanted = method === "weighted" || method === "sample" || method === "normal" ? 2 : 1;
  if (bare || values.length !== wanted) {
    report(env, "argument-count", span, { name: `random.${method}`, expected: `${wanted} argument${wanted === 1 ? "" : "s"}`, got: values.length });
    values.forEach((v) => v.kind !== "lambda" && checkExpr(env, v));
    return errorExpr(env, span);
  }
  const [first, second] = values as [Expr, Expr];
  const draw = (more: readonly IrExpr[], type: Type): IrExpr => ({ k: "random", method, args: more, lambdas: [], type, at: here });
  const list = (expr: Expr, element?: Type): IrExpr => {
    const value = checkExpr(env, expr, element && T.list(element));
    if (value.type.t !== "list" && value.type.t !== "set" && value.type.t !== "error") {
      report(env, "type-mismatch", expr.span, { expected: "a list", got: article(showType(value.type)) });
      return { ...value, type: T.error };
    }
    return value;
  };
  switch (method) {
    case "int":
    case "float":
    case "money":
    case "date":
    case "datetime":
    case "duration": {
      const range = checkRange(env, first, { t: method });
      return range ? draw([range.from, range.to], { t: method }) : errorExpr(env, span);
    }
    case "chance":
      return draw([expectType(env, first, T.float)], T.bool);
    case "pick": {
      const from = list(first, expected);
      return draw([from], elementOf(from.type));
    }
    case "weighted": {
      const from = list(first, expected);
      return draw([from, expectType(env, second, T.list(T.float))], elementOf(from.type));
    }
    case "sample": {
      const from = list(first);
      return draw([from, expectType(env, second, T.int)], T.list(elementOf(from.type)));
    }
    case "shuffle": {
      const from = list(first);
      return draw([from], T.list(elementOf(from.type)));
    }
    case "normal":
      return draw([expectType(env, first, T.float), expectType(env, second, T.float)], T.float);
    case "fresh": {
      const make = checkLambda(env, first, "random.fresh", span, [], undefined);
      if (!make) return errorExpr(env, span);
      const body = expected ? coerce(env, make.body, expected, span) : make.body;
      if (!env.unique) {
        report(env, "statement-misplaced", span, { what: "`random.fresh`", where: "anything but the value of a `unique` field in `create`" });
        return errorExpr(env, span);
      }
      return { k: "random", method, args: [], lambdas: [{ params: [], body }], unique: env.unique, type: body.type, at: here };
    }
  }
}

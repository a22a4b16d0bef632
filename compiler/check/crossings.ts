/** `enters` and `leaves`: a trigger that fires when something comes into a region, or goes out of it. */

import type { Expr, TriggerNode } from "../../grammar/ast.js";
import type { IrTrigger } from "../ir.js";
import { showType } from "../types.js";
import { report, type Env } from "./env.js";
import { article, checkExpr } from "./expressions.js";
import { facts, learn } from "./narrowing.js";
import { checkInside, spaceOf } from "./regions.js";

type Binary = Extract<Expr, { kind: "binary" }>;

/** The crossing among the conjuncts of `when`, and what else must hold. One that does not go with its trigger is reported and left out. */
export function splitCrossing(env: Env, { when, event, initially }: TriggerNode): { readonly crossing?: Binary; readonly rest?: Expr } {
  if (!when) return {};
  const conjuncts = conjunctsOf(when);
  const crossings = conjuncts.filter((e): e is Binary => e.kind === "binary" && (e.op === "enters" || e.op === "leaves"));
  const [crossing, second] = crossings;
  if (!crossing) return { rest: when };
  const refuse = (at: Expr, what: string, hint: string): void => report(env, "trigger-clause", at.span, { what }, { hint });
  if (second) refuse(second, "A trigger follows one border at a time", "Write a trigger for each, or ask with `in` where something lies now.");
  else if (initially) refuse(crossing, `\`initially\` does not go with \`${crossing.op}\``, "Where something lies at the start, it has not come from elsewhere.");
  else if (event?.kind === "at" || event?.kind === "on") refuse(crossing, `\`${crossing.op}\` does not go with \`${event.kind}\``, "It fires at the moment of crossing. Where something lies at another moment is asked with `in`.");
  const others = conjuncts.filter((e) => !crossings.some((c) => c === e));
  const [first, ...more] = others;
  const rest = first && more.reduce((left, right): Expr => ({ kind: "binary", op: "and", left, right, span: { start: left.span.start, end: right.span.end } }), first);
  return { crossing, ...(rest ? { rest } : {}) };
}

function conjunctsOf(expr: Expr): Expr[] {
  return expr.kind === "binary" && expr.op === "and" ? [...conjunctsOf(expr.left), ...conjunctsOf(expr.right)] : [expr];
}

/** Asked by itself at each look, so it knows nothing of the rest; the rest and the body know what it tells. */
export function lowerCrossing(env: Env, crossing: Binary): NonNullable<IrTrigger["crosses"]> | undefined {
  const region = spaceOf(env, crossing.right, "region");
  if (!region) {
    checkExpr(env, crossing.left);
    const { type } = checkExpr(env, crossing.right);
    if (type.t !== "error") report(env, "type-mismatch", crossing.right.span, { expected: "A region", got: article(showType(type)) });
    return undefined;
  }
  const inside = checkInside(env, crossing, region);
  const outwards = crossing.op === "leaves";
  if (!outwards) learn(env, facts(env, { ...crossing, op: "in" }, true));
  return { outwards, inside };
}

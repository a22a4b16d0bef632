/** `where …`: each conjunct becomes a test over the local `it`, its wording, and what a JSON Schema can say of it. */

import type { Expr, RefinementNode } from "../../grammar/ast.js";
import type { IrExpr, IrRefinement } from "../ir.js";
import { isNumeric, isOrdered, isText, showType, T, type Type } from "../types.js";
import { article, checkRange, expectType } from "./expressions.js";
import { at, report, type Env } from "./env.js";
import { op } from "./operators.js";
import type { Op } from "../builtins.js";

const COMPARE: Readonly<Record<string, Op>> = { "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge" };

/** `type` without its `?`: a refinement is not asked of `none`. */
export function checkRefinements(env: Env, nodes: readonly RefinementNode[], type: Type): IrRefinement[] {
  const inner = type.t === "maybe" ? type.of : type;
  if (inner.t === "error") return [];
  return nodes.flatMap((node) => checkOne(env, node, inner) ?? []);
}

function checkOne(env: Env, node: RefinementNode, type: Type): IrRefinement | null {
  const it: IrExpr = { k: "local", name: "it", type, at: at(env, node.span) };
  const text = env.module.source.text.slice(node.span.start, node.span.end).replace(/\s+/g, " ").trim();
  const refine = (test: IrExpr, schema?: Record<string, string | number | boolean> | null): IrRefinement => ({ test, text, at: at(env, node.span), ...(schema ? { schema } : {}) });
  const misfit = (what: string): null => {
    report(env, "refinement-type", node.span, { what, type: article(showType(type)) });
    return null;
  };
  switch (node.kind) {
    case "compare": {
      if (!isOrdered(type) && node.op !== "==" && node.op !== "!=") return misfit(node.op);
      const value = expectType(env, node.value, type.t === "int" ? T.float : type);
      if (value.type.t === "error") return null;
      return refine(op(COMPARE[node.op] as Op, [it, value], T.bool, it.at), compareSchema(node.op, value, type));
    }
    case "within": {
      if (!isOrdered(type)) return misfit("in");
      const range = checkRange(env, node.range, isNumeric(type) ? undefined : type);
      if (!range) return null;
      const low = compareSchema(">=", range.from, type);
      const high = compareSchema("<=", range.to, type);
      return refine(op("in.range", [it, range.from, range.to], T.bool, it.at), low && high ? { ...low, ...high } : null);
    }
    case "length": {
      const items = type.t === "list" || type.t === "set";
      if (!items && !isText(type)) return misfit("length");
      const inner = checkOne(env, node.test, T.int);
      if (!inner) return null;
      const length = op(items ? "list.count" : "text.length", [it], T.int, it.at);
      return { ...refine(substitute(inner.test, length), lengthSchema(inner.schema, items)), text };
    }
    case "matches": {
      if (!isText(type)) return misfit("matches");
      const pattern = `^(?:${node.pattern})$`;
      try {
        new RegExp(pattern, "u");
      } catch (error) {
        report(env, "bad-pattern", node.span, { problem: (error as Error).message.replace(/^Invalid regular expression: /, "") });
        return null;
      }
      if (repeatsRepetition(node.pattern)) {
        report(env, "bad-pattern", node.span, { problem: "a repetition inside a repetition, like `(a+)+`, can take for ever on a hostile text" });
        return null;
      }
      const test: IrExpr = op("text.matches", [it, { k: "lit", value: pattern, type: T.string, at: it.at }], T.bool, it.at);
      return refine(test, { pattern });
    }
    case "distinct":
      if (type.t !== "list" && type.t !== "set") return misfit("distinct");
      return refine(op("list.is_distinct", [it], T.bool, it.at), { uniqueItems: true });
  }
}

/** The inner test speaks of `it` as a number; here `it` is the length of something. */
function substitute(test: IrExpr, it: IrExpr): IrExpr {
  if (test.k === "local" && test.name === "it") return it;
  return test.k === "op" ? { ...test, args: test.args.map((a) => substitute(a, it)) } : test;
}

function compareSchema(operator: string, value: IrExpr, type: Type): Record<string, number> | null {
  if (value.k !== "lit" || typeof value.value !== "number") return null;
  if (type.t !== "int" && type.t !== "float" && type.t !== "money" && type.t !== "duration" && type.t !== "distance") return null;
  const bound = type.t === "money" ? value.value / 100 : value.value;
  switch (operator) {
    case ">=":
      return { minimum: bound };
    case ">":
      return { exclusiveMinimum: bound };
    case "<=":
      return { maximum: bound };
    case "<":
      return { exclusiveMaximum: bound };
    default:
      return null;
  }
}

function lengthSchema(schema: IrRefinement["schema"], items: boolean): Record<string, number> | null {
  if (!schema) return null;
  const result: Record<string, number> = {};
  const [low, high] = items ? ["minItems", "maxItems"] : ["minLength", "maxLength"];
  if (typeof schema.minimum === "number") result[low as string] = Math.max(0, schema.minimum);
  if (typeof schema.exclusiveMinimum === "number") result[low as string] = Math.max(0, schema.exclusiveMinimum + 1);
  if (typeof schema.maximum === "number") result[high as string] = schema.maximum;
  if (typeof schema.exclusiveMaximum === "number") result[high as string] = schema.exclusiveMaximum - 1;
  return Object.keys(result).length > 0 ? result : null;
}

/** A literal default that breaks a refinement is a mistake that can be told now. */
export function checkDefault(env: Env, value: IrExpr, refinements: readonly IrRefinement[], span: Expr["span"]): void {
  if (value.k !== "lit" || value.value === null) return;
  const scale = value.type.t === "money" ? 100 : 1;
  for (const { schema, text } of refinements) {
    if (!schema) continue;
    const number = typeof value.value === "number" ? value.value / scale : typeof value.value === "string" ? [...value.value].length : NaN;
    const [low, high] = typeof value.value === "string" ? [schema.minLength, schema.maxLength] : [schema.minimum, schema.maximum];
    const broken =
      (typeof low === "number" && number < low) || (typeof high === "number" && number > high) ||
      (typeof schema.exclusiveMinimum === "number" && number <= schema.exclusiveMinimum) ||
      (typeof schema.exclusiveMaximum === "number" && number >= schema.exclusiveMaximum) ||
      (typeof schema.pattern === "string" && typeof value.value === "string" && !new RegExp(schema.pattern, "u").test(value.value));
    if (broken) report(env, "default-not-valid", span, { text });
  }
}

/** A group that repeats without bound and holds something that does: the one shape whose matching can explode. */
function repeatsRepetition(pattern: string): boolean {
  const bare = pattern.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  const open: boolean[] = [];
  for (let i = 0; i < bare.length; i++) {
    const unbounded = (at: number): boolean => /^(?:[*+]|\{\d+,\})/.test(bare.slice(at));
    if (bare[i] === "(") open.push(false);
    else if (bare[i] === ")") {
      const holds = open.pop() ?? false;
      if (holds && unbounded(i + 1)) return true;
      if (open.length > 0 && (holds || unbounded(i + 1))) open[open.length - 1] = true;
    } else if (unbounded(i) && open.length > 0) open[open.length - 1] = true;
  }
  return false;
}

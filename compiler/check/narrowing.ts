/** What a test tells about the types of the paths in it. */

import type { Expr } from "../../grammar/ast.js";
import type { Type } from "../types.js";
import { forkFlow, pathOf, type Env } from "./env.js";
import { typeOf } from "./expressions.js";
import { kindCases } from "./kinds.js";

export type Fact = readonly [path: string, type: Type];

/** What holds where `test` (already checked) is true, or false. */
export function facts(env: Env, test: Expr, truth: boolean): Fact[] {
  switch (test.kind) {
    case "unary":
      return test.op === "not" ? facts(env, test.value, !truth) : [];
    case "binary":
      if (test.op === "and" || test.op === "or") {
        return (test.op === "and") === truth ? [...facts(env, test.left, truth), ...facts(env, test.right, truth)] : [];
      }
      if (test.op === "==" || test.op === "!=") {
        const equal = (test.op === "==") === truth;
        if (test.right.kind === "none") return equal ? [] : present(env, test.left);
        if (test.left.kind === "none") return equal ? [] : present(env, test.right);
        if (!equal) return [];
        return [...(definite(typeOf(test.right)) ? present(env, test.left) : []), ...(definite(typeOf(test.left)) ? present(env, test.right) : [])];
      }
      if (test.op === "in") return truth && !holdsNone(typeOf(test.right)) ? present(env, test.left) : [];
      return [];
    case "is": {
      if (test.name.text === "none") return truth ? [] : present(env, test.value);
      const path = pathOf(env, test.value, typeOf);
      const type = typeOf(test.value);
      if (path === null || type.t !== "kind") return [];
      if (truth) return [[path, { t: "kind", name: type.name, case: test.name.text }]];
      const others = [...kindCases(env, type.name).keys()].filter((c) => c !== test.name.text);
      return others.length === 1 ? [[path, { t: "kind", name: type.name, case: others[0] as string }]] : [];
    }
    default:
      return [];
  }
}

/** A list whose items may be `none`: to be in it says nothing. */
function holdsNone(type: Type): boolean {
  return type.t === "list" && !definite(type.of);
}

function definite(type: Type): boolean {
  return type.t !== "maybe" && type.t !== "none" && type.t !== "error";
}

/** The value is there; and so is everything that a `?.` on the way went through. */
function present(env: Env, expr: Expr): Fact[] {
  const result: Fact[] = [];
  const path = pathOf(env, expr, typeOf);
  const type = typeOf(expr);
  if (path !== null && type.t === "maybe") result.push([path, type.of]);
  for (let inner: Expr = expr; inner.kind === "member" || inner.kind === "apply" || inner.kind === "index"; ) {
    const of: Expr = inner.kind === "apply" ? inner.callee : inner.of;
    if (inner.kind === "member" && inner.optional) {
      const ofPath = pathOf(env, of, typeOf);
      const ofType = typeOf(of);
      if (ofPath !== null && ofType.t === "maybe") result.push([ofPath, ofType.of]);
    }
    inner = of;
  }
  return result;
}

/** An environment in which the facts hold. */
export function narrow(env: Env, known: readonly Fact[]): Env {
  if (known.length === 0) return env;
  const flow = forkFlow(env.flow);
  for (const [path, type] of known) flow.narrowed.set(path, type);
  return { ...env, flow };
}

/** Records facts for the rest of a block. */
export function learn(env: Env, known: readonly Fact[]): void {
  for (const [path, type] of known) env.flow.narrowed.set(path, type);
}

/** Tagged cases and choices between them: `is`, `card(…)`, `match`. */

import type { Expr, Name, Span } from "../../grammar/ast.js";
import { symbolOf } from "../symbols.js";
import type { IrExpr, IrPattern } from "../ir.js";
import { suggest } from "../suggest.js";
import { join, showType, T, type Type } from "../types.js";
import { article, checkExpr, enumMembers, expectType, typeOf } from "./expressions.js";
import { at, errorExpr, freshName, pathOf, report, type Env } from "./env.js";
import { narrow } from "./narrowing.js";
import { op } from "./operators.js";

export function checkIs(env: Env, expr: Extract<Expr, { kind: "is" }>): IrExpr {
  const value = checkExpr(env, expr.value);
  const here = at(env, expr.span);
  if (value.type.t === "error") return { ...errorExpr(env, expr.span), type: T.bool };
  if (expr.name.text === "none") return op("eq", [value, { k: "lit", value: null, type: T.none, at: here }], T.bool, here);
  if (value.type.t === "maybe" || value.type.t !== "kind") {
    report(env, "bad-operand", expr.span, { op: "is", of: article(showType(value.type)) });
    return { ...errorExpr(env, expr.span), type: T.bool };
  }
  const cases = kindCases(env, value.type.name);
  env.cx.recorder?.use(env, expr.name, { m: "case", kind: value.type.name, name: expr.name.text });
  if (!cases.has(expr.name.text)) report(env, "unknown-member", expr.name.span, { name: expr.name.text, of: showType(value.type) }, suggest(expr.name.text, cases.keys()));
  return { k: "is", value, case: expr.name.text, type: T.bool, at: here };
}

export function kindCases(env: Env, id: string): ReadonlyMap<string, Readonly<Record<string, Type>>> {
  return symbolOf(env.cx.bound, "kind", id)?.cases ?? new Map<string, Readonly<Record<string, Type>>>();
}

/** `card(last4: x)` or a bare `paypal`; null where the kind has no such case. */
export function caseValue(env: Env, kind: string, name: Name, args: readonly { readonly name?: Name; readonly value: Expr; readonly span: Span }[]): IrExpr | null {
  const fields = kindCases(env, kind).get(name.text);
  if (!fields) return null;
  env.cx.recorder?.use(env, name, { m: "case", kind, name: name.text });
  const names = Object.keys(fields);
  const given = new Map<string, IrExpr>();
  args.forEach((arg, i) => {
    const field = arg.name?.text ?? names[i];
    const type = field === undefined ? undefined : fields[field];
    if (arg.name) env.cx.recorder?.use(env, arg.name, { m: "caseField", kind, case: name.text, name: arg.name.text });
    if (field === undefined || !type) {
      report(env, "unknown-argument", arg.span, { name: arg.name?.text ?? `argument ${i + 1}`, of: `\`${name.text}\`` }, suggest(arg.name?.text ?? "", names));
      checkExpr(env, arg.value);
    } else if (given.has(field)) report(env, "duplicate-field", arg.span, { name: field });
    else given.set(field, expectType(env, arg.value, type));
  });
  for (const field of names) {
    if (!given.has(field) && fields[field]?.t !== "maybe") report(env, "missing-argument", name.span, { name: field, of: `\`${name.text}\`` });
  }
  return {
    k: "case", kind, case: name.text, fields: names.flatMap((n) => (given.has(n) ? [{ name: n, value: given.get(n) as IrExpr }] : [])),
    type: { t: "kind", name: kind, case: name.text }, at: at(env, name.span),
  };
}

export function checkMatch(env: Env, expr: Extract<Expr, { kind: "match" }>, expected?: Type): IrExpr {
  const value = checkExpr(env, expr.value);
  const path = pathOf(env, expr.value, typeOf);
  const { type } = value;
  const all = type.t === "enum" ? [...enumMembers(env, type.name)] : type.t === "kind" ? [...kindCases(env, type.name).keys()] : type.t === "bool" ? ["true", "false"] : null;
  const left = new Set(all ?? []);
  let covered = false;
  let result: Type | null = null;
  const taken = new Set<string>();
  const arms = expr.arms.flatMap((arm) => {
    const patterns = arm.patterns.flatMap((p) => checkPattern(env, p, type) ?? []);
    const fresh = patterns.filter((p) => {
      const key = p.k === "case" ? p.case : String(p.value);
      const isNew = !taken.has(key);
      taken.add(key);
      left.delete(key);
      return isNew;
    });
    const isDead = covered || (patterns.length > 0 && fresh.length === 0);
    if (isDead) report(env, "unreachable-arm", arm.span, undefined);
    if (arm.patterns.length === 0 || (all !== null && left.size === 0)) covered = true;
    const only = patterns.length === 1 ? patterns[0] : undefined;
    const inner = type.t === "kind" && only?.k === "case" && path !== null ? narrow(env, [[path, { ...type, case: only.case }]]) : env;
    const body = checkExpr(inner, arm.value, expected ?? result ?? undefined);
    const joined: Type | null = result === null ? body.type : join(result, body.type);
    if (joined === null && result !== null) report(env, "branches-differ", arm.value.span, { a: article(showType(result)), b: article(showType(body.type)) });
    result = joined ?? T.error;
    return isDead ? [] : [{ patterns: fresh, value: body }];
  });
  if (!covered && type.t !== "error") {
    report(env, "not-exhaustive", expr.span, { missing: all === null ? "every other value" : [...left].map((l) => `\`${l}\``).join(", ") });
  }
  return { k: "match", value, local: freshName(env, type), arms, type: result ?? T.error, at: at(env, expr.span) };
}

function checkPattern(env: Env, pattern: Expr, type: Type): IrPattern | null {
  if (type.t === "kind" && pattern.kind === "name") {
    const cases = kindCases(env, type.name);
    env.cx.recorder?.use(env, pattern.name, { m: "case", kind: type.name, name: pattern.name.text });
    if (!cases.has(pattern.name.text)) {
      report(env, "unknown-member", pattern.span, { name: pattern.name.text, of: showType(type) }, suggest(pattern.name.text, cases.keys()));
      return null;
    }
    return { k: "case", case: pattern.name.text };
  }
  // A bare name in a pattern is a member, whatever else has that name.
  if (type.t === "enum" && pattern.kind === "name" && enumMembers(env, type.name).includes(pattern.name.text)) {
    env.cx.recorder?.use(env, pattern.name, { m: "member", enum: type.name, name: pattern.name.text });
    return { k: "value", value: pattern.name.text };
  }
  const value = expectType(env, pattern, type);
  if (value.k === "lit" && value.value !== null && value.type.t !== "error") return { k: "value", value: value.value };
  if (value.type.t !== "error") report(env, "constant-needed", pattern.span, { what: "A pattern" });
  return null;
}

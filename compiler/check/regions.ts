/** Regions: each comes to a function of what lies in it, so that nothing behind the check has to know of them. */

import type { Expr, RegionShape } from "../../grammar/ast.js";
import type { IrExpr, IrFn } from "../ir.js";
import type { RegionSym, Sym } from "../symbols.js";
import { assignable, showType, T, type Type } from "../types.js";
import { staticOf } from "./access.js";
import { appEnv } from "./declare.js";
import { at, errorExpr, freshName, lookup, noteCall, report, type Context, type Env } from "./env.js";
import { article, checkExpr, expectType } from "./expressions.js";
import { elementOf } from "./methods.js";
import { op } from "./operators.js";
import { qualified } from "./type-nodes.js";

/** A region: what can lie in it, and whether it does. */
interface Lowered {
  readonly holds: Type;
  readonly test: IrFn;
}

/** The parameter of the test. */
const HERE = "it";

const lowered = new WeakMap<RegionSym, Lowered>();
const underway = new WeakSet<RegionSym>();

/** Checked when first needed. Null for a region that reaches itself, which is reported as recursion. */
export function lowerRegion(cx: Context, region: RegionSym): Lowered | null {
  const known = lowered.get(region);
  if (known || underway.has(region)) return known ?? null;
  underway.add(region);
  const { app, node } = region;
  const env: Env = { ...appEnv(cx, app, region.module), caller: region.id };
  const here = at(env, node.span);
  const { holds, body } = lowerShape(env, node.shape);
  const test: IrFn = {
    name: region.id, stands: "region", app: app.name, params: [{ name: HERE, local: HERE, type: holds, where: [], at: here }], result: T.bool, body, at: here,
    ...(node.doc ? { doc: node.doc.text } : {}),
  };
  underway.delete(region);
  const result: Lowered = { holds, test };
  lowered.set(region, result);
  return result;
}

function lowerShape(env: Env, shape: RegionShape): { readonly holds: Type; readonly body: IrExpr } {
  const where = at(env, shape.span);
  const it = (type: Type): IrExpr => ({ k: "local", name: HERE, type, at: where });
  switch (shape.kind) {
    case "circle": {
      const radius = expectType(env, shape.radius, T.distance);
      const away = op("point.distance", [it(T.point), expectType(env, shape.centre, T.point)], T.distance, where);
      return { holds: T.point, body: op("le", [away, radius], T.bool, where) };
    }
    case "polygon": {
      const corners = expectType(env, shape.points, T.list(T.point));
      if (corners.k === "list" && corners.items.length < 3) report(env, "polygon-corners", shape.span, { count: corners.items.length });
      return { holds: T.point, body: op("point.in_polygon", [it(T.point), corners], T.bool, where) };
    }
    case "sites": {
      const rows = checkExpr(env, shape.sites);
      const holds = elementOf(rows.type);
      const isRows = (rows.type.t === "list" || rows.type.t === "set") && (holds.t === "entity" || holds.t === "error");
      if (!isRows && rows.type.t !== "error") report(env, "type-mismatch", shape.span, { expected: "`within … of …`, `polygon [ … ]` or a list of rows", got: article(showType(rows.type)) });
      const body = isRows ? op("list.contains", [rows, it(holds)], T.bool, where) : errorExpr(env, shape.span);
      return { holds: isRows ? holds : T.error, body };
    }
  }
}

/** The region or graph that `Downtown` or `City.Downtown` names. */
export function spaceOf<S extends "region" | "graph">(env: Env, expr: Expr, kind: S): Extract<Sym, { s: S }> | null {
  const found = (): ReturnType<typeof lookup> | null => {
    if (expr.kind === "name") return env.locals.has(expr.name.text) || env.self?.fields.has(expr.name.text) ? null : lookup(env, expr.name);
    if (expr.kind !== "member" || expr.of.kind !== "name") return null;
    const app = staticOf(env, expr.of);
    return app?.s === "app" && app.members.get(expr.name.text)?.s === kind ? qualified(env, expr.of.name, expr.name) : null;
  };
  const symbol = found();
  return symbol && !("ambiguous" in symbol) && symbol.s === kind ? (symbol as Extract<Sym, { s: S }>) : null;
}

/** Whether the left side, a point or a row, lies in a region; `none` lies nowhere. */
export function checkInside(env: Env, expr: Extract<Expr, { kind: "binary" }>, region: RegionSym): IrExpr {
  const here = at(env, expr.span);
  noteCall(env, region.id);
  const found = lowerRegion(env.cx, region);
  const value = checkExpr(env, expr.left, found?.holds);
  const inner = value.type.t === "maybe" ? value.type.of : value.type;
  const wrong: IrExpr = { ...errorExpr(env, expr.span), type: T.bool };
  if (!found || inner.t === "error") return wrong;
  if (!assignable(inner, found.holds)) {
    const holds = found.holds.t === "point" ? "a region of points" : `a region of rows of \`${showType(found.holds)}\``;
    report(env, "bad-operands", expr.span, { op: expr.op, left: article(showType(value.type)), right: holds });
    return wrong;
  }
  const test = (arg: IrExpr): IrExpr => ({ k: "fn", fn: region.id, args: [arg], type: T.bool, at: here });
  if (value.type.t !== "maybe") return test(value);
  const local = freshName(env, inner);
  const tested: IrExpr = { k: "chain", local, value, body: test({ k: "local", name: local, type: inner, at: here }), type: T.maybe(T.bool), at: here };
  return op("coalesce", [tested, { k: "lit", value: false, type: T.bool, at: here }], T.bool, here);
}

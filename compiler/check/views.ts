/** `as View`, and the columns of views. */

import type { Expr } from "../../grammar/ast.js";
import type { IrExpr, IrView } from "../ir.js";
import { suggest } from "../suggest.js";
import { symbolOf, type ViewSym } from "../symbols.js";
import { assignable, showType, T, type Type } from "../types.js";
import { elementOf } from "./methods.js";
import { ambiguous, article, checkExpr } from "./expressions.js";

import { at, errorExpr, freshName, lookup, lost, newFlow, noteCall, report, type Context, type Env } from "./env.js";

export function viewOf(cx: Context, id: string): ViewSym | undefined {
  return symbolOf(cx.bound, "view", id);
}

export function checkView(env: Env, expr: Extract<Expr, { kind: "as" }>): IrExpr {
  const here = at(env, expr.span);
  const value = checkExpr(env, expr.value);
  const symbol = lookup(env, expr.view);
  if (symbol && "ambiguous" in symbol) return ambiguous(env, expr.view, symbol.ambiguous);
  if (symbol?.s !== "view") {
    if (symbol) report(env, "wrong-namespace", expr.view.span, { name: expr.view.text, is: "no view", wanted: "a view" });
    else if (!lost(env, expr.view.text)) {
      const views = env.apps.flatMap((a) => [...a.members.values()].filter((m) => m.s === "view").map((m) => m.name));
      report(env, "unknown-name", expr.view.span, { name: expr.view.text, what: "view" }, suggest(expr.view.text, views));
    }
    return errorExpr(env, expr.span);
  }
  if (env.caller !== symbol.id) noteCall(env, symbol.id);
  const entity = symbol.entity;
  const view: Type = { t: "view", name: symbol.id };
  const optional = value.type.t === "maybe" && !expr.list;
  const inner = value.type.t === "maybe" && optional ? value.type.of : value.type;
  const got = expr.list ? elementOf(inner) : inner;
  if (inner.t !== "error" && entity) {
    const isList = inner.t === "list" || inner.t === "set";
    if (isList !== expr.list) {
      report(env, "type-mismatch", expr.span, { expected: expr.list ? `a list of ${entity.name}` : article(entity.name), got: article(showType(value.type)) }, { hint: expr.list ? `Write \`as ${symbol.name}\`.` : `Write \`as ${symbol.name}[]\`.` });
    } else if (!assignable(got, T.entity(entity.id))) report(env, "view-mismatch", expr.view.span, { name: symbol.name, of: entity.name, got: article(showType(value.type)) });
  }
  const result = expr.list ? T.list(view) : view;
  const made: IrExpr = { k: "view", view: symbol.id, of: value, list: expr.list, type: result, at: here };
  if (!optional) return made;
  const local = freshName(env, inner);
  return { k: "chain", local, value, body: { ...made, of: { k: "local", name: local, type: inner, at: here } }, type: T.maybe(result), at: here };
}

/** Types of a view's columns, checked when first needed. A view that reaches itself gives null and is reported elsewhere. */
export function viewColumns(env: Env, id: string): Readonly<Record<string, Type>> | null {
  const view = viewOf(env.cx, id);
  if (!view) return null;
  if (!view.columns) {
    if (view.checking) return null;
    checkViewSym(env.cx, view);
  }
  return view.columns ?? null;
}

const checkedViews = new WeakMap<ViewSym, IrView>();

/** The IR of a view; its columns see the entity's fields and `self`. */
export function checkViewSym(cx: Context, view: ViewSym): IrView {
  const done = checkedViews.get(view);
  if (done) return done;
  view.checking = true;
  const env: Env = {
    cx, module: view.module, app: view.app, apps: [view.app, ...view.app.uses], locals: new Map(), mode: "expression", flow: newFlow(), caller: view.id,
    ...(view.entity ? { self: view.entity } : {}),
  };
  const columns: Record<string, Type> = {};
  const lowered = view.node.columns.map((column) => {
    // Without its entity, no column can be told right from wrong.
    const scope: Env = view.entity ? env : { ...env, cx: { ...cx, diagnostics: [] } };
    const value: IrExpr = checkExpr(scope, column.value ?? { kind: "name", name: column.name, span: column.name.span });
    if (column.name.text in columns) report(env, "duplicate-field", column.name.span, { name: column.name.text });
    columns[column.name.text] = value.type;
    const doc = column.doc?.text ?? fieldDoc(view, column.value === undefined ? column.name.text : undefined);
    return { name: column.name.text, value, ...(doc === undefined ? {} : { doc }) };
  });
  view.columns = columns;
  view.checking = false;
  const ir: IrView = {
    name: view.id, app: view.app.name, entity: view.entity?.id ?? "", columns: lowered, at: at(env, view.node.span),
    ...(view.node.doc ? { doc: view.node.doc.text } : {}),
  };
  checkedViews.set(view, ir);
  return ir;
}

function fieldDoc(view: ViewSym, name: string | undefined): string | undefined {
  const field = name === undefined ? undefined : view.entity?.fields.get(name);
  return field && "doc" in field.node ? field.node.doc?.text : undefined;
}

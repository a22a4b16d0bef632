/** Every call ends: functions, actions and derived fields never lead back to themselves, views only down a tree. */

import { placeOf } from "../bind.js";
import { diagnostic } from "../diagnostics/diagnostic.js";
import type { IrExpr, IrView } from "../ir.js";
import { children } from "../ir-walk.js";
import { shortName } from "../types.js";
import type { Context } from "./env.js";

export function checkRecursion(cx: Context): void {
  const done = new Set<string>();
  const visit = (id: string, path: readonly string[]): void => {
    const start = path.indexOf(id);
    if (start >= 0) {
      const cycle = path.slice(start);
      const key = [...cycle].sort().join(" ");
      if (done.has(key)) return;
      done.add(key);
      const first = cycle[0] as string;
      const place = declarationPlace(cx, first);
      if (place) cx.diagnostics.push(diagnostic("recursion", place, { name: shortName(first), chain: [...cycle, first].map(shortName).join(" → ") }));
      return;
    }
    if (done.has(id)) return;
    for (const callee of cx.calls.get(id) ?? []) visit(callee, [...path, id]);
    done.add(id);
  };
  for (const id of cx.calls.keys()) visit(id, []);
}

function declarationPlace(cx: Context, id: string): ReturnType<typeof placeOf> | null {
  for (const app of cx.bound.apps) {
    for (const member of app.members.values()) {
      if (member.id === id) return placeOf(member.module, member.span);
      if (member.s !== "entity") continue;
      for (const field of member.fields.values()) if (`${member.id}.${field.name}` === id) return placeOf(member.module, field.span);
    }
    for (const field of app.state.values()) if (`${app.name}.${field.name}` === id) return placeOf(app.module, field.span);
  }
  for (const module of cx.bound.modules) for (const symbol of module.declared.values()) if (symbol.id === id) return placeOf(module, symbol.span);
  return null;
}

/** A view may contain itself only over the inverse of a `tree` relation of its own entity. */
export function checkViewRecursion(cx: Context, views: readonly IrView[], isTreeInverse: (entity: string, field: string) => boolean): void {
  const byName = new Map(views.map((v) => [v.name, v]));
  const uses = (view: IrView): { to: string; down: boolean }[] => {
    const found: { to: string; down: boolean }[] = [];
    const walk = (e: IrExpr): void => {
      if (e.k === "view") {
        const of = rootInverse(e.of);
        found.push({ to: e.view, down: e.view === view.name && of !== null && isTreeInverse(of.entity, of.field) });
      }
      children(e).forEach(walk);
    };
    view.columns.forEach((c) => walk(c.value));
    return found;
  };
  const edges = new Map(views.map((v) => [v.name, uses(v).filter((u) => !u.down && byName.has(u.to)).map((u) => u.to)]));
  for (const view of views) {
    const seen = new Set<string>();
    const reaches = (name: string): boolean => (edges.get(name) ?? []).some((to) => to === view.name || (!seen.has(to) && (seen.add(to), reaches(to))));
    if (!reaches(view.name)) continue;
    const place = declarationPlace(cx, view.name);
    if (place) cx.diagnostics.push(diagnostic("view-recursion", place, { name: shortName(view.name) }));
  }
}

/** `replies`, `replies.filter(…)`, `self.replies`: the inverse that a list of rows comes from, if it only narrows it. */
function rootInverse(e: IrExpr): { entity: string; field: string } | null {
  if (e.k === "inverse") return e.of.k === "local" && e.of.name === "self" ? { entity: e.entity, field: e.field } : null;
  if (e.k === "op" && e.args[0] && /^list\.(filter|take|drop|reverse|sort|sort_desc|sort_by|sort_desc_by|distinct|page)$/.test(e.op)) return rootInverse(e.args[0]);
  return null;
}

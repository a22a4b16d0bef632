/** State that `init` has yet to set must not be read on the way: neither directly (which `statements.ts` reports) nor through what a statement calls. */

import { placeOf } from "../bind.js";
import { diagnostic } from "../diagnostics/diagnostic.js";
import type { Footprints } from "../footprint.js";
import type { IrApp, IrExpr, IrField, IrStmt } from "../ir.js";
import { children } from "../ir-walk.js";
import type { Context } from "./env.js";

/** Reports reads of unset state through defaults, derived fields, functions and actions, in the order in which `init` runs. */
export function checkInitOrder(cx: Context, app: IrApp, prints: Footprints): void {
  const unset = new Set(app.state.filter(needsInit).map((f) => f.name));
  walk(cx, app, prints, app.init, unset);
}

function needsInit(field: IrField): boolean {
  return field.default === undefined && field.type.t !== "maybe" && field.type.t !== "set";
}

function walk(cx: Context, app: IrApp, prints: Footprints, statements: readonly IrStmt[], unset: Set<string>): void {
  for (const s of statements) {
    if (unset.size === 0) return;
    switch (s.k) {
      case "if": {
        report(cx, app, s, prints.of([s.test]).reads, [s.test], unset);
        const [then, otherwise] = [new Set(unset), new Set(unset)];
        walk(cx, app, prints, s.then, then);
        walk(cx, app, prints, s.else, otherwise);
        for (const name of [...unset]) if (!then.has(name) && !otherwise.has(name)) unset.delete(name);
        break;
      }
      case "for":
      case "repeat": {
        const head = s.k === "for" ? s.in : s.count;
        report(cx, app, s, prints.of([head]).reads, [head], unset);
        walk(cx, app, prints, s.body, new Set(unset));
        break;
      }
      default:
        report(cx, app, s, prints.ofStatement(s).reads, "value" in s && s.value ? [s.value] : "args" in s ? s.args : [], unset);
        if (s.k === "set" && s.target.k === "state" && s.target.app === app.name) unset.delete(s.target.field);
    }
  }
}

function report(cx: Context, app: IrApp, s: IrStmt, reads: ReadonlySet<string>, direct: readonly IrExpr[], unset: ReadonlySet<string>): void {
  const seen = new Set<string>();
  const visit = (e: IrExpr): void => {
    if (e.k === "state" && e.app === app.name) seen.add(e.field);
    children(e).forEach(visit);
  };
  direct.forEach(visit);
  const module = cx.bound.modules.find((m) => m.index === s.at[0]);
  for (const name of unset) {
    if (module && !seen.has(name) && reads.has(`${app.name}.${name}`)) cx.diagnostics.push(diagnostic("read-before-set", placeOf(module, { start: s.at[1], end: s.at[2] }), { name }));
  }
}

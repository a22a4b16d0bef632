/** Triggers whose conditions can make each other true, one after another: they may never settle. */

import { DirectedGraph } from "graphology";
import { stronglyConnectedComponents } from "graphology-components";
import { placeOf } from "../bind.js";
import { diagnostic } from "../diagnostics/diagnostic.js";
import type { Footprints } from "../footprint.js";
import type { IrExpr, IrStmt, IrTarget, IrTrigger } from "../ir.js";
import type { Context } from "./env.js";

/** Warns of circles among triggers that fire whenever their condition comes to hold, if one of `about` is among them. */
export function checkSettling(cx: Context, triggers: readonly IrTrigger[], prints: Footprints, about: readonly IrTrigger[] = triggers): void {
  const recurring = triggers.filter((t) => t.event === undefined && !t.once && t.until === undefined);
  const graph = new DirectedGraph();
  for (const { name } of recurring) graph.mergeNode(name);
  for (const from of recurring) {
    for (const to of recurring) if (from !== to && mayEnable(from, to, prints)) graph.mergeEdge(from.name, to.name);
  }
  for (const circle of stronglyConnectedComponents(graph)) {
    const members = recurring.filter(({ name }) => circle.includes(name));
    const first = members.find((t) => about.includes(t));
    if (members.length < 2 || !first) continue;
    const module = cx.bound.modules.find((m) => m.index === first.at[0]);
    if (module) cx.diagnostics.push(diagnostic("may-not-settle", placeOf(module, { start: first.at[1], end: first.at[2] }), { names: members.map(({ name }) => `\`${name}\``).join(", ") }));
  }
}

/** Whether what one trigger does can make the other's condition true. */
function mayEnable(from: IrTrigger, to: IrTrigger, prints: Footprints): boolean {
  const does = prints.triggers.get(from.name)?.does;
  const reads = prints.triggers.get(to.name)?.considers.reads;
  if (!does || !reads) return false;
  const rows = [...does.creates, ...does.deletes];
  if ([...reads].some((name) => rows.some((entity) => name === entity || name.startsWith(`${entity}.`)))) return true;
  return [...does.writes].some((field) => reads.has(field) && !preventsBy(field, from, to, prints));
}

/** Whether all that a trigger does to a field is give it constants for which the other's condition cannot hold. */
function preventsBy(field: string, from: IrTrigger, to: IrTrigger, prints: Footprints): boolean {
  const wanted = (to.when ? conjuncts(to.when) : []).flatMap((test) => demanded(test, field));
  if (wanted.length === 0) return false;
  const given = constants(from.then, field, prints);
  return given !== null && given.every((value) => wanted.some((other) => other !== value));
}

function conjuncts(e: IrExpr): readonly IrExpr[] {
  return e.k === "op" && e.op === "and" ? e.args.flatMap(conjuncts) : [e];
}

type Constant = string | number | boolean | null;

/** The constant that a field must have for a test to hold, if the test asks for one. */
function demanded(test: IrExpr, field: string): readonly Constant[] {
  if (nameOf(test) === field) return [true];
  if (test.k !== "op") return [];
  const [left, right] = test.args;
  if (test.op === "not" && left && nameOf(left) === field) return [false];
  if (test.op !== "eq" || !left || !right) return [];
  const value = nameOf(left) === field ? right : nameOf(right) === field ? left : null;
  return value?.k === "lit" ? [value.value] : [];
}

/** The field that is read, or set. */
function nameOf(e: IrExpr | IrTarget): string | null {
  return e.k === "field" ? `${e.entity}.${e.field}` : e.k === "state" ? `${e.app}.${e.field}` : null;
}

/** The constants that statements set a field to; null where they do something else to it. */
function constants(statements: readonly IrStmt[], field: string, prints: Footprints): readonly Constant[] | null {
  const found: Constant[] = [];
  for (const s of statements) {
    const inner = s.k === "if" ? [...s.then, ...s.else] : s.k === "for" || s.k === "repeat" ? s.body : null;
    if (inner) {
      const more = constants(inner, field, prints);
      if (more === null) return null;
      found.push(...more);
    } else if (prints.ofStatement(s).writes.has(field)) {
      if (s.k !== "set" || nameOf(s.target) !== field || s.value.k !== "lit") return null;
      found.push(s.value.value);
    }
  }
  return found;
}

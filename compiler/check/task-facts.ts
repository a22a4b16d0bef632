/** What footprints tell of tasks: items that nothing can bring about, goals that the agent could move, instructions with identifiers. */

import { placeOf } from "../bind.js";
import { diagnostic } from "../diagnostics/diagnostic.js";
import type { Code, CodeArgs } from "../diagnostics/codes.js";
import type { Footprints } from "../footprint.js";
import type { At, IrExpr, IrGoalItem, IrTask } from "../ir.js";
import { children } from "../ir-walk.js";
import type { Context } from "./env.js";

/** Everything that tools and triggers may write, by name; a creation or deletion touches all fields of its entity. */
function changeable(prints: Footprints): (name: string) => boolean {
  const fields = new Set<string>();
  const entities = new Set<string>();
  for (const print of [...prints.tools.values(), ...[...prints.triggers.values()].map(({ does }) => does)]) {
    print.writes.forEach((name) => fields.add(name));
    [...print.creates, ...print.deletes].forEach((name) => entities.add(name));
    if (print.advances) fields.add("now");
  }
  return (name) => fields.has(name) || entities.has(name) || entities.has(name.slice(0, name.lastIndexOf(".")));
}

/** Fields that tools set on rows that exist: by these an agent can change which rows a selection gives. */
function settable(prints: Footprints): ReadonlySet<string> {
  return new Set([...prints.tools.values()].flatMap((print) => [...print.writes]));
}

export function checkTaskFacts(cx: Context, task: IrTask, prints: Footprints): void {
  const canChange = changeable(prints);
  const canSet = settable(prints);
  const report = <C extends Code>(code: C, at: At, args: CodeArgs<C>): void => {
    const module = cx.bound.modules.find((m) => m.index === at[0]);
    if (module) cx.diagnostics.push(diagnostic(code, placeOf(module, { start: at[1], end: at[2] }), args));
  };
  if (task.ask.k === "template") {
    for (const part of task.ask.parts) if (typeof part !== "string" && part.type.t === "id") report("ask-identifier", part.at, undefined);
  }
  const values = new Map<string, IrExpr>();
  const walk = (items: readonly IrGoalItem[]): void => {
    for (const item of items) {
      switch (item.k) {
        case "let":
          values.set(item.name, item.value);
          if (item.value.type.t === "entity" || (item.value.type.t === "maybe" && item.value.type.of.t === "entity")) selection(item.value, item.at);
          break;
        case "some":
          selection(item.in, item.at);
          values.set(item.name, item.in);
          break;
        case "for":
          selection(item.in, item.at);
          walk(item.items);
          break;
        case "if":
          walk(item.then);
          walk(item.else);
          break;
        case "item":
          if (!item.keep && !reachable(item.test)) report("item-unreachable", item.at, { text: item.text });
          break;
      }
    }
  };
  /** Whether something in the end state that the test reads can change, or it is about calls or the answer. */
  const reachable = (e: IrExpr): boolean => {
    if (e.k === "called" || e.k === "answer" || e.k === "new") return true;
    if (e.k === "start") return false;
    if (e.k === "local") {
      const value = values.get(e.name);
      if (value) return reachable(value);
    }
    return [...prints.of([withoutStart(e)]).reads].some(canChange) || children(e).some(reachable);
  };
  /** A selection from the end state by what tools set. */
  const selection = (e: IrExpr, at: At): void => {
    const reads = prints.of([withoutStart(e)]).reads;
    const moved = [...reads].filter((name) => canSet.has(name)).sort()[0];
    if (moved !== undefined && selects(e)) report("goal-moves", at, { field: moved });
  };
  walk(task.goal.items);
}

/** The expression without the parts that are read at the start. */
function withoutStart(e: IrExpr): IrExpr {
  return JSON.parse(JSON.stringify(e), (_key, node: unknown) => {
    const found = node as Partial<IrExpr> | null;
    return typeof found === "object" && found !== null && found.k === "start" ? { k: "lit", value: null, type: { t: "none" }, at: found.at } : node;
  }) as IrExpr;
}

/** Whether the expression picks rows out of many. */
function selects(e: IrExpr): boolean {
  if (e.k === "start") return false;
  return (e.k === "op" && /^list\.(filter|first|last|lowest|highest|at|first_where|last_where|take|drop|sort|sort_by|sort_desc_by)$/.test(e.op)) || children(e).some(selects);
}

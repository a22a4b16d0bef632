/** What a fault does to the calls it strikes, and which of its tools it can do that to. */

import type { FaultNode, Name } from "../../grammar/ast.js";
import type { Footprint } from "../footprint.js";
import type { IrFault } from "../ir.js";
import type { ToolSym } from "../symbols.js";
import { T, type Type } from "../types.js";
import { report, type Env } from "./env.js";
import { checkRange, expectType } from "./expressions.js";
import { withinRange } from "./literals.js";
import { viewColumns } from "./views.js";

type Effect = IrFault["effect"];
type EffectOf<K extends Effect["k"]> = Extract<Effect, { k: K }>;

/** The effect, and those of the tools `on` that it fits. One that was written by its name, and that it does not fit, is reported. */
export function lowerEffect(env: Env, node: FaultNode, on: readonly string[], named: ReadonlyMap<string, Name>): Pick<IrFault, "effect" | "on"> | null {
  const { effect } = node;
  switch (effect?.kind) {
    case undefined:
      return null;
    case "error":
      return { on, effect: { k: "error", afterCommit: effect.afterCommit, message: expectType(env, effect.message, T.string) } };
    case "delay": {
      if (effect.range.kind !== "range") {
        const fixed = expectType(env, effect.range, T.duration);
        withinRange(env, effect.range.span, fixed, 0, Infinity, "A delay", "never negative");
        return { on, effect: { k: "delay", from: fixed, to: fixed } };
      }
      const range = checkRange(env, effect.range, T.duration);
      if (range) withinRange(env, effect.range.span, range.from, 0, Infinity, "A delay", "never negative");
      return range && { on, effect: { k: "delay", from: range.from, to: range.to } };
    }
    case "stale": {
      const age = expectType(env, effect.age, T.duration);
      withinRange(env, effect.age.span, age, 1, Infinity, "The age of a `stale` answer", "at least a second");
      return { on: fitting(env, on, named, "stale", (tool) => whyNotStale(env.cx.effects().get(tool))), effect: { k: "stale", age } };
    }
    case "partial": {
      const count = expectType(env, effect.count, T.int);
      withinRange(env, effect.count.span, count, 1, Infinity, "What a `partial` answer keeps", "at least one element");
      const tools = new Map(env.cx.bound.apps.flatMap((app) => [...app.tools.values()].map((tool) => [tool.id, tool] as const)));
      const fields: Record<string, string> = {};
      const fits = fitting(env, on, named, "partial", (id) => {
        const lists = listsIn(env, tools.get(id));
        const [field] = lists;
        if (field !== undefined && field !== null) fields[id] = field;
        return lists.length === 1 ? null : lists.length === 0 ? "its answer holds no list" : "its answer holds several lists";
      });
      const partial: EffectOf<"partial"> = { k: "partial", count, fields };
      return { on: fits, effect: partial };
    }
  }
}

function fitting(env: Env, on: readonly string[], named: ReadonlyMap<string, Name>, effect: string, whyNot: (tool: string) => string | null): string[] {
  return on.filter((tool) => {
    const why = whyNot(tool);
    const name = named.get(tool);
    if (why !== null && name) report(env, "fault-misfit", name.span, { tool: name.text, effect, why });
    return why === null;
  });
}

/** An answer can come late only where nothing but the state decides it, and where it is all that the call is for. */
function whyNotStale(tool: Footprint | undefined): string | null {
  if (!tool) return null;
  if (tool.writes.size + tool.creates.size + tool.deletes.size > 0) return "it writes";
  if (tool.switches.size > 0) return "it switches tools";
  if (tool.advances) return "it lets time pass";
  return tool.draws ? "it draws" : null;
}

/** Where the lists of an answer stand: fields of a record, or null for the answer itself. */
function listsIn(env: Env, tool: ToolSym | undefined): (string | null)[] {
  const type = present(tool?.result ?? T.error);
  const isList = (of: Type): boolean => of.t === "list" || of.t === "set";
  if (isList(type) || type.t === "error") return [null];
  const parts = type.t === "record" ? type.fields : type.t === "view" ? (viewColumns(env, type.name) ?? {}) : {};
  return Object.keys(parts).filter((name) => isList(present(parts[name] as Type)));
}

function present(type: Type): Type {
  return type.t === "maybe" ? type.of : type;
}

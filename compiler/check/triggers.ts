/** Triggers: what happens by itself, when its condition comes to hold, its instant comes, or just before a tool answers. */

import type { Expr, TaskNode, TriggerEvent, TriggerNode } from "../../grammar/ast.js";
import type { IrTrigger } from "../ir.js";
import { suggest } from "../suggest.js";
import type { AppSym, ToolSym, WorldSym } from "../symbols.js";
import { showType, T } from "../types.js";
import { ambiguous, article, checkExpr, expectType, typeOf } from "./expressions.js";
import { at, lookupTool, lost, newFlow, pathOf, report, withLocal, type Env } from "./env.js";
import { lowerCrossing, splitCrossing } from "./crossings.js";
import { elementOf } from "./methods.js";
import { facts, learn } from "./narrowing.js";
import { checkBlock } from "./statements.js";

/** The conflict types of tool worlds that change by themselves (STT-Arena, table 1): temporal, spatial, both. */
export const CONFLICT_TYPES = ["T1", "T2", "T3", "S1", "S2", "S3", "ST1", "ST2", "ST3"] as const;

const DAY = 86_400;

/** The triggers of apps, of a world and of a task by the names that `fires` calls them. The nearest wins; what two apps share is qualified. */
export function triggersByName(apps: readonly AppSym[], world: WorldSym | undefined, task?: TaskNode): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const all = apps.flatMap((app) => app.triggers);
  for (const { name, id } of all) {
    names.set(id, id);
    if (all.filter((other) => other.name === name).length === 1) names.set(name, id);
  }
  for (const { name } of world?.node.triggers ?? []) names.set(name.text, `${world?.name}.${name.text}`);
  for (const clause of task?.clauses ?? []) if (clause.kind === "trigger") names.set(clause.name.text, `${task?.name.text}.${clause.name.text}`);
  return names;
}

/** `outer` is the environment of the app, world or task the trigger stands in; `id` its qualified name. */
export function lowerTrigger(outer: Env, node: TriggerNode, id: string): IrTrigger | null {
  let env: Env = { ...outer, flow: newFlow() };
  const { conflict } = node;
  if (conflict && conflict.text !== "" && !CONFLICT_TYPES.some((type) => type === conflict.text)) {
    report(env, "unknown-name", conflict.span, { name: conflict.text, what: "conflict type" }, suggest(conflict.text, CONFLICT_TYPES));
  }
  let binding: IrTrigger["binding"];
  if (node.binding) {
    const list = checkExpr(env, node.binding.in);
    const element = elementOf(list.type);
    const isList = list.type.t === "list" || list.type.t === "set";
    if (list.type.t !== "error" && (!isList || (element.t !== "entity" && element.t !== "error"))) report(env, "type-mismatch", node.binding.in.span, { expected: "a list of rows", got: article(showType(list.type)) });
    if (element.t === "entity") binding = { name: node.binding.name.text, entity: element.name, in: list };
    env = withLocal(env, node.binding.name, element.t === "entity" ? element : T.error, "name");
  }
  clauses(env, node);
  let event: IrTrigger["event"];
  if (node.event) {
    const lowered = lowerEvent(env, node.event);
    if (!lowered) return null;
    ({ event, env } = lowered);
  }
  const until = node.until && expectType(env, node.until, T.bool);
  const { crossing, rest } = splitCrossing(env, node);
  const crosses = crossing && lowerCrossing(env, crossing);
  const when = rest && expectType(env, rest, T.bool);
  if (rest) learn(env, facts(env, rest, true));
  const timed = event !== undefined && event.k !== "on";
  const then = node.then ? checkBlock({ ...env, mode: timed ? "timed" : "trigger", caller: id }, node.then, { type: null, bare: false }).statements : [];
  return {
    name: id, text: whyOf(env, node), once: node.once, initially: node.initially, then, at: at(env, node.span),
    ...(env.app ? { app: env.app.name } : {}), ...(node.doc ? { doc: node.doc.text } : {}), ...(conflict ? { conflict: conflict.text } : {}),
    ...(binding ? { binding } : {}), ...(event ? { event } : {}), ...(crosses ? { crosses } : {}), ...(when ? { when } : {}), ...(until ? { until } : {}),
  };
}

/** When it fires, as the source has it, on one line. */
function whyOf(env: Env, { event, when }: TriggerNode): string {
  const { text } = env.module.source;
  const written = [...(event ? [text.slice(event.span.start, event.span.end)] : []), ...(when ? [`when ${text.slice(when.span.start, when.span.end)}`] : [])];
  return written.join(" ").replace(/\s+/g, " ");
}

/** Clauses that do not go together. */
function clauses(env: Env, node: TriggerNode): void {
  const refuse = (expr: { readonly span: Expr["span"] }, what: string, hint: string): void => report(env, "trigger-clause", expr.span, { what }, { hint });
  if (node.event?.kind === "every" && node.when) refuse(node.when, "`when` does not go with `every`", "Write `every 5 min while condition`.");
  if (node.initially && node.event && node.event.kind !== "at") refuse(node.event, `\`initially\` does not go with \`${node.event.kind}\``, "It lets a condition that holds at the start, or an instant that has passed by then, fire at once.");
  if (node.once && node.until) refuse(node.until, "`once` and `until` do not go together", "`once` fires a single time; `until` goes on until a condition holds.");
}

function lowerEvent(env: Env, node: TriggerEvent): { readonly event: NonNullable<IrTrigger["event"]>; readonly env: Env } | null {
  switch (node.kind) {
    case "at": {
      const instant = expectType(env, node.instant, T.maybe(T.datetime));
      const path = pathOf(env, node.instant, typeOf);
      // It fires only at an instant, so the body knows that there is one.
      if (path !== null && typeOf(node.instant).t === "maybe") env.flow.narrowed.set(path, T.datetime);
      return { event: { k: "at", instant }, env };
    }
    case "every": {
      const period = expectType(env, node.period, T.duration);
      const condition = node.while && expectType(env, node.while, T.bool);
      if (node.while) learn(env, facts(env, node.while, true));
      if (period.type.t === "error") return null;
      if (period.k !== "lit" || typeof period.value !== "number") {
        report(env, "constant-needed", node.period.span, { what: "A period" });
        return null;
      }
      const seconds = period.value;
      if (seconds < 1 || (seconds > DAY && seconds % DAY !== 0)) {
        report(env, "period", node.period.span, undefined);
        return null;
      }
      return { event: { k: "every", period: seconds, ...(condition ? { while: condition } : {}) }, env };
    }
    case "on": {
      const tool = lookupTool(env, node.app, node.tool);
      if (tool && "ambiguous" in tool) {
        ambiguous(env, node.tool, tool.ambiguous);
        return null;
      }
      if (!tool) {
        if (!lost(env, node.tool.text)) report(env, "unknown-name", node.tool.span, { name: node.tool.text, what: "tool" }, suggest(node.tool.text, env.apps.flatMap((a) => [...a.tools.keys()])));
        return null;
      }
      return lowerOn(env, node, tool);
    }
  }
}

/** `on tool(a, b)`: the names are those of the tool's parameters, in any order and not necessarily all. */
function lowerOn(env: Env, node: Extract<TriggerEvent, { kind: "on" }>, tool: ToolSym): ReturnType<typeof lowerEvent> {
  let scope = env;
  const params = node.params.flatMap((name) => {
    const param = tool.params.find((p) => p.local === name.text) ?? tool.params.find((p) => p.name === name.text);
    if (!param) {
      if (!tool.node.broken && !lost(env, name.text)) report(env, "unknown-argument", name.span, { name: name.text, of: `\`${tool.name}\`` }, suggest(name.text, tool.params.map((p) => p.local)));
      scope = withLocal(scope, name, T.error, "name");
      return [];
    }
    scope = withLocal(scope, name, param.type, "parameter", tool.node.params.find((p) => p.name.text === param.name));
    return [{ name: param.local, local: name.text, type: param.type }];
  });
  return { event: { k: "on", tool: tool.id, params }, env: scope };
}

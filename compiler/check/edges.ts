/** Declared dependency edges, held against footprints and result types. */

import type { EdgeNode, Name } from "../../grammar/ast.js";
import type { Footprint, Footprints, TriggerFootprint } from "../footprint.js";
import type { IrEdge, IrEntity, IrExpr, IrStmt, IrTool, IrView } from "../ir.js";
import { suggest } from "../suggest.js";
import type { AppSym, ToolSym } from "../symbols.js";
import { isText, showType, T, type Type } from "../types.js";
import { expectType } from "./expressions.js";
import { appEnv } from "./declare.js";
import { at, lookupTool, lost, report, withLocal, type Context, type Env } from "./env.js";

export interface EdgeFacts {
  readonly tools: readonly IrTool[];
  readonly entities: readonly IrEntity[];
  readonly views: readonly IrView[];
  readonly footprints: Footprints;
  /** False where something did not check: footprints are then too small to hold an edge against. */
  readonly complete: boolean;
}

export function lowerEdges(cx: Context, app: AppSym, facts: EdgeFacts): IrEdge[] {
  return app.parts.flatMap((part) =>
    part.node.members.flatMap((member) => (member.kind === "edges" ? member.edges.flatMap((edge) => lowerEdge(appEnv(cx, app, part.module), edge, facts) ?? []) : [])),
  );
}

function findTool(env: Env, name: Name): ToolSym | null {
  const tool = lookupTool(env, undefined, name);
  if (tool && !("ambiguous" in tool)) return tool;
  if (!tool && !lost(env, name.text)) report(env, "unknown-name", name.span, { name: name.text, what: "tool" }, suggest(name.text, env.apps.flatMap((a) => [...a.tools.keys()])));
  if (tool) report(env, "ambiguous-name", name.span, { name: name.text, apps: tool.ambiguous.map((a) => a.name).join(" and ") });
  return null;
}

function lowerEdge(env: Env, edge: EdgeNode, facts: EdgeFacts): IrEdge | null {
  return edge.kind === "data" ? dataEdge(env, edge, facts) : needsEdge(env, edge, facts);
}

function dataEdge(env: Env, edge: Extract<EdgeNode, { kind: "data" }>, facts: EdgeFacts): IrEdge | null {
  const tool = findTool(env, edge.tool);
  const from = edge.from.flatMap((name) => {
    const producer = findTool(env, name);
    return producer ? [{ name, producer }] : [];
  });
  if (!tool) return null;
  const param = tool.params.find((p) => p.name === edge.param.text);
  if (!param) {
    if (!tool.node.broken && !lost(env, edge.param.text)) report(env, "unknown-argument", edge.param.span, { name: edge.param.text, of: `\`${tool.name}\`` }, suggest(edge.param.text, tool.params.map((p) => p.name)));
    return null;
  }
  env.cx.recorder?.use(env, edge.param, { m: "parameter", of: tool.id, name: param.name });
  const wanted = carried(param.type, facts);
  const supported = from.filter(({ name, producer }) => {
    if (producer === tool) {
      report(env, "edge-self", name.span, { name: name.text });
      return false;
    }
    const ir = facts.tools.find((t) => t.name === producer.id);
    const emitted = ir ? emissions(ir, facts) : [];
    if (!facts.complete || !ir || emitted.some((type) => wanted.some((w) => fits(type, w)))) return true;
    report(env, "edge-unsupported-data", name.span, { from: producer.name, tool: tool.name, param: param.name, type: showType(param.type) });
    return false;
  });
  return { k: "data", tool: tool.id, param: param.name, from: supported.map((s) => s.producer.id), at: at(env, edge.span) };
}

/** The scalar types in which an argument of this type travels. */
function carried(type: Type, facts: EdgeFacts): Type[] {
  switch (type.t) {
    case "entity": {
      const entity = facts.entities.find((e) => e.name === type.name);
      return (entity?.key ?? []).flatMap((k) => carried(entity?.fields.find((f) => f.name === k)?.type ?? T.error, facts));
    }
    case "list":
    case "maybe":
    case "dict":
    case "slots":
      return carried(type.of, facts);
    case "record":
      return Object.values(type.fields).flatMap((f) => carried(f, facts));
    default:
      return [type];
  }
}

function fits(emitted: Type, wanted: Type): boolean {
  if (emitted.t === "error" || wanted.t === "error") return true;
  if (wanted.t === "id") return emitted.t === "id" && emitted.prefix === wanted.prefix;
  if (wanted.t === "enum") return emitted.t === "enum" && emitted.name === wanted.name;
  if (isText(wanted)) return isText(emitted) && emitted.t !== "id";
  return emitted.t === wanted.t || (wanted.t === "float" && emitted.t === "int");
}

/** Types of the scalars that a tool's answer holds: in fields of records and views, in lists, in holes of templates. */
export function emissions(tool: IrTool, facts: EdgeFacts): Type[] {
  const result = new Map<string, Type>();
  const views = new Set<string>();
  const add = (type: Type): void => {
    for (const scalar of carried(type, facts)) {
      if (scalar.t === "view") view(scalar.name);
      else result.set(JSON.stringify(scalar), scalar);
    }
  };
  const view = (name: string): void => {
    if (views.has(name)) return;
    views.add(name);
    facts.views.find((v) => v.name === name)?.columns.forEach((c) => walk(c.value));
  };
  const walk = (e: IrExpr): void => {
    add(e.type);
    switch (e.k) {
      case "record":
      case "case":
        e.fields.forEach((f) => walk(f.value));
        return;
      case "list":
        e.items.forEach(walk);
        return;
      case "template":
        e.parts.forEach((p) => typeof p !== "string" && walk(p));
        return;
      case "if":
        walk(e.then);
        walk(e.else);
        return;
      case "match":
        e.arms.forEach((a) => walk(a.value));
        return;
      case "chain":
        walk(e.body);
        return;
      case "view":
        view(e.view);
        return;
      case "op":
        if (e.op === "list.map" || e.op === "list.flat_map") e.lambdas.forEach((l) => walk(l.body));
        else if (e.op.startsWith("list.") || e.op === "coalesce") e.args.slice(0, 1).forEach(walk);
        return;
      default:
    }
  };
  const returns = (list: readonly IrStmt[]): void => {
    for (const s of list) {
      if (s.k === "return" && s.value) walk(s.value);
      if (s.k === "if") {
        returns(s.then);
        returns(s.else);
      }
      if (s.k === "for" || s.k === "repeat") returns(s.body);
    }
  };
  returns(tool.body);
  return [...result.values()];
}

/** What a tool may change: by itself, and through the triggers that its writes, or the time it lets pass, set off. */
function reach(tool: Footprint, footprints: Footprints): Set<string> {
  const touched = new Set<string>();
  const add = ({ writes, creates, deletes }: Footprint): void => [writes, creates, deletes].forEach((names) => names.forEach((name) => touched.add(name)));
  add(tool);
  if (tool.advances) touched.add("now");
  const fired = new Set<TriggerFootprint>();
  for (let before = -1; before !== fired.size;) {
    before = fired.size;
    for (const trigger of footprints.triggers.values()) {
      if (fired.has(trigger) || !((tool.advances && trigger.timed) || [...trigger.considers.reads].some((name) => touched.has(name)))) continue;
      fired.add(trigger);
      add(trigger.does);
    }
  }
  return touched;
}

function needsEdge(env: Env, edge: Extract<EdgeNode, { kind: "needs" }>, facts: EdgeFacts): IrEdge | null {
  const tool = edge.tool ? findTool(env, edge.tool) : undefined;
  if (tool === null) return null;
  let scope = env;
  for (const param of tool?.params ?? []) {
    const node = tool?.node.params.find((p) => p.name.text === param.name);
    scope = withLocal(scope, { text: param.local, span: edge.span }, param.type, "parameter", node);
  }
  const when = edge.when && expectType(scope, edge.when, T.bool);
  const conditions = when && facts.footprints.of([when]).reads;
  const preconditions = new Set<string>(tool ? facts.footprints.preconditions.get(tool.id)?.reads : undefined);
  const targets = tool ? [tool.id] : [...(env.app?.tools.values() ?? [])].map((t) => t.id);
  const faultReads = new Set<string>();
  for (const [name, footprint] of facts.footprints.faults) {
    if (name.startsWith(`${env.app?.name}.`)) for (const read of footprint.reads) faultReads.add(read);
  }
  const needs = edge.needs.flatMap((name) => {
    const need = findTool(env, name);
    if (!need) return [];
    if (tool === need) {
      report(env, "edge-self", name.span, { name: name.text });
      return [];
    }
    const footprint = facts.footprints.tools.get(need.id);
    if (!footprint || !facts.complete) return [need.id];
    const touched = reach(footprint, facts.footprints);
    const reads = tool ? new Set([...preconditions, ...faultReads]) : new Set([...faultReads, ...targets.flatMap((t) => [...(facts.footprints.preconditions.get(t)?.reads ?? [])])]);
    if (![...touched].some((w) => reads.has(w))) {
      report(env, "edge-unsupported-need", name.span, { need: need.name, tool: tool ? `\`${tool.name}\`` : `any tool of ${env.app?.name ?? "the app"}` });
      return [];
    }
    if (conditions && ![...touched].some((w) => conditions.has(w))) {
      report(env, "edge-when", name.span, { need: need.name });
      return [];
    }
    return [need.id];
  });
  return { k: "needs", needs, at: at(env, edge.span), ...(tool ? { tool: tool.id } : {}), ...(when ? { when } : {}) };
}

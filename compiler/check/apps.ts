/** Bodies of an app: functions, actions, guards, tools, faults, `init`. */

import type { Block, Expr, FaultNode, Name, ToolNode } from "../../grammar/ast.js";
import { kernelTools } from "../../runtime/kernel.js";
import type { IrAction, IrApp, IrCost, IrExpr, IrFault, IrField, IrFn, IrGet, IrGuard, IrParam, IrStmt, IrTool, IrTrigger } from "../ir.js";
import { placeOf } from "../bind.js";
import { removeElement } from "../fixes.js";
import { suggest } from "../suggest.js";
import { isTroubled, type ActionSym, type AppSym, type FieldSym, type FnSym, type GuardSym, type Module, type ToolSym } from "../symbols.js";
import { T, type Type } from "../types.js";
import { checkRange, expectType } from "./expressions.js";
import { lowerEffect } from "./fault-effects.js";
import { facts, learn, narrow } from "./narrowing.js";
import { checkBlock, type Returns } from "./statements.js";
import { appEnv, declareParams, moduleEnv } from "./declare.js";
import { lowerField } from "./entities.js";
import { withinRange } from "./literals.js";
import { lowerTrigger } from "./triggers.js";
import { at, lost, newFlow, report, type Context, type Env } from "./env.js";

export function lowerFn(cx: Context, fn: FnSym): IrFn {
  const env = fn.app ? appEnv(cx, fn.app, fn.module) : moduleEnv(cx, fn.module);
  const scope = declareParams({ ...env, cx: { ...cx, diagnostics: [] } }, fn.node.params, "fn").env;
  const body = fn.node.body && expectType({ ...scope, cx, flow: newFlow(), caller: fn.id }, fn.node.body, fn.result);
  return {
    name: fn.id, params: fn.params, result: fn.result, at: at(env, fn.node.span),
    ...(fn.app ? { app: fn.app.name } : {}), ...(fn.node.doc ? { doc: fn.node.doc.text } : {}),
    ...(body ? { body } : { module: fn.module.standard ?? "" }),
  };
}

export function lowerAction(cx: Context, action: ActionSym): IrAction {
  const env = appEnv(cx, action.app, action.module);
  const scope = declareParams({ ...env, cx: { ...cx, diagnostics: [] } }, action.node.params, "action").env;
  const { statements } = checkBlock({ ...scope, cx, mode: "action", flow: newFlow(), caller: action.id }, action.node.body, { type: null, bare: false });
  return { name: action.id, app: action.app.name, params: action.params, body: statements, at: at(env, action.node.span), ...(action.node.doc ? { doc: action.node.doc.text } : {}) };
}

export function lowerGuard(cx: Context, guard: GuardSym): IrGuard {
  const env: Env = { ...appEnv(cx, guard.app, guard.module), mode: "guard" };
  const requires = guard.node.requires.map((r) => {
    const text = env.module.source.text.slice(r.test.span.start, r.test.span.end).replace(/\s+/g, " ");
    const test = expectType(env, r.test, T.bool);
    const otherwise: IrExpr = r.else ? expectType(narrow(env, facts(env, r.test, false)), r.else, T.string) : { k: "lit", value: `This is not possible now: it needs ${text}.`, type: T.string, at: at(env, r.span) };
    learn(env, facts(env, r.test, true));
    return { test, else: otherwise, at: at(env, r.span) };
  });
  const then = guard.node.then ? checkBlock(env, guard.node.then, { type: null, bare: false }).statements : [];
  return { name: guard.id, app: guard.app.name, requires, then, at: at(env, guard.node.span), ...(guard.node.doc ? { doc: guard.node.doc.text } : {}) };
}

/** A duration or a range of durations, written out. */
export function constantCost(env: Env, expr: Expr): IrCost | undefined {
  const range = expr.kind === "range" ? checkRange(env, expr, T.duration) : null;
  const [from, to] = range ? [range.from, range.to] : expr.kind === "range" ? [] : [expectType(env, expr, T.duration)];
  if (!from) return undefined;
  const high = to ?? from;
  if (from.k !== "lit" || high.k !== "lit" || typeof from.value !== "number" || typeof high.value !== "number") {
    if (from.type.t !== "error" && high.type.t !== "error") report(env, "constant-needed", expr.span, { what: "A cost" });
    return undefined;
  }
  if (from.value < 0 || high.value < from.value) {
    report(env, "cost-range", expr.span, undefined);
    return undefined;
  }
  return { from: from.value, to: high.value };
}

export function lowerTool(cx: Context, tool: ToolSym): IrTool {
  const env = appEnv(cx, tool.app, tool.module);
  const { node } = tool;
  const scope = declareParams({ ...env, cx: { ...cx, diagnostics: [] } }, node.params, "tool").env;
  const guards: string[] = [];
  for (const name of node.guards) {
    const guard = tool.app.guards.get(name.text);
    if (guard) env.cx.recorder?.use(env, name, { m: "symbol", symbol: guard });
    if (!guard) {
      if (!lost(env, name.text)) report(env, "unknown-name", name.span, { name: name.text, what: "guard" }, suggest(name.text, tool.app.guards.keys()));
    } else if (guards.includes(guard.id)) {
      const fix = removeElement(placeOf(env.module, name.span), "Remove it");
      report(env, "guard-twice", name.span, { name: name.text }, fix ? { fix } : {});
    }
    else guards.push(guard.id);
  }
  const takes = node.takes && constantCost(env, node.takes);
  const returns: Returns = { type: null, bare: false };
  const body = checkBlock({ ...scope, cx, mode: "tool", flow: newFlow(), caller: tool.id }, node.body, returns);
  if (returns.type !== null && (!body.ends || returns.bare) && !hasTrouble(env, node.body)) report(env, "missing-return", node.name.span, { name: node.name.text });
  tool.result = hasTrouble(env, node.body) ? T.error : (returns.type ?? T.none);
  const wire = node.wire ?? node.name;
  if (wire.text !== "") {
    if (!/^[a-z][a-z0-9_]{0,39}$/.test(wire.text)) report(env, "wire-name", wire.span, { name: wire.text });
    else if (RESERVED_WIRE.has(wire.text)) report(env, "wire-reserved", wire.span, { name: wire.text });
  }
  documentation(env, tool, node);
  return {
    name: tool.id, app: tool.app.name, wire: wire.text, params: tool.params.map((p) => withDoc(p, node)), guards, result: tool.result, body: body.statements,
    at: at(env, node.span), ...(takes ? { takes } : {}), ...(node.doc ? { doc: node.doc.text } : {}),
  };
}

/** True where recovery touched the body, so that the tool may return something else than what is left. */
function hasTrouble(env: Env, body: Block): boolean {
  return isTroubled(env.module, body.span);
}

const RESERVED_WIRE = new Set(["reset", "step", "state", "close", "retrieve_tools", ...kernelTools.map(({ name }) => name)]);

function withDoc(param: IrParam, node: ToolNode): IrParam {
  const doc = param.doc ?? node.doc?.params.find((p) => p.name === param.name)?.text;
  return doc === undefined ? param : { ...param, doc };
}

/** An agent reads descriptions: what lacks one is a hint, what describes nothing a warning. */
function documentation(env: Env, tool: ToolSym, node: ToolNode): void {
  if (!node.doc || node.doc.text.trim() === "") report(env, "undocumented", node.name.span, { what: `The tool \`${node.name.text}\`` });
  for (const param of tool.params) {
    if (withDoc(param, node).doc === undefined) {
      const written = node.params.find((p) => p.name.text === param.name);
      report(env, "undocumented", (written ?? node).span, { what: `The parameter \`${param.name}\` of \`${node.name.text}\`` });
    }
  }
  for (const param of node.doc?.params ?? []) {
    if (!node.broken && !tool.params.some((p) => p.name === param.name)) report(env, "doc-param-unknown", node.doc?.span ?? node.span, { name: param.name });
  }
}

/** `env` is that of the app (or world, or task) the fault stands in; `scope` the apps whose tools `all` means. */
export function lowerFault(env: Env, node: FaultNode, id: string, scope: readonly AppSym[]): IrFault | null {
  const on = new Set<string>();
  const named = new Map<string, Name>();
  const find = (name: Name): ToolSym | undefined => {
    const holders = scope.filter((a) => a.tools.has(name.text));
    if (holders.length > 1) report(env, "ambiguous-name", name.span, { name: name.text, apps: holders.map((a) => a.name).join(" and ") });
    const tool = holders[0]?.tools.get(name.text);
    if (tool) env.cx.recorder?.use(env, name, { m: "symbol", symbol: tool });
    if (!tool && !lost(env, name.text)) report(env, "unknown-name", name.span, { name: name.text, what: "tool" }, suggest(name.text, scope.flatMap((a) => [...a.tools.keys()])));
    return tool;
  };
  if (node.on.all) {
    const within = node.on.app ? env.cx.bound.apps.filter((a) => a.name === node.on.app?.text && (a === env.app || env.apps.includes(a))) : scope;
    if (node.on.app && within[0]) env.cx.recorder?.use(env, node.on.app, { m: "symbol", symbol: within[0] });
    if (node.on.app && within.length === 0 && !lost(env, node.on.app.text)) report(env, "unknown-name", node.on.app.span, { name: node.on.app.text, what: "app" }, suggest(node.on.app.text, env.apps.map((a) => a.name)));
    for (const app of within) for (const tool of app.tools.values()) on.add(tool.id);
  }
  for (const name of node.on.names) {
    const tool = find(name);
    if (!tool) continue;
    on.add(tool.id);
    named.set(tool.id, name);
  }
  for (const name of node.on.except) {
    const tool = find(name);
    if (tool) on.delete(tool.id);
  }
  const unless = node.unless && expectType(env, node.unless, T.bool);
  const chance = node.chance && expectType(env, node.chance, T.float);
  const during = node.during && checkRange(env, node.during, T.time);
  const limit = node.limit && { count: expectType(env, node.limit.count, T.int), per: expectType(env, node.limit.per, T.duration) };
  if (node.chance && chance) withinRange(env, node.chance.span, chance, 0, 1, "A chance", "from 0 % to 100 %");
  if (node.limit && limit) {
    withinRange(env, node.limit.count.span, limit.count, 1, Infinity, "A limit", "at least one call");
    withinRange(env, node.limit.per.span, limit.per, 1, Infinity, "The time of a limit", "at least a second");
  }
  const lowered = lowerEffect(env, node, [...on], named);
  if (!lowered) return null;
  return {
    name: id, ...lowered, at: at(env, node.span),
    ...(env.app ? { app: env.app.name } : {}), ...(node.doc ? { doc: node.doc.text } : {}), ...(unless ? { unless } : {}), ...(chance ? { chance } : {}),
    ...(during ? { during: { from: during.from, to: during.to } } : {}), ...(limit ? { limit } : {}),
  };
}

/** State, its derived fields, `init`, faults and triggers. */
export function lowerApp(cx: Context, app: AppSym): { app: Omit<IrApp, "edges">; faults: IrFault[]; triggers: IrTrigger[] } {
  const env = appEnv(cx, app, app.module);
  const stored = [...app.state.values()].filter((f) => f.node.kind === "field");
  const state: IrField[] = [];
  const gets: IrGet[] = [];
  for (const field of app.state.values()) {
    const home: Env = { ...env, module: moduleOf(app, field) };
    const { node } = field;
    if (node.kind === "field") {
      const i = stored.indexOf(field);
      state.push(lowerField(home, field, node, stored.slice(0, i), stored.slice(i)));
    } else if (node.kind === "get") {
      const value = expectType({ ...home, flow: newFlow(), caller: `${app.name}.${field.name}` }, node.value, field.type);
      gets.push({ name: field.name, type: field.type, value, at: at(home, node.span), ...(node.doc ? { doc: node.doc.text } : {}) });
    }
  }
  const init: IrStmt[] = [];
  const flow = newFlow();
  for (const field of stored) if (needsInit(field)) flow.unset.add(field.name);
  for (const part of app.parts) {
    let seen = false;
    for (const member of part.node.members) {
      const home: Env = { ...env, module: part.module };
      const what = app.node.server ? STATEFUL[member.kind] : undefined;
      if (what !== undefined) report(home, "server-state", member.span, { what });
      if (member.kind === "init") {
        if (seen) report(home, "init-twice", member.span, { name: app.name });
        seen = true;
        init.push(...checkBlock({ ...home, mode: "init", flow, caller: `${app.name}.init` }, member.body, { type: null, bare: false }).statements);
      }
    }
  }
  for (const field of stored) if (flow.unset.has(field.name)) report({ ...env, module: moduleOf(app, field) }, "unset-state", field.span, { name: field.name });
  const faults = app.faults.flatMap((f) => lowerFault({ ...env, module: f.module }, f.node, f.id, [app]) ?? []);
  const triggers = app.triggers.flatMap((t) => lowerTrigger({ ...env, module: t.module }, t.node, t.id) ?? []);
  return {
    app: {
      name: app.name, server: app.node.server, forUser: app.node.forUser, uses: app.uses.map((a) => a.name), state, gets, init, at: at(env, app.node.span),
      ...(app.node.doc ? { doc: app.node.doc.text } : {}),
    },
    faults,
    triggers,
  };
}

/** What a server has no use for. */
const STATEFUL: Readonly<Partial<Record<string, string>>> = { state: "`state`", entity: "an entity", init: "`init`", trigger: "a trigger" };

function needsInit(field: FieldSym): boolean {
  const type: Type = field.type;
  return field.node.kind === "field" && field.node.default === undefined && type.t !== "maybe" && type.t !== "set" && type.t !== "error";
}

function moduleOf(app: AppSym, field: FieldSym): Module {
  return app.parts.find((p) => p.node.members.some((m) => m.kind === "state" && m.fields.some((f) => f === field.node)))?.module ?? app.module;
}


/** Worlds, their default, and tests; tasks are bound and kept. */

import type { TaskNode } from "../../grammar/ast.js";
import { lookupModule, placeOf } from "../bind.js";
import { diagnostic } from "../diagnostics/diagnostic.js";
import type { IrFault, IrTask, IrTest, IrTrigger, IrWorld } from "../ir.js";
import { readProblem } from "../load.js";
import { MAX_SOURCE_BYTES, resolveImport } from "../source.js";
import { suggest } from "../suggest.js";
import type { AppSym, Module, WorldSym } from "../symbols.js";
import { T } from "../types.js";
import { constantCost, lowerFault } from "./apps.js";
import { expectType } from "./expressions.js";
import { checkBlock } from "./statements.js";
import { lowerTask } from "./tasks.js";
import { lowerTrigger, triggersByName } from "./triggers.js";
import { at, newFlow, report, type Context, type Env } from "./env.js";
import { mayBeLost } from "../bind.js";

/** Apps of a world with what they use, used ones first. */
export function closure(apps: readonly AppSym[]): AppSym[] {
  const result: AppSym[] = [];
  const visit = (app: AppSym): void => {
    if (result.includes(app)) return;
    for (const used of app.uses) if (used !== app) visit(used);
    if (!result.includes(app)) result.push(app);
  };
  for (const app of apps) visit(app);
  return result;
}

/** What a file builds: its world, or the default world of its last app. */
export interface Target {
  readonly name: string;
  readonly apps: readonly AppSym[];
  readonly world?: WorldSym;
  readonly module: Module;
}

export function chooseTarget(cx: Context): Target | null {
  const { entry } = cx.bound;
  const worlds = [...entry.declared.values()].filter((s): s is WorldSym => s.s === "world");
  const apps = [...entry.declared.values()].filter((s): s is AppSym => s.s === "app");
  const [world, second] = worlds;
  if (second) {
    cx.diagnostics.push(diagnostic("several-worlds", placeOf(entry, second.span), { names: worlds.map((w) => w.name).join(", ") }));
  }
  if (world) return { name: world.name, apps: world.apps, world, module: entry };
  const app = apps[apps.length - 1];
  // A file of tasks or tests builds the world they are about.
  const about = [...cx.bound.tasks, ...cx.bound.tests].find((t) => t.module === entry)?.node.world.text;
  const imported = app || about === undefined ? undefined : entry.imported.get(about);
  if (imported?.symbol.s === "world") {
    imported.used = true;
    return { name: imported.symbol.name, apps: imported.symbol.apps, world: imported.symbol, module: imported.symbol.module };
  }
  if (app) return { name: app.name, apps: closure(apps), module: entry };
  return null;
}

export function lowerWorld(cx: Context, target: Target): { world: IrWorld; faults: IrFault[]; triggers: IrTrigger[] } {
  const { world, module } = target;
  const env: Env = { cx, module, apps: target.apps, locals: new Map(), mode: "expression", flow: newFlow() };
  const here = at(env, world?.node.span ?? { start: 0, end: 0 });
  if (!world) return { world: { name: target.name, apps: target.apps.map((a) => a.name), rules: [], at: here }, faults: [], triggers: [] };
  const { node } = world;
  for (const app of world.apps) {
    for (const used of app.uses) if (!world.apps.includes(used)) report(env, "missing-app", node.name.span, { app: app.name, uses: used.name });
  }
  const starts = node.starts && expectType({ ...env, mode: "starts" }, node.starts, T.datetime);
  const callsTake = node.callsTake && constantCost(env, node.callsTake);
  let policy: string | undefined;
  if (node.policy) {
    const path = resolveImport(module.source.path, node.policy.path);
    const read = cx.host.read(path, MAX_SOURCE_BYTES);
    if ("problem" in read) cx.diagnostics.push(readProblem(read.problem, cx.host.show(path), placeOf(module, node.policy.span), "4 MB"));
    else policy = read.text;
  }
  const rules = node.rules.map((r) => ({ label: r.label, test: expectType(env, r.test, T.bool), at: at(env, r.span) }));
  const faults = node.faults.flatMap((f) => lowerFault(env, f, `${world.name}.${f.name.text}`, world.apps) ?? []);
  const triggers = node.triggers.flatMap((t) => lowerTrigger(env, t, `${world.name}.${t.name.text}`) ?? []);
  return {
    world: {
      name: world.name, apps: closure(world.apps).map((a) => a.name), rules, at: here,
      ...(node.doc ? { doc: node.doc.text } : {}), ...(starts ? { starts } : {}), ...(callsTake ? { callsTake } : {}), ...(policy === undefined ? {} : { policy }),
    },
    faults,
    triggers,
  };
}

/** The world that a test or task names, or that of the app that it names; null after a report. */
function worldNamed(cx: Context, module: Module, name: { text: string; span: { start: number; end: number } }): { readonly apps: readonly AppSym[]; readonly world?: WorldSym } | null {
  const symbol = lookupModule(module, name.text);
  if (symbol?.s === "world") return { apps: symbol.apps, world: symbol };
  if (symbol?.s === "app") return { apps: closure([symbol]) };
  if (symbol) cx.diagnostics.push(diagnostic("wrong-namespace", placeOf(module, name.span), { name: name.text, is: "no world", wanted: "a world or an app" }));
  else if (!mayBeLost(module, name.text)) {
    const names = [...module.declared.values(), ...[...module.imported.values()].map((i) => i.symbol)].filter((s) => s.s === "world" || s.s === "app").map((s) => s.name);
    cx.diagnostics.push(diagnostic("unknown-name", placeOf(module, name.span), { name: name.text, what: "world" }, suggest(name.text, names)));
  }
  return null;
}

/** Tests of the entry file. Those of another world than the one being built are checked and left out. */
export function lowerTests(cx: Context, target: Target | null): IrTest[] {
  const result: IrTest[] = [];
  const labels = new Set<string>();
  for (const { node, module } of cx.bound.tests) {
    if (module !== cx.bound.entry) continue;
    const named = worldNamed(cx, module, node.world);
    if (!named) continue;
    const env: Env = { cx, module, apps: named.apps, firing: triggersByName(named.apps, named.world), locals: new Map(), mode: "test", flow: newFlow() };
    if (labels.has(node.label)) report(env, "duplicate-test", node.span, { name: node.label });
    labels.add(node.label);
    const seed = node.seed ?? 1;
    const { statements } = checkBlock(env, node.body, { type: null, bare: false });
    if (node.body.statements.length === 0) report(env, "test-nothing", node.span, { name: node.label });
    if (target && node.world.text === target.name) result.push({ label: node.label, seed, faults: node.faultsOn, body: statements, at: at(env, node.span) });
  }
  return result;
}

/** Tasks of the entry file. Those of another world than the one being built are checked and left out. */
export function lowerTasks(cx: Context, target: Target | null): IrTask[] {
  const result: IrTask[] = [];
  const seen = new Map<string, TaskNode>();
  for (const { node, module } of cx.bound.tasks) {
    if (module !== cx.bound.entry) continue;
    const env: Env = { cx, module, apps: [], locals: new Map(), mode: "expression", flow: newFlow() };
    const named = worldNamed(cx, module, node.world);
    if (node.name.text !== "" && seen.has(node.name.text)) report(env, "duplicate-name", node.name.span, { name: node.name.text });
    seen.set(node.name.text, node);
    const task = named && lowerTask(cx, module, node, named.apps, named.world);
    if (task && target && node.world.text === target.name) result.push(task);
  }
  return result;
}

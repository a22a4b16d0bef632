/** From bound modules to the IR of the entry file's world. */

import { kernelTools } from "../../runtime/kernel.js";
import { diagnostic, hasErrors, type Diagnostic, type Place } from "../diagnostics/diagnostic.js";
import { removeElement } from "../fixes.js";
import { placeOf } from "../bind.js";
import { footprints, type Footprints } from "../footprint.js";
import { IR_VERSION, type Ir, type IrApp, type IrCorpus, type IrEnum, type IrFault, type IrFn, type IrGuard, type IrKind, type IrTask, type IrTool, type IrTrigger } from "../ir.js";
import type { Host } from "../source.js";
import type { AppSym, Bound, EnumSym, KindSym, Sym } from "../symbols.js";
import { T, WEEKDAYS } from "../types.js";
import { lowerAction, lowerApp, lowerFn, lowerGuard, lowerTool } from "./apps.js";
import { appEnv, declareAll, moduleEnv } from "./declare.js";
import { lowerEdges } from "./edges.js";
import { lowerEntity } from "./entities.js";
import { at, type Context } from "./env.js";
import { lowerGraph } from "./graphs.js";
import type { Recorder } from "./record.js";
import { checkInitOrder } from "./init-order.js";
import { checkRecursion, checkViewRecursion } from "./recursion.js";
import { lowerRegion } from "./regions.js";
import { checkTaskFacts } from "./task-facts.js";
import { checkViewSym } from "./views.js";
import { checkSettling } from "./settling.js";
import { chooseTarget, closure, lowerTasks, lowerTests, lowerWorld } from "./worlds.js";

export interface Checked {
  readonly diagnostics: Diagnostic[];
  /** Present when there is something to build and no error. */
  readonly ir?: Ir;
}

const KERNEL: Context["kernel"] = new Map(
  kernelTools.map(({ name, param, inputSchema }) => [name, [{ name: param, type: T.string, optional: (inputSchema as { readonly required?: readonly string[] }).required?.includes(param) !== true }]]),
);

export function check(host: Host, bound: Bound, syntaxErrors: boolean, recorder?: Recorder): Checked {
  let effects: Footprints["tools"] | undefined;
  const cx: Context = {
    host, bound, diagnostics: [], kernel: KERNEL, calls: new Map(), ...(recorder ? { recorder } : {}),
    effects: () => (effects ??= footprints({ entities, views, fns, actions, guards, tools, faults: [], triggers: [], apps: [] }).tools),
  };
  recorder?.begin(cx);
  declareAll(cx);

  const members = (app: AppSym): Sym[] => [...app.members.values()];
  const ofKind = <S extends Sym["s"]>(kind: S): Extract<Sym, { s: S }>[] => bound.apps.flatMap((a) => members(a).filter((m): m is Extract<Sym, { s: S }> => m.s === kind));
  const entities = ofKind("entity").map((e) => lowerEntity(appEnv(cx, e.app, e.module), e));
  const views = ofKind("view").map((v) => checkViewSym(cx, v));
  const topFns = bound.modules.flatMap((m) => [...m.declared.values()].filter((s): s is Extract<Sym, { s: "fn" }> => s.s === "fn"));
  const fns: IrFn[] = [...[...topFns, ...ofKind("fn")].map((f) => lowerFn(cx, f)), ...ofKind("region").flatMap((r) => lowerRegion(cx, r)?.test ?? []), ...ofKind("graph").flatMap((g) => lowerGraph(cx, g)?.arcs ?? [])];
  const actions = ofKind("action").map((a) => lowerAction(cx, a));
  const guards: IrGuard[] = bound.apps.flatMap((a) => [...a.guards.values()].map((g) => lowerGuard(cx, g)));
  const tools: IrTool[] = bound.apps.flatMap((a) => [...a.tools.values()].map((t) => lowerTool(cx, t)));
  const lowered = bound.apps.map((a) => lowerApp(cx, a));
  const faults: IrFault[] = lowered.flatMap((l) => l.faults);
  const target = chooseTarget(cx);
  const world = target && lowerWorld(cx, target);
  const triggers: IrTrigger[] = [...lowered.flatMap((l) => l.triggers), ...(world?.triggers ?? [])];
  const partial = { entities, views, fns, actions, guards, tools, faults, triggers, apps: lowered.map((l) => ({ ...l.app, edges: [] })) };
  const prints = footprints(partial);
  recorder?.footprints(prints);
  const complete = !syntaxErrors && !hasErrors(cx.diagnostics);
  const apps: IrApp[] = bound.apps.map((app, i) => ({ ...(lowered[i] as (typeof lowered)[number]).app, edges: lowerEdges(cx, app, { tools, entities, views, footprints: prints, complete }) }));

  if (complete) apps.forEach((app) => checkInitOrder(cx, app, prints));
  checkRecursion(cx);
  if (complete) checkViewRecursion(cx, views, (entity, field) => {
    const inverse = entities.find((e) => e.name === entity)?.inverses.find((x) => x.name === field);
    return inverse !== undefined && inverse.entity === entity && entities.find((e) => e.name === entity)?.fields.find((f) => f.name === inverse.field)?.tree === true;
  });

  if (complete) for (const trigger of triggers) clockConditions(cx, trigger, prints);
  if (complete) checkSettling(cx, triggers, prints);
  const tests = lowerTests(cx, target);
  const tasks = lowerTasks(cx, target);
  // What cannot be understood cannot be judged.
  if (complete && !hasErrors(cx.diagnostics)) for (const task of tasks) checkTaskFacts(cx, task, task.triggers.length > 0 ? checkTaskTriggers(cx, task, partial) : prints);
  if (target) wireCollisions(cx, target.apps, tools);
  if (!target && !syntaxErrors && cx.bound.entry.declared.size === 0) {
    cx.diagnostics.push(diagnostic("no-world", placeOf(bound.entry, { start: 0, end: 0 }), { path: bound.entry.source.name }));
  }
  unusedImports(cx);
  if (!target || !world || syntaxErrors || hasErrors(cx.diagnostics)) return { diagnostics: cx.diagnostics };

  const inWorld = new Set(closure(target.apps).map((a) => a.name));
  const here = <X extends { readonly app?: string }>(list: readonly X[]): X[] => list.filter((x) => x.app === undefined || inWorld.has(x.app));
  const order = new Map([...inWorld].map((name, i) => [name, i]));
  const byApp = <X extends { readonly app: string }>(list: readonly X[]): X[] => here(list).sort((a, b) => (order.get(a.app) ?? 0) - (order.get(b.app) ?? 0));
  const ir: Ir = {
    version: IR_VERSION,
    files: [...bound.modules].sort((a, b) => a.index - b.index).map((m) => m.source.name),
    world: world.world,
    apps: [...inWorld].map((name) => apps.find((a) => a.name === name) as IrApp),
    enums: enumsOf(cx, inWorld),
    kinds: kindsOf(cx, inWorld),
    entities: byApp(entities),
    views: byApp(views),
    fns: here(fns),
    actions: byApp(actions),
    guards: byApp(guards),
    tools: byApp(tools),
    faults: [...here(faults.filter((f) => f.app !== undefined)), ...world.faults],
    triggers: [...byApp(triggers.filter((t): t is IrTrigger & { app: string } => t.app !== undefined)), ...world.triggers],
    corpora: ofKind("corpus").filter((c) => inWorld.has(c.app.name)).map((c): IrCorpus => ({ name: c.id, type: c.type, value: c.value, at: at(appEnv(cx, c.app, c.module), c.span) })),
    tests,
    tasks,
  };
  return { diagnostics: cx.diagnostics, ir };
}

function enumsOf(cx: Context, inWorld: ReadonlySet<string>): IrEnum[] {
  const weekday: IrEnum = { name: "Weekday", members: WEEKDAYS.map((name) => ({ name, wire: name })), at: [0, 0, 0] };
  return [weekday, ...typeSymbols(cx, inWorld, "enum").map((s: EnumSym): IrEnum => ({
    name: s.id, at: at(moduleEnv(cx, s.module), s.span),
    ...(s.node?.doc ? { doc: s.node.doc.text } : {}),
    members: (s.node?.members ?? []).map((m) => ({ name: m.name.text, wire: m.wire ?? m.name.text, ...(m.doc ? { doc: m.doc.text } : {}) })),
  }))];
}

function kindsOf(cx: Context, inWorld: ReadonlySet<string>): IrKind[] {
  return typeSymbols(cx, inWorld, "kind").map((s: KindSym): IrKind => ({
    name: s.id, at: at(moduleEnv(cx, s.module), s.span),
    ...(s.node.doc ? { doc: s.node.doc.text } : {}),
    cases: [...s.cases].map(([name, fields]) => ({ name, fields })),
  }));
}

/** Enums or kinds of the world's apps and of files' top levels. */
function typeSymbols<S extends "enum" | "kind">(cx: Context, inWorld: ReadonlySet<string>, kind: S): Extract<Sym, { s: S }>[] {
  const is = (s: Sym): s is Extract<Sym, { s: S }> => s.s === kind;
  return [
    ...cx.bound.modules.flatMap((m) => [...m.declared.values()].filter(is)),
    ...cx.bound.apps.filter((a) => inWorld.has(a.name)).flatMap((a) => [...a.members.values()].filter(is)),
  ];
}

function wireCollisions(cx: Context, apps: readonly AppSym[], tools: readonly IrTool[]): void {
  const seen = new Map<string, IrTool>();
  for (const app of closure(apps)) {
    for (const tool of app.tools.values()) {
      const ir = tools.find((t) => t.name === tool.id);
      if (!ir || ir.wire === "") continue;
      const earlier = seen.get(ir.wire);
      const name = tool.node.wire ?? tool.node.name;
      if (earlier) cx.diagnostics.push(diagnostic("wire-collision", placeOf(tool.module, name.span), { name: ir.wire, a: earlier.name, b: ir.name }));
      else seen.set(ir.wire, ir);
    }
  }
}

/** The task's own triggers, among those of its world; gives the footprints with them. */
function checkTaskTriggers(cx: Context, task: IrTask, world: Parameters<typeof footprints>[0]): Footprints {
  const triggers = [...world.triggers, ...task.triggers];
  const prints = footprints({ ...world, triggers });
  for (const trigger of task.triggers) clockConditions(cx, trigger, prints);
  checkSettling(cx, triggers, prints, task.triggers);
  return prints;
}

/** A condition that comes to hold by the passing of time alone is seen only when something else stops the clock. */
function clockConditions(cx: Context, trigger: IrTrigger, prints: Footprints): void {
  const { event } = trigger;
  const conditions = event === undefined ? [trigger.crosses?.inside, trigger.when] : event.k === "at" ? [event.instant] : [];
  const looked = conditions.find((e) => e !== undefined && prints.of([e]).reads.has("now"));
  if (!looked) return;
  const module = cx.bound.modules.find((m) => m.index === trigger.at[0]);
  if (module) cx.diagnostics.push(diagnostic("when-reads-clock", placeOf(module, { start: looked.at[1], end: looked.at[2] }), { what: event === undefined ? "condition" : "instant" }));
}

function unusedImports(cx: Context): void {
  for (const module of cx.bound.modules) {
    for (const [name, imported] of module.imported) {
      if (imported.used || module.file.skipped.size > 0) continue;
      const place = placeOf(module, imported.span);
      const whole = module.file.declarations.find((d) => d.kind === "import" && d.names.length === 1 && d.names[0]?.span === imported.span);
      const fix = whole ? { title: "Remove the import", place: lineOf(placeOf(module, whole.span)), text: "" } : removeElement(place, "Remove it");
      cx.diagnostics.push(diagnostic("unused-import", place, { name }, fix ? { fix } : {}));
    }
  }
}

/** With the line break behind it, where nothing else stands on the line. */
function lineOf(place: Place): Place {
  return place.source.text[place.end] === "\n" ? { ...place, end: place.end + 1 } : place;
}

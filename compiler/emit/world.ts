/** `world.ts`: the descriptor that the runtime plays; and `tests.ts`. */

import { StructureKind, type StatementStructures } from "ts-morph";
import type { Footprints } from "../footprint.js";
import { hints } from "../footprint.js";
import type { Ir, IrCheck, IrEntity, IrExpr, IrFault, IrField, IrTool, IrTrigger } from "../ir.js";
import { imports, hasDynamicRefinement, printer, triggerFunction, triggerParameters } from "./app.js";
import { arrowBody, fromApp, modelName, print, typeText, type Printer } from "./expressions.js";
import { SHARED_HEAD } from "./head.js";
import { descriptionOf, isForUser, titleOf } from "./manifest.js";
import { local, type Names } from "./names.js";
import { inputSchema, outputSchema } from "./schema.js";
import { printBlock } from "./statements.js";
import { typeDef } from "./types.js";

type Statement = StatementStructures | string;

const q = (text: string): string => JSON.stringify(text);

export function worldModule(ir: Ir, names: Names, prints: Footprints, semanticHash: string, src: Printer["src"]): Statement[] {
  const p = printer(ir, names, null, src);
  const app = (name: string): string => {
    p.apps.add(name);
    return names.alias(name);
  };
  const tables = ir.apps.flatMap((a) => [
    ...ir.entities.filter((e) => e.app === a.name).map((e) => entityTable(p, e)),
    ...(a.state.length > 0 ? [`{ name: "${a.name}.state", kind: "state", key: [], fields: [${a.state.map((f) => field(p, a.name, f)).join(", ")}], inverses: [], checks: [], missing: (key) => key, src: ${q(src(a.at))} }`] : []),
  ]);
  const tools = ir.tools.map((tool) => toolDef(p, tool, app(tool.app), prints));
  const faults = ir.faults.map((f) => faultDef(p, f, prints));
  const triggers = ir.triggers.map((t) => triggerDef(p, t, prints));
  const apps = ir.apps.map((a) => {
    const module = a.init.length > 0 || a.state.length > 0 ? app(a.name) : "";
    return `{ name: ${q(a.name)}${a.server ? ", server: true" : ""}${a.state.length > 0 ? `, state: ${names.table(`${a.name}.state`)}, initialState: ${module}.initialState as unknown as NonNullable<AppDef["initialState"]>` : ""}${a.init.length > 0 ? `, init: ${module}.init` : ""} }`;
  });
  const rules = ir.world.rules.map((r) => `{ label: ${q(r.label)}, src: ${q(src(r.at))}, holds: (db) => ${print(p, r.test)} }`);
  const starts = ir.world.starts ? `(random) => ${print(p, ir.world.starts)}` : "(random) => random.datetime(1_767_225_600, 1_798_761_599)";
  const body: Statement[] = [
    `const tables: readonly TableDef[] = [\n${tables.join(",\n")}\n];`,
    `const tools: readonly ToolDef[] = [\n${tools.join(",\n")}\n];`,
    `const faults: readonly FaultDef[] = [\n${faults.join(",\n")}\n];`,
    ...ir.triggers.filter((t) => t.app === undefined).map((t) => triggerFunction(p, t)),
    `const triggers: readonly TriggerDef[] = [\n${triggers.join(",\n")}\n];`,
    `const apps: readonly AppDef[] = [\n${apps.join(",\n")}\n];`,
    `const rules: readonly RuleDef[] = [\n${rules.join(",\n")}\n];`,
    `/** The world ${ir.world.name}, as the runtime plays it. */\nexport const world: WorldDef = {\nname: ${q(ir.world.name)}, semanticHash: ${q(semanticHash)}, tables, tools, faults, triggers, apps, rules, tests, tasks, starts: ${starts}` +
      `${ir.world.callsTake ? `, callsTake: ${JSON.stringify(ir.world.callsTake)}` : ""}${ir.world.policy === undefined ? "" : `, policy: ${q(ir.world.policy)}`}\n};`,
  ];
  const defs: Statement = { kind: StructureKind.ImportDeclaration, isTypeOnly: true, moduleSpecifier: "worldc/runtime", namedImports: ["AppDef", "FaultDef", "RuleDef", "TableDef", "ToolDef", "TriggerDef", "WorldDef"] };
  const text = body.map((s) => (typeof s === "string" ? s : "")).join("\n");
  const views = ir.views.map((v) => names.viewType(v.name)).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  const viewImport: Statement[] = views.length > 0 ? [{ kind: StructureKind.ImportDeclaration, moduleSpecifier: "./model.js", namedImports: views.sort() }] : [];
  const taskImport: Statement = { kind: StructureKind.ImportDeclaration, moduleSpecifier: "./evaluators.js", namedImports: ["tasks"] };
  const testImport: Statement = { kind: StructureKind.ImportDeclaration, moduleSpecifier: "./tests.js", namedImports: ["tests"] };
  return [SHARED_HEAD, defs, ...imports(p, body), ...viewImport, taskImport, testImport, ...body];
}

export function faultDef(p: Printer, f: IrFault, prints: Footprints): string {
  const cure = cureOf(p, f, prints);
  const on = f.on.map((id) => p.names.toolNumber(id)).filter((n) => n >= 0);
  const parts = [
    `name: ${q(f.name)}`, `src: ${q(p.src(f.at))}`, `on: [${on.join(", ")}]`,
    ...(cure === undefined ? [] : [`cure: ${cure}`]), ...(f.unless ? [`unless: (db) => ${print(p, f.unless)}`] : []), ...(f.chance ? [`chance: (db) => ${print(p, f.chance)}`] : []),
    ...(f.during ? [`during: (db) => ({ from: ${print(p, f.during.from)}, to: ${print(p, f.during.to)} })`] : []),
    ...(f.limit ? [`limit: { count: (db) => ${print(p, f.limit.count)}, per: (db) => ${print(p, f.limit.per)} }`] : []),
    `effect: ${faultEffect(p, f.effect)}`,
  ];
  return `{ ${parts.join(", ")} }`;
}

function faultEffect(p: Printer, effect: IrFault["effect"]): string {
  switch (effect.k) {
    case "error":
      return `{ kind: "error", afterCommit: ${effect.afterCommit}, message: (db) => ${print(p, effect.message)} }`;
    case "delay":
      return `{ kind: "delay", range: (db) => ({ from: ${print(p, effect.from)}, to: ${print(p, effect.to)} }) }`;
    case "stale":
      return `{ kind: "stale", age: (db) => ${print(p, effect.age)} }`;
    case "partial": {
      const fields = Object.entries(effect.fields).map(([id, field]) => [p.names.toolNumber(id), field] as const).filter(([n]) => n >= 0);
      return `{ kind: "partial", count: (db) => ${print(p, effect.count)}, fields: { ${fields.map(([n, field]) => `${n}: ${q(field)}`).join(", ")} } }`;
    }
  }
}

/** The number of the tool that clears a fault, by the app's edges: one whose writes the fault reads. */
function cureOf(p: Printer, fault: IrFault, prints: Footprints): number | undefined {
  const reads = prints.faults.get(fault.name)?.reads ?? new Set();
  const edges = p.ir.apps.find((a) => a.name === fault.app)?.edges ?? [];
  const cures = edges.flatMap((e) => (e.k === "needs" ? e.needs : [])).filter((id) => [...(prints.tools.get(id)?.writes ?? [])].some((w) => reads.has(w)));
  return cures[0] === undefined ? undefined : p.names.toolNumber(cures[0]);
}

export function triggerDef(p: Printer, trigger: IrTrigger, prints: Footprints): string {
  const { binding, event } = trigger;
  const parameters = triggerParameters(p, trigger).map((x) => `${x.name}: ${x.type}`).join(", ");
  const considered = prints.triggers.get(trigger.name);
  const says = (name: string, e: IrExpr | undefined, type: string): string[] => (e ? [`${name}: ((${parameters}): ${type} => ${arrowBody(print(p, e))}) as unknown as NonNullable<TriggerDef["${name}"]>`] : []);
  const then = trigger.app === undefined ? p.names.trigger(trigger.name) : fromApp(p, trigger.app, p.names.trigger(trigger.name));
  const parts = [
    `name: ${q(trigger.name)}`, `why: ${q(trigger.text)}`, `src: ${q(p.src(trigger.at))}`, ...(trigger.conflict === undefined ? [] : [`conflict: ${q(trigger.conflict)}`]),
    ...(binding ? [`binding: { table: ${p.names.table(binding.entity)}${binding.in.k === "all" ? ", all: true" : ""}, rows: (db) => ${print(p, binding.in)} }`] : []),
    ...(event?.k === "on" ? [`on: ${p.names.toolNumber(event.tool)}`] : []),
    ...(event?.k === "at" ? says("at", event.instant, "number | null") : []),
    ...(event?.k === "every" ? [`every: ${event.period}`, ...says("while", event.while, "boolean")] : []),
    ...(trigger.crosses ? [`crosses: { outwards: ${trigger.crosses.outwards}, inside: ((${parameters}): boolean => ${arrowBody(print(p, trigger.crosses.inside))}) as unknown as NonNullable<TriggerDef["when"]> }`] : []),
    ...says("when", trigger.when, "boolean"), ...says("until", trigger.until, "boolean"),
    ...(trigger.once ? ["once: true"] : []), ...(trigger.initially ? ["initially: true"] : []),
    ...(considered?.rowwise === true ? ["rowwise: true"] : []), ...(considered?.readsClock === true ? ["readsClock: true"] : []),
    `reads: [${watched(p, considered?.considers.reads ?? new Set()).join(", ")}]`,
    `then: ${then} as unknown as TriggerDef["then"]`,
  ];
  return `{ ${parts.join(", ")} }`;
}

/** The tables and fields that decide about a trigger, by number of the table. A table without fields: which rows it has. */
function watched(p: Printer, reads: ReadonlySet<string>): string[] {
  const fields = new Map<number, string[]>();
  for (const name of reads) {
    const whole = p.names.table(name);
    const parts = name.split(".");
    const field = parts.pop() ?? "";
    const owner = parts.join(".");
    const table = whole >= 0 ? whole : p.names.table(p.ir.apps.some((a) => a.name === owner) ? `${owner}.state` : owner);
    if (table < 0) continue;
    const known = fields.get(table) ?? [];
    fields.set(table, whole >= 0 ? known : [...known, field]);
  }
  return [...fields].sort(([a], [b]) => a - b).map(([table, names]) => `{ table: ${table}, fields: ${JSON.stringify(names.sort())} }`);
}

function isProse(f: IrField): boolean {
  return (f.type.t === "maybe" ? f.type.of : f.type).t === "text";
}

function field(p: Printer, owner: string, f: IrField): string {
  const refine = f.where.length > 0 ? [`refine: ((db: Db, it: ${typeText(p, f.type)}): string | null => ${refineChain(p, f)}) as NonNullable<TableDef["fields"][number]["refine"]>`] : [];
  const parts = [
    `name: ${q(f.name)}`, `type: ${typeDef(f.type, p.ir, p.names)}`,
    ...(f.onDelete ? [`onDelete: ${q(f.onDelete)}`] : []), ...(f.unique ? ["unique: true"] : []), ...(f.uncounted ? ["uncounted: true"] : []), ...(isProse(f) ? ["prose: true"] : []), ...(p.stamped.has(`${owner}.${f.name}`) ? ["stamped: true"] : []), ...(f.tree ? ["tree: true"] : []), ...refine,
  ];
  return `{ ${parts.join(", ")} }`;
}

function refineChain(p: Printer, f: IrField): string {
  const tests = f.where.map((w) => `${f.type.t === "maybe" ? "it !== null && " : ""}!(${print(p, w.test)}) ? ${q(`\`${f.name}\` must satisfy: ${w.text}.`)} : `);
  return `${tests.join("")}null`;
}

function entityTable(p: Printer, entity: IrEntity): string {
  const model = modelName(p, entity.name);
  const key = entity.fields.filter((f) => entity.key.includes(f.name));
  const id = key.length === 1 && key[0]?.type.t === "id" ? [`id: ${q(key[0].type.prefix)}`] : [];
  const folded = key.some((f) => f.folded) ? ["folded: true"] : [];
  const inverses = entity.inverses.map((i) => `{ name: ${q(i.name)}, table: ${p.names.table(i.entity)}, field: ${q(i.field)}${i.by === undefined ? "" : `, by: ${q(i.by)}`} }`);
  const checks = entity.checks.map((c) => check(p, c, model));
  const parts = [
    `name: ${q(entity.name)}`, `kind: "entity"`, `key: [${entity.key.map(q).join(", ")}]`, ...id, ...folded,
    `fields: [\n${entity.fields.map((f) => field(p, entity.name, f)).join(",\n")}\n]`, `inverses: [${inverses.join(", ")}]`, `checks: [${checks.join(", ")}]`,
    `missing: (key) => ${print(p, entity.missing)}`, `src: ${q(p.src(entity.at))}`,
  ];
  return `{ ${parts.join(", ")} }`;
}

function check(p: Printer, c: IrCheck, model: string): string {
  const cast = (kind: "test" | "message"): string => `as unknown as TableDef["checks"][number]["${kind}"]`;
  return `{ test: ((db: Db, self: Ref<${model}>): boolean => ${print(p, c.test)}) ${cast("test")}, message: ((db: Db, self: Ref<${model}>): string => ${print(p, c.message)}) ${cast("message")}, src: ${q(p.src(c.at))} }`;
}

function toolDef(p: Printer, tool: IrTool, app: string, prints: Footprints): string {
  const { ir, names } = p;
  const print_ = prints.tools.get(tool.name);
  const params = tool.params.map((x) => {
    const inner = tool.params.slice(0, tool.params.indexOf(x));
    const earlier = inner.map((e) => (local(e.local) === e.local ? e.local : `${e.local}: ${local(e.local)}`)).join(", ");
    const types = inner.map((e) => `${e.local}: ${typeText(p, e.type)}`).join("; ");
    const byDefault = x.default
      ? [`default: ((db: Db, { ${earlier} }: { ${types} }) => ${arrowBody(print(p, x.default))}) as unknown as NonNullable<ToolDef["params"][number]["default"]>`]
      : x.type.t === "maybe" ? ["default: () => null"] : [];
    return `{ name: ${q(x.name)}, local: ${q(x.local)}, type: ${typeDef(x.type, ir, names, x.fields)}${byDefault.length > 0 ? `, ${byDefault[0]}` : ""} }`;
  });
  const guards = tool.guards.map((g) => {
    const guard = ir.guards.find((x) => x.name === g);
    return `{ name: ${q(g)}, src: ${q(guard ? p.src(guard.at) : "")}, pass: ${app}.${names.guard(g)} }`;
  });
  const body = `${app}.${names.tool(tool.name)}`;
  const parts = [
    `name: ${q(tool.wire)}`, `app: ${q(tool.app)}`, `title: ${q(titleOf(tool))}`, `description: ${q(descriptionOf(tool))}`, `src: ${q(p.src(tool.at))}`,
    `inputSchema: ${JSON.stringify(inputSchema(ir, tool))}`, `outputSchema: ${JSON.stringify(outputSchema(ir, tool))}`, `hints: ${JSON.stringify(print_ ? hints(print_) : {})}`,
    `params: [${params.join(", ")}]`, `result: ${typeDef(tool.result, ir, names)}`, `guards: [${guards.join(", ")}]`,
    ...(hasDynamicRefinement(tool) ? [`refine: ${body}Refine as NonNullable<ToolDef["refine"]>`] : []), ...(tool.takes ? [`takes: ${JSON.stringify(tool.takes)}`] : []),
    ...(print_?.draws === true ? ["draws: true"] : []), ...(isForUser(ir, tool) ? ["forUser: true"] : []), `body: ${body} as ToolDef["body"]`,
  ];
  return `{ ${parts.join(", ")} }`;
}

export function testsModule(ir: Ir, names: Names, src: Printer["src"]): Statement[] {
  const p = printer(ir, names, null, src);
  const tests = ir.tests.map((test) => {
    const body = printBlock(p, test.body);
    const usesDb = /\bdb\b/.test(body);
    return `{ label: ${q(test.label)}, src: ${q(src(test.at))}, seed: ${test.seed}, faults: ${test.faults}, body: (test) => {\n${usesDb ? "const { db } = test;\n" : ""}${body}\n} }`;
  });
  const body: Statement[] = [`/** The \`test\` blocks of the world. */\nexport const tests: readonly TestDef[] = [\n${tests.join(",\n")}\n];`];
  const defs: Statement = { kind: StructureKind.ImportDeclaration, isTypeOnly: true, moduleSpecifier: "worldc/runtime", namedImports: ["TestDef"] };
  return [SHARED_HEAD, defs, ...imports(p, body), ...body];
}

/** `index.ts`: the typed way in. */
export function indexModule(ir: Ir): string {
  const name = ir.world.name;
  return [
    SHARED_HEAD,
    `import { createWorld, type SessionOptions, type World } from "worldc/runtime";`,
    `import type { ${name}Tools } from "./tools.js";`,
    `import { world } from "./world.js";`,
    "",
    `export { world };`,
    `export type * from "./tools.js";`,
    `export type * from "./model.js";`,
    "",
    `/** A new session of ${name}: the same seed gives the same world, and the same calls on it the same answers. */`,
    `export function create${name}(options: SessionOptions): World<${name}Tools> {`,
    `  return createWorld<${name}Tools>(world, options);`,
    `}`,
    "",
  ].join("\n");
}


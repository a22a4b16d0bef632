/** An app's module: its views, functions, actions, guards, tools and `init`, one function each. */

import { StructureKind, type FunctionDeclarationStructure, type StatementStructures } from "ts-morph";
import type { Ir, IrEntity, IrExpr, IrParam, IrStmt, IrTool, IrTrigger } from "../ir.js";
import type { Footprints } from "../footprint.js";
import { countFields, libraryName, modelName, NO_ROWS, print, printNegated, readsSurely, stateName, typeText, type Printer, type Rows } from "./expressions.js";
import { SHARED_HEAD } from "./head.js";
import { stampedFields } from "../stamped.js";
import { docs } from "./model.js";
import { local, type Names } from "./names.js";
import { printBlock } from "./statements.js";
import { property, tsType } from "./types.js";

type Statement = StatementStructures | string;

/** Makes a printer for one module. */
export function printer(ir: Ir, names: Names, app: string | null, src: Printer["src"]): Printer {
  return { stamped: stampedFields(ir), ir, names, app, model: new Set(), apps: new Set(), externs: new Map(), src };
}

function fn(name: string, parameters: FunctionDeclarationStructure["parameters"], returnType: string, statements: string, doc?: string): FunctionDeclarationStructure {
  return { kind: StructureKind.Function, isExported: true, name, parameters, returnType, statements, ...docs(doc) };
}

const DB = { name: "db", type: "Db" };
const RANDOM = { name: "random", type: "Random" };

/** `return e`, with the row of `self` fetched once where it is read more than once. */
function returnSelf(p: Printer, e: IrExpr, entity: string): string {
  const rows: Rows = countFields(e, "self") > 1 && readsSurely(e, "self") ? new Map([["self", "selfRow"]]) : NO_ROWS;
  const fetch = rows.size > 0 ? `const selfRow = db.get(${modelName(p, entity)}, self);\n` : "";
  return `${fetch}return ${print(p, e, rows)};`;
}

export function appModule(ir: Ir, names: Names, prints: Footprints, appName: string, src: Printer["src"], corpora: ReadonlyMap<string, string>): Statement[] {
  const p = printer(ir, names, appName, src);
  const app = ir.apps.find((a) => a.name === appName);
  const mine = <X extends { readonly app?: string }>(list: readonly X[]): X[] => list.filter((x) => x.app === appName);
  const body: Statement[] = [];

  const ownCorpora = ir.corpora.filter((c) => c.name.startsWith(`${appName}.`));
  if (ownCorpora.length > 0) {
    const own = ownCorpora.map((c) => ({ name: c.name.slice(appName.length + 1), type: tsType(c.type, names), file: corpora.get(c.name) }));
    const types = own.map(({ name, type }) => `readonly ${name}: ${type};`).join(" ");
    body.push(`/** What the app's corpora hold. */\nexport const corpora: { ${types} } = {\n${own.map(({ name, type, file }) => `${name}: rt.readCorpus<${type}>(new URL("./corpus/${file}", import.meta.url)),`).join("\n")}\n};`);
  }
  for (const entity of mine(ir.entities)) {
    body.push(creator(p, entity));
    for (const get of entity.gets) body.push(fn(names.getter(entity.name, get.name), [DB, self(p, entity.name)], typeText(p, get.type), returnSelf(p, get.value, entity.name), get.doc));
  }
  for (const get of app?.gets ?? []) body.push(fn(names.getter(appName, get.name), [DB], typeText(p, get.type), `return ${print(p, get.value)};`, get.doc));
  for (const view of mine(ir.views)) {
    const record: IrExpr = { k: "record", fields: view.columns, type: { t: "record", fields: {} }, at: view.at };
    const model = modelName(p, view.name);
    body.push(fn(names.view(view.name), [DB, self(p, view.entity)], model, `${counted(p, view.at)}${returnSelf(p, record, view.entity)}`, view.doc));
  }
  for (const one of mine(ir.fns)) if (one.body) body.push(fn(names.fn(one.name), [DB, ...parameters(p, one.params)], typeText(p, one.result), `${counted(p, one.at)}return ${print(p, one.body)};`, one.doc));
  for (const one of mine(ir.actions)) body.push(fn(names.action(one.name), [DB, ...parameters(p, one.params)], "void", `${counted(p, one.at)}${printBlock(p, one.body)}`, one.doc));
  for (const guard of mine(ir.guards)) {
    const requires: IrStmt[] = guard.requires.map((r) => ({ k: "require", test: r.test, else: r.else, at: r.at }));
    body.push(fn(names.guard(guard.name), [DB], "void", printBlock(p, [...requires, ...guard.then]), guard.doc));
  }
  for (const tool of mine(ir.tools)) {
    const refine = toolRefinements(p, tool);
    if (refine !== null) body.push(refine);
    body.push(toolFunction(p, tool, prints.tools.get(tool.name)?.draws === true));
  }
  for (const trigger of mine(ir.triggers)) body.push(triggerFunction(p, trigger));
  if (app && app.init.length > 0) body.push(fn("init", [DB, RANDOM], "void", printBlock(p, app.init)));
  if (app && app.state.length > 0) body.push(initialState(p, appName));
  return [SHARED_HEAD, ...imports(p, body), ...body];
}

/** What may be called many times over counts its calls. */
function counted(p: Printer, at: IrExpr["at"]): string {
  return `rt.step(${JSON.stringify(p.src(at))});\n`;
}

function self(p: Printer, entity: string): { name: string; type: string } {
  return { name: "self", type: `Ref<${modelName(p, entity)}>` };
}

function parameters(p: Printer, params: readonly IrParam[]): { name: string; type: string }[] {
  return params.map((x) => ({ name: local(x.local), type: typeText(p, x.type) }));
}

/** Adds a row; defaults run in order and may read the fields before them. */
function creator(p: Printer, entity: IrEntity): FunctionDeclarationStructure {
  const fields = entity.fields.filter((f) => f.type.t !== "id");
  const optional = (f: (typeof fields)[number]): boolean => f.default !== undefined || f.type.t === "maybe" || f.type.t === "set";
  const given = fields.map((f) => `${property(f.name)}${optional(f) ? "?" : ""}: ${typeText(p, f.type)}`).join("; ");
  const names = fields.map((f) => {
    const name = local(f.name) === f.name ? property(f.name) : `${property(f.name)}: ${local(f.name)}`;
    if (!optional(f)) return name;
    return `${name} = ${f.default ? print(p, f.default) : f.type.t === "set" ? "[]" : "null"}`;
  });
  const model = modelName(p, entity.name);
  // The store makes an identifier; giving it a place spares the row a change of shape.
  const row = entity.fields.map((f) => (f.type.t === "id" ? `${property(f.name)}: ""` : local(f.name) === f.name ? property(f.name) : `${property(f.name)}: ${local(f.name)}`));
  return fn(p.names.creator(entity.name), [DB, { name: `{ ${names.join(", ")} }`, type: `{ ${given} }` }], `Ref<${model}>`, `return db.create(${model}, { ${row.join(", ")} });`);
}

function toolFunction(p: Printer, tool: IrTool, draws: boolean): FunctionDeclarationStructure {
  const names = tool.params.map((x) => (local(x.local) === x.local ? x.local : `${x.local}: ${local(x.local)}`));
  const type = tool.params.map((x) => `readonly ${property(x.local)}: ${typeText(p, x.type)}`).join("; ");
  const args = tool.params.length > 0 ? { name: `{ ${names.join(", ")} }`, type: `{ ${type} }` } : { name: "_args", type: "object" };
  const parameters = draws ? [DB, args, RANDOM] : tool.params.length > 0 ? [DB, args] : [DB];
  const last = tool.body[tool.body.length - 1];
  const falls = tool.result.t === "none" && last?.k !== "return" && last?.k !== "fail";
  return fn(p.names.tool(tool.name), parameters, typeText(p, tool.result), `${printBlock(p, tool.body)}${falls ? "\nreturn null;" : ""}`, tool.doc);
}

/** What a trigger's conditions and body are given: the bound row, the call's parameters for `on`, and randomness for the body. */
export function triggerParameters(p: Printer, trigger: IrTrigger): { readonly name: string; readonly type: string }[] {
  const { binding, event } = trigger;
  const params = event?.k === "on" ? event.params : [];
  const row = binding ? { name: local(binding.name), type: `Ref<${modelName(p, binding.entity)}>` } : { name: "_row", type: "null" };
  const args = params.map((x) => (local(x.local) === x.name ? x.name : `${x.name}: ${local(x.local)}`)).join(", ");
  const types = params.map((x) => `readonly ${property(x.name)}: ${typeText(p, x.type)}`).join("; ");
  return [DB, row, params.length > 0 ? { name: `{ ${args} }`, type: `{ ${types} }` } : { name: "_args", type: "object" }];
}

export function triggerFunction(p: Printer, trigger: IrTrigger): FunctionDeclarationStructure {
  const timed = trigger.event !== undefined && trigger.event.k !== "on";
  return fn(p.names.trigger(trigger.name), [...triggerParameters(p, trigger), ...(timed ? [RANDOM] : [])], "void", printBlock(p, trigger.then), trigger.doc);
}

/** Refinements of parameters that no schema can say, because they read state, the clock or other parameters. */
function toolRefinements(p: Printer, tool: IrTool): FunctionDeclarationStructure | null {
  const tests = tool.params.flatMap((x) => refinements(p, x, local(x.local), x.name));
  if (tests.length === 0) return null;
  const type = tool.params.map((x) => `readonly ${property(x.local)}: ${typeText(p, x.type)}`).join("; ");
  const names = tool.params.map((x) => (local(x.local) === x.local ? x.local : `${x.local}: ${local(x.local)}`));
  return fn(`${p.names.tool(tool.name)}Refine`, [DB, { name: `{ ${names.join(", ")} }`, type: `{ ${type} }` }], "void", tests.join("\n"));
}

/** Tests of one parameter, and of the parts of a record or of a list of them. `value` is where it is found, `path` what the agent calls it. */
function refinements(p: Printer, param: IrParam, value: string, path: string): string[] {
  const own = param.where.filter((w) => w.schema === undefined).map((w) => `if (${printNegated(p, renamed(w.test, value), NO_ROWS)}) rt.fail(${JSON.stringify(`\`${path}\` must satisfy: ${w.text}.`)});`);
  const isMaybe = param.type.t === "maybe";
  const inner = param.type.t === "maybe" ? param.type.of : param.type;
  const item = inner.t === "list" ? `${/^\w+$/.test(value) ? value : "part"}_item` : value;
  const parts = (param.fields ?? []).flatMap((f) => refinements(p, f, `${item}.${property(f.local)}`, `${path}.${f.name}`));
  const nested = parts.length === 0 ? [] : inner.t === "list" ? [`for (const ${item} of ${value}) {\n${parts.join("\n")}\n}`] : parts;
  const all = [...own, ...nested];
  return isMaybe && all.length > 0 ? [`if (${value} !== null) {\n${all.join("\n")}\n}`] : all;
}

/** The test with another name for the value under test. */
function renamed(test: IrExpr, name: string): IrExpr {
  return JSON.parse(JSON.stringify(test), (_key, node: unknown) => {
    const found = node as Partial<IrExpr> | null;
    return typeof found === "object" && found !== null && found.k === "local" && found.name === "it" ? { ...found, name } : node;
  }) as IrExpr;
}

export function hasDynamicRefinement(tool: IrTool): boolean {
  const dynamic = (x: IrParam): boolean => x.where.some((w) => w.schema === undefined) || (x.fields ?? []).some(dynamic);
  return tool.params.some(dynamic);
}

/** The row before `init`: defaults in order; what `init` must set is null until then. */
function initialState(p: Printer, appName: string): FunctionDeclarationStructure {
  const app = p.ir.apps.find((a) => a.name === appName);
  const state = stateName(p, appName);
  const lets = (app?.state ?? []).map((f) => `const ${local(f.name)}: ${typeText(p, f.type)} = ${f.default ? print(p, f.default) : f.type.t === "set" ? "[]" : "null as never"};`);
  const row = (app?.state ?? []).map((f) => (local(f.name) === f.name ? property(f.name) : `${property(f.name)}: ${local(f.name)}`));
  return fn("initialState", [DB], state, `${lets.join("\n")}\nreturn { ${row.join(", ")} };`);
}

/** The imports a module's printed text needs. */
export function imports(p: Printer, body: readonly Statement[]): Statement[] {
  const text = body.map((s) => (typeof s === "string" ? s : JSON.stringify(s))).join("\n");
  const uses = (word: string): boolean => new RegExp(`\\b${word}\\b`).test(text);
  const types = ["Db", "GoalContext", "PlanContext", "Random", "Ref"].filter(uses);
  const result: Statement[] = [];
  if (uses("rt")) result.push({ kind: StructureKind.ImportDeclaration, moduleSpecifier: "worldc/runtime", namespaceImport: "rt" });
  if (types.length > 0) result.push({ kind: StructureKind.ImportDeclaration, isTypeOnly: true, moduleSpecifier: "worldc/runtime", namedImports: types });
  const values = [...p.model].sort().filter(uses);
  if (values.length > 0) {
    const isType = typesOnly(p);
    result.push({ kind: StructureKind.ImportDeclaration, moduleSpecifier: "./model.js", namedImports: values.map((name) => (isType.has(name) ? { name, isTypeOnly: true } : { name })) });
  }
  for (const app of [...p.apps].sort()) {
    result.push({ kind: StructureKind.ImportDeclaration, moduleSpecifier: app === "" ? "./shared.js" : `./${p.names.module(app)}.js`, namespaceImport: app === "" ? "shared" : p.names.alias(app) });
  }
  for (const module of [...p.externs.keys()].sort()) result.push({ kind: StructureKind.ImportDeclaration, moduleSpecifier: `worldc/stdlib/${module}`, namespaceImport: libraryName(module) });
  return result;
}

/** Names of the model that are types only: enums, kinds and views have no value of that name. */
function typesOnly(p: Printer): ReadonlySet<string> {
  const { ir, names } = p;
  return new Set([...ir.enums.map((e) => names.model(e.name)), ...ir.kinds.map((k) => names.model(k.name)), ...ir.views.map((v) => names.model(v.name))]);
}

/** `shared.ts`: functions declared outside apps. */
export function sharedModule(ir: Ir, names: Names, src: Printer["src"]): Statement[] | null {
  const p = printer(ir, names, null, src);
  const body = ir.fns.filter((f) => f.app === undefined && f.body !== undefined).map((f) => fn(names.fn(f.name), [DB, ...parameters(p, f.params)], typeText(p, f.result), `return ${print(p, f.body as IrExpr)};`, f.doc));
  p.apps.delete("");
  return body.length === 0 ? null : [SHARED_HEAD, ...imports(p, body), ...body];
}

/** Gives declarations their types: fields, parameters, cases, views. Bodies come later, in `apps.ts`. */

import type { FieldNode, ParamNode, TypeNode } from "../../grammar/ast.js";
import { contentHash } from "../content-hash.js";
import { readCorpus, type Corpus, type CorpusProblem } from "../corpus.js";
import { placeOf } from "../bind.js";
import { diagnostic } from "../diagnostics/diagnostic.js";
import type { IrParam, IrRefinement } from "../ir.js";
import { readProblem } from "../load.js";
import { MAX_CORPUS_BYTES, resolveImport, type Host } from "../source.js";
import { suggest } from "../suggest.js";
import type { AppSym, CorpusSym, EntitySym, EnumSym, FieldSym, KindSym, Module, ViewSym } from "../symbols.js";
import { hasError, showType, T, type Type } from "../types.js";
import { entityOf } from "./access.js";
import { article, expectType } from "./expressions.js";
import { checkDefault, checkRefinements } from "./refinements.js";
import { at, lookup, lost, newFlow, report, withLocal, type Context, type Env } from "./env.js";
import { aliasType, resolveType, symbolType } from "./type-nodes.js";

/** The names an app's declarations see. */
export function appEnv(cx: Context, app: AppSym, module: Module): Env {
  return { cx, module, app, apps: [app, ...app.uses], locals: new Map(), mode: "expression", flow: newFlow() };
}

export function moduleEnv(cx: Context, module: Module): Env {
  return { cx, module, apps: [], locals: new Map(), mode: "expression", flow: newFlow() };
}

/** Everything that other declarations may refer to, in every module and app. */
export function declareAll(cx: Context): void {
  for (const module of cx.bound.modules) {
    for (const symbol of module.declared.values()) {
      const env = moduleEnv(cx, module);
      if (symbol.s === "type") aliasType(env, symbol, symbol.node.name);
      if (symbol.s === "kind") declareKind(env, symbol);
      if (symbol.s === "enum") declareEnum(env, symbol);
      if (symbol.name === "Weekday") report(env, "duplicate-name", symbol.span, { name: symbol.name });
    }
  }
  for (const app of cx.bound.apps) {
    for (const symbol of app.members.values()) {
      const env = appEnv(cx, app, symbol.module);
      if (symbol.s === "type") aliasType(env, symbol, symbol.node.name);
      if (symbol.s === "kind") declareKind(env, symbol);
      if (symbol.s === "enum") declareEnum(env, symbol);
      if (symbol.name === "Weekday") report(env, "duplicate-name", symbol.span, { name: symbol.name });
      if (symbol.s === "corpus") declareCorpus(env, symbol);
    }
  }
  for (const app of cx.bound.apps) {
    for (const symbol of app.members.values()) if (symbol.s === "entity") declareEntity(appEnv(cx, app, symbol.module), symbol);
    for (const field of app.state.values()) {
      const env = appEnv(cx, app, moduleOfField(app, field));
      field.type = fieldType(env, field.node.type, field);
      if (field.node.kind === "field") checkStateModifiers(env, field.type, field.node);
    }
  }
  for (const app of cx.bound.apps) for (const symbol of app.members.values()) if (symbol.s === "entity") refuseEndlessKey(appEnv(cx, app, symbol.module), symbol);
  for (const app of cx.bound.apps) {
    for (const symbol of app.members.values()) {
      const env = appEnv(cx, app, symbol.module);
      if (symbol.s === "entity") declareInverses(env, symbol);
      if (symbol.s === "view") declareView(env, symbol);
    }
  }
  // Parameters last: their defaults and refinements may read state.
  for (const module of cx.bound.modules) {
    for (const symbol of module.declared.values()) {
      if (symbol.s !== "fn") continue;
      const env = moduleEnv(cx, module);
      symbol.result = resolveType(env, symbol.node.result);
      symbol.params = declareParams(env, symbol.node.params, "fn").params;
    }
  }
  for (const app of cx.bound.apps) {
    for (const symbol of app.members.values()) {
      const env = appEnv(cx, app, symbol.module);
      if (symbol.s === "fn") {
        symbol.result = resolveType(env, symbol.node.result);
        symbol.params = declareParams(env, symbol.node.params, "fn").params;
      }
      if (symbol.s === "action") symbol.params = declareParams(env, symbol.node.params, "action").params;
    }
  }
  for (const app of cx.bound.apps) {
    for (const tool of app.tools.values()) tool.params = declareParams(appEnv(cx, app, tool.module), tool.node.params, "tool").params;
  }
}

function moduleOfField(app: AppSym, field: FieldSym): Module {
  const part = app.parts.find((p) => p.node.members.some((m) => m.kind === "state" && m.fields.includes(field.node as FieldNode)));
  return (part ?? { module: app.module }).module;
}

function declareEnum(env: Env, symbol: EnumSym): void {
  if (symbol.members.length === 0) report(env, "enum-empty", symbol.span, { name: symbol.name });
  const names = new Set<string>();
  const wires = new Set<string>();
  for (const { name, wire = name.text } of symbol.node?.members ?? []) {
    if (names.has(name.text) || wires.has(wire)) report(env, "duplicate-name", name.span, { name: names.has(name.text) ? name.text : wire });
    names.add(name.text);
    wires.add(wire);
  }
}

function declareKind(env: Env, kind: KindSym): void {
  if (kind.node.cases.length === 0) report(env, "enum-empty", kind.span, { name: kind.name });
  for (const one of kind.node.cases) {
    if (kind.cases.has(one.name.text)) report(env, "duplicate-name", one.name.span, { name: one.name.text });
    const fields: Record<string, Type> = {};
    for (const param of one.params) {
      if (param.name.text in fields || param.name.text === "kind") report(env, "duplicate-field", param.name.span, { name: param.name.text });
      else fields[param.name.text] = storable(env, resolveType(env, param.type), param.type);
      misplacedWhere(env, param, "a case");
      if (param.default) report(env, "statement-misplaced", param.default.span, { what: "A default", where: "a case" });
    }
    kind.cases.set(one.name.text, fields);
  }
}

function declareCorpus(env: Env, corpus: CorpusSym): void {
  const path = resolveImport(env.module.source.path, corpus.node.path);
  const shown = env.cx.host.show(path);
  const result = env.cx.host.read(path, MAX_CORPUS_BYTES);
  if ("problem" in result) {
    env.cx.diagnostics.push(readProblem(result.problem, shown, placeOf(env.module, corpus.node.pathSpan), "64 MB"));
    return;
  }
  const read = rememberedCorpus(env.cx.host, result.text, shown);
  if (!("kind" in read)) {
    corpus.type = read.type;
    corpus.value = read.value;
    return;
  }
  const place = placeOf(env.module, corpus.node.pathSpan);
  if (read.kind === "syntax") env.cx.diagnostics.push(diagnostic("corpus-syntax", place, { path: shown, problem: read.problem }));
  else if (read.kind === "empty") env.cx.diagnostics.push(diagnostic("corpus-empty", place, { path: shown }));
  else env.cx.diagnostics.push(diagnostic("corpus-mixed", place, { path: shown, where: read.where, a: read.a, b: read.b }));
}

/** Reading YAML takes longer than all the rest of a check, so a host that can remembers what a text held. */
function rememberedCorpus(host: Host, text: string, shown: string): Corpus | CorpusProblem {
  if (!host.remember) return readCorpus(text, shown);
  try {
    return JSON.parse(host.remember(contentHash(["corpus", shown, text]), () => JSON.stringify(readCorpus(text, shown)))) as Corpus | CorpusProblem;
  } catch {
    return readCorpus(text, shown); // What was remembered is damaged.
  }
}

function declareEntity(env: Env, entity: EntitySym): void {
  for (const field of entity.fields.values()) {
    if (field.node.kind === "inverse") continue;
    field.type = fieldType(env, field.node.type, field);
    if (field.node.kind !== "field") continue;
    checkModifiers(env, entity, field, field.node);
  }
}

/** A type that may be stored, in an entity or in state. */
function fieldType(env: Env, node: TypeNode, field: FieldSym): Type {
  const type = resolveType(env, node);
  if (type.t === "id" && !field.key) {
    report(env, "id-not-key", node.span, undefined);
    return T.error;
  }
  if (field.node.kind === "get") return type;
  return storable(env, type, node);
}

function storable(env: Env, type: Type, node: TypeNode): Type {
  const inner = type.t === "maybe" ? type.of : type;
  if (inner.t === "list" && inner.of.t === "entity") {
    report(env, "entity-list-field", node.span, { entity: showType(inner.of) });
    return T.error;
  }
  const bad = findEntity(inner, true);
  if (bad) {
    report(env, "field-type", node.span, { type: article(showType(type)), why: "rows inside a value would be mutable data that nests" });
    return T.error;
  }
  if (type.t === "maybe" && type.of.t === "set") {
    report(env, "field-type", node.span, { type: article(showType(type)), why: "a set may be empty, so it needs no `?`" });
    return T.error;
  }
  return type;
}

/** An entity nested inside a value, where only keys and copies may be. */
function findEntity(type: Type, top: boolean): boolean {
  switch (type.t) {
    case "entity":
    case "set":
      return !top;
    case "list":
    case "maybe":
    case "dict":
    case "slots":
      return findEntity(type.of, false);
    case "record":
      return Object.values(type.fields).some((f) => findEntity(f, false));
    default:
      return false;
  }
}

function checkModifiers(env: Env, entity: EntitySym, field: FieldSym, node: FieldNode): void {
  const { type } = field;
  if (hasError(type)) return;
  const inner = type.t === "maybe" ? type.of : type;
  if (field.key) {
    const allowed = type.t === "id" ? entity.key.length === 1 : ["string", "int", "date", "datetime", "entity", "enum"].includes(type.t);
    if (!allowed && type.t === "id") report(env, "id-not-key", node.type.span, undefined);
    else if (!allowed) report(env, "key-type", node.type.span, { type: article(showType(type)) });
  }
  if (node.onDelete && inner.t !== "entity") report(env, "reference-rule", node.span, { rule: node.onDelete });
  if (node.onDelete === "detach" && inner.t === "entity" && type.t !== "maybe") report(env, "detach-not-optional", node.span, undefined);
  if (node.tree && !(type.t === "maybe" && inner.t === "entity" && inner.name === entity.id)) {
    report(env, "tree-not-self", node.span, undefined);
    field.type = T.maybe(T.entity(entity.id));
  }
  if (node.folded && !(field.key && type.t === "string")) report(env, "folded-not-text", node.span, undefined);
  if (node.unique && !["string", "text", "url", "int", "date", "datetime", "enum", "entity"].includes(inner.t)) report(env, "unique-type", node.span, { type: article(showType(type)) });
}

/** A key that is a reference travels as that row's key, and so must not lead back to itself. */
function refuseEndlessKey(env: Env, entity: EntitySym): void {
  const leadsBack = (id: string, seen: ReadonlySet<string>): boolean => {
    if (id === entity.id) return true;
    const next = seen.has(id) ? undefined : entityOf(env, id);
    return (next?.key ?? []).some((name) => {
      const type = next?.fields.get(name)?.type;
      return type?.t === "entity" && leadsBack(type.name, new Set([...seen, id]));
    });
  };
  for (const name of entity.key) {
    const field = entity.fields.get(name);
    if (field?.type.t !== "entity" || field.node.kind !== "field" || !leadsBack(field.type.name, new Set())) continue;
    report(env, "key-type", field.node.type.span, { type: article(showType(field.type)) }, { hint: "Its own key leads back to this one." });
    field.type = T.error;
  }
}

/** State has one value of each field: nothing there can be unique, folded or a tree, and its references always restrict. */
function checkStateModifiers(env: Env, type: Type, node: FieldNode): void {
  if (node.onDelete && node.onDelete !== "restrict") report(env, "reference-rule", node.span, { rule: node.onDelete });
  if (node.tree) report(env, "tree-not-self", node.span, undefined);
  if (node.folded) report(env, "folded-not-text", node.span, undefined);
  if (node.unique) report(env, "unique-type", node.span, { type: article(showType(type)) });
}

function declareInverses(env: Env, entity: EntitySym): void {
  for (const field of entity.fields.values()) {
    if (field.node.kind !== "inverse") continue;
    const { node } = field;
    const many = node.type.kind === "list";
    const inner = node.type.kind === "list" || node.type.kind === "maybe" ? node.type.of : node.type;
    const of = resolveType(env, inner);
    if (of.t !== "entity") {
      if (of.t !== "error") report(env, "type-mismatch", inner.span, { expected: "an entity", got: article(showType(of)) });
      continue;
    }
    const other = [...env.apps].flatMap((a) => [...a.members.values()]).find((m): m is EntitySym => m.s === "entity" && m.id === of.name);
    if (!other) continue;
    const forward = other.fields.get(node.of.text);
    if (forward) env.cx.recorder?.use(env, node.of, { m: "field", entity: other.id, name: forward.name });
    if (node.by && other.fields.has(node.by.text)) env.cx.recorder?.use(env, node.by, { m: "field", entity: other.id, name: node.by.text });
    const target = forward?.type.t === "maybe" ? forward.type.of : forward?.type;
    const points = forward?.node.kind === "field" && ((target?.t === "entity" && target.name === entity.id) || (target?.t === "set" && target.of === entity.id));
    field.type = many ? T.list(of) : T.maybe(of);
    if (!points) {
      if (target?.t !== "error" && !other.node.broken && !lost(env, node.of.text)) {
        const candidates = [...other.fields.values()].filter((f) => f.node.kind === "field" && (f.type.t === "entity" || f.type.t === "maybe" || f.type.t === "set")).map((f) => f.name);
        report(env, "inverse-no-match", node.of.span, { entity: other.name, field: node.of.text, here: entity.name }, suggest(node.of.text, candidates));
      }
      continue;
    }
    const single = forward.node.kind === "field" && (forward.node.unique || (forward.key && other.key.length === 1));
    if (!many && !single) report(env, "inverse-many", node.type.span, { entity: other.name, field: node.of.text });
    if (node.by && other.fields.get(node.by.text)?.node.kind !== "field" && !lost(env, node.by.text) && !other.node.broken) {
      report(env, "unknown-field", node.by.span, { name: node.by.text, of: `The entity ${other.name}` }, suggest(node.by.text, other.fields.keys()));
      continue;
    }
    field.inverse = { entity: other, field: node.of.text, many, ...(node.by ? { by: node.by.text } : {}) };
  }
}

function declareView(env: Env, view: ViewSym): void {
  const symbol = lookup(env, view.node.of);
  if (symbol && !("ambiguous" in symbol) && symbol.s === "entity") view.entity = symbol;
  else if (symbol && !("ambiguous" in symbol)) {
    if (symbolType(env, symbol, view.node.of).t !== "error") report(env, "wrong-namespace", view.node.of.span, { name: view.node.of.text, is: "no entity", wanted: "an entity" });
  } else if (!symbol && !lost(env, view.node.of.text)) {
    report(env, "unknown-name", view.node.of.span, { name: view.node.of.text, what: "entity" }, suggest(view.node.of.text, [...env.apps].flatMap((a) => [...a.members.values()].filter((m) => m.s === "entity").map((m) => m.name))));
  }
}

/** Parameters in order, and the scope in which the body runs. */
export function declareParams(env: Env, nodes: readonly ParamNode[], of: "tool" | "action" | "fn"): { params: IrParam[]; env: Env } {
  const params: IrParam[] = [];
  let scope = env;
  const names = new Set<string>();
  for (const node of nodes) {
    const local = node.local ?? node.name;
    if (names.has(node.name.text)) {
      report(env, "duplicate-parameter", node.name.span, { name: node.name.text });
      continue;
    }
    names.add(node.name.text);
    let type = resolveType(env, node.type);
    if (of === "tool" && !travels(type)) {
      report(env, "param-type", node.type.span, { type: article(showType(type)) });
      type = T.error;
    }
    if (of === "tool" && local.text === "it") report(env, "shadowing", local.span, { name: "it", what: "value that `where` tests" });
    const where = of === "tool" ? checkRefinements(scope, node.where, type) : misplacedWhere(env, node, `a parameter of ${of === "fn" ? "a function" : "an action"}`);
    // Arguments of functions and actions are put in where they are called, so that a default sees no other parameter.
    const value = node.default && expectType(of === "tool" ? scope : env, node.default, type);
    if (value && node.default) checkDefault(scope, value, where, node.default.span);
    scope = withLocal(scope, local, type, "parameter");
    const fields = of === "tool" ? recordFields(scope, node.type) : null;
    params.push({
      name: node.name.text, local: local.text, type, where, at: at(env, node.span),
      ...(node.doc ? { doc: node.doc.text } : {}), ...(value ? { default: value } : {}), ...(fields ? { fields } : {}),
    });
  }
  return { params, env: scope };
}

/** Where nothing would check it, a refinement is a mistake. */
function misplacedWhere(env: Env, node: ParamNode, where: string): IrRefinement[] {
  const first = node.where[0];
  if (first) report(env, "statement-misplaced", first.span, { what: "`where`", where });
  return [];
}

/** The parts of a record parameter, or of the records in a list, with their refinements and wire names. */
function recordFields(env: Env, node: TypeNode): IrParam[] | null {
  const inner = node.kind === "list" || node.kind === "maybe" ? node.of : node;
  if (inner.kind === "list" || inner.kind === "maybe") return recordFields(env, inner);
  if (inner.kind === "named" && !inner.qualifier) {
    const alias = lookup(env, inner.name);
    return alias && !("ambiguous" in alias) && alias.s === "type" ? recordFields({ ...env, module: alias.module }, alias.node.type) : null;
  }
  if (inner.kind !== "record") return null;
  return inner.fields.map((field) => {
    const type = resolveType({ ...env, cx: { ...env.cx, diagnostics: [] } }, field.type);
    const fields = recordFields(env, field.type);
    return {
      name: field.name.text, local: (field.local ?? field.name).text, type, where: checkRefinements(env, field.where, type), at: at(env, field.span),
      ...(field.doc ? { doc: field.doc.text } : {}), ...(fields ? { fields } : {}),
    };
  });
}

function travels(type: Type): boolean {
  switch (type.t) {
    case "set":
    case "kind":
    case "view":
    case "range":
    case "void":
    case "none":
      return false;
    case "list":
    case "maybe":
    case "dict":
    case "slots":
      return travels(type.of);
    case "record":
      return Object.values(type.fields).every(travels);
    default:
      return true;
  }
}


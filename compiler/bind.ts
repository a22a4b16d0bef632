/** Declares every name and links imports and `uses`. Says which names clash; knows nothing of types. */

import type { AppNode, FieldNode, GetNode, Member, Name } from "../grammar/ast.js";
import { diagnostic, type Diagnostic, type Place } from "./diagnostics/diagnostic.js";
import { removeElement } from "./fixes.js";
import type { Loaded } from "./load.js";
import { suggest } from "./suggest.js";
import { indexSymbols, type AppSym, type Bound, type EntitySym, type FieldSym, type Module, type Sym, type WorldSym } from "./symbols.js";
import { T } from "./types.js";

export function placeOf(module: Module, span: { start: number; end: number }): Place {
  return { source: module.source, start: span.start, end: span.end };
}

/** True where an unknown name may have been declared in text that recovery skipped, or in a file that did not load. */
export function mayBeLost(module: Module, name: string): boolean {
  return name === "" || module.file.lostName || module.file.skipped.has(name) || module.unresolved.has(name);
}

export function bind(loaded: Loaded & { entry: Module }): { bound: Bound; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const bound = { modules: loaded.modules, entry: loaded.entry, apps: [], worlds: [], tests: [], tasks: [] };
  for (const module of loaded.modules) bindModule(module, loaded, bound, diagnostics);
  checkApps(bound.apps, diagnostics);
  return { bound: { ...bound, byKey: indexSymbols(bound) }, diagnostics };
}

/** Apps do not use each other in a circle, and no two differ only in case, which file systems would confuse. */
function checkApps(apps: readonly AppSym[], diagnostics: Diagnostic[]): void {
  const reaches = (from: AppSym, to: AppSym, seen: Set<AppSym>): boolean => from.uses.some((used) => used === to || (!seen.has(used) && reaches(used, to, seen.add(used))));
  const names = new Map<string, AppSym>();
  for (const app of apps) {
    if (reaches(app, app, new Set())) {
      diagnostics.push(diagnostic("uses-cycle", placeOf(app.module, app.span), { name: app.name }));
      app.uses.length = 0;
    }
    const earlier = names.get(app.name.toLowerCase());
    if (earlier) diagnostics.push(diagnostic("duplicate-name", placeOf(app.module, app.span), { name: app.name }, { related: [{ place: placeOf(earlier.module, earlier.span), message: `It differs only in case from \`${earlier.name}\`` }] }));
    names.set(app.name.toLowerCase(), app);
  }
}

function bindModule(module: Module, loaded: Loaded, bound: Omit<Bound, "byKey">, diagnostics: Diagnostic[]): void {
  const duplicate = (name: Name, earlier?: { module: Module; span: { start: number; end: number } }): void => {
    diagnostics.push(
      diagnostic("duplicate-name", placeOf(module, name.span), { name: name.text }, earlier ? { related: [{ place: placeOf(earlier.module, earlier.span), message: "It is declared here" }] } : {}),
    );
  };
  const declare = (symbol: Sym, name: Name): boolean => {
    if (name.text === "") return true;
    const earlier = module.declared.get(name.text) ?? module.imported.get(name.text)?.symbol;
    if (earlier) {
      duplicate(name, earlier);
      return false;
    }
    module.declared.set(name.text, symbol);
    return true;
  };

  // Imports first, so that declarations see what they would clash with.
  for (const node of module.file.declarations) {
    if (node.kind !== "import") continue;
    const target = loaded.targets.get(node);
    for (const name of node.names) {
      const symbol = target?.declared.get(name.text);
      const earlier = module.imported.get(name.text);
      if (!target) module.unresolved.add(name.text);
      if (earlier) {
        const fix = removeElement(placeOf(module, name.span), "Remove it");
        diagnostics.push(diagnostic("duplicate-import", placeOf(module, name.span), { name: name.text }, fix ? { fix } : {}));
      }
      else if (symbol) module.imported.set(name.text, { symbol, span: name.span, used: false });
      else if (target && !mayBeLost(target, name.text)) {
        module.unresolved.add(name.text);
        const near = suggest(name.text, target.declared.keys());
        diagnostics.push(diagnostic("not-exported", placeOf(module, name.span), { name: name.text, path: node.path }, near));
      }
    }
  }

  const apps = bound.apps as AppSym[];
  const worlds = bound.worlds as WorldSym[];
  for (const node of module.file.declarations) {
    switch (node.kind) {
      case "import":
        break;
      case "app": {
        if (node.extend) break;
        const app: AppSym = {
          s: "app", name: node.name.text, id: node.name.text, module, span: node.name.span, node, parts: [], uses: [], members: new Map(), state: new Map(),
          tools: new Map(), guards: new Map(), faults: [], triggers: [], broken: node.broken,
        };
        if (declare(app, node.name)) apps.push(app);
        break;
      }
      case "world": {
        const world: WorldSym = { s: "world", name: node.name.text, id: node.name.text, module, span: node.name.span, node, apps: [] };
        if (declare(world, node.name)) worlds.push(world);
        break;
      }
      case "task":
        (bound.tasks as unknown[]).push({ node, module });
        break;
      case "test":
        (bound.tests as unknown[]).push({ node, module });
        break;
      default: {
        const stem = module.standard === undefined ? moduleStem(module) : `std.${module.standard}`;
        const symbol = memberSymbol(node, module, `${stem}.${node.name.text}`);
        if (symbol) declare(symbol, node.name);
      }
    }
  }

  for (const node of module.file.declarations) {
    if (node.kind === "app") {
      const symbol = lookupModule(module, node.name.text);
      if (symbol?.s !== "app") {
        if (node.extend && !mayBeLost(module, node.name.text)) diagnostics.push(diagnostic("extends-nothing", placeOf(module, node.name.span), { name: node.name.text }));
        continue;
      }
      if (!node.extend && symbol.node !== node) continue;
      bindApp(symbol, node, module, duplicate, diagnostics);
    }
  }
  for (const node of module.file.declarations) {
    if (node.kind !== "world") continue;
    const world = module.declared.get(node.name.text);
    if (world?.s === "world" && world.node === node) world.apps.push(...linkApps(node.apps, module, diagnostics));
  }
}

function moduleStem(module: Module): string {
  const base = module.source.name.slice(module.source.name.lastIndexOf("/") + 1);
  return base.replace(/\.world$/, "").replace(/[^A-Za-z0-9_]/g, "_");
}

/** The symbol a module sees under a name at its top level; marks an import as used. */
export function lookupModule(module: Module, name: string): Sym | undefined {
  const own = module.declared.get(name);
  if (own) return own;
  const imported = module.imported.get(name);
  if (imported) imported.used = true;
  return imported?.symbol;
}

function linkApps(names: readonly Name[], module: Module, diagnostics: Diagnostic[]): AppSym[] {
  const apps: AppSym[] = [];
  for (const name of names) {
    const symbol = lookupModule(module, name.text);
    if (symbol?.s === "app") {
      if (!apps.includes(symbol)) apps.push(symbol);
    } else if (symbol) {
      diagnostics.push(diagnostic("wrong-namespace", placeOf(module, name.span), { name: name.text, is: "no app", wanted: "an app" }));
    } else if (!mayBeLost(module, name.text)) {
      const names2 = [...module.declared, ...[...module.imported].map(([n, i]) => [n, i.symbol] as const)].filter(([, s]) => s.s === "app").map(([n]) => n);
      diagnostics.push(diagnostic("unknown-name", placeOf(module, name.span), { name: name.text, what: "app" }, suggest(name.text, names2)));
    }
  }
  return apps;
}

function memberSymbol(node: Member, module: Module, id: string, app?: AppSym): Sym | null {
  if (!("name" in node)) return null;
  const base = { name: node.name.text, id, module, span: node.name.span };
  switch (node.kind) {
    case "enum":
      return { s: "enum", ...base, node, members: node.members.map((m) => m.name.text) };
    case "type":
      return { s: "type", ...base, node, resolving: false, ...(app ? { app } : {}) };
    case "kind":
      return { s: "kind", ...base, node, cases: new Map(), ...(app ? { app } : {}) };
    case "fn":
      return { s: "fn", ...base, node, params: [], result: T.error, ...(app ? { app } : {}) };
  }
  if (!app) return null;
  switch (node.kind) {
    case "entity":
      return { s: "entity", ...base, app, node, fields: new Map(), key: [] };
    case "view":
      return { s: "view", ...base, app, node, checking: false };
    case "action":
      return { s: "action", ...base, app, node, params: [] };
    case "corpus":
      return { s: "corpus", ...base, app, node, type: T.error, value: null };
    case "region":
      return { s: "region", ...base, app, node };
    case "graph":
      return { s: "graph", ...base, app, node };
    default:
      return null;
  }
}

type Duplicate = (name: Name, earlier?: { module: Module; span: { start: number; end: number } }) => void;

function bindApp(app: AppSym, node: AppNode, module: Module, duplicate: Duplicate, diagnostics: Diagnostic[]): void {
  app.parts.push({ node, module });
  if (node.broken) app.broken = true;
  for (const used of linkApps(node.uses, module, diagnostics)) if (!app.uses.includes(used) && used !== app) app.uses.push(used);
  const put = <S extends { module: Module; span: { start: number; end: number } }>(table: Map<string, S>, symbol: S, name: Name): void => {
    if (name.text === "") return;
    const earlier = table.get(name.text);
    if (earlier) duplicate(name, earlier);
    else table.set(name.text, symbol);
  };
  const once = (list: readonly { readonly name: string; readonly module: Module; readonly span: { start: number; end: number } }[], name: Name): void => {
    const earlier = name.text === "" ? undefined : list.find((one) => one.name === name.text);
    if (earlier) duplicate(name, earlier);
  };
  for (const member of node.members) {
    switch (member.kind) {
      case "state":
        if (member.broken) app.broken = true;
        for (const field of member.fields) bindField(app.state, field, false, module, duplicate);
        break;
      case "tool":
        put(app.tools, { s: "tool", name: member.name.text, id: `${app.name}.${member.name.text}`, module, span: member.name.span, app, node: member, params: [] }, member.name);
        break;
      case "guard":
        put(app.guards, { s: "guard", name: member.name.text, id: `${app.name}.${member.name.text}`, module, span: member.name.span, app, node: member }, member.name);
        break;
      case "fault":
        once(app.faults, member.name);
        app.faults.push({ s: "fault", name: member.name.text, id: `${app.name}.${member.name.text}`, module, span: member.name.span, app, node: member });
        break;
      case "trigger":
        once(app.triggers, member.name);
        app.triggers.push({ s: "trigger", name: member.name.text, id: `${app.name}.${member.name.text}`, module, span: member.name.span, app, node: member });
        break;
      case "init":
      case "edges":
        break;
      default: {
        const symbol = memberSymbol(member, module, `${app.name}.${member.name.text}`, app);
        if (!symbol) break;
        if (symbol.s === "entity") bindEntity(symbol, module, duplicate, diagnostics);
        put(app.members, symbol, member.name);
      }
    }
  }
  for (const [name, field] of app.state) {
    const member = app.members.get(name);
    if (member) duplicate({ text: name, span: member.span }, { module, span: field.span });
  }
}

function bindField(table: Map<string, FieldSym>, node: FieldNode | GetNode, key: boolean, module: Module, duplicate: Duplicate): void {
  if (node.name.text === "") return;
  const earlier = table.get(node.name.text);
  if (earlier) duplicate(node.name, { module, span: earlier.span });
  else table.set(node.name.text, { name: node.name.text, span: node.name.span, node, key, type: T.error });
}

function bindEntity(entity: EntitySym, module: Module, duplicate: Duplicate, diagnostics: Diagnostic[]): void {
  for (const member of entity.node.members) {
    switch (member.kind) {
      case "key":
        if (entity.key.length > 0) diagnostics.push(diagnostic("two-keys", placeOf(module, member.span), { name: entity.name }));
        for (const field of member.fields) {
          bindField(entity.fields, field, true, module, duplicate);
          entity.key.push(field.name.text);
        }
        break;
      case "field":
      case "get":
        bindField(entity.fields, member, false, module, duplicate);
        break;
      case "inverse": {
        const earlier = entity.fields.get(member.name.text);
        if (earlier) duplicate(member.name, { module, span: earlier.span });
        else entity.fields.set(member.name.text, { name: member.name.text, span: member.name.span, node: member, key: false, type: T.error });
        break;
      }
      case "check":
      case "missingText":
        break;
    }
  }
}

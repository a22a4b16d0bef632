/** From written types to types. */

import type { Name, TypeNode } from "../../grammar/ast.js";
import { suggest } from "../suggest.js";
import { whatIs, type AliasSym, type Sym } from "../symbols.js";
import { SCALARS, T, type Scalar, type Type } from "../types.js";
import { lookup, lost, report, type Env } from "./env.js";

/** The type a node stands for; `error` after a report. */
export function resolveType(env: Env, node: TypeNode): Type {
  switch (node.kind) {
    case "missing":
      return T.error;
    case "id":
      return { t: "id", prefix: node.prefix };
    case "list":
      return T.list(resolveType(env, node.of));
    case "maybe":
      return T.maybe(resolveType(env, node.of));
    case "set": {
      const of = resolveType(env, node.of);
      if (of.t === "entity") return { t: "set", of: of.name };
      if (of.t !== "error") report(env, "field-type", node.span, { type: "such a set", why: "`Set<…>` holds rows of an entity" });
      return T.error;
    }
    case "mapping": {
      const key = resolveType(env, node.key);
      const of = resolveType(env, node.value);
      if (key.t === "enum") return { t: "slots", key: key.name, of };
      if (key.t === "string") return { t: "dict", of };
      if (key.t !== "error") report(env, "record-key", node.key.span, undefined);
      return T.error;
    }
    case "record": {
      const fields: Record<string, Type> = {};
      for (const field of node.fields) {
        const name = field.local ?? field.name;
        if (field.default) report(env, "statement-misplaced", field.default.span, { what: "A default", where: "a record type" });
        if (name.text in fields) report(env, "duplicate-field", name.span, { name: name.text });
        else fields[name.text] = resolveType(env, field.type);
      }
      return { t: "record", fields };
    }
    case "named":
      return resolveNamed(env, node.name, node.qualifier);
  }
}

const OLD_NAMES: Readonly<Record<string, string>> = { decimal: "money` or `float", number: "int` or `float", boolean: "bool", str: "string", integer: "int", any: "a type of its own", String: "string", Date: "date" };

function resolveNamed(env: Env, name: Name, qualifier?: Name): Type {
  if (!qualifier && (SCALARS as readonly string[]).includes(name.text)) return { t: name.text as Scalar };
  if (!qualifier && name.text === "Weekday") return T.weekday;
  const symbol = qualifier ? qualified(env, qualifier, name) : lookup(env, name);
  if (symbol === null) return T.error;
  if (symbol && "ambiguous" in symbol) {
    report(env, "ambiguous-name", name.span, { name: name.text, apps: symbol.ambiguous.map((a) => a.name).join(" and ") });
    return T.error;
  }
  if (!symbol) {
    if (!lost(env, name.text)) {
      const old = OLD_NAMES[name.text];
      const near = old ? { hint: `Write \`${old}\`.` } : suggest(name.text, [...SCALARS, ...typeNames(env)]);
      report(env, "unknown-type", name.span, { name: name.text }, near);
    }
    return T.error;
  }
  return symbolType(env, symbol, name);
}

/** `App.Name`; null after a report. */
export function qualified(env: Env, qualifier: Name, name: Name): Sym | null {
  const app = lookup(env, qualifier) ?? env.cx.bound.apps.find((a) => a.name === qualifier.text);
  if (!app || "ambiguous" in app || app.s !== "app") {
    if (!lost(env, qualifier.text)) report(env, "unknown-name", qualifier.span, { name: qualifier.text, what: "app" }, suggest(qualifier.text, env.cx.bound.apps.map((a) => a.name)));
    return null;
  }
  if (env.app && app !== env.app && !env.app.uses.includes(app)) {
    report(env, "app-not-used", qualifier.span, { name: name.text, app: app.name });
    return null;
  }
  const symbol = app.members.get(name.text);
  if (!symbol) {
    if (!lost(env, name.text)) report(env, "unknown-name", name.span, { name: name.text, what: `declaration in ${app.name}` }, suggest(name.text, app.members.keys()));
    return null;
  }
  env.cx.recorder?.use(env, name, { m: "symbol", symbol });
  return symbol;
}

function typeNames(env: Env): string[] {
  const isType = (symbol: Sym): boolean => symbol.s === "enum" || symbol.s === "kind" || symbol.s === "type" || symbol.s === "entity";
  const members = env.apps.flatMap((app) => [...app.members.values()].filter(isType).map((s) => s.name));
  return [...members, ...[...env.module.declared.values()].filter(isType).map((s) => s.name), ...[...env.module.imported].filter(([, i]) => isType(i.symbol)).map(([n]) => n)];
}

export function symbolType(env: Env, symbol: Sym, name: Name): Type {
  switch (symbol.s) {
    case "enum":
      return { t: "enum", name: symbol.id };
    case "kind":
      return { t: "kind", name: symbol.id };
    case "entity":
      return T.entity(symbol.id);
    case "type":
      return aliasType(env, symbol, name);
    default:
      report(env, "wrong-namespace", name.span, { name: name.text, is: whatIs(symbol), wanted: "a type" });
      return T.error;
  }
}

/** The type an alias stands for, resolved where it was declared, once. */
export function aliasType(env: Env, alias: AliasSym, name: Name): Type {
  if (alias.type) return alias.type;
  if (alias.resolving) {
    report(env, "alias-cycle", name.span, { name: alias.name });
    return T.error;
  }
  alias.resolving = true;
  const { app: _app, self: _self, ...rest } = env;
  const home: Env = { ...rest, module: alias.module, apps: alias.app ? [alias.app, ...alias.app.uses] : env.apps, ...(alias.app ? { app: alias.app } : {}) };
  const type = resolveType(home, alias.node.type);
  alias.resolving = false;
  alias.type = type.t === "record" ? { ...type, name: alias.id } : type;
  return alias.type;
}

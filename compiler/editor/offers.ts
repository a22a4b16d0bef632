/** What can be offered at a place: declarations of a kind, members of a type, words. */

import { lookup, type Env } from "../check/env.js";
import { staticOf } from "../check/access.js";
import { enumMembers, typeOf } from "../check/expressions.js";
import { GRAPH_METHODS } from "../check/graphs.js";
import { kindCases } from "../check/kinds.js";
import { METHODS, methodsOf } from "../check/methods.js";
import { mayDraw, RANDOM_METHODS } from "../check/random.js";
import { spaceOf } from "../check/regions.js";
import type { Expr } from "../../grammar/ast.js";
import type { AppSym, EntitySym, Sym } from "../symbols.js";
import { SCALARS, showType, type Type } from "../types.js";
import { symbolNamed, type Analysis } from "./analysis.js";
import type { Declaration, What } from "./declarations.js";
import { detailOf } from "./hover.js";

/** One completion. */
export interface Offer {
  readonly label: string;
  readonly what: What | "keyword" | "method" | "scalar" | "value";
  readonly detail?: string;
  readonly doc?: string;
  /** What is inserted, where it is more than the label. */
  readonly insert?: string;
  /** Offers of a lower rank come first. */
  readonly rank: number;
}

export function keywords(words: readonly string[], rank = 5): Offer[] {
  return words.map((label) => ({ label, what: "keyword", rank }));
}

export function offer(declaration: Declaration | undefined, rank = 3, insert?: string): Offer[] {
  if (!declaration || declaration.name === "") return [];
  return [{ label: declaration.name, what: declaration.what, detail: detailOf(declaration), rank, ...(declaration.doc === undefined ? {} : { doc: declaration.doc }), ...(insert === undefined ? {} : { insert }) }];
}

/** Symbols that a bare name can mean: of the apps in sight, of the file, imported. */
function symbolsInScope(env: Env): Sym[] {
  const apps = env.app ? [env.app] : env.apps;
  return [
    ...apps.flatMap((app) => [...app.members.values()]), ...env.module.declared.values(), ...[...env.module.imported.values()].map((i) => i.symbol),
    ...(env.app?.uses ?? []), ...(env.app ? [env.app] : env.apps),
  ].filter((s, i, all) => all.indexOf(s) === i);
}

export function ofKinds(analysis: Analysis, env: Env, kinds: readonly Sym["s"][], rank = 3): Offer[] {
  return symbolsInScope(env).filter((s) => kinds.includes(s.s)).flatMap((s) => offer(analysis.declarations.ofSymbol(s), rank));
}

export function tools(analysis: Analysis, apps: readonly AppSym[]): Offer[] {
  return apps.flatMap((app) => [...app.tools.values()]).flatMap((t) => offer(analysis.declarations.ofSymbol(t)));
}

export function types(analysis: Analysis, env: Env): Offer[] {
  return [
    ...ofKinds(analysis, env, ["entity", "enum", "kind", "type"]), ...ofKinds(analysis, env, ["app"], 6),
    ...SCALARS.map((label): Offer => ({ label, what: "scalar", rank: 4 })), ...["Set", "Record", "Weekday"].map((label): Offer => ({ label, what: "scalar", rank: 4 })),
  ];
}

/** Members of the enum, or cases of the kind, that is expected. */
export function expectedValues(analysis: Analysis, env: Env, expected: Type | undefined): Offer[] {
  const type = expected?.t === "maybe" ? expected.of : expected;
  if (type?.t === "enum") return enumOffers(analysis, env, type.name);
  if (type?.t === "kind") {
    const kind = symbolNamed(analysis.bound, type.name);
    return kind?.s === "kind" ? kind.node.cases.flatMap((c) => offer(analysis.declarations.of(c), 0)) : [];
  }
  return type?.t === "bool" ? keywords(["true", "false"], 4) : [];
}

function enumOffers(analysis: Analysis, env: Env, name: string): Offer[] {
  const symbol = symbolNamed(analysis.bound, name);
  if (symbol?.s === "enum") return (symbol.node?.members ?? []).flatMap((m) => offer(analysis.declarations.of(m), 0));
  return enumMembers(env, name).map((label) => ({ label, what: "member", rank: 0, detail: name }));
}

/** Everything that an expression can begin with. */
export function values(analysis: Analysis, env: Env, expected: Type | undefined): Offer[] {
  const { declarations } = analysis;
  const locals = [...env.locals.values()].filter((l) => l.name !== "").map((l): Offer => ({ label: l.name, what: l.what === "parameter" ? "parameter" : "local", detail: showType(l.type), rank: 1 }));
  const states = (env.app ? [env.app] : env.apps).flatMap((app) => [...app.state.values()]).flatMap((f) => offer(declarations.of(f.node), 2));
  return [
    ...expectedValues(analysis, env, expected), ...locals, ...(env.self ? [...fieldsOf(analysis, env.self, 1), { label: "self", what: "value" as const, rank: 4 }] : []), ...states,
    ...ofKinds(analysis, env, ["entity", "enum", "fn", "corpus", "graph", "app"]),
    { label: "now", what: "value", detail: "datetime", rank: 4 },
    ...(mayDraw(env) ? [{ label: "random", what: "value" as const, rank: 4 }] : []),
    ...["min", "max", "days_between", "point"].map((label): Offer => ({ label, what: "method", rank: 4 })),
    ...keywords(["true", "false", "none", "not", "if", "match"]),
  ];
}

export function fieldsOf(analysis: Analysis, entity: EntitySym, rank = 0): Offer[] {
  return [...entity.fields.values()].flatMap((f) => offer(analysis.declarations.of(f.node), rank));
}

function methods(forms: ReadonlyMap<string, string> | null, rank = 2): Offer[] {
  return [...(forms ?? [])].map(([label, form]) => ({ label, what: "method", rank, detail: form === "property" ? label : form === "method" ? `${label}(…)` : `${label} or ${label}(…)` }));
}

/** What may follow `of.`. */
export function membersOf(analysis: Analysis, env: Env, of: Expr): Offer[] {
  if (spaceOf(env, of, "graph")) return GRAPH_METHODS.map((label) => ({ label, what: "method", rank: 0 }));
  if (of.kind === "name" && of.name.text === "random" && !env.locals.has("random")) return RANDOM_METHODS.map((label) => ({ label, what: "method", rank: 0 }));
  const fixed = staticOf(env, of);
  switch (fixed?.s) {
    case "entity":
      return [{ label: "all", what: "method", detail: `${fixed.name}[]`, rank: 0 }, { label: "find", what: "method", detail: `find(key): ${fixed.name}?`, rank: 0 }];
    case "enum":
      return [...enumOffers(analysis, env, fixed.id), ...methods(METHODS.list)];
    case "app":
      return membersOfApp(analysis, fixed);
    default:
      return membersOfType(analysis, env, typeOf(of));
  }
}

/** State and declarations of an app, after its name. */
export function membersOfApp(analysis: Analysis, app: AppSym): Offer[] {
  const symbols = [...app.members.values()].filter((s) => s.s === "fn" || s.s === "corpus" || s.s === "enum" || s.s === "entity" || s.s === "region" || s.s === "graph");
  return [...[...app.state.values()].flatMap((f) => offer(analysis.declarations.of(f.node), 0)), ...symbols.flatMap((s) => offer(analysis.declarations.ofSymbol(s), 1))];
}

export function membersOfType(analysis: Analysis, env: Env, type: Type): Offer[] {
  switch (type.t) {
    case "maybe":
      return membersOfType(analysis, env, type.of);
    case "entity": {
      const entity = symbolNamed(analysis.bound, type.name);
      if (entity?.s !== "entity") return [];
      const tree = [...entity.fields.values()].some((f) => f.node.kind === "field" && f.node.tree);
      return [...fieldsOf(analysis, entity), ...(tree ? methods(METHODS.tree) : [])];
    }
    case "record":
      return Object.entries(type.fields).map(([label, field]) => ({ label, what: "field", detail: showType(field), rank: 0 }));
    case "view": {
      const view = symbolNamed(analysis.bound, type.name);
      return view?.s === "view" ? view.node.columns.flatMap((c) => offer(analysis.declarations.of(c), 0)) : [];
    }
    case "kind":
      return type.case === undefined ? [] : Object.entries(kindCases(env, type.name).get(type.case) ?? {}).map(([label, field]) => ({ label, what: "field", detail: showType(field), rank: 0 }));
    default:
      return methods(methodsOf(type), 0);
  }
}

/** The entity, app or other declaration that a written name means in sight of `env`. */
export function named(env: Env, text: string): Sym | undefined {
  const found = lookup(env, { text, span: { start: 0, end: 0 } });
  return found && !("ambiguous" in found) ? found : undefined;
}

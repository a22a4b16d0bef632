/** A compile that remembers what every written name means: the base of all that an editor asks. */

import type { Expr, Name, ParamNode, Span } from "../../grammar/ast.js";
import type { Context, Env } from "../check/env.js";
import type { Meaning, Recorder } from "../check/record.js";
import type { Footprints } from "../footprint.js";
import type { IrExpr } from "../ir.js";
import { compile, type Compiled } from "../program.js";
import type { Host } from "../source.js";
import { symbolOf, type Bound, type Module, type Sym } from "../symbols.js";
import type { Type } from "../types.js";
import { Declarations, keyOf, type Declaration } from "./declarations.js";

/** A written name. `label` names a field or parameter that gets a value, `value` is a value; a shorthand is both. */
export interface Slot {
  readonly start: number;
  readonly end: number;
  label?: Declaration;
  value?: Declaration;
}

/** What a place can see, and the type that is expected of a name there. */
export interface Sight {
  readonly start: number;
  readonly end: number;
  readonly env: Env;
  readonly expected?: Type;
}

/** A checked program with its names. */
export interface Analysis extends Compiled {
  readonly bound: Bound;
  readonly context: Context;
  readonly declarations: Declarations;
  readonly footprints?: Footprints;
  /** Written names of a file, in order. */
  slots(path: string): readonly Slot[];
  /** Places of names, and rests of blocks: the last that begins before an offset and ends behind it sees what the offset sees. */
  readonly names: ReadonlyMap<string, readonly Sight[]>;
  readonly blocks: ReadonlyMap<string, readonly Sight[]>;
}

/** Checks the program at `path` and records its names; null where the file cannot be read. */
export function analyse(host: Host, path: string): Analysis | null {
  const recording = new Recording();
  const compiled = compile(host, path, recording);
  return recording.finish(compiled);
}

interface Raw {
  readonly module: Module;
  readonly span: Span;
  readonly meaning: Meaning | { readonly m: "place"; readonly key: string } | { readonly m: "column"; readonly view: string; readonly name: string } | { readonly m: "part"; readonly type: string; readonly name: string } | { readonly m: "node"; readonly node: object };
  readonly label: boolean;
}

class Recording implements Recorder {
  private cx: Context | undefined;
  private prints: Footprints | undefined;
  private readonly raw: Raw[] = [];
  private readonly locals: { readonly module: Module; readonly name: Name; readonly type: Type; readonly what: "parameter" | "local" }[] = [];
  private readonly names = new Map<string, Sight[]>();
  private readonly blocks = new Map<string, Sight[]>();

  begin(cx: Context): void {
    this.cx = cx;
  }

  footprints(footprints: Footprints): void {
    this.prints = footprints;
  }

  use(env: Env, name: Name, meaning: Meaning): void {
    if (name.text !== "") this.raw.push({ module: env.module, span: name.span, meaning, label: meaning.m !== "symbol" && meaning.m !== "case" });
  }

  local(env: Env, name: Name, type: Type, what: "parameter" | "name", node?: ParamNode): void {
    if (!node && name.text !== "") this.locals.push({ module: env.module, name, type, what: what === "name" ? "local" : "parameter" });
  }

  scope(env: Env, span: Span): void {
    push(this.blocks, env.module.source.path, { start: span.start, end: span.end, env });
  }

  value(env: Env, expr: Expr, value: IrExpr, expected: Type | undefined): void {
    if (expr.kind !== "name" && expr.kind !== "member") return;
    const { name } = expr;
    push(this.names, env.module.source.path, { start: name.span.start, end: name.span.end, env, ...(expected ? { expected } : {}) });
    const meaning = expr.kind === "name" && value.k === "local" ? localMeaning(env, name) : valueMeaning(value, name.text);
    if (meaning) this.raw.push({ module: env.module, span: name.span, meaning, label: false });
  }

  finish(compiled: Compiled): Analysis | null {
    if (!this.cx) return null;
    const { bound } = this.cx;
    const declarations = new Declarations(bound);
    for (const { module, name, type, what } of this.locals) declarations.addLocal(module, name, type, what);
    const files = new Map<string, Map<number, Slot>>();
    const put = (module: Module, span: Span, declaration: Declaration | undefined, label: boolean): void => {
      if (!declaration) return;
      const file = files.get(module.source.path) ?? new Map<number, Slot>();
      files.set(module.source.path, file);
      const slot = file.get(span.start) ?? { start: span.start, end: span.end };
      file.set(span.start, slot);
      if (label) slot.label = declaration;
      else slot.value = declaration;
    };
    for (const { module, span, meaning, label } of this.raw) put(module, span, resolve(declarations, meaning), label);
    for (const { module, name, symbol } of namedSymbols(bound)) put(module, name.span, declarations.ofSymbol(symbol), false);
    const sorted = new Map([...files].map(([path, slots]) => [path, [...slots.values()].sort((a, b) => a.start - b.start)]));
    return {
      ...compiled, bound, context: this.cx, declarations, names: this.names, blocks: this.blocks, slots: (path) => sorted.get(path) ?? [],
      ...(this.prints ? { footprints: this.prints } : {}),
    };
  }
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function localMeaning(env: Env, name: Name): Raw["meaning"] | null {
  const local = env.locals.get(name.text);
  if (!local) return null;
  return local.node ? { m: "node", node: local.node } : { m: "place", key: keyOf(env.module, local.span) };
}

function valueMeaning(value: IrExpr, written: string): Raw["meaning"] | null {
  switch (value.k) {
    case "field":
    case "get":
    case "inverse":
      return value.field === written ? { m: "field", entity: value.entity, name: value.field } : null;
    case "state":
    case "stateGet":
      return value.field === written ? { m: "state", app: value.app, name: value.field } : null;
    case "lit":
      return value.type.t === "enum" && value.value === written ? { m: "member", enum: value.type.name, name: written } : null;
    case "member": {
      const of = value.of.type;
      if (of.t === "record" && of.name !== undefined) return { m: "part", type: of.name, name: written };
      if (of.t === "view") return { m: "column", view: of.name, name: written };
      return of.t === "kind" && of.case !== undefined ? { m: "caseField", kind: of.name, case: of.case, name: written } : null;
    }
    default:
      return null;
  }
}

/** The symbol of a qualified name, whatever it is. */
export function symbolNamed(bound: Bound, id: string): Sym | undefined {
  for (const kind of ["entity", "enum", "kind", "view", "type", "fn", "action", "corpus", "region", "graph", "app", "world"] as const) {
    const symbol = symbolOf(bound, kind, id);
    if (symbol) return symbol;
  }
  return undefined;
}

function resolve(declarations: Declarations, meaning: Raw["meaning"]): Declaration | undefined {
  const { bound } = declarations;
  const symbol = (id: string): Sym | undefined => symbolNamed(bound, id);
  switch (meaning.m) {
    case "symbol":
      return declarations.ofSymbol(meaning.symbol);
    case "place":
      return declarations.byKey.get(meaning.key);
    case "node": {
      const param = declarations.of(meaning.node);
      const local = (meaning.node as ParamNode).local;
      return param && local ? declarations.byKey.get(keyOf(param.module, local.span)) : param;
    }
    case "field": {
      const entity = symbol(meaning.entity);
      return entity?.s === "entity" ? declarations.of(entity.fields.get(meaning.name)?.node) : undefined;
    }
    case "state":
      return declarations.of(bound.apps.find((a) => a.name === meaning.app)?.state.get(meaning.name)?.node);
    case "member": {
      const found = symbol(meaning.enum);
      return found?.s === "enum" ? declarations.of(found.node?.members.find((m) => m.name.text === meaning.name)) : undefined;
    }
    case "case":
    case "caseField": {
      const kind = symbol(meaning.kind);
      if (kind?.s !== "kind") return undefined;
      const one = kind.node.cases.find((c) => c.name.text === (meaning.m === "case" ? meaning.name : meaning.case));
      return declarations.of(meaning.m === "case" ? one : one?.params.find((p) => p.name.text === meaning.name));
    }
    case "column": {
      const view = symbol(meaning.view);
      return view?.s === "view" ? declarations.of(view.node.columns.find((c) => c.name.text === meaning.name)) : undefined;
    }
    case "part": {
      const alias = symbol(meaning.type);
      return alias?.s === "type" && alias.node.type.kind === "record" ? declarations.of(alias.node.type.fields.find((f) => (f.local ?? f.name).text === meaning.name)) : undefined;
    }
    case "parameter":
      return declarations.parameter(meaning.of, meaning.name);
  }
}

/** Names that binding resolves: imports, `uses`, a world's apps, `extend app`, the worlds of tests and tasks. */
function namedSymbols(bound: Bound): { readonly module: Module; readonly name: Name; readonly symbol: Sym }[] {
  return bound.modules.flatMap((module) => {
    const names = module.file.declarations.flatMap((node): readonly Name[] => {
      switch (node.kind) {
        case "import":
          return node.names;
        case "app":
          return node.extend ? [node.name, ...node.uses] : node.uses;
        case "world":
          return node.apps;
        case "test":
        case "task":
          return [node.world];
        default:
          return [];
      }
    });
    return names.flatMap((name) => {
      const symbol = module.declared.get(name.text) ?? module.imported.get(name.text)?.symbol;
      return symbol ? [{ module, name, symbol }] : [];
    });
  });
}

/** The written name at an offset, or just before it. */
export function slotAt(analysis: Analysis, path: string, offset: number): Slot | undefined {
  return analysis.slots(path).find((s) => s.start <= offset && offset <= s.end);
}

/** What stands at an offset: the declarations that the name there means, or is. */
export function declarationsAt(analysis: Analysis, path: string, offset: number): readonly Declaration[] {
  const slot = slotAt(analysis, path, offset);
  if (slot) return [slot.value, slot.label].filter((d): d is Declaration => d !== undefined);
  for (const declaration of analysis.declarations.byKey.values()) {
    if (declaration.module.source.path === path && declaration.span.start <= offset && offset <= declaration.span.end) return [declaration];
  }
  return [];
}

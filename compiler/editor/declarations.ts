/** Every declaration of a program, found in its syntax trees and given the types that the check found. */

import type { AppNode, Doc, EntityMember, FaultNode, FieldNode, GetNode, Member, Name, ParamNode, Span, WorldNode } from "../../grammar/ast.js";
import type { Bound, Module, Sym } from "../symbols.js";
import type { Type } from "../types.js";

export type What =
  | "app" | "world" | "test" | "task" | "entity" | "enum" | "member" | "kind" | "case" | "type" | "view" | "column" | "fn" | "action" | "tool" | "guard"
  | "fault" | "corpus" | "field" | "state" | "parameter" | "local" | "trigger" | "region" | "graph";

/** Something with a name and a place. */
export interface Declaration {
  readonly key: string;
  readonly what: What;
  readonly name: string;
  readonly module: Module;
  /** Of the name. */
  readonly span: Span;
  /** Of the whole. */
  readonly full: Span;
  readonly node?: object;
  /** What it stands in. */
  readonly owner?: Declaration;
  readonly doc?: string;
  type?: Type;
}

/** One declaration per place of a name. */
export function keyOf(module: Module, span: Span): string {
  return `${module.source.path}:${span.start}`;
}

/** The declarations of a program, by key and by the syntax node that declares them. */
export class Declarations {
  readonly byKey = new Map<string, Declaration>();
  private readonly byNode = new Map<object, Declaration>();
  /** Parameters of tools, functions and actions, by qualified name; a tool and an action may share one. */
  private readonly callables = new Map<string, ParamNode[]>();

  constructor(readonly bound: Bound) {
    for (const module of bound.modules) this.walkModule(module);
    for (const app of bound.apps) this.giveTypes([...app.members.values(), ...app.tools.values()], app.state);
    for (const module of bound.modules) this.giveTypes([...module.declared.values()].filter((s) => s.s !== "app" && s.s !== "world"));
  }

  of(node: object | undefined): Declaration | undefined {
    return node && this.byNode.get(node);
  }

  ofSymbol(symbol: Sym): Declaration | undefined {
    return this.byKey.get(keyOf(symbol.module, symbol.span));
  }

  /** The parameter `name` of the tool, function or action with this qualified name. */
  parameter(id: string, name: string): Declaration | undefined {
    return this.of(this.callables.get(id)?.find((p) => p.name.text === name));
  }

  /** Adds a local or parameter that the check came across; what is known already only gets its type. */
  addLocal(module: Module, name: Name, type: Type, what: "parameter" | "local"): void {
    const known = this.byKey.get(keyOf(module, name.span));
    if (known) known.type = type;
    else if (module.source.text.slice(name.span.start, name.span.end) === name.text) this.add(module, what, name, name.span, { type });
  }

  private add(module: Module, what: What, name: Name, full: Span, more: { owner?: Declaration; doc?: Doc | string; type?: Type; node?: object } = {}): Declaration {
    const { owner, type, node } = more;
    const doc = typeof more.doc === "string" ? more.doc : more.doc?.text;
    const declaration: Declaration = {
      key: keyOf(module, name.span), what, name: name.text, module, span: name.span, full,
      ...(owner ? { owner } : {}), ...(doc === undefined || doc === "" ? {} : { doc }), ...(type ? { type } : {}), ...(node ? { node } : {}),
    };
    if (name.text !== "") this.byKey.set(declaration.key, declaration);
    if (node) this.byNode.set(node, declaration);
    return declaration;
  }

  private walkModule(module: Module): void {
    for (const node of module.file.declarations) {
      switch (node.kind) {
        case "import":
          break;
        case "app":
          this.walkApp(module, node);
          break;
        case "world":
          this.walkWorld(module, node);
          break;
        case "task":
          this.add(module, "task", node.name, node.span, { node, ...(node.doc ? { doc: node.doc } : {}) });
          break;
        case "test":
          break;
        default:
          this.walkMember(module, node, undefined);
      }
    }
  }

  private walkApp(module: Module, node: AppNode): void {
    const app = node.extend ? undefined : this.add(module, "app", node.name, node.span, { node, ...(node.doc ? { doc: node.doc } : {}) });
    const known = module.declared.get(node.name.text) ?? module.imported.get(node.name.text)?.symbol;
    const owner = app ?? (known && this.ofSymbol(known));
    for (const member of node.members) this.walkMember(module, member, owner);
  }

  private walkWorld(module: Module, node: WorldNode): void {
    const owner = this.add(module, "world", node.name, node.span, { node, ...(node.doc ? { doc: node.doc } : {}) });
    for (const fault of node.faults) this.walkFault(module, fault, owner);
    for (const trigger of node.triggers) this.add(module, "trigger", trigger.name, trigger.span, { node: trigger, owner });
  }

  private walkFault(module: Module, node: FaultNode, owner: Declaration | undefined): void {
    this.add(module, "fault", node.name, node.span, { node, ...(owner ? { owner } : {}), ...(node.doc ? { doc: node.doc } : {}) });
  }

  private walkMember(module: Module, node: Member, app: Declaration | undefined): void {
    const above = app ? { owner: app } : {};
    if (node.kind === "state") {
      for (const field of node.fields) this.walkField(module, field, "state", app);
      return;
    }
    if (node.kind === "init" || node.kind === "edges") return;
    if (node.kind === "fault") return this.walkFault(module, node, app);
    const owner = this.add(module, node.kind, node.name, node.span, { node, ...above, ...(node.doc ? { doc: node.doc } : {}) });
    switch (node.kind) {
      case "enum":
        for (const member of node.members) this.add(module, "member", member.name, member.span, { node: member, owner, ...(member.doc ? { doc: member.doc } : {}) });
        break;
      case "type":
        if (node.type.kind === "record") this.walkParams(module, node.type.fields, owner, "field");
        break;
      case "kind":
        for (const one of node.cases) {
          const inner = this.add(module, "case", one.name, one.span, { node: one, owner, ...(one.doc ? { doc: one.doc } : {}) });
          this.walkParams(module, one.params, inner, "field");
        }
        break;
      case "entity":
        for (const member of node.members) this.walkEntityMember(module, member, owner);
        break;
      case "view":
        for (const column of node.columns) this.add(module, "column", column.name, column.span, { node: column, owner, ...(column.doc ? { doc: column.doc } : {}) });
        break;
      case "fn":
      case "action":
      case "tool":
        this.walkParams(module, node.params, owner, "parameter", node.doc);
        break;
      default:
    }
  }

  private walkParams(module: Module, params: readonly ParamNode[], owner: Declaration, what: "parameter" | "field", doc?: Doc): void {
    for (const param of params) {
      const text = param.doc ?? doc?.params.find((p) => p.name === param.name.text)?.text;
      this.add(module, what, param.name, param.span, { node: param, owner, ...(text === undefined ? {} : { doc: text }) });
      if (param.local) this.add(module, "parameter", param.local, param.span, { owner, ...(text === undefined ? {} : { doc: text }) });
    }
  }

  private walkField(module: Module, node: FieldNode | GetNode, what: "field" | "state", owner: Declaration | undefined): void {
    this.add(module, what, node.name, node.span, { node, ...(owner ? { owner } : {}), ...(node.doc ? { doc: node.doc } : {}) });
  }

  private walkEntityMember(module: Module, member: EntityMember, owner: Declaration): void {
    if (member.kind === "key") for (const field of member.fields) this.walkField(module, field, "field", owner);
    else if (member.kind === "field" || member.kind === "get") this.walkField(module, member, "field", owner);
    else if (member.kind === "inverse") this.add(module, "field", member.name, member.span, { node: member, owner, ...(member.doc ? { doc: member.doc } : {}) });
  }

  private giveTypes(symbols: readonly Sym[], state?: ReadonlyMap<string, { readonly node: object; readonly type: Type }>): void {
    for (const field of state?.values() ?? []) this.setType(field.node, field.type);
    for (const symbol of symbols) {
      if (symbol.s === "fn" || symbol.s === "tool" || symbol.s === "action") {
        this.callables.set(symbol.id, [...(this.callables.get(symbol.id) ?? []), ...symbol.node.params]);
        for (const param of symbol.params) this.setType(symbol.node.params.find((p) => p.name.text === param.name), param.type);
        if (symbol.s !== "action") this.setType(symbol.node, symbol.result);
        continue;
      }
      switch (symbol.s) {
        case "entity":
          for (const field of symbol.fields.values()) this.setType(field.node, field.type);
          break;
        case "view":
          for (const column of symbol.node.columns) this.setType(column, symbol.columns?.[column.name.text]);
          break;
        case "corpus":
          this.setType(symbol.node, symbol.type);
          break;
        case "kind":
          for (const one of symbol.node.cases) for (const param of one.params) this.setType(param, symbol.cases.get(one.name.text)?.[param.name.text]);
          break;
        case "type":
          this.setType(symbol.node, symbol.type);
          if (symbol.node.type.kind === "record" && symbol.type?.t === "record") for (const field of symbol.node.type.fields) this.setType(field, symbol.type.fields[field.name.text]);
          break;
        default:
      }
    }
  }

  private setType(node: object | undefined, type: Type | undefined): void {
    const declaration = this.of(node);
    if (declaration && type) declaration.type = type;
  }
}

/** How a type is printed: in TypeScript, as a descriptor for the runtime, and as JSON Schema. */

import type { Ir, IrParam } from "../ir.js";
import { shortName, type Type } from "../types.js";
import type { Names } from "./names.js";

/** The TypeScript type of a value at run time. */
export function tsType(type: Type, names: Names): string {
  switch (type.t) {
    case "bool":
      return "boolean";
    case "int":
    case "float":
    case "money":
    case "datetime":
    case "date":
    case "time":
    case "duration":
    case "distance":
      return "number";
    case "string":
    case "text":
    case "url":
    case "id":
      return "string";
    case "point":
      return "{ readonly lat: number; readonly lon: number }";
    case "none":
    case "void":
    case "error":
    case "range":
      return "null";
    case "entity":
      return `Ref<${names.model(type.name)}>`;
    case "set":
      return `readonly Ref<${names.model(type.of)}>[]`;
    case "enum":
    case "view":
    case "kind":
      return names.model(type.name);
    case "list":
      return `readonly ${wrap(tsType(type.of, names))}[]`;
    case "maybe":
      return `${tsType(type.of, names)} | null`;
    case "record":
      return `{ ${Object.entries(type.fields).map(([name, field]) => `readonly ${property(name)}: ${tsType(field, names)}`).join("; ")} }`;
    case "slots":
      return `Readonly<Record<${names.model(type.key)}, ${tsType(type.of, names)}>>`;
    case "dict":
      return `Readonly<Record<string, ${tsType(type.of, names)}>>`;
  }
}

function wrap(type: string): string {
  return type.includes("|") || type.startsWith("readonly ") ? `(${type})` : type;
}

export function property(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Names of the model that a printed type mentions, for imports. */
export function mentioned(type: Type, names: Names, into: Set<string>): void {
  switch (type.t) {
    case "entity":
    case "enum":
    case "kind":
    case "view":
      into.add(names.model(type.name));
      return;
    case "set":
      into.add(names.model(type.of));
      return;
    case "slots":
      into.add(names.model(type.key));
      mentioned(type.of, names, into);
      return;
    case "list":
    case "maybe":
    case "dict":
      mentioned(type.of, names, into);
      return;
    case "record":
      Object.values(type.fields).forEach((f) => mentioned(f, names, into));
      return;
    default:
  }
}

/** The runtime's descriptor of a type, as an expression of `model.ts`' constants. `parts` are the fields of a record parameter, which may have names of their own on the wire. */
export function typeDef(type: Type, ir: Ir, names: Names, parts?: readonly IrParam[]): string {
  const of = (t: Type): string => typeDef(t, ir, names, parts);
  switch (type.t) {
    case "string":
    case "text":
    case "url":
    case "id":
      return `{ t: "string" }`;
    case "void":
    case "error":
    case "range":
      return `{ t: "none" }`;
    case "enum": {
      const found = ir.enums.find((e) => e.name === type.name);
      const members = (found?.members ?? []).map((m) => JSON.stringify(m.name)).join(", ");
      return `{ t: "enum", name: "${shortName(type.name)}", members: [${members}]${wireNames(ir, type.name)} }`;
    }
    case "slots": {
      const found = ir.enums.find((e) => e.name === type.key);
      return `{ t: "slots", members: [${(found?.members ?? []).map((m) => JSON.stringify(m.name)).join(", ")}]${wireNames(ir, type.key)}, of: ${of(type.of)} }`;
    }
    case "entity":
      return `{ t: "entity", table: ${names.table(type.name)} }`;
    case "set":
      return `{ t: "set", table: ${names.table(type.of)} }`;
    case "list":
    case "maybe":
    case "dict":
      return `{ t: "${type.t}", of: ${of(type.of)} }`;
    case "record": {
      const part = (name: string): IrParam | undefined => parts?.find((x) => x.local === name);
      const fields = Object.entries(type.fields).map(([name, field]) => `${property(name)}: ${typeDef(field, ir, names, part(name)?.fields)}`);
      const renamed = Object.keys(type.fields).flatMap((name) => part(name) ?? []).filter((x) => x.local !== x.name);
      const renames = renamed.length > 0 ? `, wire: { ${renamed.map((x) => `${property(x.local)}: ${JSON.stringify(x.name)}`).join(", ")} }` : "";
      return `{ t: "record", fields: { ${fields.join(", ")} }${renames} }`;
    }
    case "kind": {
      const found = ir.kinds.find((k) => k.name === type.name);
      const cases = (found?.cases ?? []).map((c) => `${property(c.name)}: { ${Object.entries(c.fields).map(([n, f]) => `${property(n)}: ${of(f)}`).join(", ")} }`);
      return `{ t: "kind", name: "${shortName(type.name)}", cases: { ${cases.join(", ")} } }`;
    }
    case "view":
      return `{ t: "view", name: "${names.model(type.name)}", of: () => ${names.viewType(type.name)} }`;
    default:
      return `{ t: "${type.t}" }`;
  }
}

function wireNames(ir: Ir, id: string): string {
  const members = ir.enums.find((e) => e.name === id)?.members ?? [];
  return members.every((m) => m.wire === m.name) ? "" : `, wire: { ${members.map((m) => `${property(m.name)}: ${JSON.stringify(m.wire)}`).join(", ")} }`;
}

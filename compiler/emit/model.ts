/** `model.ts`: the types of a world, its tables by number, and descriptors of its views. */

import { StructureKind, type InterfaceDeclarationStructure, type StatementStructures } from "ts-morph";
import type { Ir, IrField } from "../ir.js";
import { SHARED_HEAD } from "./head.js";
import type { Names } from "./names.js";
import { property, tsType, typeDef } from "./types.js";

type Statement = StatementStructures | string;

export function modelModule(ir: Ir, names: Names): Statement[] {
  const statements: Statement[] = [
    { kind: StructureKind.ImportDeclaration, isTypeOnly: true, moduleSpecifier: "worldc/runtime", namedImports: ["Ref", "Table", "TypeDef"] },
  ];
  for (const one of ir.enums) {
    const name = names.model(one.name);
    if (one.name === "Weekday" && !uses(ir, "Weekday")) continue;
    statements.push({ kind: StructureKind.TypeAlias, isExported: true, name, type: one.members.map((m) => JSON.stringify(m.name)).join(" | ") || "never", ...docs(one.doc) });
    statements.push(`export const ${name}Members: readonly ${name}[] = [${one.members.map((m) => JSON.stringify(m.name)).join(", ")}];`);
    if (one.members.some((m) => m.wire !== m.name)) {
      statements.push(`export const ${name}Wire: Readonly<Record<${name}, string>> = { ${one.members.map((m) => `${property(m.name)}: ${JSON.stringify(m.wire)}`).join(", ")} };`);
    }
  }
  for (const kind of ir.kinds) {
    const cases = kind.cases.map((c) => `{ ${[`readonly kind: "${c.name}"`, ...Object.entries(c.fields).map(([n, f]) => `readonly ${property(n)}: ${tsType(f, names)}`)].join("; ")} }`);
    statements.push({ kind: StructureKind.TypeAlias, isExported: true, name: names.model(kind.name), type: cases.join(" | ") || "never", ...docs(kind.doc) });
  }
  for (const app of ir.apps) {
    for (const entity of ir.entities.filter((e) => e.app === app.name)) {
      const name = names.model(entity.name);
      statements.push(row(name, entity.fields, names, entity.doc));
      statements.push(`export const ${name}: Table<${name}> = ${names.table(entity.name)};`);
    }
    if (app.state.length > 0) {
      const name = names.state(app.name);
      statements.push(row(name, app.state, names, `State of ${app.name}.`));
      statements.push(`export const ${name}: Table<${name}> = ${names.table(`${app.name}.state`)};`);
    }
  }
  for (const view of ir.views) {
    const name = names.model(view.name);
    statements.push({
      kind: StructureKind.Interface, isExported: true, name, ...docs(view.doc),
      properties: view.columns.map((c) => ({ isReadonly: true, name: property(c.name), type: tsType(c.value.type, names), ...docs(c.doc) })),
    });
    const fields = view.columns.map((c) => `${property(c.name)}: ${typeDef(c.value.type, ir, names)}`);
    statements.push(`export const ${names.viewType(view.name)}: TypeDef = { t: "record", fields: { ${fields.join(", ")} } };`);
  }
  return [SHARED_HEAD, ...statements];
}

function row(name: string, fields: readonly IrField[], names: Names, doc: string | undefined): InterfaceDeclarationStructure {
  return {
    kind: StructureKind.Interface, isExported: true, name, ...docs(doc),
    properties: fields.map((f) => ({ isReadonly: true, name: property(f.name), type: tsType(f.type, names), ...docs(f.doc) })),
  };
}

export function docs(doc: string | undefined): { docs?: string[] } {
  return doc === undefined || doc.trim() === "" ? {} : { docs: [doc.trim().replace(/\*\//g, "*\\/")] };
}

/** True where anything in the program has this enum's type. */
function uses(ir: Ir, name: string): boolean {
  return JSON.stringify(ir).includes(`{"t":"enum","name":"${name}"}`);
}

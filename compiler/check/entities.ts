/** Bodies of entities and state: defaults, refinements, derived fields, checks, texts. */

import type { FieldNode } from "../../grammar/ast.js";
import type { IrCheck, IrEntity, IrExpr, IrField, IrGet, IrInverse } from "../ir.js";
import type { EntitySym, FieldSym } from "../symbols.js";
import { T, type Type } from "../types.js";
import { expectType } from "./expressions.js";
import { checkDefault, checkRefinements } from "./refinements.js";
import { at, newFlow, withLocal, type Env, type Local } from "./env.js";

/** A stored field. In its default, the fields before it are locals; those from it on cannot be read. */
export function lowerField(env: Env, field: FieldSym, node: FieldNode, before: readonly FieldSym[], after: readonly FieldSym[]): IrField {
  const locals = new Map<string, Local>();
  for (const b of before) locals.set(b.name, { name: b.name, type: b.type, span: b.span, what: "name", used: true });
  const scope: Env = { ...env, locals, later: new Set(after.map((f) => f.name)), flow: newFlow() };
  const where = checkRefinements(env, node.where, field.type);
  const value = node.default && expectType(scope, node.default, field.type);
  if (value && node.default) checkDefault(env, value, where, node.default.span);
  const onDelete = referenceRule(field.type, node);
  return {
    name: field.name, type: field.type, tree: node.tree, unique: node.unique, folded: node.folded, uncounted: node.uncounted, where, at: at(env, node.span),
    ...(node.doc ? { doc: node.doc.text } : {}), ...(value ? { default: value } : {}), ...(onDelete ? { onDelete } : {}),
  };
}

function referenceRule(type: Type, node: FieldNode): IrField["onDelete"] {
  const inner = type.t === "maybe" ? type.of : type;
  return inner.t === "entity" ? (node.onDelete ?? "restrict") : undefined;
}

export function lowerEntity(env: Env, entity: EntitySym): IrEntity {
  const self: Env = { ...env, self: entity };
  const all = [...entity.fields.values()];
  const stored = all.filter((f) => f.node.kind === "field");
  const fields: IrField[] = [];
  const gets: IrGet[] = [];
  const inverses: IrInverse[] = [];
  for (const field of all) {
    const { node } = field;
    if (node.kind === "field") {
      const i = stored.indexOf(field);
      fields.push(lowerField(env, field, node, stored.slice(0, i), stored.slice(i)));
    } else if (node.kind === "get") {
      const value = expectType({ ...self, flow: newFlow(), caller: `${entity.id}.${field.name}` }, node.value, field.type);
      gets.push({ name: field.name, type: field.type, value, at: at(env, node.span), ...(node.doc ? { doc: node.doc.text } : {}) });
    } else if (field.inverse) {
      const { inverse } = field;
      inverses.push({
        name: field.name, many: inverse.many, entity: inverse.entity.id, field: inverse.field, at: at(env, node.span),
        ...(inverse.by === undefined ? {} : { by: inverse.by }), ...(node.doc ? { doc: node.doc.text } : {}),
      });
    }
  }
  const checks: IrCheck[] = [];
  let missing: IrExpr = { k: "template", parts: [`No ${words(entity.name)} has the key `, { k: "local", name: "key", type: T.string, at: at(env, entity.span) }, "."], type: T.string, at: at(env, entity.span) };
  for (const member of entity.node.members) {
    if (member.kind === "check") {
      const text = env.module.source.text.slice(member.test.span.start, member.test.span.end).replace(/\s+/g, " ");
      const message: IrExpr = member.else
        ? expectType({ ...self, flow: newFlow() }, member.else, T.string)
        : { k: "lit", value: `This would break a rule of ${entity.name}: ${text}.`, type: T.string, at: at(env, member.span) };
      checks.push({ test: expectType({ ...self, flow: newFlow() }, member.test, T.bool), message, at: at(env, member.span) });
    }
    if (member.kind === "missingText") {
      const scope = withLocal({ ...env, flow: newFlow() }, { text: "key", span: member.span }, T.string, "parameter");
      missing = expectType(scope, member.text, T.string);
    }
  }
  return {
    name: entity.id, app: entity.app.name, key: entity.key, fields, gets, inverses, checks, missing, at: at(env, entity.node.span),
    ...(entity.node.doc ? { doc: entity.node.doc.text } : {}),
  };
}

/** `BookingRecord` → "booking record". */
function words(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}


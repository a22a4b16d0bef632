/** `create E { … }` and `call tool(…)`. */

import type { Expr } from "../../grammar/ast.js";
import type { IrExpr, IrParam } from "../ir.js";
import { suggest } from "../suggest.js";
import { assignable, isText, T, type Type } from "../types.js";
import { entityOf } from "./access.js";
import { ambiguous, checkExpr, coerce, expectType } from "./expressions.js";
import { at, errorExpr, lookup, lookupTool, lost, report, type Env } from "./env.js";
import { qualified } from "./type-nodes.js";

export function checkCreate(env: Env, expr: Extract<Expr, { kind: "create" }>): IrExpr {
  const symbol = expr.qualifier ? qualified(env, expr.qualifier, expr.entity) : lookup(env, expr.entity);
  const loose: Env = { ...env, unique: { entity: "", field: "" } };
  const checkAll = (): void => expr.entries.forEach((e) => checkExpr(loose, e.value ?? { kind: "name", name: e.name, span: e.name.span }, T.error));
  if (symbol && "ambiguous" in symbol) return ambiguous(env, expr.entity, symbol.ambiguous);
  if (symbol?.s !== "entity") {
    if (symbol) report(env, "wrong-namespace", expr.entity.span, { name: expr.entity.text, is: "no entity", wanted: "an entity" });
    else if (symbol === undefined && !lost(env, expr.entity.text)) {
      const entities = env.apps.flatMap((a) => [...a.members.values()].filter((m) => m.s === "entity").map((m) => m.name));
      report(env, "unknown-name", expr.entity.span, { name: expr.entity.text, what: "entity" }, suggest(expr.entity.text, entities));
    }
    checkAll();
    return errorExpr(env, expr.span);
  }
  const given = new Set<string>();
  const fields: { name: string; value: IrExpr }[] = [];
  for (const entry of expr.entries) {
    const name = entry.name.text;
    const value: Expr = entry.value ?? { kind: "name", name: entry.name, span: entry.name.span };
    const field = symbol.fields.get(name);
    if (field) env.cx.recorder?.use(env, entry.name, { m: "field", entity: symbol.id, name });
    if (!field || field.node.kind !== "field") {
      checkExpr(loose, value, T.error);
      if (field?.node.kind === "inverse") report(env, "inverse-set", entry.name.span, { name });
      else if (field) report(env, "not-assignable", entry.name.span, { what: `The derived field \`${name}\`` });
      else if (name !== "" && !symbol.node.broken && !lost(env, name)) {
        report(env, "unknown-field", entry.name.span, { name, of: `The entity ${symbol.name}` }, suggest(name, [...symbol.fields.values()].filter((f) => f.node.kind === "field").map((f) => f.name)));
      }
      continue;
    }
    if (given.has(name)) report(env, "duplicate-field", entry.name.span, { name });
    given.add(name);
    if (field.type.t === "id") {
      report(env, "key-given", entry.name.span, { name });
      continue;
    }
    const inner: Env = { ...env, unique: { entity: symbol.id, field: name } };
    fields.push({ name, value: expectType(inner, value, field.type) });
  }
  for (const field of symbol.fields.values()) {
    if (field.node.kind !== "field" || given.has(field.name) || field.node.default || isOptional(field.type)) continue;
    if (!symbol.node.broken) report(env, "field-not-given", expr.entity.span, { name: field.name, entity: symbol.name });
  }
  return { k: "create", entity: symbol.id, fields, type: T.entity(symbol.id), at: at(env, expr.span) };
}

/** Left out of a `create`: made by the store, `none`, or empty. */
function isOptional(type: Type): boolean {
  return type.t === "id" || type.t === "maybe" || type.t === "set" || type.t === "error";
}

export function checkCall(env: Env, expr: Extract<Expr, { kind: "call" }>, fails?: IrExpr): IrExpr {
  const tool = lookupTool(env, expr.app, expr.tool);
  const here = at(env, expr.span);
  const more = fails ? { fails } : {};
  if (tool && "ambiguous" in tool) return ambiguous(env, expr.tool, tool.ambiguous);
  const kernel = tool ? undefined : env.cx.kernel.get(expr.tool.text);
  if (!tool && !kernel) {
    expr.args.forEach((a) => checkExpr(env, a.value));
    if (!lost(env, expr.tool.text) && !env.apps.some((a) => a.broken)) {
      report(env, "unknown-name", expr.tool.span, { name: expr.tool.text, what: "tool" }, suggest(expr.tool.text, [...env.apps.flatMap((a) => [...a.tools.keys()]), ...env.cx.kernel.keys()]));
    }
    return errorExpr(env, expr.span);
  }
  const forUser = tool?.app.node.forUser === true;
  if (env.agent === true && forUser) report(env, "user-tool", expr.tool.span, { tool: expr.tool.text, app: tool.app.name });
  if (env.user === true && !forUser) report(env, "agent-tool", expr.tool.span, { tool: expr.tool.text });
  const name = tool ? tool.id : expr.tool.text;
  const params: readonly CallParam[] = tool ? tool.params.map((p) => ({ name: p.name, type: p.type, optional: p.default !== undefined || p.type.t === "maybe", ...(p.fields ? { fields: p.fields } : {}) })) : (kernel ?? []);
  const args: { name: string; value: IrExpr }[] = [];
  let broken = tool?.node.broken === true;
  expr.args.forEach((arg, i) => {
    const value0 = arg.value;
    const param = arg.name ? params.find((p) => p.name === arg.name?.text) : (value0.kind === "name" ? params.find((p) => p.name === value0.name.text) : undefined) ?? params[i];
    if (!param) {
      checkExpr(env, arg.value);
      if (!tool?.node.broken) {
        report(env, "unknown-argument", (arg.name ?? arg).span, { name: arg.name?.text ?? `argument ${i + 1}`, of: `\`${expr.tool.text}\`` }, suggest(arg.name?.text ?? "", params.map((p) => p.name)));
      }
      // What is missing may be what was misspelt.
      broken = true;
      return;
    }
    const label = arg.name ?? (value0.kind === "name" && value0.name.text === param.name ? value0.name : undefined);
    if (label) env.cx.recorder?.use(env, label, { m: "parameter", of: name, name: param.name });
    if (args.some((a) => a.name === param.name)) report(env, "duplicate-field", arg.span, { name: param.name });
    else args.push({ name: param.name, value: wireArgument(env, arg.value, param.type, param.fields) });
  });
  for (const param of params) {
    if (!param.optional && !broken && !args.some((a) => a.name === param.name)) report(env, "missing-argument", expr.tool.span, { name: param.name, of: `\`${expr.tool.text}\`` });
  }
  const fires = expr.fires && firedBy(env, expr.fires);
  return { k: "call", tool: name, args, type: tool ? (tool.result ?? T.error) : T.string, at: here, ...more, ...(fires === undefined ? {} : { fires }) };
}

/** The trigger that `fires` names. */
function firedBy(env: Env, { qualifier, name }: NonNullable<Extract<Expr, { kind: "call" }>["fires"]>): string | undefined {
  const known = env.firing ?? new Map<string, string>();
  const found = known.get(qualifier ? `${qualifier.text}.${name.text}` : name.text);
  if (found === undefined && !lost(env, name.text)) report(env, "unknown-name", name.span, { name: name.text, what: "trigger" }, suggest(name.text, known.keys()));
  return found;
}

interface CallParam {
  readonly name: string;
  readonly type: Type;
  readonly optional: boolean;
  readonly fields?: readonly IrParam[];
}

/** What an agent would send: by the names on the wire, with the key of a row, or the row itself for its key. */
function wireArgument(env: Env, expr: Expr, type: Type, fields?: readonly IrParam[]): IrExpr {
  const inner = type.t === "maybe" ? type.of : type;
  const here = at(env, expr.span);
  if (inner.t === "entity") {
    const value = checkExpr(env, expr, wireType(env, type));
    if (assignable(value.type, type)) return value;
    const key = coerce(env, value, wireType(env, type), expr.span);
    // A number could be a row's slot, so a key that is one at run time says so.
    return isText(key.type) || key.type.t === "record" || key.type.t === "none" || key.type.t === "error" ? key : { k: "record", fields: [{ name: "key", value: key }], type: { t: "record", fields: { key: key.type } }, at: here };
  }
  if (inner.t === "list" && expr.kind === "list") {
    return { k: "list", items: expr.items.map((item) => wireArgument(env, item, inner.of, fields)), type: T.list(wireType(env, inner.of)), at: here };
  }
  if (inner.t === "record" && expr.kind === "record") {
    const given = new Map<string, IrExpr>();
    for (const entry of expr.entries) {
      const field = fields?.find((f) => f.name === entry.name.text);
      const local = fields ? field?.local : entry.name.text;
      const fieldType = local === undefined ? undefined : inner.fields[local];
      const value: Expr = entry.value ?? { kind: "name", name: entry.name, span: entry.name.span };
      if (local === undefined || !fieldType) {
        checkExpr(env, value);
        report(env, "unknown-field", entry.name.span, { name: entry.name.text, of: "The parameter" }, suggest(entry.name.text, fields?.map((f) => f.name) ?? Object.keys(inner.fields)));
      } else given.set(local, wireArgument(env, value, fieldType, field?.fields));
    }
    const parts = Object.entries(inner.fields).map(([name, fieldType]) => {
      const value = given.get(name);
      if (!value && fieldType.t !== "maybe") report(env, "missing-argument", expr.span, { name: fields?.find((f) => f.local === name)?.name ?? name, of: "The parameter" });
      return { name, value: value ?? { k: "lit" as const, value: null, type: T.none, at: here } };
    });
    return { k: "record", fields: parts, type: wireType(env, inner), at: here };
  }
  return expectType(env, expr, wireType(env, type));
}

/** The type of what travels: keys in place of rows. */
function wireType(env: Env, type: Type): Type {
  const go = (t: Type): Type => wireType(env, t);
  switch (type.t) {
    case "entity": {
      const entity = entityOf(env, type.name);
      const parts = (entity?.key ?? []).map((name) => [name, go(entity?.fields.get(name)?.type ?? T.error)] as const);
      const [only] = parts;
      if (parts.length > 1) return { t: "record", fields: Object.fromEntries(parts) };
      return !only || only[1].t === "id" ? T.string : only[1];
    }
    case "list":
      return T.list(go(type.of));
    case "maybe":
      return T.maybe(go(type.of));
    case "record":
      return { t: "record", fields: Object.fromEntries(Object.entries(type.fields).map(([n, f]) => [n, go(f)])) };
    default:
      return type;
  }
}

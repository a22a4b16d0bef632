/** JSON Schema 2020-12 of arguments and results. References are inlined, objects closed, the root is always an object. */

import type { Ir, IrParam, IrRefinement, IrTool } from "../ir.js";
import { shortName, type Type } from "../types.js";
import { pascal } from "../names.js";

export type Schema = { readonly [key: string]: unknown };

/** Whether a schema describes what an agent sends or what it gets. */
type Side = "input" | "output";

const DATETIME = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?$";
const TIME = "^\\d{2}:\\d{2}(:\\d{2})?$";

export function inputSchema(ir: Ir, tool: IrTool): Schema {
  return { type: "object", ...objectOf(tool.params.map((p) => paramEntry(ir, p))) };
}

export function outputSchema(ir: Ir, tool: IrTool): Schema {
  return {
    type: "object",
    properties: { status: { type: "string", const: "ok" }, output: schemaOf(ir, tool.result, "output") },
    required: ["status", "output"],
    additionalProperties: false,
  };
}

/** `send_message` → `SendMessageInput`. */
export function typeNames(tool: IrTool): { readonly input: string; readonly output: string } {
  return { input: `${pascal(tool.wire)}Input`, output: `${pascal(tool.wire)}Output` };
}

interface Entry {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

function objectOf(entries: readonly Entry[]): Schema {
  const required = entries.filter((e) => e.required).map((e) => e.name);
  return { properties: Object.fromEntries(entries.map((e) => [e.name, e.schema])), ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

function paramEntry(ir: Ir, param: IrParam): Entry {
  const inner = param.type.t === "maybe" ? param.type.of : param.type;
  const base = param.fields ? withFields(ir, inner, param.fields) : schemaOf(ir, inner, "input");
  const value = param.default?.k === "lit" && param.default.value !== null ? wireLiteral(ir, param.default.value, param.default.type) : undefined;
  return {
    name: param.name,
    required: param.default === undefined && param.type.t !== "maybe",
    schema: {
      ...(param.type.t === "maybe" ? nullable(refined(base, param.where, inner)) : refined(base, param.where, inner)),
      ...describe(param.doc, base.description),
      ...(value === undefined ? {} : { default: value }),
    },
  };
}

/** A record, or a list of them, whose parts have names and refinements of their own. */
function withFields(ir: Ir, type: Type, fields: readonly IrParam[]): Schema {
  const record = { type: "object", ...objectOf(fields.map((f) => paramEntry(ir, f))) };
  return type.t === "list" ? { type: "array", items: record } : record;
}

function describe(doc: string | undefined, unit: unknown): { description?: string } {
  const parts = [doc?.trim(), typeof unit === "string" ? unit : undefined].filter((p): p is string => p !== undefined && p !== "");
  return parts.length === 0 ? {} : { description: parts.join(" ") };
}

/** What of the refinements a schema can say, put where it belongs. */
function refined(schema: Schema, where: readonly IrRefinement[], type: Type): Schema {
  const merged: Record<string, unknown> = { ...schema };
  for (const { schema: part } of where) {
    for (const [key, value] of Object.entries(part ?? {})) {
      if (key === "minimum" && typeof merged.minimum === "number") merged.minimum = Math.max(merged.minimum, Number(value));
      else if (key === "maximum" && typeof merged.maximum === "number") merged.maximum = Math.min(merged.maximum, Number(value));
      else if (key === "pattern" && type.t === "url") merged.pattern = value;
      else merged[key] = value;
    }
  }
  return merged;
}

function wireLiteral(ir: Ir, value: string | number | boolean, type: Type): unknown {
  if (type.t === "money") return Number(value) / 100;
  if (type.t === "enum") return ir.enums.find((e) => e.name === type.name)?.members.find((m) => m.name === value)?.wire ?? value;
  return type.t === "datetime" || type.t === "date" || type.t === "time" ? undefined : value;
}

export function schemaOf(ir: Ir, type: Type, side: Side, within: readonly string[] = []): Schema {
  const go = (t: Type): Schema => schemaOf(ir, t, side, within);
  switch (type.t) {
    case "bool":
      return { type: "boolean" };
    case "int":
      return { type: "integer" };
    case "float":
      return { type: "number" };
    case "money":
      return { type: "number", description: "(dollars, with at most two decimals)" };
    case "string":
    case "text":
    case "id":
      return { type: "string" };
    case "url":
      return { type: "string", ...(side === "input" ? { pattern: "^[A-Za-z][A-Za-z0-9+.-]*:[^\\s]+$" } : {}), description: "(a URL)" };
    case "datetime":
      return { type: "string", pattern: DATETIME, description: "(date and time, like 2026-07-14T09:30:00)" };
    case "date":
      return { type: "string", format: "date", description: "(a date, like 2026-07-14)" };
    case "time":
      return { type: "string", pattern: TIME, description: "(a time of day, like 09:30)" };
    case "duration":
      return { type: "integer", description: "(seconds)" };
    case "distance":
      return { type: "number", description: "(metres)" };
    case "point":
      return { type: "object", properties: { lat: { type: "number", minimum: -90, maximum: 90 }, lon: { type: "number", minimum: -180, maximum: 180 } }, required: ["lat", "lon"], additionalProperties: false };
    case "none":
    case "void":
    case "error":
    case "range":
      return { type: "null" };
    case "entity": {
      const entity = ir.entities.find((e) => e.name === type.name);
      if (!entity || entity.key.length <= 1) {
        const key = entity?.fields.find((f) => f.name === entity.key[0]);
        return key && key.type.t !== "id" && key.type.t !== "string" ? go(key.type) : { type: "string" };
      }
      return { type: "object", ...objectOf(entity.key.map((k) => ({ name: k, required: true, schema: go(entity.fields.find((f) => f.name === k)?.type ?? { t: "string" }) }))) };
    }
    case "set":
      return { type: "array", items: go({ t: "entity", name: type.of }) };
    case "enum":
      return enumSchema(ir, type.name);
    case "list":
      return { type: "array", items: go(type.of) };
    case "maybe":
      return nullable(go(type.of));
    case "dict":
      return { type: "object", additionalProperties: go(type.of) };
    case "slots": {
      const members = ir.enums.find((e) => e.name === type.key)?.members ?? [];
      return { type: "object", ...objectOf(members.map((m) => ({ name: m.wire, required: true, schema: go(type.of) }))) };
    }
    case "record":
      return { type: "object", ...objectOf(Object.entries(type.fields).map(([name, field]) => ({ name, required: side === "output" || field.t !== "maybe", schema: go(field) }))) };
    case "kind": {
      const kind = ir.kinds.find((k) => k.name === type.name);
      const cases = (kind?.cases ?? []).map((c) => ({
        type: "object",
        ...objectOf([{ name: "kind", required: true, schema: { type: "string", const: c.name } }, ...Object.entries(c.fields).map(([n, f]) => ({ name: n, required: true, schema: go(f) }))]),
      }));
      return { anyOf: cases };
    }
    case "view": {
      if (within.includes(type.name)) return { type: "object", description: `Another ${shortName(type.name)}, with the same fields.` };
      const view = ir.views.find((v) => v.name === type.name);
      const inner = [...within, type.name];
      return {
        type: "object",
        ...objectOf((view?.columns ?? []).map((c) => {
          const schema = schemaOf(ir, c.value.type, side, inner);
          return { name: c.name, required: true, schema: { ...schema, ...describe(c.doc, schema.description) } };
        })),
      };
    }
  }
}

function nullable(schema: Schema): Schema {
  if (typeof schema.type === "string" && !("enum" in schema) && !("const" in schema)) return { ...schema, type: [schema.type, "null"] };
  return { anyOf: [schema, { type: "null" }] };
}

function enumSchema(ir: Ir, name: string): Schema {
  const members = ir.enums.find((e) => e.name === name)?.members ?? [];
  const docs = members.filter((m) => m.doc !== undefined).map((m) => `${m.wire}: ${m.doc?.trim().replace(/\.$/, "")}`);
  return { type: "string", enum: members.map((m) => m.wire), ...(docs.length > 0 ? { description: `(${docs.join("; ")})` } : {}) };
}

/** The tool list in other people's formats: OpenAI (strict function tools), Anthropic, Gemini. */

import type { McpTool } from "./manifest.js";
import type { Schema } from "./schema.js";

export type ToolFormat = "openai" | "anthropic" | "gemini";

export function exportTools(tools: readonly McpTool[], format: ToolFormat): object[] {
  switch (format) {
    case "anthropic":
      return tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
    case "openai":
      return tools.map(({ name, description, inputSchema }) => ({ type: "function", name, description, strict: true, parameters: strict(inputSchema) }));
    case "gemini":
      return [{ functionDeclarations: tools.map(({ name, description, inputSchema }) => ({ name, description, ...geminiParameters(inputSchema) })) }];
  }
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null && !Array.isArray(value);

/** Keywords that strict mode does not take; what they demand is said in words, and checked when the call comes. */
const NOT_STRICT: Readonly<Record<string, (value: unknown) => string>> = {
  minLength: (n) => `at least ${String(n)} characters`,
  maxLength: (n) => `at most ${String(n)} characters`,
  uniqueItems: () => "no item twice",
  default: (value) => `${JSON.stringify(value)} when null`,
};

/** Strict mode: every property is required, what may be left out is nullable, objects are closed. */
function strict(schema: Schema): Schema {
  const result: Record<string, unknown> = {};
  const said: string[] = [];
  for (const [key, value] of Object.entries(schema)) {
    const say = NOT_STRICT[key];
    if (say) said.push(say(value));
    else if (key === "items" && isSchema(value)) result.items = strict(value);
    else if (key === "anyOf" && Array.isArray(value)) result.anyOf = value.map((v) => (isSchema(v) ? strict(v) : v));
    else if (key !== "properties" && key !== "required") result[key] = value;
  }
  if (isSchema(schema.properties)) {
    const required = new Set(Array.isArray(schema.required) ? (schema.required as string[]) : []);
    const properties = Object.entries(schema.properties as Record<string, Schema>).map(([name, property]) => [name, required.has(name) ? strict(property) : nullable(strict(property))] as const);
    result.properties = Object.fromEntries(properties);
    result.required = properties.map(([name]) => name);
    result.additionalProperties = false;
  }
  if (said.length > 0) result.description = [schema.description, `(${said.join("; ")})`].filter(Boolean).join(" ");
  return result;
}

function nullable(schema: Schema): Schema {
  if (typeof schema.type !== "string") return { anyOf: [schema, { type: "null" }] };
  const members = Array.isArray(schema.enum) ? { enum: [...(schema.enum as unknown[]), null] } : {};
  return { ...schema, type: [schema.type, "null"], ...members };
}

/** What Gemini's `Schema` knows (a subset of OpenAPI 3.0). A tool without parameters has none. */
const GEMINI: ReadonlySet<string> = new Set(["description", "enum", "format", "minItems", "maxItems", "minimum", "maximum", "minLength", "maxLength", "pattern", "required"]);
const GEMINI_FORMATS: ReadonlySet<unknown> = new Set(["enum", "date-time", "float", "double", "int32", "int64"]);

function geminiParameters(schema: Schema): { parameters?: Schema } {
  const properties = isSchema(schema.properties) ? Object.keys(schema.properties) : [];
  return properties.length === 0 ? {} : { parameters: gemini(schema) };
}

function gemini(schema: Schema): Schema {
  const types = Array.isArray(schema.type) ? (schema.type as string[]) : [schema.type];
  const type = types.find((t) => t !== "null");
  const result: Record<string, unknown> = typeof type === "string" ? { type: type.toUpperCase() } : {};
  if (types.includes("null")) result.nullable = true;
  for (const [key, value] of Object.entries(schema)) {
    if (key === "items" && isSchema(value)) result.items = gemini(value);
    else if (key === "properties" && isSchema(value)) result.properties = Object.fromEntries(Object.entries(value as Record<string, Schema>).map(([name, property]) => [name, gemini(property)]));
    else if (key === "anyOf" && Array.isArray(value)) result.anyOf = value.filter(isSchema).map(gemini);
    else if (key === "exclusiveMinimum" && typeof value === "number" && type === "integer") result.minimum = value + 1;
    else if (key === "exclusiveMaximum" && typeof value === "number" && type === "integer") result.maximum = value - 1;
    else if (key === "format" && !GEMINI_FORMATS.has(value)) continue;
    else if (GEMINI.has(key)) result[key] = value;
  }
  return result;
}

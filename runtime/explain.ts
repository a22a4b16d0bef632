/** Turns Ajv's errors into sentences about arguments: what was expected, what came, what was probably meant. */

import type { ErrorObject } from "ajv/dist/2020.js";
import { isObject } from "./codec.js";
import { alternatives, article, quote } from "./quote.js";
import { closestTo } from "./suggest.js";

type Schema = Record<string, unknown>;

/** `/flights/0/day` → `` `flights[0].day` ``. */
function named(pointer: string, last?: string): string {
  const steps = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"));
  if (last !== undefined) steps.push(last);
  return `\`${pathText(steps)}\``;
}

/** `["flights", 0, "day"]` → `flights[0].day`. */
export function pathText(steps: readonly (string | number)[]): string {
  let text = "";
  for (const step of steps) {
    const part = String(step).length > 60 ? `${String(step).slice(0, 59)}…` : String(step);
    text += /^\d+$/.test(part) && text !== "" ? `[${part}]` : text === "" ? part : `.${part}`;
  }
  return text;
}

const NOUNS: Readonly<Record<string, string>> = {
  string: "string",
  integer: "whole number",
  number: "number",
  boolean: "boolean",
  object: "object",
  array: "list",
  null: "null",
};

const PLURALS: Readonly<Record<string, string>> = {
  string: "strings",
  integer: "whole numbers",
  number: "numbers",
  boolean: "booleans",
  object: "objects",
  array: "lists",
};

/** What a schema asks for, in words: `a list of strings`. */
function wanted(schema: Schema): string {
  const types = Array.isArray(schema["type"]) ? (schema["type"] as string[]) : [schema["type"] as string];
  return alternatives(
    types.map((type) => {
      if (type === "null") return "null";
      if (type === "boolean") return "true or false";
      if (type === "array") {
        const items = schema["items"];
        const of = isObject(items) ? PLURALS[items["type"] as string] : undefined;
        return of === undefined ? "a list" : `a list of ${of}`;
      }
      return article(NOUNS[type] ?? "value");
    }),
  );
}

function count(n: unknown, noun: string): string {
  return `${String(n)} ${noun}${n === 1 ? "" : "s"}`;
}

function sentence(error: ErrorObject): string {
  const { keyword, params, data, instancePath: at } = error as ErrorObject<string, Record<string, unknown>>;
  const schema = (error.parentSchema ?? {}) as Schema;
  const got = quote(data);
  const say = (what: string): string => `${at === "" ? "The arguments" : named(at)}: ${what}, got ${got}.`;
  switch (keyword) {
    case "required":
    case "dependentRequired":
      return `${named(at, params["missingProperty"] as string)}: missing.`;
    case "type":
      return say(`expected ${wanted(schema)}`);
    case "minimum":
      return say(`must be ≥ ${String(params["limit"])}`);
    case "maximum":
      return say(`must be ≤ ${String(params["limit"])}`);
    case "exclusiveMinimum":
      return say(`must be > ${String(params["limit"])}`);
    case "exclusiveMaximum":
      return say(`must be < ${String(params["limit"])}`);
    case "multipleOf":
      return say(`must be a multiple of ${String(params["multipleOf"])}`);
    case "minLength":
      return say(`must have at least ${count(params["limit"], "character")}`);
    case "maxLength":
      return `${named(at)}: must have at most ${count(params["limit"], "character")}, has ${(data as string).length}.`;
    case "minItems":
      return say(`must have at least ${count(params["limit"], "element")}`);
    case "maxItems":
      return `${named(at)}: must have at most ${count(params["limit"], "element")}, has ${(data as unknown[]).length}.`;
    case "uniqueItems":
      return say("must not name anything twice");
    case "pattern":
      return say(`must match ${String(params["pattern"])}`);
    case "const":
      return say(`must be ${quote(params["allowedValue"])}`);
    case "enum": {
      const allowed = params["allowedValues"] as unknown[];
      const texts = allowed.filter((value) => typeof value === "string");
      const near = typeof data === "string" ? closestTo(data, texts) : null;
      const hint = near === null ? "" : ` Did you mean ${quote(near)}?`;
      const shown = allowed.slice(0, 20).map(quote);
      return say(`must be one of ${shown.join(", ")}${allowed.length > 20 ? ", …" : ""}`) + hint;
    }
    default:
      return say("does not fit the tool's schema");
  }
}

/** A key that no property explains. */
function unknownKey(error: ErrorObject, args: readonly string[]): string {
  const name = String((error.params as Record<string, unknown>)["additionalProperty"] ?? "");
  const top = error.instancePath === "";
  const properties = (error.parentSchema as Schema | undefined)?.["properties"];
  const known = top ? args : isObject(properties) ? Object.keys(properties) : [];
  const near = closestTo(name, known);
  const what = top ? "Unknown argument" : `${named(error.instancePath)}: unknown field`;
  const shown = `\`${name.length > 60 ? `${name.slice(0, 59)}…` : name}\``;
  if (near !== null) return `${what} ${shown}; did you mean \`${near}\`?`;
  if (known.length === 0) return top ? `${what} ${shown}: this tool takes none.` : `${what} ${shown}.`;
  return `${what} ${shown}; known: ${known
    .slice(0, 10)
    .map((key) => `\`${key}\``)
    .join(", ")}.`;
}

/**
 * Sentences for a failed validation. Where alternatives (`anyOf`, `oneOf`) failed, the branch that is only about `null`
 * says nothing, and the alternative itself speaks only when no branch does.
 */
export function explain(errors: readonly ErrorObject[], args: readonly string[]): string[] {
  const sentences: string[] = [];
  const alternative = (error: ErrorObject): boolean => error.keyword === "anyOf" || error.keyword === "oneOf";
  for (const error of errors) {
    if (alternative(error) || error.keyword === "if") continue;
    if (error.keyword === "type" && (error.params as { type: unknown }).type === "null" && errors.length > 1) continue;
    const extra = error.keyword === "additionalProperties" || error.keyword === "unevaluatedProperties";
    sentences.push(extra ? unknownKey(error, args) : sentence(error));
  }
  if (sentences.length === 0) for (const error of errors) sentences.push(sentence(error));
  return sentences;
}

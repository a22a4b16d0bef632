/**
 * Checks arguments against a tool's input schema and says what is wrong so that an agent can mend it. Ajv decides
 * whether a call is well-formed; the sentences are ours. Hostile input (cycles, 100,000 levels, a megabyte of text, keys
 * like `__proto__`, getters that throw) is an answer like any other, never an exception.
 */

import type { Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { loadAjv } from "./ajv.js";
import { isObject } from "./codec.js";
import { explain } from "./explain.js";
import { shorten } from "./quote.js";

/** Problems named in one message. */
const MOST_PROBLEMS = 5;
/** Arguments with more values than this are reported up to the first problem only. */
const SMALL = 500;

let first: Ajv2020 | null = null;
let every: Ajv2020 | null = null;

function engine(allErrors: boolean): Ajv2020 {
  const Ajv = loadAjv();
  return new Ajv({
    allErrors,
    verbose: true,
    messages: false,
    strict: false,
    logger: false,
    validateFormats: false,
    // Keys like `constructor` must be the object's own.
    ownProperties: true,
    // 0.07 is a multiple of 0.01.
    multipleOfPrecision: 6,
  });
}

/** Puts problems into one message: each a sentence, duplicates dropped, at most five. */
export function problemsMessage(problems: readonly string[]): string {
  const distinct = [...new Set(problems)];
  const shown = distinct.slice(0, MOST_PROBLEMS).map((problem) => shorten(problem, 600));
  if (distinct.length > MOST_PROBLEMS) shown.push(`(${distinct.length - MOST_PROBLEMS} more problems.)`);
  return shown.join(" ");
}

/** True where a value has few parts; gives up counting early, so cycles and depth do no harm. */
function isSmall(value: unknown): boolean {
  const todo: unknown[] = [value];
  let count = 0;
  while (todo.length > 0) {
    if (++count > SMALL) return false;
    const next = todo.pop();
    if (typeof next === "string" && next.length > 100_000) return false;
    if (typeof next !== "object" || next === null) continue;
    const parts = Array.isArray(next) ? next : Object.values(next);
    if (parts.length > SMALL) return false;
    for (const part of parts) todo.push(part);
  }
  return true;
}

/** The validator of one tool; compiles at its first use. */
export class Validator {
  private quick: ValidateFunction | null = null;
  private thorough: ValidateFunction | null = null;

  constructor(private readonly schema: object) {}

  /** Null where the arguments are well-formed, else what is wrong. Throws only where the schema itself is broken. */
  check(args: unknown): string | null {
    this.quick ??= (first ??= engine(false)).compile(this.schema);
    try {
      if (!isObject(args)) return "The arguments must be an object with one field per argument.";
      if (this.quick(args)) return null;
      let errors: readonly ErrorObject[] = this.quick.errors ?? [];
      if (isSmall(args)) {
        this.thorough ??= (every ??= engine(true)).compile(this.schema);
        this.thorough(args);
        errors = this.thorough.errors ?? errors;
        this.thorough.errors = null;
      }
      this.quick.errors = null;
      return problemsMessage(explain(errors, Object.keys((this.schema as { properties?: object }).properties ?? {})));
    } catch {
      return "The arguments cannot be read: they are nested too deeply, or not plain JSON.";
    }
  }
}

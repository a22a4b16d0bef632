/** Arguments of a call as a person types them: `name=value`. */

import { usageProblem } from "./problems.js";

/** Of a tool's input schema: what each argument looks like. */
export type Properties = Readonly<Record<string, { readonly type?: string; readonly enum?: readonly string[] }>>;

/** `name=value` arguments over those of a file. A value is JSON where it parses as JSON and the tool does not want a text. */
export function withPairs(base: unknown, pairs: readonly string[], properties: Properties): Record<string, unknown> {
  if (base !== undefined && (typeof base !== "object" || base === null || Array.isArray(base))) throw usageProblem("U102", "The arguments of `--args` are not an object, so `name=value` cannot be added to them.");
  const args = Object.assign(Object.create(null) as Record<string, unknown>, base);
  for (const pair of pairs) {
    const cut = pair.indexOf("=");
    if (cut <= 0) throw usageProblem("U104", `\`${pair.slice(0, 60)}\` is not of the form name=value.`);
    const name = pair.slice(0, cut);
    const text = pair.slice(cut + 1);
    let value: unknown = text;
    try {
      value = JSON.parse(text) as unknown;
    } catch {
      // Not JSON: the text itself.
    }
    const wantsText = Object.hasOwn(properties, name) && properties[name]?.type === "string";
    args[name] = wantsText && typeof value !== "string" ? text : value;
  }
  return args;
}

/** Words of a line: separated by blanks, but not inside quotes or brackets. */
export function splitWords(line: string): string[] {
  const words: string[] = [];
  let word = "";
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line.charAt(i);
    if (quoted && c === "\\") word += c + line.charAt(++i);
    else if (c === " " && !quoted && depth === 0) {
      if (word !== "") words.push(word);
      word = "";
    } else {
      if (c === '"') quoted = !quoted;
      else if (!quoted && (c === "[" || c === "{")) depth += 1;
      else if (!quoted && (c === "]" || c === "}")) depth = Math.max(0, depth - 1);
      word += c;
    }
  }
  return word === "" ? words : [...words, word];
}

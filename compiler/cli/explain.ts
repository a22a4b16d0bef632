/** `explain CODE`: a diagnostic at length. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closestTo } from "../../runtime/suggest.js";
import { CODES, type Code } from "../diagnostics/codes.js";
import { print, printJson } from "./io.js";
import { DIST } from "./paths.js";
import { CLEAN, usageProblem } from "./problems.js";

/** Prints the page of a code (`W301`) or of a diagnostic's name (`unknown-name`). */
export function explain(asked: string, options: { readonly json?: boolean }): number {
  const keys = Object.keys(CODES) as Code[];
  const key = keys.find((k) => k === asked || CODES[k].code === asked.toUpperCase());
  if (key === undefined) {
    const near = closestTo(asked, [...keys, ...keys.map((k) => CODES[k].code)]);
    throw usageProblem("U106", `\`${asked.slice(0, 60)}\` is no diagnostic.`, near === null ? "Codes look like W301, names like unknown-name." : `Did you mean \`${near}\`?`);
  }
  const { code, severity, title } = CODES[key];
  const page = readFileSync(join(DIST, "..", "docs", "diagnostics", `${code}.md`), "utf8");
  if (options.json) printJson({ code, name: key, severity, title, page });
  else print(page.replace(/^<!-- (wrong|right)(?: .*)? -->$/gm, (_all, word: string) => (word === "wrong" ? "Wrong:" : "Right:")).trimEnd());
  return CLEAN;
}

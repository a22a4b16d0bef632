/** Formatting a text, with a check that it still says the same. */

import { format, type Plugin } from "prettier";
import type { ParseResult } from "../../grammar/ast.js";
import { parse } from "../../grammar/parser.js";
import * as plugin from "./plugin.js";

/** What a text says: its tree without places, and its comments. */
function meaning({ file, comments }: ParseResult): string {
  const placeless = (key: string, value: unknown): unknown => (key === "span" || key === "pathSpan" ? undefined : value);
  return JSON.stringify([file.declarations, comments.map((c) => c.text.trimEnd())], placeless);
}

/**
 * The text in the one style. It has to be free of syntax errors. Throws where the formatted text would say something else,
 * which would be a defect of the printers.
 */
export async function formatText(text: string): Promise<string> {
  const before = parse(text);
  const formatted = await format(text, { parser: "world", plugins: [plugin as Plugin] });
  const after = parse(formatted);
  if (after.errors.length > 0 || meaning(after) !== meaning(before)) throw new Error("the formatted text would say something else, so the file was left as it is");
  return formatted;
}

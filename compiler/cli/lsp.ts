/** `lsp --stdio`: a language server for one editor. */

import { serveEditor } from "../lsp/server.js";
import { usageProblem } from "./problems.js";

export async function lsp(options: { readonly stdio?: boolean }): Promise<number> {
  if (!options.stdio) throw usageProblem("U107", "Say how to serve.", "Add `--stdio`.");
  return serveEditor(process.stdin, process.stdout);
}

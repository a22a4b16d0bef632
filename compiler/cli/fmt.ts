/** `fmt`: puts files into the one style. */

import { formatText } from "../format/format.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { toJson } from "../diagnostics/render.js";
import { syntaxDiagnostics } from "../load.js";
import { sourceText } from "../source.js";
import { parse } from "../../grammar/parser.js";
import { absolute, commandHost, print, printJson, readInput, reportDiagnostics } from "./io.js";
import { writeOutput } from "./outputs.js";
import { CLEAN, FINDINGS } from "./problems.js";

export interface FmtOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** What became of a file. */
type Status = "formatted" | "unchanged" | "unformatted" | "broken";

/** `fmt FILE…`: formats in place, or only looks (`--check`). `-` is standard input, whose formatted text is printed. */
export async function fmt(files: readonly string[], options: FmtOptions): Promise<number> {
  const host = commandHost();
  const results: { readonly file: string; readonly status: Status; readonly text?: string }[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const text = readInput(file, "The source");
    const piped = file === "-";
    const source = piped ? sourceText("standard input", "-", text) : sourceText(host.show(absolute(file)), absolute(file), text);
    const { errors } = parse(text);
    if (errors.length > 0) {
      diagnostics.push(...syntaxDiagnostics(source, errors));
      results.push({ file, status: "broken" });
      continue;
    }
    const formatted = await formatText(text);
    const changed = formatted !== text;
    if (options.check) {
      results.push({ file, status: changed ? "unformatted" : "unchanged" });
      continue;
    }
    if (changed && !piped) writeOutput(file, formatted);
    results.push({ file, status: changed ? "formatted" : "unchanged", ...(piped ? { text: formatted } : {}) });
  }
  if (options.json) printJson({ files: results, diagnostics: diagnostics.map(toJson) });
  else report(results, diagnostics);
  return results.some(({ status }) => status === "broken" || status === "unformatted") ? FINDINGS : CLEAN;
}

function report(results: readonly { readonly file: string; readonly status: Status; readonly text?: string }[], diagnostics: readonly Diagnostic[]): void {
  for (const { file, status, text } of results) {
    if (text !== undefined) process.stdout.write(text);
    else if (status === "formatted") print(`formatted ${file}`);
    else if (status === "unformatted") print(`not formatted: ${file}`);
  }
  reportDiagnostics(diagnostics, "pretty", "stderr");
  const quiet = results.every(({ status, text }) => status === "unchanged" && text === undefined);
  if (quiet) print(results.length === 1 ? `\`${results[0]!.file}\` is formatted.` : `${results.length} files are formatted.`);
}

/** `check FILE…`: diagnostics only; `--fix` applies the fixes they carry. */

import { readFileSync } from "node:fs";
import { compile } from "../program.js";
import { repair } from "../repair.js";
import { absolute, commandHost, print, printError, reportDiagnostics, type Format } from "./io.js";
import { writeOutput } from "./outputs.js";
import { CLEAN, FINDINGS } from "./problems.js";

export interface CheckOptions {
  readonly format: Format;
  readonly fix: boolean;
}

export function check(files: readonly string[], options: CheckOptions): number {
  if (options.fix) fixAll(files.map(absolute), options.format);
  const diagnostics = files.flatMap((file) => compile(commandHost(), absolute(file)).diagnostics);
  reportDiagnostics(diagnostics, options.format, "stdout");
  const noisy = diagnostics.some((d) => d.severity !== "hint");
  if (options.format === "pretty" && !noisy) print(`${files.length === 1 ? `\`${files[0]}\` is` : `${files.length} files are`} clean.`);
  return noisy ? FINDINGS : CLEAN;
}

/** Applies fixes in memory; what became no worse is written, file by file. */
function fixAll(paths: readonly string[], format: Format): void {
  const disk = commandHost();
  const { edited, applied } = repair(disk, paths);
  const changed = [...edited].filter(([path, text]) => readFileSync(path, "utf8") !== text);
  for (const [path, text] of changed) writeOutput(disk.show(path), text);
  if (format === "pretty" && applied > 0) printError(`${applied} fix${applied === 1 ? "" : "es"} applied in ${changed.map(([path]) => disk.show(path)).join(", ")}.`);
}

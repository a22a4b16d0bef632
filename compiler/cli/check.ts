/** `check FILE…`: diagnostics only; `--fix` applies the fixes they carry. */

import { readFileSync } from "node:fs";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { applyFixes, fixesByFile } from "../fixes.js";
import { replaceFile } from "../output.js";
import { compile } from "../program.js";
import type { Host } from "../source.js";
import { absolute, commandHost, print, printError, reportDiagnostics, type Format } from "./io.js";
import { CLEAN, FINDINGS } from "./problems.js";

export interface CheckOptions {
  readonly format: Format;
  readonly fix: boolean;
}

/** A fix may uncover the next mistake, so fixing goes on for a few rounds. */
const MAX_ROUNDS = 10;

export function check(files: readonly string[], options: CheckOptions): number {
  if (options.fix) fixAll(files.map(absolute), options.format);
  const diagnostics = files.flatMap((file) => compile(commandHost(), absolute(file)).diagnostics);
  reportDiagnostics(diagnostics, options.format, "stdout");
  const noisy = diagnostics.some((d) => d.severity !== "hint");
  if (options.format === "pretty" && !noisy) print(`${files.length === 1 ? `\`${files[0]}\` is` : `${files.length} files are`} clean.`);
  return noisy ? FINDINGS : CLEAN;
}

/** Applies fixes in memory round by round; what became no worse is written, file by file. */
function fixAll(paths: readonly string[], format: Format): void {
  const edited = new Map<string, string>();
  const disk = commandHost();
  const host: Host = {
    ...disk,
    read: (path, limit) => {
      const text = edited.get(path);
      return text === undefined ? disk.read(path, limit) : { text };
    },
  };
  const diagnose = (): readonly Diagnostic[] => paths.flatMap((path) => compile(host, path).diagnostics);
  let current = diagnose();
  let applied = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = new Map(edited);
    let here = 0;
    for (const [path, fixes] of fixesByFile(current)) {
      const source = fixes[0]?.place.source;
      if (!source || source.name.startsWith("std/")) continue;
      const result = applyFixes(source.text, fixes);
      edited.set(path, result.text);
      here += result.applied;
    }
    if (here === 0) break;
    const next = diagnose();
    if (countErrors(next) > countErrors(current)) {
      edited.clear();
      for (const [path, text] of before) edited.set(path, text);
      break;
    }
    applied += here;
    current = next;
  }
  const changed = [...edited].filter(([path, text]) => readFileSync(path, "utf8") !== text);
  for (const [path, text] of changed) replaceFile(path, text);
  if (format === "pretty" && applied > 0) printError(`${applied} fix${applied === 1 ? "" : "es"} applied in ${changed.map(([path]) => disk.show(path)).join(", ")}.`);
}

function countErrors(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter((d) => d.severity === "error").length;
}

/** Applies the fixes of whole programs, round by round, in memory. */

import type { Diagnostic } from "./diagnostics/diagnostic.js";
import { applyFixes, fixesByFile } from "./fixes.js";
import { compile } from "./program.js";
import type { Host } from "./source.js";

/** A fix may uncover the next mistake, so fixing goes on for a few rounds. */
const MAX_ROUNDS = 10;

/** The texts of the files that fixes change, and how many were applied. A round that adds errors is taken back. */
export function repair(given: Host, paths: readonly string[]): { readonly edited: ReadonlyMap<string, string>; readonly applied: number } {
  const edited = new Map<string, string>();
  const host: Host = {
    ...given,
    read: (path, limit) => {
      const text = edited.get(path);
      return text === undefined ? given.read(path, limit) : { text };
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
  return { edited, applied };
}

function countErrors(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter((d) => d.severity === "error").length;
}

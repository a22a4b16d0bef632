/** The front end as one call: entry path in, diagnostics and IR out. */

import { bind } from "./bind.js";
import { check } from "./check/check.js";
import type { Recorder } from "./check/record.js";
import { foldRepetitions, hasErrors, sortDiagnostics, type Diagnostic } from "./diagnostics/diagnostic.js";
import { load } from "./load.js";
import type { Ir } from "./ir.js";
import type { Host, SourceText } from "./source.js";
import { isTroubled, type Module } from "./symbols.js";

export interface Compiled {
  /** In order of file and position. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
  /** Every file that was read or looked for: sources, corpora, policies. What a watcher watches. */
  readonly inputs: readonly string[];
  /** Present when there is no error. */
  readonly ir?: Ir;
}

/** True where a diagnostic stands in something that has a syntax error: what it says is probably only its consequence. */
function inTrouble(d: Diagnostic, modules: readonly Module[]): boolean {
  const module = modules.find((m) => m.source.path === d.place.source.path);
  return module !== undefined && isTroubled(module, { start: d.place.start, end: d.place.start + 1 });
}

/** Checks the world that `path` (absolute) declares. Never throws for bad input. `recorder` is told what names mean. */
export function compile(given: Host, path: string, recorder?: Recorder): Compiled {
  const inputs = new Set<string>();
  const host: Host = {
    ...given,
    read: (file, limit) => {
      inputs.add(file);
      return given.read(file, limit);
    },
  };
  const loaded = load(host, path);
  const { entry } = loaded;
  if (!entry) return { diagnostics: sortDiagnostics(loaded.diagnostics, loaded.sources), sources: loaded.sources, inputs: [...inputs] };
  const bound = bind({ ...loaded, entry });
  const checked = check(host, bound.bound, hasErrors(loaded.diagnostics) || hasErrors(bound.diagnostics), recorder);
  const meant = [...bound.diagnostics, ...checked.diagnostics].filter((d) => !inTrouble(d, loaded.modules));
  const sorted = sortDiagnostics([...loaded.diagnostics, ...meant], loaded.sources);
  const diagnostics = foldRepetitions(sorted, hasErrors(loaded.diagnostics));
  return { diagnostics, sources: loaded.sources, inputs: [...inputs], ...(checked.ir && !hasErrors(diagnostics) ? { ir: checked.ir } : {}) };
}

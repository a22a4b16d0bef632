/** The front end as one call: entry path in, diagnostics and IR out. */

import { bind } from "./bind.js";
import { check } from "./check/check.js";
import { hasErrors, sortDiagnostics, type Diagnostic } from "./diagnostics/diagnostic.js";
import { load } from "./load.js";
import type { Ir } from "./ir.js";
import type { Host, SourceText } from "./source.js";

export interface Compiled {
  /** In order of file and position. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: readonly SourceText[];
  /** Present when there is no error. */
  readonly ir?: Ir;
}

/** Checks the world that `path` (absolute) declares. Never throws for bad input. */
export function compile(host: Host, path: string): Compiled {
  const loaded = load(host, path);
  const { entry } = loaded;
  if (!entry) return { diagnostics: sortDiagnostics(loaded.diagnostics, loaded.sources), sources: loaded.sources };
  const bound = bind({ ...loaded, entry });
  const checked = check(host, bound.bound, hasErrors(loaded.diagnostics) || hasErrors(bound.diagnostics));
  const diagnostics = sortDiagnostics([...loaded.diagnostics, ...bound.diagnostics, ...checked.diagnostics], loaded.sources);
  return { diagnostics, sources: loaded.sources, ...(checked.ir && !hasErrors(diagnostics) ? { ir: checked.ir } : {}) };
}

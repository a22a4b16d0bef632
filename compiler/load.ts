/** From an entry path to parsed modules, imports first. */

import { parse } from "../grammar/parser.js";
import type { ImportNode, SyntaxDiagnostic } from "../grammar/ast.js";
import { diagnostic, type Diagnostic, type Place } from "./diagnostics/diagnostic.js";
import { MAX_SOURCE_BYTES, resolveImport, sourceText, type Host, type ReadProblem, type SourceText } from "./source.js";
import type { Module } from "./symbols.js";

export interface Loaded {
  readonly modules: readonly Module[];
  readonly sources: readonly SourceText[];
  readonly entry?: Module;
  readonly diagnostics: Diagnostic[];
  /** Which module an import statement names; absent where it could not be loaded. */
  readonly targets: ReadonlyMap<ImportNode, Module>;
}

/** The diagnostic for a file that could not be read, at the place that asked for it. */
export function readProblem(problem: ReadProblem, shown: string, place: Place, limit: string): Diagnostic {
  switch (problem) {
    case "missing":
      return diagnostic("file-not-found", place, { path: shown });
    case "directory":
      return diagnostic("file-is-directory", place, { path: shown });
    case "binary":
      return diagnostic("file-not-text", place, { path: shown });
    case "too-large":
      return diagnostic("file-too-large", place, { path: shown, limit });
    case "unreadable":
      return diagnostic("file-unreadable", place, { path: shown });
  }
}

/** The diagnostics for the syntax errors of a source. */
export function syntaxDiagnostics(source: SourceText, errors: readonly SyntaxDiagnostic[]): Diagnostic[] {
  return errors.map((error) => {
    const place = { source, start: error.span.start, end: error.span.end };
    const fix = error.fix && { title: "Apply", place: { source, start: error.fix.span.start, end: error.fix.span.end }, text: error.fix.text };
    return diagnostic(error.code, place, { message: error.message }, { ...(error.hint === undefined ? {} : { hint: error.hint }), ...(fix ? { fix } : {}) });
  });
}

/** Loads `entryPath` (absolute) and everything it imports. A file that fails to load is reported once, where it is asked for. */
export function load(host: Host, entryPath: string): Loaded {
  const diagnostics: Diagnostic[] = [];
  const modules: Module[] = [];
  const sources: SourceText[] = [];
  const byPath = new Map<string, Module | "failed">();
  const targets = new Map<ImportNode, Module>();
  const chain: string[] = [];

  const loadOne = (path: string, asked: Place | null, standard?: string): Module | null => {
    const known = byPath.get(path);
    if (known === "failed") return null;
    if (chain.includes(path)) {
      const cycle = [...chain.slice(chain.indexOf(path)), path].map((p) => host.show(p)).join(" → ");
      if (asked) diagnostics.push(diagnostic("import-cycle", asked, { path: host.show(path), chain: cycle }));
      return null;
    }
    if (known) return known;
    const shown = standard === undefined ? host.show(path) : `std/${standard}.world`;
    const result = host.read(path, MAX_SOURCE_BYTES);
    if ("problem" in result) {
      byPath.set(path, "failed");
      const nowhere: Place = { source: sourceText(shown, path, ""), start: 0, end: 0 };
      diagnostics.push(readProblem(result.problem, shown, asked ?? nowhere, "4 MB"));
      if (!asked) sources.push(nowhere.source);
      return null;
    }
    const source = sourceText(shown, path, result.text.replace(/^\uFEFF/, " "));
    sources.push(source);
    const parsed = host.parse?.(path, source.text) ?? parse(source.text);
    diagnostics.push(...syntaxDiagnostics(source, parsed.errors));
    chain.push(path);
    for (const node of parsed.file.declarations) {
      if (node.kind !== "import") continue;
      const place = { source, start: node.pathSpan.start, end: node.pathSpan.end };
      const isStandard = node.path.startsWith("std/");
      const target = isStandard ? host.standard(node.path) : resolveImport(path, node.path);
      if (target === null || (isStandard && "problem" in host.read(target, MAX_SOURCE_BYTES))) {
        diagnostics.push(diagnostic("unknown-module", place, { name: node.path }));
        continue;
      }
      const loaded = loadOne(target, place, isStandard ? node.path.slice(4) : undefined);
      if (!loaded) continue;
      targets.set(node, loaded);
    }
    chain.pop();
    const module: Module = {
      index: sources.indexOf(source), source, file: parsed.file, declared: new Map(), imported: new Map(), unresolved: new Set(),
      ...(standard === undefined ? {} : { standard }),
    };
    byPath.set(path, module);
    modules.push(module);
    return module;
  };

  const entry = loadOne(entryPath, null);
  return { modules, sources, diagnostics, targets, ...(entry ? { entry } : {}) };
}

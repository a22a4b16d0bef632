/** Files as the compiler sees them: where text comes from, and how offsets become lines and columns. */

import type { ParseResult } from "../grammar/ast.js";
import { readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** Why a file could not be read. */
export type ReadProblem = "missing" | "directory" | "binary" | "too-large" | "unreadable";

export type ReadResult = { readonly text: string } | { readonly problem: ReadProblem };

/** The largest `.world` source, in bytes. A world of a thousand tools is well below it. */
export const MAX_SOURCE_BYTES = 4_000_000;
/** The largest corpus, in bytes. */
export const MAX_CORPUS_BYTES = 64_000_000;

/** Where the compiler reads from. Tests give one that lives in memory. */
export interface Host {
  read(path: string, limit: number): ReadResult;
  /** The path a file or corpus is shown by: relative where that is shorter, always with `/`. */
  show(path: string): string;
  /** The path of a standard module (`std/text`), or null. */
  standard(name: string): string | null;
  /** What `make` gave when last asked for this key, where the host can remember across runs. */
  remember?(key: string, make: () => string): string;
  /** What the parser gives for a text, where the host keeps trees. */
  parse?(path: string, text: string): ParseResult;
}

/** Reads the file system; `std/…` resolves into `stdlibDir`. */
export function fileHost(stdlibDir: string, cwd: string): Host {
  return {
    read(path, limit) {
      try {
        const stat = statSync(path);
        if (stat.isDirectory()) return { problem: "directory" };
        if (!stat.isFile()) return { problem: "unreadable" };
      if (stat.size > limit) return { problem: "too-large" };
        const bytes = readFileSync(path);
        if (bytes.includes(0)) return { problem: "binary" };
        return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
      } catch (error) {
        const code = (error as { code?: string }).code;
        if (code === "ENOENT" || code === "ENOTDIR") return { problem: "missing" };
        return { problem: error instanceof TypeError ? "binary" : "unreadable" };
      }
    },
    show(path) {
      const near = relative(cwd, path);
      return (near === "" || near.startsWith(`..${sep}..`) ? path : near).split(sep).join("/");
    },
    standard(name) {
      return /^std\/[a-z_]+$/.test(name) ? join(stdlibDir, `${name.slice(4)}.world`) : null;
    },
  };
}

/** A host over a map of absolute paths to texts, for tests and editors. */
export function memoryHost(files: Readonly<Record<string, string>>, stdlibDir = "/std"): Host {
  return {
    read(path) {
      const text = files[path];
      return text === undefined ? { problem: "missing" } : { text };
    },
    show: (path) => path.replace(/^\//, ""),
    standard: (name) => (/^std\/[a-z_]+$/.test(name) ? `${stdlibDir}/${name.slice(4)}.world` : null),
  };
}

export function resolveImport(from: string, path: string): string {
  return resolve(dirname(from), path);
}

/** A text and its lines. */
export interface SourceText {
  /** As shown in diagnostics and `src` fields. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly lineStarts: readonly number[];
}

export function sourceText(name: string, path: string, text: string): SourceText {
  const lineStarts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) lineStarts.push(i + 1);
  return { name, path, text, lineStarts };
}

/** Line and column of an offset, both from 1; columns count UTF-16 units. */
export function position(source: SourceText, offset: number): { line: number; column: number } {
  let low = 0;
  let high = source.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((source.lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (source.lineStarts[low] ?? 0) + 1 };
}

export function lineText(source: SourceText, line: number): string {
  const start = source.lineStarts[line - 1] ?? source.text.length;
  const end = source.lineStarts[line] ?? source.text.length + 1;
  return source.text.slice(start, end - 1).replace(/\r$/, "");
}

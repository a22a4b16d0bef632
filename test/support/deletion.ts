import { readFileSync } from "node:fs";
import { compile } from "../../compiler/program.js";
import { fileHost } from "../../compiler/source.js";
import { scan } from "../../grammar/scan.js";

/** What `check` says of a file when single tokens are taken out. */
export interface Deletion {
  readonly token: string;
  readonly offset: number;
  readonly errors: readonly string[];
}

/** Deletes the tokens whose number `chosen` accepts, one at a time, and counts the errors of each text. */
export function deletions(path: string, stdlib: string, chosen: (index: number) => boolean): Deletion[] {
  const text = readFileSync(path, "utf8");
  const memory = new Map<string, string>();
  const disk = fileHost(stdlib, process.cwd());
  const remember = (key: string, make: () => string): string => {
    const known = memory.get(key) ?? make();
    memory.set(key, known);
    return known;
  };
  return scan(text).tokens.flatMap((token, index): Deletion[] => {
    if (!chosen(index) || token.image === "") return [];
    const end = token.startOffset + token.image.length;
    const without = text.slice(0, token.startOffset) + text.slice(end);
    const { diagnostics } = compile({ ...disk, remember, read: (p, limit) => (p === path ? { text: without } : disk.read(p, limit)) }, path);
    const errors = diagnostics.filter((d) => d.severity === "error").map((d) => `${d.code} ${d.message}`);
    return [{ token: token.image, offset: token.startOffset, errors }];
  });
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

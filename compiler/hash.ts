/** The two hashes of a world: of its meaning, which snapshots and logs bind to, and of its sources. */

import { createHash } from "node:crypto";
import type { Ir, IrTask } from "./ir.js";
import type { SourceText } from "./source.js";

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** Without spans, documentation, tests, tasks and the names of files: what they change, no run can show. */
export function semanticHash(ir: Ir): string {
  const { files: _files, tests: _tests, tasks: _tasks, corpora, ...meaning } = ir;
  const data = corpora.map(({ name, type, value }) => ({ name, type, value }));
  return digest(JSON.stringify(meaning, withoutPlaces) + JSON.stringify(data));
}

/** Of one task: what its goal, plans and set-up mean. */
export function taskHash(ir: Ir, task: IrTask): string {
  return digest(semanticHash(ir) + JSON.stringify(task, withoutPlaces));
}

/** Spans are triples, documentation and wordings are texts: anything else of that name is a field of the world. */
function withoutPlaces(key: string, value: unknown): unknown {
  if ((key === "at" || key === "edges") && Array.isArray(value)) return undefined;
  if ((key === "doc" || key === "text") && typeof value === "string") return undefined;
  return value;
}

/** Of the texts of all files, in order of loading. */
export function sourceHash(sources: readonly SourceText[]): string {
  return digest(sources.map((s) => `${s.name}\0${s.text}`).join("\0"));
}

/** The outline of a file, and what of it can be folded. */

import type { Analysis } from "./analysis.js";
import { detailOf } from "./hover.js";
import type { Declaration, What } from "./declarations.js";
import { walk } from "./tree.js";

export interface OutlineItem {
  readonly name: string;
  readonly what: What;
  readonly detail?: string;
  /** Of the name, inside `full`. */
  readonly start: number;
  readonly end: number;
  readonly full: { readonly start: number; readonly end: number };
  readonly children: OutlineItem[];
}

/** Declarations of a file, nested as they are written; locals and parameters are left out. */
export function outline(analysis: Analysis, path: string): readonly OutlineItem[] {
  const top: OutlineItem[] = [];
  const items = new Map<string, OutlineItem>();
  const here = [...analysis.declarations.byKey.values()].filter((d) => d.module.source.path === path && d.what !== "local" && d.what !== "parameter");
  for (const declaration of here.sort((a, b) => a.full.start - b.full.start || b.full.end - a.full.end)) {
    const item = itemOf(declaration);
    items.set(declaration.key, item);
    (items.get(declaration.owner?.key ?? "")?.children ?? top).push(item);
  }
  const module = analysis.bound.modules.find((m) => m.source.path === path);
  for (const node of module?.file.declarations ?? []) {
    if (node.kind === "test") top.push({ name: node.label === "" ? "test" : node.label, what: "test", start: node.span.start, end: node.span.end, full: node.span, children: [] });
  }
  return top.sort((a, b) => a.full.start - b.full.start);
}

function itemOf(declaration: Declaration): OutlineItem {
  const { name, what, span, full } = declaration;
  const detail = what === "field" || what === "state" ? { detail: detailOf(declaration) } : {};
  return { name, what, start: span.start, end: span.end, full: { start: Math.min(full.start, span.start), end: Math.max(full.end, span.end) }, children: [], ...detail };
}

/** Spans that go over several lines: declarations, members, blocks and the like. */
export function foldable(analysis: Analysis, path: string): readonly { readonly start: number; readonly end: number }[] {
  const module = analysis.bound.modules.find((m) => m.source.path === path);
  if (!module) return [];
  const { text } = module.source;
  const seen = new Set<number>();
  const result: { start: number; end: number }[] = [];
  for (const { span } of walk(module.file)) {
    const line = text.lastIndexOf("\n", span.start);
    if (seen.has(line) || text[span.end - 1] !== "}" || !text.slice(span.start, span.end).includes("\n")) continue;
    seen.add(line);
    result.push({ start: span.start, end: span.end });
  }
  return result;
}

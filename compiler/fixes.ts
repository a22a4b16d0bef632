/** Applies the fixes that diagnostics carry. */

import type { Diagnostic, Fix, Place } from "./diagnostics/diagnostic.js";

/** One text with the fixes of one file applied: from the end, each of those that overlap no other. */
export function applyFixes(text: string, fixes: readonly Fix[]): { readonly text: string; readonly applied: number } {
  const ordered = [...fixes].sort((a, b) => a.place.start - b.place.start || a.place.end - b.place.end);
  const kept: Fix[] = [];
  for (const fix of ordered) {
    const last = kept[kept.length - 1];
    if (last && (fix.place.start < last.place.end || (fix.place.start === last.place.start && fix.place.end === last.place.end))) continue;
    kept.push(fix);
  }
  let result = text;
  for (const fix of [...kept].reverse()) result = result.slice(0, fix.place.start) + fix.text + result.slice(fix.place.end);
  return { text: result, applied: kept.length };
}

/** A fix that takes one element out of a list written with commas; nothing where it is the only one. */
export function removeElement(place: Place, title: string): Fix | undefined {
  const { text } = place.source;
  const after = /^\s*,\s*/.exec(text.slice(place.end, place.end + 200));
  if (after) return { title, place: { ...place, end: place.end + after[0].length }, text: "" };
  const before = /,\s*$/.exec(text.slice(Math.max(0, place.start - 200), place.start));
  return before ? { title, place: { ...place, start: place.start - before[0].length }, text: "" } : undefined;
}

/** The fixes of diagnostics, by path of the file they change. */
export function fixesByFile(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Fix[]> {
  const files = new Map<string, Fix[]>();
  for (const { fix } of diagnostics) {
    if (!fix) continue;
    const known = files.get(fix.place.source.path);
    if (known) known.push(fix);
    else files.set(fix.place.source.path, [fix]);
  }
  return files;
}

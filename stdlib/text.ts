/** Implementations of the functions that `text.world` declares. Pure and deterministic. */

import { distance as unitDistance } from "fastest-levenshtein";
import { fail } from "../runtime/failure.js";

/**
 * 1 minus the Levenshtein distance over the length of the longer text; 1 for two empty texts. Insertions, deletions
 * and replacements of one UTF-16 unit cost 1 each, so two swapped letters count as two errors.
 */
export function similarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 1 : 1 - unitDistance(a, b) / longer;
}

const ASTRAL = /[\u{10000}-\u{10ffff}]/u;

/** Counted in characters: where some take two UTF-16 units, each character is replaced by one unit of its own. */
export function distance(a: string, b: string): number {
  if (!ASTRAL.test(a) && !ASTRAL.test(b)) return unitDistance(a, b);
  const units = new Map<string, string>();
  const unit = (character: string): string => {
    const known = units.get(character) ?? String.fromCharCode(units.size);
    units.set(character, known);
    return known;
  };
  const [left, right] = [a, b].map((text) => Array.from(text, unit).join(""));
  if (units.size > 0x10000) fail("The texts hold too many different characters to be compared.");
  return unitDistance(left!, right!);
}

/** Characters that a filled-in template may have. */
const MAX_FILLED = 1_000_000;

export function fill_in(template: string, values: Readonly<Record<string, string>>): string {
  let length = template.length;
  return template.replace(/\{\{([^{}]*)\}\}/g, (_all, inside: string) => {
    const name = inside.trim();
    if (!Object.hasOwn(values, name)) fail(`The template needs a value for "${name}".`);
    length += values[name]!.length;
    if (length > MAX_FILLED) fail(`The text would have more than ${MAX_FILLED} characters. Use a smaller template or shorter values.`);
    return values[name]!;
  });
}

/** Implementations of the functions that `text.world` declares. Pure and deterministic. */

import { distance } from "fastest-levenshtein";

/**
 * 1 minus the Levenshtein distance over the length of the longer text; 1 for two empty texts. Insertions, deletions
 * and replacements of one UTF-16 unit cost 1 each, so two swapped letters count as two errors.
 */
export function similarity(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 1 : 1 - distance(a, b) / longer;
}

/** "Did you mean …?" */

import { distance } from "fastest-levenshtein";

/** The candidate nearest to a misspelt name, if one is near: a third of its letters may differ. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  const lower = name.toLowerCase();
  for (const candidate of candidates) {
    const d = candidate.toLowerCase() === lower ? 0 : distance(lower, candidate.toLowerCase());
    if (d < least) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

/** The hint of a diagnostic about an unknown name. */
export function suggest(name: string, candidates: Iterable<string>): { hint?: string } {
  const near = nearest(name, candidates);
  return near === undefined ? {} : { hint: `Did you mean \`${near}\`?` };
}

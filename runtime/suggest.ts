/** "Did you mean …": the nearest known name, if it is near enough to be a slip. */

import { closest, distance } from "fastest-levenshtein";

/** Longer words are no slips of the pen, and comparing them would cost. */
const LONGEST = 64;

/** The candidate that `word` most probably stands for, or null. */
export function closestTo(word: string, candidates: readonly string[]): string | null {
  if (word.length === 0 || word.length > LONGEST || candidates.length === 0) return null;
  const lower = word.toLowerCase();
  const exact = candidates.find((candidate) => candidate.toLowerCase() === lower);
  if (exact !== undefined) return exact;
  const letters = [...lower].sort().join("");
  const turned = candidates.find((candidate) => [...candidate.toLowerCase()].sort().join("") === letters);
  if (turned !== undefined) return turned;
  const near = closest(word, candidates);
  return distance(word, near) <= Math.max(1, Math.floor(Math.max(word.length, near.length) / 3)) ? near : null;
}

/** "Did you mean …?": the hint of a diagnostic, and the fix that takes it up. */

import { closestTo } from "../runtime/suggest.js";

/** `replacement` becomes a fix where the diagnostic stands exactly on `instead`. */
export interface Suggestion {
  readonly hint?: string;
  readonly replacement?: { readonly instead: string; readonly text: string };
}

export function suggest(name: string, candidates: Iterable<string>): Suggestion {
  const near = closestTo(name, [...candidates]);
  return near === null ? {} : { hint: `Did you mean \`${near}\`?`, replacement: { instead: name, text: near } };
}

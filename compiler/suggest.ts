/** "Did you mean …?" as the hint of a diagnostic. */

import { closestTo } from "../runtime/suggest.js";

export function suggest(name: string, candidates: Iterable<string>): { hint?: string } {
  const near = closestTo(name, [...candidates]);
  return near === null ? {} : { hint: `Did you mean \`${near}\`?` };
}

/** Names the content of something, for caches. */

import { createHash } from "node:crypto";

export function contentHash(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("hex").slice(0, 32);
}

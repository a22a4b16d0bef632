/** Where the repository is, also for programs that run from a bundle somewhere below it. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

function findRoot(from: string): string {
  if (existsSync(join(from, "package.json")) && existsSync(join(from, "worlds"))) return from;
  const up = dirname(from);
  if (up === from) throw new Error("The repository's root is not among the folders above this program.");
  return findRoot(up);
}

/** The repository's root folder. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

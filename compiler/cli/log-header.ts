/** The world that a log says it is of. */

import { finding } from "./problems.js";

/** The `.world` file in a log's header. Throws `CommandProblem`. */
export function worldOf(text: string, path: string): string {
  let header: { file?: unknown } | null;
  try {
    header = JSON.parse(text.split("\n", 1)[0] ?? "") as { file?: unknown } | null;
  } catch {
    throw finding("U307", `\`${path}\` is no trajectory log: its first line is not JSON.`);
  }
  if (typeof header !== "object" || header === null || typeof header.file !== "string") throw finding("U307", `\`${path}\` does not say which \`.world\` file it is of.`, "Name it with `--world FILE`.");
  return header.file;
}

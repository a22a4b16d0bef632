/** What can be told of a log before its world is known. */

import { statOf } from "./io.js";
import { finding, type CommandProblem } from "./problems.js";

const FORMAT = "worldc-trajectory";

/** What a log is refused for. */
export function logProblem(path: string, reason: string, hint?: string): CommandProblem {
  return finding("U307", `\`${path}\`: ${reason}`, hint);
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf("\n") < 0 ? undefined : text.indexOf("\n"));
}

/** The first line as an object; null where it is none. */
function headerOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const header = JSON.parse(firstLine(text)) as unknown;
    return typeof header === "object" && header !== null ? (header as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** What a file is: a log of a task or of none, also one whose header is damaged or lost; or, like a list of calls, no log. */
export function kindOf(text: string): "of a task" | "of no task" | "no log" {
  const header = headerOf(text);
  if (header === null) return firstLine(text).startsWith(`{"format":"${FORMAT}"`) ? "of a task" : "no log";
  if (header["format"] !== FORMAT) return typeof header["tool"] === "string" && typeof header["hash"] === "string" ? "of a task" : "no log";
  return header["task"] === undefined ? "of no task" : "of a task";
}

/** The `.world` file in a log's header. Throws `CommandProblem` where there is none, or no such file. */
export function worldOf(text: string, path: string): string {
  const header = headerOf(text);
  if (header === null) throw logProblem(path, "This is no trajectory log: its first line is not JSON, or no object.");
  if (header["format"] !== FORMAT) throw logProblem(path, "This is no trajectory log: it does not begin with the header of one.");
  const { file } = header;
  const hint = "Name it with `--world FILE`.";
  if (typeof file !== "string") throw logProblem(path, "It does not say which `.world` file it is of.", hint);
  const wrong = whyNoFile(file);
  if (wrong !== null) throw logProblem(path, `Its world file \`${file}\` ${wrong}.`, hint);
  return file;
}

function whyNoFile(path: string): string | null {
  try {
    const stat = statOf(path);
    if (stat === undefined) return "is not there";
    return stat.isDirectory() ? "is a folder" : null;
  } catch {
    return "cannot be read";
  }
}

/** Writing what a command makes: never over what it reads, and refusals of the file system in words. */

import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { replaceFile } from "../output.js";
import { absolute, statOf } from "./io.js";
import { finding, usageProblem, type CommandProblem } from "./problems.js";

/** What the codes of file systems mean for a path that somebody wants written. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "there is no permission",
  EISDIR: "it is a folder",
  ELOOP: "its links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  ENOENT: "there is no such folder",
  ENOSPC: "there is no space left",
  ENOTDIR: "a part of its path is a file",
  EPERM: "there is no permission",
  EROFS: "the file system is read-only",
};

/** Why a write failed, without the system call and its paths, which may be temporary ones. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  return REASONS[code ?? ""] ?? (message ?? String(error)).replace(/^[A-Z0-9_]+: /, "").split(", ")[0]!;
}

export function unwritable(path: string, error: unknown): CommandProblem {
  return finding("U202", `\`${path}\` cannot be written: ${reasonOf(error)}.`);
}

/** Runs a write and turns the file system's refusal into a sentence. */
export function writeOrExplain<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Writes a file whole. Throws `CommandProblem`. */
export function writeOutput(path: string, text: string): void {
  writeOrExplain(path, () => replaceFile(absolute(path), text));
}

/**
 * Refuses outputs that would replace what the command reads, a `.world` file, or each other; called before anything is written.
 * Names that are undefined were not given. Throws `CommandProblem`.
 */
export function guardOutputs(outputs: readonly (string | undefined)[], inputs: readonly (string | undefined)[]): void {
  const given = (path: string | undefined): path is string => path !== undefined;
  const read = new Set(inputs.filter(given).map(fileAt));
  const named = new Set<string>();
  for (const output of outputs.filter(given)) {
    const file = fileAt(output);
    if (file === null) continue;
    if (read.has(file)) throw usageProblem("U205", `\`${output}\` is a file that this command reads, so nothing was written.`, "Write to another file.");
    if ([output, file].some((name) => name.endsWith(".world")) && statOf(file)) {
      throw usageProblem("U205", `\`${output}\` is a \`.world\` file, so nothing was written.`, "Write to another file.");
    }
    if (named.has(file)) throw usageProblem("U205", `\`${output}\` is named for two outputs, so nothing was written.`, "Give each a file of its own.");
    named.add(file);
  }
}

/** The real path of a file that is there or could be; null for what is no file, such as a folder or a device. */
function fileAt(path: string): string | null {
  try {
    const full = absolute(path);
    const stat = statOf(full);
    if (stat === undefined) return realPath(full);
    return stat.isFile() ? realpathSync.native(full) : null;
  } catch {
    return null; // Writing it will say why.
  }
}

/** With the links of those folders resolved that exist. */
function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const above = dirname(path);
    if (above === path) throw error;
    return join(realPath(above), basename(path));
  }
}

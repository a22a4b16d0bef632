/** Writing whole folders so that a reader never sees half of one: a temporary sibling, then a rename. */

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync, existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Makes a folder and those above it. (Node's own `recursive` never ends where a file system refuses in an odd way.) */
export function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
}

/** Replaces `folder` by these files. Throws the file system's error and leaves the old folder where that fails. */
export function replaceFolder(folder: string, files: ReadonlyMap<string, string>): void {
  makeFolders(dirname(folder));
  const fresh = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
  try {
    // A temporary folder is closed to others; a build is as open as any folder made here.
    chmodSync(fresh, 0o777 & ~process.umask());
    for (const [path, text] of files) {
      const target = join(fresh, path);
      makeFolders(dirname(target));
      writeFileSync(target, text);
    }
    if (!existsSync(folder)) {
      renameSync(fresh, folder);
      return;
    }
    const old = mkdtempSync(join(dirname(folder), `.${basename(folder)}-old-`));
    renameSync(folder, join(old, "was"));
    renameSync(fresh, folder);
    rmSync(old, { recursive: true, force: true });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
}

/** Puts a folder in place once: whoever comes first wins, and all see the same content. */
export function placeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  if (existsSync(folder)) return;
  try {
    replaceFolder(folder, files);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** Replaces one file whole. What is neither a file nor a folder, such as a pipe or a device, is written to. */
export function replaceFile(path: string, text: string): void {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile() && !there.isDirectory()) return writeFileSync(path, text);
  makeFolders(dirname(path));
  const fresh = join(mkdtempSync(join(dirname(path), ".worldc-")), "file");
  try {
    writeFileSync(fresh, text);
    renameSync(fresh, path);
  } finally {
    rmSync(dirname(fresh), { recursive: true, force: true });
  }
}

/** True where the folder holds exactly these files already. */
export function sameFolder(folder: string, files: ReadonlyMap<string, string>): boolean {
  try {
    for (const [path, text] of files) if (readFileSync(join(folder, path), "utf8") !== text) return false;
    return true;
  } catch {
    return false;
  }
}

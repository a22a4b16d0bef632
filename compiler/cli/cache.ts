/**
 * The content-addressed cache of emitted worlds: written by rename, so that concurrent commands never see half of anything.
 * All that is kept is sealed with its hash, and what was damaged since is made again.
 */

import { readFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sourceHash, semanticHash } from "../hash.js";
import type { Ir } from "../ir.js";
import { replaceFile, replaceFolder } from "../output.js";
import type { SourceText } from "../source.js";
import { contentHash } from "../content-hash.js";
import { DIST } from "./paths.js";
import { finding } from "./problems.js";

/** Set at build time to a hash of the compiler's own sources: another compiler, another cache. */
declare const WORLDC_BUILD: string;

/** Where to try to keep things, best first. */
function cacheRoots(): string[] {
  const given = process.env["WORLDC_CACHE"] ?? (process.env["XDG_CACHE_HOME"] && join(process.env["XDG_CACHE_HOME"], "worldc"));
  const first = given !== undefined && given !== "" ? given : join(homedir(), ".cache", "worldc");
  return [first, join(tmpdir(), `worldc-cache-${process.getuid?.() ?? "user"}`)];
}

/** `Host.remember` over files of the cache. A file that cannot be written is made again next time. */
export function rememberOnDisk(key: string, make: () => string): string {
  const name = `${key}-${WORLDC_BUILD}.json`;
  for (const root of cacheRoots()) {
    try {
      const [seal, ...lines] = readFileSync(join(root, "texts", name), "utf8").split("\n");
      const kept = lines.join("\n");
      if (seal === contentHash([kept])) return kept;
    } catch {
      continue; // Not there yet.
    }
  }
  const text = make();
  for (const root of cacheRoots()) {
    try {
      replaceFile(join(root, "texts", name), `${contentHash([text])}\n${text}`);
      break;
    } catch {
      continue; // Not writable: the next root.
    }
  }
  return text;
}

/** Lines typed in earlier sessions of `play`, the latest first. */
export function storedHistory(): string[] {
  try {
    return (JSON.parse(readFileSync(join(cacheRoots()[0] as string, "history.json"), "utf8")) as unknown[]).filter((line): line is string => typeof line === "string");
  } catch {
    return [];
  }
}

/** Keeps lines for the next session; a cache that cannot be written is no loss. */
export function rememberHistory(lines: readonly string[]): void {
  try {
    replaceFile(join(cacheRoots()[0] as string, "history.json"), JSON.stringify(lines.slice(0, 500)));
  } catch {
    return;
  }
}

/** All files of a build, from the cache where it has them. */
export async function artefacts(ir: Ir, sources: readonly SourceText[]): Promise<ReadonlyMap<string, string>> {
  return (await cached(ir, sources, "build")).files;
}

/** The URL of the runnable `world.js` of a world. */
export async function runnableWorld(ir: Ir, sources: readonly SourceText[]): Promise<string> {
  return pathToFileURL(join((await cached(ir, sources, "run")).folder, "run", "world.js")).href;
}

/** What a world is emitted as: `build/…` as an author gets it, `run/…` to be imported from here. */
type Half = "build" | "run";

/** The folder that keeps a world, and the files of one half of it; emitted where they are not there or damaged. */
async function cached(ir: Ir, sources: readonly SourceText[], half: Half): Promise<{ readonly folder: string; readonly files: ReadonlyMap<string, string> }> {
  const key = contentHash([WORLDC_BUILD, DIST, semanticHash(ir), sourceHash(sources), JSON.stringify(ir.files)]);
  let emitted: Map<string, string> | undefined;
  for (const root of cacheRoots()) {
    const folder = join(root, key);
    let files = intact(folder, half);
    if (files === null) {
      emitted ??= await emitBoth(ir, sources);
      try {
        // Another command may have been faster.
        if (intact(folder, half) === null) replaceFolder(folder, emitted);
      } catch {
        // Not writable, or another command was faster even so.
      }
      files = intact(folder, half);
    }
    if (files !== null) return { folder, files };
  }
  throw finding("U202", "No folder for the cache can be written.", "Set WORLDC_CACHE to one that can.");
}

/** Hashes of the files beside it, by path. */
const SEAL = "seal.json";

/** One half of a kept folder, by path; null where any of it is absent or not as it was written. */
function intact(folder: string, half: Half): Map<string, string> | null {
  const files = new Map<string, string>();
  try {
    const seal = JSON.parse(readFileSync(join(folder, SEAL), "utf8")) as Record<string, string>;
    for (const [path, hash] of Object.entries(seal)) {
      if (!path.startsWith(`${half}/`)) continue;
      const text = readFileSync(join(folder, path), "utf8");
      if (contentHash([text]) !== hash) return null;
      files.set(path.slice(half.length + 1), text);
    }
  } catch {
    return null;
  }
  return files.has("world.js") ? files : null;
}

/** Both halves, those to be imported with imports that name this installation's runtime, and their seal. */
async function emitBoth(ir: Ir, sources: readonly SourceText[]): Promise<Map<string, string>> {
  const { emit } = await import("../emit/build.js");
  const built = await emit(ir, sources);
  const files = new Map<string, string>();
  for (const [path, text] of built) {
    files.set(`build/${path}`, text);
    if (path.endsWith(".js")) files.set(`run/${path}`, localImports(text));
    if (path.startsWith("corpus/") || path === "package.json") files.set(`run/${path}`, text);
  }
  files.set(SEAL, JSON.stringify(Object.fromEntries([...files].map(([path, text]) => [path, contentHash([text])]))));
  return files;
}

function localImports(js: string): string {
  return js.replace(/from "worldc\/(runtime|stdlib\/[a-z_]+)"/g, (_all, module: string) => {
    const file = module === "runtime" ? join("runtime", "index.js") : `${module}.js`;
    return `from ${JSON.stringify(pathToFileURL(join(DIST, file)).href)}`;
  });
}

/** The content-addressed cache of emitted worlds: written once by rename, so that concurrent commands never race. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { sourceHash, semanticHash } from "../hash.js";
import type { Ir } from "../ir.js";
import { placeFolder, replaceFile } from "../output.js";
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
      return readFileSync(join(root, "texts", name), "utf8");
    } catch {
      continue; // Not there yet.
    }
  }
  const text = make();
  for (const root of cacheRoots()) {
    try {
      replaceFile(join(root, "texts", name), text);
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
  const folder = await cachedFolder(ir, sources);
  const files = new Map<string, string>();
  const walk = (at: string): void => {
    for (const name of readdirSync(at).sort()) {
      const path = join(at, name);
      if (statSync(path).isDirectory()) walk(path);
      else files.set(relative(join(folder, "build"), path).split(sep).join("/"), readFileSync(path, "utf8"));
    }
  };
  walk(join(folder, "build"));
  return files;
}

/** The URL of the runnable `world.js` of a world. */
export async function runnableWorld(ir: Ir, sources: readonly SourceText[]): Promise<string> {
  return pathToFileURL(join(await cachedFolder(ir, sources), "run", "world.js")).href;
}

async function cachedFolder(ir: Ir, sources: readonly SourceText[]): Promise<string> {
  const key = contentHash([WORLDC_BUILD, DIST, semanticHash(ir), sourceHash(sources), JSON.stringify(ir.files)]);
  for (const root of cacheRoots()) {
    const folder = join(root, key);
    if (isComplete(folder)) return folder;
    const files = await emitBoth(ir, sources);
    try {
      placeFolder(folder, files);
      return folder;
    } catch {
      continue; // Not writable: the next root.
    }
  }
  throw finding("U202", "No folder for the cache can be written.", "Set WORLDC_CACHE to one that can.");
}

function isComplete(folder: string): boolean {
  try {
    return statSync(join(folder, "run", "world.js")).isFile();
  } catch {
    return false;
  }
}

/** `build/…` as an author gets it, `run/…` with imports that name this installation's runtime. */
async function emitBoth(ir: Ir, sources: readonly SourceText[]): Promise<Map<string, string>> {
  const { emit } = await import("../emit/build.js");
  const built = await emit(ir, sources);
  const files = new Map<string, string>();
  for (const [path, text] of built) {
    files.set(`build/${path}`, text);
    if (path.endsWith(".js")) files.set(`run/${path}`, localImports(text));
    if (path.startsWith("corpus/") || path === "package.json") files.set(`run/${path}`, text);
  }
  return files;
}

function localImports(js: string): string {
  return js.replace(/from "worldc\/(runtime|stdlib\/[a-z_]+)"/g, (_all, module: string) => {
    const file = module === "runtime" ? join("runtime", "index.js") : `${module}.js`;
    return `from ${JSON.stringify(pathToFileURL(join(DIST, file)).href)}`;
  });
}

/**
 * Worlds for tests: compiled and emitted by the compiler's own functions, run by the one copy of the runtime in `dist/`,
 * as in a user's project.
 */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { contentHash } from "../../compiler/content-hash.js";
import { hasErrors } from "../../compiler/diagnostics/diagnostic.js";
import { PLAIN, renderPretty } from "../../compiler/diagnostics/render.js";
import { semanticHash, sourceHash } from "../../compiler/hash.js";
import type { Ir } from "../../compiler/ir.js";
import { placeFolder } from "../../compiler/output.js";
import { compile, type Compiled } from "../../compiler/program.js";
import { fileHost, type Host } from "../../compiler/source.js";
import { ROOT } from "./root.js";

/** The runtime's types are those of its sources; what runs is `dist/`. */
export type Runtime = typeof import("../../runtime/index.js");
export type WorldDef = import("../../runtime/index.js").WorldDef;
export type Session = import("../../runtime/index.js").Session;
export type Snapshot = import("../../runtime/index.js").Snapshot;
export type CallRecord = import("../../runtime/index.js").CallRecord;

const CACHE = join(ROOT, "node_modules/.cache/worldc-tests");

/** Texts that stand in for files, by path from the root: a source edited in memory, or one that exists nowhere else. */
export type Overlay = Readonly<Record<string, string>>;

/** The runtime that generated code imports. */
export async function loadRuntime(): Promise<Runtime> {
  return (await import(/* @vite-ignore */ url(join(ROOT, "dist/runtime/index.js")))) as Runtime;
}

/** The definition of the world that a file (by path from the root) declares. */
export async function loadWorld(path: string, overlay: Overlay = {}): Promise<WorldDef> {
  const folder = await emitted(path, overlay);
  return ((await import(/* @vite-ignore */ url(join(folder, "run/world.js")))) as { world: WorldDef }).world;
}

/** The folder of a world's build, as an author gets it. */
export async function buildFolder(path: string, overlay: Overlay = {}): Promise<string> {
  return join(await emitted(path, overlay), "build");
}

/** Checks a world; throws its errors as a text for people. */
export function compileWorld(path: string, overlay: Overlay = {}): Compiled & { readonly ir: Ir } {
  const compiled = compile(hostOver(overlay), join(ROOT, path));
  if (hasErrors(compiled.diagnostics)) throw new Error(renderPretty(compiled.diagnostics, PLAIN));
  const { ir } = compiled;
  if (!ir) throw new Error(`${path} declares no world.`);
  return { ...compiled, ir };
}

function hostOver(overlay: Overlay): Host {
  const files = fileHost(join(ROOT, "stdlib"), ROOT);
  const texts = new Map(Object.entries(overlay).map(([path, text]) => [join(ROOT, path), text]));
  return {
    ...files,
    read: (path, limit) => {
      const text = texts.get(path);
      return text === undefined ? files.read(path, limit) : { text };
    },
  };
}

/** Emits a world once per content of its sources and of the compiler; `build/` as is, `run/` to be imported from here. */
async function emitted(path: string, overlay: Overlay): Promise<string> {
  const { ir, sources } = compileWorld(path, overlay);
  const folder = join(CACHE, contentHash([toolchain(), semanticHash(ir), sourceHash(sources)]));
  if (statSync(join(folder, "run/world.js"), { throwIfNoEntry: false })) return folder;
  const { emit } = await import("../../compiler/emit/build.js");
  const files = new Map<string, string>();
  for (const [name, text] of await emit(ir, sources)) {
    files.set(`build/${name}`, text);
    if (name.endsWith(".js")) files.set(`run/${name}`, localImports(text));
    else if (name.startsWith("corpus/") || name === "package.json") files.set(`run/${name}`, text);
  }
  placeFolder(folder, files);
  return folder;
}

function localImports(js: string): string {
  return js.replace(/from "worldc\/(runtime|stdlib\/[a-z_]+)"/g, (_all, module: string) => {
    const file = module === "runtime" ? "runtime/index" : module;
    return `from ${JSON.stringify(url(join(ROOT, `dist/${file}.js`)))}`;
  });
}

let toolchainHash: string | undefined;

/** Changes with the compiler, so that no test runs what an older one emitted. */
function toolchain(): string {
  toolchainHash ??= contentHash(
    ["grammar", "compiler", "runtime"].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts"))
        .sort()
        .flatMap((name) => [name, readFileSync(join(ROOT, folder, name), "utf8")]),
    ),
  );
  return toolchainHash;
}

function url(path: string): string {
  return pathToFileURL(path).href;
}

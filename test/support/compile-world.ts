/** Compiles small worlds that live in memory and loads what was emitted, on the runtime of `dist/`. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { corpusFiles, emit, modules } from "../../compiler/emit/build.js";
import { compile, type Compiled } from "../../compiler/program.js";
import { memoryHost } from "../../compiler/source.js";
import type { CallRecord, Session, SessionOptions, TestResult, WorldDef } from "../../runtime/index.js";

export type Runtime = typeof import("../../runtime/index.js");

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, "node_modules", ".cache", "compiled-worlds");

/** A world that was compiled, emitted and loaded. */
export interface LoadedWorld {
  readonly world: WorldDef;
  /** The copy of the runtime that the world's code uses. */
  readonly runtime: Runtime;
  /** Path inside the build folder → text. */
  readonly files: ReadonlyMap<string, string>;
  /** Where the build lies. */
  readonly folder: string;
}

/** Checks a text as `main.world`; `more` holds other files by name. */
export function checkText(text: string, more: Readonly<Record<string, string>> = {}): Compiled {
  const files = Object.fromEntries(Object.entries(more).map(([name, content]) => [`/w/${name}`, content]));
  return compile(memoryHost({ "/w/main.world": text, ...files }), "/w/main.world");
}

/** Codes and messages of everything worse than a hint, one a line. */
export function problems(compiled: Compiled): string[] {
  return compiled.diagnostics.filter((d) => d.severity !== "hint").map((d) => `${d.code} ${d.message}`);
}

/** Compiles a text that must be free of errors. */
export async function compileText(text: string, more: Readonly<Record<string, string>> = {}): Promise<LoadedWorld> {
  return loadCompiled(checkText(text, more));
}

/** Emits a checked program and imports it. */
export async function loadCompiled(compiled: Compiled): Promise<LoadedWorld> {
  if (!compiled.ir) throw new Error(`the world does not check:\n${problems(compiled).join("\n")}`);
  return importFrom(await emit(compiled.ir, compiled.sources));
}

/** As `loadCompiled`, but code only and not laid out: for trying many worlds. */
export async function loadQuickly(compiled: Compiled): Promise<LoadedWorld> {
  const { ir, sources } = compiled;
  if (!ir) throw new Error("the world does not check");
  const files = new Map<string, string>([["package.json", '{"type":"module"}']]);
  const corpora = corpusFiles(ir);
  for (const corpus of ir.corpora) files.set(`corpus/${corpora.get(corpus.name)}`, JSON.stringify(corpus.value));
  for (const [path, text] of modules(ir, sources)) {
    files.set(path, text);
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
    files.set(path.replace(/ts$/, "js"), ts.transpileModule(text, { compilerOptions }).outputText);
  }
  return importFrom(files);
}

async function importFrom(files: ReadonlyMap<string, string>): Promise<LoadedWorld> {
  const folder = place(files);
  const [{ world }, runtime] = await Promise.all([
    import(/* @vite-ignore */ pathToFileURL(join(folder, "world.js")).href) as Promise<{ world: WorldDef }>,
    import(/* @vite-ignore */ pathToFileURL(join(folder, "runtime.js")).href) as Promise<Runtime>,
  ]);
  return { world, runtime, files, folder };
}

/** Writes a build once, under a name that its content gives it. */
function place(files: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const [path, text] of files) hash.update(`${path}\0${text}\0`);
  const folder = join(cache, hash.digest("hex").slice(0, 24));
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  for (const [path, text] of [...files, ["runtime.js", 'export * from "worldc/runtime";\n'] as const]) {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    writeFileSync(join(fresh, path), text);
  }
  try {
    renameSync(fresh, folder);
  } catch {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** Starts a session; without faults unless asked. */
export function start(loaded: LoadedWorld, options: Partial<SessionOptions> = {}): Session {
  return loaded.runtime.Session.start(loaded.world, { seed: 1, faults: "off", ...options });
}

/** What a call answered, as `status: output`, and the diagnostic's code and place where there is one. */
export function said(record: CallRecord): string {
  const output = typeof record.output === "string" ? record.output : JSON.stringify(record.output);
  return `${record.status}: ${output}${record.diagnostic === undefined ? "" : ` [${record.diagnostic.code} ${record.diagnostic.src}]`}`;
}

/** Runs all `test` blocks and gives the results of those that failed. */
export function failedTests(loaded: LoadedWorld): TestResult[] {
  return loaded.world.tests.map((test) => loaded.runtime.runTest(loaded.world, test)).filter((result) => !result.passed);
}

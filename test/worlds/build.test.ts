import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../support/root.js";

/** Below the repository, so that builds find `worldc/runtime` as they do in a project that depends on it. */
let folder: string;
beforeAll(async () => {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  folder = mkdtempSync(join(ROOT, ".cache/builds-"));
  await Promise.all(["a", "b"].map(build));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A build in a process of its own, with an empty cache, in another working directory. */
async function build(name: string): Promise<void> {
  const env = { ...process.env, WORLDC_CACHE: join(folder, `${name}-cache`) };
  const cwd = name === "a" ? ROOT : folder;
  await promisify(execFile)(process.execPath, [join(ROOT, "dist/cli.js"), "build", relative(cwd, join(ROOT, "worlds/light.world")), "--out", join(folder, name)], { cwd, env });
}

function filesOf(name: string): string[] {
  const root = join(folder, name, "light");
  return readdirSync(root, { recursive: true, encoding: "utf8", withFileTypes: false }).sort().filter((path) => /\.\w+$/.test(path)).map((path) => join(root, path));
}

describe("a build of the whole Light world", () => {
  it("is the same byte for byte in two processes, wherever they run", () => {
    const [a, b] = [filesOf("a"), filesOf("b")];
    expect(a.length).toBeGreaterThan(600);
    expect(b.map((path) => path.slice(folder.length + 2))).toEqual(a.map((path) => path.slice(folder.length + 2)));
    const different = a.filter((path, i) => !readFileSync(path).equals(readFileSync(b[i] as string)));
    expect(different).toEqual([]);
  });

  it("passes TypeScript's strictest checks", () => {
    const sources = filesOf("a").filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"));
    expect(sources.length).toBeGreaterThan(15);
    const program = ts.createProgram(sources, {
      strict: true,
      noUncheckedIndexedAccess: true,
      noImplicitOverride: true,
      verbatimModuleSyntax: true,
      isolatedDeclarations: true,
      declaration: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: [],
    });
    const found = ts.getPreEmitDiagnostics(program).map((d) => `${d.file?.fileName.slice(folder.length) ?? ""}: ${ts.flattenDiagnosticMessageText(d.messageText, "\n")}`);
    expect(found).toEqual([]);
  });

  it("has declarations that mean the same without their sources", () => {
    const declarations = filesOf("a").filter((path) => path.endsWith(".d.ts"));
    const program = ts.createProgram(declarations, { strict: true, noEmit: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: [] });
    expect(ts.getPreEmitDiagnostics(program).map((d) => ts.flattenDiagnosticMessageText(d.messageText, "\n"))).toEqual([]);
  });
});

import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { ROOT, worldc } from "../support/cli.js";
import { blocksOf, type Block } from "./blocks.js";

/** Every Markdown file of the documentation; every code block in it runs. Those of `docs/diagnostics` run in `test/diagnostics`. */
const pages = ["README.md", "CONTRIBUTING.md", ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith(".md") && !f.startsWith("diagnostics")).map((f) => join("docs", f))]
  .filter((f) => blocksOf(readPage(f)).length > 0).sort();

function readPage(page: string): string {
  try {
    return readFileSync(join(ROOT, page), "utf8");
  } catch {
    return "";
  }
}

/** What the pages tell a user to do that a test inside `npm test` cannot do again: CI does it. */
const BY_CI = ["npm ci && npx worldc build worlds/lighttalk.world", "npm test", "npm ci", "bash .ci/run", "npm run bench", "npm install worldc"];

const CACHE = join(ROOT, "node_modules/.cache/docs");

/** A folder with an `npx` that finds this worldc, for programs in the docs that start it. */
function withNpx(): string {
  const bin = join(CACHE, "bin");
  mkdirSync(bin, { recursive: true });
  const npx = join(bin, "npx");
  writeFileSync(npx, `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(ROOT, "dist/cli.js")}" "$@"\n`);
  chmodSync(npx, 0o755);
  return bin;
}

const hasPython = spawnSync("python3", ["--version"]).status === 0;

function shell(command: string, cwd: string): { status: number | null; text: string } {
  const worldcCall = /^npx worldc (.*?)(?: < (\S+))?$/.exec(command);
  if (worldcCall) {
    const input = worldcCall[2] === undefined ? {} : { input: readFileSync(join(cwd, worldcCall[2]), "utf8") };
    const args = (worldcCall[1]?.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((a) => a.replace(/^(['"])(.*)\1$/, "$2"));
    const { status, text } = worldc(args, { cwd, ...input });
    return { status, text };
  }
  const [program, ...args] = command.split(" ");
  if (program !== "node" && program !== "python3" && program !== "cat" && program !== "ls") throw new Error(`the docs run \`${command}\`, which the test does not know`);
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: "utf8", env: { ...process.env, PATH: `${withNpx()}${delimiter}${process.env["PATH"] ?? ""}` } });
  return { status, text: stdout + stderr };
}

/** `$ command` lines, each followed by exactly what it prints. */
function runConsole(text: string, cwd: string): void {
  for (const part of text.trimEnd().split(/^\$ /m).slice(1)) {
    const [command = "", ...output] = part.split("\n");
    if (command.startsWith("python3 ") && !hasPython) continue;
    expect(shell(command, cwd).text.trimEnd(), command).toBe(output.join("\n").trimEnd());
  }
}

function typeCheck(path: string): string[] {
  const program = ts.createProgram([path], {
    strict: true, noUncheckedIndexedAccess: true, noEmit: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, skipLibCheck: true, types: ["node"],
    typeRoots: [join(ROOT, "node_modules/@types")],
  });
  return ts.getPreEmitDiagnostics(program).map((d) => ts.flattenDiagnosticMessageText(d.messageText, "\n"));
}

function runBlock(block: Block, folder: string, index: number): void {
  const path = join(folder, block.file ?? `block${index}.${block.language}`);
  mkdirSync(dirname(path), { recursive: true });
  switch (block.language) {
    case "world": {
      writeFileSync(path, block.inApp ? `/// A sketch.\napp Sketch {\n${block.text}}\n` : block.text);
      if (block.wrong) return expect(worldc(["check", path]).status).toBe(1);
      expect(worldc(["check", path]).text).toContain("is clean.");
      const tested = worldc(["test", path]);
      expect(tested.text).toMatch(/^\d+ passed, 0 failed$/m);
      expect(tested.status).toBe(0);
      return;
    }
    case "sh":
      for (const line of block.text.trim().split("\n")) {
        if (BY_CI.includes(line)) continue;
        const { status, text } = shell(line, folder);
        expect(status, `${line}\n${text}`).toBe(0);
      }
      return;
    case "console":
      return runConsole(block.text, folder);
    case "ts": {
      writeFileSync(path, block.text);
      expect(typeCheck(path)).toEqual([]);
      const { outputText } = ts.transpileModule(block.text, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } });
      writeFileSync(path.replace(/\.ts$/, ".js"), outputText);
      return;
    }
    case "json":
      JSON.parse(block.text);
      writeFileSync(path, block.text);
      return;
    case "jsonl":
      for (const line of block.text.trim().split("\n")) JSON.parse(line);
      writeFileSync(path, block.text);
      return;
    case "js":
    case "python":
    case "yaml":
      writeFileSync(path, block.text);
      return;
    case "text":
      return;
    default:
      throw new Error(`no test runs \`${block.language}\` blocks`);
  }
}

describe.each(pages)("%s", (page) => {
  it("runs as written", { timeout: 240_000 }, () => {
    const folder = join(CACHE, page.replace(/[^a-z0-9]/gi, "_"));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{"type": "module"}\n');
    blocksOf(readPage(page)).forEach((block, index) => {
      try {
        runBlock(block, folder, index);
      } catch (error) {
        (error as Error).message = `${page}:${block.line}: ${(error as Error).message}`;
        throw error;
      }
    });
  });
});

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { ROOT, scratch, worldc } from "../support/cli.js";
import { commentsOf, docsOf, formatted, samples, treeOf, wordsOf } from "./support.js";

const CASES = join(ROOT, "test/format/cases");

describe("before and after", () => {
  it.each(readdirSync(CASES))("%s", async (name) => {
    expect(await formatted(readFileSync(join(CASES, name, "before.world"), "utf8"))).toBe(readFileSync(join(CASES, name, "after.world"), "utf8"));
  });
});

describe("every .world text of the repository", () => {
  it.each(samples())("$name", async ({ text }) => {
    for (const printWidth of [140, 50]) {
      const once = await formatted(text, { printWidth });
      expect(treeOf(once)).toEqual(treeOf(text));
      expect(commentsOf(once)).toEqual(commentsOf(text));
      expect(docsOf(once)).toEqual(docsOf(text));
      expect(wordsOf(once)).toEqual(wordsOf(text));
      expect(await formatted(once, { printWidth })).toBe(once);
    }
  });

  it("what is shipped is formatted", () => {
    const shipped = ["worlds", "stdlib", "examples", "templates"].flatMap((folder) => worldFiles(join(ROOT, folder)));
    expect(shipped.length).toBeGreaterThan(2);
    const { status, text } = worldc(["fmt", "--check", ...shipped]);
    expect(text).toBe(`${shipped.length} files are formatted.\n`);
    expect(status).toBe(0);
  });
});

function worldFiles(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((f) => f.endsWith(".world")).map((f) => join(folder, f));
}

describe("texts", () => {
  it("may be empty, or only a comment", async () => {
    expect(await formatted("")).toBe("");
    expect(await formatted("\n\n  \n")).toBe("");
    expect(await formatted("\n// a\n\n\n// b")).toBe("// a\n\n// b\n");
  });
  it("may end their lines with a carriage return, and begin with a byte order mark", async () => {
    expect(await formatted('\uFEFFfn f(): string = """\r\n  a\r\n  """\r\n// b\r\n')).toBe('\uFEFFfn f(): string = """\n  a\n  """\n// b\n');
  });
  it("are nested deeply", async () => {
    const text = `fn f(): int = ${"(1 + ".repeat(60)}1${")".repeat(60)}\n`;
    expect(treeOf(await formatted(text))).toEqual(treeOf(text));
  });
  it("with a syntax error are refused, at its place", async () => {
    await expect(formatted("app A {\n  tool\n}\n")).rejects.toMatchObject({ loc: { start: { line: 2 } } });
  });
});

describe("worldc fmt", () => {
  const messy = "app   A{tool t( ){return 1}}";
  const neat = "app A { tool t() { return 1 } }\n";

  it("formats in place and tells which files it changed", () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "a.world"), messy);
    writeFileSync(join(cwd, "b.world"), neat);
    expect(worldc(["fmt", "--check", "a.world", "b.world"], { cwd })).toMatchObject({ status: 1, stdout: "not formatted: a.world\n" });
    expect(readFileSync(join(cwd, "a.world"), "utf8")).toBe(messy);
    expect(worldc(["fmt", "a.world", "b.world"], { cwd })).toMatchObject({ status: 0, stdout: "formatted a.world\n" });
    expect(readFileSync(join(cwd, "a.world"), "utf8")).toBe(neat);
    expect(worldc(["fmt", "a.world"], { cwd })).toMatchObject({ status: 0, stdout: "`a.world` is formatted.\n" });
    expect(readdirSync(cwd)).toEqual(["a.world", "b.world"]);
    rmSync(cwd, { recursive: true });
  });

  it("leaves a file with syntax errors as it is", () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "a.world"), "app A { tool }\n");
    writeFileSync(join(cwd, "b.world"), messy);
    const { status, stdout, stderr } = worldc(["fmt", "a.world", "b.world"], { cwd });
    expect([status, stdout]).toEqual([1, "formatted b.world\n"]);
    expect(stderr).toContain("a.world:1:14");
    expect(readFileSync(join(cwd, "a.world"), "utf8")).toBe("app A { tool }\n");
    const { files, diagnostics } = JSON.parse(worldc(["fmt", "--json", "a.world", "b.world"], { cwd }).stdout) as { files: unknown; diagnostics: unknown[] };
    expect(files).toEqual([{ file: "a.world", status: "broken" }, { file: "b.world", status: "unchanged" }]);
    expect(diagnostics).toHaveLength(1);
    rmSync(cwd, { recursive: true });
  });

  it("reads standard input and writes standard output", () => {
    expect(worldc(["fmt", "-"], { input: messy })).toMatchObject({ status: 0, stdout: neat });
    expect(worldc(["fmt", "-"], { input: "app" })).toMatchObject({ status: 1, stdout: "" });
    expect(worldc(["fmt", "-", "--check"], { input: messy })).toMatchObject({ status: 1, stdout: "not formatted: -\n" });
    expect(worldc(["fmt", "absent.world"])).toMatchObject({ status: 2 });
  });

  it("is the only command that loads Prettier without building", () => {
    const coverage = join(ROOT, "node_modules/.cache/format-coverage");
    const loads = (args: readonly string[]): boolean => {
      rmSync(coverage, { recursive: true, force: true });
      mkdirSync(coverage, { recursive: true });
      worldc(args, { env: { NODE_V8_COVERAGE: coverage } });
      return readdirSync(coverage).some((f) => readFileSync(join(coverage, f), "utf8").includes("/node_modules/prettier/"));
    };
    expect(loads(["fmt", "--check", "worlds/lightos.world"])).toBe(true);
    expect(loads(["check", "worlds/lightos.world"])).toBe(false);
  });
});

describe("worldc/prettier", () => {
  it("is what editors load", async () => {
    const plugin = (await import(/* @vite-ignore */ pathToFileURL(join(ROOT, "dist/prettier.js")).href)) as import("prettier").Plugin;
    expect(await format("app   A{}", { filepath: "a.world", plugins: [plugin] })).toBe("app A { }\n");
    expect(await format("# A\n\n```world\napp   A{}\n```\n", { filepath: "a.md", plugins: [plugin] })).toBe("# A\n\n```world\napp A { }\n```\n");
  });
});

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./support/cli.js";

/** Tracked source files and what each imports from the project. */
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "grammar", "compiler", "runtime", "stdlib"], { cwd: ROOT, encoding: "utf8" }).split("\n").filter((f) => f.endsWith(".ts"));
const importsOf = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(/from "(\.[^"]+)"/g)].map((m) => join(file, "..", m[1] ?? "").replace(/\\/g, "/"));

describe("imports point one way", () => {
  it("the grammar imports only itself", () => {
    for (const file of files.filter((f) => f.startsWith("grammar/"))) for (const target of importsOf(file)) expect(target, file).toMatch(/^grammar\//);
  });
  it("the runtime imports only itself", () => {
    for (const file of files.filter((f) => f.startsWith("runtime/"))) for (const target of importsOf(file)) expect(target, file).toMatch(/^runtime\//);
  });
  it("the compiler takes only pure helpers from the runtime", () => {
    const pure = ["runtime/calendar.js", "runtime/suggest.js", "runtime/kernel.js"];
    for (const file of files.filter((f) => f.startsWith("compiler/"))) {
      const text = readFileSync(join(ROOT, file), "utf8");
      for (const [, path] of text.matchAll(/^import (?!type)[^;]*? from "([^"]*runtime\/[^"]+)"/gm)) expect(pure, file).toContain((path ?? "").replace(/^(\.\.\/)+/, ""));
    }
  });
});

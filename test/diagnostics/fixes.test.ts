import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../compiler/diagnostics/diagnostic.js";
import { applyFixes, fixesByFile } from "../../compiler/fixes.js";
import { compile } from "../../compiler/program.js";
import { fileHost } from "../../compiler/source.js";

const folder = fileURLToPath(new URL("./cases/", import.meta.url));
const stdlib = fileURLToPath(new URL("../../stdlib", import.meta.url));

function diagnose(path: string, text: string): readonly Diagnostic[] {
  const disk = fileHost(stdlib, folder);
  return compile({ ...disk, read: (p, limit) => (p === path ? { text } : disk.read(p, limit)) }, path).diagnostics;
}

const cases = readdirSync(folder).filter((n) => n.endsWith(".world")).map((name) => {
  const path = join(folder, name);
  const text = readFileSync(path, "utf8").split("\n").filter((line) => !line.startsWith("//!")).join("\n");
  return { name, path, text, diagnostics: diagnose(path, text) };
});
const fixable = cases.filter((c) => c.diagnostics.some((d) => d.fix));

describe("fixes", () => {
  it("are offered where one edit repairs the mistake", () => {
    expect(fixable.length).toBeGreaterThan(15);
  });

  it.each(fixable.map((c) => [c.name, c] as const))("%s: leave a program that checks", (_name, { path, text, diagnostics }) => {
    let current = { text, diagnostics };
    // A fix may uncover the next mistake: an import that is now found is now unused.
    for (let round = 0; round < 4; round++) {
      const fixed = applyFixes(current.text, fixesByFile(current.diagnostics).get(path) ?? []);
      if (round === 0) expect(fixed.applied).toBeGreaterThan(0);
      current = { text: fixed.text, diagnostics: diagnose(path, fixed.text) };
    }
    const left = current.diagnostics.filter((d) => d.severity === "error" || d.fix !== undefined);
    expect(left.map((d) => `${d.key}: ${d.message}`)).toEqual([]);
  });

  it("that overlap are applied one at a time, from the end of the text", () => {
    const place = (start: number, end: number) => ({ source: { name: "a", path: "a", text: "", lineStarts: [0] }, start, end });
    const fix = (start: number, end: number, text: string) => ({ title: "", place: place(start, end), text });
    expect(applyFixes("abcdef", [fix(4, 5, "X"), fix(0, 2, "Y"), fix(1, 3, "Z")])).toEqual({ text: "YcdXf", applied: 2 });
    expect(applyFixes("ab", [fix(1, 1, ","), fix(1, 1, ",")])).toEqual({ text: "a,b", applied: 1 });
  });
});

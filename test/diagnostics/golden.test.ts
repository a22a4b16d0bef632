import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CODES, type Code } from "../../compiler/diagnostics/codes.js";
import { renderPretty } from "../../compiler/diagnostics/render.js";
import { compile } from "../../compiler/program.js";
import { fileHost, memoryHost, MAX_SOURCE_BYTES } from "../../compiler/source.js";

/** One case per code: a source, and in trailing `//!` lines what `check` says. `UPDATE_GOLDEN=1 npm test` rewrites them. */
const folder = fileURLToPath(new URL("./cases/", import.meta.url));
const stdlib = fileURLToPath(new URL("../../stdlib", import.meta.url));
const MARK = "//! ";

/** Codes whose input cannot stand in a small text file; each is raised by a test below. */
const ELSEWHERE: readonly Code[] = ["file-too-large", "file-unreadable"];

function diagnose(name: string): { text: string; keys: string[]; source: string } {
  const path = join(folder, name);
  const whole = readFileSync(path, "utf8");
  const source = whole.split("\n").filter((line) => !line.startsWith(MARK.trim())).join("\n").trimEnd() + "\n";
  const disk = fileHost(stdlib, folder);
  const { diagnostics } = compile({ ...disk, read: (p, limit) => (p === path ? { text: source } : disk.read(p, limit)) }, path);
  const key = name.replace(/\.world$/, "") as Code;
  const shown = diagnostics.filter((d) => d.severity !== "hint" || d.key === key);
  return { text: renderPretty(shown), keys: shown.map((d) => d.key), source };
}

const names = readdirSync(folder).filter((n) => n.endsWith(".world")).sort();

describe("golden diagnostics", () => {
  it.each(names)("%s", (name) => {
    const { text, keys, source } = diagnose(name);
    expect(keys).toContain(name.replace(/\.world$/, ""));
    const expected = text.split("\n").map((line) => `${MARK}${line}`.trimEnd()).join("\n");
    const path = join(folder, name);
    if (process.env["UPDATE_GOLDEN"]) writeFileSync(path, `${source}${expected}\n`);
    expect(readFileSync(path, "utf8")).toBe(`${source}${expected}\n`);
  });

  it("covers every code of the table", () => {
    const covered = new Set([...names.map((n) => n.replace(/\.world$/, "")), ...ELSEWHERE]);
    expect(Object.keys(CODES).filter((key) => !covered.has(key))).toEqual([]);
  });

  it("gives every diagnostic a number of its own", () => {
    const numbers = Object.values(CODES).map((entry) => entry.code);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe("codes that no small file can raise", () => {
  it("file-too-large: names the limit", () => {
    const disk = fileHost(stdlib, folder);
    const { diagnostics } = compile({ ...disk, read: (p, limit) => (limit === MAX_SOURCE_BYTES && p === "/big.world" ? { problem: "too-large" } : disk.read(p, limit)) }, "/big.world");
    expect(diagnostics.map((d) => d.key)).toEqual(["file-too-large"]);
    expect(diagnostics[0]?.message).toContain("4 MB");
  });

  it("file-unreadable: says so at the import that asks for it", () => {
    const host = memoryHost({ "/a.world": 'import { B } from "./b.world"\napp A uses B { }\n' });
    const { diagnostics } = compile({ ...host, read: (p, limit) => (p === "/b.world" ? { problem: "unreadable" } : host.read(p, limit)) }, "/a.world");
    expect(diagnostics.map((d) => [d.key, d.place.start])).toContainEqual(["file-unreadable", 18]);
  });
});

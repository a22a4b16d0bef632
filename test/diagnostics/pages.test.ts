import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { CODES, type Code } from "../../compiler/diagnostics/codes.js";
import { compile } from "../../compiler/program.js";
import { fileHost } from "../../compiler/source.js";
import { ROOT, worldc } from "../support/cli.js";

/** Pages of `worldc explain`: why, what to do, a wrong example that raises the code and a right one that checks. */
const folder = join(ROOT, "docs/diagnostics");
const support = fileURLToPath(new URL("./cases/", import.meta.url));

/** Codes of files that cannot be shown: a page without examples. */
const WITHOUT_EXAMPLES: readonly Code[] = ["file-not-text", "file-too-large", "file-unreadable", "file-is-directory"];

function keysOf(text: string): string[] {
  const path = join(support, "page.world");
  const disk = fileHost(join(ROOT, "stdlib"), support);
  return compile({ ...disk, read: (p, limit) => (p === path ? { text } : disk.read(p, limit)) }, path).diagnostics.map((d) => d.key);
}

/** The examples of a page, by their note. */
function examples(page: string): { note: string; text: string }[] {
  return [...page.matchAll(/^<!-- (wrong|right)(?: .*)? -->\n```world\n([\s\S]*?)^```$/gm)].map((m) => ({ note: m[1] ?? "", text: m[2] ?? "" }));
}

describe.each(Object.entries(CODES).map(([key, entry]) => [entry.code, key as Code, entry] as const))("%s %s", (code, key, entry) => {
  const path = join(folder, `${code}.md`);
  const page = existsSync(path) ? readFileSync(path, "utf8") : "";

  it("has a page that says more than the message", () => {
    expect(page.startsWith(`# ${code} ${key}: ${entry.title}\n`)).toBe(true);
    const prose = page.replace(/```[\s\S]*?```/g, "").replace(/<!--.*-->/g, "").split("\n").slice(1).join(" ").trim();
    expect(prose.length).toBeGreaterThan(80);
  });

  it.skipIf(WITHOUT_EXAMPLES.includes(key))("shows it wrong and right", () => {
    const found = examples(page);
    expect(found.map((e) => e.note)).toEqual(["wrong", "right"]);
    const [wrong, right] = found;
    expect(keysOf(wrong?.text ?? "")).toContain(key);
    const rest = keysOf(right?.text ?? "").filter((k) => k !== "undocumented");
    expect(rest).toEqual([]);
    expect(keysOf(right?.text ?? "")).not.toContain(key);
  });
});

describe("worldc explain", () => {
  it("prints a page by code, by name and in any case", () => {
    const byCode = worldc(["explain", "W301"]);
    expect(byCode.status).toBe(0);
    expect(byCode.stdout).toContain("Wrong:");
    expect(worldc(["explain", "unknown-name"]).stdout).toBe(byCode.stdout);
    expect(worldc(["explain", "w301"]).stdout).toBe(byCode.stdout);
  });
  it("answers an unknown code with the nearest", () => {
    const outcome = worldc(["explain", "unknown-nam"]);
    expect(outcome.status).toBe(2);
    expect(outcome.stderr).toContain("[U106]");
    expect(outcome.stderr).toContain("unknown-name");
  });
  it("knows no page without a code", () => {
    const known = new Set<string>(Object.values(CODES).map((e) => e.code));
    expect(readdirSync(folder).filter((f) => !known.has(f.replace(/\.md$/, "")))).toEqual([]);
  });
});

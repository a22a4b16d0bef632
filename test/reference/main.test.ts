import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "../support/root.js";
import { sampleRun } from "./fixture.js";
import type { RunReport } from "./report.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "worldc-reference-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function reference(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, ["scripts/run.mjs", "test/reference/main.ts", ...args], { cwd: ROOT, encoding: "utf8" });
}

function record(name: string, content: unknown): void {
  writeFileSync(join(folder, `${name}.json.gz`), gzipSync(JSON.stringify(content)));
}

describe("npm run reference", () => {
  it("explains itself without a folder, and for one without records", () => {
    const bare = reference();
    expect([bare.status, bare.stdout]).toEqual([2, ""]);
    expect(bare.stderr).toContain("usage: npm run reference -- DIR");
    const empty = reference(join(folder, "nothing"));
    expect(empty.status).toBe(2);
    expect(empty.stderr).toContain("no recorded run");
  });

  it("prints what it replayed, and fails for a difference that nothing explains", () => {
    record("task-01", sampleRun());
    const good = reference(folder);
    expect([good.status, good.stderr]).toEqual([0, ""]);
    expect(good.stdout).toContain("task-01  seed 7  LightTalk\n  24 calls replayed, 0 skipped\n  24 statuses agree");

    const wrong = sampleRun();
    (wrong.calls[1]!.result as { status: string }).status = "failed";
    record("task-02", wrong);
    const bad = reference(folder);
    expect(bad.status).toBe(1);
    expect(bad.stdout).toContain("UNEXPLAINED call 1 get_myuid: recorded failed, here ok");

    const json = reference(folder, "--json");
    expect(json.status).toBe(1);
    const reports = JSON.parse(json.stdout) as RunReport[];
    expect(reports.map((r) => [r.run, r.unexplained.length])).toEqual([["task-01", 0], ["task-02", 1]]);
  });

  it("refuses what is no record", () => {
    record("task-03", { seed: -1 });
    const { status, stdout, stderr } = reference(folder);
    expect([status, stdout, stderr]).toEqual([2, "", "task-03.seed: expected a whole number\n"]);
  });
});

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/root.js";
import { alterations } from "./mutations.js";
import { recordingsIn, type Recording } from "./recording.js";
import { replayAll } from "./runs.js";

/** Recorded runs of the original, which are no part of this repository. */
const FOLDER = join(ROOT, "../shared/reference/complexmcp");
const present = existsSync(FOLDER);
const RUNS = ["00", "02", "04", "05", "08", "12", "19"].map((n) => `task-${n}`);

describe.skipIf(!present)(`recorded runs of the original${present ? "" : " (skipped: they are not beside this repository)"}`, () => {
  const recordings = present ? recordingsIn(FOLDER) : [];
  const seven = recordings.filter((r) => RUNS.includes(r.name));

  it("agree, or differ by a correction", async () => {
    const reports = await replayAll(recordings);
    expect(reports.flatMap((r) => r.unexplained)).toEqual([]);
    expect(reports.filter((r) => r.replayed > 0).map((r) => r.run)).toEqual(expect.arrayContaining(RUNS));
    for (const report of reports) {
      const { apps, replayed, skipped } = report;
      const total = recordings.find((r) => r.name === report.run)!.calls.length;
      expect(replayed + Object.values(skipped).reduce((a, b) => a + b, 0)).toBe(total);
      if (!apps.includes("LightTalk")) expect(replayed).toBe(0);
    }
  });

  it("no longer agree when a status is altered", async () => {
    const altered = seven.flatMap((recording) => alterations(recording, "status"));
    expect(altered.length).toBeGreaterThan(60);
    const missed = (await replayAll(altered)).filter((report) => report.unexplained.length === 0);
    expect(missed.map((report) => report.run)).toEqual([]);
  });

  it("no longer agree when a value of the final state is altered", async () => {
    const sample = (recording: Recording): Recording[] => alterations(recording, "final", 97);
    const altered = seven.flatMap(sample);
    expect(altered.length).toBeGreaterThan(80);
    const missed = (await replayAll(altered)).filter((report) => report.unexplained.length === 0);
    expect(missed.map((report) => report.run)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { alterations } from "./mutations.js";
import { recordingsIn } from "./recording.js";
import { replayAll } from "./runs.js";

/** A folder of recorded runs of the original, which are no part of this repository. */
const FOLDER = process.env["REFERENCE_RUNS"];

describe.skipIf(FOLDER === undefined)(`recorded runs of the original${FOLDER === undefined ? " (skipped: REFERENCE_RUNS names no folder of them)" : ""}`, () => {
  const recordings = FOLDER === undefined ? [] : recordingsIn(FOLDER);

  it("agree, or differ by a correction", async () => {
    const reports = await replayAll(recordings);
    expect(reports.flatMap((r) => r.unexplained)).toEqual([]);
    expect(reports.flatMap((r) => r.skipped)).toEqual([]);
    expect(reports.map((r) => r.replayed)).toEqual(recordings.map((r) => r.calls.length));
    expect(new Set(reports.flatMap((r) => r.unanchored).map((r) => `${r.tool}: ${r.remark}`))).toEqual(new Set(["checkout_all: nothing tells the balance"]));
  });

  it("no longer agree when a status is altered", async () => {
    const altered = recordings.flatMap((recording) => alterations(recording, "status"));
    expect(altered).toHaveLength(recordings.flatMap((r) => r.calls).length);
    const missed = (await replayAll(altered)).filter((report) => report.unexplained.length === 0);
    expect(missed.map((report) => report.run)).toEqual([]);
  });

  it("no longer agree when a value of the final state is altered", async () => {
    const altered = recordings.flatMap((recording) => alterations(recording, "final", recording.apps.includes("LightShop") ? 397 : 61));
    expect(altered.length).toBeGreaterThan(250);
    const missed = (await replayAll(altered)).filter((report) => report.unexplained.length === 0);
    expect(missed.map((report) => report.run)).toEqual([]);
  });
});

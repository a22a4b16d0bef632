import { describe, expect, it } from "vitest";
import { defectRuns } from "./defects.js";
import { ANN, CAT, id, sampleRun } from "./fixture.js";
import { alterations } from "./mutations.js";
import { replayAll } from "./runs.js";
import type { Recording } from "./recording.js";
import type { RunReport } from "./report.js";

const replayed = async (recording: Recording): Promise<RunReport> => (await replayAll([recording]))[0] as RunReport;

describe("replaying a recorded run", () => {
  it("agrees in every status and in the whole final state", async () => {
    const report = await replayed(sampleRun());
    expect(report.unexplained).toEqual([]);
    expect(report.explained).toEqual([]);
    expect(report).toMatchObject({ replayed: 23, statusesThatAgree: 23, skipped: { LightShop: 1 } });
    expect(report.valuesCompared).toBeGreaterThan(100);
  });

  it("leaves out runs of apps that do not exist", async () => {
    const { calls, ...rest } = sampleRun();
    const shopping = calls.filter((c) => c.app === "LightShop");
    expect(await replayed({ ...rest, calls: shopping, apps: ["LightShop"] })).toMatchObject({ replayed: 0, skipped: { LightShop: 1 }, valuesCompared: 0, unexplained: [] });
  });

  it("fails for a record that cannot be imported, and says where it is wrong", async () => {
    const run = sampleRun();
    const envelope = run.initial["LightTalk"] as { output: { contacts: Record<string, { chat_history: { send_uid: string }[] }> } };
    envelope.output.contacts[ANN]!.chat_history[0]!.send_uid = id("user", "Nobody");
    const { unexplained } = await replayed(run);
    expect(unexplained).toHaveLength(1);
    expect(unexplained[0]!.difference).toMatch(/Message.*\.from: there is no contact with the key/);
  });
});

describe("corrections", () => {
  it.each(defectRuns().map(({ number, recording }, i) => ({ i, number, name: recording.name, recording })))("$number explains $name ($i)", async ({ number, recording }) => {
    const report = await replayed(recording);
    expect(report.unexplained).toEqual([]);
    expect(report.explained.length).toBeGreaterThan(0);
    expect(new Set(report.explained.map((e) => e.correction))).toEqual(new Set([number]));
  });

  it("does not explain the same difference where the call was not made", async () => {
    const silent = defectRuns().map(({ recording }) => ({ ...recording, calls: [] }));
    const changed = silent.filter(({ initial, final }) => JSON.stringify(initial) !== JSON.stringify(final));
    expect(changed.length).toBeGreaterThan(8);
    for (const report of await replayAll(changed)) expect(report.unexplained.length, report.run).toBeGreaterThan(0);
  });
});

describe("the comparison notices", () => {
  it("any altered value of the final state but identifiers that the run made and no result showed", async () => {
    const altered = alterations(sampleRun(), "final");
    expect(altered.length).toBeGreaterThan(100);
    const missed = (await replayAll(altered)).filter((report) => report.unexplained.length === 0);
    expect(missed.map((report) => report.run.replace("task-sample: final.LightTalk.output.", ""))).toEqual([
      `contacts.${ANN}.moments.0.comments.0.comments.2.cid`,
      `contacts.${CAT}.chat_history.1.mid`,
      "groups.0.chat_history.1.mid",
      "groups.1.chat_history.0.mid",
    ]);
  });

  it("any altered status", async () => {
    const altered = alterations(sampleRun(), "status");
    expect(altered).toHaveLength(23);
    const missed = (await replayAll(altered)).filter((report) => report.unexplained.length === 0);
    expect(missed.map((report) => report.run)).toEqual([]);
  });
});

/** Logs of tasks: exact across processes; what is damaged, cut, reordered or of another world is said with its line. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT, scratch, worldc } from "../support/cli.js";

const WORLD = fileURLToPath(new URL("market.world", import.meta.url));
const CALLS = ["list_fruit", "nonsense", { tool: "find", args: { name: 7 } }, { tool: "find", args: { name: "Ada" } }, { tool: "wait", args: { minutes: 130 } }, { tool: "finish", args: { summary: "2" } }];
let log: string;
let lines: string[];

beforeAll(() => {
  const folder = scratch();
  writeFileSync(join(folder, "calls.jsonl"), CALLS.map((call) => JSON.stringify(typeof call === "string" ? { tool: call } : call)).join("\n"));
  log = join(folder, "run.jsonl");
  const { status, text } = worldc(["run", WORLD, join(folder, "calls.jsonl"), "--seed", "1", "--task", "patient", "--log", log]);
  expect(text).toContain("patient, seed 1: success");
  expect(status).toBe(0);
  lines = readFileSync(log, "utf8").trimEnd().split("\n");
});

function altered(change: (lines: string[]) => string[]): string {
  const path = join(scratch(), "altered.jsonl");
  writeFileSync(path, `${change([...lines]).join("\n")}\n`);
  return path;
}

describe("worldc replay", () => {
  it("repeats every answer and state in another process", () => {
    const { status, text } = worldc(["replay", log]);
    expect(text).toMatch(/^6 calls replayed, every hash equal/);
    expect(status).toBe(0);
    expect(JSON.parse(lines[0]!)).toMatchObject({ format: "worldc-trajectory", task: "patient", seed: 1, file: WORLD });
    expect(lines.slice(1).map((line) => (JSON.parse(line) as { validity: string }).validity)).toEqual(["valid", "syntactic error", "syntactic error", "valid", "valid", "valid"]);
  });

  it.each<[string, (all: string[]) => string[], RegExp]>([
    ["cut off in the middle of a line", (all) => [...all.slice(0, 4), all[4]!.slice(0, 40)], /Line 5 is not JSON/],
    ["damaged", (all) => all.map((line, i) => (i === 4 ? line.replace('"find"', '"fnd"') : line)), /line 5/],
    ["with another answer", (all) => all.map((line, i) => (i === 1 ? line.replace(/"stock":\d/, '"stock":1') : line)), /Call 1 \(line 2\), list_fruit: output/],
    ["with another state", (all) => all.map((line, i) => (i === 5 ? line.replace(/"hash":"\w{4}/, '"hash":"0000') : line)), /Call 5 \(line 6\), wait: state/],
    ["reordered", (all) => [all[0]!, all[5]!, ...all.slice(1, 5), all[6]!], /Call 2 \(line 3\), list_fruit: state|Call 1/],
    ["of another world", (all) => all.map((line, i) => (i === 0 ? line.replace('"Stall"', '"Market"') : line)), /of the world "Market"/],
    ["of a changed world", (all) => all.map((line, i) => (i === 0 ? line.replace(/"semanticHash":"\w{4}/, '"semanticHash":"0000') : line)), /changed its meaning/],
    ["of a changed task", (all) => all.map((line, i) => (i === 0 ? line.replace(/"taskHash":"\w{4}/, '"taskHash":"0000') : line)), /task patient has changed/],
    ["of no task there is", (all) => all.map((line, i) => (i === 0 ? line.replace('"patient"', '"impatient"') : line)), /no task "impatient"/],
    ["without a header", (all) => all.slice(1), /no trajectory log|does not say which/],
    ["that is something else", () => ["hello"], /first line is not JSON/],
    ["of a seed that the task does not declare", (all) => all.map((line, i) => (i === 0 ? line.replace('"seed":1', '"seed":99') : line)), /has the seeds 1\.\.3, not 99/],
    ["with servers that there are not", (all) => all.map((line, i) => (i === 0 ? line.replace('"seed":1', '"seed":1,"distractors":["x"]') : line)), /names 1 servers, and the world Stall has 0/],
    ["with servers that are no list", (all) => all.map((line, i) => (i === 0 ? line.replace('"seed":1', '"seed":1,"distractors":7') : line)), /`distractors` is 7/],
    ["with another validity", (all) => all.map((line, i) => (i === 2 ? line.replace('"syntactic error"', '"valid"') : line)), /Call 2 \(line 3\), .*: validity "syntactic error", not "valid"/],
    ["with another clock", (all) => all.map((line, i) => (i === 5 ? line.replace(/"after":"[^"]*"/, '"after":null') : line)), /line 6\), wait: clock/],
    ["without writes", (all) => all.map((line, i) => (i === 5 ? line.replace(/"writes":\[.*\],"hash"/, '"writes":[],"hash"') : line)), /line 6\), wait: writes/],
    ["with a fault that did not strike", (all) => all.map((line, i) => (i === 1 ? line.replace('"faults":[]', '"faults":["zz"]') : line)), /line 2\), list_fruit: faults/],
    ["with a trigger that did not fire", (all) => all.map((line, i) => (i === 1 ? line.replace('"writes"', '"triggers":5,"writes"') : line)), /line 2\), list_fruit: triggers/],
    ["of another version", (all) => all.map((line, i) => (i === 0 ? line.replace('"version":1', '"version":9') : line)), /Version 9/],
  ])("says what is wrong with a log %s", (_what, change, expected) => {
    const { status, text } = worldc(["replay", altered(change)]);
    expect(text).toMatch(expected);
    expect(text).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
  });
});

describe("worldc score and report", () => {
  it("scores a log as the run was scored, and nothing that does not replay", () => {
    expect(worldc(["score", log]).text).toContain("✓ rung");
    expect(worldc(["score", altered((all) => all.map((line, i) => (i === 5 ? line.replace(/"hash":"\w{4}/, '"hash":"0000') : line)))]).text).toContain("does not replay");
  });

  it("reports by agent, level and app; a list of calls beside the log is no log, and nothing damaged", () => {
    const folder = join(log, "..");
    const { text, status } = worldc(["report", folder]);
    expect(text).toMatch(/runs\s+success/);
    expect(text).toMatch(/agent\s+1\s+100\.0 %\s+100\.0 ± 0\.0 %/);
    expect(text.replace(/ +/g, " ")).toContain("level agent\nmedium 100.0 %\n\napp agent\nStall 100.0 %\n");
    expect(text).toContain("not a log");
    expect(text).not.toContain("not counted");
    expect(status).toBe(0);
  });

  it("counts each agent's runs alone, with means and deviations, and names what it could not count", () => {
    const folder = scratch();
    mkdirSync(join(folder, "good"));
    mkdirSync(join(folder, "poor"));
    const poor = altered((all) => all.slice(0, 2));
    copyFileSync(log, join(folder, "good", "1.jsonl"));
    copyFileSync(log, join(folder, "poor", "1.jsonl"));
    copyFileSync(poor, join(folder, "poor", "2.jsonl"));
    copyFileSync(altered((all) => all.slice(1)), join(folder, "poor", "headless.jsonl"));
    const { status, stdout } = worldc(["report", folder, "--json"]);
    expect(status).toBe(1);
    const { agents, levels, conflicts, apps, broken, notLogs } = JSON.parse(stdout) as Record<string, { name: string; agents: Record<string, unknown> }[]>;
    expect(agents).toMatchObject([{ agent: "good", runs: 1, success: 1, rDeviation: 0 }, { agent: "poor", runs: 2, success: 0.5, calls: 3.5, r: 0.625 }]);
    expect((agents![1] as unknown as { callsDeviation: number }).callsDeviation).toBeCloseTo(Math.sqrt(2 * 2.5 ** 2));
    expect([levels, conflicts, apps].map((groups) => groups!.map(({ name }) => name))).toEqual([["medium"], [], ["Stall"]]);
    expect(apps![0]!.agents).toMatchObject({ good: { runs: 1, success: 1 }, poor: { runs: 2, success: 0.5 } });
    expect([broken!.length, notLogs]).toEqual([1, []]);
  });

  it("reports by conflict", () => {
    const folder = scratch();
    const calls = join(scratch(), "calls.jsonl");
    writeFileSync(calls, '{"tool":"shops"}\n');
    for (const task of ["early_closing", "closed_road"]) worldc(["run", join(ROOT, "test/evaluate/conflict.world"), calls, "--task", task, "--seed", "1", "--log", join(folder, `${task}.jsonl`)]);
    const { text, status } = worldc(["report", folder]);
    expect(text.replace(/ +/g, " ")).toMatch(/conflict \S+\nS2 0\.0 %\nT3 0\.0 %\n/);
    expect(status).toBe(0);
  });
});

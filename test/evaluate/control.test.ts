/** The control protocol: its answers, its refusals, and that other programs' scores over it equal those in process. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT, worldc } from "../support/cli.js";
import { compileText, type LoadedWorld } from "../support/compile-world.js";

const WORLD = fileURLToPath(new URL("market.world", import.meta.url));
const SERVE = [process.execPath, join(ROOT, "dist/cli.js")];

let loaded: LoadedWorld;
beforeAll(async () => {
  loaded = await compileText(readFileSync(WORLD, "utf8"));
});

/** Answers to these requests, in one process. */
function exchange(requests: readonly unknown[]): Record<string, any>[] {
  const { stdout } = worldc(["serve", WORLD, "--control"], { input: requests.map((r) => (typeof r === "string" ? r : JSON.stringify(r))).join("\n") });
  return stdout.trimEnd().split("\n").map((line) => JSON.parse(line) as Record<string, any>);
}

/** What the examples' agent scores in process. */
function inProcess(seed: number): boolean {
  const episode = loaded.runtime.Episode.start(loaded.world, loaded.world.tasks.find(({ name }) => name === "any_star")!, { seed });
  if (seed % 2 === 0) {
    const fruit = episode.step("list_fruit", {}).output as { id: string }[];
    episode.step("star", { fruit: fruit[0]!.id });
  }
  episode.step("finish", { summary: "Done." });
  return episode.score().success;
}

describe("worldc serve --control", () => {
  it("resets, steps, scores, forks and closes; many episodes live in one process", () => {
    const answers = exchange([
      { id: "a", op: "world" }, { op: "tools" }, { id: 1, op: "reset", seed: 1, task: "any_star" }, { op: "reset", seed: 2 }, { op: "step", episode: "e1", tool: "list_fruit" },
      { op: "fork", episode: "e1" }, { op: "step", episode: "e3", tool: "finish", args: { summary: "x" } }, { op: "step", episode: "e1", tool: "nonsense", args: 7 },
      { op: "score", episode: "e3" }, { op: "score", episode: "e2" }, { op: "close", episode: "e1" }, { op: "step", episode: "e1", tool: "list_fruit" },
    ]);
    expect(answers[0]).toMatchObject({ id: "a", ok: true, world: "Stall" });
    expect((answers[0]!["tasks"] as unknown[]).length).toBe(6);
    expect((answers[1]!["tools"] as { name: string }[]).map(({ name }) => name)).toEqual(expect.arrayContaining(["star", "finish", "chat_with_user"]));
    expect(answers[2]).toMatchObject({ id: 1, ok: true, episode: "e1", ask: "Give any fruit that costs less than $100 a star." });
    expect(answers[3]).toMatchObject({ ok: true, episode: "e2" });
    expect(answers[4]).toMatchObject({ ok: true, status: "ok", ended: false });
    expect(answers[5]).toMatchObject({ ok: true, episode: "e3" });
    expect(answers[6]).toMatchObject({ ok: true, status: "ok", ended: true });
    expect(answers[7]).toMatchObject({ ok: true, status: "invalid", ended: false });
    expect(answers[8]).toMatchObject({ ok: true, score: { success: false, ended: "finish", calls: 2 } });
    expect(answers[9]).toMatchObject({ ok: false, error: { code: "no-task" } });
    expect(answers[10]).toEqual({ ok: true });
    expect(answers[11]).toMatchObject({ ok: false, error: { code: "unknown-episode" } });
  });

  it("leaves out the tools of apps for the user, which no agent can call", async () => {
    const phone = await compileText("app Phone for user { state { on: bool = true }   tool toggle() { set on = not on } }\napp Line uses Phone { tool status() { return Phone.on } }\nworld Support { apps Phone, Line }\n");
    const { tools } = new phone.runtime.Control(phone.world).line('{"op": "tools"}') as unknown as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(["status", "finish", "report_infeasible", "chat_with_user"]);
  });

  it("refuses what is no request, and goes on", () => {
    const codes = exchange([
      "{", "[]", "null", '"x"', {}, { op: "jump" }, { op: "reset" }, { op: "reset", seed: -1 }, { op: "reset", seed: 1.5 }, { op: "reset", seed: 1, task: "none" }, { op: "reset", seed: 1, faults: "some" },
      { op: "reset", seed: 1, distractors: 99 }, { op: "reset", seed: 11, task: "tell" }, { op: "step" }, { op: "step", episode: "__proto__", tool: "x" }, { op: "fork", episode: {} }, { op: "reset", seed: 1 }, { op: "step", episode: "e1", tool: 7 }, { op: "fork", episode: "e1", salt: 7 },
    ]).map((answer) => (answer["ok"] === true ? "ok" : (answer["error"] as { code: string }).code));
    expect(codes).toEqual(["not-json", "not-a-request", "not-a-request", "not-a-request", "unknown-op", "unknown-op", "bad-argument", "bad-argument", "bad-argument", "unknown-task", "bad-argument", "bad-argument", "bad-argument", "unknown-episode", "unknown-episode", "unknown-episode", "ok", "bad-argument", "bad-argument"]);
  });

  it("takes no option that says what one session is", () => {
    for (const option of ["--seed=1", "--task=any_star", "--faults=off", "--log=/dev/null", "--distractors=1"]) {
      const { status, stderr, stdout } = worldc(["serve", WORLD, "--control", option]);
      expect([status, stdout]).toEqual([2, ""]);
      expect(stderr).toContain("U113");
    }
  });

  it("gives each reset of a task and seed an episode of its own, equal to the others at its start", () => {
    const reset = { op: "reset", seed: 1, task: "any_star" };
    const list = (episode: string) => ({ op: "step", episode, tool: "list_fruit" });
    const fruit = (exchange([reset, list("e1")])[1]!["output"] as { id: string }[])[0]!.id;
    const run = (episode: string) => [list(episode), { op: "step", episode, tool: "star", args: { fruit } }, { op: "score", episode }];
    const others = Array.from({ length: 40 }, (_, i) => ({ op: "reset", seed: i + 2 }));
    const answers = exchange([reset, ...run("e1"), reset, { op: "score", episode: "e2" }, ...run("e2"), ...others, reset, ...run("e43"), { op: "reset", seed: 1 }, { op: "score", episode: "e44" }]);
    const { episode: _, ...start } = answers[0]!;
    for (const [at, first] of [[4, 6], [49, 50]] as const) {
      expect(answers[at]).toMatchObject(start);
      expect(answers.slice(first, first + 3)).toEqual(answers.slice(1, 4));
    }
    expect(answers[3]).toMatchObject({ score: { success: true, calls: 2 } });
    expect(answers[5]).toMatchObject({ score: { success: false, calls: 0 } });
    expect(answers.at(-1)).toMatchObject({ error: { code: "no-task" } });
  });

  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  it.skipIf(!hasPython)("gives a Python program the scores that a program in process gets, over 1,000 episodes (skipped without python3)", { timeout: 120_000 }, () => {
    const { stdout, status } = spawnSync("python3", [join(ROOT, "examples/control/rollouts.py"), WORLD, "any_star", "1000", ...SERVE], { encoding: "utf8", maxBuffer: 1 << 26 });
    expect(status).toBe(0);
    const scored = stdout.trimEnd().split("\n").map((line) => JSON.parse(line) as { seed: number; success: boolean });
    expect(scored).toEqual(Array.from({ length: 1000 }, (_, i) => ({ seed: i + 1, success: inProcess(i + 1) })));
    expect(scored.filter(({ success }) => success).length).toBe(500);
  });

  it("gives a JavaScript program the same", { timeout: 60_000 }, () => {
    const { stdout } = spawnSync(process.execPath, [join(ROOT, "examples/control/rollouts.mjs"), WORLD, "any_star", "40", ...SERVE], { encoding: "utf8" });
    expect(stdout.trimEnd().split("\n").map((line) => JSON.parse(line) as object)).toEqual(Array.from({ length: 40 }, (_, i) => ({ seed: i + 1, success: inProcess(i + 1) })));
  });
});

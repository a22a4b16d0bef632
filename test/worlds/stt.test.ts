/** The worlds that change by themselves: what happens does not depend on how time passes, can be taken back, and is the same in every process. */

import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { randomCall } from "../support/random-calls.js";
import { ROOT } from "../support/root.js";
import { loadRuntime, loadWorld, type Runtime, type Session, type WorldDef } from "../support/world.js";

const files = readdirSync(join(ROOT, "worlds/stt")).filter((name) => name.endsWith(".world")).sort().map((name) => `worlds/stt/${name}`);
const worlds = new Map<string, WorldDef>();
let runtime: Runtime;
beforeAll(async () => {
  runtime = await loadRuntime();
  for (const file of files) worlds.set(file, await loadWorld(file));
}, 300_000);

const SEEDS = [1, 2, 3, 4, 5];

/** A session in the middle of things. */
function underWay(file: string, seed: number, calls: number): Session {
  const session = runtime.Session.start(worlds.get(file)!, { seed });
  for (let i = 0; i < calls; i++) {
    const { tool, args } = randomCall(runtime, session, seed * 10_000 + i);
    if (tool !== "finish" && tool !== "report_infeasible") session.call(tool, args);
  }
  return session;
}

describe("the worlds of worlds/stt", () => {
  it("are nine or more, of at least twelve tools and eight entities each", () => {
    expect(files.length).toBeGreaterThanOrEqual(9);
    for (const [file, world] of worlds) {
      expect(world.tools.length, file).toBeGreaterThanOrEqual(12);
      expect(world.tables.filter(({ kind }) => kind === "entity").length, file).toBeGreaterThanOrEqual(8);
    }
  });

  it.each(files)("%s: something happens by itself within 150 random calls, and none of it goes wrong", (file) => {
    let firings = 0;
    for (const seed of SEEDS) {
      const session = runtime.Session.start(worlds.get(file)!, { seed });
      for (let i = 0; i < 150; i++) {
        const { tool, args } = randomCall(runtime, session, seed * 10_000 + i);
        if (tool === "finish" || tool === "report_infeasible") continue;
        const { triggers, diagnostic } = session.call(tool, args);
        expect([diagnostic, ...triggers.map((firing) => firing.diagnostic)].filter((found) => found !== undefined), tool).toEqual([]);
        firings += triggers.length;
      }
    }
    expect(firings).toBeGreaterThan(0);
  });

  it.each(files)("%s: four hours at once and single minutes give the same firings and the same state", (file) => {
    for (const seed of SEEDS) {
      const session = underWay(file, seed, 60);
      const [whole, minutes] = [session.fork(), session.fork()];
      const atOnce = whole.advance(4 * 3600).map(({ trigger, at, key }) => ({ trigger, at, key }));
      const oneByOne = Array.from({ length: 240 }, () => minutes.advance(60).map(({ trigger, at, key }) => ({ trigger, at, key }))).flat();
      expect(oneByOne).toEqual(atOnce);
      expect(minutes.hash()).toBe(whole.hash());
    }
  });

  it.each(files)("%s: undo across what has happened restores everything, and the same future comes again", (file) => {
    for (const seed of SEEDS) {
      const session = underWay(file, seed, 40);
      const before = JSON.stringify(session.snapshot());
      const play = (): string[] => Array.from({ length: 40 }, (_, i) => {
        const { tool, args } = randomCall(runtime, session, seed * 777 + i);
        return tool === "finish" || tool === "report_infeasible" ? "" : JSON.stringify(session.call(tool, args));
      });
      const future = play();
      for (const line of future) if (line !== "") session.undo();
      expect(JSON.stringify(session.snapshot())).toBe(before);
      expect(session.hash()).toBe(session.fullHash());
      expect(play()).toEqual(future);
    }
  });

  it("give identical logs in two processes", async () => {
    const log = (): Promise<{ stdout: string }> => promisify(execFile)(process.execPath, ["scripts/run.mjs", "test/worlds/random-log.ts", "6", "120", ...files], { cwd: ROOT });
    const [first, second] = await Promise.all([log(), log()]);
    expect(second.stdout).toBe(first.stdout);
    expect(first.stdout.trimEnd().split("\n")).toHaveLength(7 * files.length);
  }, 300_000);
});

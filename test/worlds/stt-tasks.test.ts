/** The tasks of the worlds that change by themselves: as many and of as many kinds as the suite is meant to have, and audited on one instance each. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Ir } from "../../compiler/ir.js";
import { ROOT } from "../support/root.js";
import { typeErrors } from "../support/typescript.js";
import { buildFolder, compileWorld, loadRuntime, loadWorld, type Runtime, type WorldDef } from "../support/world.js";

const files = readdirSync(join(ROOT, "worlds/stt/tasks")).filter((name) => name.endsWith(".world")).sort().map((name) => `worlds/stt/tasks/${name}`);
const compiled = new Map(files.map((file) => [file, compileWorld(file)]));
const tasks = [...compiled.values()].flatMap(({ ir }) => ir.tasks);
const TYPES = ["T1", "T2", "T3", "S1", "S2", "S3", "ST1", "ST2", "ST3"];
const LEVELS = ["easy", "medium", "hard", "impossible"];

describe("the tasks of worlds/stt", () => {
  it.each(files)("%s checks without a remark", (file) => {
    expect(compiled.get(file)!.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  });

  it("are two or more of each type of conflict at each level, with names of their own", () => {
    const count = (conflict: string, level: string): number => tasks.filter((task) => task.conflict === conflict && task.level === level).length;
    const few = TYPES.flatMap((type) => LEVELS.filter((level) => count(type, level) < 2).map((level) => `${type} ${level}`));
    expect(few).toEqual([]);
    expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length);
  });

  it("all have a plan that says where the conflict arises, a user, and more than five seeds", () => {
    const lacking = (test: (task: Ir["tasks"][number]) => boolean): string[] => tasks.filter((task) => !test(task)).map(({ name }) => name);
    expect(lacking(({ nominal }) => JSON.stringify(nominal ?? []).includes('"fires":'))).toEqual([]);
    expect(lacking(({ user }) => user.persona !== undefined && user.knows.length + user.answers.length > 0)).toEqual([]);
    expect(lacking(({ goal, user }) => goal.impossible === undefined || user.insists.length > 0), "insisting where it is impossible").toEqual([]);
    expect(lacking(({ seeds }) => seeds.to - seeds.from >= 4)).toEqual([]);
  });

  it("are emitted as modules that the strictest TypeScript accepts", async () => {
    const folders = await Promise.all(files.map((file) => buildFolder(file)));
    expect(typeErrors(folders.map((folder) => join(folder, "evaluators.ts")))).toEqual([]);
  }, 300_000);
});

describe("the audit of", () => {
  const worlds = new Map<string, WorldDef>();
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await loadRuntime();
    for (const file of files) worlds.set(file, await loadWorld(file));
  }, 300_000);

  it.each(files)("%s: at least five instances of each task, and on the first all is judged rightly", (file) => {
    const world = worlds.get(file)!;
    for (const task of world.tasks) {
      const seeds = [...runtime.bySeed(task, (seed) => runtime.Episode.start(world, task, { seed }))].flatMap((one) => ("made" in one ? [one.seed] : []));
      expect(seeds.length, `instances of ${task.name}`).toBeGreaterThanOrEqual(5);
      const { operators } = runtime.auditInstance(world, task, seeds[0]!);
      expect(operators.flatMap(({ operator, wrong }) => wrong.map((what) => `${operator}: ${what}`)), task.name).toEqual([]);
      expect(operators.map(({ operator }) => operator), task.name).toContain("conflict");
    }
  }, 300_000);
});

/** The tasks of the Light world: they check without a remark, are typed, and their gold is clean. */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../compiler/emit/build.js";
import type { Ir } from "../../compiler/ir.js";
import { ROOT } from "../support/root.js";
import { typeErrors } from "../support/typescript.js";
import { compileWorld, loadRuntime, loadWorld, type Runtime, type WorldDef } from "../support/world.js";

const files = readdirSync(join(ROOT, "worlds/tasks")).filter((name) => name.endsWith(".world")).sort().map((name) => `worlds/tasks/${name}`);
const compiled = new Map(files.map((file) => [file, compileWorld(file)]));
const tasks = [...compiled.values()].flatMap(({ ir }) => ir.tasks);

/** The modules of a world, as text that has not been laid out. */
const modulesOf = (file: string): ReadonlyMap<string, string> => modules(compiled.get(file)!.ir, compiled.get(file)!.sources);

describe("the tasks of the Light world", () => {
  it.each(files)("%s checks without a remark", (file) => {
    expect(compiled.get(file)!.diagnostics.filter(({ severity }) => severity !== "hint").map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  });

  it("are as many and of as many kinds as the suite is meant to have", () => {
    const count = (test: (task: Ir["tasks"][number]) => boolean): number => tasks.filter(test).length;
    const tagged = (tag: string) => count(({ doc }) => doc !== undefined && doc.split("\n").some((line) => line.startsWith("Tags:") && line.includes(tag)));
    expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length);
    expect(tasks.length).toBeGreaterThanOrEqual(60);
    expect(count(({ goal }) => goal.impossible !== undefined)).toBeGreaterThanOrEqual(5);
    expect(count(({ goal }) => goal.binders.length > 0)).toBeGreaterThanOrEqual(10);
    expect(count(({ unique }) => unique)).toBeGreaterThanOrEqual(10);
    expect(tagged("mess")).toBeGreaterThanOrEqual(10);
    expect(tagged("fault recovery")).toBeGreaterThanOrEqual(10);
  });

  it("are emitted as modules that the strictest TypeScript accepts", () => {
    const folder = join(ROOT, "node_modules/.cache/task-modules");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // The apps' modules are the same for all; only the evaluators, and the functions they share, are of each file.
    const own = ["evaluators.ts", "shared.ts", "world.ts"];
    const [first, ...others] = files.map((file) => [file.slice("worlds/tasks/".length, -".world".length), modulesOf(file)] as const);
    for (const [name, text] of first![1]) writeFileSync(join(folder, name), text);
    const roots = [...first![1].keys()];
    for (const [stem, texts] of others) {
      for (const [name, text] of texts) if (!own.includes(name)) expect(text, `${name} of ${stem}`).toBe(first![1].get(name));
      for (const name of ["evaluators.ts", "shared.ts"]) {
        const renamed = `${stem}_${name}`;
        writeFileSync(join(folder, renamed), texts.get(name)!.replaceAll('"./shared.js"', `"./${stem}_shared.js"`));
        roots.push(renamed);
      }
    }
    expect(typeErrors(roots.map((name) => join(folder, name)))).toEqual([]);
  }, 300_000);
});

describe("gold", () => {
  const worlds = new Map<string, WorldDef>();
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await loadRuntime();
    for (const file of files) worlds.set(file, await loadWorld(file));
  }, 600_000);

  it.each(files)("reaches the goals of %s, on the first seed that has the instance", (file) => {
    const world = worlds.get(file)!;
    for (const task of world.tasks.filter(({ impossible }) => impossible === undefined)) {
      let played = false;
      for (const one of runtime.bySeed(task, (seed) => runtime.Episode.start(world, task, { seed }))) {
        if ("void" in one) continue;
        if ("broken" in one) throw new Error(`${task.name}, seed ${one.seed}: ${one.broken}`);
        const { seed, made: episode } = one;
        const { failure } = episode.playGold(runtime.firstChoice(episode));
        expect(failure, task.name).toBeNull();
        episode.step("finish", {});
        expect(episode.score(), `${task.name}, seed ${seed}`).toMatchObject({ success: true, difference: { rc: 1, mb: 0 } });
        played = true;
        break;
      }
      expect(played, task.name).toBe(true);
    }
  }, 300_000);
});

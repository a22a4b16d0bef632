/** The cache repairs itself: what is damaged in it is made again, once. */

import { readFileSync, statSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { filesIn, scratch, worldc } from "../support/cli.js";

describe("a damaged cache", () => {
  const folder = scratch();
  const cache = join(folder, "cache");
  const world = join(folder, "counter.world");
  writeFileSync(join(folder, "names.yaml"), "- Ada\n- Grace\n");
  writeFileSync(world, '/// Counts.\napp Counter {\n  corpus names from "./names.yaml"\n  state { count: int = 0 }\n  tool add(by: int = 1) { set count += by   return names }\n}\n');
  const env = { WORLDC_CACHE: cache };
  const call = () => worldc(["call", world, "add", "--seed", "1"], { env });
  const build = (to: string) => worldc(["build", world, "-o", join(folder, to)], { env });
  const kept = (): Record<string, string> => Object.fromEntries(filesIn(cache).map((name) => [name, readFileSync(join(cache, name), "utf8")]));

  const first = call();
  const whole = kept();
  build("good");

  const half = (path: string): void => truncateSync(path, statSync(path).size >> 1);
  it.each<[string, (path: string) => void, RegExp[]]>([
    ["cut in half", half, [/^\w+\/run\/package\.json$/, /^\w+\/run\/.*\.js$/, /^\w+\/build\//, /^(\w+\/seal|texts\/.*)\.json$/, /./]],
    ["emptied", (path) => truncateSync(path, 0), [/./]],
    ["deleted", unlinkSync, [/./]],
    ["with something else in them", (path) => writeFileSync(path, "{}"), [/./]],
  ])("with files %s is made again", { timeout: 60_000 }, (_what, damage, groups) => {
    expect(first.status).toBe(0);
    for (const group of groups) {
      const chosen = filesIn(cache).filter((name) => group.test(name));
      expect(chosen).not.toEqual([]);
      for (const name of chosen) damage(join(cache, name));
      expect(call()).toEqual(first);
      expect(build("again").status).toBe(0);
      expect(kept()).toEqual(whole);
      for (const name of filesIn(join(folder, "good"))) expect(readFileSync(join(folder, "again", name), "utf8"), name).toBe(readFileSync(join(folder, "good", name), "utf8"));
    }
  });
});

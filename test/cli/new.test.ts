import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { filesIn, scratch, worldc } from "../support/cli.js";

describe("worldc new", () => {
  let cwd = "";
  beforeEach(() => {
    cwd = scratch();
  });
  it("makes a world that checks without a word, passes its tests and builds", () => {
    const made = worldc(["new", "my-list"], { cwd });
    expect(made.status).toBe(0);
    expect(made.stdout).toContain("worldc test my-list/my_list.world");
    expect(filesIn(join(cwd, "my-list"))).toEqual([".gitignore", "my_list.world", "package.json"]);
    expect(readFileSync(join(cwd, "my-list/my_list.world"), "utf8")).toContain("app MyList {");
    expect(worldc(["check", "my-list/my_list.world"], { cwd }).text).toBe("`my-list/my_list.world` is clean.\n");
    expect(worldc(["test", "my-list/my_list.world"], { cwd }).stdout).toBe("2 passed, 0 failed\n");
    expect(worldc(["build", "my-list/my_list.world"], { cwd }).status).toBe(0);
  });
  it("touches nothing that is there", () => {
    expect(worldc(["new", "my-list"], { cwd }).status).toBe(0);
    writeFileSync(join(cwd, "taken"), "mine");
    for (const [name, code, status] of [["my-list", "U202", 1], ["taken", "U202", 1], ["Bad", "U108", 2], ["../x y", "U108", 2], ["absent/list", "U201", 2]] as const) {
      const outcome = worldc(["new", name], { cwd });
      expect(outcome.stderr).toContain(`[${code}]`);
      expect(outcome.status).toBe(status);
    }
    expect(readFileSync(join(cwd, "taken"), "utf8")).toBe("mine");
  });
});

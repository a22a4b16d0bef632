import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { filesIn, LIGHTTALK, ROOT, scratch, worldc, type Outcome } from "../support/cli.js";

/** A coded answer, the right status, no stack trace. */
function expectAnswer(outcome: Outcome, status: number, code: string): void {
  expect(outcome.text).toContain(`[${code}]`);
  expect(outcome.text).not.toMatch(/^\s+at .*:\d+/m);
  expect(outcome.text).not.toContain("U402");
  expect(outcome.status).toBe(status);
}

describe("sources", () => {
  const folder = scratch();
  const write = (name: string, text: string | Buffer): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  it.each([
    ["a missing file", () => join(folder, "absent.world"), "W101"],
    ["a directory", () => folder, "W102"],
    ["a binary file", () => write("binary.world", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3])), "W103"],
    ["bytes that are no UTF-8", () => write("latin.world", Buffer.from([0x61, 0x70, 0x70, 0xe9, 0x20])), "W103"],
    ["five megabytes", () => write("large.world", "// a long comment\n".repeat(300_000)), "W104"],
    ["a file that imports itself", () => write("cycle.world", 'import { A } from "./cycle.world"\napp A { }\n'), "W106"],
    ["an import of nothing", () => write("imports.world", 'import { A } from "./nothing.world"\napp B uses A { }\n'), "W101"],
    ["a corpus that is absent", () => write("corpus.world", 'app A { corpus rows from "./rows.yaml" }\n'), "W101"],
    ["an empty file", () => write("empty.world", ""), "W801"],
  ] as const)("%s", (_what, path, code) => {
    expectAnswer(worldc(["check", path()]), 1, code);
    expectAnswer(worldc(["build", path(), "-o", join(folder, "out")]), 1, code);
    expect(existsSync(join(folder, "out"))).toBe(false);
  });

  it("a corpus with a missing field: names the entry that lacks it", () => {
    write("people.yaml", "- name: Ada\n  age: 36\n- name: Grace\n");
    const path = write("people.world", 'app A {\n  corpus people from "./people.yaml"\n  entity P { key name: string   age: int }\n  init { for p in people { create P { name: p.name, age: p.age } } }\n}\n');
    const outcome = worldc(["check", path]);
    expectAnswer(outcome, 1, "W402");
    expect(outcome.text).toMatch(/entry at line 3 of .*people\.yaml has no `age`/);
  });

  it("a build that fails leaves the old one whole", () => {
    const path = write("shop.world", "/// A shop.\napp Shop { state { open: bool = true } }\n");
    expect(worldc(["build", path, "-o", join(folder, "kept")]).status).toBe(0);
    const before = filesIn(join(folder, "kept"));
    writeFileSync(path, "app Shop { state { open: bool = 1 } }\n");
    expectAnswer(worldc(["build", path, "-o", join(folder, "kept")]), 1, "W401");
    expect(filesIn(join(folder, "kept"))).toEqual(before);
  });

  it("a target that cannot be written", () => {
    const path = write("fine.world", "app Fine { state { open: bool = true } }\n");
    const blocked = write("blocked", "a file where a folder should be");
    expectAnswer(worldc(["build", path, "-o", blocked]), 1, "U203");
    expect(readFileSync(blocked, "utf8")).toContain("a file where");
  });

  it("a folder of the author's own where the build would go", () => {
    const path = write("mine.world", "/// Mine.\napp Mine { state { open: bool = true } }\n");
    mkdirSync(join(folder, "mine"));
    writeFileSync(join(folder, "mine/thesis.txt"), "years of work");
    expectAnswer(worldc(["build", path, "-o", folder]), 1, "U203");
    expect(readFileSync(join(folder, "mine/thesis.txt"), "utf8")).toBe("years of work");
    expect(worldc(["build", path, "-o", join(folder, "elsewhere")]).status).toBe(0);
    expect(worldc(["build", path, "-o", join(folder, "elsewhere")]).status).toBe(0);
  });

  it("a folder that no file system lets one make", () => {
    const path = write("proc.world", "/// Proc.\napp Proc { state { open: bool = true } }\n");
    expectAnswer(worldc(["build", path, "-o", "/proc/nothing"]), 1, "U202");
    expect(worldc(["call", path, "finish", "--seed", "1"], { env: { WORLDC_CACHE: "/proc/nothing" } }).status).toBe(0);
  });
});

describe("seeds and usage", () => {
  it.each(["-1", "1.5", "abc", "9007199254740992", "1e3", ""])("seed %j", (seed) => {
    expectAnswer(worldc(["call", LIGHTTALK, "get_my_name", `--seed=${seed}`]), 2, "U101");
  });
  it("neither a seed nor a state", () => expectAnswer(worldc(["call", LIGHTTALK, "get_my_name"]), 2, "U103"));
  it("an unknown command, an unknown option, no file", () => {
    for (const args of [["biuld", LIGHTTALK], ["check", "--formt", "json", LIGHTTALK], ["check"]]) {
      const outcome = worldc(args);
      expect(outcome.status).toBe(2);
      expect(outcome.stderr).toContain("error:");
    }
    expect(worldc(["biuld", LIGHTTALK]).stderr).toContain("build");
  });
  it("a seed that a task does not declare, with those that it does", () => {
    const market = join(ROOT, "test/evaluate/market.world");
    for (const args of [["run", market, "-"], ["serve", market, "--stdio"], ["play", market], ["snapshot", market]]) {
      const outcome = worldc([...args, "--task", "tell", "--seed", "11"]);
      expectAnswer(outcome, 2, "U114");
      expect(outcome.text).toContain("The task tell has the seeds 1..10, not 11.");
    }
  });
  it("a mode of faults that does not exist", () => expectAnswer(worldc(["call", LIGHTTALK, "get_my_name", "--seed", "1", "--faults", "some"]), 2, "U105"));
});

describe("snapshots", () => {
  const folder = scratch();
  const good = join(folder, "good.json");
  beforeAll(() => {
    expect(worldc(["snapshot", LIGHTTALK, "--seed", "42", "-o", good]).status).toBe(0);
  });
  const callWith = (name: string, text: string): Outcome => {
    writeFileSync(join(folder, name), text);
    return worldc(["call", LIGHTTALK, "get_my_name", "--state", join(folder, name), "-o", join(folder, "after.json")]);
  };
  it("restores what it wrote", () => {
    const fromSeed = worldc(["call", LIGHTTALK, "get_my_name", "--seed", "42"]);
    expect(worldc(["call", LIGHTTALK, "get_my_name", "--state", good]).stdout).toBe(fromSeed.stdout);
  });
  it("not JSON", () => expectAnswer(callWith("text.json", "{ not json"), 2, "U102"));
  it("not a snapshot", () => expectAnswer(callWith("list.json", "[1, 2]"), 1, "U301"));
  it("cut short inside", () => {
    const json = JSON.parse(readFileSync(good, "utf8")) as { tables: Record<string, unknown> };
    delete json.tables["LightTalk.Message"];
    expectAnswer(callWith("cut.json", JSON.stringify(json)), 1, "U305");
  });
  it("one letter changed", () => expectAnswer(callWith("flipped.json", readFileSync(good, "utf8").replace('"family"', '"familx"')), 1, "U305"));
  it("of another world", () => {
    const os = join(folder, "os.json");
    expect(worldc(["snapshot", join(LIGHTTALK, "../lightos.world"), "--seed", "1", "-o", os]).status).toBe(0);
    expectAnswer(worldc(["call", LIGHTTALK, "get_my_name", "--state", os]), 1, "U303");
  });
  it("absent, or a directory", () => {
    expectAnswer(worldc(["call", LIGHTTALK, "get_my_name", "--state", join(folder, "absent.json")]), 2, "U201");
    expectAnswer(worldc(["call", LIGHTTALK, "get_my_name", "--state", folder]), 2, "U201");
  });
  it("nothing is written by a call that did not happen", () => expect(existsSync(join(folder, "after.json"))).toBe(false));
});

describe("arguments of every wrong kind", () => {
  const call = (tool: string, args: unknown): Outcome => worldc(["call", LIGHTTALK, tool, "--seed", "42", "--faults", "off", "--args", "-"], { input: typeof args === "string" ? args : JSON.stringify(args) });
  const expectInvalid = (outcome: Outcome, says: RegExp): void => {
    expect(outcome.stdout).toMatch(/^invalid /);
    expect(outcome.stdout).toMatch(says);
    expect(outcome.text).not.toMatch(/^\s+at /m);
    expect(outcome.status).toBe(1);
  };
  it("missing", () => expectInvalid(call("send_message", {}), /`uid`: missing/));
  it("extra", () => expectInvalid(call("get_my_name", { nane: 1 }), /nane/));
  it("misspelt", () => expectInvalid(call("send_message", { uuid: "x", content: "hi" }), /did you mean `uid`/));
  it("of the wrong type", () => expectInvalid(call("get_contacts", { page: "one" }), /`page`/));
  it("out of range", () => expectInvalid(call("get_contacts", { page: 0 }), /`page`: must be ≥ 1, got 0/));
  it("no object", () => expectInvalid(call("get_contacts", [1]), /object/));
  it("an unknown tool", () => expectInvalid(call("get_contcts", {}), /get_contacts/));
  it("an unknown key is a business failure", () => {
    const outcome = call("send_message", { uid: "user_nobody", content: "hi" });
    expect(outcome.stdout).toMatch(/^failed {2}No contact has the UID user_nobody\./);
    expect(outcome.status).toBe(1);
  });
  it("a megabyte of text", () => expectInvalid(call("send_message", { uid: "x", content: "a".repeat(1_000_000) }), /`content`/));
  it("a hundred thousand levels", () => expectInvalid(call("create_group_chat", `{"uids": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`), /`uids/));
  it("__proto__ and constructor", () => {
    expectInvalid(call("get_my_name", '{"__proto__": {"polluted": true}}'), /__proto__/);
    expectInvalid(call("get_my_name", '{"constructor": 1}'), /constructor/);
  });
  it("not JSON at all", () => expectAnswer(call("get_my_name", "{page: 1"), 2, "U102"));
  it("a pair without =", () => expectAnswer(worldc(["call", LIGHTTALK, "get_contacts", "page", "--seed", "1"]), 2, "U104"));
});

describe("lists of calls", () => {
  let folder = "";
  const run = (text: string): Outcome => {
    folder = scratch();
    writeFileSync(join(folder, "calls.jsonl"), text);
    return worldc(["run", LIGHTTALK, join(folder, "calls.jsonl"), "--seed", "1", "--log", join(folder, "log.jsonl")]);
  };
  it("a line that is not JSON, one that names no tool, faults that are no list", () => {
    expectAnswer(run('{"tool": "now"}\n{oops\n'), 1, "U306");
    expectAnswer(run('{"name": "now"}\n'), 1, "U306");
    expectAnswer(run('{"tool": "now", "faults": "network"}\n'), 1, "U306");
    expect(existsSync(join(folder, "log.jsonl"))).toBe(false);
  });
  it("unknown tools and bad arguments are counted, and do not stop the run", () => {
    const outcome = run('{"tool": "nope"}\n{"tool": "get_contacts", "args": {"page": 0}}\n{"tool": "now", "args": {}}\n');
    expect(outcome.stdout).toContain("3 calls: 1 ok, 0 failed, 0 error, 2 invalid");
    expect(outcome.status).toBe(1);
    expect(readFileSync(join(folder, "log.jsonl"), "utf8").trim().split("\n")).toHaveLength(4);
  });
});

describe("concurrent commands", () => {
  it("share a cold cache without harm", async () => {
    const cache = join(scratch(), "cache");
    mkdirSync(cache);
    const { spawn } = await import("node:child_process");
    const { ROOT } = await import("../support/cli.js");
    const one = (): Promise<{ code: number | null; text: string }> =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [join(ROOT, "dist/cli.js"), "call", join(ROOT, "worlds/lightos.world"), "now", "--seed", "5"], { env: { ...process.env, WORLDC_CACHE: cache } });
        let text = "";
        child.stdout.on("data", (part: Buffer) => (text += part.toString()));
        child.on("close", (code) => resolve({ code, text }));
      });
    const outcomes = await Promise.all([one(), one(), one()]);
    expect(outcomes.map((o) => o.code)).toEqual([0, 0, 0]);
    expect(new Set(outcomes.map((o) => o.text)).size).toBe(1);
  });
});

/** What commands write: never over what they read, and with a sentence where it cannot be written. */

import { existsSync, linkSync, lstatSync, mkdirSync, openSync, closeSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { filesIn, ROOT, scratch, worldc, type Outcome } from "../support/cli.js";

const FILES = {
  "counter.world": 'import { Size } from "./sizes.world"\n/// Counts.\napp Counter {\n  corpus names from "./names.yaml"\n  state { count: int = 0   size: Size = small }\n  tool add(by: int = 1) { set count += by   return names.count }\n}\n',
  "sizes.world": "enum Size { small, large }\n",
  "other.world": "/// Another.\napp Other { state { open: bool = true } }\n",
  "names.yaml": "- Ada\n- Grace\n",
  "calls.jsonl": '{"tool": "add"}\n',
  "args.json": '{"by": 2}\n',
};

let folder: string;
const at = (name: string): string => join(folder, name);
const within = (args: readonly string[], input = ""): Outcome => worldc(args, { cwd: folder, input });
const contents = (): Record<string, string> => Object.fromEntries(filesIn(folder).map((name) => [name, readFileSync(at(name), "utf8")]));

beforeEach(() => {
  folder = scratch();
  for (const [name, text] of Object.entries(FILES)) writeFileSync(at(name), text);
  expect(within(["snapshot", "counter.world", "--seed", "1", "-o", "state.json"]).text).toBe("");
});

/** Refused with this code, in words, without temporary names, and nothing on disk has changed. */
function expectRefused(args: readonly string[], code: string, says: string): void {
  const before = contents();
  const { text, status } = within(args);
  expect(text).toContain(`error[${code}] ${says}`);
  expect(text).not.toMatch(/\.worldc-|\.tmp|\n\s+at |syscall/);
  expect(status).toBe(code === "U205" ? 2 : 1);
  expect(contents()).toEqual(before);
}

describe("an output", () => {
  it.each<[string, string[]]>([
    ["counter.world", ["snapshot", "counter.world", "--seed", "1", "-o"]],
    ["./sizes.world", ["snapshot", "counter.world", "--seed", "1", "-o"]],
    ["names.yaml", ["snapshot", "counter.world", "--seed", "1", "-o"]],
    ["args.json", ["call", "counter.world", "add", "--seed", "1", "--args", "args.json", "-o"]],
    ["calls.jsonl", ["run", "counter.world", "calls.jsonl", "--seed", "1", "-o"]],
    ["calls.jsonl", ["run", "counter.world", "calls.jsonl", "--seed", "1", "-o", "end.json", "--log"]],
    ["state.json", ["run", "counter.world", "calls.jsonl", "--state", "state.json", "--log"]],
    ["state.json", ["serve", "counter.world", "--stdio", "--state", "state.json", "--log"]],
    ["names.yaml", ["serve", "counter.world", "--stdio", "--seed", "1", "--log"]],
  ])("is not `%s` where that is read by %j", (target, args) => {
    expectRefused([...args, target], "U205", `\`${target}\` is a file that this command reads, so nothing was written.`);
  });

  it("is told by its real path, whatever it is called", () => {
    const same = join(scratch(), "same");
    symlinkSync(folder, same);
    mkdirSync(at("in"));
    symlinkSync(at("args.json"), at("link.json"));
    const call = ["call", "counter.world", "add", "--seed", "1", "--args", "args.json", "-o"];
    for (const target of ["in/../args.json", join(same, "args.json"), "link.json", at("args.json")]) expectRefused([...call, target], "U205", `\`${target}\` is a file that this command reads`);
    linkSync(at("args.json"), at("hard.json"));
    expect(within([...call, "hard.json"]).status).toBe(0);
    expect(JSON.parse(readFileSync(at("hard.json"), "utf8"))).not.toEqual(JSON.parse(readFileSync(at("args.json"), "utf8")));
  });

  it("may be the state that the command carries on", () => {
    writeFileSync(at("going.json"), readFileSync(at("state.json")));
    for (const _ of [1, 2, 3]) expect(within(["call", "counter.world", "add", "--state", "going.json", "-o", "going.json"]).status).toBe(0);
    expect(JSON.stringify(JSON.parse(readFileSync(at("going.json"), "utf8")))).toContain('"count":3');
  });

  it.each([
    ["snapshot", "counter.world", "--seed", "1", "-o"], ["call", "counter.world", "add", "--seed", "1", "-o"], ["run", "counter.world", "calls.jsonl", "--seed", "1", "-o"],
    ["run", "counter.world", "calls.jsonl", "--seed", "1", "--log"], ["serve", "counter.world", "--stdio", "--seed", "1", "--log"],
  ])("of %s is no source of another world", (...args) => {
    expectRefused([...args, "other.world"], "U205", "`other.world` is a `.world` file, so nothing was written.");
  });

  it("is not named twice", () => {
    expectRefused(["run", "counter.world", "calls.jsonl", "--seed", "1", "--log", "end", "-o", "./end"], "U205", "`./end` is named for two outputs, so nothing was written.");
  });

  it("replaces what is nothing of the command's", () => {
    writeFileSync(at("old.json"), "old");
    expect(within(["call", "counter.world", "add", "--state", "state.json", "-o", "old.json"]).status).toBe(0);
    expect(JSON.parse(readFileSync(at("old.json"), "utf8"))).toMatchObject({ world: "Counter" });
  });

  it("that is a pipe is written to, not replaced", () => {
    expect(spawnSync("mkfifo", [at("pipe")]).status).toBe(0);
    const { stdout } = spawnSync("sh", ["-c", `"${process.execPath}" "${join(ROOT, "dist/cli.js")}" snapshot counter.world --seed 1 -o pipe & cat pipe; wait`], { cwd: folder, encoding: "utf8" });
    expect(JSON.parse(stdout)).toMatchObject({ world: "Counter" });
    expect(lstatSync(at("pipe")).isFIFO()).toBe(true);
  });

  it("of `play` is saved by the same rules", () => {
    const before = contents();
    const { stdout } = within(["play", "counter.world", "--state", "state.json"], [":save names.yaml", ":save other.world", ":save .", ":save mine.json", ":save mine.json"].join("\n"));
    const help = "Write to another file.";
    expect(stdout.trimEnd().split("\n").slice(1)).toEqual([
      `\`names.yaml\` is a file that this command reads, so nothing was written. ${help}`,
      `\`other.world\` is a \`.world\` file, so nothing was written. ${help}`, "`.` cannot be written: it is a folder.", "Saved to mine.json.", "Saved to mine.json.",
    ]);
    expect(contents()).toEqual({ ...before, "mine.json": readFileSync(at("mine.json"), "utf8") });
  });

  it("that is a folder, or below a file, cannot be written; the sentence names what was named", () => {
    mkdirSync(at("out"));
    for (const option of [["snapshot", "counter.world", "--seed", "1", "-o"], ["run", "counter.world", "calls.jsonl", "--seed", "1", "--log"]]) {
      expectRefused([...option, "out"], "U202", "`out` cannot be written: it is a folder.");
      expectRefused([...option, "args.json/x"], "U202", "`args.json/x` cannot be written: a part of its path is a file.");
    }
  });
});

describe("a log of serve", () => {
  it("is a new file: what is there is left alone", () => {
    writeFileSync(at("run.jsonl"), "mine");
    expectRefused(["serve", "counter.world", "--stdio", "--seed", "1", "--log", "run.jsonl"], "U204", "`run.jsonl` exists already, so it was left alone.");
  });

  it("is not made where the session cannot begin", () => {
    expect(within(["serve", "counter.world", "--stdio", "--state", "args.json", "--log", "run.jsonl"]).text).toContain("U301");
    expect(existsSync(at("run.jsonl"))).toBe(false);
  });
});

describe("a build", () => {
  it("says that a file stands in its way", () => {
    writeFileSync(at("plain"), "mine");
    expectRefused(["build", "counter.world", "-o", "plain"], "U203", "`plain` is a file, so no build can be put below it.");
    expectRefused(["build", "counter.world", "-o", "plain/deep"], "U203", "`plain` is a file, so no build can be put below it.");
    mkdirSync(at("out"));
    writeFileSync(at("out/counter"), "mine");
    expectRefused(["build", "counter.world", "-o", "out"], "U203", "`out/counter` is a file, so no build can be put there.");
  });

  it("does not replace a folder that it is made from", () => {
    expect(within(["build", "other.world"]).status).toBe(0);
    writeFileSync(at("build/other/other.world"), FILES["other.world"].replace("true", "false"));
    expectRefused(["build", "build/other/other.world"], "U205", "The build would replace `build/other` whole, and with it `build/other/other.world`, which it is made from.");
  });
});

describe("standard output", () => {
  it.skipIf(!existsSync("/dev/full"))("that takes nothing more is said on standard error", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [join(ROOT, "dist/cli.js"), "tasks", join(ROOT, "test/evaluate/market.world")], { stdio: ["ignore", full, "pipe"], encoding: "utf8" });
    closeSync(full);
    expect(stderr).toBe("error[U202] Standard output cannot be written: there is no space left.\n");
    expect(status).toBe(1);
  });
});

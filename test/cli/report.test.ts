/** A report counts what can be counted, whatever is wrong with single logs. */

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT, scratch, worldc } from "../support/cli.js";

const MARKET = readFileSync(join(ROOT, "test/evaluate/market.world"), "utf8");

let folder: string;
let log: string;
/** A log with its header edited. */
const headed = (edit: (header: Record<string, unknown>) => object): string => {
  const [header, ...calls] = log.split("\n");
  return [JSON.stringify(edit(JSON.parse(header!) as Record<string, unknown>)), ...calls].join("\n");
};
const put = (name: string, text: string): void => {
  mkdirSync(join(folder, "runs", name, ".."), { recursive: true });
  writeFileSync(join(folder, "runs", name), text);
};
const report = (...more: string[]) => worldc(["report", "runs", ...more], { cwd: folder });

beforeAll(() => {
  folder = scratch();
  writeFileSync(join(folder, "market.world"), MARKET);
  writeFileSync(join(folder, "calls.jsonl"), '{"tool": "finish", "args": {"summary": "2"}}\n');
  worldc(["run", "market.world", "calls.jsonl", "--seed", "1", "--task", "patient", "--log", "log.jsonl"], { cwd: folder });
  worldc(["run", "market.world", "calls.jsonl", "--seed", "1", "--log", "bare.jsonl"], { cwd: folder });
  log = readFileSync(join(folder, "log.jsonl"), "utf8");

  writeFileSync(join(folder, "broken.world"), MARKET.replace("app Stall", "app Stall Stall"));
  writeFileSync(join(folder, "empty.world"), "enum Size { small }\n");
  writeFileSync(join(folder, "other.world"), "/// Another.\napp Other { state { open: bool = true } }\n");
  put("good/1.jsonl", log);
  put("good/2.jsonl", log);
  put("good/bare.jsonl", readFileSync(join(folder, "bare.jsonl"), "utf8"));
  put("good/calls.jsonl", '{"tool": "finish"}\n');
  put("good/requests.jsonl", '{"op": "reset", "seed": 1}\n');
  put("good/notes.jsonl", "hello\n");
  put("good/nothing.jsonl", "");
  put("bad/absent.jsonl", headed((header) => ({ ...header, file: "gone.world" })));
  put("bad/broken.jsonl", headed((header) => ({ ...header, file: "broken.world" })));
  put("bad/cut.jsonl", log.slice(0, 60));
  put("bad/distractors.jsonl", headed((header) => ({ ...header, distractors: ["Math", "Time"] })));
  put("bad/empty.jsonl", headed((header) => ({ ...header, file: "empty.world" })));
  put("bad/folder.jsonl", headed((header) => ({ ...header, file: "runs" })));
  put("bad/headless.jsonl", log.split("\n").slice(1).join("\n"));
  put("bad/nameless.jsonl", headed(({ file: _, ...header }) => header));
  put("bad/other.jsonl", headed((header) => ({ ...header, file: "other.world" })));
  put("bad/past.jsonl", log.replace('"status":"ok"', '"status":"failed"'));
  symlinkSync(join(folder, "nowhere"), join(folder, "runs/bad/link.jsonl"));
});

describe("worldc report", () => {
  it("counts the rest where logs cannot be, and says why in a line each", () => {
    const { stdout, stderr, status } = report();
    const lines = stdout.trimEnd().split("\n");
    expect(stderr).toBe("");
    expect(status).toBe(1);
    expect(lines.slice(1, 3).map((line) => line.replace(/ +/g, " "))).toEqual([expect.stringMatching(/^bad 0( –){9}$/), expect.stringMatching(/^good 2 0\.0 % /)]);
    expect(stdout).toMatch(/\nlevel +bad +good\nmedium +– +0\.0 %\n/);
    const notCounted = lines.filter((line) => line.startsWith("not counted  ")).map((line) => line.slice("not counted  ".length));
    expect(notCounted).toEqual([
      "`runs/bad/absent.jsonl`: Its world file `gone.world` is not there. Name it with `--world FILE`.",
      expect.stringMatching(/^`runs\/bad\/broken\.jsonl`: `broken\.world` does not check: W\d+, .*\.$/),
      "`runs/bad/cut.jsonl`: This is no trajectory log: its first line is not JSON, or no object.",
      expect.stringMatching(/^`runs\/bad\/distractors\.jsonl`: \S/),
      "`runs/bad/empty.jsonl`: `empty.world` declares neither a world nor an app, so there is nothing to run.",
      "`runs/bad/folder.jsonl`: Its world file `runs` is a folder. Name it with `--world FILE`.",
      "`runs/bad/headless.jsonl`: This is no trajectory log: it does not begin with the header of one.",
      "There is no file `runs/bad/link.jsonl`.",
      "`runs/bad/nameless.jsonl`: It does not say which `.world` file it is of. Name it with `--world FILE`.",
      '`runs/bad/other.jsonl`: The log is of the world "Stall", not of "Other".',
      "`runs/bad/past.jsonl`: Call 1 comes out otherwise.",
    ]);
    expect(lines.filter((line) => line.startsWith("of no task"))).toEqual(["of no task   `runs/good/bare.jsonl`"]);
    expect(lines.filter((line) => line.startsWith("not a log"))).toEqual(["calls", "notes", "nothing", "requests"].map((name) => `not a log    \`runs/good/${name}.jsonl\``));
  });

  it("has the same as JSON, and nothing on standard error", () => {
    const { stdout, stderr } = report("--json");
    const { agents, broken, noTask, notLogs } = JSON.parse(stdout) as Record<string, { agent: string; runs: number }[]>;
    expect(stderr).toBe("");
    expect(agents!.map(({ agent, runs }) => [agent, runs])).toEqual([["bad", 0], ["good", 2]]);
    expect([broken, noTask, notLogs].map((list) => list!.length)).toEqual([11, 1, 4]);
  });

  it("takes the world that is named for all logs, and fails as a whole where that is wrong", () => {
    const { stdout, stderr } = report("--world", "market.world");
    expect(stderr).toBe("");
    expect(stdout.split("\n").filter((line) => line.startsWith("not counted")).map((line) => /(\w+)\.jsonl/.exec(line)![1])).toEqual(["cut", "distractors", "headless", "link", "past"]);
    const wrong = report("--world", "broken.world");
    expect([wrong.status, wrong.stdout]).toEqual([1, ""]);
    expect(wrong.stderr).toContain("broken.world:");
    expect(report("--world", "gone.world").stderr).toContain("W101");
  });

  it("says that there is nothing to count, and what there is instead", () => {
    rmSync(join(folder, "bare"), { recursive: true, force: true });
    mkdirSync(join(folder, "bare"));
    writeFileSync(join(folder, "bare/1.jsonl"), readFileSync(join(folder, "bare.jsonl"), "utf8"));
    expect(worldc(["report", "bare"], { cwd: folder })).toMatchObject({ status: 1, text: "error[U308] There are no logs of tasks below `bare`.\n  help: Of no task: bare/1.jsonl.\n" });
  });
});

describe("worldc replay and score", () => {
  it("say that a log's world is gone, and where to name it", () => {
    for (const command of ["replay", "score"]) {
      const { status, text } = worldc([command, "runs/bad/absent.jsonl"], { cwd: folder });
      expect(text).toBe("error[U307] `runs/bad/absent.jsonl`: Its world file `gone.world` is not there.\n  help: Name it with `--world FILE`.\n");
      expect(status).toBe(1);
    }
    expect(worldc(["replay", "runs/bad/absent.jsonl", "--world", "market.world"], { cwd: folder })).toMatchObject({ status: 0 });
  });
});

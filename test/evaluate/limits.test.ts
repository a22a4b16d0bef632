/** Tasks that go wrong, and tasks that are too large: said as what they are, and nothing else suffers. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch, worldc } from "../support/cli.js";
import { checkText, compileText, problems } from "../support/compile-world.js";

const APP = "app A { state { x: int = 0 }   tool setx(to: int) { set x = to   return x } }";
const task = (name: string, clauses: string): string => `task ${name} in A { seeds 1..3   ${clauses} }`;
const SOUND = 'ask "Set it."   goal { "set": x == 5 }   gold { call setx(to: 5) }';

function file(text: string): string {
  const path = join(scratch(), "a.world");
  writeFileSync(path, text);
  return path;
}

describe("a task whose beginning fails", () => {
  const clauses: [what: string, clauses: string][] = [
    ["in a given", 'given q = 1 div x   ask "Set it to {q}."   goal { "set": x == q }   gold { call setx(to: q) }'],
    ["in a requirement", `require 1 div x == 1   ${SOUND}`],
    ["in its setup", `setup { set x = 1 div x }   ${SOUND}`],
    ["in its instruction", 'ask "Set it to {1 div x}."   goal { "set": x == 5 }   gold { call setx(to: 5) }'],
  ];

  it.each(clauses)("%s: is told of with its place, and the other tasks are there all the same", (_what, broken) => {
    const path = file(`${APP}\n${task("broken", broken)}\n${task("sound", SOUND)}\n`);
    const listed = worldc(["tasks", path]);
    expect(listed.text).toMatch(/seed 1 cannot be set up: Division by zero\. \(\S*a\.world:2\)/);
    expect(listed.text).toContain("sound  (easy)  3 of 3 seeds");
    expect(listed.text).not.toContain("U402");
    expect(listed.status).toBe(1);
    const audited = worldc(["audit", path]);
    expect(audited.text).toContain("seed 1: the instance cannot be set up: Division by zero.");
    expect(audited.text).toMatch(/^sound: 3 instances$/m);
    expect(audited.status).toBe(1);
    const requests = ['{"op":"reset","seed":1,"task":"broken"}', '{"op":"reset","seed":1,"task":"sound"}'];
    const answers = worldc(["serve", path, "--control"], { input: `${requests.join("\n")}\n` }).stdout.trimEnd().split("\n").map((line) => JSON.parse(line) as object);
    expect(answers).toMatchObject([{ ok: false, error: { code: "cannot-start", message: "Division by zero." } }, { ok: true, episode: "e1" }]);
  });
});

describe("the control protocol", () => {
  it("refuses a request that nests too deeply, and goes on", () => {
    const deep = `{"op":"world","id":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const { stdout, status } = worldc(["serve", file(`${APP}\n${task("sound", SOUND)}\n`), "--control"], { input: `{"op":"reset","seed":1}\n${deep}\n{"op":"world"}\n` });
    const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line) as { ok: boolean; error?: { code: string } });
    expect(answers.map(({ ok, error }) => error?.code ?? ok)).toEqual([true, "not-a-request", true]);
    expect(status).toBe(0);
  });
});

describe("choices of binders", () => {
  const numbers = (n: number): string => `[${Array.from({ length: n }, (_, i) => i + 1).join(", ")}]`;

  it("are all tried, a hundred and fifty times a hundred and fifty", async () => {
    const { world, runtime } = await compileText(`${APP}\n${task("two", `ask "Set it."   goal { some a in ${numbers(150)}   some b in ${numbers(150)}   "set": x == a + 1000 * b }   gold { call setx(to: a + 1000 * b) }`)}`);
    const episode = runtime.Episode.start(world, world.tasks[0]!, { seed: 1 });
    episode.step("setx", { to: 150_150 });
    expect(episode.score()).toMatchObject({ success: true, suspect: null, binders: { a: 150, b: 150 } });
  });

  it("that are too many are said to be", async () => {
    const { world, runtime } = await compileText(`${APP}\n${task("two", `ask "Set it."   goal { some a in ${numbers(500)}   some b in ${numbers(500)}   "set": x == a + 1000 * b }   gold { call setx(to: a + 1000 * b) }`)}`);
    const episode = runtime.Episode.start(world, world.tasks[0]!, { seed: 1 });
    episode.step("setx", { to: 500_500 });
    expect(episode.score()).toMatchObject({ success: false, suspect: "there are more choices of binders than can be tried" });
  });
});

describe("plans and seeds", () => {
  it("a plan of more than two thousand calls ends with them", async () => {
    const { world, runtime } = await compileText(`${APP}\n${task("long", 'ask "Set it."   goal { "set": x == 5 }   gold { repeat 3000 { call setx(to: 5) } }')}`);
    const { operators } = runtime.auditInstance(world, world.tasks[0]!, 1);
    expect(operators[0]!.wrong[0]).toMatch(/^the plan makes more than 2000 calls/);
  });

  it("a hundred thousand seeds are the most", () => {
    expect(problems(checkText(`${APP}\n${task("many", SOUND).replace("1..3", "1..100000")}`))).toEqual([]);
    expect(problems(checkText(`${APP}\n${task("many", SOUND).replace("1..3", "1..100001")}`))).toEqual([expect.stringMatching(/^W810/)]);
  });
});

describe("what is no task", () => {
  const says = (clauses: string): string[] => problems(checkText(`${APP}\n${task("t", clauses)}`)).map((line) => line.replace(/^(W\d+) The task `t` lacks /, "$1 "));
  it.each<[string, string[]]>([
    ['ask " "   goal { "set": x == 5 }   gold { call setx(to: 5) }', ["W809 words in `ask`."]],
    ['ask "Set it."   goal { }   gold { call setx(to: 5) }', ["W809 an item in its `goal`."]],
    ['ask "Set it."   goal { "set": x == 5 }   gold { }', ["W809 a call in `gold`."]],
    [`conflict T1   ${SOUND}`, ["W809 `nominal`, the plan that its conflict breaks."]],
    [`trigger up: T1 { when x == 5   once   then { set x = 6 } }   ${SOUND}`, ["W809 `nominal`, the plan that its conflict breaks."]],
    ['given answer = 5   ask "Set it to {answer}."   goal { "set": x == 5 }   gold { call setx(to: 5) }', ["W304 `answer` would hide the word of goals of that name."]],
    ['given a = 1   given a = 2   ask "Set it to {a}."   goal { "set": x == 5 }   gold { call setx(to: 5) }', ["W304 `a` would hide the `a` before it."]],
    ['ask "Set it."   goal { "set": x == 5 }   gold { set x = 5 }', ["W508 `set` cannot stand in a plan."]],
    [`setup { fail "no" }   ${SOUND}`, ["W508 `fail` cannot stand in `setup`."]],
    ['ask "Set it."   goal { "set": called nope }   gold { call setx(to: 5) }', ["W301 There is no tool called `nope`."]],
  ])("%s", (clauses, expected) => {
    expect(says(clauses)).toEqual(expected);
  });
});

describe("the audit", () => {
  it("finds a task that is marked unique and has two right outcomes", async () => {
    const { world, runtime } = await compileText(`${APP}\n${task("either", 'unique   ask "Set it to one or two."   goal { some v in [1, 2]   "set": x == v }   gold { call setx(to: v) }')}`);
    expect(runtime.auditInstance(world, world.tasks[0]!, 1).operators[0]!.wrong).toEqual(["the task is marked `unique`, but `v` may be any of 2"]);
  });

  it("counts what the difference alone tells from gold", () => {
    const lax = `app Club {
  entity Member { key id: id("m")   name: string   active: bool = false }
  init { for name in ["Ada", "Ben", "Cleo"] { create Member { name } } }
  tool activate(member as m: Member) { set m.active = true }
}
task one in Club { given who = random.pick(Member.all)   ask "Activate {who.name}."   goal { "one": Member.all.any(m => m.active) }   gold { call activate(member: who.id) } }
`;
    expect(worldc(["audit", file(lax)]).text).toContain("wrong entity           2 of 2, 2 by the difference alone");
  });
});

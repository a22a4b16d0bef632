/** Tasks whose world changes on the way: triggers that know the task's givens, the static twin, and the audit's questions about conflicts. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checkText, compileText, problems, type LoadedWorld } from "../support/compile-world.js";

const COURIER = readFileSync(fileURLToPath(new URL("conflict.world", import.meta.url)), "utf8");

function taskOf({ world }: LoadedWorld, name: string) {
  return world.tasks.find((task) => task.name === name)!;
}

/** What each operator found wrong, on seed 1. */
function wrongs(loaded: LoadedWorld, name: string): Record<string, readonly string[]> {
  const { operators } = loaded.runtime.auditInstance(loaded.world, taskOf(loaded, name), 1);
  return Object.fromEntries(operators.filter(({ wrong }) => wrong.length > 0).map(({ operator, wrong }) => [operator, wrong]));
}

/** The world with one piece of text replaced. */
async function altered(from: string, to: string): Promise<LoadedWorld> {
  expect(COURIER.split(from).length, `“${from}” stands once`).toBe(2);
  return compileText(COURIER.replace(from, to));
}

describe("a task's own triggers", () => {
  it("see its givens, on each seed its own", async () => {
    const loaded = await compileText(COURIER);
    const task = taskOf(loaded, "early_closing");
    for (const seed of [1, 2, 3]) {
      const episode = loaded.runtime.Episode.start(loaded.world, task, { seed, faults: "off" });
      const chosen = /shop (\w+),/.exec(episode.ask)![1]!.toLowerCase();
      for (const shop of ["north", "south", "west"]) {
        const record = episode.step("hours", { shop });
        expect(record.output, shop).toEqual({ closes: shop === chosen ? "09:00" : "18:00", back_door: false });
        expect(record.triggers.map(({ trigger }) => trigger)).toEqual(shop === chosen ? ["early_closing.closes_early"] : []);
      }
    }
  });

  it("may share a name with those of other tasks", async () => {
    const task = (name: string, n: number): string => `task ${name} in A { trigger moved { on go()   once   then { set n = ${n} } }   ask "Go."   goal { "gone": n > 0 }   gold { call go() } }`;
    const loaded = await compileText(`app A { state { n: int = 0 }   tool go() { return n } }\n${task("one", 1)}\n${task("two", 2)}`);
    expect(loaded.world.tasks.map((one) => loaded.runtime.Episode.start(loaded.world, one, { seed: 1 }).step("go", {}).output)).toEqual([1, 2]);
  });

  it("see them in forks and after undo", async () => {
    const loaded = await compileText(COURIER);
    const episode = loaded.runtime.Episode.start(loaded.world, taskOf(loaded, "closed_road"), { seed: 1, faults: "off" });
    const road = (episode.fork().step("shops", {}).output as { name: string }[]).map(({ name }) => name).find((name) => episode.ask.includes(name))!.toLowerCase();
    const fork = episode.fork();
    fork.step("deliver", { road: `${road}-main`, boxes: 1 });
    const closed = fork.step("deliver", { road: `${road}-main`, boxes: 1 });
    expect(closed.output).toContain("blocked");
    fork.session.undo();
    fork.session.undo();
    expect(fork.step("deliver", { road: `${road}-main`, boxes: 1 }).status).toBe("ok");
  });
});

describe("the static twin", () => {
  it("has no conflict: the plan succeeds against itself, and gold is not asked for", async () => {
    const loaded = await compileText(COURIER);
    for (const name of ["early_closing", "closed_road"]) {
      const episode = loaded.runtime.Episode.start(loaded.world, taskOf(loaded, name), { seed: 1, faults: "off", triggers: "off" });
      expect(episode.playNominal({})!.failure).toBeNull();
      const score = episode.score();
      expect(score, name).toMatchObject({ success: true, suspect: null });
      expect(score.items.some(({ dynamic }) => dynamic)).toBe(false);
    }
  });

  it("makes possible what only the conflict made impossible", async () => {
    const loaded = await compileText(COURIER);
    const task = taskOf(loaded, "cut_off");
    const twin = loaded.runtime.Episode.start(loaded.world, task, { seed: 1, faults: "off", triggers: "off" });
    twin.playNominal({});
    expect(twin.score().success).toBe(true);
    const report = loaded.runtime.Episode.start(loaded.world, task, { seed: 1, faults: "off", triggers: "off" });
    report.step("report_infeasible", { reason: "no" });
    expect(report.score().success).toBe(false);
  });

  it("is what a log says it is", async () => {
    const loaded = await compileText(COURIER);
    const { Episode, headerLine, callLine, parseLog, replayLog } = loaded.runtime;
    const episode = Episode.start(loaded.world, taskOf(loaded, "closed_road"), { seed: 1, faults: "off", triggers: "off" });
    const lines = [headerLine(episode.session, { faults: "off", episode })];
    const shop = /boxes to (\w+) on/.exec(episode.ask)![1]!.toLowerCase();
    for (let n = 0; n < 2; n++) lines.push(callLine(episode.session, episode.step("deliver", { road: `${shop}-main`, boxes: 1 })));
    expect(JSON.parse(lines[0]!)).toMatchObject({ triggers: "off" });
    expect(replayLog(loaded.world, parseLog(lines.join("\n"))).differing).toBeNull();
    const on = lines.join("\n").replace(',"triggers":"off"', "");
    expect(replayLog(loaded.world, parseLog(on)).differing).toMatchObject({ call: 1 });
  });
});

describe("the audit of conflicts", () => {
  it("finds nothing to object to in sound ones, and tries something with each operator", async () => {
    const loaded = await compileText(COURIER);
    const tried = new Map<string, number>();
    for (const task of loaded.world.tasks) {
      for (const seed of [1, 2, 3]) {
        const { operators } = loaded.runtime.auditInstance(loaded.world, task, seed);
        expect(operators.flatMap(({ wrong }) => wrong), `${task.name}, seed ${seed}`).toEqual([]);
        for (const one of operators) tried.set(one.operator, (tried.get(one.operator) ?? 0) + one.tried);
      }
    }
    for (const operator of ["conflict", "stale state", "misdiagnosis", "no verification", "difficulty"]) expect(tried.get(operator), operator).toBeGreaterThan(0);
  });

  it("a plan that works all the same is no plan that the conflict breaks", async () => {
    const loaded = await altered("then { set s.closes = 09:00 }", "then { set asked += 1 }");
    expect(wrongs(loaded, "early_closing")["conflict"]).toEqual(["the plan succeeds in spite of the conflict"]);
    expect(wrongs(loaded, "early_closing")["stale state"]).toContain("an agent that makes the planned calls, whatever they answer succeeds");
  });

  it("a trigger that fires elsewhere than declared is found", async () => {
    const loaded = await altered("call roads(shop: shop.id)\n    call deliver(road: road.id, boxes: 1) fires lockdown\n    call deliver(road: road.id, boxes: 1)", "call roads(shop: shop.id)\n    call deliver(road: road.id, boxes: 1)\n    call deliver(road: road.id, boxes: 1) fires lockdown");
    expect(wrongs(loaded, "closed_road")["conflict"]).toEqual(["closed_road.lockdown fires first, in call 2; declared is closed_road.lockdown in call 3"]);
  });

  it("a plan that does not say where the conflict arises is found", async () => {
    const loaded = await altered(" fires lockdown", "");
    expect(wrongs(loaded, "closed_road")["conflict"]).toEqual(["the plan does not say in which call the conflict arises (`call … fires trigger`)"]);
  });

  it("a trigger that never fires is found", async () => {
    const loaded = await altered("when s == shop\n    once\n    then { set s.closes = 09:00 }", "when s != s\n    once\n    then { set s.closes = 09:00 }");
    expect(wrongs(loaded, "early_closing")["gold"]![0]).toContain("early_closing.closes_early was expected to fire in hours, and did not");
  });

  it("a plan that fails in the static twin is found", async () => {
    const loaded = await altered("fires closes_early\n    call deliver(road: \"{shop.id}-main\", boxes: 3)\n  }\n  gold", "fires closes_early\n    call deliver(road: \"{shop.id}-main\", boxes: 4)\n  }\n  gold");
    expect(wrongs(loaded, "early_closing")["conflict"]).toEqual(["in the static twin the plan does not reach “brought”"]);
  });

  it("a goal that half of the correction reaches is found", async () => {
    const loaded = await altered("    dynamic \"a permit\": one new Permit { shop } != none\n    \"told\": one new Note { said: exact \"two\" } != none\n  }", "    dynamic \"a permit\": one new Permit { shop } != none\n  }\n  may change { Note, Shop, Courier.boxes }");
    expect(wrongs(loaded, "closed_road")["no verification"]).toBeUndefined();
    const lax = await compileText(COURIER.replace("\"brought\": shop.received == 2\n    dynamic", "dynamic").replace("    \"told\": one new Note { said: exact \"two\" } != none\n  }", "  }\n  may change { Note, Shop, Courier.boxes }"));
    expect(wrongs(lax, "closed_road")["no verification"]).toEqual(["gold up to apply (call 4) is enough"]);
  });

  it("an impossible task that can be done by whoever does not look is found, and a run that does it is suspect", async () => {
    const loaded = await altered("on deliver()", "on note()");
    expect(wrongs(loaded, "cut_off")["conflict"]).toEqual(["whoever leaves out roads reaches the goal, which was said to be impossible"]);
    const episode = loaded.runtime.Episode.start(loaded.world, taskOf(loaded, "cut_off"), { seed: 1, faults: "off" });
    const shop = /boxes there/.test(episode.ask) ? /road to (\w+)/.exec(episode.ask)![1]!.toLowerCase() : "";
    expect(episode.step("deliver", { road: `${shop}-main`, boxes: 4 }).status).toBe("ok");
    expect(episode.score()).toMatchObject({ success: false, suspect: "the goal is reached, which was said to be impossible" });
  });

  it("a level that does not fit the corrections is found", async () => {
    const loaded = await altered("level medium", "level easy");
    expect(wrongs(loaded, "closed_road")["difficulty"]).toEqual(["the level is easy, but gold makes 2 corrections after 1 triggers"]);
  });
});

describe("`fires`", () => {
  it("names triggers of the task, the world and its apps", () => {
    const app = `
      app A { state { n: int = 0 }   trigger up { when n == 1   then { set n = 2 } }   tool go() { set n = 1 } }
      app B { state { m: int = 0 }   trigger up { when m == 1   then { set m = 2 } }   tool run() { set m = 1 } }
      world W { apps A, B   trigger third { on go()   once   then { set B.m = 0 } } }`;
    const says = (fires: string): string[] => problems(checkText(`${app} test "t" in W { call go() fires ${fires} }`));
    expect(says("A.up")).toEqual([]);
    expect(says("third")).toEqual([]);
    expect(says("up")).toEqual(["W301 There is no trigger called `up`."]);
    expect(says("thrid")).toEqual(["W301 There is no trigger called `thrid`."]);
  });

  it("is checked in tests", async () => {
    const loaded = await compileText(`
      app A { state { n: int = 0 }   trigger up { when n == 1   then { set n = 2 } }   tool go(to: int) { set n = to } }
      test "fires" in A { call go(to: 1) fires up }
      test "does not" in A { call go(to: 3) fires up }`);
    const [fires, not] = loaded.world.tests.map((test) => loaded.runtime.runTest(loaded.world, test));
    expect(fires!.passed).toBe(true);
    expect(not!.failure!.message).toBe("A.up was expected to fire in go.");
  });
});

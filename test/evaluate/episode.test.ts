/** Evaluators judge runs by what was reached: the false verdicts of position-matched, loosely compared judges, judged rightly. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import type { Episode, EpisodeOptions, Score } from "../../runtime/index.js";
import { compileText, type LoadedWorld } from "../support/compile-world.js";

let loaded: LoadedWorld;
beforeAll(async () => {
  loaded = await compileText(readFileSync(fileURLToPath(new URL("market.world", import.meta.url)), "utf8"));
});

function begin(task: string, seed: number, options: Partial<EpisodeOptions> = {}): Episode {
  const def = loaded.world.tasks.find(({ name }) => name === task)!;
  return loaded.runtime.Episode.start(loaded.world, def, { seed, faults: "off", ...options });
}

type Call = [tool: string, args?: object];
const play = (episode: Episode, calls: readonly Call[]): Score => {
  for (const [tool, args = {}] of calls) episode.step(tool, args);
  return episode.score();
};

const rows = (episode: Episode, table: string): Record<string, unknown>[] => {
  const shape = episode.session.program.shapes.find(({ name }) => name === `Stall.${table}`)!;
  return episode.session.store.all(shape.number).map((slot) => ({ ...(episode.session.store.get(shape.number, slot) as object) }));
};
const fruit = (episode: Episode, i: number): string => rows(episode, "Fruit")[i]!["id"] as string;
const customer = (episode: Episode, name: string): string => rows(episode, "Customer").find((row) => row["name"] === name)!["id"] as string;
const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

describe("state", () => {
  const shopping = (episode: Episode): Call[] => [["add", { fruit: fruit(episode, 0), count: 2 }], ["add", { fruit: fruit(episode, 1), count: 1 }], ["enter_pin"], ["pay"]];

  it("is what gold makes of it: T by hand", () => {
    const episode = begin("buy_two", 1);
    const score = play(episode, shopping(episode));
    expect(score).toMatchObject({ success: true, r: 1, rcFirst: 1, suspect: null, calls: 4, distinctTools: 3 });
    // Two stocks and the money; a sale with total and time; two lines with sale, fruit and count each.
    expect(score.difference).toMatchObject({ t: 3 + 2 + 6, m: 11, mb: 0, rc: 1, rb: 0, approximate: false });
  });

  it("does not care for what leaves no trace: added and removed, a PIN too many, the other order, reads, failed calls", () => {
    const detours: ((episode: Episode) => Call[])[] = [
      (e) => [["enter_pin"], ...shopping(e)],
      (e) => [...shopping(e).slice(0, 2).reverse(), ...shopping(e).slice(2)],
      (e) => [["list_fruit"], ["find", { name: "Ada" }], ["find", { name: "Zoe" }], ["pay"], ["add", { fruit: "fruit_none", count: 1 }], ...shopping(e), ["list_fruit"]],
    ];
    for (const detour of detours) {
      const episode = begin("buy_two", 2);
      expect(play(episode, detour(episode)).success).toBe(true);
    }
    const episode = begin("buy_two", 2);
    const line = (episode.step("add", { fruit: fruit(episode, 2), count: 1 }).output as { cid: string }).cid;
    episode.step("take_out", { line });
    expect(play(episode, shopping(episode))).toMatchObject({ success: true });
  });

  it("sees the wrong entity, a wrong count, something more, something left over", () => {
    const wrong: ((episode: Episode) => Call[])[] = [
      (e) => [["add", { fruit: fruit(e, 0), count: 2 }], ["add", { fruit: fruit(e, 2), count: 1 }], ["enter_pin"], ["pay"]],
      (e) => [["add", { fruit: fruit(e, 0), count: 1 }], ["add", { fruit: fruit(e, 1), count: 2 }], ["enter_pin"], ["pay"]],
      (e) => [...shopping(e), ["star", { fruit: fruit(e, 0) }]],
      (e) => [...shopping(e), ["add", { fruit: fruit(e, 0), count: 1 }]],
      (e) => [...shopping(e), ["send", { to: customer(e, "Ada"), content: "Bought." }]],
      (e) => [...shopping(e), ["block", { who: customer(e, "Ben") }]],
      (e) => shopping(e).slice(0, 3),
    ];
    for (const calls of wrong) {
      const episode = begin("buy_two", 3);
      const score = play(episode, calls(episode));
      expect(score.success, JSON.stringify(calls(episode))).toBe(false);
    }
  });

  it("counts one extra message as its leaves, and names them", () => {
    const episode = begin("buy_two", 1);
    const { difference } = play(episode, [...shopping(episode), ["send", { to: customer(episode, "Ada"), content: "Bought." }]]);
    expect(difference!.mb).toBe(3);
    expect(difference!.extra.map(({ path }) => path.replace(/msg_\w+/, "msg"))).toEqual(["Stall.Message msg.to", "Stall.Message msg.content", "Stall.Message msg.sent"]);
  });
});

describe("texts", () => {
  const told = (text: (price: string) => string, greeting: (name: string) => string = (name) => `Good evening, ${name}`): Score => {
    const episode = begin("tell", 1);
    const name = rows(episode, "Customer").find((row) => episode.ask.includes(`Send ${String(row["name"])} `))!["name"] as string;
    const price = money(rows(episode, "Fruit").find((row) => row["name"] === "plum")!["price"] as number);
    return play(episode, [["send", { to: customer(episode, name), content: text(price) }], ["send", { to: customer(episode, name), content: greeting(name) }]]);
  };

  it("that are exact allow nothing else", () => {
    expect(told((price) => price).success).toBe(true);
    for (const other of [(p: string) => `${p} `, (p: string) => `${p} a piece`, (p: string) => `It is ${p}`, (p: string) => p.slice(0, -1), (p: string) => p.replace(/\d$/, (d) => String((Number(d) + 1) % 10)), (p: string) => p.slice(1)]) {
      expect(told(other).success, other("$1.25")).toBe(false);
    }
  });

  it("that are prose allow another case, spacing, Unicode form and full stop, and no other word or letter", () => {
    for (const same of [(n: string) => `good EVENING,  ${n}.`, (n: string) => `Good evening, ${n}!`, (n: string) => ` Good\nevening, ${n} `]) expect(told((p) => p, same).success, same("Ada")).toBe(true);
    for (const other of [(n: string) => `Good evening dear ${n}`, (n: string) => `Good morning, ${n}`, (n: string) => `Good evening, ${n.slice(1)}`, () => "Good evening", (n: string) => `Well, good evening, ${n}`]) expect(told((p) => p, other).success, other("Ada")).toBe(false);
  });

  it.each([
    ["1.5", "1.5", true], ["1.5", "15", false], ["1.5", "1.5.", true], ["The SHA is ab12cd34ef", "the sha is ab12cd34ef", true], ["ab12cd34ef", "AB12CD34EF", false],
    ["deadbeefcafe", "DEADBEEFCAFE", false], ["See https://a.example/X", "See https://a.example/x", false], ["50.00%", "50.0%", false], ["naïve", "nai\u0308ve", true], ["yes", "yes, sir", false],
  ])("%s and %s: %s", (a, b, same) => {
    expect(loaded.runtime.sameText(a, b)).toBe(same);
  });
});

describe("answers", () => {
  it.each([
    ["5.3", "5.3", true], ["It is 5.3.", "5.3", true], ["(5.3)", "5.3", true], ["5.3, or more", "5.3", true], ["15.3", "5.3", false], ["5.31", "5.3", false], ["-5.3", "5.3", false], ["−5.3", "5.3", false],
    ["1,5.3", "5.3", false], ["5.3-6", "5.3", false], ["5.3: so it is", "5.3", true], ["15.3 or 5.3", "5.3", true], ["1.5", "1.5", true], ["15", "1.5", false], ["15", "5", false], ["1.5", "5", false], ["1.5", "1", false],
    ["$5.30", "5.30", true], ["$5.30", "$5.30", true], ["$15.30", "$5.30", false], ["-$5.30", "$5.30", false], ["-$5.30", "-$5.30", true], ["3-5", "-5", false], ["at 12:30", "12", false], ["2026-07-20", "20", false], ["5km", "5", false],
    ["It was Ada.", "ada", true], ["Adam", "Ada", false], ["Zoë and nai\u0308ve", "naïve", true], ["Zoë", "Zo", false], ["light://news/a1b2", "light://news/a1b", false], ["See light://news/a1b2.", "light://news/a1b2", true],
    ["𝒳5", "5", false], ["anything", "", false], ["", "5", false],
  ])("%s mentions %s: %s", (text, part, holds) => {
    expect(loaded.runtime.mentions(text, part)).toBe(holds);
  });

  it("are read for what they mention", () => {
    const said = (summary: string): boolean => {
      const episode = begin("patient", 1);
      const score = play(episode, [["wait", { minutes: 130 }], ["finish", { summary }]]);
      return score.items.find(({ label }) => label === "said")!.passed;
    };
    expect(["2", "It rang 2 times.", "2, I think", "12", "2.5", "20", "-2", "many"].map(said)).toEqual([true, true, true, false, false, false, false, false]);
  });
});

describe("binders", () => {
  it("take any member, and score by the choice that fits", () => {
    for (const i of [0, 1, 2]) {
      const episode = begin("any_star", 1);
      const score = play(episode, [["star", { fruit: fruit(episode, i) }]]);
      expect(score).toMatchObject({ success: true, difference: { t: 1, m: 1, mb: 0 }, rcFirst: i === 0 ? 1 : 0 });
      expect(Object.keys(score.binders)).toEqual(["fruit"]);
    }
  });

  it("do not take two", () => {
    const episode = begin("any_star", 1);
    expect(play(episode, [["star", { fruit: fruit(episode, 0) }], ["star", { fruit: fruit(episode, 1) }]])).toMatchObject({ success: false, r: 1, difference: { rb: 1 } });
  });
});

describe("time and triggers", () => {
  it("what triggers write counts for nobody, what may change neither; items still read it", () => {
    const episode = begin("patient", 1);
    const score = play(episode, [["star", { fruit: fruit(episode, 0) }], ["wait", { minutes: 130 }], ["finish", { summary: "2 times" }]]);
    expect(score).toMatchObject({ success: true, difference: { t: 0, mb: 0 } });
    expect(score.items.map(({ label, keep }) => [label, keep])).toEqual([["rung", false], ["said", false], ["waited", false], ["nobody blocked", true]]);
    const short = begin("patient", 1);
    expect(play(short, [["wait", { minutes: 70 }], ["finish", { summary: "2" }]]).items.filter(({ passed }) => !passed).map(({ label }) => label)).toEqual(["rung", "said"]);
  });
});

describe("impossible tasks", () => {
  it("are passed by reporting after having seen why, and not otherwise", () => {
    const look: Call = ["list_fruit"];
    const report: Call = ["report_infeasible", { reason: "There are too few." }];
    const judged = (calls: (episode: Episode) => Call[]): Score => {
      const episode = begin("closed_till", 1);
      return play(episode, calls(episode));
    };
    expect(judged(() => [look, report])).toMatchObject({ success: true });
    expect(judged((e) => [["add", { fruit: fruit(e, 0), count: 9 }], report]).items.map(({ passed }) => passed)).toContain(true);
    expect(judged(() => [report])).toMatchObject({ success: false });
    expect(judged(() => [["find", { name: "Ada" }], report])).toMatchObject({ success: false });
    expect(judged((e) => [look, ["star", { fruit: fruit(e, 0) }], report])).toMatchObject({ success: false });
    expect(judged(() => [look, ["finish", { summary: "Done." }]])).toMatchObject({ success: false });
    expect(begin("buy_two", 1).fork().score().success).toBe(false);
    const solvable = begin("buy_two", 1);
    expect(play(solvable, [["list_fruit"], report])).toMatchObject({ success: false });
  });

  it("have a user who answers by topic, tells what it withholds when asked, and else insists", () => {
    const episode = begin("closed_till", 1);
    const say = (message: string): unknown => episode.step("chat_with_user", { message }).output;
    expect(say("How many do you want?")).toMatch(/^\d+, not one less\.$/);
    expect(say("What is the fruit for?")).toBe("The fruit is wanted for a cake.");
    expect(say("Could you bake a smaller cake?")).toContain("A smaller cake would do");
    expect(say("Would ten pears do instead?")).toBe("I want what I asked for.");
    expect(begin("buy_two", 1).step("chat_with_user", { message: "Hello?" }).output).toBe("I have nothing to add to what I asked for.");
  });
});

describe("instances", () => {
  it("that a seed does not have are void, with the reason", () => {
    const { VoidSeed } = loaded.runtime;
    const reasons = Array.from({ length: 10 }, (_, i) => {
      try {
        begin("only_late", i + 1);
        return null;
      } catch (error) {
        expect(error).toBeInstanceOf(VoidSeed);
        return (error as InstanceType<typeof VoidSeed>).reason;
      }
    });
    expect(new Set(reasons)).toEqual(new Set([null, "`rich` is none."]));
  });

  it("are the same in every process, and set up before triggers look", () => {
    const episode = begin("only_late", reasonsFree());
    expect(rows(episode, "CartLine")).toHaveLength(1);
    expect(begin("tell", 4).ask).toBe(begin("tell", 4).ask);
  });

  /** A seed for which `only_late` has an instance. */
  function reasonsFree(): number {
    for (let seed = 1; ; seed++) {
      try {
        begin("only_late", seed);
        return seed;
      } catch {
        continue;
      }
    }
  }

  it("are struck by the seed's faults: a struck call of gold is made again", () => {
    let struck = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const episode = begin("tell", seed, { faults: "seeded" });
      expect(episode.playGold({}).failure).toBeNull();
      expect(episode.score().success).toBe(true);
      struck += episode.counts.fault;
    }
    expect(struck).toBeGreaterThan(0);
  });

  it("count calls in three classes and faults apart", () => {
    const episode = begin("tell", 1, { faults: "seeded" });
    play(episode, [["nonsense"], ["find", {}], ["find", { name: "Zoe" }], ["list_fruit"]]);
    expect(episode.counts).toEqual({ valid: 1, "execution failure": 1, "syntactic error": 2, fault: 0 });
  });

  it("fork: neither sees the other's calls", () => {
    const episode = begin("any_star", 1);
    const copy = episode.fork();
    copy.step("star", { fruit: fruit(copy, 0) });
    expect([copy.score().success, episode.score().success]).toEqual([true, false]);
    expect(episode.calls).toHaveLength(0);
  });
});

/** The audit: what it says of sound tasks, and that each kind of unsound one is found by its operator. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { InstanceAudit } from "../../runtime/index.js";
import { compileText, type LoadedWorld } from "../support/compile-world.js";

const MARKET = readFileSync(fileURLToPath(new URL("market.world", import.meta.url)), "utf8");

/** Audits the first seeds that have an instance. */
function audit({ world, runtime }: LoadedWorld, name: string, most = 2): InstanceAudit[] {
  const task = world.tasks.find((one) => one.name === name)!;
  const audits: InstanceAudit[] = [];
  for (const one of runtime.bySeed(task, (seed) => runtime.auditInstance(world, task, seed))) {
    if ("made" in one && audits.push(one.made) === most) break;
  }
  expect(audits.length, `instances of ${name}`).toBeGreaterThan(0);
  return audits;
}

/** Operators that judged something wrongly. */
const suspicious = (audits: readonly InstanceAudit[]): string[] => [...new Set(audits.flatMap(({ operators }) => operators.filter(({ wrong }) => wrong.length > 0).map(({ operator }) => operator)))];

describe("of sound tasks", () => {
  it("finds every mutant judged rightly, or says why it is excluded", async () => {
    const loaded = await compileText(MARKET);
    for (const { name } of loaded.world.tasks) {
      const audits = audit(loaded, name);
      expect(audits.flatMap(({ operators }) => operators.flatMap(({ wrong }) => wrong)), name).toEqual([]);
      for (const { operator, tried, right, excluded } of audits.flatMap(({ operators }) => operators)) expect(right + excluded.length, `${operator} of ${name}`).toBe(tried);
    }
  });

  it("has something to try with each operator", async () => {
    const loaded = await compileText(MARKET);
    const tried = new Map<string, number>();
    for (const { name } of loaded.world.tasks) for (const { operators } of audit(loaded, name)) for (const one of operators) tried.set(one.operator, (tried.get(one.operator) ?? 0) + one.tried);
    expect([...tried].filter(([, n]) => n === 0)).toEqual([]);
    expect(tried.size).toBe(11);
  });

  it("does without tools that only read", async () => {
    const loaded = await compileText(`
      app Cups { state { count: int = 0 }   tool add(by: int where in 1..5) { set count += by } }
      task two in Cups { seeds 1..2   ask "Add two cups."   goal { "two": count == 2 }   gold { call add(by: 2) } }`);
    expect(suspicious(audit(loaded, "two"))).toEqual([]);
  });

  const kettle = `
    app Kettle {
      entity Pot { key id: string   boils: datetime?   hot: bool = false   cold: bool = true   full: bool = false }
      init { create Pot { id: "a" }   create Pot { id: "b" } }
      trigger boil for p in Pot.all { at p.boils   when p.full   then { set p.hot = true } }
      tool look() { return Pot.all.map(p => { id: p.id, hot: p.hot, full: p.full }) }
      tool fill(pot as p: Pot) { set p.full = true }
      tool heat(pot as p: Pot) { require p.full else "It is empty."   set p.boils = now + 10 min   set p.cold = false }
      tool wait() { advance 30 min }
    }`;

  it("lets an end settle as its score does, in every operator", async () => {
    const loaded = await compileText(`${kettle}
      task tea in Kettle {
        seeds 1..2
        trigger emptied: T1 { on look()   once   then { for p in Pot.all { set p.full = false } } }
        setup { for p in Pot.all { set p.full = true } }
        ask "Look at the pots, then heat pot a."
        goal after settling 1 h { "hot": Pot["a"].hot   "heated": not Pot["a"].cold }
        nominal { call look() fires emptied   call heat(pot: "a") }
        gold { call look()   call fill(pot: "a")   call heat(pot: "a") }
      }`);
    const audits = audit(loaded, "tea");
    expect(audits.flatMap(({ operators }) => operators.flatMap(({ wrong }) => wrong))).toEqual([]);
    expect(audits[0]!.operators.map(({ operator }) => operator)).toContain("conflict");
  });

  it("takes calls for commuting only if the same happens by itself", async () => {
    const loaded = await compileText(`${kettle}
      task waited in Kettle {
        ask "Fill and heat pot a, and wait until it is hot."
        goal { "hot": Pot["a"].hot }
        gold { call fill(pot: "a")   call heat(pot: "a")   call wait() }
      }`);
    expect(suspicious(audit(loaded, "waited", 1))).toEqual([]);
  });
});

describe("of unsound tasks", () => {
  const app = `
    app Club {
      state { moves: int = 0 uncounted }
      entity Member { key id: id("member")   name: string   city: string   fee: int   active: bool = false   noted: bool = false }
      init {
        for name in ["Ada", "Ada", "Ben", "Cleo"] { create Member { name, city: random.pick(["Oslo", "Rome"]), fee: random.int(1..9) } }
      }
      tool list() { return Member.all.map(m => { id: m.id, name: m.name, city: m.city }) }
      tool activate(member as m: Member) { set m.active = true   set moves += 1 }
      tool note(member as m: Member) { set m.noted = true }
      tool suspend(member as m: Member) { require m.active else "Not active."   set m.active = false   set moves += 1 }
    }`;
  const flawed: [flaw: string, operator: string, task: string][] = [
    ["gold that fails", "gold", 'given who = Member.all[2]   ask "Activate {who.name}."   goal { "active": who.active }   gold { call suspend(member: who.id) }'],
    ["gold that misses the goal", "gold", 'given who = Member.all[2]   ask "Activate {who.name}."   goal { "active": who.active }   gold { call note(member: who.id) }'],
    ["a goal that holds for whoever does nothing", "trivial agents", 'given who = Member.all[2]   ask "Do not activate {who.name}."   goal { "inactive": not who.active }   gold { call list() }'],
    ["an instruction that may mean another", "unique referent", 'given who = random.pick(Member.all.filter(m => m.name == "Ada"))   ask "Activate {who.name}."   goal { "active": who.active }   gold { call activate(member: who.id) }'],
    ["an answer that is read too laxly", "near-miss text", 'given who = Member.all[2]   ask "What is the fee of {who.name}?"   goal { "said": answer.contains("{who.fee}") }   gold { call finish(summary: "{who.fee}") }'],
    ["a goal that reads a trace which does not count", "neutral change", 'given who = Member.all[2]   ask "Activate {who.name}."   goal { "active": who.active   "at once": moves == 1 }   gold { call activate(member: who.id) }'],
    ["a fact that nothing shows", "twin", 'given who = Member.all[2]   require who.fee > 5   ask "Activate {who.name} if the fee is above five, and otherwise note it."   goal { "right": if who.fee > 5 then who.active else who.noted }   gold { if who.fee > 5 { call activate(member: who.id) } else { call note(member: who.id) } }'],
  ];

  it.each(flawed)("finds %s", async (_flaw, operator, task) => {
    const loaded = await compileText(`${app}\ntask flawed in Club { seeds 1..20   ${task} }`);
    expect(suspicious(audit(loaded, "flawed", 6))).toContain(operator);
  });

  it("lists calls that are taken back where the goal asks for none such", async () => {
    const loaded = await compileText(`${app}\ntask never in Club { seeds 1..5   given who = Member.all[2]   ask "Activate {who.name}, and suspend nobody."   goal { "active": who.active   keep "nobody suspended": never called suspend }   gold { call activate(member: who.id) } }`);
    const neutral = audit(loaded, "never", 3).flatMap(({ operators }) => operators.filter(({ operator }) => operator === "neutral change"));
    expect(neutral.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(neutral.flatMap(({ excluded }) => excluded)).toContain("the goal asks about calls of activate or suspend");
  });

  it("lists the mutants that the task itself lets pass, such as any entity where every one may change", async () => {
    const loaded = await compileText(`${app}\ntask lax in Club { seeds 1..5   given who = Member.all[2]   may change { Member.active }   ask "Activate {who.name}."   goal { "some": Member.all.any(m => m.active) }   gold { call activate(member: who.id) } }`);
    const [one] = audit(loaded, "lax", 1);
    expect(one!.operators.find(({ operator }) => operator === "wrong entity")!.excluded).toContain("may change covers it: activate: another member");
  });
});

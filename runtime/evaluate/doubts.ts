/** What may be wrong with a task rather than with a run: an instruction with two meanings, a fact that can only be guessed. */

import { countedFields } from "./leaves.js";
import type { OperatorResult } from "./audit.js";
import { readGoal } from "./goal.js";
import { endingOf, goalOf } from "./score.js";
import type { Operator } from "./mutant.js";
import type { Row } from "../types.js";

/** Other rows tried for one given. */
const MOST_REFERENTS = 40;
/** Facts altered in one instance. */
const MOST_FACTS = 30;

/** 3. The instruction with another row for a given that is drawn: the same words and another goal would be ambiguous. */
export const uniqueReferent: Operator = (subject): OperatorResult => {
  const { fresh, gold, task } = subject;
  const wrong: string[] = [];
  let tried = 0;
  const random = fresh.session.random(`audit/${task.name}/unique referent`);
  for (const { name, table, drawn } of task.roots) {
    if (!drawn) continue;
    for (const slot of random.sample(fresh.start.all(table), MOST_REFERENTS)) {
      if (slot === fresh.given[name]) continue;
      let other;
      try {
        other = fresh.again({ given: { [name]: slot } });
      } catch {
        continue; // With that row there is no such instance.
      }
      tried++;
      if (other.ask !== fresh.ask) continue;
      const goal = readGoal(task, other.given, endingOf(gold));
      if (goal.items.some(({ passed }) => !passed)) wrong.push(`“${fresh.ask.slice(0, 80)}” also means another ${name}, and then gold is wrong`);
    }
  }
  return { operator: "unique referent", tried, right: tried - wrong.length, byDifference: [], excluded: [], wrong };
};

/**
 * 4. A fact of the start altered: where gold's calls still get the same answers and yet no longer reach the goal, the right
 * answer depends on something that the agent is never shown.
 */
export const guessNeeded: Operator = (subject): OperatorResult => {
  const { fresh, gold, task } = subject;
  const { program } = fresh.session;
  const random = fresh.session.random(`audit/${task.name}/twin`);
  const wrong: string[] = [];
  let tried = 0;
  // Facts about what gold touched, and about what the instruction may be about: rows that a given names.
  const touched = new Set(subject.goldRecords.flatMap((record) => record.writes.map(({ table }) => table)));
  const tables = program.shapes.filter((shape) => shape.def.kind === "entity" && (touched.has(shape.name) || task.roots.some(({ table }) => table === shape.number)));
  const facts = tables.flatMap((shape) => countedFields(shape).filter((field) => !shape.key.includes(field) && field.refers === null && field.def.unique !== true).map((field) => ({ shape, field })));
  for (let n = 0; n < MOST_FACTS && facts.length > 0; n++) {
    const { shape, field } = random.pick(facts);
    const rows = fresh.start.all(shape.number);
    if (rows.length < 2) continue;
    const named = task.roots.filter(({ table }) => table === shape.number).map(({ name }) => fresh.given[name] as number);
    const slot = named.length > 0 && random.chance(0.5) ? random.pick(named) : random.pick(rows);
    const value = (fresh.start.get(shape.number, random.pick(rows)) as Row)[field.name];
    if (JSON.stringify(value) === JSON.stringify((fresh.start.get(shape.number, slot) as Row)[field.name])) continue;
    const twin = fresh.fork();
    try {
      twin.session.edit("kernel", (db) => db.set(shape.number as never, slot as never, { [field.name]: value } as never));
    } catch {
      continue; // Not a state that the world allows.
    }
    const start = twin.session.fork().store;
    const records = gold.made.map(({ tool, args }) => twin.step(tool, args));
    if (records.some((record, i) => JSON.stringify(record.output) !== JSON.stringify(gold.made[i]!.output))) continue;
    tried++;
    const failing = goalOf(twin, endingOf(twin, start)).items.find(({ passed }) => !passed);
    if (failing) wrong.push(`with another ${shape.name}.${field.name}, “${failing.label}” fails though every answer is the same`);
  }
  return { operator: "twin", tried, right: tried - wrong.length, byDifference: [], excluded: [], wrong };
};

/** 10. Dates in the instruction lie within three years of the clock, and gold is in time also when every call takes as long as it may. */
export const timeSanity: Operator = (subject): OperatorResult => {
  const { fresh } = subject;
  const wrong: string[] = [];
  const today = Date.parse(fresh.session.clock.slice(0, 10));
  for (const [date] of fresh.ask.matchAll(/\b\d{4}-\d{2}-\d{2}\b/g)) {
    const days = (Date.parse(date) - today) / 86_400_000;
    if (!(Math.abs(days) < 3 * 366)) wrong.push(`the instruction speaks of ${date}; it is ${fresh.session.clock}`);
  }
  const slow = fresh.again({ costs: "high" });
  const { failure } = slow.playGold(subject.goldScore.binders);
  if (failure !== null) wrong.push(`with slow calls gold fails: ${failure.message}`);
  else if (!slow.score().success) wrong.push("with slow calls gold comes too late");
  return { operator: "time sanity", tried: 1, right: wrong.length === 0 ? 1 : 0, byDifference: [], excluded: [], wrong };
};

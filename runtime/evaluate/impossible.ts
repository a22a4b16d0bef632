/** Auditing a task that cannot be done: its plan works in the twin alone; seeing why and reporting passes; changing something does not. */

import type { CallRecord } from "../record.js";
import type { OperatorResult } from "./audit.js";
import type { Episode } from "./episode.js";
import { spread, Tally } from "./mutant.js";
import { sampleArguments } from "./sample.js";
import { differenceFrom, firstChoice, goalOf } from "./score.js";

/** 1. In an impossible task: its plan reaches the goal in the twin and not here, and whoever made those of its calls that change nothing that counts, and reports, has done it. */
export function impossibleIsClean(episode: Episode): OperatorResult {
  const wrong: string[] = [];
  const twin = episode.twin();
  const readable = (one: Episode): boolean => goalOf(one).items.every(({ passed }) => passed);
  const planned = twin.playNominal(firstChoice(twin));
  if (planned?.failure) wrong.push(`in the twin the plan fails: ${planned.failure.message} (${planned.failure.src})`);
  else if (!readable(twin)) wrong.push("in the twin the plan does not reach the goal");
  const here = episode.fork();
  const tried = here.playNominal(firstChoice(here));
  if (tried?.failure === null && readable(here)) wrong.push("the plan reaches the goal, which was said to be impossible");
  const looking = episode.fork();
  for (const { tool, args } of here.made) {
    const trial = looking.fork();
    trial.step(tool, args);
    const difference = differenceFrom(trial, trial.session.store, firstChoice(trial));
    if (typeof difference !== "string" && difference.mb === 0) looking.step(tool, args);
  }
  looking.step("report_infeasible", { reason: "It cannot be done." });
  const score = looking.score();
  if (!score.success) wrong.push(`looking and reporting does not pass: ${score.items.filter(({ passed }) => !passed).map(({ label, values }) => `${label} (${values.join(", ")})`).join("; ")}`);
  return { operator: "gold", tried: 3, right: 3 - wrong.length, byDifference: [], excluded: [], wrong };
}

/** 7. One effective call of each writing tool, and then the report: who changes what may not change has not done it. */
export function meddling(fresh: Episode): OperatorResult {
  const { world } = fresh.session;
  const draw = fresh.session.random(`audit/${fresh.task.name}/meddling`);
  const tally = new Tally("unasked write");
  for (const tool of spread(world.tools.filter(({ hints }) => !hints.readOnlyHint))) {
    for (let attempt = 0; attempt < 6; attempt++) {
      const trial = fresh.fork();
      const record = trial.step(tool.name, sampleArguments(trial.session, tool, draw));
      if (record.status !== "ok" || !record.writes.some(({ author }) => author === "agent")) continue;
      trial.step("report_infeasible", { reason: "It cannot be done." });
      const isMinded = trial.score().difference?.mb !== 0;
      if (!isMinded && isAllowed(fresh, record)) tally.exclude(`silent tool: ${tool.name}`);
      else tally.count(isMinded, `${tool.name} changes what may not change, and nobody minds`);
      break;
    }
  }
  return tally.result();
}

/** Whether a call wrote only what does not count or what the task lets change. */
function isAllowed({ task, session }: Episode, record: CallRecord): boolean {
  return record.writes.every(({ table, fields, author }) => {
    const shape = session.program.shapes.find(({ def }) => def.name === table)!;
    const isFree = (field: string): boolean => shape.fields.some(({ name, def }) => name === field && def.uncounted === true) || task.mayChange.some((change) => change.table === shape.number && (change.field ?? field) === field);
    return author !== "agent" || Object.keys(fields).every(isFree);
  });
}

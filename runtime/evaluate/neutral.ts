/** Changes that change nothing, and so must pass. */

import { stateDifference } from "./difference.js";
import { changesSomething, judge, MOST_MUTANTS, mustPass, play, random, stepsOf, Tally, type Operator } from "./mutant.js";
import { sampleArguments } from "./sample.js";

/** 8. Reads at three places, and neighbouring calls in the other order where both orders lead to the same state. */
export const neutralChange: Operator = (subject) => {
  const tally = new Tally("neutral change");
  const steps = stepsOf(subject);
  const draw = random(subject, "neutral change");
  const reads = subject.world.tools.filter((tool) => tool.hints.readOnlyHint && tool.takes === undefined);
  for (const at of [...new Set([0, steps.length >> 1, Math.max(0, steps.length - 1)])]) {
    const { episode } = play(subject, steps.slice(0, at));
    if (episode.session.ended !== null) continue;
    for (let n = 0; n < 4 && reads.length > 0; n++) {
      const tool = draw.pick(reads);
      const args = sampleArguments(episode.session, tool, draw);
      mustPass(tally, `${tool.name} before call ${at + 1}`, judge(subject, steps.toSpliced(at, 0, { tool: tool.name, args })));
    }
  }
  for (let at = 0; at + 1 < steps.length && tally.tried < MOST_MUTANTS; at++) {
    if (!changesSomething(subject, at) || !changesSomething(subject, at + 1) || steps[at + 1]!.tool === "finish") continue;
    const { episode, records } = play(subject, steps.toSpliced(at, 2, steps[at + 1]!, steps[at]!));
    if (records.some(({ status }) => status !== "ok")) continue;
    const same = stateDifference(episode.session.program, subject.fresh.start, subject.gold.session.store, episode.session.store);
    if (same.mb > 0 || same.m < same.t) continue;
    const score = episode.score();
    if (score.items.length === 0) continue;
    // Only calls that commute by what they do: the goal may still ask for an order.
    if (!score.success && score.items.some((item) => !item.passed && / before /.test(item.text))) {
      tally.exclude(`the goal asks for the order of calls ${at + 1} and ${at + 2}`);
    } else mustPass(tally, `calls ${at + 1} and ${at + 2} in the other order`, { episode, score });
  }
  return tally.result();
};

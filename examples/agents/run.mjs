// node examples/agents/run.mjs WORLD_JS WORLD_FILE OUT [SEEDS]: every agent on every task, a log each below OUT/<agent>/.
// WORLD_JS is the world.js of a build, WORLD_FILE the .world file it was built from, SEEDS how many instances of each task.
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { bySeed, callLine, Episode, headerLine } from "worldc/runtime";
import { agents } from "./agents.mjs";

const [built, file, out, seeds = "1"] = process.argv.slice(2);
const { world } = await import(pathToFileURL(resolve(built)).href);

/** Instances of a task: the first seeds that have one. */
function instances(task) {
  const found = [];
  for (const one of bySeed(task, (seed) => Episode.start(world, task, { seed }))) {
    if ("made" in one && found.push(one.seed) >= Number(seeds)) break;
  }
  return found;
}

for (const task of world.tasks) {
  for (const seed of instances(task)) {
    for (const [name, play] of Object.entries(agents)) {
      const episode = Episode.start(world, task, { seed });
      const lines = [headerLine(episode.session, { faults: "seeded", file, episode })];
      const step = episode.step.bind(episode);
      episode.step = (tool, args, options) => {
        const record = step(tool, args, options);
        lines.push(callLine(episode.session, record));
        return record;
      };
      play(episode, { world, seed });
      mkdirSync(join(out, name), { recursive: true });
      writeFileSync(join(out, name, `${task.name}-${seed}.jsonl`), `${lines.join("\n")}\n`);
    }
  }
}

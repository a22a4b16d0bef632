// The same rollouts as rollouts.py, over the same protocol: node rollouts.mjs WORLD_FILE TASK EPISODES [COMMAND…]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [world, task, episodes, ...command] = process.argv.slice(2);
const [program, ...args] = command.length > 0 ? command : ["npx", "worldc"];
const server = spawn(program, [...args, "serve", world, "--control"], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();

/** Sends a request and gives its response, refused or not. */
async function control(op, fields = {}) {
  server.stdin.write(`${JSON.stringify({ op, ...fields })}\n`);
  return JSON.parse((await lines.next()).value);
}

for (let seed = 1; seed <= Number(episodes); seed++) {
  const { ok, episode, error } = await control("reset", { task, seed });
  if (!ok && error.code !== "void-seed") throw new Error(error.message);
  let success = null;
  if (ok) {
    if (seed % 2 === 0) {
      const { output } = await control("step", { episode, tool: "list_fruit" });
      await control("step", { episode, tool: "star", args: { fruit: output[0].id } });
    }
    await control("step", { episode, tool: "finish", args: { summary: "Done." } });
    success = (await control("score", { episode })).score.success;
    await control("close", { episode });
  }
  console.log(JSON.stringify({ seed, success }));
}
server.stdin.end();

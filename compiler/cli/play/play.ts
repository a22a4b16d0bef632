/** `play FILE --seed N [--task NAME]`: a terminal session for a person. */

import { createInterface } from "node:readline";
import { rememberHistory, storedHistory } from "../cache.js";
import { loadWorld, start, startSession, type StartOptions } from "../execute.js";
import { print } from "../io.js";
import { guardOutputs, writeOutput } from "../outputs.js";
import { CLEAN } from "../problems.js";
import { complete } from "./completion.js";
import { COMMANDS, Game } from "./game.js";
import { COLOURED, UNCOLOURED } from "./state.js";

export async function play(file: string, task: string | undefined, options: StartOptions): Promise<number> {
  const { world, runtime, inputs } = await loadWorld(file, "pretty");
  const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const game = new Game(runtime, start(runtime, world, task, options), {
    paint: terminal && process.env["NO_COLOR"] === undefined ? COLOURED : UNCOLOURED,
    save: (path, text) => {
      guardOutputs([path], inputs);
      writeOutput(path, text);
    },
    load: (path) => ({ session: startSession(runtime, world, { state: path }), episode: null }),
  });
  print(`${world.name}, ${game.session.clock}. ${game.tools.length} tools; Tab completes, \`:help\` helps, \`:quit\` ends.`);
  if (task !== undefined) print(game.play(":ask")!.join("\n"));
  const lines = createInterface({
    input: process.stdin, output: process.stdout, terminal,
    completer: (line: string) => complete(game.session, Object.keys(COMMANDS), line),
    ...(terminal ? { history: storedHistory(), historySize: 500, removeHistoryDuplicates: true } : {}),
  });
  const prompt = (): void => {
    if (!terminal) return;
    lines.setPrompt(`${game.depth === 0 ? "" : `fork ${game.depth} `}> `);
    lines.prompt();
  };
  prompt();
  for await (const line of lines) {
    const output = game.play(line);
    if (output === null) break;
    if (output.length > 0) print(output.join("\n"));
    prompt();
  }
  if (terminal) rememberHistory((lines as unknown as { history: string[] }).history);
  lines.close();
  return CLEAN;
}

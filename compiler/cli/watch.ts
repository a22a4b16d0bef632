/** `--watch`: runs a command again whenever a file it read changes, until it is interrupted. */

import { unwatchFile, watchFile } from "node:fs";
import { compile } from "../program.js";
import { absolute, commandHost, printError } from "./io.js";
import { CommandProblem, Reported } from "./problems.js";

/** How often files are looked at, in milliseconds. */
const INTERVAL = 200;

/** Never returns by itself. A run that finds problems prints them and the watch goes on. */
export async function watch(files: readonly string[], run: () => Promise<number>): Promise<never> {
  for (;;) {
    const inputs = [...new Set(files.flatMap((file) => compile(commandHost(), absolute(file)).inputs))];
    const changed = change(inputs);
    try {
      await run();
    } catch (error) {
      if (error instanceof CommandProblem) printError(`error[${error.code}] ${error.message}`);
      else if (!(error instanceof Reported)) throw error;
    }
    printError(`Watching ${inputs.length} files; interrupt to stop.`);
    printError(`\n${commandHost().show(await changed)} changed.`);
  }
}

/** The first of the files whose content changes, appears or goes. */
function change(paths: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    for (const path of paths) {
      watchFile(path, { interval: INTERVAL }, (now, before) => {
        if (now.mtimeMs === before.mtimeMs && now.size === before.size && now.ino === before.ino) return;
        for (const watched of paths) unwatchFile(watched);
        resolve(path);
      });
    }
  });
}

/** `serve FILE --stdio`: a session as an MCP server. One process is one session. */

import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { VERSION } from "../version.js";
import { loadWorld, start, triggerMode, type StartOptions } from "./execute.js";
import { parseSeed, printError } from "./io.js";
import { DIST } from "./paths.js";
import { CLEAN, finding, usageProblem } from "./problems.js";

export interface ServeOptions {
  readonly stdio?: boolean;
  readonly seed?: string;
  readonly state?: string;
  readonly faults?: string;
  readonly triggers?: string;
  readonly log?: string;
  readonly distractors?: string;
  readonly task?: string;
}

export async function serve(file: string, options: ServeOptions): Promise<number> {
  if (!options.stdio) throw usageProblem("U107", "Say how to serve.", "Add `--stdio`.");
  if (options.faults !== undefined && options.faults !== "seeded" && options.faults !== "off") throw usageProblem("U105", `\`${options.faults.slice(0, 60)}\` is no mode of faults.`, "The modes are seeded, off.");
  const seed = options.seed === undefined ? {} : { seed: parseSeed(options.seed) };
  const triggers = triggerMode(options.triggers);
  const { distractors } = options;
  if (distractors !== undefined && !/^\d{1,4}$/.test(distractors)) throw usageProblem("U110", `\`${distractors.slice(0, 60)}\` is no number of servers.`);
  const { world, runtime } = await loadWorld(file, "pretty");
  const started: StartOptions = { ...seed, ...triggers, ...(options.state === undefined ? {} : { state: options.state }), ...(options.faults === "off" ? { faults: "off" } : {}), ...(distractors === undefined ? {} : { distractors: Number(distractors) }) };
  const { session, episode } = start(runtime, world, options.task, started);
  const log = options.log === undefined ? null : openLog(options.log);
  const write = (line: string): void => void (log !== null && writeSync(log, `${line}\n`));
  write(runtime.headerLine(session, { faults: options.faults === "off" ? "off" : "seeded", file, ...(episode === null ? {} : { episode }) }));
  const { serveOverStdio } = (await import(pathToFileURL(join(DIST, "runtime", "mcp.js")).href)) as typeof import("../../runtime/mcp/server.js");
  await serveOverStdio(session, {
    version: VERSION,
    ...(episode === null ? {} : { instructions: episode.ask }),
    onCall: (record) => write(runtime.callLine(session, record)),
    onError: (error) => printError(`worldc serve: ${error.message}`),
  });
  if (log !== null) closeSync(log);
  return CLEAN;
}

function openLog(path: string): number {
  try {
    return openSync(path, "w");
  } catch (error) {
    throw finding("U202", `\`${path}\` cannot be written: ${(error as Error).message}.`);
  }
}

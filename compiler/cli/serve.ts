/** `serve FILE --stdio`: a session as an MCP server. One process is one session. */

import { closeSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeFolders } from "../output.js";
import { VERSION } from "../version.js";
import { loadWorld, start, triggerMode, type StartOptions } from "./execute.js";
import { absolute, parseSeed, printError, statOf } from "./io.js";
import { guardOutputs, unwritable, writeOrExplain } from "./outputs.js";
import { DIST } from "./paths.js";
import { CLEAN, finding, usageProblem, type CommandProblem } from "./problems.js";

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
  const { world, runtime, inputs } = await loadWorld(file, "pretty");
  guardOutputs([options.log], [...inputs, options.state]);
  const started: StartOptions = { ...seed, ...triggers, ...(options.state === undefined ? {} : { state: options.state }), ...(options.faults === "off" ? { faults: "off" } : {}), ...(distractors === undefined ? {} : { distractors: Number(distractors) }) };
  const { session, episode } = start(runtime, world, options.task, started);
  const header = runtime.headerLine(session, { faults: options.faults === "off" ? "off" : "seeded", file, ...(episode === null ? {} : { episode }) });
  const log = options.log === undefined ? null : new ServedLog(options.log, header);
  const { serveOverStdio } = (await import(pathToFileURL(join(DIST, "runtime", "mcp.js")).href)) as typeof import("../../runtime/mcp/server.js");
  await serveOverStdio(session, {
    version: VERSION,
    ...(episode === null ? {} : { instructions: episode.ask }),
    ...(log === null ? {} : { onUse: () => log.begin(), onCall: (record) => log.write(runtime.callLine(session, record)) }),
    onError: (error) => printError(`worldc serve: ${error.message}`),
  });
  log?.end();
  return CLEAN;
}

/**
 * The log of a session as it grows, in a new file: two servers that write to one would mix their lines. It is begun when a
 * client first lists or calls tools, since clients start a server more than once: one to learn its protocol era, one to use.
 */
class ServedLog {
  private file: number | null = null;
  private problem: unknown = null;

  /** Throws `CommandProblem` where there is such a file. */
  constructor(
    private readonly path: string,
    private readonly header: string,
  ) {
    if (writeOrExplain(path, () => statOf(path))) throw existing(path);
  }

  /** Throws `CommandProblem`. */
  begin(): void {
    if (this.file !== null) return;
    this.noting(() => {
      this.file = openNew(this.path);
    });
    this.write(this.header);
  }

  /** Throws `CommandProblem`. */
  write(line: string): void {
    this.noting(() => writeOrExplain(this.path, () => writeSync(this.file!, `${line}\n`)));
  }

  /** Throws what kept lines from being written. */
  end(): void {
    if (this.file !== null) closeSync(this.file);
    if (this.problem !== null) throw this.problem;
  }

  private noting(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.problem ??= error;
      throw error;
    }
  }
}

function openNew(path: string): number {
  try {
    makeFolders(dirname(absolute(path)));
    return openSync(path, "wx");
  } catch (error) {
    throw (error as { code?: string }).code === "EEXIST" ? existing(path) : unwritable(path, error);
  }
}

function existing(path: string): CommandProblem {
  return finding("U204", `\`${path}\` exists already, so it was left alone.`, "Each server writes a log of its own: name another file, or move this one away.");
}

/** The tools of a compiled server, as an agent calls them, and references to hold their answers against. */

import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { ROOT } from "./root.js";
import { loadRuntime, loadWorld } from "./world.js";

export interface Answer {
  readonly status: string;
  readonly output: unknown;
}

export type Args = Readonly<Record<string, unknown>>;
export type Call = readonly [tool: string, args: Args];

/** Starts a server and gives the function that calls its tools. A run-time diagnostic is thrown: no argument may lead to one. */
export async function serverTools(path: string): Promise<(tool: string, args: Args) => Answer> {
  const [runtime, world] = await Promise.all([loadRuntime(), loadWorld(path)]);
  const session = runtime.Session.start(world, { seed: 1 });
  return (tool, args) => {
    const { status, output, diagnostic } = session.call(tool, args);
    if (diagnostic) throw new Error(`${tool}(${JSON.stringify(args)}): ${diagnostic.code}: ${diagnostic.message}`);
    return { status, output };
  };
}

export const hasPython = spawnSync("python3", ["--version"]).status === 0;

/** What a Python script beside the tests answers to each call: it reads a list as JSON and prints a list as JSON; null for a refusal. */
export function pythonAnswers(script: string, calls: readonly Call[]): unknown[] {
  return JSON.parse(execFileSync("python3", ["-I", join(ROOT, "test/worlds/servers", script)], { input: JSON.stringify(calls), encoding: "utf8", maxBuffer: 1 << 26 })) as unknown[];
}

/** The same random arguments in every run. */
export function samples<T>(arbitrary: fc.Arbitrary<T>, count = 60): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed: 20_260_714 });
}

/** How far two numbers are apart, as a part of the larger one. */
export function relativeError(a: number, b: number): number {
  return a === b ? 0 : Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
}

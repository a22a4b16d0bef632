/** Commands that run a world: compile it, load the generated code, start or restore a session. */

import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { hasErrors } from "../diagnostics/diagnostic.js";
import { compile, type Compiled } from "../program.js";
import { runnableWorld } from "./cache.js";
import { absolute, commandHost, parseJson, readInput, reportDiagnostics, type Format } from "./io.js";
import { DIST } from "./paths.js";
import { CommandProblem, finding, FINDINGS, Reported, usageProblem } from "./problems.js";

type Runtime = typeof import("../../runtime/index.js");
type WorldDef = import("../../runtime/index.js").WorldDef;
type Session = import("../../runtime/index.js").Session;
type Episode = import("../../runtime/index.js").Episode;
type FaultMode = import("../../runtime/index.js").FaultMode;

/** The one copy of the runtime, shared with generated code. */
export async function loadRuntime(): Promise<Runtime> {
  return (await import(pathToFileURL(join(DIST, "runtime", "index.js")).href)) as Runtime;
}

/** A world that can be run. */
export interface Loaded {
  readonly world: WorldDef;
  readonly runtime: Runtime;
  /** Absolute paths of all files that were read for it: sources and corpora. */
  readonly inputs: readonly string[];
}

/** Checks a file for a command that needs a world; throws `Reported` where there are errors. Prints them, unless the format is null. */
export function compileOrReport(file: string, format: Format | null): Compiled & { readonly ir: NonNullable<Compiled["ir"]> } {
  const compiled = compile(commandHost(), absolute(file));
  const shown = compiled.diagnostics.filter((d) => d.severity !== "hint");
  if (hasErrors(shown)) {
    if (format !== null) reportDiagnostics(shown, format, "stderr");
    const first = shown.find((d) => d.severity === "error")!;
    throw new Reported(`\`${file}\` does not check: ${first.code}, ${first.message}`);
  }
  const { ir } = compiled;
  if (!ir) throw finding("U403", `\`${file}\` declares neither a world nor an app, so there is nothing to run.`);
  return { ...compiled, ir };
}

export async function loadWorld(file: string, format: Format | null): Promise<Loaded> {
  return loadCompiledWorld(compileOrReport(file, format));
}

/** Emits what was compiled, and loads it. */
export async function loadCompiledWorld(compiled: ReturnType<typeof compileOrReport>): Promise<Loaded> {
  const [runtime, module] = await Promise.all([loadRuntime(), runnableWorld(compiled.ir, compiled.sources).then((url) => import(url) as Promise<{ world: WorldDef }>)]);
  return { world: module.world, runtime, inputs: compiled.inputs };
}

export interface StartOptions {
  readonly seed?: number;
  /** A snapshot's path. */
  readonly state?: string;
  readonly faults?: FaultMode;
  readonly triggers?: "off";
  readonly distractors?: number;
}

/** `--triggers on|off`. Throws `CommandProblem` for anything else. */
export function triggerMode(text: string | undefined): { readonly triggers?: "off" } {
  if (text !== undefined && text !== "on" && text !== "off") throw usageProblem("U115", `\`${text.slice(0, 60)}\` is no mode of triggers.`, "The modes are on, off.");
  return text === "off" ? { triggers: text } : {};
}

/** An instance of a task. Throws `CommandProblem`. */
function startEpisode(runtime: Runtime, world: WorldDef, name: string, options: StartOptions): Episode {
  const task = world.tasks.find((one) => one.name === name);
  if (!task) throw finding("U403", `There is no task \`${name.slice(0, 60)}\` in this file.`, world.tasks.length === 0 ? "It has no tasks." : `Its tasks are ${world.tasks.map((one) => one.name).slice(0, 12).join(", ")}.`);
  const { seed } = options;
  if (options.state !== undefined) throw usageProblem("U103", "A task begins from a seed, not from a snapshot.");
  if (seed === undefined) throw usageProblem("U103", "Say which instance of the task to run.", "Add `--seed N`.");
  const undeclared = runtime.undeclaredSeed(task, seed);
  if (undeclared !== null) throw usageProblem("U114", undeclared);
  try {
    return runtime.Episode.start(world, task, { seed, ...(options.faults ? { faults: options.faults } : {}), ...(options.triggers ? { triggers: options.triggers } : {}), ...(options.distractors === undefined ? {} : { distractors: options.distractors }) });
  } catch (error) {
    if (error instanceof RangeError) throw usageProblem("U110", error.message);
    if (error instanceof runtime.VoidSeed) throw finding("U401", `The task ${name} has no instance with seed ${seed}: ${error.reason}`);
    if (error instanceof runtime.StartError) throw finding("U401", `The world cannot be set up with seed ${seed}: ${error.message}`);
    throw error;
  }
}

/** A session, and the episode that it is of, if a task is named. Throws `CommandProblem`. */
export function start(runtime: Runtime, world: WorldDef, task: string | undefined, options: StartOptions): { readonly session: Session; readonly episode: Episode | null } {
  const episode = task === undefined ? null : startEpisode(runtime, world, task, options);
  return { session: episode?.session ?? startSession(runtime, world, options), episode };
}

/** A session from a seed or a snapshot. Throws `CommandProblem`. */
export function startSession(runtime: Runtime, world: WorldDef, options: StartOptions): Session {
  const offer = options.distractors === undefined ? {} : { distractors: options.distractors };
  if (options.state !== undefined) {
    if (options.triggers !== undefined) throw usageProblem("U115", "The static twin begins from a seed, not from a snapshot.");
    const json = parseJson(readInput(options.state, "The snapshot"), `The snapshot \`${options.state}\``);
    try {
      return runtime.Session.restore(world, json, offer);
    } catch (error) {
      if (error instanceof RangeError) throw usageProblem("U110", error.message);
      if (error instanceof runtime.SnapshotError) throw snapshotProblem(error.code, error.message, options.state);
      throw error;
    }
  }
  if (options.seed === undefined) throw usageProblem("U103", "Say which instance of the world to run.", "Add `--seed N`, or `--state FILE` for a snapshot.");
  try {
    return runtime.Session.start(world, { seed: options.seed, ...(options.faults ? { faults: options.faults } : {}), ...(options.triggers ? { triggers: options.triggers } : {}), ...offer });
  } catch (error) {
    if (error instanceof RangeError) throw usageProblem("U110", error.message);
    if (error instanceof runtime.StartError) throw finding("U401", `The world cannot be set up with seed ${options.seed}: ${error.message}${error.src === undefined ? "" : ` (${error.src})`}`);
    throw error;
  }
}

function snapshotProblem(code: string, message: string, path: string): CommandProblem {
  const codes = { "not-a-snapshot": "U301", "other-version": "U302", "other-world": "U303", "changed-world": "U304", corrupt: "U305" } as const;
  return new CommandProblem(codes[code as keyof typeof codes] ?? "U305", `\`${path}\`: ${message}`, FINDINGS);
}

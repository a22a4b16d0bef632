/** The commands, one function each. They print, and give the exit status. */

import { readdirSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { createRequire } from "node:module";
import { kernelTools } from "../../runtime/kernel.js";
import { replaceFolder, sameFolder } from "../output.js";
import { artefacts } from "./cache.js";
import { compileOrReport, loadWorld, start, startSession, triggerMode } from "./execute.js";
import { absolute, parseJson, parseSeed, print, printJson, readInput, reportDiagnostics, statOf } from "./io.js";
import { withPairs, type Properties } from "./arguments.js";
import { describeTriggers, oneLine, printRecord } from "./describe.js";
import { showScore } from "./logs.js";
import { guardOutputs, writeOrExplain, writeOutput } from "./outputs.js";
import { standaloneFiles } from "./standalone.js";
import { CLEAN, finding, FINDINGS, usageProblem } from "./problems.js";

export interface BuildOptions {
  readonly out: string;
  readonly json?: boolean;
  readonly standalone?: boolean;
}

/** `build FILE…`: writes `DIR/<file stem>/`. */
export async function build(files: readonly string[], options: BuildOptions): Promise<number> {
  const format = options.json ? "json" : "pretty";
  const compiled = files.map((file) => ({ file, ...compileOrReport(file, format) }));
  const reports: object[] = [];
  for (const { file, ir, sources, inputs, diagnostics } of compiled) {
    if (!options.json) reportDiagnostics(diagnostics.filter((d) => d.severity === "warning"), format, "stderr");
    const folder = join(absolute(options.out), buildName(file));
    const emitted = await artefacts(ir, sources);
    const built = options.standalone ? new Map([...emitted, ...[...standaloneFiles(emitted)].map(([path, text]) => [`standalone/${path}`, text] as const)]) : emitted;
    const spent = spentSoFar();
    const changed = !sameFolder(folder, built);
    if (changed) guardFolder(folder, inputs);
    if (changed) writeOrExplain(folder, () => replaceFolder(folder, built));
    const shown = relative(process.cwd(), folder) || ".";
    const tools = Object.fromEntries(ir.apps.map((app) => [app.name, ir.tools.filter((t) => t.app === app.name).length]));
    reports.push({ world: ir.world.name, folder: shown, changed, tools, entities: ir.entities.length, tests: ir.tests.length, files: built.size, ...spent });
    if (!options.json) {
      print(`${ir.world.name} → ${shown}${changed ? "" : " (unchanged)"}`);
      print(`  tools    ${Object.entries(tools).map(([app, n]) => `${app} ${n}`).join(", ")}, and the kernel's ${kernelTools.map((t) => t.name).join(", ")}`);
      print(`  entities ${ir.entities.length}, tests ${ir.tests.length}`);
      print(`  files    ${built.size}: index.ts (create${ir.world.name}), tools.ts, model.ts, world.ts, an app each; schemas/, mcp/{tools,server,manifest}.json, ir.json`);
      if (options.standalone) print(`  bundle   ${join(shown, "standalone")}: node ${join(shown, "standalone/server/main.js")}, or pack it with mcpb`);
      print(`  took     ${spent.cpuSeconds.toFixed(1)} s of processor time so far, at most ${spent.megabytes} MB`);
      if (!resolvable(folder)) print("  note     to import it from a program of yours, add the dependency: npm install worldc");
    }
  }
  if (options.json) printJson(reports);
  return CLEAN;
}

/** What this process has used: seconds on all processors, and the most memory at a time. */
function spentSoFar(): { cpuSeconds: number; megabytes: number } {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  return { cpuSeconds: Math.round((userCPUTime + systemCPUTime) / 100_000) / 10, megabytes: Math.round(maxRSS / 1024) };
}

/** `worlds/cafe.world` → `cafe`. */
function buildName(file: string): string {
  const stem = basename(file).replace(/\.world$/, "");
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u.test(stem)) throw usageProblem("U109", `\`${basename(file)}\` gives a build no name.`, "Call the file like the world, e.g. `cafe.world`.");
  return stem;
}

/** Refuses a folder that a build may not replace. Throws `CommandProblem`. */
function guardFolder(folder: string, inputs: readonly string[]): void {
  const shown = (path: string): string => `\`${relative(process.cwd(), path) || "."}\``;
  const elsewhere = "Build elsewhere with `-o`, or move it away.";
  const file = writeOrExplain(folder, () => fileInTheWay(folder));
  if (file !== null) throw finding("U203", `${shown(file)} is a file, so no build can be put ${file === folder ? "there" : "below it"}.`, elsewhere);
  if (!mayReplace(folder)) throw finding("U203", `${shown(folder)} exists and is not a build, so it was left alone.`, elsewhere);
  const inside = inputs.find((path) => path.startsWith(join(folder, sep)));
  if (inside !== undefined) throw usageProblem("U205", `The build would replace ${shown(folder)} whole, and with it ${shown(inside)}, which it is made from.`, elsewhere);
}

/** The file that stands where a folder is, or one of those above it. */
function fileInTheWay(folder: string): string | null {
  for (let path = folder; ; path = dirname(path)) {
    const stat = statOf(path);
    if (stat) return stat.isDirectory() ? null : path;
    if (path === dirname(path)) return null;
  }
}

/** A build replaces a folder whole, so only one that is absent, empty or an earlier build. */
function mayReplace(folder: string): boolean {
  try {
    const names = readdirSync(folder);
    return names.length === 0 || ["index.ts", "world.ts", "ir.json"].every((name) => names.includes(name));
  } catch (error) {
    return (error as { code?: string }).code === "ENOENT";
  }
}

function resolvable(folder: string): boolean {
  try {
    createRequire(join(folder, "index.js")).resolve("worldc/runtime");
    return true;
  } catch {
    return false;
  }
}

export interface StateOptions {
  readonly seed?: string;
  readonly state?: string;
  readonly output?: string;
  readonly json?: boolean;
}

const from = (options: StateOptions): { seed?: number; state?: string } => ({
  ...(options.seed === undefined ? {} : { seed: parseSeed(options.seed) }),
  ...(options.state === undefined ? {} : { state: options.state }),
});

/** `snapshot FILE --seed N [--task NAME]`: an initial state as JSON. */
export async function snapshot(file: string, options: StateOptions & { readonly task?: string }): Promise<number> {
  const given = from(options);
  const { world, runtime, inputs } = await loadWorld(file, "pretty");
  guardOutputs([options.output], inputs);
  const { session, episode } = start(runtime, world, options.task, given);
  const text = JSON.stringify((episode ?? session).snapshot(), null, 1);
  if (options.output === undefined) print(text);
  else writeOutput(options.output, `${text}\n`);
  return CLEAN;
}

export interface CallOptions extends StateOptions {
  readonly args?: string;
  readonly faults?: string;
}

/** `call FILE TOOL [name=value…]`: one call; prints the result, the clock, the writes. */
export async function call(file: string, tool: string, pairs: readonly string[], options: CallOptions): Promise<number> {
  const given = from(options);
  const faults = faultMode(options.faults, ["seeded", "off"]);
  const fromFile = options.args === undefined ? undefined : parseJson(readInput(options.args, "The arguments"), "The arguments");
  const { world, runtime, inputs } = await loadWorld(file, options.json ? "json" : "pretty");
  // A state may be carried on in its own file.
  guardOutputs([options.output], [...inputs, options.args]);
  const session = startSession(runtime, world, { ...given, ...(faults === "off" ? { faults } : {}) });
  const schema = [...world.tools, ...runtime.kernelTools].find((t) => t.name === tool)?.inputSchema as { properties?: Properties } | undefined;
  const args = fromFile !== undefined && pairs.length === 0 ? fromFile : withPairs(fromFile, pairs, schema?.properties ?? {});
  const record = session.call(tool, args);
  if (options.json) printJson(record);
  else printRecord(record);
  if (options.output !== undefined) writeOutput(options.output, `${JSON.stringify(session.snapshot(), null, 1)}\n`);
  return record.status === "ok" && record.triggers.every(({ diagnostic }) => diagnostic === undefined) ? CLEAN : FINDINGS;
}

function faultMode<M extends string>(text: string | undefined, modes: readonly M[]): M | undefined {
  if (text === undefined) return undefined;
  if (!(modes as readonly string[]).includes(text)) throw usageProblem("U105", `\`${text.slice(0, 60)}\` is no mode of faults.`, `The modes are ${modes.join(", ")}.`);
  return text as M;
}

export interface RunOptions extends StateOptions {
  readonly faults?: string;
  readonly triggers?: string;
  readonly log?: string;
  readonly task?: string;
}

/** `run FILE CALLS.jsonl`: a list of calls, each line `{"tool", "args"}`, with `"faults"` for recorded ones. */
export async function run(file: string, calls: string, options: RunOptions): Promise<number> {
  const given = { ...from(options), ...triggerMode(options.triggers) };
  const faults = faultMode(options.faults, ["seeded", "off", "recorded"]) ?? "seeded";
  const lines = readInput(calls, "The list of calls").split("\n").map((text, i) => ({ text, line: i + 1 })).filter(({ text }) => text.trim() !== "");
  const parsed = lines.map(({ text, line }) => parseCallLine(text, line, calls));
  const { world, runtime, inputs } = await loadWorld(file, options.json ? "json" : "pretty");
  guardOutputs([options.log, options.output], [...inputs, calls]);
  guardOutputs([options.log], [options.state]);
  const started = { ...given, faults: faults === "seeded" ? ("seeded" as const) : ("off" as const) };
  const { session, episode } = start(runtime, world, options.task, started);
  const known = session.world.faults;
  for (const { struck, line } of parsed) {
    const unknown = struck.find((name) => !known.some((f) => f.name === name));
    if (unknown !== undefined) throw finding("U306", `\`${calls}\`, line ${line}: there is no fault \`${unknown}\`.`, `The world's faults are ${known.map((f) => f.name).join(", ") || "none"}.`);
  }
  const log: string[] = [runtime.headerLine(session, { faults, file, ...(episode === null ? {} : { episode }) })];
  const counts = { ok: 0, failed: 0, error: 0, invalid: 0 };
  let takenBack = 0;
  for (const { tool, args, struck } of parsed) {
    const forced = faults === "recorded" ? { faults: struck } : undefined;
    const record = episode === null ? session.call(tool, args, forced) : episode.step(tool, args, forced);
    counts[record.status] += 1;
    log.push(runtime.callLine(session, record));
    const broken = record.triggers.filter(({ diagnostic }) => diagnostic !== undefined);
    takenBack += broken.length;
    if (!options.json) print(`${record.status.padEnd(7)} ${tool}  ${oneLine(record.output)}`);
    if (!options.json) for (const line of describeTriggers(broken)) print(line);
  }
  const scored = episode?.score() ?? null;
  const summary = { calls: parsed.length, ...counts, ...(takenBack > 0 ? { triggersTakenBack: takenBack } : {}), clock: session.clock, hash: session.hash(), ...(scored === null ? {} : { score: scored }) };
  if (options.json) printJson(summary);
  else print(`${parsed.length} calls: ${Object.entries(counts).map(([status, n]) => `${n} ${status}`).join(", ")}; clock ${session.clock}, state ${summary.hash}`);
  if (scored !== null && !options.json) showScore(scored);
  if (options.log !== undefined) writeOutput(options.log, `${log.join("\n")}\n`);
  if (options.output !== undefined) writeOutput(options.output, `${JSON.stringify((episode ?? session).snapshot(), null, 1)}\n`);
  return (scored === null ? counts.ok === parsed.length : scored.success) && takenBack === 0 ? CLEAN : FINDINGS;
}

function parseCallLine(text: string, line: number, path: string): { tool: string; args: unknown; struck: string[]; line: number } {
  let json: unknown;
  try {
    json = JSON.parse(text) as unknown;
  } catch {
    throw finding("U306", `\`${path}\`, line ${line}, is not JSON.`, 'Each line is one call: {"tool": "now", "args": {}}.');
  }
  const entry = json as { tool?: unknown; args?: unknown; faults?: unknown } | null;
  if (typeof entry !== "object" || entry === null || typeof entry.tool !== "string") throw finding("U306", `\`${path}\`, line ${line}, names no \`tool\`.`, 'Each line is one call: {"tool": "now", "args": {}}.');
  const struck = entry.faults ?? [];
  if (!Array.isArray(struck) || !struck.every((s) => typeof s === "string")) throw finding("U306", `\`${path}\`, line ${line}: \`faults\` is a list of names.`);
  return { tool: entry.tool, args: entry.args ?? {}, struck: struck as string[], line };
}

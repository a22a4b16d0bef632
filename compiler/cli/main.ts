/** `worldc`: parses the command line and runs one command. */

import { Command, CommanderError, Option } from "commander";
import { print, printError, type Format } from "./io.js";
import { reasonOf } from "./outputs.js";
import { VERSION } from "../version.js";
import { CommandProblem, FINDINGS, Reported, USAGE } from "./problems.js";

type Commands = typeof import("./commands.js");

/** Commands load what they need when they run: `check` never sees the emitter. */
const load = (): Promise<Commands> => import("./commands.js");

let exit = 0;
const run = (action: (commands: Commands) => number | Promise<number>): Promise<void> => load().then(action).then((status) => void (exit = status));

function program(): Command {
  const main = new Command("worldc").description("Compiles .world files into typed, seeded, stateful tool worlds.").version(VERSION).exitOverride().showSuggestionAfterError();
  main.configureOutput({ writeErr: (text) => process.stderr.write(text) });
  const json = (): Option => new Option("--json", "print JSON");
  const seed = (): Option => new Option("--seed <n>", "the instance of the world: a whole number");
  const state = (): Option => new Option("--state <file>", "start from a snapshot instead of a seed");
  const triggers = (): Option => new Option("--triggers <mode>", "on (default), or off for the static twin: no trigger that has a conflict type");
  main
    .command("build").description("write build/<name>/: typed modules, schemas, MCP manifest, IR").argument("<files...>", ".world files")
    .option("-o, --out <dir>", "where to write", "build").addOption(json()).option("--watch", "build again when a file changes").option("--standalone", "also an MCP bundle that runs without worldc installed")
    .action(async (files: string[], options: { out: string; json?: boolean; watch?: boolean; standalone?: boolean }) => {
      const [{ build }, { watch }] = await Promise.all([load(), import("./watch.js")]);
      exit = await (options.watch ? watch(files, () => build(files, options)) : build(files, options));
    });
  main
    .command("check").description("diagnostics only, nothing is executed").argument("<files...>", ".world files")
    .addOption(new Option("--format <format>", "how to print").choices(["pretty", "json", "sarif"]).default("pretty")).addOption(json()).option("--fix", "apply the fixes that diagnostics carry")
    .action(async (files: string[], options: { format: Format; json?: boolean; fix?: boolean }) => {
      const { check } = await import("./check.js");
      exit = check(files, { format: options.json ? "json" : options.format, fix: options.fix === true });
    });
  main
    .command("explain").description("a diagnostic at length, with a wrong and a right example").argument("<code>", "W301, or unknown-name").addOption(json())
    .action(async (code: string, options: { json?: boolean }) => {
      const { explain } = await import("./explain.js");
      exit = explain(code, options);
    });
  main
    .command("fmt").description("format files in place").argument("<files...>", ".world files; - reads standard input and prints")
    .option("--check", "only list what is not formatted").addOption(json())
    .action((files: string[], options: { check?: boolean; json?: boolean }) => import("./fmt.js").then((c) => c.fmt(files, options)).then((status) => void (exit = status)));
  main
    .command("test").description("run the test blocks").argument("<files...>", ".world files")
    .option("--filter <text>", "only tests whose label contains the text").addOption(json()).option("--watch", "run again when a file changes")
    .action(async (files: string[], options: { filter?: string; json?: boolean; watch?: boolean }) => {
      const [{ test }, { watch }] = await Promise.all([import("./test.js"), import("./watch.js")]);
      exit = await (options.watch ? watch(files, () => test(files, options)) : test(files, options));
    });
  main
    .command("snapshot").description("print an initial state as JSON").argument("<file>", ".world file").addOption(seed()).option("--task <name>", "of an instance of a task").option("-o, --output <file>", "write to a file")
    .action((file: string, options: { seed?: string; task?: string; output?: string }) => run((c) => c.snapshot(file, options)));
  main
    .command("call").description("make one call; print the result, the clock and the writes").argument("<file>", ".world file").argument("<tool>", "name of the tool")
    .argument("[pairs...]", "arguments as name=value; values are JSON where they parse as JSON").option("--args <file>", "arguments as a JSON object; - reads standard input")
    .addOption(seed()).addOption(state()).option("--faults <mode>", "seeded (default) or off").option("-o, --output <file>", "write the state after the call").addOption(json())
    .action((file: string, tool: string, pairs: string[], options: object) => run((c) => c.call(file, tool, pairs, options)));
  main
    .command("run").description("make a list of calls").argument("<file>", ".world file").argument("<calls>", 'JSON Lines, each {"tool": …, "args": …}; - reads standard input')
    .addOption(seed()).addOption(state()).option("--faults <mode>", "seeded (default), off, or recorded (each line names its own)").addOption(triggers())
    .option("--task <name>", "an instance of a task; scores it").option("--log <file>", "write the trajectory").option("-o, --output <file>", "write the state after the last call").addOption(json())
    .action((file: string, calls: string, options: object) => run((c) => c.run(file, calls, options)));
  main
    .command("tasks").description("tasks, levels, instructions, accepted and void seeds").argument("<files...>", ".world files").addOption(seed()).addOption(json())
    .action(async (files: string[], options: { seed?: string; json?: boolean }) => {
      const { tasks } = await import("./tasks.js");
      exit = await tasks(files, options);
    });
  main
    .command("audit").description("tests the evaluators: gold passes, trivial agents and mutants fail").argument("<file>", ".world file").argument("[task]", "one task; otherwise all")
    .option("--seeds <n>", "at most so many accepted seeds of each task").addOption(json())
    .action(async (file: string, task: string | undefined, options: { seeds?: string; json?: boolean }) => {
      const { audit } = await import("./audit.js");
      exit = await audit(file, task, options);
    });
  main
    .command("diff").description("T, M, M_b, R_c and R_b on any three JSON files").option("--old <file>", "the start").option("--reference <file>", "the right end").option("--new <file>", "the end to judge")
    .option("--conventions <name>", "plain (default), or complexmcp for those of the original's judge").addOption(json())
    .action(async (options: object) => {
      const { diff } = await import("./diff.js");
      exit = await diff(options);
    });
  const worldOption = (): Option => new Option("--world <file>", "the world, where the log does not name it");
  main
    .command("replay").description("run a trajectory log again and compare every answer and state").argument("<log>", "trajectory log").addOption(worldOption()).addOption(json())
    .action(async (log: string, options: { world?: string; json?: boolean }) => {
      const { replay } = await import("./logs.js");
      exit = await replay(log, options);
    });
  main
    .command("score").description("the score of a run of a task").argument("<log>", "trajectory log").addOption(worldOption()).addOption(json())
    .action(async (log: string, options: { world?: string; json?: boolean }) => {
      const { score } = await import("./logs.js");
      exit = await score(log, options);
    });
  main
    .command("report").description("tables over many runs; a folder of logs is an agent").argument("<dir>", "folder with trajectory logs").addOption(worldOption()).addOption(json())
    .action(async (dir: string, options: { world?: string; json?: boolean }) => {
      const { report } = await import("./report.js");
      exit = await report(dir, options);
    });
  main
    .command("new").description("a folder with a commented starter world").argument("<name>", "the folder to make, named like the world")
    .action(async (name: string) => {
      const { newWorld } = await import("./new.js");
      exit = newWorld(name);
    });
  main
    .command("export").description("the tool list in a model provider's format").argument("<file>", ".world file")
    .addOption(new Option("--tools <format>", "whose format").choices(["openai", "anthropic", "gemini"]).makeOptionMandatory())
    .action(async (file: string, options: { tools: "openai" | "anthropic" | "gemini" }) => {
      const { exportWorld } = await import("./export.js");
      exit = exportWorld(file, options.tools);
    });
  main
    .command("play").description("a terminal session for a person").argument("<file>", ".world file").addOption(seed()).addOption(state()).option("--task <name>", "an instance of a task").option("--faults <mode>", "seeded (default) or off")
    .action(async (file: string, options: { seed?: string; state?: string; task?: string; faults?: string }) => {
      const [{ play }, { parseSeed }] = await Promise.all([import("./play/play.js"), import("./io.js")]);
      exit = await play(file, options.task, { ...(options.seed === undefined ? {} : { seed: parseSeed(options.seed) }), ...(options.state === undefined ? {} : { state: options.state }), ...(options.faults === "off" ? { faults: "off" } : {}) });
    });
  main
    .command("serve").description("an MCP server over a session of the world").argument("<file>", ".world file").option("--stdio", "over standard input and output").option("--control", "the JSON-lines control protocol for training loops, instead of MCP")
    .addOption(seed()).addOption(state()).option("--faults <mode>", "seeded (default) or off").addOption(triggers()).option("--log <file>", "write the trajectory as it grows")
    .option("--task <name>", "an instance of a task; its instruction goes to the client").option("--distractors <n>", "offer the apps and n of the servers, drawn by the seed; otherwise all")
    .action(async (file: string, options: object) => {
      const { serve } = await import("./serve.js");
      exit = "control" in options ? await (await import("./control.js")).control(file, options) : await serve(file, options);
    });
  main
    .command("lsp").description("a language server for editors").option("--stdio", "over standard input and output")
    .action(async (options: { stdio?: boolean }) => {
      const { lsp } = await import("./lsp.js");
      exit = await lsp(options);
    });
  return main;
}

/** What was thrown, in words: failures of the runtime are no errors. */
function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : String(error);
}

async function main(): Promise<number> {
  try {
    await program().parseAsync(process.argv);
    return exit;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    if (error instanceof CommandProblem) {
      if (process.argv.includes("--json")) print(JSON.stringify({ error: { code: error.code, message: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) } }, null, 2));
      else printError(`error[${error.code}] ${error.message}${error.hint === undefined ? "" : `\n  help: ${error.hint}`}`);
      return error.exit;
    }
    if (error instanceof Reported) return FINDINGS;
    printError(`error[U402] worldc itself failed: ${messageOf(error)}. Please report it.`);
    return FINDINGS;
  }
}

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // A reader that closes early (`| head`) is no failure.
  if (error.code === "EPIPE") process.exit(0);
  printError(`error[U202] Standard output cannot be written: ${reasonOf(error)}.`);
  process.exit(FINDINGS);
});
// Where errors cannot be told either, the exit status still says that there are some.
process.stderr.on("error", () => {});
process.exitCode = await main();

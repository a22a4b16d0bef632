// npm run tables -- [--seeds N] [--runs M] [--suite light|stt] [FILE…]: audits the tasks of a suite (or of FILES of it) on at most N
// instances each (2), plays the scripted agents on at most M (2), and rewrites the two tables of docs/evaluation.md that stand
// between the suite's markers.
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "docs/evaluation.md");
/** The tasks of the Light world, and those of the worlds that change by themselves. */
const SUITES = { light: { folder: "worlds/tasks", audit: "audit", agents: "agents" }, stt: { folder: "worlds/stt/tasks", audit: "stt-audit", agents: "stt-agents" } };
const { values, positionals } = parseArgs({ options: { seeds: { type: "string", default: "2" }, runs: { type: "string", default: "2" }, suite: { type: "string", default: "light" } }, allowPositionals: true });
const { seeds, runs } = values;
const suite = Object.hasOwn(SUITES, values.suite) ? SUITES[values.suite] : null;
if (suite === null) {
  console.error(`\`${values.suite}\` is no suite. The suites are ${Object.keys(SUITES).join(", ")}.`);
  process.exit(2);
}
for (const number of [seeds, runs]) {
  if (/^[1-9]\d{0,5}$/.test(number)) continue;
  console.error(`\`${number}\` is no number of instances.`);
  process.exit(2);
}
const files = positionals.length > 0 ? positionals : readdirSync(join(root, suite.folder)).filter((name) => name.endsWith(".world")).sort().map((name) => `${suite.folder}/${name}`);

/** Runs a program in the repository; its output, or the end of this one. */
function node(args, accepted = [0]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  if (!accepted.includes(status)) throw new Error(`${args.join(" ")} ended with ${status}:\n${stderr}`);
  return stdout;
}

/** Status 1 are findings, which the output tells. */
const worldc = (...args) => node(["dist/cli.js", ...args], [0, 1]);
const row = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows) => [row(head), row(head.map((_, i) => (i === 0 ? "---" : "---:"))), ...rows.map(row)].join("\n");
const percent = (share) => (share * 100).toFixed(1);
const most = (n) => (n === "1" ? "One instance of each task" : `At most ${n} instances of each task`);

function auditTable() {
  const results = files.map((file) => ({ file, tasks: JSON.parse(worldc("audit", file, "--seeds", seeds, "--json")) }));
  const operators = [...new Set(results.flatMap(({ tasks }) => tasks.flatMap(({ totals }) => totals.map(({ operator }) => operator))))];
  for (const { file, tasks } of results) {
    for (const { task, totals, seeds: found } of tasks) {
      if (found === 0) console.error(`${file}, ${task}: no seed has an instance`);
      for (const { operator, wrong } of totals) for (const { seed, what } of wrong) console.error(`${file}, ${task}, seed ${seed}, ${operator}: ${what}`);
    }
  }
  const cells = (tasks) =>
    operators.map((operator) => {
      const totals = tasks.flatMap((task) => task.totals.filter((total) => total.operator === operator));
      const sum = (of) => totals.reduce((n, total) => n + of(total), 0);
      return `${sum(({ tried }) => tried)} / ${sum(({ right }) => right)} / ${sum(({ excluded }) => Object.values(excluded).reduce((n, k) => n + k, 0))}`;
    });
  const line = (name, tasks) => [name, tasks.length, tasks.reduce((n, task) => n + task.seeds, 0), ...cells(tasks)];
  const rows = results.map(({ file, tasks }) => line(`\`${basename(file)}\``, tasks));
  if (results.length > 1) rows.push(line("all", results.flatMap(({ tasks }) => tasks)));
  return `${most(seeds)}; tried / right / excluded per operator.\n\n${table(["file", "tasks", "instances", ...operators], rows)}`;
}

function agentsTable() {
  const work = join(root, "node_modules/.cache/evaluation-tables");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  for (const file of files) {
    const stem = basename(file, ".world");
    worldc("build", file, "-o", join(work, "build"));
    node(["examples/agents/run.mjs", join(work, "build", stem, "world.js"), file, join(work, "logs", stem), runs]);
  }
  const { agents, broken } = JSON.parse(worldc("report", join(work, "logs"), "--json"));
  for (const line of broken) console.error(`not counted: ${line}`);
  rmSync(work, { recursive: true, force: true });
  const rows = agents.map((one) => [one.agent, percent(one.success), ...[one.rc, one.rb].map((x) => x.toFixed(3)), one.calls.toFixed(1), ...[one.failed, one.syntactic, one.fault].map(percent)]);
  const head = ["agent", "success %", "R_c", "R_b", "calls", "execution failures %", "syntactic errors %", "faults %"];
  return `${most(runs)} in ${files.map((file) => `\`${basename(file)}\``).join(", ")}; ${agents[0]?.runs ?? 0} runs an agent.\n\n${table(head, rows)}`;
}

function replace(text, name, body) {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no markers \`${begin}\` and \`${end}\`.`);
  return `${text.slice(0, from + begin.length)}\n${body}\n${text.slice(to)}`;
}

for (const [name, make] of [[suite.audit, auditTable], [suite.agents, agentsTable]]) {
  const body = make();
  writeFileSync(page, replace(readFileSync(page, "utf8"), name, body));
  console.log(body);
}

// `npm run bench`: ratios against a peer in the same run. Prints a Markdown table; docs/performance.md holds the last one.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { episodes } from "./episodes.mjs";
import { light } from "./light.mjs";
import { compare, median, table, thousands } from "./measure.mjs";
import { peerCall, peerState } from "./peer.mjs";
import { triggers } from "./triggers.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const world = join(root, "worlds/lighttalk.world");
const scratch = mkdtempSync(join(tmpdir(), "worldc-bench-"));

execFileSync(process.execPath, [join(root, "scripts/prepare.mjs")]);
execFileSync(process.execPath, [join(root, "dist/cli.js"), "build", world, "-o", join(root, "build")]);
const { world: def } = await import(pathToFileURL(join(root, "build/lighttalk/world.js")).href);
const { Session } = await import(pathToFileURL(join(root, "dist/runtime/index.js")).href);

const rows = [];
const row = (what, ours, peer, ratio, budget) => rows.push([what, ours, peer, ratio, budget]);

// ---- cold processes, wall time, in turn
function wall(command, args, options = {}) {
  const start = performance.now();
  const result = spawnSync(command, args, { stdio: "ignore", ...options });
  if (result.status !== 0 && result.status !== options.expect) throw new Error(`${command} ${args.join(" ")} ended with ${result.status}`);
  return performance.now() - start;
}
function cold(ours, peer, rounds = 9) {
  const times = { ours: [], peer: [] };
  for (let round = -1; round < rounds; round++) {
    const [a, b] = [ours(), peer()];
    if (round < 0) continue;
    times.ours.push(a);
    times.peer.push(b);
  }
  return { ours: median(times.ours), peer: median(times.peer), ratio: median(times.ours.map((t, i) => t / times.peer[i])) };
}
const check = () => wall(process.execPath, [join(root, "dist/cli.js"), "check", world]);
const bare = cold(check, () => wall(process.execPath, ["-e", "0"]));
row("`worldc check worlds/lighttalk.world`, cold, against bare `node -e 0`", `${bare.ours.toFixed(0)} ms`, `${bare.peer.toFixed(0)} ms`, `${bare.ratio.toFixed(1)}×`, "≤ 5×");

// ---- TypeSpec on a spec of the same length
if (!existsSync(join(here, "node_modules/@typespec/compiler"))) spawnSync("npm", ["install", "--no-audit", "--no-fund", "--no-package-lock"], { cwd: here, stdio: "ignore" });
const tsp = join(here, "node_modules/@typespec/compiler/cmd/tsp.js");
if (existsSync(tsp)) {
  const lines = readFileSync(world, "utf8").split("\n").length;
  const spec = join(here, "node_modules/.spec.tsp");
  let text = "";
  for (let i = 0; text.split("\n").length < lines; i++) {
    text += `/** Entity ${i}. */\nmodel Contact${i} {\n  /** Key. */\n  uid: string;\n  name: string;\n  blocked: boolean = false;\n  @minValue(1) page: int32;\n}\n/** Reads ${i}. */\nop read${i}(uid: string, @minValue(1) page: int32): Contact${i};\n`;
  }
  writeFileSync(spec, text);
  const against = cold(check, () => wall(process.execPath, [tsp, "compile", "--no-emit", spec], { cwd: here }), 5);
  row(`the same, against TypeSpec's \`compile --no-emit\` on ${lines} lines`, `${against.ours.toFixed(0)} ms`, `${against.peer.toFixed(0)} ms`, `${against.ratio.toFixed(2)}×`, "< 1×");
  rmSync(spec);
}

// ---- parsing, warm
buildSync({ entryPoints: [join(root, "grammar/parser.ts")], bundle: true, platform: "node", format: "esm", logLevel: "error", outfile: join(scratch, "parser.mjs") });
const { parse } = await import(pathToFileURL(join(scratch, "parser.mjs")).href);
const source = readFileSync(world, "utf8");
const json = JSON.stringify(parse(source).file.declarations);
const lineCount = source.split("\n").length;
const parsing = compare(
  { prepare: () => 0, work: () => { for (let i = 0; i < 20; i++) parse(source); return 20 * lineCount; } },
  { prepare: () => 0, work: () => { for (let i = 0; i < 20; i++) JSON.parse(json); return 20 * lineCount; } },
);
row("parsing `lighttalk.world`, warm, lines/s, against `JSON.parse` of its syntax tree", thousands(parsing.ours), thousands(parsing.peer), `${parsing.ratio.toFixed(2)}×`, "≥ 50,000 lines/s");

// ---- editing: a keystroke in the middle of the file, from the change to the diagnostics
const toolRoot = join(root, "node_modules/.cache/worldc-bench");
mkdirSync(toolRoot, { recursive: true });
writeFileSync(join(toolRoot, "entry.ts"), ["program", "source", "lsp/workspace", "lsp/convert"].map((m) => `export * from "../../../compiler/${m}.js";`).join("\n") + '\nexport { TextDocument } from "vscode-languageserver-textdocument";\n');
buildSync({ entryPoints: [join(toolRoot, "entry.ts")], bundle: true, platform: "node", format: "esm", packages: "external", logLevel: "error", outfile: join(toolRoot, "entry.mjs") });
const { Workspace, TextDocument, toDiagnostic, compile, fileHost } = await import(pathToFileURL(join(toolRoot, "entry.mjs")).href);
const uri = pathToFileURL(world).href;
const workspace = new Workspace(join(root, "stdlib"));
const memory = new Map();
const remember = (key, make) => memory.get(key) ?? (memory.set(key, make()), memory.get(key));
const middle = source.indexOf("\n", source.length / 2);
let typed = 0;
function keystroke() {
  const text = `${source.slice(0, middle)} // ${typed++}${source.slice(middle)}`;
  workspace.put(uri, TextDocument.create(uri, "world", typed, text));
  return workspace.compiled(world).diagnostics.map((d) => toDiagnostic(workspace, d)).length;
}
const editing = compare(
  { prepare: () => 0, work: () => { for (let i = 0; i < 10; i++) keystroke(); return 10; } },
  { prepare: () => 0, work: () => { for (let i = 0; i < 10; i++) compile({ ...fileHost(join(root, "stdlib"), root), remember }, world); return 10; } },
);
row(`a keystroke in the ${lineCount} lines of \`lighttalk.world\`, change to diagnostics, against a full \`compile\``, `${(1000 / editing.ours).toFixed(0)} ms`, `${(1000 / editing.peer).toFixed(0)} ms`, `${editing.ratio.toFixed(2)}×`, "≤ 100 ms");

// ---- calls
const fresh = () => Session.start(def, { seed: 42 });
const contact = def.tables.findIndex((t) => t.name === "LightTalk.Contact");
const targets = (session) => session.db.all(contact).map((slot) => session.db.get(contact, slot)).filter((c) => !c.blocked).map((c) => ({ uid: c.uid, name: c.name }));
function mix(call, people, turns) {
  for (let i = 0; i < turns; i++) {
    const { uid, name } = people[i % people.length];
    call("get_uid_from_name", { name });
    call("send_message", { uid, content: "See you at noon." });
    call("get_chat_history", { uid });
  }
  return turns * 3;
}
const started = fresh();
const people = targets(started);
const calls = compare(
  { prepare: () => { const s = fresh(); s.call("acc_network", {}); return s; }, work: (s) => mix((tool, args) => s.call(tool, args), people, people.length * 60) },
  { prepare: () => ({ state: peerState(fresh()) }), work: (holder) => mix((tool, args) => peerCall(holder, tool, args), people, people.length * 2) },
);
row("calls/s: look up, send, read back (short chats), against `structuredClone` per call", thousands(calls.ours), thousands(calls.peer), `${calls.ratio.toFixed(0)}×`, "");
const short = compare(
  { prepare: () => { const s = fresh(); s.call("acc_network", {}); return s; }, work: (s) => mix((tool, args) => s.call(tool, args), people, people.length * 3) },
  { prepare: () => ({ state: peerState(fresh()) }), work: (holder) => mix((tool, args) => peerCall(holder, tool, args), people, people.length) },
  15,
);
row("the same, chats of at most a few messages, from a new session on", thousands(short.ours), thousands(short.peer), `${short.ratio.toFixed(0)}×`, "");

// ---- forks
const forked = compare(
  { prepare: fresh, work: (s) => { for (let i = 0; i < 20000; i++) s.fork(); return 20000; } },
  { prepare: () => peerState(fresh()), work: (state) => { for (let i = 0; i < 200; i++) structuredClone(state); return 200; } },
);
row(`forks/s of a session with ${def.tables.reduce((n, _t, i) => n + started.db.all(i).length, 0)} rows, against \`structuredClone\` of its state`, thousands(forked.ours), thousands(forked.peer), `${forked.ratio.toFixed(0)}×`, "≤ 5 µs each");
row("one fork", `${(1e6 / forked.ours).toFixed(2)} µs`, `${(1e6 / forked.peer).toFixed(0)} µs`, "", "≤ 5 µs");

// ---- building a session
const data = JSON.stringify(started.snapshot());
const built = compare(
  { prepare: () => 0, work: () => { for (let seed = 0; seed < 50; seed++) Session.start(def, { seed }); return 50; } },
  { prepare: () => 0, work: () => { for (let seed = 0; seed < 50; seed++) JSON.parse(data); return 50; } },
);
row("sessions built/s, against `JSON.parse` of one session's snapshot", thousands(built.ours), thousands(built.peer), `${built.ratio.toFixed(2)}×`, "");
row("one session", `${(1000 / built.ours).toFixed(2)} ms`, `${(1000 / built.peer).toFixed(2)} ms`, "", "");

rmSync(scratch, { recursive: true, force: true });
await light(row);
await episodes(row);
await triggers(row);
console.log(table(rows));

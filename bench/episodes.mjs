// Episodes of a task with ten calls on the whole Light world, from reset to score. `node bench/episodes.mjs` measures this alone.
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compare, median, table, thousands } from "./measure.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist/cli.js");
const file = "worlds/tasks/shop.world";
const TASK = "cart_untouched";
const SEEDS = [1, 2, 3, 4, 5];

const isTree = (value) => typeof value === "object" && value !== null;

/** A session's state written the plain way: one nested object, rows by table. */
function plain(session) {
  const { clock, tables } = session.snapshot();
  const state = { clock: [clock] };
  for (const [name, { next, rows }] of Object.entries(tables)) {
    state[name] = new Array(next).fill(null);
    for (const [slot, fields] of rows) state[name][slot] = fields;
  }
  return state;
}

/** The rows that the second state has otherwise. */
function writes(before, after) {
  return Object.entries(after).flatMap(([name, rows]) => rows.flatMap((row, slot) => (JSON.stringify(row) === JSON.stringify(before[name][slot]) ? [] : [[name, slot, row]])));
}

/** T, M and M_b (ComplexMCP, Eq. 2–5) by a walk over all leaves. */
function difference(start, reference, end) {
  let [t, m, mb] = [0, 0, 0];
  const walk = (a, b, c) => {
    if (isTree(a) || isTree(b) || isTree(c)) for (const key in { ...a, ...b, ...c }) walk(a?.[key], b?.[key], c?.[key]);
    else if (a !== b) {
      t++;
      if (b === c) m++;
    } else if (a !== c) mb++;
  };
  walk(start, reference, end);
  return { t, m, mb };
}

/** What both sides do at a seed: gold's calls, and for the peer what each of them writes and says. */
function recording(start, seed) {
  const gold = start.fork();
  gold.playGold({});
  const calls = gold.made.map(({ tool, args }) => ({ tool, args }));
  const run = start.fork();
  const initial = plain(run.session);
  let state = initial;
  const effects = calls.map(({ tool, args }) => {
    const { output } = run.step(tool, args);
    const before = state;
    state = plain(run.session);
    return { writes: writes(before, state), output };
  });
  return { seed, start, calls, initial, effects, reference: state };
}

function insist(success) {
  if (!success) throw new Error(`Gold of ${TASK} is no success.`);
}

function play(episode, calls) {
  for (const { tool, args } of calls) episode.step(tool, args);
  insist(episode.score().success);
}

/** The plain way. Neither the tools' own work nor the reference costs it anything. */
function peerEpisode({ initial, effects, reference }, clonesPerCall) {
  let state = structuredClone(initial);
  for (const { writes, output } of effects) {
    if (clonesPerCall) state = structuredClone(state);
    for (const [name, slot, row] of writes) state[name][slot] = row;
    structuredClone(output);
  }
  const { t, m, mb } = difference(initial, reference, state);
  insist(t > 0 && m === t && mb === 0);
}

/** A client of `worldc serve --control` that waits for each answer before it goes on. */
function client() {
  const server = spawn(process.execPath, [cli, "serve", join(root, file), "--control"], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const ask = async (op, fields) => {
    server.stdin.write(`${JSON.stringify({ op, ...fields })}\n`);
    return JSON.parse((await lines.next()).value);
  };
  return {
    async play({ seed, calls }) {
      const { episode } = await ask("reset", { task: TASK, seed, faults: "off" });
      for (const call of calls) await ask("step", { episode, ...call });
      const { score } = await ask("score", { episode });
      await ask("close", { episode });
      insist(score.success);
    },
    end: () => server.stdin.end(),
  };
}

/** As `compare`, by the wall clock, since one side is in two processes. */
async function compareByWall(ours, peer, rounds = 5) {
  const rates = { ours: [], peer: [] };
  for (let round = -1; round < rounds; round++) {
    for (const [name, work] of [["ours", ours], ["peer", peer]]) {
      const start = performance.now();
      const count = await work();
      if (round >= 0) rates[name].push((count * 1000) / (performance.now() - start));
    }
  }
  return { ours: median(rates.ours), peer: median(rates.peer), ratio: median(rates.ours.map((rate, i) => rate / rates.peer[i])) };
}

/** Adds the rows of whole episodes to a table. */
export async function episodes(row) {
  execFileSync(process.execPath, [cli, "build", join(root, file), "-o", join(root, "build")]);
  const { world } = await import(pathToFileURL(join(root, "build/shop/world.js")).href);
  const { Episode } = await import(pathToFileURL(join(root, "dist/runtime/index.js")).href);
  const task = world.tasks.find(({ name }) => name === TASK);
  const begin = (seed) => Episode.start(world, task, { seed, faults: "off" });
  const recordings = SEEDS.map((seed) => recording(begin(seed), seed));

  /** So many episodes, over the seeds in turn. */
  const side = (episode, count) => {
    let turn = 0;
    return { prepare: () => 0, work: () => { for (let i = 0; i < count; i++) episode(recordings[turn++ % recordings.length]); return count; } };
  };
  const add = (what, { ours, peer, ratio }, budget) => row(what, thousands(ours), thousands(peer), `${ratio.toFixed(ratio < 10 ? 1 : 0)}×`, budget);
  const kept = side(({ start, calls }) => play(start.fork(), calls), 100);
  const anew = side(({ seed, calls }) => play(begin(seed), calls), 5);
  const perCall = side((recorded) => peerEpisode(recorded, true), 2);
  const once = side((recorded) => peerEpisode(recorded, false), 5);

  add(`episodes/s: \`${TASK}\` of \`${file}\` (${recordings[0].calls.length} calls on the whole Light world), reset to score, from a kept start, against \`structuredClone\` at reset and per call`, compare(kept, perCall, 5), "≥ 20×");
  add("the same, against `structuredClone` at reset alone", compare(kept, once, 5), "");
  add("the same, each begun by `Episode.start`, against `structuredClone` at reset and per call", compare(anew, perCall, 5), "");
  add("the same, each begun by `Episode.start`, against `structuredClone` at reset alone", compare(anew, once, 5), "");

  const control = client();
  const over = async () => {
    for (let i = 0; i < 50; i++) await control.play(recordings[i % recordings.length]);
    return 50;
  };
  add("the same over `worldc serve --control`, wall time, against `structuredClone` at reset and per call", await compareByWall(over, perCall.work), "");
  control.end();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = [];
  await episodes((...cells) => rows.push(cells));
  console.log(table(rows));
}

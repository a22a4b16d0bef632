// The whole Light world: what a session of the seven apps costs, and what its build does. `node bench/light.mjs` measures this alone.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { cpu, median, table, thousands } from "./measure.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist/cli.js");

/** Processor time in ms that the original takes to set up the same apps: its published code, on a machine of this kind. */
const ORIGINAL = 839;
const SEEDS = Array.from({ length: 21 }, (_, i) => i + 1);

/** Median processor ms over the seeds, once warm: a session built, and `JSON.parse` of its snapshot. */
async function sessions() {
  execFileSync(process.execPath, [cli, "build", join(root, "bench/seven-apps.world"), "-o", join(root, "build")]);
  const { world } = await import(pathToFileURL(join(root, "build/seven-apps/world.js")).href);
  const { Session } = await import(pathToFileURL(join(root, "dist/runtime/index.js")).href);
  const texts = SEEDS.map((seed) => JSON.stringify(Session.start(world, { seed }).snapshot()));
  const session = Session.start(world, { seed: 1 });
  const rows = world.tables.reduce((sum, _table, i) => sum + session.db.all(i).length, 0);
  const times = { ours: [], peer: [] };
  SEEDS.forEach((seed, i) => {
    times.ours.push(cpu(() => Session.start(world, { seed })));
    times.peer.push(cpu(() => JSON.parse(texts[i])));
  });
  return { ours: median(times.ours), peer: median(times.peer), rows, megabytes: texts[0].length / 1e6 };
}

/** Wall ms of `worldc build worlds/light.world`: with nothing remembered, and again without a change. */
function builds(rounds = 3) {
  const times = { cold: [], unchanged: [] };
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), "worldc-bench-light-"));
    for (const state of ["cold", "unchanged"]) {
      const start = performance.now();
      const options = { stdio: "ignore", env: { ...process.env, WORLDC_CACHE: join(folder, "cache") } };
      const { status } = spawnSync(process.execPath, [cli, "build", join(root, "worlds/light.world"), "-o", join(folder, "build")], options);
      if (status !== 0) throw new Error(`The build of worlds/light.world ended with ${status}.`);
      times[state].push(performance.now() - start);
    }
    rmSync(folder, { recursive: true, force: true });
  }
  return { cold: median(times.cold), unchanged: median(times.unchanged) };
}

/** Adds the rows of the Light world to a table. */
export async function light(row) {
  const { ours, peer, rows, megabytes } = await sessions();
  row(
    `a session of the seven Light apps (${thousands(rows)} rows), warm, processor time, against \`JSON.parse\` of its snapshot (${megabytes.toFixed(1)} MB)`,
    `${ours.toFixed(0)} ms`,
    `${peer.toFixed(0)} ms`,
    `${(ours / peer).toFixed(1)}×`,
    "",
  );
  row("the same, against the original's figure", `${ours.toFixed(0)} ms`, `${ORIGINAL} ms`, `${(ours / ORIGINAL).toFixed(3)}×`, "< 1×");
  const { cold, unchanged } = builds();
  row("`worldc build worlds/light.world` unchanged, against the same with nothing remembered", `${(unchanged / 1000).toFixed(1)} s`, `${(cold / 1000).toFixed(1)} s`, `${(unchanged / cold).toFixed(2)}×`, "");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = [];
  await light((...cells) => rows.push(cells));
  console.log(table(rows));
}

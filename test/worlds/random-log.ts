/**
 * `random-log.ts SEEDS CALLS WORLD…`: logs random calls in sessions of the seeds from 1. Prints a line per seed (a digest of
 * the log, the state's hash, how calls ended), and which tools never succeeded. A second process has to print the same.
 */

import { createHash } from "node:crypto";
import { randomCall } from "../support/random-calls.js";
import { loadRuntime, loadWorld, type WorldDef } from "../support/world.js";

const [seeds, calls, ...paths] = process.argv.slice(2);
const runtime = await loadRuntime();
for (const path of paths) log(await loadWorld(path));

function log(world: WorldDef): void {
  const unused = new Set(world.tools.map((tool) => tool.name));
  for (let seed = 1; seed <= Number(seeds); seed++) {
    const session = runtime.Session.start(world, { seed });
    const digest = createHash("sha256").update(JSON.stringify(session.snapshot()));
    const counts: Record<string, number> = { ok: 0, failed: 0, error: 0, invalid: 0 };
    let made = 0;
    for (let i = 0; made < Number(calls); i++) {
      const { tool, args } = randomCall(runtime, session, seed * 1_000_000 + i);
      if (tool === "finish" || tool === "report_infeasible") continue;
      const record = session.call(tool, args);
      counts[record.status]! += 1;
      if (record.status === "ok") unused.delete(tool);
      digest.update(JSON.stringify(record)).update(session.hash());
      made += 1;
    }
    process.stdout.write(`${seed} ${digest.digest("hex")} ${session.hash()} ${JSON.stringify(counts)}\n`);
  }
  process.stdout.write(`never: ${[...unused].sort().join(", ") || "none"}\n`);
}

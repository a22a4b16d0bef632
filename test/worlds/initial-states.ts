/**
 * `initial-states.ts WORLD SEEDS`: looks at the initial state of the seeds from 1, with a thread for each processor. Prints
 * what is wrong, and how many rows it saw.
 */

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { faultsOf } from "../support/valid-state.js";
import { loadRuntime, loadWorld } from "../support/world.js";

/** The seeds `first`, `first + step`, … up to `last`. */
interface Part {
  readonly path: string;
  readonly first: number;
  readonly step: number;
  readonly last: number;
}

interface Seen {
  readonly rows: number;
  readonly faults: readonly string[];
}

async function lookAt({ path, first, step, last }: Part): Promise<Seen> {
  const [runtime, world] = await Promise.all([loadRuntime(), loadWorld(path)]);
  const faults: string[] = [];
  let rows = 0;
  for (let seed = first; seed <= last; seed += step) {
    const session = runtime.Session.start(world, { seed });
    world.tables.forEach((_table, number) => (rows += session.store.all(number).length));
    faults.push(...faultsOf(session).map((fault) => `seed ${seed}: ${fault}`));
  }
  return { rows, faults };
}

function inThread(part: Part): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(fileURLToPath(import.meta.url), { workerData: part });
    worker.once("message", resolve).once("error", reject);
  });
}

if (isMainThread) {
  const [path, seeds] = process.argv.slice(2) as [string, string];
  const { name } = await loadWorld(path);
  const step = availableParallelism();
  const parts = Array.from({ length: step }, (_, i) => inThread({ path, first: i + 1, step, last: Number(seeds) }));
  const seen = await Promise.all(parts);
  const faults = seen.flatMap((part) => part.faults);
  const rows = seen.reduce((sum, part) => sum + part.rows, 0);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`initial states of ${name}: ${seeds} seeds, ${rows} rows, ${faults.length} faults\n`);
  process.exitCode = faults.length === 0 && rows > 0 ? 0 : 1;
} else {
  parentPort!.postMessage(await lookAt(workerData as Part));
}

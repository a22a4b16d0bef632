/** `initial-states.ts WORLD SEEDS`: looks at the initial state of the seeds from 1. Prints what is wrong, and how many rows it saw. */

import { faultsOf } from "../support/valid-state.js";
import { loadRuntime, loadWorld } from "../support/world.js";

const [path, seeds] = process.argv.slice(2);
const [runtime, world] = await Promise.all([loadRuntime(), loadWorld(path as string)]);
let [rows, faults] = [0, 0];
for (let seed = 1; seed <= Number(seeds); seed++) {
  const session = runtime.Session.start(world, { seed });
  world.tables.forEach((_table, number) => (rows += session.store.all(number).length));
  for (const fault of faultsOf(session)) {
    faults += 1;
    process.stdout.write(`seed ${seed}: ${fault}\n`);
  }
}
process.stdout.write(`initial states of ${world.name}: ${seeds} seeds, ${rows} rows, ${faults} faults\n`);
process.exitCode = faults === 0 && rows > 0 ? 0 : 1;

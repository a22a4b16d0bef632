/**
 * A recorded initial state as a session. Apps with an importer bring their tables; whatever the world has beside them
 * stands as a seed generates it, and no replayed call touches it. Chance is off: what struck is forced call by call.
 */

import type { Runtime, Session, WorldDef } from "../support/world.js";
import type { ReplayedApp, Tables } from "./app.js";
import { stateOf, type Recording } from "./recording.js";

/** A session that begins as the recorded run did. Throws `RecordingError`, and `SnapshotError` for what cannot be here. */
export function importRun(runtime: Runtime, world: WorldDef, recording: Recording, apps: readonly ReplayedApp[]): Session {
  const fresh = runtime.Session.start(world, { seed: recording.seed, faults: "off" }).snapshot();
  let tables: Tables = fresh.tables;
  for (const app of apps) {
    const path = `${recording.name}.initial`;
    tables = { ...tables, ...app.load(stateOf(recording.initial, app.recorded, path), `${path}.${app.recorded}`, tables) };
  }
  const began = recording.calls[0]?.clock_before.replace(" ", "T") ?? fresh.clock;
  return runtime.Session.restore(world, { ...fresh, clock: began, tables }, { trusted: true });
}

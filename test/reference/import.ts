/**
 * A recorded initial state as a session. Apps with an importer bring their tables; whatever the world has beside them
 * stands as a seed generates it, and no replayed call touches it. Chance is off: what struck is forced call by call. What
 * the original does not do by itself rests.
 */

import type { Runtime, Session, Snapshot, WorldDef } from "../support/world.js";
import type { ReplayedApp, Start, Tables } from "./app.js";
import { stateOf, type Recording } from "./recording.js";

/** Sessions as seeds generate them, each made once. */
export class Fresh {
  private readonly snapshots = new Map<number, Snapshot>();

  constructor(
    readonly runtime: Runtime,
    readonly world: WorldDef,
  ) {}

  snapshot(seed: number): Snapshot {
    const known = this.snapshots.get(seed);
    if (known) return known;
    const made = this.runtime.Session.start(this.world, { seed, faults: "off" }).snapshot();
    this.snapshots.set(seed, made);
    return made;
  }
}

/** A session that begins as the recorded run did. Throws `RecordingError`, and `SnapshotError` for what cannot be here. */
export function importRun(fresh: Fresh, recording: Recording, apps: readonly ReplayedApp[]): Session {
  const base = fresh.snapshot(recording.seed);
  const clock = recording.calls[0]?.clock_before.replace(" ", "T") ?? base.clock;
  let tables: Tables = base.tables;
  for (const { recorded, state } of apps) {
    if (!state) continue;
    const path = `${recording.name}.initial`;
    const start: Start = { tables, clock, recording };
    const own = recorded in recording.initial ? state.load(stateOf(recording.initial, recorded, path), `${path}.${recorded}`, start) : state.idle;
    tables = { ...tables, ...own };
  }
  const triggers = Object.fromEntries(apps.flatMap(({ state }) => state?.resting ?? []).map((name) => [name, [[0, "done"]] as const]));
  return fresh.runtime.Session.restore(fresh.world, { ...base, clock, triggers, tables }, { trusted: true });
}

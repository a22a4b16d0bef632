/** Replays of many runs, none of which stops the others. */

import { loadRuntime, loadWorld } from "../support/world.js";
import type { ReplayedApp } from "./app.js";
import { lightOS } from "./apps/lightos.js";
import { lightTalk } from "./apps/lighttalk.js";
import { RecordingError, type Recording } from "./recording.js";
import { replay } from "./replay.js";
import { brokenReport, reportOf, type RunReport } from "./report.js";

/** The world that stands in for the original system. */
const WORLD = "worlds/lighttalk.world";

/** The apps of the original that exist here. */
const APPS: readonly ReplayedApp[] = [lightOS, lightTalk];

/** Replays runs, in order. */
export async function replayAll(recordings: readonly Recording[]): Promise<RunReport[]> {
  const [runtime, world] = await Promise.all([loadRuntime(), loadWorld(WORLD)]);
  return recordings.map((recording) => {
    try {
      return reportOf(replay(runtime, world, recording, APPS));
    } catch (error) {
      if (error instanceof RecordingError || error instanceof runtime.SnapshotError) return brokenReport(recording.name, error.message);
      throw error;
    }
  });
}

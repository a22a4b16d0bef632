/** Replays of many runs, none of which stops the others. */

import { loadRuntime, loadWorld } from "../support/world.js";
import type { ReplayedApp } from "./app.js";
import { lightFlight } from "./apps/lightflight.js";
import { lightNews } from "./apps/lightnews.js";
import { lightShop } from "./apps/lightshop.js";
import { lightStock } from "./apps/lightstock.js";
import { lightTalk } from "./apps/lighttalk.js";
import { lightWeather } from "./apps/lightweather.js";
import { lightOS, time, unknown } from "./apps/stateless.js";
import { Fresh } from "./import.js";
import { RecordingError, type Recording } from "./recording.js";
import { replay } from "./replay.js";
import { brokenReport, reportOf, type RunReport } from "./report.js";

/** The world that stands in for the original system. */
const WORLD = "worlds/light.world";

/** The apps of the original that exist here; what others refer to comes first. */
export const APPS: readonly ReplayedApp[] = [lightOS, lightTalk, lightShop, lightWeather, lightFlight, lightStock, lightNews, time, unknown];

let fresh: Promise<Fresh> | undefined;

/** Replays runs, in order. */
export async function replayAll(recordings: readonly Recording[]): Promise<RunReport[]> {
  fresh ??= Promise.all([loadRuntime(), loadWorld(WORLD)]).then(([runtime, world]) => new Fresh(runtime, world));
  const sessions = await fresh;
  return recordings.map((recording) => {
    try {
      return reportOf(replay(sessions, recording, APPS));
    } catch (error) {
      if (error instanceof RecordingError || error instanceof sessions.runtime.SnapshotError) return brokenReport(recording.name, error.message);
      throw error;
    }
  });
}

/** The trajectory log: JSON Lines, a header and then one line per call. */

import type { Episode } from "./evaluate/episode.js";
import type { CallRecord } from "./record.js";
import type { Session } from "./session.js";

export const TRAJECTORY_FORMAT = "worldc-trajectory";
export const TRAJECTORY_VERSION = 1;

/** What a log is of. Bound to the meaning of the world, and of the task, by their hashes. */
export interface TrajectoryHeader {
  readonly format: typeof TRAJECTORY_FORMAT;
  readonly version: typeof TRAJECTORY_VERSION;
  readonly world: string;
  /** The `.world` file, as it was given; commands on logs find the world by it. */
  readonly file?: string;
  readonly semanticHash: string;
  readonly task?: string;
  readonly taskHash?: string;
  readonly seed: number;
  /** Which faults struck: those of the seed, none, or those a recording names. */
  readonly faults: "seeded" | "off" | "recorded";
  /** `off`: in the static twin, without the triggers that have a conflict type. Absent: on. */
  readonly triggers?: "off";
  /** The servers offered beside the apps, where not all are. */
  readonly distractors?: readonly string[];
}

/** What a header says besides the session's own. */
export interface HeaderOptions {
  readonly faults: TrajectoryHeader["faults"];
  readonly file?: string;
  readonly episode?: Episode;
}

export function headerLine(session: Session, options: HeaderOptions): string {
  const { world, seed } = session;
  const { file, episode, faults } = options;
  const header: TrajectoryHeader = {
    format: TRAJECTORY_FORMAT,
    version: TRAJECTORY_VERSION,
    world: world.name,
    ...(file === undefined ? {} : { file }),
    semanticHash: world.semanticHash,
    ...(episode === undefined ? {} : { task: episode.task.name, taskHash: episode.task.hash }),
    seed,
    faults,
    ...(session.triggers === "off" ? { triggers: "off" as const } : {}),
    ...distractorsOf(session),
  };
  return JSON.stringify(header);
}

/** The servers that a session offers beside the apps, where not all are. */
export function distractorsOf({ world, toolNames, program }: Session): { readonly distractors?: readonly string[] } {
  if (toolNames === program.toolNames) return {};
  const offered = new Set(world.tools.filter((tool) => toolNames.includes(tool.name)).map((tool) => tool.app));
  return { distractors: world.apps.filter((app) => app.server === true && offered.has(app.name)).map((app) => app.name) };
}

/** Arguments, validity, status, output, faults, triggers, clock and writes of a call, and the hash of the state after it. */
export function callLine(session: Session, record: CallRecord): string {
  return JSON.stringify({ ...record.toJSON(), hash: session.hash() });
}

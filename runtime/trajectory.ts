/** The trajectory log: JSON Lines, a header and then one line per call. */

import type { CallRecord } from "./record.js";
import type { Session } from "./session.js";

/** What a log is of. Bound to the meaning of the world by its hash. */
export interface TrajectoryHeader {
  readonly world: string;
  readonly semanticHash: string;
  readonly seed: number;
  /** Which faults struck: those of the seed, none, or those a recording names. */
  readonly faults: "seeded" | "off" | "recorded";
  /** The servers offered beside the apps, where not all are. */
  readonly distractors?: readonly string[];
}

export function headerLine(session: Session, faults: TrajectoryHeader["faults"]): string {
  const header: TrajectoryHeader = { world: session.world.name, semanticHash: session.world.semanticHash, seed: session.seed, faults, ...distractorsOf(session) };
  return JSON.stringify(header);
}

function distractorsOf({ world, toolNames, program }: Session): { readonly distractors?: readonly string[] } {
  if (toolNames === program.toolNames) return {};
  const offered = new Set(world.tools.filter((tool) => toolNames.includes(tool.name)).map((tool) => tool.app));
  return { distractors: world.apps.filter((app) => app.server === true && offered.has(app.name)).map((app) => app.name) };
}

/** Arguments, validity, status, output, faults, clock and writes of a call, and the hash of the state after it. */
export function callLine(session: Session, record: CallRecord): string {
  return JSON.stringify({ ...record.toJSON(), hash: session.hash() });
}

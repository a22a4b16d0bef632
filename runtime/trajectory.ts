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
}

export function headerLine(session: Session, faults: TrajectoryHeader["faults"]): string {
  const header: TrajectoryHeader = { world: session.world.name, semanticHash: session.world.semanticHash, seed: session.seed, faults };
  return JSON.stringify(header);
}

/** Arguments, validity, status, output, faults, clock and writes of a call, and the hash of the state after it. */
export function callLine(session: Session, record: CallRecord): string {
  return JSON.stringify({ ...record.toJSON(), hash: session.hash() });
}

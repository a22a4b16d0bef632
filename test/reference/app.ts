/** What it takes to replay one app of the original: each app has its own file below `apps/`. */

import type { CallRecord, Snapshot } from "../support/world.js";
import type { Correction } from "./corrections.js";
import type { NameMap } from "./names.js";
import type { NeutralState } from "./neutral.js";
import type { Json, RecordedCall } from "./recording.js";

/** Tables of a snapshot, by name. */
export type Tables = Snapshot["tables"];

export interface ReplayedApp {
  /** As the record names it. */
  readonly recorded: string;
  /** As the world names it. */
  readonly app: string;
  readonly names: NameMap;
  /** The fault that strikes where the record shows a transient failure. */
  readonly fault?: string;
  /** Tables in which rows may be created under identifiers of a prefix (`mo`), by that prefix of the original's. */
  readonly created: Readonly<Record<string, readonly string[]>>;
  /** Whether a row of ours (in wire JSON) can be the recorded object. */
  readonly likeness: (recorded: Json, ours: Json) => boolean;
  /** The recorded state as tables for a snapshot. `base` is a fresh session's. Throws `RecordingError`. */
  readonly load: (state: Json, path: string, base: Tables) => Tables;
  /** The recorded state, to be compared. Throws `RecordingError`. */
  readonly recordedState: (state: Json, path: string) => NeutralState;
  /** Our state, to be compared. */
  readonly ownState: (tables: Tables) => NeutralState;
  readonly corrections: readonly Correction[];
}

/** A call that was replayed. */
export interface ReplayedCall {
  /** Place in the record, from 0. */
  readonly index: number;
  readonly recorded: RecordedCall;
  /** Arguments as we were given them. */
  readonly args: Json;
  readonly record: CallRecord;
  /** Our tables before the call. */
  readonly before: () => Tables;
}

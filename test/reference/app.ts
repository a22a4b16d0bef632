/** What it takes to replay one app of the original: each app has its own file below `apps/`. */

import type { CallRecord, Snapshot } from "../support/world.js";
import type { Answer } from "./answers.js";
import type { Correction } from "./corrections.js";
import type { NameMap } from "./names.js";
import type { NeutralState } from "./neutral.js";
import type { Json, RecordedCall, Recording } from "./recording.js";

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
  /** What the original gives out of it when a run begins and ends; left out where that is nothing at all. */
  readonly state?: AppState;
  /** By recorded tool: how its answers are compared where both succeed. */
  readonly answers: Readonly<Record<string, Answer>>;
  readonly corrections: readonly Correction[];
}

export interface AppState {
  /** Tables in which rows may be created under identifiers of a prefix (`mo`), by that prefix of the original's. */
  readonly created: Readonly<Record<string, readonly string[]>>;
  /** Whether a row of ours (in wire JSON) can be the recorded object. */
  readonly likeness: (recorded: Json, ours: Json) => boolean;
  /** The recorded state as tables for a snapshot. Throws `RecordingError`. */
  readonly load: (state: Json, path: string, start: Start) => Tables;
  /** What stands in its place in a run without it, where what a seed generates would only cost time. */
  readonly idle?: Tables;
  /** Triggers that rest during a replay, because the original does nothing of the kind by itself. */
  readonly resting?: readonly string[];
  /** What calls depend on and the recorded state omits. */
  readonly omitted?: Omitted;
  /** The recorded state, to be compared. Throws `RecordingError`. */
  readonly recordedState: (state: Json, path: string) => NeutralState;
  /** Our state, to be compared. */
  readonly ownState: (tables: Tables) => NeutralState;
}

/** What an importer has beside the recorded state. */
export interface Start {
  /** A fresh session's tables, with those of the apps before. */
  readonly tables: Tables;
  /** When the first call was made, as `2026-09-06T07:53:23`. */
  readonly clock: string;
  readonly recording: Recording;
}

/** Facts by name, such as `the price of NKE`. */
export interface Omitted {
  /** Those that the record tells somewhere, so that the importer can bring them. */
  readonly told: (recording: Recording) => readonly string[];
  /** Those on which the outcome of a call depends. */
  readonly needed: (call: RecordedCall) => readonly string[];
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

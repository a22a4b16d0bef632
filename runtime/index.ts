/**
 * `worldc/runtime`: what generated code and its users import. An entry; inside the runtime, modules import each other
 * directly.
 */

export type * from "./types.js";
export type { Db } from "./db.js";
export { diagnose, fail, Failure, RuntimeDiagnostic, type RuntimeCode } from "./failure.js";
export { Random } from "./random.js";
export { kernelTools, type KernelToolDef } from "./kernel.js";
export { Session, type FaultMode, type SessionOptions } from "./session.js";
export type { CallOptions } from "./call.js";
export type { Firing } from "./triggers.js";
export type { CallRecord, Diagnostic, Envelope, FiredTrigger, Status, Validity } from "./record.js";
export type { Write } from "./difference.js";
export type { Mark } from "./journal.js";
export type { Ended } from "./system.js";
export { StartError } from "./start.js";
export { SnapshotError, type RestoreOptions } from "./restore.js";
export type { Snapshot, SnapshotTable } from "./snapshot.js";
export { armedTriggers, type ArmedRow, type ArmedTrigger } from "./armed.js";
export { createWorld, restoreWorld, worldOf, type ToolFunction, type ToolFunctions, type World } from "./world.js";
export { runTest, type TestCall, type TestFailure, type TestResult } from "./testing.js";
export { callLine, headerLine, type HeaderOptions, type TrajectoryHeader } from "./trajectory.js";
export * from "./values.js";
export type * from "./evaluate/types.js";
export { bySeed, Episode, undeclaredSeed, VoidSeed, type Counts, type EpisodeOptions } from "./evaluate/episode.js";
export { jsonDifference, type Conventions, type JsonDifference } from "./evaluate/json-difference.js";
export { Control, type ControlCode, type ControlResponse } from "./evaluate/control.js";
export { LogError, parseHeader, parseLog, replayLog, type Differing, type LoggedCall, type ParsedLog, type ReplayResult } from "./evaluate/replay.js";
export { PlanFailure, type PlanResult } from "./evaluate/plan.js";
export { auditInstance, type InstanceAudit, type OperatorResult } from "./evaluate/audit.js";
export type { GoalResult, ItemResult } from "./evaluate/goal.js";
export { differenceFrom, firstChoice, type Score } from "./evaluate/score.js";
export { stateDifference, type StateDifference, type Unit } from "./evaluate/difference.js";
export { sameText } from "./evaluate/text.js";
export { dateOf, timeOf } from "./calendar.js";

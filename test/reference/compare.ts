/**
 * Two states in neutral form, compared modulo identifiers. Rows that the run created are paired by what results showed
 * of them, and the rest by their content. Their times are compared loosely: both lie within the seconds that a call may
 * take from the same reading of the clock, which is drawn anew here. All other times have to be the same.
 */

import type { ReplayedCall } from "./app.js";
import type { Identifiers, Outcome } from "./names.js";
import { isInstant, isMembers, isReference, type NeutralRow, type NeutralState, type NeutralValue } from "./neutral.js";
import { secondsOf } from "./recording.js";

export type Side = "recorded" | "ours";

/** A difference between two states. Identifiers in it are ours wherever they were paired. */
export type StateDifference =
  /** A row that only one side has; `state` is that side's whole state. */
  | { readonly what: "row"; readonly kind: string; readonly row: NeutralRow; readonly only: Side; readonly state: NeutralState }
  | { readonly what: "field"; readonly kind: string; readonly row: NeutralRow; readonly field: string; readonly recorded: NeutralValue; readonly ours: NeutralValue }
  /** A member of a set that only one side has, or has more often. */
  | { readonly what: "member"; readonly kind: string; readonly row: NeutralRow; readonly field: string; readonly member: string; readonly only: Side };

export type Difference =
  | StateDifference
  | { readonly what: "status"; readonly call: ReplayedCall; readonly recorded: Outcome; readonly ours: Outcome }
  /** Both succeeded, and answered something else. */
  | { readonly what: "answer"; readonly call: ReplayedCall; readonly inner: StateDifference };

/** Seconds by which the times of a created row may differ: calls take 1 to 10 seconds on both sides. */
const SLACK = 9;

/** Whether two times can be that of one created row, here and there. */
export const sameTime = (a: string, b: string): boolean => Math.abs(secondsOf(a) - secondsOf(b)) <= SLACK;

export interface Comparison {
  readonly differences: readonly StateDifference[];
  /** Values that were compared. */
  readonly values: number;
}

/** Compares final states, or answers; `created` are our identifiers of rows that came to be during the run. Notes pairs in `ids`. */
export function compareStates(recorded: NeutralState, ours: NeutralState, ids: Identifiers, created: ReadonlySet<string>): Comparison {
  const differences: StateDifference[] = [];
  let values = 0;
  for (const kind of new Set([...Object.keys(recorded), ...Object.keys(ours)])) {
    pairCreated(recorded[kind] ?? [], ours[kind] ?? [], ids, created);
  }
  const renamed = rename(recorded, ids);
  for (const kind of new Set([...Object.keys(renamed), ...Object.keys(ours)])) {
    const left = byId(renamed[kind] ?? []);
    const right = byId(ours[kind] ?? []);
    for (const [id, row] of left) {
      const own = right.get(id);
      values += 1;
      if (!own) differences.push({ what: "row", kind, row, only: "recorded", state: renamed });
      else {
        const names = Object.keys({ ...row.fields, ...own.fields });
        values += names.length;
        for (const field of names) differences.push(...compareField(kind, row, own, field, created.has(id)));
      }
    }
    for (const [id, row] of right) {
      if (!left.has(id)) differences.push({ what: "row", kind, row, only: "ours", state: ours });
    }
  }
  return { differences, values };
}

/** Pairs created rows that no result has shown, in order, where everything but their times is the same. */
function pairCreated(recorded: readonly NeutralRow[], ours: readonly NeutralRow[], ids: Identifiers, created: ReadonlySet<string>): void {
  const known = new Set(ours.map((row) => row.id));
  for (const row of recorded) {
    if (known.has(ids.ours(row.id))) continue;
    const content = contentOf(renameRow(row, ids));
    const match = ours.find((own) => created.has(own.id) && !ids.isPaired(own.id) && contentOf(own) === content);
    if (match) ids.pair(row.id, match.id);
  }
}

function contentOf(row: NeutralRow): string {
  const fields = Object.entries(row.fields).filter(([, value]) => !isInstant(value));
  return JSON.stringify(fields.map(([name, value]) => [name, isMembers(value) ? [...value.members].sort() : value]).sort());
}

function byId(rows: readonly NeutralRow[]): Map<string, NeutralRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

function compareField(kind: string, row: NeutralRow, own: NeutralRow, field: string, created: boolean): StateDifference[] {
  const [recorded = null, ours = null] = [row.fields[field], own.fields[field]];
  if (isMembers(recorded) && isMembers(ours)) {
    const only = (side: Side, a: readonly string[], b: readonly string[]): StateDifference[] =>
      surplus(a, b).map((member) => ({ what: "member", kind, row, field, member, only: side }));
    return [...only("recorded", recorded.members, ours.members), ...only("ours", ours.members, recorded.members)];
  }
  const same =
    isInstant(recorded) && isInstant(ours) && created
      ? sameTime(recorded.at, ours.at)
      : JSON.stringify(recorded) === JSON.stringify(ours);
  return same ? [] : [{ what: "field", kind, row, field, recorded, ours }];
}

/** What `a` holds more often than `b`. */
function surplus(a: readonly string[], b: readonly string[]): string[] {
  const rest = [...b];
  return a.filter((item) => {
    const found = rest.indexOf(item);
    if (found >= 0) rest.splice(found, 1);
    return found < 0;
  });
}

function rename(state: NeutralState, ids: Identifiers): NeutralState {
  return Object.fromEntries(Object.entries(state).map(([kind, rows]) => [kind, rows.map((row) => renameRow(row, ids))]));
}

function renameRow(row: NeutralRow, ids: Identifiers): NeutralRow {
  const fields = Object.entries(row.fields).map(([name, value]) => [name, renameValue(value, ids)]);
  return { id: ids.ours(row.id), fields: Object.fromEntries(fields) as NeutralRow["fields"] };
}

function renameValue(value: NeutralValue, ids: Identifiers): NeutralValue {
  if (isMembers(value)) return { members: value.members.map((id) => ids.ours(id)) };
  if (isReference(value)) return { to: value.to === null ? null : ids.ours(value.to) };
  return value;
}

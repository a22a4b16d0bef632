/** The one form into which recorded states and ours are put to be compared: rows by kind, with no trace of either source. */

/** A reference to another row; null where there is none. */
export interface Reference {
  readonly to: string | null;
}
/** Rows that belong to a set, in no order. The original may hold one several times. */
export interface Members {
  readonly members: readonly string[];
}
/** A reading of the clock, `2026-09-06T07:53:23`. */
export interface Instant {
  readonly at: string;
}
export type NeutralValue = string | number | boolean | null | readonly string[] | Reference | Members | Instant;

export interface NeutralRow {
  readonly id: string;
  readonly fields: Readonly<Record<string, NeutralValue>>;
}

/** Rows by kind. What other kinds refer to comes first. */
export type NeutralState = Readonly<Record<string, readonly NeutralRow[]>>;

export const to = (id: string | null): Reference => ({ to: id });
export const members = (ids: readonly string[]): Members => ({ members: ids });
export const instant = (at: string): Instant => ({ at });

/** Own fields only: a list has a method `at` and is no instant. */
const has = (value: NeutralValue, field: string): boolean => typeof value === "object" && value !== null && Object.hasOwn(value, field);

export function isReference(value: NeutralValue): value is Reference {
  return has(value, "to");
}
export function isMembers(value: NeutralValue): value is Members {
  return has(value, "members");
}
export function isInstant(value: NeutralValue): value is Instant {
  return has(value, "at");
}

/** The row of an identifier. */
export function rowOf(state: NeutralState, kind: string, id: unknown): NeutralRow | undefined {
  return state[kind]?.find((row) => row.id === id);
}

/** What a field refers to; undefined where it is no reference. */
export function target(row: NeutralRow | undefined, field: string): string | null | undefined {
  const value = row?.fields[field] ?? null;
  return isReference(value) ? value.to : undefined;
}

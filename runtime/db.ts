/**
 * What generated code may do to the state of a session. Implemented by `store.ts`; an interface so that the code of
 * worlds depends on this page only.
 */

import type { Ref, Table } from "./types.js";

export interface Db {
  /** The virtual clock, in seconds since 1970. Constant inside a body until `advance`. */
  readonly now: number;
  /** A given of the running task, for the task's own triggers and faults. */
  given<T>(name: string): T;
  /** The current row. Of a row that is gone only the key can be read; its other fields fail with `deleted-row`. */
  get<R>(table: Table<R>, slot: Ref<R>): R;
  /** True where the row still exists. */
  alive<R>(table: Table<R>, slot: Ref<R>): boolean;
  /** Slots of the live rows, by creation. The array is the caller's. */
  all<R>(table: Table<R>): Ref<R>[];
  /** The row of a state table. */
  state<R>(table: Table<R>): R;
  /** The slot of the row with this key (parts in order for a composite key; entity parts as slots), or null. */
  find<R>(table: Table<R>, ...key: readonly unknown[]): Ref<R> | null;
  /** As `find`, but an unknown key fails with the entity's `missing` text. */
  at<R>(table: Table<R>, ...key: readonly unknown[]): Ref<R>;
  /** Rows that point at `slot`, by number in `TableDef.inverses` of `table`; ordered. */
  inverse<R, S>(table: Table<R>, inverse: number, slot: Ref<R>): readonly Ref<S>[];
  /** Adds a row; all fields given but a generated key. A duplicate key fails. */
  create<R>(table: Table<R>, row: Omit<R, "row"> | object): Ref<R>;
  /** Replaces fields of a row; checks the refinements of those fields. */
  set<R>(table: Table<R>, slot: Ref<R>, patch: Partial<R>): void;
  /** As `set`, for the row of a state table. */
  setState<R>(table: Table<R>, patch: Partial<R>): void;
  /** Adds a member to a `Set` field; nothing happens when it is there. */
  include<R>(table: Table<R>, slot: Ref<R>, field: keyof R & string, member: Ref<unknown>): void;
  /** Drops a member of a `Set` field; nothing happens when it is absent. */
  exclude<R>(table: Table<R>, slot: Ref<R>, field: keyof R & string, member: Ref<unknown>): void;
  /** Deletes a row by the rules of the fields that refer to it. A `restrict` reference fails. */
  delete<R>(table: Table<R>, slot: Ref<R>): void;
  /** True where no live row holds `value` in the `unique` field. */
  free<R>(table: Table<R>, field: keyof R & string, value: unknown): boolean;
  /** Commits what was written so far, then lets `seconds` pass. */
  advance(seconds: number): void;
  /** Makes a tool unavailable from the next call on. */
  disable(tool: number, because: string): void;
  enable(tool: number): void;
}

/**
 * What changes in a session besides the world's own rows: the clock, the counters of calls, disabled tools, the windows
 * of rate limits, the end. Kept as hidden tables after the world's, so that rollback, undo, fork and snapshot need no
 * code of their own. Their rows are plain JSON values; they never count in a hash or a difference (the clock does, in
 * the hash).
 */

/** Hidden tables, by how far after the world's last table they stand. */
export const SYSTEM = {
  /** One row: seconds since 1970. */
  clock: 0,
  /** One row: null, or how the session ended. */
  ended: 1,
  /** Per tool: the number of its well-formed calls. */
  calls: 2,
  /** Per tool: null, or why it is unavailable. */
  disabled: 3,
  /** Per fault: the instants of the calls that its `limit` accepted and still counts. */
  windows: 4,
} as const;

/** The number of hidden tables. */
export const SYSTEM_TABLES = Object.keys(SYSTEM).length;

/** How a session ended: which kernel tool was called, and what the agent said. */
export interface Ended {
  readonly tool: string;
  readonly text: string;
}

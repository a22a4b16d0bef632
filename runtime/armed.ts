/** What the triggers of a session wait for, for people who look. */

import { formatDateTime } from "./calendar.js";
import type { TriggerShape } from "./program.js";
import type { Session } from "./session.js";
import { nextMultiple } from "./timers.js";
import { bitOf, instantOf, isThere, rowsOf } from "./triggers.js";

/**
 * What a trigger waits for, for one row. `armed`: it fires when it comes to it. `held`: its condition has held since it
 * was last looked at, and has to fail before it can fire again. `done`: it never fires again.
 */
export interface ArmedRow {
  /** The key of the bound row; absent where none is bound. */
  readonly key?: unknown;
  readonly state: "armed" | "held" | "done";
  /** The next instant at which it may fire, as `2026-07-14T09:30:00`; absent where no clock fires it. */
  readonly next?: string;
}

export interface ArmedTrigger {
  readonly trigger: string;
  readonly conflict?: string;
  /** When it fires, as written. */
  readonly why: string;
  readonly rows: readonly ArmedRow[];
}

/** The triggers of a session, in the order in which they are considered. */
export function armedTriggers(session: Session): readonly ArmedTrigger[] {
  return session.program.triggers.map((trigger) => {
    const { name, conflict, why } = trigger.def;
    const rows = rowsOf(session.store, trigger).filter((slot) => isThere(session.store, trigger, slot));
    return { trigger: name, ...(conflict === undefined ? {} : { conflict }), why, rows: rows.map((slot) => armedRow(session, trigger, slot)) };
  });
}

function armedRow({ store }: Session, trigger: TriggerShape, slot: number): ArmedRow {
  const { binding, at, every } = trigger.def;
  const bit = bitOf(store, trigger, slot);
  const instant = at !== undefined ? instantOf(store, trigger, slot) : every !== undefined ? nextMultiple(every, store.now) : null;
  return {
    ...(binding === undefined ? {} : { key: store.key(binding.table, slot) }),
    state: bit === "done" ? "done" : bit === true && trigger.def.crosses === undefined ? "held" : "armed",
    ...(bit === "done" || instant === null || instant <= store.now ? {} : { next: formatDateTime(instant) }),
  };
}

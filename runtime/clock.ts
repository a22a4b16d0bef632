/**
 * The virtual clock moves only here: costs and delays of calls, `advance`, and the clock set by a replayed log all pass
 * through here. Triggers whose instant lies on the way fire at it.
 */

import { EARLIEST, LATEST } from "./calendar.js";
import { diagnose } from "./failure.js";
import { runTimers } from "./timers.js";
import type { Store } from "./store.js";

/** Lets whole seconds pass. Negative, broken or endless durations are `overflow`. */
export function passTime(store: Store, seconds: number): void {
  if (seconds === 0) return;
  if (!(seconds > 0) || !Number.isSafeInteger(seconds) || store.now + seconds > LATEST) {
    diagnose("overflow", `The clock cannot move by ${seconds} seconds.`);
  }
  const target = store.now + seconds;
  runTimers(store, target);
  moveClock(store, target);
}

/** Puts the clock to a reading, also an earlier one: for set-up and for replaying recorded runs. */
export function moveClock(store: Store, now: number): void {
  if (!Number.isSafeInteger(now) || now < EARLIEST || now > LATEST) {
    diagnose("overflow", `The clock cannot read ${now} seconds since 1970.`);
  }
  if (now < store.now) store.quietUntil = 0;
  store.writeSystem(store.program.clock, 0, now);
}

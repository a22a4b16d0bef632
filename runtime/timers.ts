/** Triggers that the clock fires: `at` an instant, `every` period. The clock stops at each instant on its way. */

import { moveClock } from "./clock.js";
import { note, bitOf, fire, holds, instantOf, isThere, rowsOf, setBit, settleTriggers, UNBOUND } from "./triggers.js";
import type { TriggerShape } from "./program.js";
import type { Store } from "./store.js";
import { isSpent, withSteps } from "./values.js";

/** Firings by the clock within one call, and instants at which it stops; beyond, the rest is left out and said. */
const MOST_FIRINGS = 100_000;
const MOST_INSTANTS = 500_000;

const DAY = 86_400;
/** Monday, 29 December 1969. */
const MONDAY = -3 * DAY;

/** How often each trigger fired, and which `every` triggers have nothing to do until something happens. */
interface Run {
  readonly fired: number[];
  total: number;
  /** `total` when all rows of an `every` trigger were found idle, by trigger. */
  readonly idle: (number | undefined)[];
}

/** Lets the clock run to an instant, stopping at every one at which a trigger may fire. */
export function runTimers(store: Store, target: number): void {
  if (store.program.timed.length === 0) return;
  settleTriggers(store, false);
  if (target < store.quietUntil) return;
  const run: Run = { fired: [], total: 0, idle: [] };
  let instants = 0;
  for (let at = nextInstant(store, run, target); at !== null; at = nextInstant(store, run, target)) {
    if (++instants > MOST_INSTANTS || run.total >= MOST_FIRINGS || isSpent(store)) {
      giveUp(store, run);
      break;
    }
    const before = store.now;
    const { author } = store;
    store.author = "kernel";
    moveClock(store, at);
    store.author = author;
    const { total } = run;
    withSteps(store, () => {
      for (const trigger of store.program.timed) fireDue(store, run, trigger, before);
    });
    const { length } = store.fired;
    settleTriggers(store, false);
    // What others did may have given idle ones something to do.
    if (store.fired.length > length && run.total === total) run.total++;
  }
}

/** Says which trigger took the time away. */
function giveUp(store: Store, run: Run): void {
  const { timed } = store.program;
  const busiest = timed.reduce((a, b) => ((run.fired[b.number] ?? 0) > (run.fired[a.number] ?? 0) ? b : a));
  const message = `Too much happens within one call: triggers fired ${run.total} times, this one ${run.fired[busiest.number] ?? 0} times. The rest of the call's time passes without them.`;
  const bound = busiest.def.binding === undefined ? UNBOUND : (rowsOf(store, busiest)[0] ?? UNBOUND);
  note(store, busiest, bound, { code: "unsettled", message, src: busiest.def.src });
}

function fireDue(store: Store, run: Run, trigger: TriggerShape, before: number): void {
  const { def } = trigger;
  const { now } = store;
  if (def.every !== undefined && nextMultiple(def.every, before) !== now) return;
  let idle = true;
  for (const slot of rowsOf(store, trigger)) {
    if (!isThere(store, trigger, slot)) continue;
    const bit = bitOf(store, trigger, slot);
    if (bit === "done") continue;
    if (def.at !== undefined && (instantOf(store, trigger, slot) !== now || bit === now)) continue;
    if (holds(store, trigger, slot, "until")) setBit(store, trigger, slot, "done");
    else if (holds(store, trigger, slot, def.at === undefined ? "while" : "when")) {
      idle = false;
      run.total++;
      run.fired[trigger.number] = (run.fired[trigger.number] ?? 0) + 1;
      fire(store, trigger, slot, def.at === undefined ? undefined : now);
    } else if (def.at !== undefined) setBit(store, trigger, slot, now);
  }
  if (idle && def.every !== undefined && def.readsClock !== true) run.idle[trigger.number] = run.total;
}

/** The earliest instant after now and up to `target` at which a trigger may fire. */
function nextInstant(store: Store, run: Run, target: number): number | null {
  let first = Infinity;
  let all = true;
  for (const trigger of store.program.timed) {
    const { every } = trigger.def;
    // Nothing has happened since it had nothing to do, and it does not look at the clock.
    if (every !== undefined && run.idle[trigger.number] === run.total) {
      all = false;
      continue;
    }
    first = Math.min(first, every === undefined ? nextTimer(store, trigger) : nextMultiple(every, store.now));
  }
  if (all) store.quietUntil = first;
  return first <= target ? first : null;
}

/** The earliest instant of an `at` trigger after now. The sorted instants are kept until something touches them. */
function nextTimer(store: Store, trigger: TriggerShape): number {
  let instants = store.timers[trigger.number];
  if (instants === undefined) {
    const found: number[] = [];
    for (const slot of rowsOf(store, trigger)) {
      const bit = bitOf(store, trigger, slot);
      const instant = bit === "done" ? null : instantOf(store, trigger, slot);
      if (instant !== null && instant !== bit && instant > store.now) found.push(instant);
    }
    instants = found.sort((a, b) => a - b);
    store.timers[trigger.number] = instants;
  }
  let low = 0;
  for (let high = instants.length; low < high;) {
    const middle = (low + high) >> 1;
    if (instants[middle]! > store.now) high = middle;
    else low = middle + 1;
  }
  return instants[low] ?? Infinity;
}

/** The first multiple of a period after an instant: periods up to a day start over at midnight, longer ones count from a Monday. */
export function nextMultiple(period: number, after: number): number {
  const from = period > DAY ? MONDAY : Math.floor(after / DAY) * DAY;
  const next = from + (Math.floor((after - from) / period) + 1) * period;
  return period > DAY ? next : Math.min(next, from + DAY);
}

/**
 * What happens by itself (`semantics.md`, "Edges" and steps 2, 6 and 8 of a call).
 *
 * Only those triggers are considered whose footprint something touched, or whose instant has come: `Store.considered`
 * tells up to where in the journal everything was looked at. What a trigger remembers (whether its condition held, which
 * instant it fired for, that it never fires again) is a row of a hidden table per trigger, by slot of the bound row, so
 * that rollback, undo, fork and snapshot need no code for it.
 */

import { moveClock } from "./clock.js";
import { diagnose } from "./failure.js";
import { diagnosticOf } from "./thrown.js";
import type { TriggerShape } from "./program.js";
import { Random } from "./random.js";
import type { Diagnostic } from "./record.js";
import type { Store } from "./store.js";
import type { Row } from "./types.js";
import { resetSteps } from "./values.js";

/** Firings that one settling may make before it is taken back. */
const MOST_ROUNDS = 100;
/** Firings by the clock between two calls; beyond, the rest is left out and said. */
const MOST_TIMED = 100_000;

/** The slot that stands for a trigger without a bound row. */
const UNBOUND = 0;

/** One firing, for logs. */
export interface Firing {
  /** `LightStock.fill`. */
  readonly trigger: string;
  /** Seconds since 1970. */
  readonly at: number;
  /** The bound row's key; null where none is bound. */
  readonly key: unknown;
  /** Why it was taken back. */
  readonly diagnostic?: Diagnostic;
}

/**
 * What a trigger remembers of a row. `true`: its condition held when last looked at. A number: the instant it fired for,
 * or that had passed at the start. `"done"`: it never fires again. Absent: none of these.
 */
export type TriggerBit = true | number | "done" | undefined;

const NO_ARGS = Object.freeze({});

function bitOf(store: Store, trigger: TriggerShape, slot: number): TriggerBit {
  return store.tables[trigger.table]!.rows[slot] as TriggerBit;
}

function setBit(store: Store, trigger: TriggerShape, slot: number, bit: TriggerBit): void {
  const { author } = store;
  store.author = "kernel";
  store.writeSystem(trigger.table, slot, bit);
  store.author = author;
}

/** The rows a trigger is about now, in their order. */
function rowsOf(store: Store, { def: { binding } }: TriggerShape): readonly number[] {
  return binding === undefined ? [UNBOUND] : binding.rows(store);
}

/** The bound row, as the trigger's functions take it. */
function rowArgument({ def }: TriggerShape, slot: number): never {
  return (def.binding === undefined ? null : slot) as never;
}

/** True where a condition holds; where it cannot be told, it does not, and that is reported. */
function holds(store: Store, trigger: TriggerShape, slot: number, test: "when" | "until" | "while", args: object): boolean {
  const condition = trigger.def[test];
  if (condition === undefined) return test !== "until";
  try {
    return condition(store, rowArgument(trigger, slot), args as never);
  } catch (thrown) {
    report(store, trigger, slot, thrown);
    return false;
  }
}

function instantOf(store: Store, trigger: TriggerShape, slot: number): number | null {
  try {
    return trigger.def.at!(store, rowArgument(trigger, slot), NO_ARGS as never);
  } catch (thrown) {
    report(store, trigger, slot, thrown);
    return null;
  }
}

function report(store: Store, trigger: TriggerShape, slot: number, thrown: unknown): void {
  note(store, trigger, slot, diagnosticOf(thrown, trigger.def.src));
}

function note(store: Store, trigger: TriggerShape, slot: number, diagnostic?: Diagnostic): void {
  const { binding, name } = trigger.def;
  const key = binding === undefined ? null : store.key(binding.table, slot);
  store.fired.push({ trigger: name, at: store.now, key, ...(diagnostic === undefined ? {} : { diagnostic }) });
}

/** Runs a trigger's body as a transaction of its own. What it remembers stays even if the body is taken back. */
function fire(store: Store, trigger: TriggerShape, slot: number, bit: TriggerBit, args: object): void {
  const { def } = trigger;
  setBit(store, trigger, slot, def.once === true ? "done" : bit);
  const { author } = store;
  const { length } = store.fired;
  note(store, trigger, slot);
  store.author = def.name;
  store.begin();
  resetSteps();
  try {
    def.then(store, rowArgument(trigger, slot), args as never, drawsOf(store, trigger, slot) as never);
    store.commit();
  } catch (thrown) {
    store.rollback();
    store.fired.length = length;
    report(store, trigger, slot, thrown);
  }
  store.begin();
  store.author = author;
}

/** Draws of a body that the clock fires: keyed by trigger, instant and row, so that nothing else shifts them. */
function drawsOf(store: Store, { def }: TriggerShape, slot: number): Random | null {
  if (def.at === undefined && def.every === undefined) return null;
  const row = def.binding === undefined ? "" : `/${String(slot)}`;
  return new Random(store.draws, `trigger/${def.name}/${store.now}${row}`);
}

/** At the start: what holds or has passed already does not fire, unless `initially` asks for it. */
export function startTriggers(store: Store): void {
  for (const trigger of store.program.triggers) {
    const { def } = trigger;
    if (def.initially === true || def.on !== undefined || def.every !== undefined) continue;
    for (const slot of rowsOf(store, trigger)) {
      if (def.at !== undefined) {
        const instant = def.at(store, rowArgument(trigger, slot), NO_ARGS as never);
        if (instant !== null && instant <= store.now) setBit(store, trigger, slot, instant);
      } else if (def.until === undefined && def.when!(store, rowArgument(trigger, slot), NO_ARGS as never)) setBit(store, trigger, slot, true);
    }
  }
  const initially = store.program.triggers.filter(({ def }) => def.initially === true);
  if (initially.length === 0) return;
  for (const trigger of initially) pend(store, trigger, "all");
  settleTriggers(store, false);
  const broken = store.fired.find(({ diagnostic }) => diagnostic !== undefined)?.diagnostic;
  if (broken !== undefined) diagnose(broken.code, broken.message, broken.src);
  store.fired = [];
}

/** Rows of one trigger that have to be looked at. */
type Pending = "all" | Set<number> | undefined;

/**
 * Step 8: fires what is enabled, the first in order first, and looks again, until nothing is. `atCall` also considers
 * triggers that act as long as a condition holds (`until`): they act once per call.
 */
export function settleTriggers(store: Store, atCall: boolean): void {
  const { triggers } = store.program;
  if (triggers.length === 0) return;
  const start = store.journal.length;
  const { length } = store.fired;
  const acted = new Set<string>();
  if (atCall) {
    for (const trigger of triggers) if (isLevel(trigger) || trigger.def.readsClock === true) pend(store, trigger, "all");
  }
  for (let round = 0; ; round++) {
    look(store);
    const found = nextEnabled(store, acted);
    if (found === null) break;
    if (round === MOST_ROUNDS) {
      store.start = start;
      store.rollback();
      store.fired.length = length;
      store.pending = [];
      const src = found.trigger.def.src;
      note(store, found.trigger, found.slot, { code: "unsettled", message: `Triggers went on firing after ${MOST_ROUNDS} rounds; all of them were taken back.`, src });
      break;
    }
    const { trigger, slot, bit } = found;
    if (isLevel(trigger)) acted.add(`${trigger.number}/${slot}`);
    fire(store, trigger, slot, bit, NO_ARGS);
  }
  store.considered = store.journal.length;
  store.begin();
}

/** A trigger that acts at every consideration while its condition holds. */
function isLevel({ def }: TriggerShape): boolean {
  return def.until !== undefined && def.at === undefined && def.every === undefined && def.on === undefined;
}

function pend(store: Store, trigger: TriggerShape, what: "all" | number): void {
  const known: Pending = store.pending[trigger.number];
  if (what === "all") store.pending[trigger.number] = "all";
  else if (known === undefined) store.pending[trigger.number] = new Set([what]);
  else if (known !== "all") known.add(what);
  if (trigger.def.at !== undefined) store.timers[trigger.number] = undefined;
}

/** Notes which triggers the entries since the last look concern. */
function look(store: Store): void {
  const { journal, program } = store;
  let { segment } = journal;
  const segments = [segment];
  while (segment.base > store.considered && segment.previous !== null) segments.unshift((segment = segment.previous));
  segments.forEach((part, i) => {
    const end = segments[i + 1]?.base ?? journal.length;
    for (let at = Math.max(store.considered, part.base); at < end; at++) {
      const entry = part.entries[at - part.base]!;
      const watchers = program.watchers[entry.table];
      if (watchers === undefined) continue;
      for (const { trigger, fields } of watchers) {
        if (!touches(entry.old as Row | undefined, entry.new as Row | undefined, fields)) continue;
        const own = trigger.def.rowwise === true && trigger.def.binding!.table === entry.table;
        pend(store, trigger, own ? entry.slot : "all");
      }
    }
  });
  store.considered = journal.length;
}

function touches(old: Row | undefined, next: Row | undefined, fields: readonly string[]): boolean {
  return old === undefined || next === undefined || fields.some((field) => old[field] !== next[field]);
}

interface Enabled {
  readonly trigger: TriggerShape;
  readonly slot: number;
  readonly bit: TriggerBit;
}

/**
 * The first trigger and row that is to fire now. All that are pending are looked at, so that each remembers what no longer
 * holds; those that are not to fire are not pending any more.
 */
function nextEnabled(store: Store, acted: ReadonlySet<string>): Enabled | null {
  let first: Enabled | null = null;
  for (const trigger of store.program.triggers) {
    const pending = store.pending[trigger.number];
    if (pending === undefined) continue;
    const rows = pending === "all" ? rowsOf(store, trigger) : [...pending].sort((a, b) => a - b);
    if (pending === "all" && trigger.def.binding !== undefined) forgetLost(store, trigger, rows);
    let enabled = false;
    for (const slot of rows) {
      const bit = consider(store, trigger, slot, acted);
      if (bit !== null) {
        enabled = true;
        first ??= { trigger, slot, bit };
      } else if (pending !== "all") pending.delete(slot);
    }
    if (!enabled) store.pending[trigger.number] = undefined;
  }
  return first;
}

/** Rows that left the list were false when they come back. */
function forgetLost(store: Store, trigger: TriggerShape, rows: readonly number[]): void {
  const bits = store.tables[trigger.table]!.rows;
  if (!bits.includes(true)) return;
  const present = new Set(rows);
  for (let slot = 0; slot < bits.length; slot++) if (bits[slot] === true && !present.has(slot)) setBit(store, trigger, slot, undefined);
}

/** What a trigger is to remember when it fires for a row now; null where it does not fire. */
function consider(store: Store, trigger: TriggerShape, slot: number, acted: ReadonlySet<string>): TriggerBit | null {
  const { def } = trigger;
  if (def.on !== undefined || def.every !== undefined) return null;
  const bit = bitOf(store, trigger, slot);
  if (bit === "done") return null;
  if (def.binding !== undefined && !store.alive(def.binding.table, slot)) {
    if (bit !== undefined) setBit(store, trigger, slot, undefined);
    return null;
  }
  if (holds(store, trigger, slot, "until", NO_ARGS)) {
    setBit(store, trigger, slot, "done");
    return null;
  }
  if (def.at !== undefined) {
    const instant = instantOf(store, trigger, slot);
    if (instant === null || instant > store.now || instant === bit) return null;
    if (holds(store, trigger, slot, "when", NO_ARGS)) return instant;
    setBit(store, trigger, slot, instant);
    return null;
  }
  const now = holds(store, trigger, slot, "when", NO_ARGS);
  if (isLevel(trigger)) return now && !acted.has(`${trigger.number}/${slot}`) ? true : null;
  if (now) return bit === true ? null : true;
  if (bit === true) setBit(store, trigger, slot, undefined);
  return null;
}

/** Step 6: triggers on a tool, just before its body. True where one fired, so that the world has changed. */
export function fireOn(store: Store, tool: number, args: object): boolean {
  const triggers = store.program.onTool[tool]!;
  let fired = false;
  for (const trigger of triggers) {
    for (const slot of rowsOf(store, trigger)) {
      if (trigger.def.binding !== undefined && !store.alive(trigger.def.binding.table, slot)) continue;
      if (bitOf(store, trigger, slot) === "done") continue;
      if (holds(store, trigger, slot, "until", args)) setBit(store, trigger, slot, "done");
      else if (holds(store, trigger, slot, "when", args)) {
        fire(store, trigger, slot, undefined, args);
        fired = true;
      }
    }
  }
  return fired;
}

/** Lets the clock run to an instant, stopping at every one at which a trigger fires. */
export function runTimers(store: Store, target: number): void {
  if (store.program.timed.length === 0) return;
  settleTriggers(store, false);
  const { length } = store.fired;
  for (let at = nextInstant(store, target); at !== null; at = nextInstant(store, target)) {
    if (store.fired.length - length > MOST_TIMED) {
      const [first] = store.program.timed;
      note(store, first!, UNBOUND, { code: "unsettled", message: `Triggers fired ${MOST_TIMED} times within one call; the rest of its time passes without them.`, src: first!.def.src });
      break;
    }
    const before = store.now;
    const { author } = store;
    store.author = "kernel";
    moveClock(store, at);
    store.author = author;
    for (const trigger of store.program.timed) fireDue(store, trigger, before);
    settleTriggers(store, false);
  }
}

function fireDue(store: Store, trigger: TriggerShape, before: number): void {
  const { def } = trigger;
  const { now } = store;
  if (def.every !== undefined && nextMultiple(def.every, before) !== now) return;
  for (const slot of rowsOf(store, trigger)) {
    if (def.binding !== undefined && !store.alive(def.binding.table, slot)) continue;
    const bit = bitOf(store, trigger, slot);
    if (bit === "done") continue;
    if (def.at !== undefined && (instantOf(store, trigger, slot) !== now || bit === now)) continue;
    if (holds(store, trigger, slot, "until", NO_ARGS)) setBit(store, trigger, slot, "done");
    else if (holds(store, trigger, slot, def.at === undefined ? "while" : "when", NO_ARGS)) fire(store, trigger, slot, def.at === undefined ? undefined : now, NO_ARGS);
    else if (def.at !== undefined) setBit(store, trigger, slot, now);
  }
}

/** The earliest instant after now and up to `target` at which a trigger may fire. */
function nextInstant(store: Store, target: number): number | null {
  let first = Infinity;
  for (const trigger of store.program.timed) {
    const { every } = trigger.def;
    first = Math.min(first, every === undefined ? nextTimer(store, trigger) : nextMultiple(every, store.now));
  }
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

const DAY = 86_400;
/** Monday, 29 December 1969. */
const MONDAY = -3 * DAY;

/** The first multiple of a period after an instant: periods up to a day start over at midnight, longer ones count from a Monday. */
export function nextMultiple(period: number, after: number): number {
  const from = period > DAY ? MONDAY : Math.floor(after / DAY) * DAY;
  const next = from + (Math.floor((after - from) / period) + 1) * period;
  return period > DAY ? next : Math.min(next, from + DAY);
}


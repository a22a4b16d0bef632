/**
 * What happens by itself: conditions that come to hold, and triggers on tools (steps 6 and 8 of a call). Instants are in
 * `timers.ts`.
 *
 * Only those triggers are considered whose footprint something touched: `Store.considered` tells up to where in the journal
 * everything was looked at. What a trigger remembers (whether its condition held, which instant it fired for, that it never
 * fires again) is a row of a hidden table per trigger, by slot of the bound row, so that rollback, undo, fork and snapshot
 * need no code for it.
 */

import { diagnose } from "./failure.js";
import { isLevel, type TriggerShape } from "./program.js";
import { Random } from "./random.js";
import type { Diagnostic } from "./record.js";
import type { Store } from "./store.js";
import { diagnosticOf } from "./thrown.js";
import type { Row } from "./types.js";
import { isSpent, withSteps } from "./values.js";

/** How many firings may follow from one another in one settling, and how often one trigger may fire for one row. */
const MOST_ROUNDS = 100;

/** The slot that stands for a trigger without a bound row. */
export const UNBOUND = 0;

/** One firing, for logs. */
export interface Firing {
  /** `LightStock.fill`. */
  readonly trigger: string;
  /** Seconds since 1970. */
  readonly at: number;
  /** The bound row's key; null where none is bound. */
  readonly key: unknown;
  /** When it fires, as written. */
  readonly why: string;
  /** Why it was taken back, or why it could not be told whether it should fire. */
  readonly diagnostic?: Diagnostic;
  /** It did not fire: its condition could not be told. */
  readonly untold?: true;
}

/**
 * What a trigger remembers of a row. `true`: its condition held when last looked at; for one that watches a border, `true`:
 * it lay inside, `false`: outside. A number: the instant it fired for, or that had passed at the start. `"done"`: it never
 * fires again. Absent: none of these.
 */
export type TriggerBit = boolean | number | "done" | undefined;

const NO_ARGS = Object.freeze({});

export function bitOf(store: Store, trigger: TriggerShape, slot: number): TriggerBit {
  return store.tables[trigger.table]!.rows[slot] as TriggerBit;
}

export function setBit(store: Store, trigger: TriggerShape, slot: number, bit: TriggerBit): void {
  const { author } = store;
  store.author = "kernel";
  store.writeSystem(trigger.table, slot, bit);
  store.author = author;
}

/** The rows a trigger is about now, in their order, each once. */
export function rowsOf(store: Store, { def: { binding } }: TriggerShape): readonly number[] {
  if (binding === undefined) return [UNBOUND];
  const rows = binding.rows(store);
  return binding.all === true ? rows : [...new Set(rows)];
}

/** Whether the bound row is still there. */
export function isThere(store: Store, { def: { binding } }: TriggerShape, slot: number): boolean {
  return binding === undefined || store.alive(binding.table, slot);
}

/** The bound row, as the trigger's functions take it. */
function rowArgument({ def }: TriggerShape, slot: number): never {
  return (def.binding === undefined ? null : slot) as never;
}

/** True where a condition holds; where it cannot be told, it does not, and that is reported. */
export function holds(store: Store, trigger: TriggerShape, slot: number, test: "when" | "until" | "while", args: object = NO_ARGS): boolean {
  const condition = trigger.def[test];
  if (condition === undefined) return test !== "until";
  try {
    return condition(store, rowArgument(trigger, slot), args as never);
  } catch (thrown) {
    reportOnce(store, trigger, slot, thrown);
    return false;
  }
}

export function instantOf(store: Store, trigger: TriggerShape, slot: number): number | null {
  try {
    return trigger.def.at!(store, rowArgument(trigger, slot), NO_ARGS as never);
  } catch (thrown) {
    reportOnce(store, trigger, slot, thrown);
    return null;
  }
}

/** Whether it lies inside the border that a trigger watches; null where that cannot be told. */
function isInside(store: Store, trigger: TriggerShape, slot: number): boolean | null {
  try {
    return trigger.def.crosses!.inside(store, rowArgument(trigger, slot), NO_ARGS as never);
  } catch (thrown) {
    reportOnce(store, trigger, slot, thrown);
    return null;
  }
}

/** A condition that cannot be told is reported once a call. */
function reportOnce(store: Store, trigger: TriggerShape, slot: number, thrown: unknown): void {
  const place = `${trigger.number}/${slot}`;
  if (store.reported.has(place)) return;
  store.reported.add(place);
  note(store, trigger, slot, diagnosticOf(thrown, trigger.def.src), true);
}

export function note(store: Store, trigger: TriggerShape, slot: number, diagnostic?: Diagnostic, untold?: true): void {
  const { binding, name, why } = trigger.def;
  const key = binding === undefined ? null : store.key(binding.table, slot);
  store.fired.push({ trigger: name, at: store.now, key, why, ...(diagnostic === undefined ? {} : { diagnostic }), ...(untold === undefined ? {} : { untold }) });
}

/** Runs a trigger's body as a transaction of its own. What it remembers stays even if the body is taken back. */
export function fire(store: Store, trigger: TriggerShape, slot: number, bit: TriggerBit, args: object = NO_ARGS): void {
  const { def } = trigger;
  setBit(store, trigger, slot, def.once === true ? "done" : bit);
  const { author } = store;
  const { length } = store.fired;
  note(store, trigger, slot);
  store.author = def.name;
  store.begin();
  try {
    def.then(store, rowArgument(trigger, slot), args as never, drawsOf(store, trigger, slot) as never);
    store.commit();
  } catch (thrown) {
    store.rollback();
    store.fired.length = length;
    note(store, trigger, slot, diagnosticOf(thrown, def.src));
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
        const instant = instantOf(store, trigger, slot);
        if (instant !== null && instant <= store.now) setBit(store, trigger, slot, instant);
      } else if (def.crosses !== undefined) setBit(store, trigger, slot, isInside(store, trigger, slot) ?? undefined);
      else if (def.until === undefined && holds(store, trigger, slot, "when")) setBit(store, trigger, slot, true);
    }
  }
  // What cannot be told at the start is told when it is looked at again.
  store.forgetFirings();
  const initially = store.program.triggers.filter(({ def }) => def.initially === true);
  if (initially.length === 0) return;
  for (const trigger of initially) pend(store, trigger, "all", 1);
  settleTriggers(store, false);
  const broken = store.fired.find(({ diagnostic }) => diagnostic !== undefined)?.diagnostic;
  if (broken !== undefined) diagnose(broken.code, broken.message, broken.src);
  store.forgetFirings();
}

/** What is to be looked at of one trigger, and what was found enabled and not touched since. */
export interface Agenda {
  /** Rows to look at, and how many firings led to that, one from another. */
  pending: "all" | Set<number> | null;
  round: number;
  /** Enabled rows, in the order of rows. */
  ready: number[];
  /** How many firings led to a row's being enabled. It keeps that while it is looked at again and still is. */
  readonly rounds: Map<number, number>;
}

/**
 * Step 8: fires what is enabled, the first in order first, and looks again at what that touched, until nothing is.
 * `atCall` also considers triggers that act as long as a condition holds (`until`), and conditions over the clock.
 */
export function settleTriggers(store: Store, atCall: boolean): void {
  if (store.program.triggers.length === 0) return;
  const { considered } = store;
  gather(store, atCall);
  if (store.agenda.size > 0) withSteps(store, () => settle(store, atCall, new Set(), considered));
  store.begin();
}

/** Puts on the agenda what is to be looked at. */
function gather(store: Store, atCall: boolean): void {
  if (atCall) for (const trigger of store.program.everyCall) pend(store, trigger, "all", 1);
  look(store, 1);
}

/** Works through the agenda. `considered`: up to where in the journal everything had been looked at before. */
function settle(store: Store, atCall: boolean, resting: Set<TriggerShape>, considered: number): void {
  const { triggers } = store.program;
  const start = store.journal.length;
  const { length } = store.fired;
  const times = new Map<string, number>();
  for (;;) {
    const found = nextEnabled(store, times, resting);
    if (found === null) break;
    const { trigger, slot, bit, round } = found;
    const place = `${trigger.number}/${slot}`;
    const time = (times.get(place) ?? 0) + 1;
    times.set(place, time);
    if (round > MOST_ROUNDS || time > MOST_ROUNDS || isSpent()) {
      // Taken back as a whole, and told of; what had no part in it happens all the same.
      store.start = start;
      store.rollback();
      store.fired.length = length;
      store.agenda.clear();
      store.considered = considered;
      const message = isSpent() ? "Triggers take too long; what they did was taken back." : `Triggers went on firing after ${MOST_ROUNDS} rounds; what they did was taken back.`;
      note(store, trigger, slot, { code: "unsettled", message, src: trigger.def.src });
      const again = [...new Set([...times].filter(([, n]) => n > 1).map(([key]) => triggers[Number(key.slice(0, key.indexOf("/")))]!))].filter((one) => !resting.has(one));
      for (const one of again.length > 0 ? again : [trigger]) resting.add(one);
      if (isSpent()) break;
      gather(store, atCall);
      settle(store, atCall, resting, considered);
      return;
    }
    fire(store, trigger, slot, bit);
    look(store, round + 1);
  }
  store.agenda.clear();
  store.considered = store.journal.length;
}

function pend(store: Store, trigger: TriggerShape, what: "all" | number, round: number): void {
  const agenda: Agenda = store.agenda.get(trigger.number) ?? { pending: null, round, ready: [], rounds: new Map() };
  store.agenda.set(trigger.number, agenda);
  agenda.round = round;
  if (what === "all") {
    agenda.pending = "all";
    agenda.ready = [];
  } else if (agenda.pending !== "all") {
    agenda.pending = (agenda.pending ?? new Set<number>()).add(what);
    const at = agenda.ready.indexOf(what);
    if (at >= 0) agenda.ready.splice(at, 1);
  }
  if (trigger.def.at === undefined) return;
  store.timers[trigger.number] = undefined;
  store.quietUntil = 0;
}

/** Notes which triggers the entries since the last look concern. */
function look(store: Store, round: number): void {
  const { journal, program } = store;
  let { segment } = journal;
  const segments = [segment];
  while (segment.base > store.considered && segment.previous !== null) segments.unshift((segment = segment.previous));
  segments.forEach((part, i) => {
    const end = segments[i + 1]?.base ?? journal.length;
    for (let at = Math.max(store.considered, part.base); at < end; at++) {
      const entry = part.entries[at - part.base]!;
      const watched = program.watched[entry.table];
      const [old, next] = [entry.old as Row | undefined, entry.new as Row | undefined];
      if (watched === undefined || !touches(old, next, watched.fields)) continue;
      for (const { trigger, fields } of watched.watchers) {
        if (!touches(old, next, fields)) continue;
        const own = trigger.def.rowwise === true && trigger.def.binding!.table === entry.table;
        pend(store, trigger, own ? entry.slot : "all", round);
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
  readonly round: number;
}

/**
 * The first trigger and row that is to fire now. All that are pending are looked at, so that each remembers what no longer
 * holds; those that are enabled stay ready until something touches them.
 */
function nextEnabled(store: Store, times: ReadonlyMap<string, number>, resting: ReadonlySet<TriggerShape>): Enabled | null {
  if (store.agenda.size === 0) return null;
  let first: Enabled | null = null;
  for (const number of [...store.agenda.keys()].sort((a, b) => a - b)) {
    const trigger = store.program.triggers[number]!;
    const agenda = store.agenda.get(number)!;
    if (resting.has(trigger)) continue;
    const { pending } = agenda;
    if (pending !== null) {
      const all = pending === "all" ? rowsOf(store, trigger) : trigger.def.binding?.all === true || trigger.def.binding === undefined ? [...pending].sort((a, b) => a - b) : rowsOf(store, trigger).filter((slot) => pending.has(slot));
      if (pending === "all" && trigger.def.binding !== undefined) forgetLost(store, trigger, all);
      const enabled = all.filter((slot) => {
        const is = consider(store, trigger, slot, times) !== null;
        if (!is) agenda.rounds.delete(slot);
        else if (!agenda.rounds.has(slot)) agenda.rounds.set(slot, agenda.round);
        return is;
      });
      agenda.pending = null;
      agenda.ready = agenda.ready.length === 0 ? enabled : inOrder(store, trigger, [...agenda.ready, ...enabled]);
    }
    if (first === null && agenda.ready.length > 0) {
      const slot = agenda.ready.shift()!;
      const bit = consider(store, trigger, slot, times);
      if (bit !== null) first = { trigger, slot, bit, round: agenda.rounds.get(slot) ?? 1 };
      agenda.rounds.delete(slot);
    }
  }
  return first;
}

function inOrder(store: Store, trigger: TriggerShape, slots: readonly number[]): number[] {
  const wanted = new Set(slots);
  return trigger.def.binding?.all === true ? [...wanted].sort((a, b) => a - b) : rowsOf(store, trigger).filter((slot) => wanted.has(slot));
}

/** Rows that left the list were false when they come back; for a border, they lie where they are found. */
function forgetLost(store: Store, trigger: TriggerShape, rows: readonly number[]): void {
  const bits = store.tables[trigger.table]!.rows;
  if (!bits.some((bit) => typeof bit === "boolean")) return;
  const present = new Set(rows);
  for (let slot = 0; slot < bits.length; slot++) if (typeof bits[slot] === "boolean" && !present.has(slot)) setBit(store, trigger, slot, undefined);
}

/** What a trigger is to remember when it fires for a row now; null where it does not fire. */
function consider(store: Store, trigger: TriggerShape, slot: number, times: ReadonlyMap<string, number>): TriggerBit | null {
  const { def } = trigger;
  if (def.on !== undefined || def.every !== undefined) return null;
  const bit = bitOf(store, trigger, slot);
  if (bit === "done") return null;
  if (!isThere(store, trigger, slot)) {
    if (bit !== undefined) setBit(store, trigger, slot, undefined);
    return null;
  }
  if (holds(store, trigger, slot, "until")) {
    setBit(store, trigger, slot, "done");
    return null;
  }
  if (def.at !== undefined) {
    const instant = instantOf(store, trigger, slot);
    if (instant === null || instant > store.now || instant === bit) return null;
    if (holds(store, trigger, slot, "when")) return instant;
    setBit(store, trigger, slot, instant);
    return null;
  }
  if (def.crosses !== undefined) {
    const inside = isInside(store, trigger, slot);
    if (inside === null || inside === bit) return null;
    // What was never looked at has crossed nothing.
    if (bit !== undefined && inside !== def.crosses.outwards && holds(store, trigger, slot, "when")) return inside;
    setBit(store, trigger, slot, inside);
    return null;
  }
  const now = holds(store, trigger, slot, "when");
  if (isLevel(def)) return now && !times.has(`${trigger.number}/${slot}`) ? true : null;
  if (now) return bit === true ? null : true;
  if (bit === true) setBit(store, trigger, slot, undefined);
  return null;
}

/** Step 6: triggers on a tool, just before its body. True where one fired, so that the world has changed. */
export function fireOn(store: Store, tool: number, args: object): boolean {
  let fired = false;
  withSteps(store, () => {
    for (const trigger of store.program.onTool[tool]!) {
      for (const slot of rowsOf(store, trigger)) {
        if (!isThere(store, trigger, slot) || bitOf(store, trigger, slot) === "done") continue;
        if (holds(store, trigger, slot, "until", args)) setBit(store, trigger, slot, "done");
        else if (holds(store, trigger, slot, "when", args)) {
          fire(store, trigger, slot, undefined, args);
          fired = true;
        }
      }
    }
  });
  return fired;
}

/**
 * When faults strike (`docs/language.md`, "One call, step by step", steps 2, 4 and 9, and "Randomness"). Whether one does depends on the state,
 * the clock and a draw keyed by (seed, fault, tool, k): asking never shifts what is asked later.
 */

import { DAY } from "./calendar.js";
import { isObject } from "./codec.js";
import { between, type Draws } from "./draws.js";
import type { ToolFault } from "./program.js";
import type { Store } from "./store.js";

/** One call, as far as chance is concerned. */
export interface Chance {
  readonly store: Store;
  readonly draws: Draws;
  /** The number of this tool's well-formed calls before this one. */
  readonly k: number;
  /** Names of the faults that strike whatever chance says, and no others; null: chance decides. */
  readonly forced: readonly string[] | null;
}

/** Whether a time of day lies in a half-open range; one that ends before it begins runs over midnight. */
function isWithin(now: number, from: number, to: number): boolean {
  const time = ((now % DAY) + DAY) % DAY;
  return from <= to ? time >= from && time < to : time >= from || time < to;
}

/** Whether a fault strikes this call. A `limit` takes note of the calls it accepts, so ask once per call. */
export function strikes(fault: ToolFault, call: Chance): boolean {
  const { def } = fault;
  const { store, forced } = call;
  const during = def.during?.(store);
  const active =
    (during === undefined || isWithin(store.now, during.from, during.to)) &&
    (def.unless === undefined || !def.unless(store));
  const lucky = (): boolean =>
    forced !== null
      ? forced.includes(def.name)
      : active && (def.chance === undefined || call.draws.at(fault.chanceStream, call.k) < def.chance(store));
  if (def.limit === undefined || !active) return lucky();

  const { now, program } = store;
  const since = now - def.limit.per(store);
  const window = (store.tables[program.windows]!.rows[fault.number] as readonly number[]).filter((at) => at > since);
  const struck = (forced !== null || window.length >= def.limit.count(store)) && lucky();
  // A call that goes on, if only later or to a worse answer, counts.
  if (!struck || def.effect.kind !== "error" || def.effect.afterCommit) {
    store.writeSystem(program.windows, fault.number, [...window, now]);
  }
  return struck;
}

/** An answer of which a list keeps its first elements: that in a field, or the answer itself. */
export function cutShort(output: unknown, field: string | undefined, count: number): unknown {
  const cut = (list: unknown): unknown => (Array.isArray(list) ? list.slice(0, Math.max(0, count)) : list);
  if (field === undefined) return cut(output);
  return isObject(output) ? { ...output, [field]: cut(output[field]) } : output;
}

/** Seconds a striking `delay` fault adds. */
export function delayOf(fault: ToolFault, call: Chance): number {
  if (fault.def.effect.kind !== "delay") return 0;
  const { from, to } = fault.def.effect.range(call.store);
  return from === to ? from : between(call.draws.at(fault.delayStream, call.k), from, to);
}

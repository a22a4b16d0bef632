/**
 * Keeping an app's books beside it: what may have changed is worked out from the calls that succeeded and the trades,
 * payments and refunds that they recorded, and must be all that has changed.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { loadQuickly, type LoadedWorld } from "../../support/compile-world.js";
import { randomCall, type RandomCall } from "../../support/random-calls.js";
import { ROOT } from "../../support/root.js";
import { compileWorld, type CallRecord, type Runtime, type Session } from "../../support/world.js";

export type Random = InstanceType<Runtime["Random"]>;
export type Row = Readonly<Record<string, unknown>>;

/** The books of one app in one session. */
export interface Ledger {
  /** Accounts for a call that has just been made. Throws where the state is not what the call says. */
  enter(call: CallRecord): void;
  /** What takes too long to look at after each call. */
  close(): void;
}

/** An app whose books can be kept. */
export interface Audited {
  open(session: Session, counts: Counts): Ledger;
  /** A call that has to do with the books, and that often succeeds in this state. */
  deal(session: Session, random: Random): RandomCall;
}

/** How often what happened, so that a test can tell that it has seen everything. */
export class Counts extends Map<string, number> {
  add(what: string, by = 1): void {
    this.set(what, this.of(what) + by);
  }
  of(what: string): number {
    return this.get(what) ?? 0;
  }
}

/** The rows of a table by slot. References are slots, money is in cents. */
export function rows(session: Session, name: string): Map<number, Row> {
  const table = session.world.tables.findIndex((def) => def.name === name);
  return new Map(session.store.all(table).map((slot) => [slot, session.store.get(table, slot) as Row]));
}

/** The row of an app's state. */
export function stateOf(session: Session, app: string): Row {
  return session.store.state(session.world.tables.findIndex((def) => def.name === `${app}.state`)) as Row;
}

/** An amount on the wire, in cents. */
export const cents = (amount: unknown): number => Math.round((amount as number) * 100);

export function sum<T>(items: Iterable<T>, of: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += of(item);
  return total;
}

/** Makes calls, two of three about the apps' books and the others about anything, and keeps the books. */
export function audit(runtime: Runtime, session: Session, apps: readonly Audited[], calls: number, counts = new Counts()): Counts {
  const ledgers = apps.map((app) => app.open(session, counts));
  for (let made = 0; made < calls; made++) {
    const number = session.seed * 1000 + made;
    const random = new runtime.Random(String(number), "audit");
    const { tool, args } = random.int(1, 3) < 3 ? random.pick(apps).deal(session, random) : randomCall(runtime, session, number);
    if (tool === "finish" || tool === "report_infeasible") continue;
    const call = session.call(tool, args);
    counts.add(`${call.status} ${tool}`);
    const said = `${tool}(${JSON.stringify(args)}), call ${made} of seed ${session.seed}`;
    expect(call.diagnostic, said).toBeUndefined();
    for (const { trigger, diagnostic } of call.triggers) {
      expect(diagnostic, `${trigger} in ${said}`).toBeUndefined();
      counts.add(trigger);
    }
    if (call.status !== "ok") expect(call.writes.filter(({ author }) => author === "agent"), said).toEqual([]);
    for (const ledger of ledgers) ledger.enter(call);
  }
  for (const ledger of ledgers) ledger.close();
  return counts;
}

/** A world whose source differs in a piece that stands in it exactly once. */
export async function mutant(path: string, piece: string, by: string): Promise<LoadedWorld> {
  const source = readFileSync(join(ROOT, path), "utf8");
  expect(source.split(piece), piece).toHaveLength(2);
  return loadQuickly(compileWorld(path, { [path]: source.replace(piece, () => by) }));
}

/** What is wrong with the books of a world, in the words of the first session among the seeds from 1 in which something is. */
export function flaw({ runtime, world }: Pick<LoadedWorld, "runtime" | "world">, app: Audited, seeds: number, calls: number): string {
  for (let seed = 1; seed <= seeds; seed++) {
    try {
      audit(runtime, runtime.Session.start(world, { seed }), [app], calls);
    } catch (thrown) {
      return (thrown as Error).message;
    }
  }
  return "none";
}

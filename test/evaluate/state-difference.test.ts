/** T, M and M_b of states, against the definition written naively: every way of telling created rows equal is tried. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Session } from "../../runtime/index.js";
import { compileText, type LoadedWorld } from "../support/compile-world.js";

let loaded: LoadedWorld;
beforeAll(async () => {
  loaded = await compileText(readFileSync(fileURLToPath(new URL("market.world", import.meta.url)), "utf8"));
});

type Fields = Record<string, unknown>;
/** One run's act: an operation, and which of the rows it may be about. */
type Act = readonly ["add" | "take_out" | "star" | "block" | "send" | "wait", number, number];

const act: fc.Arbitrary<Act> = fc.tuple(fc.constantFrom("add", "take_out", "star", "block", "send", "wait"), fc.nat({ max: 2 }), fc.nat({ max: 2 }));
const TEXTS = ["Good evening", "good  evening.", "Good night"];

function rows(session: Session, table: string): Fields[] {
  const number = session.program.shapes.find(({ name }) => name === `Stall.${table}`)!.number;
  return session.store.all(number).map((slot) => session.store.get(number, slot) as unknown as Fields);
}

function perform(session: Session, acts: readonly Act[]): void {
  const [fruit, customers] = [rows(session, "Fruit"), rows(session, "Customer")];
  for (const [what, i, j] of acts) {
    const lines = rows(session, "CartLine");
    if (what === "add") session.call("add", { fruit: fruit[i]!["id"], count: j + 1 });
    else if (what === "take_out" && lines.length > 0) session.call("take_out", { line: lines[i % lines.length]!["cid"] });
    else if (what === "star") session.call("star", { fruit: fruit[i]!["id"] });
    else if (what === "block") session.call("block", { who: customers[i]!["id"] });
    else if (what === "send") session.call("send", { to: customers[i]!["id"], content: TEXTS[j] });
    else if (what === "wait") session.call("wait", { minutes: 1 });
  }
}

/** Leaves of the rows that were there from the start, and those of each created row, with nothing that names it. */
function naiveState(session: Session): { fixed: Map<string, string>; created: Map<string, string[]> } {
  const fixed = new Map<string, string>();
  for (const { id, name, price, stock, starred } of rows(session, "Fruit")) for (const [key, value] of Object.entries({ name, price, stock, starred })) fixed.set(`${String(id)}.${key}`, String(value));
  for (const { id, name, blocked } of rows(session, "Customer")) for (const [key, value] of Object.entries({ name, blocked })) fixed.set(`${String(id)}.${key}`, String(value));
  const text = (value: unknown): string => String(value).toLowerCase().replace(/\s+/g, " ").replace(/\.$/, "");
  return {
    fixed,
    created: new Map([
      ["CartLine", rows(session, "CartLine").map(({ fruit, count }) => JSON.stringify([fruit, count]))],
      // A message belongs to whom it went to: one to somebody else is another message.
      ...rows(session, "Customer").map((_, slot): [string, string[]] => [`Message to ${slot}`, rows(session, "Message").filter(({ to }) => to === slot).map(({ to, content }) => JSON.stringify([to, text(content), "sent"]))]),
    ]),
  };
}

const permutations = (n: number): number[][] => (n === 0 ? [[]] : permutations(n - 1).flatMap((order) => Array.from({ length: n }, (_, at) => [...order.slice(0, at), n - 1, ...order.slice(at)])));

/** The definition: leaves changed by the reference, those of them that the end has, those that only the end changes. */
function naive(start: Session, reference: Session, end: Session): [number, number, number] {
  const [a, b, c] = [naiveState(start), naiveState(reference), naiveState(end)];
  let [t, m, mb] = [0, 0, 0];
  for (const [path, value] of a.fixed) {
    if (b.fixed.get(path) !== value) {
      t++;
      if (b.fixed.get(path) === c.fixed.get(path)) m++;
    } else if (c.fixed.get(path) !== value) mb++;
  }
  for (const [table, wanted] of b.created) {
    const made = c.created.get(table)!;
    const size = Math.max(wanted.length, made.length);
    const leaves = (row: string | undefined): unknown[] => (row === undefined ? [] : (JSON.parse(row) as unknown[]));
    let best: [number, number] = [-1, 0];
    for (const order of permutations(size)) {
      let [met, more] = [0, 0];
      for (let i = 0; i < size; i++) {
        const [x, y] = [leaves(wanted[i]), leaves(made[order[i]!])];
        if (x.length === 0) more += y.length;
        else met += x.filter((value, n) => value === y[n]).length;
      }
      if (met - more > best[0] - best[1] || best[0] < 0) best = [met, more];
    }
    t += wanted.reduce((sum, row) => sum + leaves(row).length, 0);
    m += best[0];
    mb += best[1];
  }
  return [t, m, mb];
}

describe("the state difference", () => {
  it("agrees with the definition, tried with every way of matching created rows", { timeout: 60_000 }, () => {
    const fresh = loaded.runtime.Session.start(loaded.world, { seed: 3, faults: "off" });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 7 }), fc.array(act, { maxLength: 7 }), (wanted, made) => {
        const [start, reference, end] = [fresh.fork(), fresh.fork(), fresh.fork()];
        perform(reference, wanted);
        perform(end, made);
        const { t, m, mb, rc, rb, missing, extra } = loaded.runtime.stateDifference(start.program, start.store, reference.store, end.store);
        const expected = naive(start, reference, end);
        expect([t, m, mb]).toEqual(expected);
        expect([missing.length, extra.length]).toEqual([t - m, mb]);
        expect([rc, rb]).toEqual(t === 0 ? [1, mb] : [m / t, mb / t]);
      }),
      { seed: 1, numRuns: 400 },
    );
  });
});

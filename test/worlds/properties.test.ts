import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { randomCall } from "../support/random-calls.js";
import { ROOT } from "../support/root.js";
import { loadRuntime, loadWorld, type CallRecord, type Runtime, type Session, type WorldDef } from "../support/world.js";

const PATH = "worlds/lighttalk.world";

let runtime: Runtime;
let world: WorldDef;
/** LightTalk's tools check before they write; here messages and comments are written before anything is checked. */
let hasty: WorldDef;
beforeAll(async () => {
  const source = readFileSync(join(ROOT, PATH), "utf8");
  const early = source
    .replace(/( +do check_reachable\(contact\)\n)( +create Message .*\n)/, "$2$1")
    .replace(/( +do check_member\(group\)\n(?:.*\n){3})( +create GroupMessage .*\n)/, "$2$1")
    .replace(/( +do check_moment\(contact, moment\)\n)( +let comment = create .*\n)/, "$2$1");
  [runtime, world, hasty] = await Promise.all([loadRuntime(), loadWorld(PATH), loadWorld(PATH, { [PATH]: early })]);
  expect(hasty.semanticHash).not.toBe(world.semanticHash);
});

/** Calls by number: what each is depends on the state it meets. */
const calls = fc.array(fc.nat(1_000_000), { maxLength: 40, size: "max" });
const seed = fc.nat(30);
const RUNS = { numRuns: 60 };

const start = (n: number, def = world): Session => runtime.Session.start(def, { seed: n });
const stateOf = (session: Session): string => JSON.stringify(session.snapshot());

function make(session: Session, number: number): CallRecord {
  const { tool, args } = randomCall(runtime, session, number);
  return session.call(tool, args);
}
const log = (session: Session, numbers: readonly number[]): string => JSON.stringify(numbers.map((n) => [make(session, n), session.hash()]));

describe("any calls in LightTalk", () => {
  it("taken back leave the exact state and hash", () => {
    fc.assert(
      fc.property(seed, calls, (n, numbers) => {
        const session = start(n);
        const past: [string, string][] = [];
        for (const number of numbers) {
          past.push([stateOf(session), session.hash()]);
          make(session, number);
        }
        const future = [stateOf(session), session.hash()];
        for (const before of past.reverse()) {
          expect(session.undo()).toBe(true);
          expect([stateOf(session), session.hash()]).toEqual(before);
        }
        expect(session.undo()).toBe(false);
        for (const number of numbers) make(session, number);
        expect([stateOf(session), session.hash()]).toEqual(future);
      }),
      RUNS,
    );
  });

  it("in a fork never show in the other session, and have the same outcome there", () => {
    fc.assert(
      fc.property(seed, calls, calls, calls, (n, before, left, right) => {
        const session = start(n);
        log(session, before);
        const fork = session.fork();
        const reference = session.fork();
        const parting = stateOf(session);
        const there = log(fork, left);
        expect(stateOf(session)).toBe(parting);
        const state = stateOf(fork);
        log(session, right);
        for (let i = 0; i < before.length; i++) session.undo();
        expect(stateOf(fork)).toBe(state);
        expect(stateOf(reference)).toBe(parting);
        expect(log(reference, left)).toBe(there);
      }),
      RUNS,
    );
  });

  it("have the same outcome in a session restored from a snapshot", () => {
    fc.assert(
      fc.property(seed, calls, calls, (n, before, after) => {
        const session = start(n);
        log(session, before);
        const restored = runtime.Session.restore(world, stateOf(session));
        expect(stateOf(restored)).toBe(stateOf(session));
        expect(log(restored, after)).toBe(log(session, after));
        expect(stateOf(restored)).toBe(stateOf(session));
      }),
      RUNS,
    );
  });

  it("leave nothing of the agent's behind when they fail", () => {
    fc.assert(
      fc.property(seed, calls, fc.boolean(), (n, numbers, hastily) => {
        const session = start(n, hastily ? hasty : world);
        for (const number of numbers) {
          const before = JSON.stringify(session.snapshot().tables);
          const { status, writes } = make(session, number);
          if (status === "ok") continue;
          expect(writes.filter((write) => write.author === "agent")).toEqual([]);
          expect(JSON.stringify(session.snapshot().tables)).toBe(before);
          expect(session.hash()).toBe(session.fullHash());
        }
      }),
      { numRuns: 120 },
    );
  });

  it("keep the running hash equal to one worked out from scratch", () => {
    fc.assert(
      fc.property(seed, calls, (n, numbers) => {
        const session = start(n);
        for (const number of numbers) {
          make(session, number);
          expect(session.hash()).toBe(session.fullHash());
        }
      }),
      RUNS,
    );
  });

  it("never raise, end in no run-time diagnostic, and answer as the schema says", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const schemas = new Map<string, ValidateFunction>(world.tools.map((tool) => [tool.name, ajv.compile(tool.outputSchema)]));
    fc.assert(
      fc.property(seed, calls, (n, numbers) => {
        const session = start(n);
        for (const number of numbers) {
          const { tool, status, output, diagnostic } = make(session, number);
          expect(diagnostic).toBeUndefined();
          expect(["ok", "failed", "error", "invalid"]).toContain(status);
          const fits = schemas.get(tool);
          if (status === "ok" && fits) expect(fits({ status, output }), `${tool}: ${ajv.errorsText(fits.errors)}`).toBe(true);
          else expect(typeof output).toBe("string");
        }
      }),
      { numRuns: 150 },
    );
  });
});

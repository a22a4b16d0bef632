import { describe, expect, it } from "vitest";
import { parseDateTime } from "../../runtime/calendar.js";
import { Session } from "../../runtime/session.js";
import { STATE, world } from "./fixture.js";

const start = (seed = 1): Session => Session.start(world, { seed });
const time = (text: string): number => parseDateTime(text)!;

describe("faults", () => {
  it("strike before the body: nothing happens but the cost", () => {
    const s = start();
    const record = s.call("flaky", {}, { faults: ["Chat.network"] });
    expect(record).toMatchObject({
      status: "error",
      validity: "fault",
      output: "The network did not answer.",
      faults: ["Chat.network"],
      writes: [],
    });
    expect(record.clock.after).not.toBe(record.clock.before);
  });

  it("delay a call that then goes on", () => {
    const s = start();
    const record = s.call("flaky", {}, { faults: ["Chat.slow"] });
    expect(record).toMatchObject({ status: "ok", faults: ["Chat.slow"] });
    const took = time(record.clock.after) - time(record.clock.before);
    expect(took).toBeGreaterThanOrEqual(101);
    expect(took).toBeLessThanOrEqual(210);
  });

  it("commit then error: it happened, the answer is lost", () => {
    const s = start();
    const record = s.call("flaky", {}, { faults: ["Chat.lost"] });
    expect(record).toMatchObject({ status: "error", output: "Gateway timeout.", faults: ["Chat.lost"] });
    expect(record.writes).toHaveLength(1);
    expect(s.db.state(STATE).tries).toBe(1);
  });

  it("the first in order of declaration wins", () => {
    const record = start().call("flaky", {}, { faults: ["Chat.lost", "Chat.network", "Chat.slow"] });
    expect(record.faults).toEqual(["Chat.slow", "Chat.network"]);
  });

  it("strike about as often as chance says, and never where `unless` holds", () => {
    const s = start(5);
    let struck = 0;
    for (let i = 0; i < 500; i++) {
      s.edit("test", (db) => db.setState(STATE, { tries: 0 }));
      if (s.call("flaky", {}).faults.includes("Chat.network")) struck++;
    }
    expect(struck).toBeGreaterThan(150);
    expect(struck).toBeLessThan(250);
    s.edit("test", (db) => db.setState(STATE, { armed: true }));
    for (let i = 0; i < 50; i++) {
      s.edit("test", (db) => db.setState(STATE, { tries: 0 }));
      expect(s.call("flaky", {}).faults).not.toContain("Chat.network");
    }
  });

  it("are off when the session says so, and forced ones only when named", () => {
    const s = Session.start(world, { seed: 1, faults: "off" });
    for (let i = 0; i < 50; i++) expect(s.call("flaky", {}).faults).toEqual([]);
    expect(s.call("flaky", {}, { faults: ["Chat.lost"] }).status).toBe("error");
    for (let i = 0; i < 30; i++) expect(start(i).call("flaky", {}, { faults: [] }).faults).toEqual([]);
    expect(() => s.call("flaky", {}, { faults: ["nope"] })).toThrow(RangeError);
  });

  it("limit: the window slides over accepted calls", () => {
    const s = start();
    const statuses = (n: number): string[] => Array.from({ length: n }, () => s.call("limited", {}).status);
    expect(statuses(5)).toEqual(["ok", "ok", "ok", "error", "error"]);
    s.advance(54); // The next call costs 1 s: the first accepted one is then 59 s ago.
    expect(statuses(1)).toEqual(["error"]);
    expect(statuses(1)).toEqual(["ok"]);
    expect(statuses(2)).toEqual(["ok", "ok"]);
    for (let i = 0; i < 4; i++) s.undo();
    expect(s.call("limited", {}).status).toBe("error");
    s.advance(1000);
    expect(statuses(4)).toEqual(["ok", "ok", "ok", "error"]);
  });

  it("during: half open, over midnight", () => {
    const s = start();
    const at = (text: string): string => {
      s.setClock(time(text));
      return s.call("nightly", {}).status;
    };
    expect(at("2026-05-01T21:59:59")).toBe("ok");
    expect(at("2026-05-01T22:00:00")).toBe("error");
    expect(at("2026-05-01T00:00:00")).toBe("error");
    expect(at("2026-05-01T01:59:59")).toBe("error");
    expect(at("2026-05-01T02:00:00")).toBe("ok");
  });
});

describe("draws", () => {
  it("are keyed by tool and call: other tools' calls shift nothing", () => {
    const [a, b] = [start(9), start(9)];
    const run = (s: Session, noise: boolean): unknown[] =>
      Array.from({ length: 30 }, () => {
        if (noise)
          for (const tool of ["ping", "limited", "nightly", "pay"]) s.call(tool, tool === "pay" ? { amount: 1 } : {});
        const { status, faults, clock } = s.call("flaky", {});
        return { status, faults, took: time(clock.after) - time(clock.before) };
      });
    expect(run(a, true)).toEqual(run(b, false));
  });

  it("repeat after undo and in a fork, unless salted", () => {
    const s = start(4);
    for (let i = 0; i < 10; i++) s.call("flaky", {});
    const fork = s.fork();
    const salted = s.fork({ salt: "other" });
    const next = (x: Session): string => JSON.stringify(Array.from({ length: 20 }, () => x.call("flaky", {})));
    const first = next(s);
    for (let i = 0; i < 20; i++) s.undo();
    expect(next(s)).toBe(first);
    expect(next(fork)).toBe(first);
    expect(next(salted)).not.toBe(first);
    expect(next(Session.restore(world, salted.snapshot()))).toBe(next(salted));
  });

  it("do not depend on what else the world declares", () => {
    const more = {
      ...world,
      tools: [...world.tools, { ...world.tools[0]!, name: "zzz" }],
      faults: [{ ...world.faults[4]!, name: "Other.first", on: [world.tools.length] }, ...world.faults],
    };
    const [a, b] = [start(2), Session.start(more, { seed: 2 })];
    for (let i = 0; i < 20; i++) expect(b.call("flaky", {}).toJSON()).toEqual(a.call("flaky", {}).toJSON());
  });
});

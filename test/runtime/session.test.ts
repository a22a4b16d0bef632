import { describe, expect, it } from "vitest";
import { diagnose, fail } from "../../runtime/failure.js";
import { Session } from "../../runtime/session.js";
import { StartError } from "../../runtime/start.js";
import { runTest } from "../../runtime/testing.js";
import type { TestDef, WorldDef } from "../../runtime/types.js";
import { createWorld, restoreWorld } from "../../runtime/world.js";
import { BOOKING, CONTACT, STATE, uidOf, world } from "./fixture.js";

describe("starting", () => {
  it("is a function of the seed", () => {
    const text = (seed: number): string => JSON.stringify(Session.start(world, { seed }).snapshot());
    expect(text(3)).toBe(text(3));
    expect(text(3)).not.toBe(text(4));
    expect(Session.start(world, { seed: Number.MAX_SAFE_INTEGER }).hash()).toHaveLength(16);
  });

  it("is the same however often and in whatever company, and nobody writes into another's", () => {
    const whole = { ...world };
    const text = (prepare?: (store: Session["store"]) => void): string => JSON.stringify(Session.start(whole, { seed: 3 }, prepare).snapshot());
    const first = text();
    expect(text((store) => store.setState(STATE, { tries: 5 }))).not.toBe(first);
    expect(() => text(() => fail("no"))).toThrow(StartError);
    Session.start(whole, { seed: 3 }).edit("test", (db) => db.setState(STATE, { tries: 7 }));
    expect(text()).toBe(first);
    for (let seed = 10; seed < 30; seed++) Session.start(whole, { seed });
    expect(text()).toBe(first);
    expect(JSON.stringify(Session.start({ ...world }, { seed: 3 }).snapshot())).toBe(first);
  });

  it("refuses what is prepared where the rows of init do not allow it", () => {
    const row = (store: Session["store"], uid: string): object => ({ ...(store.get(CONTACT, store.all(CONTACT)[0]!) as object), uid });
    const begin = (): Session => Session.start(world, { seed: 5 }, (store) => void store.create(CONTACT, row(store, "twice")));
    expect(begin).toThrow(StartError);
  });

  it.each([-1, 1.5, NaN, Infinity, 2 ** 53, "1" as unknown as number])("refuses the seed %s", (seed) => {
    expect(() => Session.start(world, { seed })).toThrow(
      expect.objectContaining({ name: "StartError", code: "bad-seed" }),
    );
  });

  it("tells what goes wrong in init", () => {
    const init = (body: NonNullable<WorldDef["apps"][number]["init"]>): StartError => {
      try {
        Session.start({ ...world, apps: [{ ...world.apps[0]!, init: body }] }, { seed: 1 });
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(StartError);
        return thrown as StartError;
      }
      throw new Error("started");
    };
    expect(init((_, random) => random.pick([])).code).toBe("nothing-to-pick");
    expect(init(() => {}).message).toBe("Chat.me is not set in init.");
    expect(init(() => fail("no")).code).toBe("failure");
    expect(init(() => diagnose("overflow", "too big", "a:1"))).toMatchObject({ code: "overflow", src: "a:1" });
    expect(
      init((db) => {
        for (let i = 0; i < 2; i++) db.create(CONTACT, { name: "Ann", tag: "friend", blocked: false, likes: [] });
        db.setState(STATE, { me: 0, rate: 0 });
      }).message,
    ).toBe('Another contact already has the name "Ann".');
  });
});

describe("history", () => {
  it("a record's writes stay right after an undo put other rows in its slots", () => {
    const s = Session.start(world, { seed: 1, faults: "off" });
    const [ann, bob] = [uidOf(s.db, "Ann"), uidOf(s.db, "Bob")];
    const first = s.call("book", { uid: ann, day: "2026-01-01", price: 1 });
    s.undo();
    const second = s.call("book", { uid: bob, day: "2026-01-02", price: 2 });
    expect(first.writes[0]).toMatchObject({ key: { contact: ann, day: "2026-01-01" }, fields: { price: [null, 1] } });
    expect(second.writes[0]!.key).toEqual({ contact: bob, day: "2026-01-02" });
    expect(s.db.get(BOOKING, 0).price).toBe(200);
  });

  it("undo takes back what came after the call, too", () => {
    const s = Session.start(world, { seed: 1 });
    const { clock } = s;
    s.call("ping", {});
    s.setClock(0);
    s.edit("test", (db) => db.setState(STATE, { tries: 5 }));
    s.undo();
    expect(s.clock).toBe(clock);
    expect(s.db.state(STATE).tries).toBe(0);
    expect(s.undo()).toBe(false);
  });

  it("differences name authors, sets without order, and rows once", () => {
    const s = Session.start(world, { seed: 1, faults: "off" });
    const mark = s.mark();
    const key = s.call("add_contact", { name: "Zoe" }).output as string;
    s.call("rename", { uid: key, name: "Zed" });
    s.call("join", { group: "Choir", uid: key });
    s.edit("init", (db) => db.setState(STATE, { tries: 2 }));
    expect(s.difference(mark).map(({ table, change, author }) => [table, change, author])).toEqual([
      ["Chat.Contact", "created", "agent"],
      ["Chat.Group", "changed", "agent"],
      ["Chat.state", "changed", "init"],
    ]);
    expect(s.difference(mark)[0]!.fields["name"]).toEqual([null, "Zed"]);
    const group = s.mark();
    s.edit("test", (db) =>
      db.set(2, 0, { members: [...(db.get(2, 0) as { members: number[] }).members].reverse() } as never),
    );
    expect(s.difference(group)).toEqual([]);
    s.call("leave", { group: "choir", uid: key });
    s.call("delete_contact", { uid: key });
    expect(s.difference(mark).map((w) => w.table)).toEqual(["Chat.state"]);
    expect(() => Session.start(world, { seed: 1 }).difference(mark)).toThrow(TypeError);
    const fork = s.fork();
    fork.call("rename", { uid: uidOf(fork.db, "Ann"), name: "Anna" });
    expect(fork.difference(s)[0]!.fields).toEqual({ name: ["Ann", "Anna"] });
    expect(s.difference(fork)[0]!.fields).toEqual({ name: ["Anna", "Ann"] });
  });

  it("a call refused for an unknown fault leaves no trace to undo", () => {
    const s = Session.start(world, { seed: 1 });
    expect(() => s.call("ping", {}, { faults: ["nope"] })).toThrow(RangeError);
    expect(s.undo()).toBe(false);
  });

  it("a schema that cannot be compiled is a diagnostic of the tool", () => {
    const broken = {
      ...world,
      tools: world.tools.map((t) => (t.name === "ping" ? { ...t, inputSchema: { type: "nonsense" } } : t)),
    };
    expect(Session.start(broken, { seed: 1 }).call("ping", {})).toMatchObject({
      status: "failed",
      diagnostic: { code: "internal" },
    });
  });

  it("an edit that throws writes nothing", () => {
    const s = Session.start(world, { seed: 1 });
    expect(() => s.edit("test", (db) => (db.setState(STATE, { tries: 9 }), fail("no")))).toThrow();
    expect(() => s.edit("test", (db) => db.setState(STATE, { tries: 900 }))).toThrow(
      expect.objectContaining({ code: "rule-broken" }),
    );
    expect(s.db.state(STATE).tries).toBe(0);
    expect(() => s.advance(-1)).toThrow(expect.objectContaining({ code: "overflow" }));
    expect(() => s.setClock(NaN)).toThrow(expect.objectContaining({ code: "overflow" }));
  });
});

describe("a world as a library", () => {
  it("has a typed function per tool", () => {
    interface Tools {
      ping(args?: object): { status: string; output: unknown };
      add_contact(args: { name: string }): { status: string; output: unknown };
      finish(args: { summary?: string }): { status: string; output: unknown };
    }
    const w = createWorld<Tools>(world, { seed: 1 });
    expect(w.tools.ping()).toEqual({ status: "ok", output: "pong" });
    const fork = w.fork();
    fork.tools.add_contact({ name: "Zoe" });
    expect(w.session.db.all(CONTACT)).toHaveLength(6);
    expect(restoreWorld<Tools>(world, fork.session.snapshot()).session.hash()).toBe(fork.session.hash());
    expect(fork.tools.finish({}).status).toBe("ok");
  });
});

describe("tests", () => {
  const run = (body: TestDef["body"], more: Partial<TestDef> = {}) =>
    runTest(world, { label: "a test", src: "t.world:1", seed: 1, faults: false, body, ...more });

  it("pass, with slots or keys as arguments and decoded answers", () => {
    const result = run((t) => {
      const loose = t.call("add_contact", { name: "Zoe", tag: "mate" }, { src: "t.world:2" }) as number;
      t.expect(t.db.get(CONTACT, loose).tag === "mate", "tag", [], "t.world:3");
      t.call("rename", { uid: loose, name: "Zed" }, { src: "t.world:4" });
      t.call("rename", { uid: t.db.get(CONTACT, loose).uid, name: "Zee" }, { src: "t.world:4" });
      t.call("rename", { uid: "user_x", name: "Zee" }, { fails: "No contact", src: "t.world:5" });
      const booking = t.call(
        "book",
        { uid: loose, day: 20_000, price: 1250, note: null },
        { src: "t.world:6" },
      ) as number;
      t.expect(t.call("get_booking", { booking }, { src: "t.world:7" }) === 1250, "price", [], "t.world:7");
      t.call("get_contacts", { page: 0 }, { fails: "≥ 1", src: "t.world:8" });
      const before = t.db.now;
      t.advance(60);
      t.expect(t.db.now === before + 60, "a minute", [], "t.world:9");
    });
    expect(result).toEqual({ label: "a test", src: "t.world:1", passed: true });
  });

  it("fail where the outcome is another", () => {
    expect(run((t) => t.call("rename", { uid: "x", name: "y" }, { src: "t.world:2" })).failure).toEqual({
      message: "rename was expected to succeed.",
      src: "t.world:2",
      expected: "ok",
      got: "failed: No contact has the UID x.",
      lastCall: { tool: "rename", args: { uid: "x", name: "y" }, status: "failed", output: "No contact has the UID x.", writes: [] },
    });
    expect(run((t) => t.call("ping", {}, { fails: "x", src: "t.world:2" })).failure).toMatchObject({
      message: "ping was expected to fail.",
    });
    expect(run((t) => t.call("pay", { amount: 1 }, { fails: "x", src: "t.world:2" })).failure!.got).toContain(
      "Enter the password",
    );
    expect(run((t) => t.expect(false, "a == b", [1, 2], "t.world:3")).failure).toEqual({
      message: "expected a == b",
      src: "t.world:3",
      expected: "a == b",
      got: "1, 2",
    });
    expect(
      run((t) => t.call("crash", { how: "zero" }, { fails: "zero", src: "t.world:2" })).failure!.message,
    ).toContain("division-by-zero");
    expect(run(() => fail("no blocked contact")).failure).toEqual({ message: "no blocked contact", src: "t.world:1" });
    expect(run(() => (null as unknown as string).length as never).failure!.message).toContain("internal");
    expect(run(() => {}, { seed: -1 }).failure!.message).toContain("seed");
  });

  it("have faults only on demand", () => {
    const often = (faults: boolean): boolean =>
      run(
        (t) => {
          for (let i = 0; i < 40; i++) t.call("flaky", {}, { src: "t.world:2" });
        },
        { faults },
      ).passed;
    expect(often(false)).toBe(true);
    expect(often(true)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { Session } from "../../runtime/session.js";
import { parseDateTime } from "../../runtime/calendar.js";
import { BOOKING, CONTACT, GROUP, looseContact, MESSAGE, STATE, uidOf, world, type Contact } from "./fixture.js";
import type { Ref } from "../../runtime/types.js";

const start = (seed = 1, faults: "off" | "seeded" = "off"): Session => Session.start(world, { seed, faults });
const uid = (s: Session, slot: Ref<Contact>): string => s.db.get(CONTACT, slot).uid;

describe("a call that succeeds", () => {
  it("answers, writes and takes time", () => {
    const s = start();
    const loose = s.db.create === undefined ? 0 : looseContact(s.db);
    s.edit("test", (db) => db.set(CONTACT, loose, { blocked: false }));
    const record = s.call("send_message", { uid: uid(s, loose), content: "hi" });
    expect(record).toMatchObject({ status: "ok", validity: "valid", faults: [] });
    expect(record.writes).toEqual([
      {
        table: "Chat.Message",
        key: expect.stringMatching(/^msg_[2-9A-HJ-NP-Za-km-z]{22}$/),
        change: "created",
        author: "agent",
        fields: {
          mid: [null, record.writes[0]!.key],
          thread: [null, uid(s, loose)],
          sent: [null, record.clock.after],
          content: [null, "hi"],
          parent: [null, null],
        },
      },
    ]);
    const took = parseDateTime(record.clock.after)! - parseDateTime(record.clock.before)!;
    expect(took).toBeGreaterThanOrEqual(1);
    expect(took).toBeLessThanOrEqual(10);
    expect(JSON.parse(JSON.stringify(record))).toMatchObject({ tool: "send_message", status: "ok" });
  });

  it("encodes references, enums, money and composite keys", () => {
    const s = start();
    const ann = uidOf(s.db, "Ann");
    const added = s.call("add_contact", { name: "Zoe", tag: "work mate", likes: ["tea"] });
    expect(added.output).toMatch(/^user_/);
    expect(added.writes[0]!.fields["tag"]).toEqual([null, "work mate"]);
    const booked = s.call("book", { uid: ann, day: "2026-02-28", price: 12.5 });
    expect(booked.output).toEqual({ contact: ann, day: "2026-02-28" });
    expect(s.call("get_booking", { booking: booked.output }).output).toBe(12.5);
    expect(s.db.get(BOOKING, 0)).toMatchObject({ price: 1250, note: null, guide: null });
    expect(s.call("get_booking", { booking: { contact: ann, day: "2026-02-27" } })).toMatchObject({
      status: "failed",
      output: `No booking ${ann}, 2026-02-27.`,
    });
    expect(s.call("get_contacts", { page: 1 }).output).toHaveLength(3);
  });

  it("stores nothing that a caller may change later", () => {
    const s = start();
    const likes = ["tea"];
    s.call("add_contact", { name: "Zoe", likes });
    likes.push("rum");
    expect(s.db.get(CONTACT, 6).likes).toEqual(["tea"]);
    expect(Object.isFrozen(s.db.get(CONTACT, 6).likes)).toBe(true);
    expect(Object.isFrozen(likes)).toBe(false);
  });
});

describe("a call that fails", () => {
  it("fails for an unknown key with the entity's text, after its guards", () => {
    const s = start();
    expect(s.call("rename", { uid: "user_x", name: "Y" })).toMatchObject({
      status: "failed",
      validity: "execution failure",
      output: "No contact has the UID user_x.",
    });
    expect(s.call("pay", { amount: -1 }).output).toBe("Enter the password first.");
  });

  it("takes a spent guard back with the body", () => {
    const s = start();
    s.call("enter_pin", { pin: "1234" });
    expect(s.call("pay", { amount: -1 })).toMatchObject({
      status: "failed",
      output: "The amount is negative.",
      writes: [],
    });
    expect(s.db.state(STATE).armed).toBe(true);
    expect(s.call("pay", { amount: 3 }).output).toBe("Paid 3.");
    expect(s.db.state(STATE).armed).toBe(false);
  });

  it("commits what a failure keeps, and nothing else", () => {
    const s = start();
    const record = s.call("enter_pin", { pin: "9999" });
    expect(record).toMatchObject({ status: "failed", output: "Wrong PIN." });
    expect(record.writes).toEqual([
      { table: "Chat.state", key: null, change: "changed", author: "agent", fields: { tries: [0, 1] } },
    ]);
    expect(s.db.state(STATE)).toMatchObject({ armed: false, tries: 1 });
  });

  it("says which unique value clashes, at commit only", () => {
    const s = start();
    expect(s.call("rename", { uid: uidOf(s.db, "Ann"), name: "Bob" })).toMatchObject({
      status: "failed",
      output: 'Another contact already has the name "Bob".',
      diagnostic: undefined,
    });
    expect(s.call("swap_names", { uid: uidOf(s.db, "Ann"), other: uidOf(s.db, "Bob") }).status).toBe("ok");
    expect(s.call("rename", { uid: uidOf(s.db, "Ann"), name: "Nobody" }).output).toBe("That name is taken by nobody.");
    expect(s.call("add_contact", { name: "Ann" }).status).toBe("failed");
    expect(s.db.free(CONTACT, "name", "Ann")).toBe(false);
    expect(s.db.free(CONTACT, "name", "Zed")).toBe(true);
  });

  it("refuses duplicate keys, folded or composite", () => {
    const s = start();
    const ann = uidOf(s.db, "Ann");
    expect(s.call("create_group", { uid: ann, name: "CHOIR" }).output).toBe(
      'Another group already has the name "CHOIR".',
    );
    s.call("book", { uid: ann, day: "2026-01-01", price: 1 });
    expect(s.call("book", { uid: ann, day: "2026-01-01", price: 2 }).output).toBe(
      `Another booking already has the contact "${ann}" and the day "2026-01-01".`,
    );
    expect(s.db.find(GROUP, "cHoIr")).toBe(0);
    expect(() => s.db.at(GROUP, "band")).toThrow(expect.objectContaining({ message: "No group band." }));
  });

  it("holds row checks, field refinements and rules", () => {
    const s = start();
    const owner = s.db.get(GROUP, 0).owner;
    expect(s.call("leave", { group: "choir", uid: uid(s, owner) })).toMatchObject({
      status: "failed",
      output: "The owner must stay in Choir.",
    });
    expect(s.call("book", { uid: uid(s, 0), day: "2026-01-01", price: 1, note: "far too long a note" }).output).toBe(
      "The note is too long.",
    );
    expect(s.call("crash", { how: "rule" })).toMatchObject({
      status: "failed",
      diagnostic: { code: "rule-broken", src: "chat.world:rule" },
    });
    expect(s.db.state(STATE).tries).toBe(0);
  });

  it.each([
    ["stack", "internal"],
    ["null", "internal"],
    ["zero", "division-by-zero"],
    ["long", "too-long"],
    ["dangling", "deleted-row"],
  ])("survives a body that breaks: %s", (how, code) => {
    const s = start();
    const before = s.snapshot();
    const record = s.call("crash", { how });
    expect(record).toMatchObject({ status: "failed", diagnostic: { code }, writes: [] });
    expect(record.output).not.toContain("TypeError");
    expect(s.snapshot().tables).toEqual(before.tables);
  });

  it("fails on a tree that would lead back", () => {
    const s = start();
    const mid = s.db.get(MESSAGE, 0).mid;
    const reply = s.call("reply", { message: mid, content: "re" }).output as string;
    expect(s.call("move_reply", { message: mid, parent: reply })).toMatchObject({ diagnostic: { code: "tree-cycle" } });
    expect(s.call("move_reply", { message: mid, parent: mid })).toMatchObject({ diagnostic: { code: "tree-cycle" } });
    expect(s.call("move_reply", { message: reply, parent: null }).status).toBe("ok");
  });
});

describe("deletion", () => {
  it("restricts, naming what refers", () => {
    const s = start();
    const owner = s.db.get(GROUP, 0).owner;
    expect(s.call("delete_contact", { uid: uid(s, owner) }).output).toMatch(
      /^The contact "user_.*" cannot be deleted: the group "Choir" still refers to it as its owner\.$/,
    );
    expect(s.call("delete_contact", { uid: uid(s, 0) }).output).toMatch(
      /cannot be deleted: Chat still refers to it as its me\.$/,
    );
  });

  it("cascades down, drops set members and detaches", () => {
    const s = start();
    const member = s.db.get(GROUP, 0).members[1]!;
    const key = uid(s, member);
    const other = uid(s, 0);
    s.edit("test", (db) => {
      const first = db.create(MESSAGE, { thread: member, sent: 5, content: "a", parent: null });
      db.create(MESSAGE, { thread: 0, sent: 6, content: "b", parent: first });
      db.create(BOOKING, { contact: 0, day: 1, price: 1, note: null, guide: member });
      db.create(BOOKING, { contact: member, day: 1, price: 1, note: null, guide: null });
    });
    const record = s.call("delete_contact", { uid: key });
    expect(record.status).toBe("ok");
    expect(s.db.get(GROUP, 0).members).toHaveLength(1);
    expect(s.db.find(BOOKING, 0, 1)).not.toBeNull();
    expect(s.db.get(BOOKING, 0).guide).toBeNull();
    expect(s.db.alive(BOOKING, 1)).toBe(false);
    expect(s.db.all(MESSAGE).every((m) => s.db.get(MESSAGE, m).thread !== member)).toBe(true);
    expect(record.writes.find((w) => w.table === "Chat.Group")!.fields["members"]![0]).toContain(key);
    expect(record.writes.find((w) => w.change === "deleted" && w.table === "Chat.Booking")!.key).toEqual({
      contact: key,
      day: "1970-01-02",
    });
    expect(s.call("rename", { uid: key, name: "Q" }).output).toBe(`No contact has the UID ${key}.`);
    expect(other).toBe(uid(s, 0));
  });
});

describe("inverses", () => {
  it("are ordered by their field, then by creation, also through sets", () => {
    const s = start();
    s.edit("test", (db) => {
      const c = db.create(CONTACT, { name: "Zoe", tag: "friend", blocked: false, likes: [] });
      const at = (sent: number): Ref<unknown> => db.create(MESSAGE, { thread: c, sent, content: "", parent: null });
      const [a, b, d, e] = [at(5), at(3), at(5), at(4)];
      const held = db.inverse(CONTACT, 0, c);
      expect(held).toEqual([b, e, a, d]);
      db.set(MESSAGE, b!, { sent: 9 });
      expect(held).toEqual([b, e, a, d]);
      expect(db.inverse(CONTACT, 0, c)).toEqual([e, a, d, b]);
      db.set(MESSAGE, a!, { thread: 0 });
      expect(db.inverse(CONTACT, 0, c)).toEqual([e, d, b]);
      db.include(GROUP, 0, "members", c);
      expect(db.inverse(CONTACT, 1, c)).toEqual([0]);
    });
  });
});

describe("time and availability", () => {
  it("advance commits first", () => {
    const s = start();
    expect(s.call("wait", { seconds: 90 }).output).toBe("90");
    expect(s.db.state(STATE).tries).toBe(7);
    s.undo();
    expect(s.db.state(STATE).tries).toBe(0);
  });

  it("a disabled tool fails with its reason, and costs time", () => {
    const s = start();
    s.call("set_pay", { off: true });
    const record = s.call("pay", { amount: 1 });
    expect(record).toMatchObject({ status: "failed", output: "Payments are closed." });
    expect(record.clock.before).not.toBe(record.clock.after);
    s.call("set_pay", { off: false });
    expect(s.call("pay", { amount: 1 }).output).toBe("Enter the password first.");
  });

  it("a syntactic error costs nothing and draws nothing", () => {
    const [a, b] = [start(3, "seeded"), start(3, "seeded")];
    for (let i = 0; i < 20; i++) a.call("pay", { amount: "x" });
    a.call("nonsense", {});
    expect(a.clock).toBe(b.clock);
    expect(a.call("flaky", {}).toJSON()).toEqual(b.call("flaky", {}).toJSON());
  });
});

describe("kernel tools", () => {
  it("end the session; later calls are refused; undo takes the end back", () => {
    const s = start();
    const clock = s.clock;
    expect(s.call("finish", { sumary: "x" })).toMatchObject({
      status: "invalid",
      output: expect.stringContaining("`summary`"),
    });
    expect(s.ended).toBeNull();
    expect(s.call("finish", {})).toMatchObject({ status: "ok", validity: "valid" });
    expect(s.clock).toBe(clock);
    expect(s.call("ping", {})).toMatchObject({ status: "failed" });
    expect(s.call("finish", {})).toMatchObject({ status: "failed" });
    expect(s.ended).toEqual({ tool: "finish", text: "" });
    s.undo();
    s.undo();
    s.undo();
    expect(s.ended).toBeNull();
    expect(s.call("report_infeasible", {})).toMatchObject({ status: "invalid", output: "`reason`: missing." });
    expect(s.call("report_infeasible", { reason: "no stock" }).status).toBe("ok");
    expect(s.ended).toEqual({ tool: "report_infeasible", text: "no stock" });
  });
});

import { describe, expect, it } from "vitest";
import { Session } from "../../runtime/session.js";
import { SnapshotError } from "../../runtime/restore.js";
import type { WorldDef } from "../../runtime/types.js";
import { CONTACT, uidOf, world } from "./fixture.js";

type Json = Record<string, unknown>;

function busy(): Session {
  const s = Session.start(world, { seed: 11 });
  const ann = uidOf(s.db, "Ann");
  for (let i = 0; i < 6; i++) s.call("limited", {});
  for (let i = 0; i < 6; i++) s.call("flaky", {});
  s.call("set_pay", { off: true });
  s.call("book", { uid: ann, day: "2026-03-04", price: 9.99 });
  return s;
}

const copy = (s: Session): Json => JSON.parse(JSON.stringify(s.snapshot())) as Json;
const edit = (change: (json: any) => void): Json => {
  const json = copy(busy());
  change(json);
  return json;
};
function refusal(json: unknown, options = {}, def: WorldDef = world): SnapshotError {
  try {
    Session.restore(def, json, options);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(SnapshotError);
    return thrown as SnapshotError;
  }
  throw new Error("restored");
}

describe("snapshots", () => {
  it("are plain JSON in a fixed order, with references as keys", () => {
    const s = busy();
    const json = copy(s);
    expect(json).toMatchObject({
      format: "worldc-snapshot",
      version: 1,
      world: "Small",
      seed: 11,
      faults: "seeded",
      clock: s.clock,
    });
    expect((json["calls"] as Json)["limited"]).toBe(6);
    expect((json["disabled"] as Json)["pay"]).toBe("Payments are closed.");
    expect((json["limits"] as Json)["Chat.throttle"]).toHaveLength(3);
    expect((json["tables"] as any)["Chat.Booking"].rows[0][1]).toEqual({
      contact: uidOf(s.db, "Ann"),
      day: "2026-03-04",
      price: 9.99,
      note: null,
      guide: null,
    });
    expect(JSON.stringify(s.snapshot())).toBe(JSON.stringify(busy().snapshot()));
  });

  it("restore from text, and whatever the order of fields", () => {
    const s = busy();
    const turned = (v: unknown): unknown =>
      Array.isArray(v)
        ? v.map(turned)
        : typeof v === "object" && v !== null
          ? Object.fromEntries(
              Object.entries(v)
                .reverse()
                .map(([k, x]) => [k, turned(x)]),
            )
          : v;
    expect(Session.restore(world, JSON.stringify(copy(s))).hash()).toBe(s.hash());
    expect(Session.restore(world, turned(copy(s))).hash()).toBe(s.hash());
  });

  it("say what is wrong with a file that is none", () => {
    expect(refusal("{").code).toBe("not-a-snapshot");
    expect(refusal(null).code).toBe("not-a-snapshot");
    expect(refusal([]).code).toBe("not-a-snapshot");
    expect(refusal({}).code).toBe("not-a-snapshot");
    expect(refusal(edit((j) => (j.version = 2))).code).toBe("other-version");
    expect(refusal(edit((j) => (j.world = "Other"))).code).toBe("other-world");
    expect(refusal(edit((j) => (j.semanticHash = "x"))).code).toBe("changed-world");
  });

  it("take another version of the world when asked", () => {
    const s = busy();
    const later = { ...world, semanticHash: "later" };
    expect(refusal(copy(s), {}, later).code).toBe("changed-world");
    expect(Session.restore(later, copy(s), { allowOtherHash: true }).hash()).toBe(s.hash());
  });

  it("notice a slip anywhere", () => {
    const text = JSON.stringify(copy(busy()));
    let noticed = 0;
    for (let i = 0; i < text.length; i += 5) {
      const c = text[i]!;
      if (!/[0-9a-z]/.test(c)) continue;
      const changed =
        text.slice(0, i) + (c === "1" ? "2" : c === "a" ? "b" : /[0-9]/.test(c) ? "1" : "a") + text.slice(i + 1);
      if (changed === text) continue;
      refusal(changed);
      noticed++;
    }
    expect(noticed).toBeGreaterThan(200);
  });

  it.each<[string, (json: any) => void, RegExp]>([
    ["no tables", (j) => delete j.tables, /^tables: expected an object/],
    [
      "an unknown table",
      (j) => (j.tables["Chat.Contcat"] = { next: 0, rows: [] }),
      /no such table; did you mean "Chat.Contact"/,
    ],
    ["a missing table", (j) => delete j.tables["Chat.Group"], /tables\["Chat.Group"\]: missing/],
    ["an unknown field", (j) => (j.tables["Chat.Contact"].rows[0][1].nmae = 1), /no such field; did you mean "name"/],
    [
      "a missing field",
      (j) => delete j.tables["Chat.Contact"].rows[0][1].name,
      /\["Chat.Contact"\]\[0\].name: missing/,
    ],
    [
      "a wrong type",
      (j) => (j.tables["Chat.Contact"].rows[0][1].blocked = "no"),
      /blocked: expected true or false, got "no"/,
    ],
    ["a wrong enum", (j) => (j.tables["Chat.Contact"].rows[0][1].tag = "mate"), /tag: must be one of/],
    [
      "a dangling reference",
      (j) => (j.tables["Chat.state"].rows[0][1].me = "user_x"),
      /me: there is no contact with the key "user_x"/,
    ],
    [
      "a dangling member",
      (j) => (j.tables["Chat.Group"].rows[0][1].members[0] = "user_x"),
      /members: there is no contact/,
    ],
    [
      "a duplicate key",
      (j) => (j.tables["Chat.Contact"].rows[1][1].uid = j.tables["Chat.Contact"].rows[0][1].uid),
      /another row has the key/,
    ],
    [
      "a unique value twice",
      (j) => (j.tables["Chat.Contact"].rows[1][1].name = j.tables["Chat.Contact"].rows[0][1].name),
      /two rows have the name/,
    ],
    ["ordinals out of order", (j) => j.tables["Chat.Contact"].rows.reverse(), /out of order/],
    ["an ordinal beyond next", (j) => (j.tables["Chat.Contact"].next = 2), /not below 2/],
    ["an endless table", (j) => (j.tables["Chat.Contact"].next = 1e15), /from 0 to 10000000/],
    ["a broken row", (j) => (j.tables["Chat.Contact"].rows[0] = 5), /expected \[ordinal, fields\]/],
    ["no state", (j) => (j.tables["Chat.state"] = { next: 0, rows: [] }), /exactly one row/],
    ["a bad clock", (j) => (j.clock = "2026-02-30T00:00:00"), /^clock: expected a date and time/],
    ["a bad seed", (j) => (j.seed = -1), /^seed/],
    ["a bad mode", (j) => (j.faults = "on"), /^faults/],
    ["a bad counter", (j) => (j.calls.ping = -1), /^calls.ping/],
    ["an unknown tool", (j) => (j.disabled.pong = "x"), /^disabled.pong.*did you mean "ping"/],
    ["a bad limit", (j) => (j.limits["Chat.throttle"] = ["x"]), /^limits.Chat.throttle/],
    ["a bad end", (j) => (j.ended = { tool: 1 }), /^ended/],
    [
      "a key like __proto__",
      (j) => (j.tables["Chat.Contact"].rows[0][1] = JSON.parse('{"__proto__": 1}')),
      /__proto__: there is no such field/,
    ],
  ])("refuse %s", (_, change, message) => {
    const json = edit(change);
    expect(refusal(json).code).toBe("corrupt");
    const error = refusal(json, { trusted: true });
    expect(error.code).toBe("corrupt");
    expect(error.message).toMatch(message);
  });

  it("refuse a tree that leads back", () => {
    const json = edit((j) => {
      const { rows } = j.tables["Chat.Message"];
      rows[0][1].parent = rows[1][1].mid;
      rows[1][1].parent = rows[0][1].mid;
    });
    expect(refusal(json, { trusted: true }).message).toMatch(/its own ancestor/);
  });

  it("carry foreign identifiers when trusted, and go on from there", () => {
    const json = edit((j) => {
      const text = JSON.stringify(j.tables).replaceAll(j.tables["Chat.Contact"].rows[3][1].uid, "C-17");
      j.tables = JSON.parse(text);
      delete j.hash;
      delete j.integrity;
      delete j.calls;
    });
    const s = Session.restore(world, json, { trusted: true });
    expect(s.call("rename", { uid: "C-17", name: "Quinn" }).status).toBe("ok");
    expect(s.call("rename", { uid: uidOf(s.db, "Ann"), name: "Ann2" }).status).toBe("ok");
    const key = s.call("add_contact", { name: "Zoe" }).output;
    expect(s.call("rename", { uid: key, name: "Zed" }).status).toBe("ok");
    expect(s.hash()).toBe(s.fullHash());
    const again = Session.restore(world, s.snapshot());
    expect(again.call("rename", { uid: "C-17", name: "Rex" }).status).toBe("ok");
    expect(again.call("delete_contact", { uid: key }).status).toBe("ok");
    expect(again.call("rename", { uid: key, name: "Zed" }).status).toBe("failed");
    again.undo();
    again.undo();
    expect(again.call("rename", { uid: key, name: "Zee" }).status).toBe("ok");
  });

  it("keep ordinals after deletions: ids are never reused", () => {
    const s = Session.start(world, { seed: 1 });
    const key = s.call("add_contact", { name: "Zoe" }).output;
    s.call("delete_contact", { uid: key });
    const restored = Session.restore(world, s.snapshot());
    const [a, b] = [s, restored].map((x) => x.call("add_contact", { name: "Yan" }).output);
    expect(a).toBe(b);
    expect(a).not.toBe(key);
    expect(restored.db.all(CONTACT)).toEqual(s.db.all(CONTACT));
  });

  it("survive absurd depth", () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(refusal(edit((j) => (j.tables["Chat.Contact"].rows[0][1].likes = deep))).code).toBe("corrupt");
  });
});

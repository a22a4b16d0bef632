/** A small world written by hand, with something of everything the runtime must get right. */

import type { Db } from "../../runtime/db.js";
import { diagnose, fail } from "../../runtime/failure.js";
import type { Random } from "../../runtime/random.js";
import type { FaultDef, ParamDef, Ref, Table, ToolDef, TypeDef, WorldDef } from "../../runtime/types.js";

export interface Contact {
  uid: string;
  name: string;
  tag: "friend" | "mate";
  blocked: boolean;
  likes: readonly string[];
}
export interface Message {
  mid: string;
  thread: Ref<Contact>;
  sent: number;
  content: string;
  parent: Ref<Message> | null;
}
export interface Group {
  name: string;
  owner: Ref<Contact>;
  members: readonly Ref<Contact>[];
}
export interface Booking {
  contact: Ref<Contact>;
  day: number;
  price: number;
  note: string | null;
  guide: Ref<Contact> | null;
}
export interface State {
  me: Ref<Contact>;
  armed: boolean;
  tries: number;
  rate: number;
}

export const CONTACT: Table<Contact> = 0;
export const MESSAGE: Table<Message> = 1;
export const GROUP: Table<Group> = 2;
export const BOOKING: Table<Booking> = 3;
export const STATE: Table<State> = 4;

const string: TypeDef = { t: "string" };
const int: TypeDef = { t: "int" };
const contact: TypeDef = { t: "entity", table: 0 };
const message: TypeDef = { t: "entity", table: 1 };
const tag: TypeDef = {
  t: "enum",
  name: "Tag",
  members: ["friend", "mate"],
  wire: { friend: "friend", mate: "work mate" },
};

const envelope = { type: "object" };
const hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

interface Param {
  readonly type: TypeDef;
  readonly schema: object;
  readonly default?: ParamDef["default"];
}

const uid: Param = { type: contact, schema: { type: "string" } };
const text: Param = { type: string, schema: { type: "string", minLength: 1, maxLength: 2000 } };

function tool<Args>(
  name: string,
  params: Readonly<Record<string, Param>>,
  body: (db: Db, args: Args) => unknown,
  more: Partial<ToolDef> = {},
): ToolDef {
  const required = Object.keys(params).filter((p) => params[p]!.default === undefined && params[p]!.type.t !== "maybe");
  return {
    name,
    app: "Chat",
    title: name,
    description: name,
    src: `chat.world:${name}`,
    inputSchema: {
      type: "object",
      properties: Object.fromEntries(Object.entries(params).map(([p, { schema }]) => [p, schema])),
      required,
      additionalProperties: false,
    },
    outputSchema: envelope,
    hints,
    params: Object.entries(params).map(([p, { type, default: fallback }]) => ({
      name: p,
      local: p === "uid" ? "who" : p,
      type,
      ...(fallback === undefined ? {} : { default: fallback }),
    })),
    result: string,
    guards: [],
    body: body as ToolDef["body"],
    ...more,
  };
}

const password: ToolDef["guards"] = [
  {
    name: "password",
    src: "chat.world:password",
    pass: (db) => {
      if (!db.state(STATE).armed) fail("Enter the password first.");
      db.setState(STATE, { armed: false });
    },
  },
];

type Who = { who: Ref<Contact> };

export const tools: readonly ToolDef[] = [
  tool<Who & { content: string }>("send_message", { uid, content: text }, (db, { who, content }) => {
    const { blocked, name } = db.get(CONTACT, who);
    if (blocked) fail(`You have blocked ${name}.`);
    db.create(MESSAGE, { thread: who, sent: db.now, content, parent: null });
    return `Message sent to ${name}.`;
  }),
  tool<{ page: number }>(
    "get_contacts",
    { page: { type: int, schema: { type: "integer", minimum: 1 } } },
    (db, { page }) =>
      db
        .all(CONTACT)
        .slice((page - 1) * 3, page * 3)
        .map((slot) => ({ who: slot, name: db.get(CONTACT, slot).name })),
    { result: { t: "list", of: { t: "record", fields: { who: contact, name: string } } } },
  ),
  tool<{ name: string; tag: Contact["tag"]; likes: readonly string[] }>(
    "add_contact",
    {
      name: text,
      tag: { type: tag, schema: { type: "string", enum: ["friend", "work mate"] }, default: () => "friend" },
      likes: {
        type: { t: "list", of: string },
        schema: { type: "array", items: { type: "string" } },
        default: () => [],
      },
    },
    (db, args) => db.create(CONTACT, { ...args, blocked: false }),
    { result: contact },
  ),
  tool<Who & { name: string }>("rename", { uid, name: text }, (db, { who, name }) => {
    db.set(CONTACT, who, { name });
    return "Renamed.";
  }),
  tool<Who & { other: Ref<Contact> }>("swap_names", { uid, other: uid }, (db, { who, other }) => {
    const [a, b] = [db.get(CONTACT, who).name, db.get(CONTACT, other).name];
    db.set(CONTACT, who, { name: b });
    db.set(CONTACT, other, { name: a });
    return "Swapped.";
  }),
  tool<Who>("delete_contact", { uid }, (db, { who }) => {
    db.delete(CONTACT, who);
    return "Deleted.";
  }),
  tool<{ message: Ref<Message>; content: string }>(
    "reply",
    { message: { type: message, schema: { type: "string" } }, content: text },
    (db, args) =>
      db.create(MESSAGE, {
        thread: db.get(MESSAGE, args.message).thread,
        sent: db.now,
        content: args.content,
        parent: args.message,
      }),
    { result: message },
  ),
  tool<{ message: Ref<Message>; parent: Ref<Message> | null }>(
    "move_reply",
    {
      message: { type: message, schema: { type: "string" } },
      parent: { type: { t: "maybe", of: message }, schema: { type: ["string", "null"] } },
    },
    (db, args) => {
      db.set(MESSAGE, args.message, { parent: args.parent });
      return "Moved.";
    },
  ),
  tool<Who & { name: string }>("create_group", { uid, name: text }, (db, { who, name }) => {
    db.create(GROUP, { name, owner: who, members: [who] });
    return "Created.";
  }),
  tool<Who & { group: Ref<Group> }>(
    "join",
    { group: { type: { t: "entity", table: 2 }, schema: { type: "string" } }, uid },
    (db, { who, group }) => {
      db.include(GROUP, group, "members", who);
      return "Joined.";
    },
  ),
  tool<Who & { group: Ref<Group> }>(
    "leave",
    { group: { type: { t: "entity", table: 2 }, schema: { type: "string" } }, uid },
    (db, { who, group }) => {
      db.exclude(GROUP, group, "members", who);
      return "Left.";
    },
  ),
  tool<Who & { day: number; price: number; note: string | null; guide: Ref<Contact> | null }>(
    "book",
    {
      uid,
      day: { type: { t: "date" }, schema: { type: "string", format: "date" } },
      price: { type: { t: "money" }, schema: { type: "number", minimum: 0, multipleOf: 0.01 } },
      note: { type: { t: "maybe", of: string }, schema: { anyOf: [{ type: "string" }, { type: "null" }] } },
      guide: { type: { t: "maybe", of: contact }, schema: { type: ["string", "null"] } },
    },
    (db, { who, ...rest }) => db.create(BOOKING, { contact: who, ...rest }),
    { result: { t: "entity", table: 3 } },
  ),
  tool<{ booking: Ref<Booking> }>(
    "get_booking",
    {
      booking: {
        type: { t: "entity", table: 3 },
        schema: {
          type: "object",
          properties: { contact: { type: "string" }, day: { type: "string" } },
          required: ["contact", "day"],
          additionalProperties: false,
        },
      },
    },
    (db, { booking }) => db.get(BOOKING, booking).price,
    { result: { t: "money" } },
  ),
  tool<{ pin: string }>(
    "enter_pin",
    { pin: { type: string, schema: { type: "string", pattern: "^[0-9]{4}$" } } },
    (db, { pin }) => {
      db.setState(STATE, { armed: true });
      if (pin !== "1234") fail("Wrong PIN.", () => db.setState(STATE, { tries: db.state(STATE).tries + 1 }));
      return "Armed.";
    },
  ),
  tool<{ amount: number }>(
    "pay",
    { amount: { type: int, schema: { type: "integer" } } },
    (_, { amount }) => {
      if (amount < 0) fail("The amount is negative.");
      return `Paid ${amount}.`;
    },
    { guards: password, takes: { from: 1, to: 10 } },
  ),
  tool<{ how: string }>("crash", { how: text }, (db, { how }) => {
    db.create(CONTACT, { name: "Crash", tag: "friend", blocked: false, likes: [] });
    const deep = (n: number): number => 1 + deep(n + 1);
    if (how === "stack") deep(0);
    if (how === "null") (null as unknown as { x: number }).x.toFixed();
    if (how === "zero") diagnose("division-by-zero", "Division by zero.", "chat.world:7");
    if (how === "long") db.create(MESSAGE, { thread: 0, sent: 0, content: "x".repeat(1_000_001), parent: null });
    if (how === "dangling") {
      const gone = db.create(CONTACT, { name: "Gone", tag: "friend", blocked: false, likes: [] });
      db.delete(CONTACT, gone);
      db.create(MESSAGE, { thread: gone, sent: 0, content: "x", parent: null });
    }
    if (how === "rule") db.setState(STATE, { tries: 1000 });
    return "survived";
  }),
  tool<{ seconds: number }>(
    "wait",
    { seconds: { type: int, schema: { type: "integer", minimum: 0 } } },
    (db, { seconds }) => {
      db.setState(STATE, { tries: 7 });
      const before = db.now;
      db.advance(seconds);
      return `${db.now - before}`;
    },
  ),
  tool<{ off: boolean }>("set_pay", { off: { type: { t: "bool" }, schema: { type: "boolean" } } }, (db, { off }) => {
    if (off) db.disable(PAY, "Payments are closed.");
    else db.enable(PAY);
    return "Done.";
  }),
  tool("ping", {}, () => "pong", { takes: { from: 0, to: 0 } }),
  tool("flaky", {}, (db: Db) => {
    db.setState(STATE, { tries: db.state(STATE).tries + 1 });
    return "done";
  }),
  tool("limited", {}, () => "done", { takes: { from: 1, to: 1 } }),
  tool("nightly", {}, () => "done", { takes: { from: 0, to: 0 } }),
];

export const PAY = tools.findIndex((t) => t.name === "pay");
const number = (name: string): number => tools.findIndex((t) => t.name === name);

export const faults: readonly FaultDef[] = [
  {
    name: "Chat.network",
    src: "chat.world:network",
    on: [number("send_message"), number("flaky")],
    unless: (db) => db.state(STATE).armed,
    chance: (db) => db.state(STATE).rate,
    effect: { kind: "error", afterCommit: false, message: () => "The network did not answer." },
  },
  {
    name: "Chat.slow",
    src: "chat.world:slow",
    on: [number("flaky")],
    chance: () => 0.3,
    effect: { kind: "delay", range: () => ({ from: 100, to: 200 }) },
  },
  {
    name: "Chat.lost",
    src: "chat.world:lost",
    on: [number("flaky")],
    chance: () => 0.3,
    effect: { kind: "error", afterCommit: true, message: () => "Gateway timeout." },
  },
  {
    name: "Chat.throttle",
    src: "chat.world:throttle",
    on: [number("limited")],
    limit: { count: () => 3, per: () => 60 },
    effect: { kind: "error", afterCommit: false, message: () => "Too many requests." },
  },
  {
    name: "Chat.night",
    src: "chat.world:night",
    on: [number("nightly")],
    during: () => ({ from: 22 * 3600, to: 2 * 3600 }),
    effect: { kind: "error", afterCommit: false, message: () => "Down for the night." },
  },
];

function init(db: Db, random: Random): void {
  const names = random.shuffle(["Ann", "Bob", "Cleo", "Dan", "Eve", "Finn"]);
  const slots = names.map((name) =>
    db.create(CONTACT, {
      name,
      tag: random.pick(["friend", "mate"] as const),
      blocked: random.chance(0.2),
      likes: ["tea"],
    }),
  );
  for (let i = 0; i < 4; i++) {
    db.create(MESSAGE, {
      thread: random.pick(slots),
      sent: db.now - random.int(0, 1000),
      content: `m${i}`,
      parent: null,
    });
  }
  db.create(GROUP, { name: "Choir", owner: slots[1]!, members: [slots[1]!, slots[2]!] });
  db.setState(STATE, { me: slots[0]!, rate: 0.4 });
}

export const world: WorldDef = {
  name: "Small",
  semanticHash: "abc",
  policy: "",
  tables: [
    {
      name: "Chat.Contact",
      kind: "entity",
      key: ["uid"],
      id: "user",
      src: "chat.world:1",
      missing: (key) => `No contact has the UID ${key}.`,
      fields: [
        { name: "uid", type: string },
        {
          name: "name",
          type: string,
          unique: true,
          refine: (_, name: string) =>
            name === "" ? "A name is needed." : name === "Nobody" ? "That name is taken by nobody." : null,
        },
        { name: "tag", type: tag },
        { name: "blocked", type: { t: "bool" } },
        { name: "likes", type: { t: "list", of: string } },
      ],
      inverses: [
        { name: "chat", table: 1, field: "thread", by: "sent" },
        { name: "groups", table: 2, field: "members" },
      ],
      checks: [],
    },
    {
      name: "Chat.Message",
      kind: "entity",
      key: ["mid"],
      id: "msg",
      src: "chat.world:2",
      missing: (key) => `No message ${key}.`,
      fields: [
        { name: "mid", type: string },
        { name: "thread", type: contact, onDelete: "cascade" },
        { name: "sent", type: { t: "datetime" } },
        { name: "content", type: string },
        { name: "parent", type: { t: "maybe", of: message }, onDelete: "cascade", tree: true },
      ],
      inverses: [{ name: "replies", table: 1, field: "parent" }],
      checks: [],
    },
    {
      name: "Chat.Group",
      kind: "entity",
      key: ["name"],
      folded: true,
      src: "chat.world:3",
      missing: (key) => `No group ${key}.`,
      fields: [
        { name: "name", type: string },
        { name: "owner", type: contact },
        { name: "members", type: { t: "set", table: 0 } },
      ],
      inverses: [],
      checks: [
        {
          src: "chat.world:check",
          test: (db, self: Ref<Group>) => {
            const { members, owner } = db.get(GROUP, self);
            return members.includes(owner);
          },
          message: (db, self: Ref<Group>) => `The owner must stay in ${db.get(GROUP, self).name}.`,
        },
      ],
    },
    {
      name: "Chat.Booking",
      kind: "entity",
      key: ["contact", "day"],
      src: "chat.world:4",
      missing: (key) => `No booking ${key}.`,
      fields: [
        { name: "contact", type: contact, onDelete: "cascade" },
        { name: "day", type: { t: "date" } },
        { name: "price", type: { t: "money" } },
        {
          name: "note",
          type: { t: "maybe", of: string },
          refine: (_, note: string) => (note.length > 10 ? "The note is too long." : null),
        },
        { name: "guide", type: { t: "maybe", of: contact }, onDelete: "detach" },
      ],
      inverses: [],
      checks: [],
    },
    {
      name: "Chat.state",
      kind: "state",
      key: [],
      src: "chat.world:5",
      missing: () => "",
      fields: [
        { name: "me", type: contact },
        { name: "armed", type: { t: "bool" } },
        { name: "tries", type: int },
        { name: "rate", type: { t: "float" } },
      ],
      inverses: [],
      checks: [],
    },
  ],
  tools,
  faults,
  apps: [{ name: "Chat", state: 4, initialState: () => ({ me: null, armed: false, tries: 0, rate: null }), init }],
  triggers: [],
  tasks: [],
  rules: [{ label: "few tries", src: "chat.world:rule", holds: (db) => db.state(STATE).tries < 100 }],
  tests: [],
  starts: (random) => random.datetime(1_767_225_600, 1_798_761_599),
  callsTake: { from: 1, to: 10 },
};

/** The key of a contact by name. */
export function uidOf(db: Db, name: string): string {
  const slot = db.all(CONTACT).find((s) => db.get(CONTACT, s).name === name);
  if (slot === undefined) throw new Error(`no ${name}`);
  return db.get(CONTACT, slot).uid;
}

/** The name of a contact who is neither me nor in the group. */
export function looseContact(db: Db): Ref<Contact> {
  return db.all(CONTACT).find((s) => s > 2)!;
}

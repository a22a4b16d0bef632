import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Session } from "../../runtime/session.js";
import { tools, uidOf, world } from "./fixture.js";

const session = Session.start(world, { seed: 1 });
const said = (tool: string, args: unknown): string => {
  const record = session.call(tool, args);
  expect(record).toMatchObject({ status: "invalid", validity: "syntactic error", writes: [] });
  expect(record.clock.after).toBe(record.clock.before);
  return record.output as string;
};

describe("messages an agent can act on", () => {
  it.each<[string, unknown, string]>([
    ["rename", { name: "x" }, "`uid`: missing."],
    ["get_contacts", { page: 0 }, "`page`: must be ≥ 1, got 0."],
    ["get_contacts", { page: "1" }, '`page`: expected a whole number, got "1".'],
    ["get_contacts", { page: 1.5 }, "`page`: expected a whole number, got 1.5."],
    ["add_contact", { name: "A", likes: "x" }, '`likes`: expected a list of strings, got "x".'],
    ["add_contact", { name: "A", likes: ["x", 3] }, "`likes[1]`: expected a string, got 3."],
    ["add_contact", { name: "" }, '`name`: must have at least 1 character, got "".'],
    ["add_contact", { name: "x".repeat(2001) }, "`name`: must have at most 2000 characters, has 2001."],
    [
      "add_contact",
      { name: "A", tag: "freind" },
      '`tag`: must be one of "friend", "work mate", got "freind". Did you mean "friend"?',
    ],
    ["rename", { uuid: "a", name: "x" }, "`uid`: missing. Unknown argument `uuid`; did you mean `uid`?"],
    ["ping", { x: 1 }, "Unknown argument `x`: this tool takes none."],
    [
      "get_booking",
      { booking: { contact: "a", dya: "b" } },
      "`booking.day`: missing. `booking`: unknown field `dya`; did you mean `day`?",
    ],
    [
      "get_booking",
      { booking: { contact: "a", day: "2026-02-30" } },
      '`booking.day`: expected a date like 2026-07-14, got "2026-02-30".',
    ],
    ["enter_pin", { pin: "12" }, '`pin`: must match ^[0-9]{4}$, got "12".'],
    ["book", { uid: "a", day: "2026-02-30", price: 1 }, '`day`: expected a date like 2026-07-14, got "2026-02-30".'],
    ["book", { uid: "a", day: "2026-02-01", price: 0.071 }, "`price`: must be a multiple of 0.01, got 0.071."],
    ["book", { uid: "a", day: "2026-02-01", price: 1, note: 5 }, "`note`: expected a string, got 5."],
    ["get_contacts", null, "The arguments must be an object with one field per argument."],
    ["get_contacts", [1], "The arguments must be an object with one field per argument."],
    ["get_contacts", undefined, "The arguments must be an object with one field per argument."],
    ["get_contact", {}, 'There is no tool called "get_contact"; did you mean "get_contacts"?'],
    ["fnish", {}, 'There is no tool called "fnish"; did you mean "finish"?'],
    ["quux", {}, 'There is no tool called "quux".'],
  ])("%s %j", (tool, args, message) => expect(said(tool, args)).toBe(message));

  it("takes two decimals of money as they come", () => {
    const uid = uidOf(session.db, "Ann");
    for (const [i, price] of [0.07, 0.29, 1.1, 4.35, 1e6 + 0.01].entries()) {
      expect(session.call("book", { uid, day: `2030-01-0${i + 1}`, price }).status).toBe("ok");
    }
  });

  it("caps the number of problems", () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`x${i}`, i]));
    expect(said("ping", many)).toMatch(/\(25 more problems\.\)$/);
    expect(said("ping", Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`x${i}`, i]))).length).toBeLessThan(
      200,
    );
  });
});

describe("hostile arguments", () => {
  const deep = (() => {
    let value: unknown = "x";
    for (let i = 0; i < 100_000; i++) value = [value];
    return value;
  })();
  const deepObject = JSON.parse(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`) as unknown;
  const cyclic: Record<string, unknown> = {};
  cyclic["self"] = cyclic;
  const hostile: unknown[] = [
    deep,
    deepObject,
    cyclic,
    [cyclic],
    "x".repeat(1_000_000),
    NaN,
    Infinity,
    -Infinity,
    undefined,
    () => 1,
    Symbol("s"),
    10n,
    new Date(0),
    new Map(),
    JSON.parse('{"__proto__": {"uid": "x"}}'),
    JSON.parse('{"constructor": 1, "toString": 2}'),
    Object.create(null),
    new Proxy(
      {},
      {
        get: () => {
          throw new Error("get");
        },
        ownKeys: () => {
          throw new Error("keys");
        },
      },
    ),
    {
      get x(): number {
        throw new Error("getter");
      },
    },
    {
      toJSON: () => {
        throw new Error("json");
      },
      toString: () => {
        throw new Error("string");
      },
    },
    Array.from({ length: 200_000 }, () => 0),
    "\ud800",
    -0,
    1e300,
    2 ** 53,
  ];

  it("are an answer like any other, whichever tool and place they come in", () => {
    for (const tool of tools) {
      for (const value of hostile) {
        const whole = session.call(tool.name, value);
        expect(["invalid", "ok", "error"]).toContain(whole.status);
        for (const param of tool.params) {
          for (const args of [{ [param.name]: value }, { ...valid(tool.name), [param.name]: value }]) {
            const record = session.call(tool.name, args);
            expect(["invalid", "failed", "error", "ok"]).toContain(record.status);
            expect(record.diagnostic?.code).not.toBe("internal");
            expect(String(record.output).length).toBeLessThan(5000);
          }
        }
      }
    }
    expect(({} as Record<string, unknown>)["uid"]).toBeUndefined();
  });

  it("the prototype is no argument", () => {
    expect(session.call("rename", Object.create({ uid: "x", name: "y" })).status).toBe("invalid");
    expect(said("rename", JSON.parse('{"__proto__": {"uid": "x", "name": "y"}}'))).toContain("`uid`: missing.");
    expect(session.call("toString", {}).status).toBe("invalid");
    expect(session.call("__proto__", {}).status).toBe("invalid");
    for (const name of [null, 5, {}, "x".repeat(1e6), undefined]) {
      expect(session.call(name as string, {}).status).toBe("invalid");
    }
  });

  it("never throw (property)", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...tools.map((t) => t.name), "finish2"),
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withTypedArray: true }),
        (tool, args) => {
          const fork = session.fork();
          const record = fork.call(tool, args);
          expect(typeof record.output === "string" || record.status === "ok").toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

function valid(tool: string): Record<string, unknown> {
  const all: Record<string, unknown> = {
    uid: "user_x",
    name: "n",
    content: "c",
    page: 1,
    message: "m",
    group: "choir",
    amount: 1,
  };
  const names = tools.find((t) => t.name === tool)!.params.map((p) => p.name);
  return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as calendar from "../../runtime/calendar.js";
import { compileCodec, type KeySource } from "../../runtime/codec.js";
import { Draws } from "../../runtime/draws.js";
import type { RuntimeDiagnostic } from "../../runtime/failure.js";
import { hashOf } from "../../runtime/hashing.js";
import { identifier } from "../../runtime/identifiers.js";
import { quote } from "../../runtime/quote.js";
import { Random } from "../../runtime/random.js";
import { LayeredMap } from "../../runtime/layered.js";
import type { TypeDef } from "../../runtime/types.js";

const keys: KeySource = { key: (_, slot) => `k${slot}`, slot: (_, key) => Number(String(key).slice(1)) };
const compile = (type: TypeDef) =>
  compileCodec(type, {
    checkKey: (_, json) => (typeof json === "string" ? null : { path: [], message: "expected a key" }),
  });

describe("the calendar", () => {
  it("agrees with the platform's on every day", () => {
    for (let days = -719_162; days < 2_932_896; days += 97) {
      const iso = new Date(days * 86_400_000).toISOString().slice(0, 10);
      expect(calendar.formatDate(days)).toBe(iso);
      expect(calendar.parseDate(iso)).toBe(days);
    }
  });

  it("refuses what names no moment", () => {
    for (const text of [
      "2026-02-30",
      "2026-13-01",
      "2026-00-10",
      "2025-02-29",
      "0000-01-01",
      "2026-1-1",
      " 2026-01-01",
    ]) {
      expect(calendar.parseDate(text)).toBeNull();
    }
    for (const text of ["24:00", "12:60", "12:00:60", "1:00", "12"]) expect(calendar.parseTime(text)).toBeNull();
    for (const text of ["2026-01-01", "2026-01-01 10:00", "2026-01-01T10:00Z", "2026-01-01T10"]) {
      expect(calendar.parseDateTime(text)).toBeNull();
    }
    expect(calendar.parseDate("2024-02-29")).not.toBeNull();
    expect(calendar.formatDateTime(calendar.parseDateTime("2026-07-14T09:30")!)).toBe("2026-07-14T09:30:00");
  });
});

describe("codecs", () => {
  const cases: readonly [TypeDef, unknown, unknown][] = [
    [{ t: "money" }, 1250, 12.5],
    [{ t: "money" }, -7, -0.07],
    [{ t: "datetime" }, 1_784_021_400, "2026-07-14T09:30:00"],
    [{ t: "date" }, 0, "1970-01-01"],
    [{ t: "time" }, 34_200, "09:30"],
    [{ t: "time" }, 34_201, "09:30:01"],
    [{ t: "duration" }, 300, 300],
    [{ t: "distance" }, 2000.5, 2000.5],
    [{ t: "point" }, { lat: 52.5, lon: 13.4 }, { lat: 52.5, lon: 13.4 }],
    [{ t: "none" }, null, null],
    [{ t: "entity", table: 0 }, 3, "k3"],
    [{ t: "set", table: 0 }, [3, 1], ["k3", "k1"]],
    [{ t: "maybe", of: { t: "money" } }, null, null],
    [{ t: "enum", name: "E", members: ["a", "b"], wire: { a: "A b" } }, "a", "A b"],
    [
      { t: "slots", members: ["a", "b"], wire: { a: "A" }, of: { t: "money" } },
      { a: 100, b: 0 },
      { A: 1, b: 0 },
    ],
    [{ t: "dict", of: { t: "date" } }, { x: 1 }, { x: "1970-01-02" }],
    [
      { t: "record", fields: { at: { t: "date" }, by: { t: "maybe", of: { t: "int" } } } },
      { at: 0, by: null },
      { at: "1970-01-01", by: null },
    ],
    [
      { t: "kind", name: "Source", cases: { card: { last4: { t: "string" } }, gift: { balance: { t: "money" } } } },
      { kind: "gift", balance: 500 },
      { kind: "gift", balance: 5 },
    ],
  ];
  it.each(cases)("%j", (type, value, json) => {
    const codec = compile(type);
    expect(codec.encode(value, keys)).toEqual(json);
    expect(codec.check(json)).toBeNull();
    expect(codec.decode(json, keys)).toEqual(value);
  });

  it("recursive views", () => {
    const thread: TypeDef = {
      t: "view",
      name: "Thread",
      of: () => ({ t: "record", fields: { at: { t: "date" }, replies: { t: "list", of: thread } } }),
    };
    const codec = compile(thread);
    const json = { at: "1970-01-02", replies: [{ at: "1970-01-03", replies: [] }] };
    expect(codec.encode({ at: 1, replies: [{ at: 2, replies: [] }] }, keys)).toEqual(json);
    expect(codec.check({ at: "1970-01-02", replies: [{ at: "x", replies: [] }] })?.path).toEqual(["replies", 0, "at"]);
  });

  it("hand plain values through", () => {
    const value = [{ a: "x", b: [1] }];
    expect(
      compile({
        t: "list",
        of: { t: "record", fields: { a: { t: "string" }, b: { t: "list", of: { t: "int" } } } },
      }).encode(value, keys),
    ).toBe(value);
  });

  it("never trust __proto__", () => {
    const dict = compile({ t: "dict", of: { t: "int" } });
    const value = dict.decode(JSON.parse('{"__proto__": 1, "constructor": 2}'), keys) as Record<string, number>;
    expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>)["1"]).toBeUndefined();
    const record = compile({
      t: "record",
      fields: { constructor: { t: "int" } } as unknown as Record<string, TypeDef>,
    });
    expect(record.check({})).toMatchObject({ message: "missing" });
    const kind = compile({ t: "kind", name: "K", cases: { a: {} } });
    expect(kind.check({ kind: "toString" })).not.toBeNull();
    expect(kind.check(JSON.parse('{"__proto__": {"kind": "a"}}'))).not.toBeNull();
  });

  it("checks of any type survive anything (property)", () => {
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.anything(), ([type], json) => {
        const codec = compile(type);
        const problem = codec.check(json);
        if (problem === null) codec.encode(codec.decode(json, keys), keys);
        else expect(problem.message.length).toBeLessThan(400);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("random", () => {
  const random = (): Random => new Random("1", "init/App");
  const many = <T>(draw: (r: Random) => T, n = 2000): T[] => {
    const r = random();
    return Array.from({ length: n }, () => draw(r));
  };

  it("includes both ends", () => {
    const seen = new Set(many((r) => r.int(-1, 1)));
    expect(seen).toEqual(new Set([-1, 0, 1]));
    expect(new Set(many((r) => r.date(5, 6)))).toEqual(new Set([5, 6]));
    expect(many((r) => r.float(2, 3)).every((x) => x >= 2 && x < 3)).toBe(true);
    expect(many((r) => r.int(0, Number.MAX_SAFE_INTEGER - 1)).every(Number.isSafeInteger)).toBe(true);
  });

  it("draws by weight, samples without replacement, shuffles", () => {
    const picks = many((r) => r.weighted(["a", "b", "c"], [1, 0, 3]));
    expect(picks).not.toContain("b");
    expect(picks.filter((p) => p === "c").length / picks.length).toBeCloseTo(0.75, 1);
    expect(many((r) => r.sample([1, 2, 3], 2)).every(([x, y]) => x !== y)).toBe(true);
    expect(random().sample([1, 2, 3], 9).sort()).toEqual([1, 2, 3]);
    expect(random().sample([1], -1)).toEqual([]);
    expect(random().shuffle([1, 2, 3]).sort()).toEqual([1, 2, 3]);
    expect(many((r) => r.chance(0)).includes(true)).toBe(false);
    expect(many((r) => r.chance(1)).includes(false)).toBe(false);
  });

  it("is normal where asked", () => {
    const xs = many((r) => r.normal(10, 2), 20_000);
    const mean = xs.reduce((a, b) => a + b) / xs.length;
    expect(mean).toBeCloseTo(10, 1);
    expect(Math.sqrt(xs.reduce((a, b) => a + (b - mean) ** 2, 0) / xs.length)).toBeCloseTo(2, 1);
  });

  it("has a diagnostic for nothing to pick and for no free value", () => {
    const code = (f: () => unknown): string => {
      try {
        f();
      } catch (thrown) {
        return (thrown as RuntimeDiagnostic).code;
      }
      return "none";
    };
    expect(code(() => random().pick([]))).toBe("nothing-to-pick");
    expect(code(() => random().weighted([1], [0]))).toBe("nothing-to-pick");
    expect(code(() => random().int(2, 1))).toBe("nothing-to-pick");
    let tries = 0;
    expect(
      code(() =>
        random().fresh(
          () => (tries++, false),
          () => 1,
          "Contact.name",
        ),
      ),
    ).toBe("no-free-value");
    expect(tries).toBe(100);
    expect(
      random().fresh(
        (v) => v > 3,
        () => ++tries,
        "x",
      ),
    ).toBe(101);
  });

  it("is a function of seed and name", () => {
    const draw = (seed: string, name: string): number => new Random(seed, name).int(0, 1e9);
    expect(draw("1", "a")).toBe(draw("1", "a"));
    expect(new Set([draw("1", "a"), draw("1", "b"), draw("2", "a"), draw("2", "b")]).size).toBe(4);
    const draws = new Draws("1", ["x", "y"]);
    const late = draws.at(0, 50);
    const other = new Draws("1", ["y", "x"]);
    expect(other.draw("x", 50)).toBe(late);
    expect(() => other.draw("z", 0)).toThrow(RangeError);
  });

  it("stays the same over versions", () => {
    expect(new Random("42", "init/App").int(0, 999_999)).toBe(GOLDEN.int);
    expect(identifier("42", "App.User", "user", 0)).toBe(GOLDEN.id);
    expect(hashOf({ a: [1, "x", null, true, 0.5] })).toBe(GOLDEN.hash);
  });
});

/** Changing any of these changes every recorded run: only with a new version of the snapshot format. */
const GOLDEN = { int: 687976, id: "user_BkzR2KGicaFhK7u8UWQjfY", hash: "e1a4f09dc8a9b6de" };

describe("small parts", () => {
  it("identifiers do not repeat and have the right form", () => {
    const ids = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      for (let i = 0; i < 500; i++)
        ids.add(identifier(String(seed), "T", "x", i)).add(identifier(String(seed), "U", "x", i));
    }
    expect(ids.size).toBe(20_000);
    for (const id of ids) expect(id).toMatch(/^x_[2-9A-HJ-NP-Za-km-z]{22}$/);
  });

  it("hashes tell values apart and ignore the order of fields", () => {
    expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }));
    const values = [
      0,
      1,
      -1,
      0.5,
      "",
      "0",
      "1",
      "a",
      "b",
      "ab",
      "ba",
      true,
      false,
      null,
      [],
      [0],
      [[]],
      {},
      { a: 1 },
      { a: 2 },
      { b: 1 },
      [1, 2],
      [2, 1],
    ];
    expect(new Set(values.map(hashOf)).size).toBe(values.length);
    const seen = new Set<string>();
    for (let i = 0; i < 50_000; i++) seen.add(hashOf(i)).add(hashOf(String(i)));
    expect(seen.size).toBe(100_000);
  });

  it("quotes anything briefly", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true }), (v) => quote(v).length <= 60),
    );
  });

  it("layered maps behave like maps, copies included", () => {
    const op = fc.record({ on: fc.nat(3), key: fc.nat(60), kind: fc.constantFrom("set", "delete", "copy") });
    fc.assert(
      fc.property(fc.array(op, { maxLength: 300 }), (ops) => {
        // A map that was copied is never written again: its owner copies, too.
        let pairs = [{ real: new Map<unknown, number>(), layered: new LayeredMap<number>() }];
        for (const { on, key, kind } of ops) {
          const pair = pairs[on % pairs.length]!;
          if (kind === "set") {
            pair.real.set(key, key + 1);
            pair.layered.set(key, key + 1);
          } else if (kind === "delete") {
            pair.real.delete(key);
            pair.layered.delete(key);
          } else {
            const twin = { real: new Map(pair.real), layered: new LayeredMap(pair.layered) };
            pairs = pairs.filter((other) => other !== pair).slice(0, 3);
            pairs.push({ real: pair.real, layered: new LayeredMap(pair.layered) }, twin);
          }
        }
        for (const { real, layered } of pairs) {
          expect(layered.size).toBe(real.size);
          for (let key = 0; key <= 60; key++) expect(layered.get(key)).toBe(real.get(key));
          expect(new Map(layered.entries())).toEqual(real);
        }
      }),
    );
  });
});

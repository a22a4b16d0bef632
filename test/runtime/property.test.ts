import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Session } from "../../runtime/session.js";
import { CONTACT, MESSAGE, tools, world } from "./fixture.js";

/** A call in terms that stay meaningful in any state: rows by position. */
interface Step {
  readonly tool: string;
  readonly a: number;
  readonly b: number;
  readonly text: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  tool: fc.constantFrom(...tools.map((t) => t.name).filter((name) => name !== "crash"), "crash", "nonsense"),
  a: fc.nat(12),
  b: fc.nat(12),
  text: fc.constantFrom("Ann", "Bob", "Gil", "Hal", "Choir", "1234", "stack", "rule", "zero"),
});
const steps = fc.array(step, { minLength: 1, maxLength: 25 });

function perform(s: Session, { tool, a, b, text }: Step): unknown {
  const contacts = s.db.all(CONTACT);
  const messages = s.db.all(MESSAGE);
  const uid = (n: number): string => s.db.get(CONTACT, contacts[n % contacts.length]!).uid;
  const mid = (n: number): string =>
    messages.length === 0 ? "none" : s.db.get(MESSAGE, messages[n % messages.length]!).mid;
  const all: Record<string, unknown> = {
    uid: uid(a),
    other: uid(b),
    name: text,
    content: text,
    page: a,
    tag: "friend",
    likes: [text],
    message: mid(a),
    parent: b > 6 ? null : mid(b),
    group: text,
    day: `2026-01-0${(b % 9) + 1}`,
    price: a / 4,
    note: b > 6 ? text : null,
    guide: b > 3 ? uid(b) : null,
    booking: { contact: uid(a), day: `2026-01-0${(b % 9) + 1}` },
    pin: text,
    amount: a - 3,
    how: text,
    seconds: a,
    off: b > 6,
  };
  const params = tools.find((t) => t.name === tool)?.params ?? [];
  return s.call(tool, Object.fromEntries(params.map((p) => [p.name, all[p.name]]))).toJSON();
}

const start = (seed = 7): Session => Session.start(world, { seed });
const text = (s: Session): string => JSON.stringify(s.snapshot());

describe("properties", () => {
  it("undoing everything restores the exact state", () => {
    fc.assert(
      fc.property(steps, fc.nat(3), (list, hashEvery) => {
        const s = start();
        const [before, hash] = [text(s), s.hash()];
        const trail: string[] = [];
        list.forEach((one, i) => {
          trail.push(text(s));
          perform(s, one);
          if (hashEvery > 0 && i % hashEvery === 0) expect(s.hash()).toBe(s.fullHash());
        });
        for (const then of trail.reverse()) {
          expect(s.undo()).toBe(true);
          if (hashEvery === 1) expect(text(s)).toBe(then);
        }
        expect(s.undo()).toBe(false);
        expect(text(s)).toBe(before);
        expect(s.hash()).toBe(hash);
        expect(s.fullHash()).toBe(hash);
      }),
      { numRuns: 150 },
    );
  });

  it("a redone future is the same, derived structures included", () => {
    fc.assert(
      fc.property(steps, steps, (first, second) => {
        const s = start();
        first.forEach((one) => perform(s, one));
        const once = second.map((one) => JSON.stringify(perform(s, one)));
        second.forEach(() => s.undo());
        expect(second.map((one) => JSON.stringify(perform(s, one)))).toEqual(once);
      }),
      { numRuns: 100 },
    );
  });

  it("a fork leaks in neither direction", () => {
    fc.assert(
      fc.property(steps, steps, steps, (first, left, right) => {
        const s = start();
        first.forEach((one) => perform(s, one));
        const alone = Session.restore(world, s.snapshot());
        const fork = s.fork();
        const lefts: unknown[] = [];
        const rights: unknown[] = [];
        for (let i = 0; i < Math.max(left.length, right.length); i++) {
          if (i < left.length) lefts.push(perform(s, left[i]!));
          if (i < right.length) rights.push(perform(fork, right[i]!));
        }
        expect(right.map((one) => perform(alone, one))).toEqual(rights);
        expect(text(fork)).toBe(text(alone));
        expect(fork.hash()).toBe(fork.fullHash());
        expect(s.hash()).toBe(s.fullHash());
        right.forEach(() => fork.undo());
        left.forEach(() => s.undo());
        expect(text(fork)).toBe(text(s));
        first.forEach(() => fork.undo());
        expect(text(fork)).toBe(text(start()));
      }),
      { numRuns: 100 },
    );
  });

  it("a restored snapshot has the same future", () => {
    fc.assert(
      fc.property(steps, steps, (first, second) => {
        const s = start();
        first.forEach((one) => perform(s, one));
        const restored = Session.restore(world, text(s));
        expect(restored.hash()).toBe(s.hash());
        expect(text(restored)).toBe(text(s));
        expect(second.map((one) => perform(restored, one))).toEqual(second.map((one) => perform(s, one)));
        expect(text(restored)).toBe(text(s));
      }),
      { numRuns: 100 },
    );
  });

  it("a call that fails leaves no agent write, but what it keeps", () => {
    fc.assert(
      fc.property(steps, (list) => {
        const s = start();
        for (const one of list) {
          const { tables } = s.snapshot();
          const record = perform(s, one) as { status: string; faults: string[]; writes: unknown[]; output: unknown };
          const kept = record.output === "Wrong PIN." || record.faults.includes("Chat.lost");
          if (record.status === "ok" || kept) continue;
          expect(record.writes).toEqual([]);
          expect(s.snapshot().tables).toEqual(tables);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("the difference is what changed, whichever way it is asked", () => {
    fc.assert(
      fc.property(steps, steps, (left, right) => {
        const s = start();
        const fork = s.fork();
        const mark = s.mark();
        left.forEach((one) => perform(s, one));
        right.forEach((one) => perform(fork, one));
        const bare = (x: Session, from: Session): unknown => x.difference(from).map(({ author: _, ...write }) => write);
        const unrelated = Session.restore(world, fork.snapshot());
        expect(bare(s, fork)).toEqual(bare(s, unrelated));
        expect(s.difference(mark)).toEqual(
          s.difference(start()).map((w, i) => ({ ...w, author: s.difference(mark)[i]!.author })),
        );
        expect(fork.difference(fork)).toEqual([]);
        left.forEach(() => s.undo());
        expect(s.difference(mark)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distance, fill_in, similarity } from "../../stdlib/text.js";
import { refusal } from "../support/failure.js";

describe("similarity", () => {
  it("counts errors against the longer text", () => {
    expect(similarity("jeremy", "jeramy")).toBeCloseTo(5 / 6);
    expect(similarity("anna", "ann")).toBeCloseTo(3 / 4);
    expect(similarity("abc", "xyz")).toBe(0);
    expect(similarity("Anna", "anna")).toBeCloseTo(3 / 4);
  });

  it("takes two empty texts for equal", () => {
    expect(similarity("", "")).toBe(1);
    expect(similarity("", "a")).toBe(0);
  });

  it("lies between 0 and 1, is symmetric, and is 1 for equal texts only", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const s = similarity(a, b);
        expect(s).toBeGreaterThanOrEqual(0);
        expect(s).toBeLessThanOrEqual(1);
        expect(similarity(b, a)).toBe(s);
        expect(s === 1).toBe(a === b);
      }),
    );
  });
});

describe("distance", () => {
  it("counts characters, however many units they take", () => {
    expect(distance("kitten", "sitting")).toBe(3);
    expect(distance("a😀b", "a👍b")).toBe(1);
    expect(distance("", "😀😀")).toBe(2);
  });

  it("is a metric", () => {
    const few = fc.string({ unit: fc.constantFrom("a", "b", "😀"), maxLength: 8 });
    fc.assert(
      fc.property(few, few, few, (a, b, c) => {
        expect(distance(a, b) === 0).toBe(a === b);
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c));
      }),
    );
  });
});

describe("fill_in", () => {
  it("knows only the names it was given", () => {
    expect(fill_in("{{a}}{{ a }}", { a: "$1" })).toBe("$1$1");
    expect(refusal(() => fill_in("{{toString}}", {}))).toContain('"toString"');
  });

  it("makes no text beyond its bound", () => {
    expect(refusal(() => fill_in("{{a}}".repeat(11), { a: "x".repeat(100_000) }))).toContain("1000000 characters");
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { similarity } from "../../stdlib/text.js";

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

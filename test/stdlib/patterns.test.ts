import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { find_matches } from "../../stdlib/patterns.js";
import { refusal } from "../support/failure.js";

fc.configureGlobal({ seed: 20_260_714 });

describe("find_matches", () => {
  it("counts characters", () => {
    expect(find_matches("é|b", "😀é😀B", true, 9)).toEqual([
      { match: "é", start: 1, end: 2, groups: [] },
      { match: "B", start: 3, end: 4, groups: [] },
    ]);
  });

  it("stops at the limit", () => {
    expect(find_matches("", "abc", false, 9).map(({ start }) => start)).toEqual([0, 1, 2, 3]);
    expect(find_matches("a", "aaaa", false, 2)).toHaveLength(2);
  });

  it("refuses what would take long, by size, text and limit together", () => {
    expect(refusal(() => find_matches("(?:a?){250}a{250}", "a", false, 1))).toContain("too large");
    expect(refusal(() => find_matches("a{100}", "a".repeat(10_000), false, 1000))).toContain("too large");
    expect(find_matches("a{100}", "a".repeat(10_000), false, 20)).toHaveLength(20);
  });

  it("answers or refuses any pattern with a sentence", () => {
    const signs = fc.string({ unit: fc.constantFrom(..."ab()[]{}*+?|^$.\\dwpLN1,2-:=!<>iP"), maxLength: 14 });
    fc.assert(
      fc.property(signs, fc.string({ unit: fc.constantFrom(..."ab1-😀"), maxLength: 10 }), (pattern, text) => {
        let found: ReturnType<typeof find_matches>;
        try {
          found = find_matches(pattern, text, false, 30);
        } catch {
          expect(refusal(() => find_matches(pattern, text, false, 30))).toMatch(/^The pattern .*\.$/s);
          return;
        }
        for (const { match, start, end } of found) expect([...text].slice(start, end).join("")).toBe(match);
      }),
      { numRuns: 2000 },
    );
  });
});

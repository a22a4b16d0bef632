/** Holds the tools of a server against a Python script that answers the same calls. */

import type fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { hasPython, pythonAnswers, samples, type Answer, type Args, type Call } from "./server-tools.js";

export interface Agreement {
  /** Arguments drawn for each tool. */
  readonly drawn?: number;
  /** How many of them each tool has to accept at least. */
  readonly accepted?: number;
  /** Statuses that are a refusal. */
  readonly refused?: readonly string[];
  /** Compares an answer with Python's; they are equal otherwise. */
  readonly agree?: (tool: string, output: unknown, expected: unknown, shown: string) => void;
}

/** Declares a test for each tool: where the script refuses a call (null), so does the tool; elsewhere both answer the same. */
export function agreesWithPython(
  script: string,
  call: (tool: string, args: Args) => Answer,
  tools: Readonly<Record<string, fc.Arbitrary<Args>>>,
  { drawn = 60, accepted: least = 1, refused = ["failed"], agree = (_tool, output, expected, shown) => expect(output, shown).toEqual(expected) }: Agreement = {},
): void {
  describe.skipIf(!hasPython)(`${script} (skipped without python3)`, () => {
    const names = Object.keys(tools);
    let calls: Call[];
    let expected: unknown[];
    beforeAll(() => {
      calls = names.flatMap((tool) => samples(tools[tool]!, drawn).map((args): Call => [tool, args]));
      expected = pythonAnswers(script, calls);
    });
    it.each(names)("%s", (name) => {
      let accepted = 0;
      calls.forEach(([tool, args], i) => {
        if (tool !== name) return;
        const { status, output } = call(tool, args);
        const shown = `${tool}(${JSON.stringify(args)}): ${JSON.stringify(output)}`;
        if (expected[i] === null) return expect(refused, shown).toContain(status);
        expect(status, shown).toBe("ok");
        agree(tool, output, expected[i], shown);
        accepted++;
      });
      expect(accepted).toBeGreaterThanOrEqual(least);
    });
  });
}

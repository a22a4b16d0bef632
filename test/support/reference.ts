/** Holds the tools of a server against a Python script that answers the same calls. */

import type fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { hasPython, pythonAnswers, samples, type Answer, type Args, type Call } from "./server-tools.js";

/** Declares a test for each tool: where the script refuses a call (null), so does the tool; elsewhere both answer the same. */
export function agreesWithPython(script: string, call: (tool: string, args: Args) => Answer, tools: Readonly<Record<string, fc.Arbitrary<Args>>>): void {
  describe.skipIf(!hasPython)(`${script} (skipped without python3)`, () => {
    const names = Object.keys(tools);
    let calls: Call[];
    let expected: unknown[];
    beforeAll(() => {
      calls = names.flatMap((tool) => samples(tools[tool]!).map((args): Call => [tool, args]));
      expected = pythonAnswers(script, calls);
    });
    it.each(names)("%s", (name) => {
      let accepted = 0;
      calls.forEach(([tool, args], i) => {
        if (tool !== name) return;
        const { status, output } = call(tool, args);
        const shown = JSON.stringify(args);
        if (expected[i] === null) expect(status, shown).toBe("failed");
        else expect({ status, output }, shown).toEqual({ status: "ok", output: expected[i] });
        if (expected[i] !== null) accepted++;
      });
      expect(accepted).toBeGreaterThan(0);
    });
  });
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../../grammar/parser.js";
import { ROOT } from "../support/cli.js";
import { commentsOf, docsOf, formatted, pieces, treeOf } from "./support.js";

const fixtures = ["lighttalk", "coldchain", "tasks", "expressions"].map((name) => ({ name, text: readFileSync(join(ROOT, `test/grammar/fixtures/${name}.world`), "utf8") }));

/** Of the gaps between tokens, one in so many is tried at a time. */
const STRIDE = Number(process.env["FORMAT_STRIDE"] ?? 8);

/** The text with something in front of some of its pieces; `undefined` where that makes another program or none. */
function withGaps(text: string, gapAt: (index: number, gap: string) => string, end = "\n"): string | undefined {
  const changed = pieces(text).map((piece, i) => gapAt(i, piece.gap) + piece.text).join("") + end;
  if (parse(changed).errors.length > 0) return undefined;
  return JSON.stringify(treeOf(changed)) === JSON.stringify(treeOf(text)) ? changed : undefined;
}

/** What holds of every text: the same program, the same comments in the same order, and nothing left to do. */
async function expectFaithful(text: string, printWidth = 140): Promise<void> {
  const once = await formatted(text, { printWidth });
  expect(treeOf(once), once).toEqual(treeOf(text));
  expect(commentsOf(once)).toEqual(commentsOf(text));
  expect(docsOf(once)).toEqual(docsOf(text));
  expect(await formatted(once, { printWidth })).toBe(once);
}

describe("a comment survives wherever it stands", () => {
  for (const { name, text } of fixtures) {
    for (const [how, comment] of [["on a line of its own", "\n// c123\n"], ["at the end of a line", " // c123\n"]] as const) {
      it(`${name}, ${how}`, { timeout: 300_000 }, async () => {
        const count = pieces(text).length;
        let legal = 0;
        for (let at = Math.floor(Math.random() * STRIDE); at < count; at += STRIDE) {
          const changed = withGaps(text, (i, gap) => (i === at ? `${gap}${comment}` : gap));
          if (changed === undefined) continue;
          legal++;
          await expectFaithful(changed);
        }
        expect(legal).toBeGreaterThan((count / STRIDE) * 0.8);
      });
    }
  }
});

describe("any spacing and any comments", () => {
  for (const { name, text } of fixtures) {
    it(name, { timeout: 600_000 }, async () => {
      const legal = pieces(text).flatMap((_, at) => (withGaps(text, (i, gap) => (i === at ? `${gap}\n` : gap)) === undefined ? [] : [at]));
      let tried = 0;
      const spacing = fc.array(fc.tuple(fc.constantFrom(...legal), fc.constantFrom("\n", "\n\n\n", "   ", "\t\n ", " // c\n", "\n// c\n", "\n\n  // c\n\n// c\n", "// c\n// c\n\n")), { minLength: 1, maxLength: 80, size: "max" });
      await fc.assert(
        fc.asyncProperty(spacing, fc.constantFrom(40, 80, 140), async (changes, width) => {
          const at = new Map(changes);
          let n = 0;
          const changed = withGaps(text, (i, gap) => `${gap}${(at.get(i) ?? "").replaceAll("// c", () => `// c${n++}`)}`);
          fc.pre(changed !== undefined);
          tried++;
          await expectFaithful(changed!, width);
        }),
        { numRuns: Number(process.env["FORMAT_RUNS"] ?? 25) },
      );
      expect(tried).toBeGreaterThan(0);
    });
  }
});

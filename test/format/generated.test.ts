import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatted, treeOf } from "./support.js";

interface Written {
  readonly expression: string;
  readonly operand: string;
}

const operators = ["+", "-", "*", "/", "div", "mod", "and", "or", "==", "<", ">=", "in", "??", ".."];
const atoms = ["a", "b.c", "none", "true", "1", "2.5", "5 min", "$12.50", "10%", "2026-07-14", "09:30", "2026-07-14T09:30", '"t"', '"x {a + 1} y"', 'r"[0-9]+"', "a?.b", "[]", "xs.count"];

/** Expressions, each also as something that may stand anywhere: an atom, or in parentheses. */
const { written } = fc.letrec<{ written: Written }>((tie) => {
  const operand = tie("written").map((w) => w.operand);
  const whole = tie("written").map((w) => w.expression);
  const compound = (text: string): Written => ({ expression: text, operand: `(${text})` });
  return {
    written: fc.oneof(
      { maxDepth: 5, depthSize: "small" },
      fc.constantFrom(...atoms).map((text) => ({ expression: text, operand: text })),
      fc.tuple(operand, fc.constantFrom(...operators), operand).map(([l, op, r]) => compound(`${l} ${op} ${r}`)),
      fc.tuple(operand, fc.constantFrom("is card", "is none")).map(([v, test]) => compound(`${v} ${test}`)),
      operand.map((v) => compound(`not ${v}`)),
      operand.map((v) => compound(`-${v}`)),
      fc.tuple(whole, whole, whole).map(([a, b, c]) => compound(`if (${a}) then (${b}) else (${c})`)),
      fc.tuple(operand, whole, whole).map(([v, a, b]) => compound(`match (${v}) { x, 1 => ${a}, _ => ${b} }`)),
      whole.map((body) => compound(`x => ${body}`)),
      operand.map((body) => compound(`(x, i) => ${body}`)),
      operand.map((v) => compound(`${v} as Card[]`)),
      fc.tuple(operand, operand).map(([v, a]) => compound(`${v}.m(${a}, k: ${a}).n(${v})`)),
      fc.tuple(operand, operand).map(([v, i]) => compound(`${v}[${i}]`)),
      fc.tuple(whole, whole).map(([a, b]) => compound(`{ a: ${a}, b, c: ${b} }`)),
      fc.array(whole, { maxLength: 3 }).map((items) => compound(`[${items.join(", ")}]`)),
    ),
  };
});

const places: readonly ((e: string, operand: string) => string)[] = [
  (e) => `fn f(): int = ${e}\n`,
  (e) => `app A { tool t() { let x = ${e} else "no"   return x } }\n`,
  (e, o) => `app A { tool t() takes ${o} {\n if ${o} { set a = ${e} } else if ${o} { delete a } else { repeat ${o} { do b(${e}) } }\n require ${o} else "no"\n} }\n`,
  (_, o) => `app A { fault f { on all   unless ${o}   chance ${o}   error "no" }\n trigger t for x in ${o} { when ${o}   until ${o}   then { delete x } } }\n`,
  (e, o) => `app A { entity E { key a: int   b: int where >= ${o} = ${e}   get c: int = ${e}   check ${e} else "no" } }\n`,
  (e, o) => `task t in W { given a = ${e}   goal after settling ${o} { for x in ${o} { "l": ${e} } for x, i in ${o} { "k": ${e} } if ${o} { "m": ${e} } } }\n`,
];

describe("generated programs", () => {
  it("keep their tree, in any width, and are formatted once", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(written, fc.constantFrom(...places), fc.constantFrom(30, 60, 140), async ({ expression, operand }, place, printWidth) => {
        const text = place(expression, operand);
        let tree: unknown;
        try {
          tree = treeOf(text);
        } catch {
          return;
        }
        const once = await formatted(text, { printWidth });
        expect(treeOf(once), once).toEqual(tree);
        expect(await formatted(once, { printWidth })).toBe(once);
      }),
      { numRuns: Number(process.env["FORMAT_RUNS"] ?? 25) * 20 },
    );
  });
});

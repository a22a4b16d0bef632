/** Reads and balances reactions. */

import { Fraction } from "fraction.js";
import { fail } from "../../runtime/failure.js";
import { parseFormula, type Atoms } from "./formula.js";

export interface Term {
  /** The formula as written. */
  readonly formula: string;
  readonly coefficient: Fraction;
  readonly atoms: Atoms;
  readonly charge: number;
}

export interface Reaction {
  readonly left: readonly Term[];
  readonly right: readonly Term[];
}

const LONGEST = 1000;
const MOST_TERMS = 20;

export function parseReaction(text: string): Reaction {
  if (text.length > LONGEST) fail(`A reaction of more than ${LONGEST} characters is too long.`);
  const sides = text.split(/<=>|<->|⇌|⇄|=>|->|→|=/);
  if (sides.length !== 2) fail(`${JSON.stringify(text)} is no reaction. Write it like H2 + O2 -> H2O, with one arrow.`);
  const [left = [], right = []] = sides.map(terms);
  if (left.length + right.length > MOST_TERMS) fail(`A reaction of more than ${MOST_TERMS} substances is too long.`);
  return { left, right };
}

/** A plus is a sign between substances where one begins after it; else it is a charge. */
function terms(side: string): Term[] {
  const bare = side.replace(/\((?:s|l|g|aq)\)/g, "");
  if (bare.trim() === "") fail("A side of the reaction is empty.");
  return bare.split(/\+(?=\s*(?:[\dA-Z([{]|e\^?[-−⁻]))/).map(term);
}

function term(text: string): Term {
  const [, number = "", formula = ""] = /^(\d+\/\d+|\d+(?:\.\d+)?(?=\s)|\d+)?\s*(.*)$/s.exec(text.trim()) ?? [];
  if (number.length > 12 || /\/0+$/.test(number)) fail(`${number} is no coefficient.`);
  const coefficient = new Fraction(number === "" ? "1" : number);
  if (coefficient.equals(0)) fail(`The coefficient of ${formula} is 0. Leave the substance out.`);
  const electron = /^e\^?[-−⁻]$/.test(formula);
  return { formula, coefficient, ...(electron ? { atoms: new Map<string, number>(), charge: -1 } : parseFormula(formula)) };
}

/** What a reaction must keep: the atoms of each element, and the charge. One row each, one column per substance, the right side negative. */
function ledger({ left, right }: Reaction): Map<string, number[]> {
  const all = [...left, ...right];
  const symbols = [...new Set(all.flatMap(({ atoms }) => [...atoms.keys()]))];
  const row = (amount: (term: Term) => number): number[] => all.map((each, i) => (i < left.length ? amount(each) : -amount(each)));
  return new Map([...symbols.map((symbol): [string, number[]] => [symbol, row(({ atoms }) => atoms.get(symbol) ?? 0)]), ["charge", row(({ charge }) => charge)]]);
}

export function isBalanced(reaction: Reaction): boolean {
  const coefficients = [...reaction.left, ...reaction.right].map(({ coefficient }) => coefficient);
  return [...ledger(reaction).values()].every((row) => row.reduce((sum, amount, i) => sum.add(coefficients[i]?.mul(amount) ?? 0), new Fraction(0)).equals(0));
}

/** The least whole coefficients, those of the left side first. The ones written do not matter. */
export function balance(reaction: Reaction): number[] {
  const rows = ledger(reaction);
  const formulas = [...reaction.left, ...reaction.right].map(({ formula }) => formula);
  for (const [symbol, row] of rows) {
    if (symbol !== "charge" && (row.every((n) => n >= 0) || row.every((n) => n <= 0))) fail(`The reaction cannot be balanced: ${symbol} stands on one side only.`);
  }
  const [solution, ...others] = nullSpace([...rows.values()].map((row) => row.map((n) => new Fraction(n))), formulas.length);
  if (solution === undefined) return fail("The reaction cannot be balanced: no coefficients keep all atoms and the charge.");
  if (others.length > 0) fail("The reaction can be balanced in several independent ways. Split it into simpler ones.");
  const sign = solution.find((n) => !n.equals(0))?.s ?? 1n;
  solution.forEach((n, i) => {
    if (n.equals(0)) fail(`The reaction cannot be balanced: ${formulas[i]} takes no part in it.`);
    if (n.s !== sign) fail(`The reaction cannot be balanced as written: ${formulas[i]} would have to stand on the other side.`);
  });
  const denominator = solution.reduce((lcm, n) => (lcm * n.d) / gcd(lcm, n.d), 1n);
  const whole = solution.map((n) => (n.n * denominator) / n.d);
  const divisor = whole.reduce(gcd, 0n);
  return whole.map((n) => {
    const least = Number(n / divisor);
    return Number.isSafeInteger(least) ? least : fail("The coefficients are too large to be told exactly.");
  });
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

/** A basis of what the rows map to zero, by elimination in exact fractions. */
function nullSpace(rows: Fraction[][], columns: number): Fraction[][] {
  const pivots: { readonly column: number; row: Fraction[] }[] = [];
  for (let column = 0; column < columns; column++) {
    const at = rows.findIndex((row) => !row[column]?.equals(0));
    const [found] = at < 0 ? [] : rows.splice(at, 1);
    const head = found?.[column];
    if (!found || !head) continue;
    const row = found.map((n) => n.div(head));
    const clear = (other: Fraction[]): Fraction[] => other.map((n, i) => n.sub((row[i] ?? new Fraction(0)).mul(other[column] ?? 0)));
    rows = rows.map(clear);
    for (const pivot of pivots) pivot.row = clear(pivot.row);
    pivots.push({ column, row });
  }
  const free = Array.from({ length: columns }, (_, i) => i).filter((column) => pivots.every((pivot) => pivot.column !== column));
  return free.map((one) =>
    Array.from({ length: columns }, (_, column) => {
      const pivot = pivots.find((each) => each.column === column);
      return pivot ? (pivot.row[one] ?? new Fraction(0)).neg() : new Fraction(column === one ? 1 : 0);
    }),
  );
}

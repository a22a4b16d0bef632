/** Implementations of the functions that `chemistry.world` declares. */

import { fail } from "../runtime/failure.js";
import { ELEMENT } from "./chemistry/elements.js";
import { hillOrder, parseFormula, writeFormula, type Atoms } from "./chemistry/formula.js";
import { balance as leastCoefficients, isBalanced, parseReaction, type Term } from "./chemistry/reaction.js";
import { smilesProblem } from "./chemistry/smiles.js";
import { float, Real } from "./shared/real.js";

interface Portion {
  readonly formula: string;
  readonly coefficient: number;
}

interface BalancedReaction {
  readonly equation: string;
  readonly reactants: readonly Portion[];
  readonly products: readonly Portion[];
}

function massOf(symbol: string, count: number): Real {
  return new Real(ELEMENT.get(symbol)?.weight ?? 0).times(count);
}

function totalMass(atoms: Atoms): Real {
  return Real.sum(...[...atoms].map(([symbol, count]) => massOf(symbol, count)));
}

export function molar_mass(formula: string): number {
  return float(totalMass(parseFormula(formula).atoms));
}

export function elements(formula: string): { symbol: string; name: string; count: number }[] {
  return hillOrder(parseFormula(formula).atoms).map(([symbol, count]) => ({ symbol, name: ELEMENT.get(symbol)?.name ?? "", count }));
}

export function mass_shares(formula: string): { symbol: string; percent: number }[] {
  const { atoms } = parseFormula(formula);
  const total = totalMass(atoms);
  return hillOrder(atoms).map(([symbol, count]) => ({ symbol, percent: float(massOf(symbol, count).times(100).dividedBy(total)) }));
}

export function hill_formula(formula: string): string {
  const { atoms, charge } = parseFormula(formula);
  return writeFormula(atoms, charge);
}

export function empirical_formula(formula: string): string {
  const { atoms, charge } = parseFormula(formula);
  const divisor = [...atoms.values()].reduce(gcd, Math.abs(charge));
  return writeFormula(new Map([...atoms].map(([symbol, count]) => [symbol, count / divisor])), charge / divisor);
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

export function is_organic(formula: string): boolean {
  // Ammonium stands where a metal may; water of hydration is a part of its own.
  const { parts } = parseFormula(formula.replace(/NH4(?!\d)/g, "K"));
  return parts.some((part) => {
    const count = (symbol: string): number => part.get(symbol) ?? 0;
    const [carbon, hydrogen, oxygen, nitrogen] = [count("C"), count("H"), count("O"), count("N")];
    const more = oxygen - 3 * carbon;
    if (carbon === 0) return false;
    if (["F", "Cl", "Br", "I"].some((halogen) => part.has(halogen))) return true;
    // More oxygen than a carbonate has is that of hydroxides, as in malachite.
    const carbonate = more >= 0 && hydrogen <= 2 * carbon + more && !["N", "P", "S"].some((each) => part.has(each));
    const cyanic = carbon === 1 && nitrogen === 1 && hydrogen <= 1 && oxygen + count("S") <= 1;
    return hydrogen > 0 && !carbonate && !cyanic;
  });
}

export function balance(reaction: string): BalancedReaction {
  const parsed = parseReaction(reaction);
  const coefficients = leastCoefficients(parsed);
  const portion = ({ formula }: Term, i: number): Portion => ({ formula, coefficient: coefficients[i] ?? 0 });
  const reactants = parsed.left.map(portion);
  const products = parsed.right.map((term, i) => portion(term, parsed.left.length + i));
  return { equation: `${written(reactants)} -> ${written(products)}`, reactants, products };
}

function written(side: readonly Portion[]): string {
  return side.map(({ formula, coefficient }) => (coefficient === 1 ? formula : `${coefficient} ${formula}`)).join(" + ");
}

export function is_balanced(reaction: string): boolean {
  return isBalanced(parseReaction(reaction));
}

const BURNT = [["C", "CO2"], ["H", "H2O"], ["N", "N2"], ["S", "SO2"]] as const;

export function combustion(formula: string): BalancedReaction {
  const { atoms, charge } = parseFormula(formula);
  const count = (symbol: string): number => atoms.get(symbol) ?? 0;
  if (charge !== 0) fail(`${formula} has a charge. Give a neutral substance.`);
  const other = [...atoms.keys()].find((symbol) => !["C", "H", "O", "N", "S"].includes(symbol));
  if (other !== undefined) fail(`${formula} holds ${other}. Combustion is worked out for substances of C, H, O, N and S only.`);
  if (2 * count("C") + count("H") / 2 + 2 * count("S") <= count("O")) fail(`${formula} does not burn: it holds all the oxygen it can take up.`);
  const products = BURNT.flatMap(([symbol, product]) => (atoms.has(symbol) ? [product] : []));
  return balance(`${formula} + O2 -> ${products.join(" + ")}`);
}

export function smiles_problem(smiles: string): string | null {
  return smilesProblem(smiles);
}

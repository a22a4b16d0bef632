/** Implementations of the functions that `units.world` declares. */

import { fail } from "../runtime/failure.js";
import { float, PI, Real } from "./shared/real.js";
import { TABLE, ZEROS } from "./units/table.js";

interface Unit {
  readonly name: string;
  readonly symbol: string;
  readonly quantity: string;
  /** How many of the quantity's base unit one is. */
  readonly size: Real;
  /** Added to a value before it is scaled. */
  readonly zero: Real;
}

/** By each spelling as written. No two units share one, whatever their quantities; a test sees to it. */
const spelled = new Map<string, Unit>();
/** By spellings that differ in case, in British endings, or in hyphens only. */
const alike = new Map<string, Set<Unit>>();

for (const [quantity, rows] of Object.entries(TABLE)) {
  for (const [name, symbol, size, ...others] of rows) {
    const unit = { name, symbol, quantity, size: sizeOf(size), zero: new Real(ZEROS[name] ?? 0) };
    for (const spelling of [name, symbol, ...others]) {
      spelled.set(spelling, unit);
      alike.set(plain(spelling), (alike.get(plain(spelling)) ?? new Set()).add(unit));
    }
  }
}

function sizeOf(text: string): Real {
  return [...text.matchAll(/([*/]?)([\d.]+|π)/g)].reduce((total, [, operator, factor]) => {
    const value = factor === "π" ? PI : new Real(factor ?? "");
    return operator === "/" ? total.dividedBy(value) : total.times(value);
  }, new Real(1));
}

function plain(spelling: string): string {
  return spelling
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
    .replace(/metre/g, "meter")
    .replace(/litre/g, "liter")
    .replace(/gramme/g, "gram");
}

/** Case tells units apart (`mW`, `MW`); it is forgiven where only one unit of the quantity can be meant. */
function find(text: string, quantity?: string): Unit {
  const fits = (unit: Unit | undefined): unit is Unit => unit !== undefined && (quantity === undefined || unit.quantity === quantity);
  const exact = spelled.get(text.trim());
  if (fits(exact)) return exact;
  const name = plain(text);
  const candidates = [name, name.replace(/s$/, "")].map((spelling) => [...(alike.get(spelling) ?? [])].filter(fits)).find((units) => units.length > 0) ?? [];
  if (candidates.length > 1) fail(`${text} may mean ${candidates.map((unit) => `${unit.symbol} (${unit.name})`).join(" or ")}. Write the one that is meant.`);
  return candidates[0] ?? unknown(text, quantity);
}

function unknown(text: string, quantity: string | undefined): never {
  const other = spelled.get(text.trim());
  if (other) fail(`${other.name} is a unit of ${other.quantity}, not of ${quantity}.`);
  if (quantity === undefined) fail(`There is no unit ${JSON.stringify(text)}.`);
  return fail(`There is no unit of ${quantity} ${JSON.stringify(text)}. There are ${units_of(quantity).map(({ name }) => name).join(", ")}.`);
}

export function convert(value: number, from: string, to: string): number {
  const source = find(from);
  const target = find(to);
  if (source.quantity !== target.quantity) fail(`${source.name} is a unit of ${source.quantity} and ${target.name} one of ${target.quantity}; they do not convert.`);
  const size = new Real(value).plus(source.zero).times(source.size);
  if (source.quantity === "temperature" && size.isNegative()) fail(`${value} ${source.symbol} is below absolute zero.`);
  return float(size.dividedBy(target.size).minus(target.zero));
}

export function convert_within(quantity: string, value: number, from: string, to: string): number {
  return convert(value, find(from, quantity).name, find(to, quantity).name);
}

export function quantities(): string[] {
  return Object.keys(TABLE);
}

export function units_of(quantity: string): { name: string; symbol: string }[] {
  const rows = TABLE[quantity] ?? fail(`There are no units of ${JSON.stringify(quantity)}. Quantities: ${quantities().join(", ")}.`);
  return rows.map(([name, symbol]) => ({ name, symbol }));
}

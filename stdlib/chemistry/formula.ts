/** Reads molecular formulas: nested groups, waters of hydration and charges. */

import { fail } from "../../runtime/failure.js";
import { ELEMENT } from "./elements.js";

/** How many atoms of each element, in order of first mention. */
export type Atoms = ReadonlyMap<string, number>;

export interface Formula {
  readonly atoms: Atoms;
  readonly charge: number;
  /** What dots separate, each with its multiplier worked in: the salt and its waters. */
  readonly parts: readonly Atoms[];
}

const LONGEST = 200;
/** More of one element than this is a slip, and would leave the whole numbers that floats hold. */
const MOST_ATOMS = 1e9;

/** Typographic digits and signs as ASCII ones; superscripts are a charge. */
function ascii(text: string): string {
  return text
    .trim()
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+/g, (run) => `^${[...run].map((c) => "0123456789+-"["⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻".indexOf(c)]).join("")}`)
    .replace(/[₀-₉]/g, (c) => String(c.charCodeAt(0) - 0x2080))
    .replace(/[−–]/g, "-")
    .replace(/[·•∙⋅*]/g, ".");
}

export function parseFormula(written: string): Formula {
  const text = ascii(written);
  if (text === "") fail("The formula is empty.");
  if (text.length > LONGEST) fail(`A formula of more than ${LONGEST} characters is too long.`);
  const { body, charge } = splitCharge(text);
  const parts = body.split(".").map((part, i) => {
    const [, multiplier = "", rest = ""] = /^(\d*)(.*)$/s.exec(part) ?? [];
    if (i === 0 && multiplier !== "") fail(`The formula ${written} begins with a number. Leave it out: ${rest}.`);
    const atoms = new Reader(rest, written).all();
    if (multiplier !== "" && atoms.size === 1 && new RegExp(`\\d\\.${multiplier}`).test(written)) fail(`A count in ${written} is no whole number.`);
    return scaled(atoms, multiplier === "" ? 1 : count(multiplier, written));
  });
  const atoms = parts.reduce(merged, new Map());
  for (const [symbol, number] of atoms) if (number > MOST_ATOMS) fail(`${written} has more than ${MOST_ATOMS} atoms of ${symbol}, which is too many.`);
  return { atoms, charge, parts };
}

/** `^2-`, `^-2`, `(2-)` or signs at the end. Digits before a bare sign count atoms, so where they might not it must be `^`. */
function splitCharge(text: string): { body: string; charge: number } {
  const marked = /(?:\^\{?(?:(\d*)([+-]+)|([+-])(\d+))\}?|\((\d*)([+-])\))$/.exec(text);
  if (marked) {
    const [whole, before, signs, sign, after, inside, only] = marked;
    const direction = signs ?? sign ?? only ?? "";
    const size = before || after || inside;
    return { body: text.slice(0, -whole.length), charge: signed(direction, size ? Number(size) : direction.length) };
  }
  const signs = /[+-]+$/.exec(text)?.[0] ?? "";
  const body = text.slice(0, text.length - signs.length);
  if (signs.length === 1 && /^[A-Z][a-z]?\d+$|\d\d$|\]\d+$/.test(body)) {
    fail(`The charge of ${text} can be read in two ways. Write it after ^: ${body.slice(0, -1)}^${body.slice(-1)}${signs} or ${body}^${signs}.`);
  }
  return { body, charge: signed(signs, signs.length) };
}

function signed(signs: string, size: number): number {
  if (/\+-|-\+/.test(signs)) fail(`${signs} is no charge.`);
  if (size > 99) fail(`A charge of ${size} is too high.`);
  return signs.startsWith("-") ? -size : size;
}

function count(digits: string, written: string): number {
  const n = Number(digits);
  if (n === 0) fail(`The formula ${written} counts something 0 times. Leave it out.`);
  return digits.length <= 5 ? n : fail(`The number ${digits} in ${written} is too large for a formula.`);
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

class Reader {
  private at = 0;
  constructor(
    private readonly text: string,
    private readonly written: string,
  ) {}

  all(): Atoms {
    if (this.text === "") fail(`A part of the formula ${this.written} is empty.`);
    return this.items(undefined);
  }

  /** Up to the bracket that closes the group, or to the end. */
  private items(closing: string | undefined): Atoms {
    let atoms: Atoms = new Map();
    while (this.at < this.text.length) {
      const here = this.text[this.at] ?? "";
      if (here === closing) return atoms;
      const inner = CLOSING[here];
      if (inner === undefined) atoms = merged(atoms, scaled(new Map([[this.symbol(), 1]]), this.number()));
      else {
        this.at++;
        const group = this.items(inner);
        if (this.text[this.at] !== inner) fail(`The formula ${this.written} has a ${here} that no ${inner} closes.`);
        this.at++;
        if (group.size === 0) fail(`The formula ${this.written} has brackets with nothing in them.`);
        atoms = merged(atoms, scaled(group, this.number()));
      }
    }
    return atoms;
  }

  private symbol(): string {
    const [symbol = ""] = /^[A-Z]?[a-z]?/.exec(this.text.slice(this.at)) ?? [];
    if (symbol === "") fail(`${JSON.stringify(this.text[this.at])} cannot stand there in the formula ${this.written}.`);
    if (!ELEMENT.has(symbol)) fail(`There is no element ${symbol}, so the formula ${this.written} has no meaning. Symbols begin with a capital letter.`);
    this.at += symbol.length;
    return symbol;
  }

  private number(): number {
    const [digits = ""] = /^\d+/.exec(this.text.slice(this.at)) ?? [];
    this.at += digits.length;
    return digits === "" ? 1 : count(digits, this.written);
  }
}

function merged(a: Atoms, b: Atoms): Atoms {
  const sum = new Map(a);
  for (const [symbol, number] of b) sum.set(symbol, (sum.get(symbol) ?? 0) + number);
  return sum;
}

function scaled(atoms: Atoms, by: number): Atoms {
  return new Map([...atoms].map(([symbol, number]) => [symbol, number * by]));
}

/** Elements in the order of Hill: carbon, hydrogen, then by symbol; all by symbol where there is no carbon. */
export function hillOrder(atoms: Atoms): [symbol: string, count: number][] {
  const rank = (symbol: string): string => (atoms.has("C") && (symbol === "C" || symbol === "H") ? ` ${symbol}` : symbol);
  return [...atoms].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}

export function writeFormula(atoms: Atoms, charge: number): string {
  const size = Math.abs(charge) === 1 ? "" : String(Math.abs(charge));
  return hillOrder(atoms).map(([symbol, number]) => `${symbol}${number === 1 ? "" : number}`).join("") + (charge === 0 ? "" : `^${size}${charge > 0 ? "+" : "-"}`);
}

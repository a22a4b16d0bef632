/** Checks SMILES as the OpenSMILES specification 1.0 writes them: atoms, bonds, branches, rings, and the valences of unbracketed atoms. */

import { ELEMENT } from "./elements.js";

const LONGEST = 500;
/** The most bonds that an atom outside brackets has. */
const VALENCE: Readonly<Record<string, number>> = { B: 3, C: 4, N: 5, O: 2, P: 5, S: 6, F: 1, Cl: 1, Br: 1, I: 1, "*": Infinity };
/** The most neighbours of an aromatic one. */
const AROMATIC: Readonly<Record<string, number>> = { b: 3, c: 3, n: 3, o: 2, p: 3, s: 3 };
const ORDER: Readonly<Record<string, number>> = { "": 1, "-": 1, "/": 1, "\\": 1, ":": 1, "=": 2, "#": 3, $: 4 };
const BRACKETED = /^\[(\d{1,3})?([A-Z][a-z]?|se|as|b|c|n|o|p|s|\*)(@(?:@|TH[12]|AL[12]|SP[1-3]|TB(?:1\d?|20|[2-9])|OH(?:[12]\d?|30|[3-9]))?)?(H\d?)?(\+\+|--|[+-]\d{0,2})?(:\d+)?\]/;
/** The direction of a bond is another from its other end. */
const TURNED: Readonly<Record<string, string>> = { "/": "\\", "\\": "/" };

interface Atom {
  readonly symbol: string;
  readonly bracketed: boolean;
  /** The other end of each bond, and its order. */
  readonly bonds: { readonly to: number; readonly order: number }[];
}

interface OpenRing {
  readonly atom: number;
  readonly bond: string;
}

/** What is wrong with a SMILES, or null. */
export function smilesProblem(text: string): string | null {
  if (text === "") return "The text is empty.";
  if (text.length > LONGEST) return `More than ${LONGEST} characters are not checked.`;
  const atoms: Atom[] = [];
  const rings = new Map<number, OpenRing>();
  /** The atoms at which the open branches begin, and how many atoms there were. */
  const branches: { readonly from: number; readonly count: number }[] = [];
  let previous: number | null = null;
  let bond: string | null = null;
  /** Whether a dot asks for an atom that is not bound to the previous one. */
  let parted = false;

  const join = (a: number, b: number, sign: string): void => {
    atoms[a]?.bonds.push({ to: b, order: ORDER[sign] ?? 1 });
    atoms[b]?.bonds.push({ to: a, order: ORDER[sign] ?? 1 });
  };

  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const where = `at position ${at + 1}`;
    const sign = rest.charAt(0);
    const atom = readAtom(rest);
    if (typeof atom === "string") return `${atom} (${where})`;
    if (atom) {
      atoms.push({ symbol: atom.symbol, bracketed: atom.bracketed, bonds: [] });
      if (previous !== null && !parted) join(previous, atoms.length - 1, bond ?? "");
      [previous, bond, parted] = [atoms.length - 1, null, false];
      at += atom.length;
    } else if (sign in ORDER) {
      if (previous === null || bond !== null || parted) return `A bond must stand between two atoms (${where}).`;
      bond = sign;
      at++;
    } else if (sign === ".") {
      if (previous === null || bond !== null || parted) return `A dot must stand between two atoms (${where}).`;
      parted = true;
      at++;
    } else if (sign === "(") {
      if (previous === null || bond !== null || parted) return `A branch must follow an atom (${where}).`;
      if (branches.at(-1)?.count === atoms.length) return `A branch must begin with an atom (${where}).`;
      branches.push({ from: previous, count: atoms.length });
      at++;
    } else if (sign === ")") {
      const branch = branches.pop();
      if (!branch) return `A ) closes no branch (${where}).`;
      if (branch.count === atoms.length || bond !== null || parted) return `A branch must end with an atom (${where}).`;
      previous = branch.from;
      at++;
    } else {
      const [digits, two, one] = /^(?:%(\d\d)|(\d))/.exec(rest) ?? [];
      if (digits === undefined) return `${JSON.stringify([...rest][0])} has no meaning here (${where}).`;
      if (previous === null || parted || branches.at(-1)?.count === atoms.length) return `A ring number must follow an atom (${where}).`;
      const problem = ring(Number(two ?? one), previous, bond ?? "", where);
      if (problem !== null) return problem;
      bond = null;
      at += digits.length;
    }
  }
  if (bond !== null || parted) return "The text ends where an atom must follow.";
  if (branches.length > 0) return "A ( is never closed.";
  const [unclosed] = rings.keys();
  if (unclosed !== undefined) return `Ring ${unclosed} is opened and never closed.`;
  return atoms.map(overbound).find((problem) => problem !== null) ?? null;

  /** Opens a ring, or closes it with a bond. */
  function ring(number: number, atom: number, sign: string, where: string): string | null {
    const open = rings.get(number);
    if (!open) {
      rings.set(number, { atom, bond: sign });
      return null;
    }
    rings.delete(number);
    if (open.atom === atom) return `Ring ${number} joins an atom to itself (${where}).`;
    if (atoms[atom]?.bonds.some(({ to }) => to === open.atom)) return `Ring ${number} joins two atoms that are bound already (${where}).`;
    if (open.bond !== "" && sign !== "" && open.bond !== sign && TURNED[open.bond] !== sign) return `Ring ${number} is opened and closed with different bonds (${where}).`;
    join(open.atom, atom, open.bond || sign);
    return null;
  }
}

/** The atom at the start of a text, what is wrong with it, or null where there is none. */
function readAtom(text: string): { symbol: string; bracketed: boolean; length: number } | string | null {
  if (text.startsWith("[")) {
    const [whole, , symbol = ""] = BRACKETED.exec(text) ?? [];
    if (whole === undefined) return "A bracketed atom is malformed.";
    const capital = symbol.charAt(0).toUpperCase() + symbol.slice(1);
    return symbol === "*" || ELEMENT.has(capital) ? { symbol, bracketed: true, length: whole.length } : `There is no element ${capital}.`;
  }
  const [symbol] = /^(?:Cl|Br|[BCNOPSFI*bcnops])/.exec(text) ?? [];
  return symbol === undefined ? null : { symbol, bracketed: false, length: symbol.length };
}

function overbound({ symbol, bracketed, bonds }: Atom): string | null {
  if (bracketed) return null;
  const orders = bonds.reduce((sum, { order }) => sum + order, 0);
  const aromatic = AROMATIC[symbol];
  if (aromatic !== undefined) return bonds.length > aromatic ? `An aromatic ${symbol} has ${bonds.length} neighbours; it can have ${aromatic}.` : null;
  const most = VALENCE[symbol] ?? 0;
  return orders > most ? `${symbol} has ${orders} bonds; it can have ${most}.` : null;
}

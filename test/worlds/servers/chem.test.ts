import { elements } from "chemical-elements";
import fc from "fast-check";
import { MF } from "mf-parser";
import { SmilesParser } from "openchemlib";
import { beforeAll, describe, expect, it } from "vitest";
import { relativeError, samples, serverTools, type Answer, type Args } from "../../support/server-tools.js";

let call: (tool: string, args: Args) => Answer;
beforeAll(async () => {
  call = await serverTools("worlds/servers/chem.world");
});
const ok = <T>(tool: string, args: Args): T => {
  const { status, output } = call(tool, args);
  expect(status, `${tool}(${JSON.stringify(args)}): ${JSON.stringify(output)}`).toBe("ok");
  return output as T;
};

/** Those whose mass mf-parser knows. */
const stable = elements.filter(({ mass }) => mass !== null).map(({ symbol }) => symbol);
const symbol = fc.oneof(fc.constantFrom("C", "H", "O", "N", "S", "Na", "Cl"), fc.constantFrom(...stable));
const count = fc.oneof(fc.constant(""), fc.integer({ min: 2, max: 30 }).map(String));
const { formula } = fc.letrec<{ formula: string; item: string }>((tie) => ({
  formula: fc.array(tie("item"), { minLength: 1, maxLength: 4 }).map((items) => items.join("")),
  item: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.tuple(symbol, count).map((parts) => parts.join("")), fc.tuple(tie("formula"), count).map(([inner, n]) => `(${inner})${n}`)),
}));
const formulas = samples(formula.filter((text) => text.length < 150), 120);

interface Info {
  readonly mass: number;
  readonly atoms: Readonly<Record<string, number>>;
}
const info = (text: string): Info => new MF(text).getInfo() as unknown as Info;
const hill = (atoms: Readonly<Record<string, number>>): string => {
  const rest = Object.keys(atoms).sort();
  const order = "C" in atoms ? ["C", ...("H" in atoms ? ["H"] : []), ...rest.filter((each) => each !== "C" && each !== "H")] : rest;
  return order.map((each) => each + (atoms[each] === 1 ? "" : String(atoms[each]))).join("");
};
const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

describe("formulas agree with mf-parser", () => {
  it("molar_mass", () => {
    for (const text of formulas) expect(relativeError(ok("molar_mass", { formula: text }), info(text).mass), text).toBeLessThan(5e-4);
  });

  it("element_list, normalize_formula", () => {
    for (const text of formulas) {
      const found = ok<{ symbol: string; name: string; count: number }[]>("element_list", { formula: text });
      expect(Object.fromEntries(found.map((each) => [each.symbol, each.count])), text).toEqual(info(text).atoms);
      expect(ok("normalize_formula", { formula: text })).toBe(hill(info(text).atoms));
    }
  });

  it("empirical_formula", () => {
    for (const text of formulas) {
      const { atoms } = info(text);
      const divisor = Object.values(atoms).reduce(gcd, 0);
      expect(ok("empirical_formula", { formula: text })).toBe(hill(Object.fromEntries(Object.entries(atoms).map(([each, n]) => [each, n / divisor]))));
    }
  });

  it("percent_composition", () => {
    const mass = new Map(elements.map((each) => [each.symbol as string, each.mass ?? 0]));
    for (const text of formulas) {
      const { atoms, mass: total } = info(text);
      const shares = ok<{ symbol: string; percent: number }[]>("percent_composition", { formula: text });
      for (const share of shares) expect(share.percent, `${share.symbol} in ${text}`).toBeCloseTo((100 * (atoms[share.symbol] ?? 0) * (mass.get(share.symbol) ?? 0)) / total, 1);
      expect(shares.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100, 10);
    }
  });

  it("convert_moles_to_grams, convert_grams_to_moles", () => {
    formulas.forEach((text, i) => {
      const moles = (i + 1) / 8;
      const grams = ok<number>("convert_moles_to_grams", { formula: text, moles });
      expect(relativeError(grams, moles * info(text).mass), text).toBeLessThan(5e-4);
      expect(relativeError(ok("convert_grams_to_moles", { formula: text, grams }), moles)).toBeLessThan(1e-15);
    });
  });

  it("knows all 118 elements", () => {
    expect(elements).toHaveLength(118);
    for (const { symbol: each, name, mass } of elements) {
      const [found] = ok<{ symbol: string; name: string }[]>("element_list", { formula: each });
      // Spellings of IUPAC.
      expect(found?.name.replace("Aluminium", "Aluminum").replace("Caesium", "Cesium")).toBe(name.replace("Aluminium", "Aluminum").replace("Caesium", "Cesium"));
      const own = ok<number>("molar_mass", { formula: each });
      if (mass !== null) expect(relativeError(own, mass), each).toBeLessThan(5e-4);
      else expect(Number.isInteger(own), each).toBe(true);
    }
  });
});

describe("what mf-parser does not read", () => {
  it.each([
    ["CuSO4·5H2O", "CuH10O9S"],
    ["CuSO4.5H2O", "CuH10O9S"],
    ["Na2CO3*10H2O", "CH20Na2O13"],
    ["K4[Fe(CN)6]·3H2O", "C6H6FeK4N6O3"],
    ["[Co(NH3)6]Cl3", "Cl3CoH18N6"],
    ["{[Cr(H2O)6]2(SO4)3}2", "Cr4H48O48S6"],
    ["C₆H₁₂O₆", "C6H12O6"],
    ["SO₄²⁻", "O4S^2-"],
    ["SO4^2-", "O4S^2-"],
    ["SO4^{2-}", "O4S^2-"],
    ["SO4--", "O4S^2-"],
    ["SO4(2-)", "O4S^2-"],
    ["NH4+", "H4N^+"],
    ["Fe^3+", "Fe^3+"],
    ["Fe(3+)", "Fe^3+"],
    ["H3O⁺", "H3O^+"],
  ])("%s is %s", (text, expected) => {
    expect(ok("normalize_formula", { formula: text })).toBe(expected);
    expect(ok("normalize_formula", { formula: expected })).toBe(expected);
  });

  it.each(["h2o", "H2O)", "(H2O", "(H2O]", "()", "H2O2X", "Uuo", "D2O", "2H2O", "H0", "H-1", "C1.5H2", "CO2+-", "H 2", "CaCO3·", "·H2O", "C999999", "Fe3+", "SO42-", "[Fe(CN)6]4-", "constructor", "💧", "(((((C9999)9999)9999)9999)9999)9999"])("refuses %j", (text) => {
    for (const tool of ["molar_mass", "element_list", "percent_composition", "empirical_formula", "normalize_formula", "is_organic", "combustion_products"]) {
      const { status, output } = call(tool, { formula: text });
      expect(status, `${tool}: ${JSON.stringify(output)}`).toBe("failed");
    }
  });
});

interface Balanced {
  readonly equation: string;
  readonly reactants: readonly { readonly formula: string; readonly coefficient: number }[];
  readonly products: readonly { readonly formula: string; readonly coefficient: number }[];
}
/** The atoms of a side, counted by mf-parser. */
function tally(side: Balanced["reactants"]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const { formula: text, coefficient } of side) for (const [each, n] of Object.entries(info(text).atoms)) sum[each] = (sum[each] ?? 0) + n * coefficient;
  return sum;
}
function expectBalanced(balanced: Balanced): void {
  expect(tally(balanced.reactants), balanced.equation).toEqual(tally(balanced.products));
  const coefficients = [...balanced.reactants, ...balanced.products].map(({ coefficient }) => coefficient);
  expect(Math.min(...coefficients)).toBeGreaterThan(0);
  expect(coefficients.reduce(gcd, 0), balanced.equation).toBe(1);
  expect(ok("is_balanced", { reaction: balanced.equation })).toBe(true);
}

describe("reactions", () => {
  const small = fc.integer({ min: 1, max: 9 });

  it("balance_simple_reaction balances salts that change partners, and ores that are reduced", () => {
    const metal = fc.constantFrom("Na", "Mg", "Al", "Ti", "Fe", "Cu", "U", "Og");
    const acid = fc.constantFrom("SO4", "NO3", "PO4", "Cl", "C2H3O2");
    const salts = samples(fc.tuple(metal, metal, acid, acid, small, small, small, small).filter(([a, b, x, y]) => a !== b && x !== y), 60);
    for (const [a, b, x, y, p, q, r, s] of salts) {
      // Valences: a is q, x is p; b is s, y is r, each over the common one.
      expectBalanced(ok("balance_simple_reaction", { reaction: `${a}${q}(${x})${p} + ${b}${s}(${y})${r} -> ${a}${q * r}(${y})${p * r} + ${b}${s * p}(${x})${p * r}`.replace(/([a-z])1(?!\d)/g, "$1") }));
    }
    for (const [m, p, q, r, s] of samples(fc.tuple(metal, small, small, small, small), 60)) {
      expectBalanced(ok("balance_simple_reaction", { reaction: `${m}${p}O${q} + C${r}H${s} → ${m} + CO2 + H2O` }));
    }
  });

  it.each([
    "2 H2 + O2 -> 2 H2O",
    "4 Fe + 3 O2 -> 2 Fe2O3",
    "2 KMnO4 + 16 HCl -> 2 KCl + 2 MnCl2 + 8 H2O + 5 Cl2",
    "3 Cu + 8 HNO3 -> 3 Cu(NO3)2 + 2 NO + 4 H2O",
    "10 P2I4 + 13 P4 + 128 H2O -> 32 H3PO4 + 40 PH4I",
    "K4[Fe(CN)6] + 6 H2SO4 + 6 H2O -> 2 K2SO4 + FeSO4 + 3 (NH4)2SO4 + 6 CO",
    "MnO4^- + 5 Fe^2+ + 8 H+ -> Mn^2+ + 5 Fe^3+ + 4 H2O",
    "Cr2O7^2- + 14 H^+ + 6 e- -> 2 Cr^3+ + 7 H2O",
    "Ca^2+ + CO3^2- -> CaCO3",
    "6 CO2 + 6 H2O -> C6H12O6 + 6 O2",
    "2 C8H18 + 25 O2 -> 16 CO2 + 18 H2O",
    "2 Na + 2 H2O -> 2 NaOH + H2",
  ])("%s", (reaction) => {
    const bare = reaction.replace(/(^|[+>] )\d+ /g, "$1");
    expect(ok<Balanced>("balance_simple_reaction", { reaction: bare }).equation).toBe(reaction);
    expect(ok("is_balanced", { reaction })).toBe(true);
    expect(ok("is_balanced", { reaction: bare })).toBe(bare === reaction);
    // One coefficient too many is noticed, whichever it is.
    for (const { index } of reaction.matchAll(/(?<=^|-> | \+ )\S/g)) {
      const [, number = "", rest = ""] = /^(\d+ )?(.*)$/s.exec(reaction.slice(index)) ?? [];
      expect(ok("is_balanced", { reaction: `${reaction.slice(0, index)}${Number(number || 1) + 1} ${rest}` })).toBe(false);
    }
  });

  it("is_balanced agrees with a count by mf-parser", () => {
    const side = fc.array(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.constantFrom("H2", "O2", "H2O", "H2O2", "O3", "(HO)2")), { minLength: 1, maxLength: 3 });
    let balanced = 0;
    for (const sides of samples(fc.tuple(side, side), 300)) {
      const [left, right] = sides.map((each) => each.map(([coefficient, text]) => ({ coefficient, formula: text })));
      const written = (each: Balanced["reactants"] = []): string => each.map(({ coefficient, formula: text }) => `${coefficient}${text}`).join("+");
      const same = JSON.stringify(Object.entries(tally(left ?? [])).sort()) === JSON.stringify(Object.entries(tally(right ?? [])).sort());
      expect(ok("is_balanced", { reaction: `${written(left)}->${written(right)}` })).toBe(same);
      if (same) balanced++;
    }
    expect(balanced).toBeGreaterThan(5);
  });

  it("combustion_products", () => {
    for (const [c, h, o, n, s] of samples(fc.tuple(fc.nat(20), fc.nat(40), fc.nat(6), fc.nat(4), fc.nat(3)).filter(([c, h, o, , s]) => 4 * c + h + 4 * s > 2 * o), 80)) {
      const text = hill(Object.fromEntries(Object.entries({ C: c, H: h, N: n, O: o, S: s }).filter(([, k]) => k > 0)));
      const burnt = ok<Balanced>("combustion_products", { formula: text });
      expectBalanced(burnt);
      expect(burnt.reactants.map((each) => each.formula)).toEqual([text, "O2"]);
    }
  });
});

describe("is_organic", () => {
  const ORGANIC = "CH4 C2H6 C2H4 C2H2 C6H6 C8H18 CH3OH C2H5OH CH2O CH3CHO HCOOH CH3COOH CH3COONa NaHCO2 (HCOO)2Ca H2C2O4 C3H6O C4H8O2 CO(NH2)2 CH3NH2 C6H5NH2 CH3CN C5H5N C3H3N3 C4H4N2 C6H12O6 C12H22O11 CCl4 CHCl3 CF2Cl2 C2F4 CH3I C10H8 C8H10N4O2 C9H8O4 NH2CH2COOH C3H7NO2S CH3COONH4 Fe(C5H5)2 C60H60";
  const INORGANIC = "CO CO2 CS2 CaCO3 Na2CO3 NaHCO3 Ca(HCO3)2 H2CO3 CO3^2- HCO3^- NH4HCO3 (NH4)2CO3 Na2CO3·10H2O MgCO3·3H2O HCN KCN NH4CN KSCN NH4SCN HOCN KOCN K4[Fe(CN)6]·3H2O K3[Fe(CN)6] CaC2 Al4C3 SiC WC C60 C H2O NaCl H2SO4 NH3 Fe2O3 NH4Cl Ni(CO)4 Cu2(OH)2CO3";
  it.each([
    [ORGANIC, true],
    [INORGANIC, false],
  ])("%s: %s", (texts, expected) => {
    for (const text of texts.split(" ")) expect(ok("is_organic", { formula: text }), text).toBe(expected);
  });
});

describe("amounts, solutions and gases", () => {
  const amount = fc.integer({ min: 1, max: 1e6 }).map((n) => n / 1000);

  it("mole_fraction", () => {
    for (const moles of samples(fc.array(amount, { minLength: 1, maxLength: 8 }))) {
      const total = moles.reduce((sum, n) => sum + n, 0);
      const shares = ok<{ substance: string; fraction: number }[]>("mole_fraction", { amounts: moles.map((n, i) => ({ substance: `X${i}`, moles: n })) });
      shares.forEach(({ substance, fraction }, i) => {
        expect(substance).toBe(`X${i}`);
        expect(fraction).toBeCloseTo((moles[i] ?? 0) / total, 12);
      });
    }
  });

  it("ph_from_concentration, concentration_from_ph", () => {
    for (const n of samples(fc.integer({ min: -1500, max: 500 }))) {
      const concentration = 10 ** (n / 100);
      expect(ok("ph_from_concentration", { concentration })).toBeCloseTo(-Math.log10(concentration), 12);
      expect(relativeError(ok("concentration_from_ph", { ph: -n / 100 + 0 }), concentration)).toBeLessThan(1e-14);
    }
  });

  it("ideal_gas_pressure", () => {
    for (const [n, v, t] of samples(fc.tuple(amount, amount, amount))) {
      const { pressure, unit } = ok<{ pressure: number; unit: string }>("ideal_gas_pressure", { moles: n, volume_liters: v, temperature_kelvin: t });
      expect(unit).toBe("kPa");
      // k_B N_A, both exact; cubic metres and pascals.
      expect(relativeError(pressure, (n * 1.380649e-23 * 6.02214076e23 * t) / (v / 1000) / 1000)).toBeLessThan(1e-14);
    }
  });

  it("chem_clamp", () => {
    const any = fc.integer({ min: -50, max: 50 });
    for (const [x, low, high] of samples(fc.tuple(any, any, any))) {
      const { status, output } = call("chem_clamp", { x, low, high });
      if (low > high) expect(status).toBe("failed");
      else expect(output).toBe([x, low, high].sort((a, b) => a - b)[1]);
    }
  });
});

describe("simple_smiles_validate", () => {
  interface Verdict {
    readonly valid: boolean;
    readonly problem: string | null;
  }
  const verdict = (smiles: string): Verdict => ok("simple_smiles_validate", { smiles });
  const parser = new SmilesParser({ smartsMode: "smiles", skipCoordinateTemplates: true, makeHydrogenExplicit: false, noCactvs: true } as never);
  const readable = (smiles: string): boolean => {
    try {
      parser.parseMolecule(smiles, { noCoordinates: true, noStereo: true } as never);
      return true;
    } catch {
      return false;
    }
  };
  /** Chains of atoms that can take four neighbours, with branches, rings and leaves. */
  const { chain } = fc.letrec<{ chain: string; link: string }>((tie) => ({
    chain: fc.tuple(fc.constantFrom("C", "CC", "C1CCCCC1", "c1ccccc1", "C(=O)", "O", "[13CH2]", "[NH2+]"), fc.array(tie("link"), { maxLength: 4 })).map(([head, links]) => head + links.join("")),
    link: fc.oneof({ depthSize: "small" }, fc.constantFrom("C", "O", "N", "S", "C=C", "C#C", "C(F)(F)"), tie("chain").map((inner) => `C(${inner})`)),
  }));

  it("agrees with OpenChemLib on molecules", () => {
    for (const smiles of samples(chain, 120)) {
      expect(readable(smiles), smiles).toBe(true);
      expect(verdict(smiles), smiles).toEqual({ valid: true, problem: null });
    }
  });

  it.each(["CCO", "CC(=O)Oc1ccccc1C(=O)O", "CN1C=NC2=C1C(=O)N(C(=O)N2C)C", "N[C@@H](C)C(=O)O", "F/C=C/F", "[Na+].[Cl-]", "C%12CCCC%12", "C=1CCCCC=1", "[2H]O[2H]", "[OH3+]", "[Cu+2]", "[Fe++]", "O=S(=O)(O)O", "c1cc[nH]c1", "O=c1cc[nH]cc1", "*C", "[Co@OH12](N)(N)(N)(N)(N)N", "C(C)(C)(C)C", "[se]1cccc1", "[CH3:1][OH:2]", "C12C3C4C1C5C2C3C45", "[C@TH1](F)(Cl)(Br)I", "BrBr"])("accepts %s", (smiles) => {
    expect(verdict(smiles)).toEqual({ valid: true, problem: null });
  });

  it.each(["C1CC", "C(", "C)", "CC(C", "C==C", "=C", "C=", "C.", ".C", "C..C", "()", "C()C", "(C)C", "C((C))", "C(=)C", "[C", "C]", "[Xx]", "[]", "Xx", "H", "C11", "C1C1", "C-1CCC=1", "C1.", "%1C", "1CC1", "CC(C)(C)(C)C", "FF(F)", "O(C)(C)C", "C#C#C", "c1ccccc1(C)C", "C C", "C(1CC1)", "[C@@@H]", "[CH-+]", "水"])("refuses %s and says why", (smiles) => {
    const { valid, problem } = verdict(smiles);
    expect(valid).toBe(false);
    expect(problem).toMatch(/^\S.*[.)]$/);
  });
});

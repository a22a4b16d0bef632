import fc from "fast-check";
import { createUnit, unit as quantityOf } from "mathjs";
import { beforeAll, describe, expect, it } from "vitest";
import { relativeError, samples, serverTools, type Answer, type Args } from "../../support/server-tools.js";

let call: (tool: string, args: Args) => Answer;
beforeAll(async () => {
  call = await serverTools("worlds/servers/unit.world");
});

createUnit("kph", "1 km/hour");

/** Our units and those of mathjs. Its month, its year and its spoons are others; exact values stand below. */
const SAME: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  length: { meter: "m", kilometer: "km", cm: "cm", nm: "nm", angstrom: "angstrom", inch: "inch", feet: "ft", yard: "yd", mile: "mile", mil: "mil", chain: "chain" },
  area: { m2: "m^2", km2: "km^2", hectare: "hectare", "square inch": "sqin", "sq ft": "sqft", acre: "acre", "square mile": "sqmi", "square yard": "sqyd" },
  volume: { liter: "L", "cubic meter": "m^3", mL: "mL", cc: "cc", "cubic inch": "cuin", "cubic foot": "cuft", gallon: "gallon", quart: "quart", pint: "pint", cup: "cup", "fl oz": "fluidounce", "oil barrel": "oilbarrel" },
  mass: { kg: "kg", gram: "g", mg: "mg", tonne: "tonne", grain: "grain", ounce: "oz", lb: "lbm", stone: "stone", ton: "ton" },
  time: { s: "s", ms: "ms", minute: "minute", hour: "hour", day: "day", week: "week" },
  temperature: { celsius: "degC", K: "K", fahrenheit: "degF", rankine: "degR" },
  angle: { degree: "deg", radian: "rad", gradian: "grad", turn: "cycle", arcmin: "arcmin", arcsec: "arcsec" },
  speed: { "m/s": "m/s", "km/h": "kph", mph: "mi/hour", "feet per second": "ft/s", knot: "1852 m/hour" },
  force: { newton: "N", kN: "kN", dyne: "dyn", lbf: "lbf", kip: "kip", kgf: "kgf" },
  energy: { joule: "J", MJ: "MJ", erg: "erg", Wh: "Wh", kWh: "kWh", BTU: "BTU", eV: "eV" },
  power: { watt: "W", kW: "kW", GW: "GW", hp: "hp", "BTU/h": "BTU/hour" },
  pressure: { Pa: "Pa", kPa: "kPa", bar: "bar", mbar: "mbar", atm: "atm", torr: "torr", mmHg: "mmHg", psi: "psi" },
  density: { "kg/m³": "kg/m^3", "g/cm3": "g/cm^3", "kg/L": "kg/L", "lb/ft³": "lbm/cuft", "lb/in³": "lbm/cuin", "lb/gal": "lbm/gallon" },
  "computer data": { bit: "b", kb: "kb", Mb: "Mb", byte: "B", kB: "kB", MB: "MB", TB: "TB", KiB: "KiB", MiB: "MiB", GiB: "GiB" },
};

/** mathjs gives some customary units in six or seven digits. */
const MATHJS_DIGITS = 4e-6;

const value = fc.integer({ min: 1, max: 1e9 }).map((n) => n / 1000);
const toolOf = (quantity: string): string => `convert_${quantity.replace(" ", "_")}`;

/** A unit of mathjs may be a multiple, as "1852 m/hour" is. */
function elsewhere(n: number, from: string, to: string): number {
  const one = (text: string): string => (/^\d/.test(text) ? text : `1 ${text}`);
  if (/^deg[CFR]$|^K$/.test(from)) return quantityOf(n, from).toNumber(to);
  const si = (text: string): number => Number(quantityOf(one(text)).toSI().toNumeric());
  return (n * si(from)) / si(to);
}

describe("Unit agrees with mathjs", () => {
  it.each(Object.keys(SAME))("in %s", (quantity) => {
    const units = SAME[quantity] ?? {};
    const name = fc.constantFrom(...Object.keys(units));
    for (const { n, from, to } of samples(fc.record({ n: value, from: name, to: name }))) {
      const { status, output } = call(toolOf(quantity), { value: n, from_unit: from, to_unit: to });
      const where = `${n} ${from} in ${to}: ${JSON.stringify(output)}`;
      expect(status, where).toBe("ok");
      expect(relativeError(output as number, elsewhere(n, units[from] ?? "", units[to] ?? "")), where).toBeLessThan(MATHJS_DIGITS);
      expect(call("convert_batch", { conversions: [{ value: n, from_unit: from, to_unit: to }] }).output).toEqual([{ result: output, unit: to }]);
    }
  });
});

describe("The units of Unit", () => {
  interface Group {
    readonly quantity: string;
    readonly units: readonly { readonly name: string; readonly symbol: string }[];
  }
  let groups: readonly Group[];
  beforeAll(() => {
    groups = call("list_supported_units", {}).output as Group[];
  });
  const convert = (quantity: string, n: number, from: string, to: string): number => call(toolOf(quantity), { value: n, from_unit: from, to_unit: to }).output as number;

  it("are listed for each tool, and all convert, by name and by symbol", () => {
    expect(groups.map(({ quantity }) => quantity).sort()).toEqual(Object.keys(SAME).sort());
    for (const { quantity, units } of groups) {
      for (const { name, symbol } of units) {
        for (const other of units) expect(convert(quantity, 300, symbol, other.name), `${name} to ${other.name}`).toBe(convert(quantity, 300, name.toUpperCase(), other.symbol));
        expect(convert(quantity, 300, name.replace(/^(\w+)/, "$1"), symbol)).toBe(300);
      }
      expect(call("list_supported_units", { quantity }).output).toEqual([{ quantity, units }]);
    }
  });

  it("convert there and back", () => {
    for (const { quantity, units } of groups) {
      const unit = fc.constantFrom(...units.map(({ name }) => name));
      for (const { n, from, to } of samples(fc.record({ n: value, from: unit, to: unit }))) expect(relativeError(convert(quantity, convert(quantity, n, from, to), to, from), n), `${n} ${from} in ${to}`).toBeLessThan(quantity === "temperature" ? 1e-10 : 1e-15);
    }
  });

  it.each([
    ["length", 1, "mile", "foot", 5280],
    ["length", 1, "nautical mile", "m", 1852],
    ["length", 1, "light year", "km", 9_460_730_472_580.8],
    ["length", 1, "parsec", "astronomical unit", 206_264.80624709636],
    ["length", 1, "fathom", "feet", 6],
    ["length", 1, "furlong", "yards", 220],
    ["area", 640, "acres", "square miles", 1],
    ["area", 1, "hectare", "ares", 100],
    ["volume", 1, "imperial gallon", "imperial pints", 8],
    ["volume", 1, "gallon", "fluid ounces", 128],
    ["volume", 3, "teaspoons", "tablespoon", 1],
    ["volume", 1, "bushel", "cubic inches", 2150.42],
    ["mass", 14, "pounds", "stone", 1],
    ["mass", 1, "troy ounce", "grains", 480],
    ["mass", 5, "carats", "gram", 1],
    ["mass", 1, "long ton", "pounds", 2240],
    ["mass", 1, "slug", "lb", 32.17404855643045],
    ["time", 12, "months", "years", 1],
    ["time", 1, "year", "days", 365.2425],
    ["time", 1, "century", "decades", 10],
    ["time", 1, "fortnight", "days", 14],
    ["temperature", -40, "celsius", "fahrenheit", -40],
    ["temperature", 0, "kelvin", "celsius", -273.15],
    ["temperature", 491.67, "rankine", "fahrenheit", 32],
    ["angle", 1, "turn", "degrees", 360],
    ["angle", 1, "degree", "arcseconds", 3600],
    ["speed", 1, "knot", "km/h", 1.852],
    ["speed", 1, "c", "m/s", 299_792_458],
    ["force", 1, "kgf", "newtons", 9.80665],
    ["force", 1, "pound force", "poundals", 32.17404855643045],
    ["energy", 1, "kcal", "kJ", 4.184],
    ["energy", 1, "therm", "BTU", 100_000],
    ["power", 1, "hp", "foot pounds per second", 550],
    ["pressure", 1, "atm", "torr", 760],
    ["pressure", 1, "inHg", "mmHg", 25.4],
    ["density", 1, "g/mL", "kg/m³", 1000],
    ["computer data", 1, "byte", "nibbles", 2],
    ["computer data", 1, "PiB", "TiB", 1024],
    ["computer data", 1, "PB", "TB", 1000],
  ])("in %s: %d %s in %s", (quantity, n, from, to, expected) => {
    expect(convert(quantity, n, from, to)).toBe(expected);
  });

  it("are refused where they are unknown, of another quantity, or in doubt", () => {
    for (const { quantity } of groups) {
      for (const bad of ["furlongs per fortnight", "", "x", "constructor", "__proto__", "mb ", quantity === "mass" ? "meter" : "kilogram"]) {
        const { status, output } = call(toolOf(quantity), { value: 1, from_unit: bad, to_unit: "m" });
        expect(["failed", "invalid"], `${quantity}, ${JSON.stringify(bad)}: ${JSON.stringify(output)}`).toContain(status);
      }
    }
    expect(call("convert_power", { value: 1, from_unit: "mw", to_unit: "W" }).output).toBe("mw may mean mW (milliwatt) or MW (megawatt). Write the one that is meant.");
    expect(call("convert_length", { value: 1e308, from_unit: "light year", to_unit: "nm" }).status).toBe("failed");
  });
});

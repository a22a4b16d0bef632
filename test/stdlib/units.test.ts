import { describe, expect, it } from "vitest";
import { TABLE, ZEROS } from "../../stdlib/units/table.js";

describe("the table of units", () => {
  it("has no spelling twice, whatever the quantity", () => {
    const spellings = Object.values(TABLE).flatMap((rows) => rows.flatMap(([name, symbol, , ...others]) => [...new Set([name, symbol, ...others])]));
    expect(spellings.filter((spelling, i) => spellings.indexOf(spelling) !== i)).toEqual([]);
  });

  it("gives every quantity one base unit first, and sizes of factors only", () => {
    for (const [quantity, rows] of Object.entries(TABLE)) {
      expect(rows[0]?.[2], quantity).toBe("1");
      for (const [name, , size] of rows) expect(size, name).toMatch(/^(\d+(\.\d+)?|π)([*/](\d+(\.\d+)?|π))*$/);
    }
  });

  it("has zeros for units that it has", () => {
    const names = (TABLE.temperature ?? []).map(([name]) => name);
    for (const name of Object.keys(ZEROS)) expect(names).toContain(name);
  });
});

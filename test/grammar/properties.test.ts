import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ParseResult } from "../../grammar/ast.js";
import { parse } from "../../grammar/parser.js";
import { scan } from "../../grammar/scan.js";
import { fixtures, position } from "./helpers.js";

/** Checks what holds of every result: spans within the text and within their parents' file, errors sorted. */
function sound(text: string): ParseResult {
  const result = parse(text);
  const pending: unknown[] = [result.file.declarations, result.errors, result.comments];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) continue;
    if ("span" in value) {
      const { start, end } = value.span as { start: number; end: number };
      if (!(start >= 0 && start <= end && end <= text.length)) throw new Error(`bad span ${start}..${end} of ${JSON.stringify(value).slice(0, 200)}`);
    }
    pending.push(...Object.values(value));
  }
  result.errors.reduce((last, e) => {
    expect(e.span.start).toBeGreaterThanOrEqual(last);
    expect(e.message).toMatch(/^[\s\S]*[.]$/);
    if (e.fix) expect(e.fix.span.end).toBeLessThanOrEqual(text.length);
    return e.span.start;
  }, 0);
  expect(result.errors.length).toBeLessThanOrEqual(100);
  return result;
}

const whole = [...fixtures.values()].join("\n");
const words = [...new Set(whole.match(/[A-Za-z_]\w*|\d[\w.:%-]*|"[^"\n]*"|[^\s\w]/g))];

describe("any input", () => {
  it("arbitrary text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => void sound(text)), { numRuns: 500 });
  });
  it("text over the language's characters", () => {
    const unit = fc.constantFrom(...'abcr {}()[]"\\\n\n.,:=<>+-*/012$%\'!&|?;é'.split(""));
    fc.assert(fc.property(fc.string({ unit, maxLength: 200 }), (text) => void sound(text)), { numRuns: 1000 });
  });
  it("token soup", () => {
    const soup = fc.array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(" ", " ", "\n", "\n  ", "")), { maxLength: 120 });
    fc.assert(fc.property(soup, (tokens) => void sound(tokens.flat().join(""))), { numRuns: 1000 });
  });
  it("mutated programs", () => {
    const program = fc.constantFrom(...fixtures.values());
    const edit = fc.record({ at: fc.nat(10_000), remove: fc.nat(30), insert: fc.constantFrom("", "", ...words, "\n", "}", "{", '"', "(", ")") });
    fc.assert(
      fc.property(program, fc.array(edit, { minLength: 1, maxLength: 5 }), (text, edits) => {
        let out = text;
        for (const { at, remove, insert } of edits) {
          const start = at % (out.length + 1);
          out = out.slice(0, start) + insert + out.slice(start + remove);
        }
        sound(out);
      }),
      { numRuns: 400 },
    );
  });
  it("truncated programs", () => {
    for (const text of fixtures.values()) for (let end = 0; end < text.length; end += 7) sound(text.slice(0, end));
  });
});

describe("deleting one token of a valid program", () => {
  it.each([...fixtures])("of %s gives a median of one error and at most two", (_name, text) => {
    const counts: number[] = [];
    for (const token of scan(text).tokens) {
      const { startOffset: start, image } = token;
      const { errors } = sound(text.slice(0, start) + text.slice(start + image.length));
      counts.push(errors.length);
      if (errors.length > 2) throw new Error(`${errors.length} errors without ${JSON.stringify(image)} at ${position(text, start)}: ${errors.map((e) => e.message).join(" ")}`);
    }
    counts.sort((a, b) => a - b);
    expect(counts[counts.length >> 1]).toBe(1);
  });
  it("in one large program leaves the rest of it alone", () => {
    const tokens = scan(whole).tokens;
    const kinds = parse(whole).file.declarations.length;
    for (let i = 0; i < tokens.length; i += 9) {
      const { startOffset: start, image } = tokens[i]!;
      const { errors, file } = parse(whole.slice(0, start) + whole.slice(start + image.length));
      expect(errors.length).toBeLessThanOrEqual(2);
      expect(file.declarations.length).toBeGreaterThanOrEqual(kinds - 2);
    }
  });
});

it("doubling a program's tokens one at a time gives few errors", () => {
  const text = fixtures.get("lighttalk.world")!;
  for (const { startOffset: start, image } of scan(text).tokens) {
    expect(sound(`${text.slice(0, start)}${image} ${text.slice(start)}`).errors.length).toBeLessThanOrEqual(4);
  }
});

it("a large valid program has no errors", () => {
  const { errors, file } = parse(Array<string>(20).fill(whole).join("\n"));
  expect(errors).toEqual([]);
  expect(file.declarations).toHaveLength(20 * parse(whole).file.declarations.length);
});

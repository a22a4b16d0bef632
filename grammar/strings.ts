/**
 * The inside of string literals: where one ends, what its escapes mean, how a multi-line one is dedented.
 */
import type { Span } from "./ast.js";

const QUOTE = 34;
const OPEN = 123;
const CLOSE = 125;
const BACKSLASH = 92;
const NEWLINE = 10;
const LOWER_R = 114;

/** Templates may nest in the holes of templates, but not deeper than this. */
const MAX_TEMPLATE_DEPTH = 40;

/** True for the characters that may stand in an identifier. */
export function isWordChar(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

/** The length of the escape that starts with the backslash at `i`: 2, or to the brace of `\\u{…}`. */
export function escapeLength(text: string, i: number): number {
  if (text.charCodeAt(i + 1) !== 117 || text.charCodeAt(i + 2) !== OPEN) return 2;
  for (let k = i + 3; k < i + 12; k++) {
    const c = text.charCodeAt(k);
    if (c === CLOSE) return k + 1 - i;
    if (!isWordChar(c)) break;
  }
  return 2;
}

/**
 * The offset after the string literal whose quote stands at `start`, or -1 where it is never closed. A single-line
 * literal, its holes included, must end on its line.
 */
export function stringEnd(text: string, start: number, depth = 0): number {
  const triple = text.startsWith('"""', start);
  let i = start + (triple ? 3 : 1);
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) {
      if (!triple) return i + 1;
      if (text.startsWith('"""', i)) return i + 3;
      i++;
    } else if (c === BACKSLASH) {
      if (!triple && text.charCodeAt(i + 1) === NEWLINE) return -1;
      i += escapeLength(text, i);
    } else if (c === NEWLINE && !triple) {
      return -1;
    } else if (c === OPEN) {
      i = holeEnd(text, i + 1, triple, depth + 1);
      if (i < 0) return -1;
    } else {
      i++;
    }
  }
  return -1;
}

/** The offset after the `}` that ends a hole whose inside starts at `i`, or -1. */
function holeEnd(text: string, start: number, multiLine: boolean, depth: number): number {
  if (depth > MAX_TEMPLATE_DEPTH) return -1;
  let open = 1;
  let i = start;
  while (i < text.length) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) {
      const raw = text.charCodeAt(i - 1) === LOWER_R && i > start && !isWordChar(text.charCodeAt(i - 2));
      i = raw ? rawEnd(text, i) : stringEnd(text, i, depth);
      if (i < 0) return -1;
    } else if (c === OPEN) {
      open++;
      i++;
    } else if (c === CLOSE) {
      i++;
      if (--open === 0) return i;
    } else if (c === NEWLINE && !multiLine) {
      return -1;
    } else {
      i++;
    }
  }
  return -1;
}

function rawEnd(text: string, quote: number): number {
  for (let i = quote + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === QUOTE) return i + 1;
    if (c === NEWLINE) return -1;
  }
  return -1;
}

/** Something wrong inside the text of a string. */
export interface TextProblem {
  readonly span: Span;
  readonly message: string;
  readonly hint?: string;
  readonly fix?: { readonly span: Span; readonly text: string };
}

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = { "{": "{", "}": "}", n: "\n", t: "\t", '"': '"', "\\": "\\" };

/** Replaces the escapes of a piece of string text that starts at `offset` of the file. */
export function unescape(raw: string, offset: number, problem: (p: TextProblem) => void): string {
  if (!raw.includes("\\") && !raw.includes("}")) return raw;
  let out = "";
  let i = 0;
  while (i < raw.length) {
    const c = raw[i]!;
    if (c === "}") {
      const span = { start: offset + i, end: offset + i + 1 };
      problem({
        span,
        message: "A `}` in a string must close a hole or be written `\\}`.",
        hint: "Write `\\{` and `\\}` for braces that are text.",
        fix: { span, text: "\\}" },
      });
      out += c;
      i++;
    } else if (c !== "\\") {
      out += c;
      i++;
    } else {
      const [text, length] = escape(raw, i, offset, problem);
      out += text;
      i += length;
    }
  }
  return out;
}

function escape(raw: string, at: number, offset: number, problem: (p: TextProblem) => void): readonly [string, number] {
  const next = raw[at + 1];
  const simple = next === undefined ? undefined : SIMPLE_ESCAPES[next];
  if (simple !== undefined) return [simple, 2];
  if (next === "u") {
    const unicode = /^\\u\{([0-9A-Fa-f]{1,6})\}/.exec(raw.slice(at, at + 10));
    const code = unicode ? parseInt(unicode[1]!, 16) : -1;
    if (unicode && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)) return [String.fromCodePoint(code), unicode[0].length];
    const written = /^\\u(\{[^}"\n]*\}?)?/.exec(raw.slice(at, at + 20))![0];
    problem({
      span: { start: offset + at, end: offset + at + written.length },
      message: `\`${written}\` is not a character: write the code point in hexadecimal, as in \`\\u{1F600}\`.`,
    });
    return ["", written.length];
  }
  const length = next === undefined ? 1 : 1 + String.fromCodePoint(raw.codePointAt(at + 1)!).length;
  problem({
    span: { start: offset + at, end: offset + at + length },
    message: `\`${raw.slice(at, at + length)}\` is not an escape.`,
    hint: 'The escapes are `\\n`, `\\t`, `\\"`, `\\\\`, `\\{`, `\\}` and `\\u{…}`; patterns are written as raw strings, `r"…"`.',
  });
  return [raw.slice(at + 1, at + length), length];
}

/** A piece of a string literal as written: text, or a hole (whose text does not matter here). */
export type RawPart = { readonly text: string; readonly offset: number } | { readonly hole: true };

/** A line of string text. `offset` is where it starts in the file. */
export interface TextPiece {
  readonly text: string;
  readonly offset: number;
}

/**
 * Strips the common indentation of a `"""` string, the line break after its opening quotes and a last line of blanks.
 * Gives, per part, the pieces that remain (a hole gives none).
 */
export function dedent(parts: readonly RawPart[]): readonly (readonly TextPiece[])[] {
  interface Line {
    text: string;
    offset: number;
    /** Does this piece stand at the start of a line? */
    atStart: boolean;
    blank: boolean;
  }
  const split = parts.map((part, index): Line[] => {
    if (!("text" in part)) return [];
    let offset = part.offset;
    const lines = part.text.split("\n");
    return lines.map((text, i) => {
      const beforeHole = i === lines.length - 1 && index < parts.length - 1;
      const line = { text: i < lines.length - 1 ? `${text.replace(/\r$/, "")}\n` : text, offset, atStart: i > 0, blank: text.trim() === "" && !beforeHole };
      offset += text.length + 1;
      return line;
    });
  });
  let indent = Infinity;
  for (const line of split.flat()) {
    if (line.atStart && !line.blank) indent = Math.min(indent, /^[ \t]*/.exec(line.text)![0].length);
  }
  const first = split[0]?.[0];
  if (first && first.blank && first.text.endsWith("\n")) first.text = "";
  const lastPart = split[split.length - 1];
  const last = lastPart?.[lastPart.length - 1];
  if (lastPart && last && last.atStart && last.blank) {
    last.text = "";
    const before = lastPart[lastPart.length - 2];
    if (before) before.text = before.text.replace(/\n$/, "");
  }
  return split.map((lines) =>
    lines
      .map((line) => {
        if (!line.atStart || line.text === "") return line;
        const cut = line.blank ? (line.text.endsWith("\n") ? line.text.length - 1 : line.text.length) : Math.min(indent, line.text.length);
        return { text: line.text.slice(cut), offset: line.offset + cut };
      })
      .filter((line) => line.text !== "")
      .map(({ text, offset }) => ({ text, offset })),
  );
}

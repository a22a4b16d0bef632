/** Small changes to the text of a world, as a slip of the pen might make them. */

/** A generator of numbers from 0 to below `n`, the same for the same seed. */
export function picker(seed: number): (n: number) => number {
  let a = seed >>> 0;
  return (n) => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000) * n);
  };
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly kind: "word" | "literal" | "operator" | "string" | "other";
}

const SCANNER = /\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|r"[^"\n]*"|\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?|\d\d:\d\d(?::\d\d)?|\$?\d+(?:\.\d+)?%?(?: (?:ms|s|min|h|days?|weeks?|m|km)\b)?|[A-Za-z_]\w*|\?\.|\?\?|==|!=|<=|>=|=>|\+=|-=|\.\.|[-+*/<>?.]|\S/g;
/** Operators that can often stand for one another. */
const CLASSES = [["==", "!=", "<", "<=", ">", ">="], ["+", "-", "*", "/"], ["div", "mod", "*", "-"], ["and", "or"], ["+=", "-=", "="], ["?.", "."]];
const OPERATORS = ["==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "div", "mod", "and", "or", "in", "??", "?.", ".", "+=", "-=", "="];
const WORD_OPERATORS = new Set(["div", "mod", "and", "or", "in"]);
/** Literals that can often stand for one another. */
const ALIKE = [
  ["0", "1", "7", "2", "9007199254740991", "-1"], ["0.0", "2.5", "10%", "1.0"], ["$0", "$1.50", "$100"], ["2026-01-01", "2026-07-14"], ["12:00", "00:00", "23:59"],
  ["1 h", "5 min", "1 day", "1 s"],
];
const LITERALS = ["0", "1", "-1", "7", "9007199254740991", "0.0", "2.5", "none", "true", "false", '""', '"x"', "$0", "$1.50", "10%", "now", "2026-01-01", "12:00", "1 h", "[]", "5 min"];
const METHODS = [
  "count", "first", "last", "sum", "min", "max", "sort", "sort_desc", "reverse", "distinct", "lower", "length", "words", "abs", "round", "floor", "date", "time", "weekday", "keys", "values",
  "children", "ancestors", "descendants", "filter", "map", "any", "all", "none", "lowest", "highest", "group", "take", "drop", "contains", "zip",
];
const TYPES = ["int", "float", "money", "string", "text", "bool", "date", "time", "datetime", "duration"];
const MODIFIERS = new Set(["unique", "cascade", "detach", "restrict", "folded", "tree", "uncounted", "not", "distinct"]);

function scan(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(SCANNER)) {
    const [word] = match;
    if (word.startsWith("//")) continue;
    const kind = OPERATORS.includes(word) ? "operator" : /^r?"/.test(word) ? "string" : /^[$\d]/.test(word) ? "literal" : /^[A-Za-z_]/.test(word) ? "word" : "other";
    tokens.push({ text: word, start: match.index, kind });
  }
  return tokens;
}

/** Changes `text` at one to three places. */
export function mutate(text: string, pick: (n: number) => number): string {
  let result = text;
  for (let i = pick(5) === 0 ? 2 : pick(3) === 0 ? 1 : 0; i >= 0; i--) result = pick(3) === 0 ? moveLine(result, pick) : once(result, pick);
  return result;
}

/** Copies a line, or the part of one between blanks, to another place. */
function moveLine(text: string, pick: (n: number) => number): string {
  const lines = text.split("\n");
  const from = (lines[pick(lines.length)] ?? "").replace(/^\s*\/\/.*/, "");
  if (/^\s*(tool|entity|enum|test|app|world|guard|fault|view|init|state|\})/.test(from) || from.trim() === "") return text;
  const to = pick(lines.length);
  if (pick(3) === 0) lines[to] = from;
  else lines.splice(to, 0, from);
  return lines.join("\n");
}

function once(text: string, pick: (n: number) => number): string {
  const tokens = scan(text);
  const any = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  const replace = (token: Token, by: string): string => `${text.slice(0, token.start)}${by}${text.slice(token.start + token.text.length)}`;
  const token = any(tokens);
  const holes = token.kind === "string" ? [...token.text.matchAll(/\{(\w+)/g)] : [];
  const hole = holes.length > 0 ? any(holes) : undefined;
  if (hole) {
    const words = tokens.filter((t) => t.kind === "word").map((t) => t.text);
    const start = token.start + hole.index + 1;
    return `${text.slice(0, start)}${any(words)}${text.slice(start + (hole[1] as string).length)}`;
  }
  const words = tokens.filter((t) => t.kind === "word" && !WORD_OPERATORS.has(t.text));
  switch (token.kind) {
    case "operator":
      return pick(5) === 0 ? replace(token, any(OPERATORS)) : replace(token, any(CLASSES.find((group) => group.includes(token.text)) ?? OPERATORS));
    case "literal": {
      const alike = ALIKE.find((group) => group.includes(token.text)) ?? ALIKE.find((group) => shape(group[0] ?? "") === shape(token.text));
      if (alike && pick(4) > 0) return replace(token, any(alike));
      return replace(token, pick(3) === 0 ? any(words).text : any(LITERALS));
    }
    case "string":
      return replace(token, pick(4) === 0 ? any(LITERALS) : any(tokens.filter((t) => t.kind === "string")).text);
    case "word":
      if (MODIFIERS.has(token.text)) return replace(token, pick(2) === 0 ? "" : any([...MODIFIERS]));
      if (TYPES.includes(token.text)) return replace(token, pick(3) === 0 ? `${token.text}?` : any(TYPES));
      switch (pick(6)) {
        case 0:
          return replace(token, any(LITERALS));
        case 1:
          return replace(token, `${token.text}.${any(METHODS)}`);
        case 2:
          return METHODS.includes(token.text) ? replace(token, any(METHODS)) : replace(token, any(words).text);
        case 3:
          return replace(token, any(words).text);
        default: {
          // A word that stands in the same surroundings somewhere else.
          const around = surroundings(text, token);
          return replace(token, any(words.filter((other) => surroundings(text, other) === around)).text);
        }
      }
    case "other":
      if (token.text === "}" || token.text === "{") return removeLine(text, token.start);
      return pick(2) === 0 ? replace(token, "") : removeLine(text, token.start);
  }
}

/** What stands right before and after a word. */
function surroundings(text: string, token: Token): string {
  return `${text.slice(0, token.start).trimEnd().slice(-1)} ${text.slice(token.start + token.text.length).trimStart().slice(0, 1)}`;
}

/** `$1.50` and `$3` have one shape, `12:00` another. */
function shape(literal: string): string {
  return literal.replace(/\d+/g, "0").replace(/[a-z]+$/, "u").replace(/^\$0\.0$/, "$0");
}

function removeLine(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at) + 1;
  const end = text.indexOf("\n", at);
  return `${text.slice(0, start)}${end < 0 ? "" : text.slice(end + 1)}`;
}

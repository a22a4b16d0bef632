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
const OPERATORS = ["==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "div", "mod", "and", "or", "in", "??", "?.", ".", "+=", "-=", "="];
const WORD_OPERATORS = new Set(["div", "mod", "and", "or", "in"]);
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
  for (let i = pick(3); i >= 0; i--) result = once(result, pick);
  return result;
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
      return pick(8) === 0 ? replace(token, "") : replace(token, any(OPERATORS));
    case "literal":
      return replace(token, pick(3) === 0 ? any(words).text : any(LITERALS));
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
        default:
          return replace(token, any(words).text);
      }
    case "other":
      if (token.text === "}" || token.text === "{") return removeLine(text, token.start);
      return pick(2) === 0 ? replace(token, "") : removeLine(text, token.start);
  }
}

function removeLine(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at) + 1;
  const end = text.indexOf("\n", at);
  return `${text.slice(0, start)}${end < 0 ? "" : text.slice(end + 1)}`;
}

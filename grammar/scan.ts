/**
 * From text to what the parser walks over: the significant tokens with their place on the line, documentation and
 * comments set aside, lexical errors collected.
 */
import type { IToken, TokenType } from "chevrotain";
import type { Doc, Span, SyntaxDiagnostic } from "./ast.js";
import { say } from "./errors.js";
import { T, tokenize } from "./tokens.js";

/** The result of lexing one file. */
export interface Scan {
  readonly text: string;
  /** The significant tokens. */
  readonly tokens: IToken[];
  /** 1 for each token that is the first on its line. */
  readonly first: Uint8Array;
  /** The line of each token, from 1, and the column of the first token on that line. */
  readonly line: Int32Array;
  readonly indent: Int32Array;
  /** Documentation, by the index of the token it stands in front of. */
  readonly docs: Map<number, Doc>;
  readonly comments: { readonly text: string; readonly span: Span }[];
  readonly errors: SyntaxDiagnostic[];
  /** Those errors that leave a gap in what the parser reads, so that it says nothing more of the same unit. */
  readonly gaps: SyntaxDiagnostic[];
}

/** The offset after a token. */
export function endOf(token: IToken): number {
  return token.startOffset + token.image.length;
}

/** Names that every object of JavaScript has already: a field called so could not be told from them. */
const TAKEN: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), "prototype"]);

/** Lexes a file. */
export function scan(text: string): Scan {
  const raw = tokenize(text);
  const errors: SyntaxDiagnostic[] = raw.errors.map((e) => say.unexpectedCharacter(text.slice(e.offset, e.offset + e.length), e.offset));
  const gaps = [...errors];
  const tokens: IToken[] = [];
  const comments: { text: string; span: Span }[] = [];
  const docs = new Map<number, Doc>();
  let docLines: IToken[] = [];
  const braces: TokenType[] = [];

  const endDoc = (): void => {
    if (docLines.length > 0) docs.set(tokens.length, readDoc(docLines));
    docLines = [];
  };

  for (const token of raw.tokens) {
    const type = token.tokenType;
    if (type === T.DocLine) {
      docLines.push(token);
      continue;
    }
    if (type === T.Comment) {
      comments.push({ text: trimmed(token.image), span: spanOf(token.startOffset, trimmed(token.image)) });
      continue;
    }
    if (type === T.BlockComment) {
      errors.push(say.blockComment(token.image, token.startOffset));
      continue;
    }
    if (type === T.Semicolon) {
      errors.push(say.semicolon(token.startOffset));
      continue;
    }
    endDoc();
    if (type === T.BrokenString || type === T.BrokenRaw) {
      const unterminated = say.unterminatedString(token.image, token.startOffset);
      errors.push(unterminated);
      gaps.push(unterminated);
      if (token.tokenType === T.Word && TAKEN.has(token.image)) errors.push(say.takenName(token.image, token.startOffset));
      tokens.push(token);
      addSwallowedBrackets(token, tokens);
      continue;
    }
    if (type === T.HoleStart || type === T.HoleLBrace) {
      braces.push(type);
      if (type === T.HoleLBrace) retype(token, T.LBrace);
    } else if (type === T.HoleRBrace) {
      retype(token, braces.pop() === T.HoleStart ? T.HoleEnd : T.RBrace);
    }
    if (token.tokenType === T.Word && TAKEN.has(token.image)) errors.push(say.takenName(token.image, token.startOffset));
    tokens.push(token);
  }
  endDoc();
  errors.sort((a, b) => a.span.start - b.span.start);
  return { text, tokens, ...layout(text, tokens), docs, comments, errors, gaps };
}

function retype(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx!;
}

function trimmed(image: string): string {
  return image.endsWith("\r") ? image.slice(0, -1) : image;
}

function spanOf(start: number, image: string): Span {
  return { start, end: start + image.length };
}

const BRACKETS: Readonly<Record<string, TokenType>> = { "(": T.LParen, ")": T.RParen, "[": T.LBracket, "]": T.RBracket, "{": T.LBrace, "}": T.RBrace };
const PAIRS: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** The brackets that an unclosed string ran over still count, or one lost quote would unbalance the file. */
function addSwallowedBrackets(string: IToken, tokens: IToken[]): void {
  const { image } = string;
  if (image.startsWith('"""')) return;
  // Where the quote is there, a hole was left open: what stands behind the quote is code.
  const body = image.replace(/^r?"/, "").replace(/\\./g, "  ");
  const quote = body.indexOf('"');
  const swallowed = quote < 0 ? body : body.slice(quote + 1).replace(/"[^"]*"/g, "");
  const open: string[] = [];
  const unmatched: string[] = [];
  for (const c of swallowed) {
    if (c === "(" || c === "[" || c === "{") open.push(c);
    else if (c in PAIRS) {
      if (open[open.length - 1] === PAIRS[c]) open.pop();
      else unmatched.push(c);
    }
  }
  for (const c of [...unmatched, ...open].slice(0, 20)) {
    const type = BRACKETS[c]!;
    tokens.push({ image: "", startOffset: endOf(string), tokenType: type, tokenTypeIdx: type.tokenTypeIdx! });
  }
}

function layout(text: string, tokens: readonly IToken[]): Pick<Scan, "first" | "line" | "indent"> {
  const first = new Uint8Array(tokens.length);
  const line = new Int32Array(tokens.length);
  const indent = new Int32Array(tokens.length);
  let lineNumber = 1;
  let lineStart = 0;
  let column = 0;
  let newline = text.indexOf("\n");
  tokens.forEach((token, i) => {
    let fresh = i === 0;
    while (newline >= 0 && newline < token.startOffset) {
      fresh = true;
      lineNumber++;
      lineStart = newline + 1;
      newline = text.indexOf("\n", lineStart);
    }
    if (fresh) {
      first[i] = 1;
      column = token.startOffset - lineStart;
    }
    line[i] = lineNumber;
    indent[i] = column;
  });
  return { first, line, indent };
}

function readDoc(lines: readonly IToken[]): Doc {
  const prose: string[] = [];
  const params: { name: string; text: string }[] = [];
  for (const line of lines) {
    const content = trimmed(line.image).slice(3).replace(/^ /, "").trimEnd();
    const param = /^\s*@param\s+([A-Za-z_]\w*)\s*(.*)$/.exec(content);
    const last = params[params.length - 1];
    if (param) params.push({ name: param[1]!, text: param[2]! });
    else if (last) last.text = `${last.text} ${content.trim()}`.trim();
    else prose.push(content);
  }
  const end = lines[lines.length - 1]!;
  return {
    text: prose.join("\n").trim(),
    params,
    span: { start: lines[0]!.startOffset, end: end.startOffset + trimmed(end.image).length },
  };
}

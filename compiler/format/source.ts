/** What the printers ask of the text being formatted: its tokens, its brackets, its line breaks and how literals were written. */

import type { IToken, TokenType } from "chevrotain";
import type { Span } from "../../grammar/ast.js";
import { endOf, scan } from "../../grammar/scan.js";
import { T } from "../../grammar/tokens.js";

/** A bracketed stretch of the text: the offsets just inside its brackets. */
export interface Region {
  readonly open: number;
  readonly close: number;
}

const CLOSER: ReadonlyMap<TokenType, TokenType> = new Map([
  [T.LParen, T.RParen],
  [T.LBracket, T.RBracket],
  [T.LBrace, T.RBrace],
  [T.HoleStart, T.HoleEnd],
]);
const OPENERS = { "(": T.LParen, "[": T.LBracket, "{": T.LBrace } as const;

/** One line of plain or documenting comment. */
export interface Comment extends Span {
  readonly text: string;
}

/** A text without syntax errors, and its tokens. */
export class Source {
  readonly text: string;
  /** All comment lines, documentation included, in order. */
  readonly comments: readonly Comment[];
  private readonly tokens: readonly IToken[];
  private readonly closers: ReadonlyMap<number, number>;

  constructor(text: string) {
    const scanned = scan(text);
    this.text = text;
    this.tokens = scanned.tokens;
    const docs = [...scanned.docs.values()].flatMap(({ span }) => this.docLines(span));
    this.comments = [...scanned.comments.map((c) => ({ text: c.text.trimEnd(), start: c.span.start, end: c.span.end })), ...docs].sort((a, b) => a.start - b.start);
    const closers = new Map<number, number>();
    const stack: number[] = [];
    scanned.tokens.forEach((token, i) => {
      if (CLOSER.has(token.tokenType)) stack.push(i);
      else if (stack.length > 0 && CLOSER.get(scanned.tokens[stack[stack.length - 1]!]!.tokenType) === token.tokenType) closers.set(stack.pop()!, i);
    });
    this.closers = closers;
  }

  /** The `///` lines of a piece of documentation; plain comments may stand between them. */
  private docLines(span: Span): Comment[] {
    const lines: Comment[] = [];
    for (const match of this.text.slice(span.start, span.end).matchAll(/\/\/[^\n]*/g)) {
      const start = span.start + match.index;
      const line = /^\/\/\/(?!\/) ?(.*)$/.exec(match[0].trimEnd());
      if (line) lines.push({ text: `/// ${line[1]!}`.trimEnd(), start, end: start + match[0].length });
    }
    return lines;
  }

  /** The index of the first token that starts at the offset or behind it. */
  private indexAt(offset: number): number {
    let low = 0;
    let high = this.tokens.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tokens[middle]!.startOffset < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first token at the offset or behind it. */
  tokenAt(offset: number): IToken | undefined {
    return this.tokens[this.indexAt(offset)];
  }

  /** The last token that starts before the offset. */
  tokenBefore(offset: number): IToken | undefined {
    return this.tokens[this.indexAt(offset) - 1];
  }

  /** Where the next word of this spelling starts. */
  wordFrom(offset: number, word: string): number {
    let i = this.indexAt(offset);
    while (this.tokens[i] && this.tokens[i]!.image !== word) i++;
    return this.tokens[i]?.startOffset ?? this.text.length;
  }

  /** The first bracketed region of this kind at the offset or behind it. */
  region(offset: number, opener: "(" | "[" | "{"): Region {
    let i = this.indexAt(offset);
    while (this.tokens[i] && this.tokens[i]!.tokenType !== OPENERS[opener]) i++;
    return { open: endOf(this.tokens[i]!), close: this.tokens[this.closers.get(i)!]!.startOffset };
  }

  /** Is the token at the offset, or the first behind it, this bracket? */
  opensAt(offset: number, opener: "(" | "[" | "{"): boolean {
    return this.tokenAt(offset)?.tokenType === OPENERS[opener];
  }

  /** A literal as the author wrote it, without the parentheses that its span may include. */
  literal(span: Span): string {
    let first = this.indexAt(span.start);
    while (this.tokens[first]!.tokenType === T.LParen) first++;
    let last = this.indexAt(span.end) - 1;
    while (last > first && this.tokens[last]!.tokenType === T.RParen) last--;
    return this.text.slice(this.tokens[first]!.startOffset, endOf(this.tokens[last]!));
  }

  /** The first string literal at the offset or behind it, as written. */
  stringFrom(offset: number): string {
    let i = this.indexAt(offset);
    const isString = (type: TokenType): boolean => type === T.StringStart || type === T.BlockStart || type === T.Raw;
    while (!isString(this.tokens[i]!.tokenType)) i++;
    const first = this.tokens[i]!;
    if (first.tokenType === T.Raw) return first.image;
    while (this.tokens[i]!.tokenType !== T.StringEnd && this.tokens[i]!.tokenType !== T.BlockEnd) i++;
    return this.text.slice(first.startOffset, endOf(this.tokens[i]!));
  }

  /** Is there a line break between two offsets? */
  breaks(from: number, to: number): boolean {
    return this.text.slice(from, to).includes("\n");
  }

  /** Did the author break the line between an opening bracket and what follows it? */
  breaksAfter({ open, close }: Region): boolean {
    const next = this.tokenAt(open)?.startOffset ?? close;
    return this.breaks(open, Math.min(next, close));
  }

  /** Does a blank line stand in front of the offset? */
  blankBefore(offset: number): boolean {
    return /\n[ \t\r\u00a0\ufeff]*\n[ \t\r\u00a0\ufeff]*$/.test(this.text.slice(Math.max(0, offset - 2000), offset));
  }
}

/**
 * What all parts of the parser share: the walk over the tokens, bounded by the group being read, and recovery.
 *
 * Chevrotain's machinery for tokens is used as it is; its rules and their re-synchronisation are not, because nearly all
 * words are contextual and every group's end is known beforehand (`brackets.ts`). Parsing never stops at an error: what
 * is missing is made up, what does not belong is skipped, and a *unit* (a member, statement or list element) reports
 * its first error only.
 */
import { EmbeddedActionsParser, type IToken, type TokenType } from "chevrotain";
import type { Doc, Name, Span, SyntaxCode, SyntaxDiagnostic } from "./ast.js";
import { pairBrackets, type Brackets } from "./brackets.js";
import { describe, diagnostic, FOREIGN, say } from "./errors.js";
import { endOf, type Scan } from "./scan.js";
import { RESERVED_TYPES, T } from "./tokens.js";
import { KEYWORDS, nearest } from "./words.js";

const MAX_DEPTH = 200;
const MAX_ERRORS = 100;

/** Thrown when a file has so many errors that more would not help. */
export const ENOUGH: unique symbol = Symbol("enough errors");

const END: IToken = { image: "", startOffset: 0, tokenType: T.End, tokenTypeIdx: T.End.tokenTypeIdx! };

const CLOSER: ReadonlyMap<TokenType, readonly [TokenType, string, string]> = new Map([
  [T.LParen, [T.RParen, "(", ")"]],
  [T.LBracket, [T.RBracket, "[", "]"]],
  [T.LBrace, [T.RBrace, "{", "}"]],
]);
const CLOSERS: ReadonlySet<TokenType> = new Set([T.RParen, T.RBracket, T.RBrace]);

/** What may be passed over in front of a `{` that was expected. */
const JUNK: ReadonlySet<TokenType> = new Set([T.Word, T.Int, T.Comma, T.Foreign, T.Lt, T.Gt, T.EqEq, T.Dot, T.As, T.In]);

/** Hints, fixes and another place that go with an error. */
export interface Advice {
  readonly hint?: string;
  readonly fix?: { readonly span: Span; readonly text: string };
  readonly span?: Span;
}

/** How a bracketed group was delimited. */
export type Delimited = "closed" | "unclosed" | "unopened";

/** The common part of the parser classes. */
export class ParserBase extends EmbeddedActionsParser {
  protected scanned!: Scan;
  protected tokens: readonly IToken[] = [];
  private brackets!: Brackets;
  /** The index of the token ahead, and of the end of the group being read. */
  protected pos = 0;
  protected limit = 0;
  protected reported: SyntaxDiagnostic[] = [];
  protected skipped = new Set<string>();
  protected lostName = false;
  /** Counts errors, those not shown included: where two values differ, something between was recovered from. */
  protected trouble = 0;
  protected quiet = false;
  private unitStart = 0;
  /** Where the last error was reported: nothing more is said of the same token. */
  private lastReport = -1;
  /** Stretches of text whose error has been reported. */
  protected claims: (Span & { readonly reported: boolean })[] = [];
  private unitReported = false;
  /** Did the unit read last have an error? */
  private afterTrouble = false;
  private depth = 0;
  private deepReported = false;
  /** In the head of a block, where `{` begins the block and no record. */
  protected inHead = false;
  private usedDocs = new Set<number>();

  constructor() {
    super([T.Word], { maxLookahead: 2, recoveryEnabled: false });
  }

  /** Makes the parser ready for a file. */
  protected begin(scanned: Scan): void {
    this.input = scanned.tokens;
    this.scanned = scanned;
    this.tokens = scanned.tokens;
    this.brackets = pairBrackets(scanned);
    this.pos = 0;
    this.limit = scanned.tokens.length;
    this.reported = [];
    this.skipped = new Set();
    this.lostName = false;
    this.trouble = 0;
    this.quiet = false;
    this.unitStart = 0;
    this.lastReport = -1;
    this.claims = [];
    this.unitReported = false;
    this.afterTrouble = false;
    this.depth = 0;
    this.deepReported = false;
    this.inHead = false;
    this.usedDocs = new Set();
  }

  // ---------------------------------------------------------------- looking and taking

  protected peek(k = 1): IToken {
    return this.pos + k <= this.limit ? this.LA(k) : END;
  }

  protected type(k = 1): TokenType {
    return this.pos + k <= this.limit ? this.LA(k).tokenType : T.End;
  }

  protected get atEnd(): boolean {
    return this.pos >= this.limit;
  }

  protected is(type: TokenType, k = 1): boolean {
    return this.type(k) === type;
  }

  /** Is this contextual word ahead? */
  protected isWord(image: string, k = 1): boolean {
    const token = this.peek(k);
    return token.tokenType === T.Word && token.image === image;
  }

  /** Is any word ahead, a reserved one included? */
  protected isAnyWord(k = 1): boolean {
    const type = this.type(k);
    return type === T.Word || RESERVED_TYPES.has(type);
  }

  /** Does the token ahead start a line? */
  protected startsLine(k = 1): boolean {
    return this.pos + k > this.limit || this.scanned.first[this.pos + k - 1] === 1;
  }

  protected take(): IToken {
    const token = this.LA(1);
    if (this.pos < this.tokens.length) {
      this.SKIP_TOKEN();
      this.pos++;
    }
    return token;
  }

  protected takeIf(type: TokenType): boolean {
    if (!this.is(type)) return false;
    this.take();
    return true;
  }

  protected takeWord(image: string): boolean {
    if (!this.isWord(image)) return false;
    this.take();
    return true;
  }

  /** Where the next token starts. */
  protected get start(): number {
    return this.pos < this.tokens.length ? this.tokens[this.pos]!.startOffset : this.scanned.text.length;
  }

  /** Where the last token taken ends. */
  protected get end(): number {
    return this.pos > 0 ? endOf(this.tokens[this.pos - 1]!) : 0;
  }

  /** From an offset to the end of the last token taken. */
  protected from(start: number): Span {
    return { start, end: Math.max(start, this.end) };
  }

  /** The token ahead, or the gap in front of it where it stands on another line. */
  protected get here(): Span {
    const token = this.tokens[this.pos];
    if (!token || (this.pos > 0 && this.scanned.first[this.pos])) return { start: this.end, end: this.end };
    return { start: token.startOffset, end: endOf(token) };
  }

  /** Documentation in front of the token ahead. */
  protected doc(): Doc | undefined {
    const doc = this.scanned.docs.get(this.pos);
    if (doc) this.usedDocs.add(this.pos);
    return doc;
  }

  /** Where the group opened by the bracket at an index ends, if it is closed. */
  protected closerOf(index: number): number {
    return this.brackets.closed[index] ? this.brackets.end[index]! : -1;
  }

  // ---------------------------------------------------------------- errors

  protected report(error: SyntaxDiagnostic): void {
    this.trouble++;
    const again = error.span.start === this.lastReport;
    const madeUp = this.tokens[this.pos]?.image === "";
    const quiet = this.quiet || again || madeUp;
    this.quiet = true;
    if (quiet) return;
    this.lastReport = error.span.start;
    const start = this.unitStart > 0 ? endOf(this.tokens[this.unitStart - 1]!) : 0;
    const end = Math.max(error.span.end, this.tokens[this.pos] && !this.scanned.first[this.pos] ? endOf(this.tokens[this.pos]!) : 0);
    if (this.scanned.gaps.some((e) => e.span.start >= start && e.span.start < end)) return;
    this.reported.push(error);
    this.unitReported = true;
    if (this.reported.length >= MAX_ERRORS) throw ENOUGH;
  }

  /** "Expected `what` after `after`, found …". */
  protected expected(code: SyntaxCode, what: string, after?: string, advice: Advice = {}): void {
    const token = this.tokens[this.pos];
    const foreign = token && !this.scanned.first[this.pos] ? FOREIGN.get(token.image) : undefined;
    const message = `Expected ${what}${after === undefined ? "" : ` after ${after}`}, found ${describe(token)}.`;
    // A member or statement that is none is at fault itself; other things are missing behind what stands before.
    const whole = code === "expected-statement" || code === "expected-member" || code === "expected-declaration";
    const span = whole && token ? { start: token.startOffset, end: endOf(token) } : this.here;
    this.report(diagnostic(code, advice.span ?? span, message, advice.hint ?? foreign?.hint, advice.fix));
  }

  /** Is the word ahead followed by `:` on its own line, as the name of a field, parameter or entry is? */
  protected namesWithColon(): boolean {
    return this.is(T.Colon, 2) && !this.startsLine(2);
  }

  /** A fix that inserts text behind the last token. */
  protected insert(text: string): { readonly span: Span; readonly text: string } {
    return { span: { start: this.end, end: this.end }, text };
  }

  /** A fix that replaces the token ahead. */
  protected replace(text: string): { readonly span: Span; readonly text: string } {
    const token = this.tokens[this.pos]!;
    return { span: { start: token.startOffset, end: endOf(token) }, text };
  }

  /** Takes a token of the type, or reports that it is missing and goes on as if it stood there. */
  protected expect(type: TokenType, text: string, after?: string, hint?: string): boolean {
    if (this.takeIf(type)) return true;
    this.expected("expected-token", `\`${text}\``, after, { hint, fix: this.insert(` ${text}`) });
    if (!this.surplusBefore(type)) return false;
    this.skip();
    this.take();
    return true;
  }

  /** Does a token that does not belong stand in front of one of this type, on the same line? */
  private surplusBefore(type: TokenType): boolean {
    return this.is(type, 2) && !this.startsLine(2) && !this.startsLine() && !CLOSERS.has(this.type()) && !CLOSER.has(this.type());
  }

  /** Takes a contextual word, or reports that it is missing. A misspelt one is taken. */
  protected expectWord(image: string, after?: string, hint?: string): boolean {
    if (this.takeWord(image)) return true;
    const token = this.peek();
    const misspelt = token.tokenType === T.Word && !this.startsLine() && nearest(token.image, [image]) === image;
    this.expected("expected-token", `\`${image}\``, after, {
      hint: misspelt ? `Did you mean \`${image}\`?` : hint,
      fix: misspelt ? this.replace(image) : this.insert(` ${image}`),
    });
    if (misspelt) this.skip();
    return misspelt;
  }

  /** A name; a reserved word is taken for one if what should follow a name follows it. */
  protected name(what: string, after?: string, followers: readonly TokenType[] = []): Name {
    const token = this.peek();
    if (token.tokenType === T.Word && !this.nextLineBegins()) return this.takeName();
    if (RESERVED_TYPES.has(token.tokenType) && followers.includes(this.type(2))) {
      this.report(
        diagnostic("reserved-word", { start: token.startOffset, end: endOf(token) }, `\`${token.image}\` is a reserved word and cannot be ${what}.`, `Choose another name, such as \`${token.image}_\`.`),
      );
      return this.takeName();
    }
    this.expected("expected-name", what, after);
    this.lostName = true;
    return { text: "", span: { start: this.end, end: this.end } };
  }

  /** Does the word ahead, at the start of a line, begin the next declaration or statement? */
  private nextLineBegins(): boolean {
    return this.pos > 0 && this.startsLine() && KEYWORDS.has(this.peek().image) && !this.startsLine(2) && (this.isAnyWord(2) || this.is(T.LBrace, 2) || this.is(T.StringStart, 2)) && !this.is(T.As, 2) && !this.is(T.In, 2);
  }

  /** The word ahead as a name, reserved or not. */
  protected takeName(): Name {
    const token = this.take();
    return { text: token.image, span: { start: token.startOffset, end: endOf(token) } };
  }

  // ---------------------------------------------------------------- units and skipping

  /** Reads something that reports at most one error; `element` of what is around it, whose end is then in doubt too. */
  protected unit<R>(read: () => R, element?: { readonly muted: boolean }): R {
    const { quiet, unitStart, unitReported, trouble } = this;
    this.quiet = element?.muted ?? false;
    this.unitReported = false;
    this.unitStart = this.pos;
    const start = this.start;
    const result = read();
    const troubled = this.quiet;
    if (troubled) this.claim(start, this.unitStart);
    this.unitReported = unitReported || (element !== undefined && this.unitReported);
    this.afterTrouble = this.trouble !== trouble;
    this.quiet = quiet || (element !== undefined && troubled);
    this.unitStart = unitStart;
    return result;
  }

  private claim(start: number, from: number): void {
    if (this.claims.length < 1000) this.claims.push({ start, end: this.end, reported: this.unitReported });
    for (let i = from; i < this.pos; i++) this.note(this.tokens[i]!);
  }

  /** In a unit with a body of units: the head is done, what follows reports for itself. */
  protected endHead(): void {
    if (this.quiet) this.claim(this.tokens[this.unitStart]?.startOffset ?? this.end, this.unitStart);
    this.quiet = false;
    this.unitReported = false;
    this.unitStart = this.pos;
  }

  private note(token: IToken): void {
    if (token.tokenType === T.Word) this.skipped.add(token.image);
  }

  /** Passes over a token that does not belong. */
  protected skip(): void {
    this.note(this.take());
  }

  /** Passes over everything up to an index. */
  protected skipTo(index: number): void {
    while (this.pos < index) this.skip();
  }

  /** Passes over tokens, groups as a whole, until one satisfies the test. */
  protected skipUntil(stop: () => boolean): void {
    while (!this.atEnd && !stop()) this.skipGroup();
  }

  /** Passes over a token, or over the group it opens. */
  protected skipGroup(): void {
    const opener = CLOSER.has(this.type()) || this.is(T.HoleStart);
    const end = opener ? Math.min(this.brackets.end[this.pos]! + (this.brackets.closed[this.pos] ?? 0), this.limit) : 0;
    this.skip();
    this.skipTo(end);
  }

  /** Counts a level of nesting; true (and everything up to the end of the group skipped) if there are too many. */
  protected enter(): boolean {
    if (++this.depth <= MAX_DEPTH) return false;
    this.tooDeep();
    return true;
  }

  protected leave(): void {
    this.depth--;
  }

  protected tooDeep(): void {
    if (this.deepReported) this.quiet = true;
    this.deepReported = true;
    this.report(say.tooDeep(this.here));
    this.skipTo(this.limit);
  }

  /** Passes over a closing bracket that closes nothing: reported unless what stands before it had an error already. */
  protected strayCloser(): boolean {
    if (!CLOSERS.has(this.type())) return false;
    const token = this.peek();
    this.quiet = this.afterTrouble;
    this.report(say.strayCloser(token.image, { start: token.startOffset, end: endOf(token) }));
    this.quiet = true;
    this.skip();
    return true;
  }

  // ---------------------------------------------------------------- groups and lists

  /**
   * Reads a bracketed group: looks no further than its end, skips what is left in it, and reports a bracket that is
   * missing. `owner` completes "the `{` of …".
   */
  protected group<R>(opener: TokenType, owner: string, body: (delimited: Delimited) => R): R {
    const [closerType, open, close] = CLOSER.get(opener)!;
    const outer = this.limit;
    const inHead = this.inHead;
    let end: number;
    let delimited: Delimited = "unopened";
    if (!this.is(opener)) {
      this.expected("expected-token", owner === "" ? `\`${open}\`` : `the \`${open}\` of ${owner}`, undefined, { fix: this.insert(` ${open}`) });
      if (this.surplusBefore(opener)) this.skip();
      else if (opener === T.LBrace) this.skipTo(this.braceAhead());
    }
    const openIndex = this.pos;
    if (this.is(opener)) {
      end = this.brackets.end[openIndex]!;
      delimited = this.brackets.closed[openIndex] && end < outer ? "closed" : "unclosed";
      this.take();
    } else {
      end = this.strayAhead(closerType);
      if (end >= 0) delimited = "closed";
    }
    const ended = end >= 0 && end < outer && delimited !== "unclosed";
    this.limit = end >= 0 ? Math.min(end, outer) : outer;
    this.inHead = false;
    const result = body(delimited);
    if (ended && !this.atEnd) {
      this.expected("expected-token", `\`${close}\``);
      this.skipTo(this.limit);
    }
    this.limit = outer;
    this.inHead = inHead;
    if (ended) this.take();
    else if (delimited === "unclosed") this.neverClosed(openIndex, close, owner);
    return result;
  }

  /** The index of a `{` on this line with only words and operators in front of it, or where we are. */
  private braceAhead(): number {
    for (let k = 1; k < 16; k++) {
      const type = this.type(k);
      if (type === T.LBrace) return this.pos + k - 1;
      if (this.startsLine(k) || !JUNK.has(type) || (type === T.Word && KEYWORDS.has(this.peek(k).image))) break;
    }
    return this.pos;
  }

  private neverClosed(openIndex: number, closer: string, owner: string): void {
    const line = this.scanned.line[Math.min(openIndex, this.tokens.length - 1)]!;
    // What stands in a block has been read well enough: only the brace is lost.
    if (closer === "}" && !this.quiet) this.unitStart = this.pos;
    const token = this.tokens[this.pos];
    const span = token ? { start: token.startOffset, end: endOf(token) } : { start: this.end, end: this.end };
    this.report(say.neverClosed(closer, owner, line, describe(token), span, this.end));
  }

  /** The first closing bracket in this group that closes nothing: the end of a group whose opening bracket is missing. */
  private strayAhead(closer: TokenType): number {
    const { stray } = this.brackets;
    let low = 0;
    let high = stray.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stray[middle]! < this.pos) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < stray.length && stray[i]! < this.limit && i < low + 8; i++) {
      if (this.tokens[stray[i]!]!.tokenType === closer) return stray[i]!;
    }
    return -1;
  }

  /**
   * A comma-separated list, up to the end of the group. `starts` tells whether the token ahead can begin an element and
   * `surely` whether it can begin nothing else, so that reading goes on there after an error.
   */
  protected list<R>(delimited: Delimited, what: string, starts: () => boolean, surely: () => boolean, read: () => R): R[] {
    const items: R[] = [];
    // Within something that has an error already, nothing more is said; nor of what stands behind a missing comma.
    const muted = this.quiet;
    let separated = true;
    while (!this.atEnd) {
      const before = this.pos;
      const element = { muted: muted || !separated };
      if (!this.is(T.Comma) && !starts()) {
        if (delimited !== "closed") break;
        this.unit(() => {
          this.expected("expected-token", `${what} or ${this.closing()}`);
          this.skipUntil(() => this.is(T.Comma) || (this.startsLine() && surely()));
        }, element);
      } else if (this.is(T.Comma)) {
        this.unit(() => this.expected("expected-token", what, "`,`", { hint: "Remove the surplus comma." }), element);
      } else {
        this.unit(() => {
          items.push(read());
          this.endElement(delimited, starts, surely);
        }, element);
      }
      separated = this.takeIf(T.Comma);
      if (separated) continue;
      if (delimited !== "closed" && !surely()) break;
      if (this.pos === before) this.skip();
    }
    return items;
  }

  private closing(): string {
    const type = this.tokens[this.limit]?.tokenType;
    return type === T.RParen ? "`)`" : type === T.RBracket ? "`]`" : type === T.RBrace ? "`}`" : "the end of the list";
  }

  /** After an element: a comma or the end; otherwise one of both is missing. */
  private endElement(delimited: Delimited, starts: () => boolean, surely: () => boolean): void {
    if (this.atEnd || this.is(T.Comma)) return;
    if (surely() || (!this.quiet && starts() && delimited === "closed")) {
      this.expected("missing-comma", "`,`", undefined, { hint: "Elements are separated by commas.", fix: this.insert(",") });
      return;
    }
    if (delimited !== "closed") return;
    this.expected("expected-token", `\`,\` or ${this.closing()}`);
    this.skipUntil(() => this.is(T.Comma) || surely());
  }

  /** Names separated by commas, without brackets. */
  protected names(what: string, after?: string): Name[] {
    const names = [this.name(what, after)];
    while (this.is(T.Comma)) {
      this.take();
      names.push(this.name(what, "`,`"));
    }
    return names;
  }

  /** Documentation that nothing took, outside of what had an error anyway. */
  protected undocumented(): SyntaxDiagnostic[] {
    const errors: SyntaxDiagnostic[] = [];
    for (const [index, doc] of this.scanned.docs) {
      if (this.usedDocs.has(index)) continue;
      if (this.claims.some((c) => c.start <= doc.span.start && doc.span.end <= c.end)) continue;
      errors.push(say.undocumented(doc.span));
    }
    return errors;
  }
}

/** Operands: literals, strings, names with what is applied to them, records, lists, lambdas, calls and `create`. */
import type { TokenType } from "chevrotain";
import type { Argument, Expr, Name, RecordEntry, Span, TemplatePart } from "./ast.js";
import { diagnostic, FOREIGN, FOREIGN_VALUES } from "./errors.js";
import { literal } from "./literals.js";
import { OperatorParser } from "./operators.js";
import { endOf } from "./scan.js";
import { dedent, unescape, type RawPart, type TextProblem } from "./strings.js";
import { RESERVED_TYPES, T } from "./tokens.js";
import { KEYWORDS, STATEMENTS } from "./words.js";

const MAX_CHAIN = 1000;

/** Tokens that can begin an operand. */
const OPERAND: ReadonlySet<TokenType> = new Set([
  T.Word, T.Int, T.Float, T.Quantity, T.Percent, T.Money, T.Date, T.DateTime, T.Time, T.BadNumber, T.True, T.False, T.None, T.StringStart,
  T.BlockStart, T.BrokenString, T.Raw, T.BrokenRaw, T.SingleQuoted, T.LParen, T.LBracket, T.LBrace, T.If, T.Match, T.Not, T.Minus, T.Create, T.Call,
]);

/** Reads whole expressions. */
export abstract class ExpressionParser extends OperatorParser {
  /** Can the token ahead begin an expression? */
  protected startsExpression(k = 1): boolean {
    return OPERAND.has(this.type(k));
  }

  // ---------------------------------------------------------------- postfix

  protected override postfix(after?: string): Expr {
    const start = this.start;
    let value = this.primary(after);
    for (let length = 0; ; length++) {
      if (length > MAX_CHAIN) this.tooDeep();
      const type = this.type();
      if (type === T.Dot || type === T.OptionalDot) {
        this.take();
        const name = this.isAnyWord() && !this.startsNextMember() ? this.takeName() : this.lostMember();
        value = { kind: "member", of: value, name, optional: type === T.OptionalDot, span: this.from(start) };
      } else if (type === T.LParen && !this.startsLine()) {
        const callable = value.kind === "name" || value.kind === "member" || value.kind === "missing";
        if (!callable) this.expected("expected-token", "the end of the expression", undefined, { hint: "Only a name or a method can be called." });
        const args = this.args(this.describeCall(value));
        value = callable ? { kind: "apply", callee: value, args, span: this.from(start) } : value;
      } else if (type === T.LBracket && !this.startsLine()) {
        const of = value;
        const at = this.group(T.LBracket, "the index", () => this.expression("`[`"));
        value = { kind: "index", of, at, span: this.from(start) };
      } else {
        return value;
      }
    }
  }

  /** After a dot at the end of a line: is the word ahead the next member, as in `x: int = a.⏎ y: int`? */
  private startsNextMember(): boolean {
    return this.startsLine() && this.namesWithColon();
  }

  private lostMember(): Name {
    const { lostName } = this;
    const name = this.name("a name", "`.`");
    this.lostName = lostName;
    return name;
  }

  private describeCall(value: Expr): string {
    return value.kind === "name" || value.kind === "member" ? `the call of ${value.name.text}` : "the call";
  }

  /** `(a, name: b)` */
  protected args(owner: string): Argument[] {
    const named = (): boolean => this.isAnyWord() && this.namesWithColon();
    const starts = (): boolean => this.startsExpression() || named();
    return this.group(T.LParen, owner, (delimited) => this.list(delimited, "an argument", starts, named, () => this.argument()));
  }

  private argument(): Argument {
    const start = this.start;
    if (this.isAnyWord() && this.namesWithColon()) {
      const name = this.takeName();
      this.take();
      const value = this.expression(`\`${name.text}:\``);
      return { name, value, span: this.from(start) };
    }
    const value = this.expression();
    return { value, span: this.from(start) };
  }

  // ---------------------------------------------------------------- operands

  private primary(after?: string): Expr {
    const token = this.peek();
    const start = this.start;
    switch (token.tokenType) {
      case T.Word:
        if (this.statementWordAhead()) break;
        return this.word(after);
      case T.True:
      case T.False:
        this.take();
        return { kind: "bool", value: token.tokenType === T.True, span: this.from(start) };
      case T.None:
        if (this.isWord("new", 2) && this.is(T.Word, 3)) return this.newRow("none");
        this.take();
        return { kind: "none", span: this.from(start) };
      case T.StringStart:
      case T.BlockStart:
        return this.string();
      case T.BrokenString:
      case T.BrokenRaw:
        this.take();
        this.trouble++;
        return { kind: "string", parts: [{ kind: "text", text: token.image.replace(/^r?"+/, "") }], span: this.from(start) };
      case T.Raw:
        this.take();
        return { kind: "raw", text: token.image.slice(2, -1), span: this.from(start) };
      case T.SingleQuoted:
        this.expected("expected-expression", "an expression", after, {
          hint: "Strings are written in double quotes.",
          fix: this.replace(`"${token.image.replace(/^'|'$/g, "")}"`),
        });
        this.take();
        return { kind: "string", parts: [{ kind: "text", text: token.image.replace(/^'|'$/g, "") }], span: this.from(start) };
      case T.LParen:
        return this.parenthesised();
      case T.LBracket:
        return this.listLiteral();
      case T.LBrace:
        if (!this.inHead) return this.record();
        break;
      case T.If:
      case T.Match:
        return this.misplacedChoice();
      case T.Create:
      case T.Call:
        return this.misplacedStatement();
    }
    const number = literal(token);
    if (number) {
      this.take();
      if (number.error) this.report(number.error);
      return number.value;
    }
    return this.noExpression(after);
  }

  /** A statement on a line of its own where an operand is missing: `let x =` and then `return 1`. */
  private statementWordAhead(): boolean {
    return this.startsLine() && STATEMENTS.has(this.peek().image) && OPERAND.has(this.type(2)) && !this.startsLine(2) && this.type(2) !== T.LParen && this.type(2) !== T.LBracket;
  }

  private word(after?: string): Expr {
    const token = this.peek();
    const { image } = token;
    const start = this.start;
    const second = this.peek(2);
    if (second.tokenType === T.Word && !this.startsLine(2)) {
      if (image === "one" && second.image === "new" && this.is(T.Word, 3)) return this.newRow("one");
      if (image === "never" && second.image === "called" && this.is(T.Word, 3)) return this.called();
      if (image === "called") return this.called();
    }
    if (image === "exact" && !this.startsLine(2) && (second.tokenType === T.StringStart || second.tokenType === T.BlockStart || second.tokenType === T.Word)) {
      this.take();
      const value = this.postfix("`exact`");
      return { kind: "exact", value, span: this.from(start) };
    }
    const foreign = FOREIGN_VALUES.get(image);
    if (foreign && second.tokenType !== T.Dot && second.tokenType !== T.LParen) {
      this.expected("expected-expression", "an expression", after, { hint: foreign.hint, fix: this.replace(foreign.instead) });
      this.take();
      return { kind: "none", span: this.from(start) };
    }
    if (this.startsLine() && after !== undefined && this.startsNext(image, second.tokenType)) return this.noExpression(after);
    const name = this.takeName();
    return { kind: "name", name, span: name.span };
  }

  /** At the start of a line: is the word ahead the beginning of the next member or statement? */
  private startsNext(image: string, second: TokenType): boolean {
    return second === T.Colon || (KEYWORDS.has(image) && !this.startsLine(2) && (second === T.Word || second === T.LBrace || second === T.StringStart));
  }

  private noExpression(after?: string): Expr {
    const token = this.peek();
    const foreign = token.tokenType === T.Foreign ? FOREIGN.get(token.image) : undefined;
    if (RESERVED_TYPES.has(token.tokenType) && this.reservedName()) {
      this.report(
        diagnostic("reserved-word", { start: token.startOffset, end: endOf(token) }, `\`${token.image}\` is a reserved word and cannot be used as a name.`, "It may stand after `.` and before `:`."),
      );
      const name = this.takeName();
      return { kind: "name", name, span: name.span };
    }
    this.expected("expected-expression", "an expression", after, { hint: foreign?.hint });
    if (foreign && !this.startsLine()) {
      const start = this.start;
      this.skip();
      if (this.startsExpression() && !this.startsLine()) return this.postfix();
      return { kind: "missing", span: this.from(start) };
    }
    return { kind: "missing", span: { start: this.end, end: this.end } };
  }

  /** Is the reserved word ahead used as a name, as in `match.count`? */
  private reservedName(): boolean {
    return (this.is(T.Dot, 2) || this.is(T.OptionalDot, 2)) && !this.startsLine(2);
  }

  /** `1 + if a then b else c`: an `if` or `match` may only stand where a whole expression may. */
  private misplacedChoice(): Expr {
    this.expected("expected-expression", "an operand", undefined, { hint: "Put the `if` or `match` into parentheses." });
    return this.expression();
  }

  /** `create` and `call` elsewhere than behind `let x =` and `set x =`. */
  private misplacedStatement(): Expr {
    const { image } = this.peek();
    if (!this.is(T.Word, 2)) return this.missing();
    this.expected("expected-expression", "an expression", undefined, {
      hint: `\`${image}\` is a statement; its result can be named: \`let x = ${image} …\`.`,
    });
    return this.is(T.Create) ? this.createExpression() : this.callExpression();
  }

  private missing(): Expr {
    this.expected("expected-expression", "an expression");
    if (!this.startsLine()) this.skip();
    return { kind: "missing", span: { start: this.end, end: this.end } };
  }

  private parenthesised(): Expr {
    const start = this.start;
    const value = this.group(T.LParen, "", () => this.expression("`(`"));
    return { ...value, span: this.from(start) };
  }

  private listLiteral(): Expr {
    const start = this.start;
    const starts = (): boolean => this.startsExpression();
    const items = this.group(T.LBracket, "the list", (delimited) => this.list(delimited, "an element", starts, () => false, () => this.expression()));
    return { kind: "list", items, span: this.from(start) };
  }

  private record(): Expr {
    const start = this.start;
    const entries = this.entries("the record");
    return { kind: "record", entries, span: this.from(start) };
  }

  /** `{ name: value, name }` */
  protected entries(owner: string): RecordEntry[] {
    const named = (): boolean => this.isAnyWord() && this.namesWithColon();
    const starts = (): boolean => this.is(T.Word) || this.is(T.Colon) || named();
    return this.group(T.LBrace, owner, (delimited) => this.list(delimited, "a field", starts, named, () => this.entry()));
  }

  private entry(): RecordEntry {
    const start = this.start;
    const name = this.isAnyWord() && this.namesWithColon() ? this.takeName() : this.name("the name of a field");
    if (this.takeIf(T.Colon)) return { name, value: this.expression(`\`${name.text}:\``), span: this.from(start) };
    if (this.valueAhead()) {
      this.expected("expected-token", "`:`", `\`${name.text}\``, { fix: this.is(T.Assign) ? this.replace(":") : this.insert(":") });
      if (this.is(T.Assign)) this.take();
      return { name, value: this.expression(), span: this.from(start) };
    }
    return { name, span: name.span };
  }

  /** After the name of an entry without `:`: does a value follow all the same? */
  private valueAhead(): boolean {
    if (this.startsLine()) return false;
    if (this.is(T.Assign)) return true;
    if (!this.startsExpression()) return false;
    if (!this.is(T.Word)) return true;
    return !(this.namesWithColon() || this.is(T.Comma, 2) || this.is(T.End, 2) || this.is(T.Word, 2));
  }

  // ---------------------------------------------------------------- lambdas

  protected override lambda(): Expr | undefined {
    const start = this.start;
    let params: Name[];
    if (this.is(T.Word) && this.is(T.Arrow, 2)) {
      params = [this.takeName()];
    } else if (this.is(T.Word) && this.is(T.Foreign, 2) && this.peek(2).image === "->") {
      params = [this.takeName()];
      this.expected("expected-token", "`=>`", undefined, { fix: this.replace("=>") });
    } else if (this.is(T.LParen)) {
      const close = this.closerOf(this.pos);
      if (close < 0 || close + 1 >= this.limit || this.tokens[close + 1]!.tokenType !== T.Arrow) return undefined;
      const starts = (): boolean => this.is(T.Word);
      params = this.group(T.LParen, "the parameters", (delimited) =>
        this.list(delimited, "a name", starts, () => false, () => this.name("a name")),
      );
    } else {
      return undefined;
    }
    this.take();
    const body = this.expression("`=>`");
    return { kind: "lambda", params, body, span: this.from(start) };
  }

  // ---------------------------------------------------------------- rows, calls, goals

  /** `create Entity { … }` */
  protected createExpression(): Expr {
    const start = this.start;
    this.take();
    const { name, qualifier } = this.qualified("the name of an entity", "`create`", [T.LBrace]);
    const entries = this.entries(`\`create ${name.text}\``);
    return { kind: "create", entity: name, ...(qualifier ? { qualifier } : {}), entries, span: this.from(start) };
  }

  /** `call app.tool(…)`; `word` is false where the `call` is left out. */
  protected callExpression(word = true): Expr {
    const start = this.start;
    if (word) this.take();
    const { name, qualifier } = this.qualified("the name of a tool", word ? "`call`" : "`with`", [T.LParen]);
    const args = this.args(`the call of ${name.text}`);
    const fires = word && this.takeWord("fires") ? this.qualified("the name of a trigger", "`fires`", []) : undefined;
    return { kind: "call", ...(qualifier ? { app: qualifier } : {}), tool: name, args, ...(fires ? { fires } : {}), span: this.from(start) };
  }

  /** `Name` or `App.Name`. */
  protected qualified(what: string, after: string, followers: readonly TokenType[]): { readonly name: Name; readonly qualifier?: Name } {
    const { lostName } = this;
    const first = this.name(what, after, [...followers, T.Dot]);
    this.lostName = lostName;
    if (!this.is(T.Dot) || this.startsLine()) return { name: first };
    this.take();
    return { qualifier: first, name: this.isAnyWord() ? this.takeName() : this.lostMember() };
  }

  private newRow(count: "one" | "none"): Expr {
    const start = this.start;
    this.take();
    this.take();
    const entity = this.takeName();
    const entries = this.is(T.LBrace) && !this.inHead ? this.entries(`\`new ${entity.text}\``) : [];
    return { kind: "new", count, entity, entries, span: this.from(start) };
  }

  private called(): Expr {
    const start = this.start;
    const never = this.takeWord("never");
    this.take();
    const tool = this.name("the name of a tool", "`called`");
    const before = this.isWord("before") && this.is(T.Word, 2) && !this.namesWithColon() ? (this.take(), this.takeName()) : undefined;
    return { kind: "called", tool, ...(before ? { before } : {}), never, span: this.from(start) };
  }

  // ---------------------------------------------------------------- strings

  private problem = (p: TextProblem): void => this.report(diagnostic("bad-escape", p.span, p.message, p.hint, p.fix));

  /** A string literal, template or not. */
  protected string(): Expr {
    const start = this.start;
    const multiLine = this.is(T.BlockStart);
    this.take();
    const raws: RawPart[] = [];
    const holes: Expr[] = [];
    for (;;) {
      if (this.is(T.StringText) || this.is(T.BlockText)) {
        const token = this.take();
        raws.push({ text: token.image, offset: token.startOffset });
      } else if (this.is(T.HoleStart)) {
        raws.push({ hole: true });
        holes.push(this.hole());
      } else {
        break;
      }
    }
    if (this.is(T.StringEnd) || this.is(T.BlockEnd)) this.take();
    const pieces = multiLine ? dedent(raws) : raws.map((part) => ("text" in part ? [part] : []));
    const parts: TemplatePart[] = [];
    let hole = 0;
    raws.forEach((part, i) => {
      if ("text" in part) {
        const text = pieces[i]!.map((piece) => unescape(piece.text, piece.offset, this.problem)).join("");
        if (text !== "") parts.push({ kind: "text", text });
      } else {
        parts.push({ kind: "hole", value: holes[hole++]! });
      }
    });
    return { kind: "string", parts, span: this.from(start) };
  }

  private hole(): Expr {
    const outer = this.limit;
    const { inHead } = this;
    const close = this.closerOf(this.pos);
    this.take();
    this.limit = close < 0 ? outer : Math.min(close, outer);
    this.inHead = false;
    const value = this.expression("`{`");
    if (!this.atEnd) {
      this.expected("expected-token", "`}`", "the expression in the template", { hint: "Write `\\{` for a brace that is text." });
      this.skipTo(this.limit);
    }
    this.limit = outer;
    this.inHead = inHead;
    if (this.is(T.HoleEnd)) this.take();
    return value;
  }

  /** A string without holes. */
  protected override plainString(what: string, after?: string): { readonly text: string; readonly span: Span } {
    if (!this.is(T.StringStart) && !this.is(T.BlockStart) && !this.is(T.BrokenString) && !this.is(T.SingleQuoted)) {
      this.expected("expected-token", what, after);
      return { text: "", span: { start: this.end, end: this.end } };
    }
    const value = this.primary();
    const parts = value.kind === "string" ? value.parts : [];
    if (parts.some((part) => part.kind === "hole")) {
      this.report(diagnostic("expected-token", value.span, `Expected ${what}: a string without holes.`, "Write `\\{` for a brace that is text."));
    }
    return { text: parts.map((part) => (part.kind === "text" ? part.text : "")).join(""), span: value.span };
  }
}

/** Blocks and statements. */
import type { TokenType } from "chevrotain";
import type { Block, Expr, Name, SetOp, Stmt } from "./ast.js";
import type { Delimited } from "./base.js";
import { FOREIGN_STATEMENTS } from "./errors.js";
import { ExpressionParser } from "./expressions.js";
import type { Scan } from "./scan.js";
import { T } from "./tokens.js";
import { declarationShape, nearest, STATEMENT_WORDS, STATEMENTS } from "./words.js";

const ASSIGN: ReadonlyMap<TokenType, SetOp> = new Map([
  [T.Assign, "="],
  [T.PlusEq, "+="],
  [T.MinusEq, "-="],
]);
/** What may follow the first word of a statement. */
const AFTER_STATEMENT_WORD: ReadonlySet<TokenType> = new Set([
  T.Word, T.StringStart, T.BlockStart, T.Not, T.Int, T.Float, T.Quantity, T.True, T.False, T.None, T.LBrace, T.Create, T.Call, T.If,
]);

/** Reads statements. */
export abstract class StatementParser extends ExpressionParser {
  /** In a test, `gold` or `nominal`, where tools are called. */
  protected inPlan = false;

  protected override begin(scanned: Scan): void {
    super.begin(scanned);
    this.inPlan = false;
  }

  /** `{ … }`; `owner` completes "the `{` of …". */
  protected block(owner: string): Block {
    const start = this.start;
    if (this.enter()) {
      this.leave();
      return { statements: [{ kind: "missing", span: this.from(start) }], span: this.from(start) };
    }
    const statements = this.group(T.LBrace, owner, (delimited) => this.statements(delimited));
    this.leave();
    return { statements, span: this.from(start) };
  }

  /** A block of a test or plan. */
  protected plan(owner: string): Block {
    const { inPlan } = this;
    this.inPlan = true;
    const block = this.block(owner);
    this.inPlan = inPlan;
    return block;
  }

  private statements(delimited: Delimited): Stmt[] {
    const statements: Stmt[] = [];
    while (!this.atEnd) {
      if (delimited === "unopened" && (statements.length > 0 || !this.statementAhead())) break;
      const before = this.pos;
      const start = this.start;
      this.unit(() => {
        const statement = this.strayCloser() ? undefined : this.statement();
        if (statement) statements.push(statement);
        if (this.quiet && !this.atEnd && !this.statementAhead() && !this.lineAhead()) {
          this.skipUntil(() => this.statementAhead() || this.lineAhead());
          statements.push({ kind: "missing", span: this.from(start) });
        }
      });
      if (this.pos === before) this.skip();
    }
    return statements;
  }

  /** Does the token ahead begin a statement, as far as one can see? */
  protected statementAhead(): boolean {
    const type = this.type();
    if (type === T.Let || type === T.Create || type === T.Call) return this.startsLine() || this.is(T.Word, 2);
    if (type === T.If) return this.startsLine() || this.pos === 0 || this.tokens[this.pos - 1]!.tokenType === T.RBrace;
    if (type !== T.Word || !STATEMENTS.has(this.peek().image)) return this.assignmentAhead();
    if (this.pos > 0 && [T.Dot, T.OptionalDot].includes(this.tokens[this.pos - 1]!.tokenType as never)) return false;
    if (this.peek().image === "return" && this.startsLine()) return true;
    return AFTER_STATEMENT_WORD.has(this.type(2)) && (this.startsLine() || !this.startsLine(2));
  }

  /** Does a line start here that goes on with nothing before it, whatever it is meant to be? */
  private lineAhead(): boolean {
    return this.startsLine() && this.is(T.Word) && AFTER_STATEMENT_WORD.has(this.type(2)) && !this.startsLine(2);
  }

  /** `x.y = 1` at the start of a line: an assignment without `set`, a statement of its own. */
  private assignmentAhead(): boolean {
    if (!this.startsLine() || !this.is(T.Word)) return false;
    let k = 2;
    while (k < 20 && this.is(T.Dot, k) && this.is(T.Word, k + 1)) k += 2;
    return ASSIGN.has(this.type(k)) || (this.is(T.LParen, k) && !this.startsLine(k));
  }

  private statement(): Stmt | undefined {
    const start = this.start;
    switch (this.type()) {
      case T.Let:
        return this.letStatement(start);
      case T.Create: {
        const value = this.createExpression();
        return { kind: "create", value, span: this.from(start) };
      }
      case T.Call:
        return this.callStatement(start);
      case T.If:
        return this.ifStatement(start);
      case T.Word:
        return ASSIGN.has(this.type(2)) || this.is(T.Dot, 2) ? this.notAStatement(start) : this.wordStatement(start);
      default:
        return this.notAStatement(start);
    }
  }

  private wordStatement(start: number): Stmt | undefined {
    const { image } = this.peek();
    if (!STATEMENTS.has(image)) return this.notAStatement(start);
    if (this.is(T.LParen, 2) && !["require", "fail", "return", "expect", "add", "remove", "delete"].includes(image)) return this.notAStatement(start);
    this.take();
    switch (image) {
      case "require": {
        const test = this.headExpression("`require`");
        const otherwise = this.elseText();
        return { kind: "require", test, ...(otherwise ? { else: otherwise } : {}), span: this.from(start) };
      }
      case "fail": {
        const message = this.expression("`fail`");
        const keep = this.takeWord("keep") ? this.block("`keep`") : undefined;
        return { kind: "fail", message, ...(keep ? { keep } : {}), span: this.from(start) };
      }
      case "set":
        return this.setStatement(start);
      case "add": {
        const value = this.expression("`add`");
        this.expectWord("to", undefined, "Write `add row to set`.");
        const to = this.expression("`to`");
        return { kind: "add", value, to, span: this.from(start) };
      }
      case "remove": {
        const value = this.expression("`remove`");
        this.expectWord("from", undefined, "Write `remove row from set`, or `delete row` for the row itself.");
        const from = this.expression("`from`");
        return { kind: "remove", value, from, span: this.from(start) };
      }
      case "delete": {
        const value = this.expression("`delete`");
        return { kind: "delete", value, span: this.from(start) };
      }
      case "do":
        return this.doStatement(start);
      case "for":
        return this.forStatement(start);
      case "repeat": {
        const count = this.headExpression("`repeat`");
        const body = this.block("`repeat`");
        return { kind: "repeat", count, body, span: this.from(start) };
      }
      case "return": {
        const none = this.atEnd || this.startsLine() || !(this.startsExpression() || this.is(T.Create) || this.is(T.Call));
        const value = none ? undefined : this.expression("`return`");
        return { kind: "return", ...(value ? { value } : {}), span: this.from(start) };
      }
      case "advance": {
        const by = this.expression("`advance`");
        return { kind: "advance", by, span: this.from(start) };
      }
      case "disable": {
        this.expectWord("tool", "`disable`");
        const tool = this.reference("the name of a tool", "`tool`");
        this.expectWord("because", "the name of the tool", 'Write `disable tool t because "…"`.');
        const because = this.expression("`because`");
        return { kind: "disable", tool, because, span: this.from(start) };
      }
      case "enable": {
        this.expectWord("tool", "`enable`");
        const tool = this.reference("the name of a tool", "`tool`");
        return { kind: "enable", tool, span: this.from(start) };
      }
      default: {
        const test = this.expression("`expect`");
        return { kind: "expect", test, span: this.from(start) };
      }
    }
  }

  /** The name of something declared elsewhere: losing it loses no declaration. */
  protected reference(what: string, after?: string, followers: readonly TokenType[] = []): ReturnType<StatementParser["takeName"]> {
    const { lostName } = this;
    const name = this.name(what, after, followers);
    this.lostName = lostName;
    return name;
  }

  /** `else "…"`; a text that follows on the same line lacks its `else`. */
  protected elseText(): Expr | undefined {
    if (this.takeIf(T.Else)) return this.expression("`else`");
    if (this.startsLine() || !(this.is(T.StringStart) || this.is(T.BlockStart))) return undefined;
    this.expected("expected-token", "`else`", undefined, { fix: this.insert(" else") });
    return this.expression();
  }

  private assigned(after: string): Expr {
    if (this.is(T.Create)) return this.createExpression();
    if (this.is(T.Call)) return this.callExpression();
    return this.expression(after);
  }

  private letStatement(start: number): Stmt {
    this.take();
    const name = this.name("a name", "`let`", [T.Assign]);
    if (this.is(T.Colon)) {
      this.expected("expected-token", "`=`", `\`let ${name.text}\``, { hint: "The type of a `let` is inferred: leave it out." });
      this.skip();
      this.typeNode();
    }
    this.expect(T.Assign, "=", `\`let ${name.text}\``);
    const value = this.assigned("`=`");
    const otherwise = this.elseText();
    return { kind: "let", name, value, ...(otherwise ? { else: otherwise } : {}), span: this.from(start) };
  }

  private setStatement(start: number): Stmt {
    const target = this.postfix("`set`");
    return this.assignment(start, target);
  }

  private assignment(start: number, target: Expr): Stmt {
    const op = ASSIGN.get(this.type());
    if (op) this.take();
    else {
      this.expected("expected-token", "`=`, `+=` or `-=`", "what is set", { hint: this.is(T.EqEq) ? "Assignment is written with one `=`." : undefined });
      if (this.is(T.EqEq) || this.is(T.Foreign) || this.is(T.Colon)) this.skip();
    }
    const value = this.assigned(`\`${op ?? "="}\``);
    return { kind: "set", target, op: op ?? "=", value, span: this.from(start) };
  }

  private doStatement(start: number): Stmt {
    const { name, qualifier } = this.qualified("the name of an action", "`do`", [T.LParen]);
    const args = this.args(`the call of ${name.text}`);
    return { kind: "do", action: name, ...(qualifier ? { qualifier } : {}), args, span: this.from(start) };
  }

  private callStatement(start: number): Stmt {
    const call = this.callExpression();
    const fails = this.takeWord("fails") ? this.expression("`fails`") : undefined;
    return { kind: "call", call, ...(fails ? { fails } : {}), span: this.from(start) };
  }

  private ifStatement(start: number): Stmt {
    this.take();
    const test = this.headExpression("`if`");
    if (this.is(T.Then)) {
      this.expected("expected-token", "`{`", "the condition", { hint: "As a statement, `if` has blocks: `if a { … } else { … }`." });
      this.skip();
      if (!this.is(T.LBrace)) return { kind: "if", test, then: this.noBlock(), span: this.from(start) };
    }
    const then = this.block("`if`");
    const otherwise = this.elseBlock();
    return { kind: "if", test, then, ...(otherwise ? { else: otherwise } : {}), span: this.from(start) };
  }

  private noBlock(): Block {
    const span = this.from(this.end);
    return { statements: [{ kind: "missing", span }], span };
  }

  private elseBlock(): Block | undefined {
    const word = this.peek();
    if (this.is(T.Word) && (word.image === "elif" || word.image === "elseif" || word.image === "elsif")) {
      this.expected("expected-token", "`else if`", undefined, { hint: "Write `else if`.", fix: this.replace("else if") });
      return this.nestedIf();
    }
    if (!this.takeIf(T.Else)) return undefined;
    return this.is(T.If) ? this.nestedIf() : this.block("`else`");
  }

  private nestedIf(): Block {
    const start = this.start;
    const statement: Stmt = this.enter() ? { kind: "missing", span: this.from(start) } : this.ifStatement(start);
    this.leave();
    return { statements: [statement], span: this.from(start) };
  }

  private forStatement(start: number): Stmt {
    return { kind: "for", ...this.forHead(), body: this.block("`for`"), span: this.from(start) };
  }

  /** `x in xs` or `x, i in xs`, after `for`. */
  protected forHead(): { readonly name: Name; readonly index?: Name; readonly in: Expr } {
    const name = this.name("a name", "`for`", [T.In, T.Comma]);
    const index = this.takeIf(T.Comma) ? this.name("a name for the index", "`,`", [T.In]) : undefined;
    this.expectIn();
    return { name, ...(index ? { index } : {}), in: this.headExpression("`in`") };
  }

  /** The `in` of `for x in xs`. */
  protected expectIn(): void {
    if (this.isWord("of") || this.is(T.Assign)) {
      this.expected("expected-token", "`in`", undefined, { hint: "Write `for x in xs`.", fix: this.replace("in") });
      this.skip();
      return;
    }
    this.expect(T.In, "in", "the name");
  }

  /** What is ahead is no statement: say what was probably meant, and keep what can be kept. */
  private notAStatement(start: number): Stmt | undefined {
    const token = this.peek();
    const { image } = token;
    const foreign = token.tokenType === T.Word ? FOREIGN_STATEMENTS.get(image) : undefined;
    if (foreign !== undefined && !this.is(T.Dot, 2) && !ASSIGN.has(this.type(2))) return this.foreignStatement(start, foreign);
    if (token.tokenType === T.Word && this.assignable()) {
      this.report({
        code: "expected-statement",
        span: { start: token.startOffset, end: token.startOffset + image.length },
        message: "Expected a statement, found an assignment without `set`.",
        hint: "State and fields are changed with `set`; new names are introduced with `let`.",
        fix: { span: { start: token.startOffset, end: token.startOffset }, text: "set " },
      });
      return this.assignment(start, this.postfix());
    }
    const call = token.tokenType === T.Word && this.is(T.LParen, 2) && !this.startsLine(2);
    if (call) return this.bareCall(start);
    const meant = token.tokenType === T.Word ? nearest(image, STATEMENT_WORDS) : undefined;
    const declaration = token.tokenType === T.Word && declarationShape(this.tokens, this.pos) !== undefined;
    this.expected("expected-statement", "a statement", undefined, {
      hint: meant !== undefined ? `Did you mean \`${meant}\`?` : declaration ? `\`${image}\` is a declaration: it stands outside of tools and blocks.` : undefined,
      fix: meant !== undefined ? this.replace(meant) : undefined,
    });
    this.skipGroup();
    this.skipUntil(() => this.statementAhead() || this.lineAhead());
    return { kind: "missing", span: this.from(start) };
  }

  /** Do a name, its fields and an assignment operator follow? */
  private assignable(): boolean {
    let k = 2;
    while (k < 40 && !this.startsLine(k)) {
      if (ASSIGN.has(this.type(k))) return true;
      if (this.is(T.Dot, k) && this.isAnyWord(k + 1)) k += 2;
      else if (this.is(T.LBracket, k)) {
        const close = this.closerOf(this.pos + k - 1);
        if (close < 0 || close >= this.limit) return false;
        k = close - this.pos + 2;
      } else return false;
    }
    return false;
  }

  private foreignStatement(start: number, hint: string): Stmt | undefined {
    const { image } = this.peek();
    const names = image === "const" || image === "var";
    this.expected("expected-statement", "a statement", undefined, { hint, fix: names ? this.replace("let") : undefined });
    if (names && this.is(T.Word, 2)) return this.letStatement(start);
    if (image === "try" && this.is(T.Word, 2)) {
      this.take();
      return this.doStatement(start);
    }
    this.skip();
    this.skipUntil(() => this.statementAhead() || this.lineAhead());
    return { kind: "missing", span: this.from(start) };
  }

  private bareCall(start: number): Stmt {
    const { image, startOffset } = this.peek();
    const word = this.inPlan ? "call" : "do";
    this.report({
      code: "expected-statement",
      span: { start: startOffset, end: startOffset + image.length },
      message: `Expected a statement, found a call of \`${image}\` without \`${word}\`.`,
      hint: this.inPlan ? "Tools are called with `call tool(…)`." : "Actions are run with `do action(…)`; tools are called only in tests and plans, with `call tool(…)`.",
      fix: { span: { start: startOffset, end: startOffset }, text: `${word} ` },
    });
    if (!this.inPlan) return this.doStatement(start);
    const call = this.callExpression(false);
    return { kind: "call", call, span: this.from(start) };
  }
}

/** Expressions from `as` down to the unary operators. */
import type { TokenType } from "chevrotain";
import type { BinaryOp, Expr, MatchArm, Name } from "./ast.js";
import { FOREIGN } from "./errors.js";
import { withUnit } from "./literals.js";
import type { Scan } from "./scan.js";
import { T } from "./tokens.js";
import { COMPARE, TypeParser } from "./types.js";

/** Chains such as `a + b + c …` nest to the left: longer ones than this are refused. */
const MAX_CHAIN = 1000;

const COMPARISONS: ReadonlyMap<TokenType, BinaryOp> = new Map<TokenType, BinaryOp>([
  ...COMPARE,
  [T.In, "in"],
  [T.Enters, "enters"],
  [T.Leaves, "leaves"],
]);
const OR: ReadonlyMap<TokenType, BinaryOp> = new Map([[T.Or, "or"]]);
const AND: ReadonlyMap<TokenType, BinaryOp> = new Map([[T.And, "and"]]);
const COALESCE: ReadonlyMap<TokenType, BinaryOp> = new Map([[T.Coalesce, "??"]]);
const ADD: ReadonlyMap<TokenType, BinaryOp> = new Map([
  [T.Plus, "+"],
  [T.Minus, "-"],
]);
const MULTIPLY: ReadonlyMap<TokenType, BinaryOp> = new Map([
  [T.Star, "*"],
  [T.Slash, "/"],
  [T.Div, "div"],
  [T.Mod, "mod"],
]);
/** Operators of other languages that are read as the one that was meant. */
const MEANT: ReadonlyMap<string, BinaryOp> = new Map<string, BinaryOp>([
  ["&&", "and"],
  ["||", "or"],
  ["===", "=="],
  ["!==", "!="],
  ["%", "mod"],
]);

/** Reads operators; what stands between them is read by the class below. */
export abstract class OperatorParser extends TypeParser {
  /** In the value of a match arm, where a `-` on a new line may begin the next arm. */
  private inArm = false;
  private readonly unaryLevel = (after?: string): Expr => this.unary(after);
  private readonly productLevel = (after?: string): Expr => this.binary(MULTIPLY, this.unaryLevel, after);
  private readonly notLevel = (after?: string): Expr => this.not(after);
  private readonly andLevel = (after?: string): Expr => this.binary(AND, this.notLevel, after);
  private readonly orLevel = (after?: string): Expr => this.binary(OR, this.andLevel, after);

  protected override begin(scanned: Scan): void {
    super.begin(scanned);
    this.inArm = false;
  }

  protected abstract postfix(after?: string): Expr;
  protected abstract lambda(): Expr | undefined;

  /** A full expression, `as` included. */
  protected override expression(after?: string): Expr {
    const start = this.start;
    if (this.enter()) {
      this.leave();
      return { kind: "missing", span: this.from(start) };
    }
    let value = this.unviewed(after);
    while (this.is(T.As) && !this.namesWithColon()) {
      this.take();
      const view = this.name("the name of a view", "`as`");
      const list = this.is(T.LBracket) && !this.startsLine();
      if (list) this.group(T.LBracket, "the list of views", () => undefined);
      value = { kind: "as", value, view, list, span: this.from(start) };
    }
    this.leave();
    return value;
  }

  /** An expression in the head of a block: a `{` begins the block. */
  protected headExpression(after?: string): Expr {
    const { inHead } = this;
    this.inHead = true;
    const value = this.expression(after);
    this.inHead = inHead;
    return value;
  }

  private unviewed(after?: string): Expr {
    if (this.is(T.If)) return this.conditional();
    if (this.is(T.Match)) return this.match();
    const value = this.lambda() ?? this.binary(COALESCE, this.orLevel, after);
    if (this.is(T.Question) && !this.startsLine()) this.ternary();
    return value;
  }

  private branch(after: string): Expr {
    const start = this.start;
    const value = this.enter() ? ({ kind: "missing", span: this.from(start) } as const) : this.unviewed(after);
    this.leave();
    return value;
  }

  private conditional(): Expr {
    const start = this.start;
    this.take();
    const test = this.branch("`if`");
    this.expect(T.Then, "then", "the condition", "As an expression: `if a then b else c`.");
    const then = this.branch("`then`");
    this.expect(T.Else, "else", "the value of `then`", "As an expression, `if` needs both: `if a then b else c`.");
    const otherwise = this.branch("`else`");
    return { kind: "if", test, then, else: otherwise, span: this.from(start) };
  }

  /** `a ? b : c` */
  private ternary(): void {
    this.expected("expected-token", "the end of the expression");
    this.skip();
    this.branch("`?`");
    if (this.takeIf(T.Colon)) this.branch("`:`");
  }

  private match(): Expr {
    const start = this.start;
    this.take();
    const value = this.headExpression("`match`");
    const arms = this.group(T.LBrace, "`match`", (delimited) => {
      const starts = (): boolean => !this.is(T.Arrow) && !this.is(T.Colon);
      return this.list(delimited, "a case", starts, () => this.armAhead(), () => this.arm());
    });
    return { kind: "match", value, arms, span: this.from(start) };
  }

  private armAhead(): boolean {
    const sign = this.is(T.Minus) ? 1 : 0;
    return this.startsLine() && this.is(T.Arrow, 2 + sign);
  }

  private arm(): MatchArm {
    const start = this.start;
    const patterns: Expr[] = [this.unary("`{`")];
    while (this.is(T.Comma) && !this.is(T.End, 2)) {
      this.take();
      patterns.push(this.unary("`,`"));
    }
    if (this.is(T.Foreign) && this.peek().image === "->") {
      this.expected("expected-token", "`=>`", undefined, { fix: this.replace("=>") });
      this.take();
    } else if (this.is(T.Colon)) {
      this.expected("expected-token", "`=>`", "the case", { fix: this.replace(" =>") });
      this.take();
    } else {
      this.expect(T.Arrow, "=>", "the case");
    }
    const { inArm } = this;
    this.inArm = true;
    const value = this.expression("`=>`");
    this.inArm = inArm;
    const only = patterns.length === 1 ? patterns[0] : undefined;
    const wild = only?.kind === "name" && only.name.text === "_";
    return { patterns: wild ? [] : patterns, value, span: this.from(start) };
  }

  /** A left-associative level. */
  private binary(ops: ReadonlyMap<TokenType, BinaryOp>, operand: (after?: string) => Expr, after?: string): Expr {
    let left = operand(after);
    for (let length = 0; ; length++) {
      const op = this.operatorAhead(ops);
      if (op === undefined) return left;
      if (length >= MAX_CHAIN) {
        this.tooDeep();
        return left;
      }
      const { image } = this.take();
      const right = operand(`\`${image}\``);
      left = { kind: "binary", op, left, right, span: { start: left.span.start, end: Math.max(right.span.end, left.span.end) } };
    }
  }

  private operatorAhead(ops: ReadonlyMap<TokenType, BinaryOp>): BinaryOp | undefined {
    const op = ops.get(this.type());
    if (op !== undefined && this.isAnyWord() && this.namesWithColon()) return undefined;
    if (op !== undefined) return op === "-" && this.inArm && this.armAhead() ? undefined : op;
    if (!this.is(T.Foreign)) return undefined;
    const meant = MEANT.get(this.peek().image);
    if (meant === undefined || ![...ops.values()].includes(meant)) return undefined;
    const foreign = FOREIGN.get(this.peek().image)!;
    this.expected("expected-token", `\`${meant}\``, undefined, { hint: foreign.hint, fix: this.replace(meant) });
    return meant;
  }

  private not(after?: string): Expr {
    const start = this.start;
    const bang = this.is(T.Foreign) && this.peek().image === "!";
    if (!this.is(T.Not) && !bang) return this.comparison(after);
    if (bang) this.expected("expected-expression", "an expression", after, { fix: this.replace("not ") });
    this.take();
    const value: Expr = this.enter() ? { kind: "missing", span: this.from(start) } : this.not("`not`");
    this.leave();
    return { kind: "unary", op: "not", value, span: this.from(start) };
  }

  private comparison(after?: string): Expr {
    const start = this.start;
    let left = this.range(after);
    for (let length = 0; ; length++) {
      const op = this.operatorAhead(COMPARISONS);
      if (op === undefined && !(this.is(T.Is) && !this.namesWithColon())) {
        if (!this.negatedOperator()) return left;
        continue;
      }
      if (length > 0) {
        this.expected("expected-token", "the end of the comparison", undefined, {
          hint: "Comparisons do not chain: write `a < b and b < c`, or `b in a..c`.",
        });
        if (length >= MAX_CHAIN) this.tooDeep();
      }
      const { image } = this.take();
      if (op === undefined) {
        const name = this.caseName();
        left = { kind: "is", value: left, name, span: this.from(start) };
      } else {
        const right = this.range(`\`${image}\``);
        left = { kind: "binary", op, left, right, span: { start: left.span.start, end: Math.max(right.span.end, left.span.end) } };
      }
    }
  }

  /** `a not in b`: reported, and the `not` passed over. */
  private negatedOperator(): boolean {
    if (!this.is(T.Not) || this.startsLine()) return false;
    const next = this.peek(2);
    if (!COMPARISONS.has(next.tokenType) && next.tokenType !== T.Is) return false;
    this.expected("expected-token", "an operator", undefined, { hint: `Write \`not\` in front of the whole: \`not a ${next.image} b\`.` });
    this.take();
    return true;
  }

  private caseName(): Name {
    if (this.is(T.None)) return this.takeName();
    if (this.is(T.Not)) {
      this.expected("expected-name", "the name of a case", "`is`", { hint: "Write `not` in front of the whole: `not a is b`." });
      this.take();
    }
    return this.is(T.None) ? this.takeName() : this.name("the name of a case", "`is`");
  }

  /** `a..b` and everything that binds tighter. */
  protected override range(after?: string): Expr {
    let from = this.additive(after);
    if (!this.is(T.DotDot)) return from;
    this.take();
    const hint = this.startsOperand() ? undefined : "There are no open ranges: compare instead, as in `where >= 1`.";
    if (hint !== undefined) this.expected("expected-expression", "the end of the range", "`..`", { hint });
    const to: Expr = hint === undefined ? this.additive("`..`") : { kind: "missing", span: { start: this.end, end: this.end } };
    from = withUnit(from, to);
    const range: Expr = { kind: "range", from, to, span: { start: from.span.start, end: Math.max(to.span.end, from.span.end) } };
    if (this.is(T.DotDot)) {
      this.expected("expected-token", "the end of the range");
      this.skip();
      this.additive();
    }
    return range;
  }

  private startsOperand(): boolean {
    const type = this.type();
    return !(this.atEnd || this.startsLine() || type === T.Comma || type === T.Then || type === T.Else || type === T.LBrace || (this.isAnyWord() && this.namesWithColon()));
  }

  protected override additive(after?: string): Expr {
    return this.binary(ADD, this.productLevel, after);
  }

  private unary(after?: string): Expr {
    if (!this.is(T.Minus)) return this.postfix(after);
    const start = this.start;
    this.take();
    const value: Expr = this.enter() ? { kind: "missing", span: this.from(start) } : this.unary("`-`");
    this.leave();
    return { kind: "unary", op: "-", value, span: this.from(start) };
  }
}

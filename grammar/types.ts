/** Types, `where` clauses and parameters. */
import type { TokenType } from "chevrotain";
import type { CompareOp, Expr, ParamNode, RefinementNode, TypeNode } from "./ast.js";
import { ParserBase } from "./base.js";
import { FOREIGN_TYPES } from "./errors.js";
import { endOf } from "./scan.js";
import { T } from "./tokens.js";

/** The comparison operators by token. */
export const COMPARE: ReadonlyMap<TokenType, CompareOp> = new Map([
  [T.EqEq, "=="],
  [T.NotEq, "!="],
  [T.Lt, "<"],
  [T.Le, "<="],
  [T.Gt, ">"],
  [T.Ge, ">="],
]);

/** Reads types; what it needs of expressions is filled in by the class below it. */
export abstract class TypeParser extends ParserBase {
  protected abstract expression(after?: string): Expr;
  protected abstract range(after?: string): Expr;
  protected abstract additive(after?: string): Expr;
  protected abstract plainString(what: string, after?: string): { readonly text: string; readonly span: { readonly start: number; readonly end: number } };

  /** A type; `after` names what it follows, for the message. */
  protected typeNode(after = "`:`"): TypeNode {
    const start = this.start;
    if (this.enter()) {
      this.leave();
      return { kind: "missing", span: this.from(start) };
    }
    let type = this.baseType(start, after);
    let suffixes = 0;
    for (;;) {
      if (this.is(T.LBracket) && this.start > this.end && type.kind !== "missing") {
        // `images: url[] []`: a list type's brackets touch their type; these belong to a default whose `=` is missing.
        break;
      } else if (this.is(T.LBracket) && !this.startsLine() && this.is(T.RBracket, 2)) {
        this.take();
        this.take();
        type = { kind: "list", of: type, span: this.from(start) };
      } else if (this.is(T.LBracket) && !this.startsLine() && type.kind !== "missing") {
        this.group(T.LBracket, "the list type", () => undefined);
        type = { kind: "list", of: type, span: this.from(start) };
      } else if (this.is(T.Question) && !this.startsLine()) {
        this.take();
        type = { kind: "maybe", of: type, span: this.from(start) };
      } else if ((this.is(T.Coalesce) || this.is(T.OptionalDot)) && !this.startsLine()) {
        this.expected("expected-token", "the end of the type", undefined, { hint: "One `?` is enough." });
        this.take();
      } else if (this.is(T.RBracket) && !this.startsLine()) {
        this.expected("expected-token", "`[`", "the type of the elements", { fix: this.insert("[") });
        this.skip();
        type = { kind: "list", of: type, span: this.from(start) };
      } else {
        break;
      }
      if (++suffixes > 50) this.tooDeep();
    }
    this.leave();
    return type;
  }

  private baseType(start: number, after: string): TypeNode {
    if (this.is(T.LBrace)) {
      const fields = this.params(T.LBrace, "the record type");
      return { kind: "record", fields, span: this.from(start) };
    }
    // A word in front of `:` is the next member, not a type.
    if (!this.is(T.Word) || this.namesWithColon()) return this.noType(after);
    const word = this.peek();
    if (word.image === "id" && this.is(T.LParen, 2)) {
      this.take();
      const prefix = this.group(T.LParen, "`id`", () => this.plainString("the prefix, as in `id(\"user\")`", "`id(`").text);
      return { kind: "id", prefix, span: this.from(start) };
    }
    if (this.is(T.Lt, 2)) return this.generic(start);
    const foreign = FOREIGN_TYPES.get(word.image);
    if (foreign && !this.is(T.Dot, 2)) {
      this.expected("expected-type", "a type", after, { hint: foreign.hint, fix: this.replace(foreign.instead) });
      this.skip();
      return { kind: "missing", span: this.from(start) };
    }
    const name = this.takeName();
    if (name.text === "Record" || name.text === "Set") {
      if (this.is(T.Word) && !this.startsLine() && (this.is(T.Gt, 2) || this.is(T.Comma, 2))) return this.generic(start, name.text);
    }
    if (this.is(T.Dot) && !this.startsLine()) {
      this.take();
      return { kind: "named", qualifier: name, name: this.name("the name of a type", "`.`"), span: this.from(start) };
    }
    return { kind: "named", name, span: this.from(start) };
  }

  /** `Set<T>` or `Record<K, V>`; `read` where the word has been read already and `<` is missing. */
  private generic(start: number, read?: string): TypeNode {
    const word = this.peek();
    const image = read ?? word.image;
    if (image !== "Set" && image !== "Record") {
      this.expected("expected-type", "a type", undefined, {
        span: { start: word.startOffset, end: endOf(word) },
        hint: "Only `Set<Entity>` and `Record<K, V>` take types in angle brackets; a list is written `T[]`.",
      });
    }
    if (read === undefined) this.take();
    this.expect(T.Lt, "<", `\`${image}\``);
    const first = this.typeNode("`<`");
    let second: TypeNode | undefined;
    if (image === "Record" || this.is(T.Comma)) {
      if (image === "Set") this.expected("expected-token", "`>`", "the type of the rows", { hint: "A `Set` has one type; a map is written `Record<K, V>`." });
      this.expect(T.Comma, ",", "the type of the keys");
      second = this.typeNode("`,`");
    }
    this.closeAngle();
    const span = this.from(start);
    if (image === "Record") return { kind: "mapping", key: first, value: second!, span };
    return image === "Set" ? { kind: "set", of: first, span } : { kind: "missing", span };
  }

  /** `Set<B>= []`: the lexer has read `>=`. */
  private closeAngle(): void {
    if (this.is(T.Ge)) {
      const token = this.peek();
      (this.tokens as (typeof token)[])[this.pos] = { image: "=", startOffset: token.startOffset + 1, tokenType: T.Assign, tokenTypeIdx: T.Assign.tokenTypeIdx! };
      return;
    }
    this.expect(T.Gt, ">", "the types in angle brackets");
  }

  private noType(after: string): TypeNode {
    const start = this.start;
    this.expected("expected-type", "a type", after);
    const literal = [T.Int, T.Float, T.StringStart, T.Raw, T.BadNumber].includes(this.type() as never);
    if (literal && !this.startsLine()) {
      this.skipGroup();
      return { kind: "missing", span: this.from(start) };
    }
    return { kind: "missing", span: { start: this.end, end: this.end } };
  }

  /** `where` and its conjuncts, if it is there. */
  protected where(): RefinementNode[] {
    if (!this.isWord("where") || this.namesWithColon()) return [];
    this.take();
    const conjuncts = [this.refinement("`where`")];
    while (this.is(T.And)) {
      this.take();
      conjuncts.push(this.refinement("`and`"));
    }
    return conjuncts;
  }

  private refinement(after: string, inLength = false): RefinementNode {
    const start = this.start;
    const op = COMPARE.get(this.type());
    if (op) {
      const { image } = this.take();
      const value = this.additive(`\`${image}\``);
      return { kind: "compare", op, value, span: this.from(start) };
    }
    if (this.takeIf(T.In)) {
      const range = this.range("`in`");
      return { kind: "within", range, span: this.from(start) };
    }
    if (!inLength && this.takeWord("length")) {
      const test = this.refinement("`length`", true);
      return { kind: "length", test, span: this.from(start) };
    }
    if (!inLength && this.takeWord("distinct")) return { kind: "distinct", span: this.from(start) };
    if (!inLength && this.takeWord("matches")) return { kind: "matches", pattern: this.pattern(), span: this.from(start) };
    this.expected("expected-token", inLength ? "a comparison or `in`" : "a condition on the value", after, {
      hint: "Conditions are written `>= 1`, `in 1..9`, `length in 1..100`, `matches r\"…\"` or `distinct`.",
    });
    if (!this.startsLine() && !this.is(T.Comma) && !this.isClause()) {
      const value = this.additive();
      return { kind: "compare", op: "==", value: { kind: "missing", span: value.span }, span: this.from(start) };
    }
    return { kind: "compare", op: "==", value: { kind: "missing", span: this.from(this.end) }, span: this.from(this.end) };
  }

  private isClause(): boolean {
    return this.atEnd || this.is(T.Assign) || (this.isAnyWord() && this.namesWithColon());
  }

  private pattern(): string {
    if (this.is(T.Raw)) return this.take().image.slice(2, -1);
    if (this.is(T.StringStart)) {
      this.expected("expected-token", "a raw string", "`matches`", { hint: 'Patterns are written `r"[0-9]{4}"`.', fix: this.insert(" r") });
      this.expression();
      return "";
    }
    if (this.is(T.BrokenRaw)) this.take();
    else this.expected("expected-token", "a raw string", "`matches`", { hint: 'Patterns are written `r"[0-9]{4}"`.' });
    return "";
  }

  /** Parameters or fields in brackets. */
  protected params(opener: TokenType, owner: string): ParamNode[] {
    const named = (): boolean => this.isAnyWord() && (this.namesWithColon() || (this.is(T.As, 2) && this.is(T.Colon, 4)));
    const starts = (): boolean => this.is(T.Word) || this.is(T.Colon) || this.is(T.As) || named();
    return this.group(opener, owner, (delimited) => this.list(delimited, opener === T.LBrace ? "a field" : "a parameter", starts, named, () => this.param()));
  }

  private param(): ParamNode {
    const start = this.start;
    const doc = this.doc();
    const name = this.isAnyWord() && this.namesWithColon() ? this.takeName() : this.name("a name", undefined, [T.As]);
    const local = this.takeIf(T.As) ? this.name("the name inside the body", "`as`", [T.Colon]) : undefined;
    this.expect(T.Colon, ":", `the name \`${(local ?? name).text}\``, "A parameter is written `name: Type`.");
    const type = this.typeNode();
    let value: Expr | undefined;
    let where: RefinementNode[] = [];
    for (;;) {
      if (this.is(T.Assign) && value === undefined) {
        this.take();
        value = this.expression("`=`");
      } else if (this.isWord("where") && where.length === 0) {
        where = this.where();
      } else {
        break;
      }
    }
    return { ...(doc ? { doc } : {}), name, ...(local ? { local } : {}), type, ...(value ? { default: value } : {}), where, span: this.from(start) };
  }
}

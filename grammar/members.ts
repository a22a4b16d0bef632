/** The members of apps, entities excepted. */
import type { Doc, EdgeNode, EnumMember, Expr, FnNode, KindCase, Member, Name, ParamNode, RegionShape, Span, ToolNode, TypeNode, ViewColumn, Block } from "./ast.js";
import { EntityParser } from "./entities.js";
import { FOREIGN_STATEMENTS, say } from "./errors.js";
import { T } from "./tokens.js";
import { MEMBER_WORDS, nearest } from "./words.js";

type Of<K extends Member["kind"]> = Extract<Member, { kind: K }>;

/** Reads the members of apps. */
export abstract class MemberParser extends EntityParser {
  /** The member that begins with a word of `MEMBER_WORDS`, which is ahead. */
  protected member(word: string, doc: Doc | undefined): Member {
    switch (word) {
      case "enum":
        return this.enumeration(doc);
      case "type":
        return this.typeAlias(doc);
      case "kind":
        return this.kindDeclaration(doc);
      case "entity":
        return this.entity(doc);
      case "state":
        return this.state(doc);
      case "corpus":
        return this.corpus(doc);
      case "init":
        return this.init();
      case "view":
        return this.view(doc);
      case "guard":
        return this.guard(doc);
      case "fault":
        return this.fault(doc);
      case "tool":
        return this.tool(doc);
      case "action":
        return this.action(doc);
      case "region":
        return this.region(doc);
      case "graph":
        return this.graph(doc);
      case "trigger":
        return this.trigger(doc);
      case "edges":
        return this.edges();
      default:
        return this.fn(doc);
    }
  }

  private enumeration(doc: Doc | undefined): Of<"enum"> {
    const start = this.start;
    this.take();
    const name = this.name("the name of the enum", "`enum`", [T.LBrace]);
    const starts = (): boolean => this.is(T.Word) || this.is(T.Assign);
    const members = this.group(T.LBrace, `enum ${name.text}`, (delimited) => {
      this.endHead();
      return this.list(delimited, "a member", starts, () => false, () => this.enumMember());
    });
    return { kind: "enum", ...(doc ? { doc } : {}), name, members, span: this.from(start) };
  }

  private enumMember(): EnumMember {
    const start = this.start;
    const doc = this.doc();
    const name = this.name("the name of a member");
    const wire = this.takeIf(T.Assign) ? this.plainString("a string, the value on the wire", "`=`").text : undefined;
    return { ...(doc ? { doc } : {}), name, ...(wire === undefined ? {} : { wire }), span: this.from(start) };
  }

  private typeAlias(doc: Doc | undefined): Of<"type"> {
    const start = this.start;
    this.take();
    const name = this.name("the name of the type", "`type`", [T.Assign]);
    this.expect(T.Assign, "=", `\`type ${name.text}\``);
    const type = this.typeNode("`=`");
    return { kind: "type", ...(doc ? { doc } : {}), name, type, span: this.from(start) };
  }

  private kindDeclaration(doc: Doc | undefined): Of<"kind"> {
    const start = this.start;
    this.take();
    const name = this.name("the name of the kind", "`kind`", [T.LBrace]);
    const starts = (): boolean => this.is(T.Word) || this.is(T.LParen);
    const cases = this.group(T.LBrace, `kind ${name.text}`, (delimited) => {
      this.endHead();
      return this.list(delimited, "a case", starts, () => false, () => this.kindCase());
    });
    return { kind: "kind", ...(doc ? { doc } : {}), name, cases, span: this.from(start) };
  }

  private kindCase(): KindCase {
    const start = this.start;
    const doc = this.doc();
    const name = this.name("the name of a case");
    const params = this.is(T.LParen) ? this.params(T.LParen, `case ${name.text}`) : [];
    return { ...(doc ? { doc } : {}), name, params, span: this.from(start) };
  }

  private corpus(doc: Doc | undefined): Of<"corpus"> {
    const start = this.start;
    this.take();
    const name = this.name("the name of the corpus", "`corpus`");
    this.expectWord("from", `\`corpus ${name.text}\``);
    const { text, span } = this.plainString("the path of a file", "`from`");
    return { kind: "corpus", ...(doc ? { doc } : {}), name, path: text, pathSpan: span, span: this.from(start) };
  }

  private init(): Of<"init"> {
    const start = this.start;
    this.take();
    const body = this.block("`init`");
    return { kind: "init", body, span: this.from(start) };
  }

  private view(doc: Doc | undefined): Of<"view"> {
    const start = this.start;
    const before = this.trouble;
    this.take();
    const name = this.name("the name of the view", "`view`");
    this.expectWord("of", `\`view ${name.text}\``, "Write `view Card of Entity { … }`.");
    const of = this.reference("the name of an entity", "`of`", [T.LBrace]);
    const named = (): boolean => this.isAnyWord() && this.namesWithColon();
    const starts = (): boolean => this.is(T.Word) || this.is(T.Colon) || named();
    const columns = this.group(T.LBrace, `view ${name.text}`, (delimited) => {
      this.endHead();
      return this.list(delimited, "a column", starts, named, () => this.column());
    });
    return { kind: "view", ...(doc ? { doc } : {}), name, of, columns, broken: this.trouble !== before, span: this.from(start) };
  }

  private column(): ViewColumn {
    const start = this.start;
    const doc = this.doc();
    const name = this.isAnyWord() && this.namesWithColon() ? this.takeName() : this.name("the name of a column");
    const value = this.takeIf(T.Colon) ? this.expression(`\`${name.text}:\``) : undefined;
    return { ...(doc ? { doc } : {}), name, ...(value ? { value } : {}), span: this.from(start) };
  }

  private guard(doc: Doc | undefined): Of<"guard"> {
    const start = this.start;
    this.take();
    const name = this.name("the name of the guard", "`guard`", [T.LBrace]);
    const requires: { test: Expr; else?: Expr; span: Span }[] = [];
    let then: Block | undefined;
    const seen = new Set<string>();
    this.clauses(`guard ${name.text}`, ["require", "then"], (word, at) => {
      if (word === "then") {
        this.once(seen, word, `guard ${name.text}`);
        then = this.block("`then`");
        return;
      }
      const test = this.headExpression("`require`");
      const otherwise = this.elseText();
      requires.push({ test, ...(otherwise ? { else: otherwise } : {}), span: this.from(at) });
    });
    return { kind: "guard", ...(doc ? { doc } : {}), name, requires, ...(then ? { then } : {}), span: this.from(start) };
  }

  private tool(doc: Doc | undefined): ToolNode {
    const start = this.start;
    this.take();
    return this.toolFrom(start, doc, this.trouble);
  }

  /** A tool from its name on; `before` is the trouble counted before it began. */
  protected toolFrom(start: number, doc: Doc | undefined, before: number): ToolNode {
    const name = this.name("the name of the tool", "`tool`", [T.LParen, T.As]);
    const owner = `tool ${name.text}`;
    const wire = this.takeIf(T.As) ? (this.isAnyWord() ? this.takeName() : this.name("the name on the wire", "`as`", [T.LParen])) : undefined;
    const params = this.params(T.LParen, owner);
    let guards: Name[] = [];
    let takes: Expr | undefined;
    for (;;) {
      if (this.isWord("with")) {
        this.take();
        guards = [...guards, ...this.toolGuards("`with`")];
      } else if (this.isWord("guarded")) {
        this.formerGuards();
        guards = [...guards, ...this.toolGuards("`with`")];
      } else if (this.isWord("takes")) {
        this.take();
        if (takes) this.report(say.duplicate("takes", owner, { start: this.end - "takes".length, end: this.end }));
        takes = this.headExpression("`takes`");
      } else if (this.is(T.Colon)) {
        this.expected("expected-token", "`{`", "the parameters", { hint: "The result type of a tool is inferred from what it returns: leave it out." });
        this.skip();
        if (!this.is(T.LBrace)) this.typeNode();
      } else if (this.is(T.Word) && !this.startsLine() && nearest(this.peek().image, ["with", "takes"])) {
        const meant = nearest(this.peek().image, ["with", "takes"]);
        this.expected("expected-token", "`{`, `with` or `takes`", undefined, { hint: meant === undefined ? undefined : `Did you mean \`${meant}\`?`, fix: meant === undefined ? undefined : this.replace(meant) });
        this.skip();
        if (meant === "with") guards = [...guards, ...this.toolGuards("`with`")];
        if (meant === "takes") takes = this.headExpression("`takes`");
      } else {
        break;
      }
    }
    if (this.is(T.Arrow)) {
      this.expected("expected-token", "`{` or `=`", "the head of the tool", { hint: "A body of one expression is written `= expression`.", fix: this.replace("=") });
    }
    const inHead = this.trouble !== before;
    const body = this.is(T.Assign) || this.is(T.Arrow) ? this.shortBody() : this.bodyOf(owner);
    const broken = inHead || (this.trouble !== before && body.statements.length === 0);
    return {
      kind: "tool",
      ...(doc ? { doc } : {}),
      name,
      ...(wire ? { wire } : {}),
      params,
      guards,
      ...(takes ? { takes } : {}),
      body,
      broken,
      span: this.from(start),
    };
  }

  private toolGuards(after: string): Name[] {
    const { lostName } = this;
    const names = this.names("the name of a guard", after);
    this.lostName = lostName;
    return names;
  }

  /** `guarded by g` */
  private formerGuards(): void {
    const start = this.start;
    const by = this.isWord("by", 2);
    const end = by ? this.peek(2).startOffset + 2 : start + "guarded".length;
    this.expected("expected-token", "`with`", undefined, { span: { start, end }, hint: "Guards are named with `with`: `tool t() with password { … }`.", fix: { span: { start, end }, text: "with" } });
    this.take();
    if (by) this.take();
  }

  /** `= e` as a block that returns it. */
  private shortBody(): Block {
    const start = this.start;
    this.take();
    const value = this.expression("`=`");
    const span = this.from(start);
    return { statements: [{ kind: "return", value, span: value.span }], span };
  }

  /** A body whose statements report for themselves. */
  private bodyOf(owner: string): Block {
    if (!this.is(T.LBrace)) return this.block(owner);
    this.endHead();
    return this.block(owner);
  }

  private action(doc: Doc | undefined): Of<"action"> {
    const start = this.start;
    const before = this.trouble;
    this.take();
    const name = this.name("the name of the action", "`action`", [T.LParen]);
    const params = this.params(T.LParen, `action ${name.text}`);
    const inHead = this.trouble !== before;
    const body = this.bodyOf(`action ${name.text}`);
    return { kind: "action", ...(doc ? { doc } : {}), name, params, body, broken: inHead || (this.trouble !== before && body.statements.length === 0), span: this.from(start) };
  }

  private fn(doc: Doc | undefined): FnNode {
    const start = this.start;
    const extern = this.takeWord("extern");
    this.expectWord("fn", extern ? "`extern`" : undefined);
    const name = this.name("the name of the function", "`fn`", [T.LParen]);
    const params: ParamNode[] = this.params(T.LParen, `fn ${name.text}`);
    let result: TypeNode;
    if (!this.is(T.Colon) && this.is(T.Assign)) {
      this.expected("expected-token", "`:` and the type of the result", "the parameters", { hint: "Write `fn name(x: int): int = …`." });
      result = { kind: "missing", span: this.from(this.end) };
    } else {
      this.expect(T.Colon, ":", "the parameters", "The type of the result stands after the parameters: `fn name(x: int): int = …`.");
      result = this.typeNode();
    }
    let body: Expr | undefined;
    if (extern) {
      if (this.is(T.Assign)) {
        this.expected("expected-token", "the end of the declaration", undefined, { hint: "An `extern fn` is implemented in TypeScript and has no body here." });
        this.take();
        this.expression("`=`");
      }
    } else if (this.is(T.LBrace) && !this.startsLine()) {
      this.expected("expected-token", "`=`", "the type of the result", { hint: "A function is one expression: `fn name(x: int): int = …`; statements belong in an `action` or a `tool`." });
      this.skipGroup();
      body = { kind: "missing", span: this.from(this.end) };
    } else {
      this.expect(T.Assign, "=", "the type of the result");
      body = this.expression("`=`");
    }
    return { kind: "fn", ...(doc ? { doc } : {}), name, params, result, ...(body ? { body } : {}), extern, span: this.from(start) };
  }

  private region(doc: Doc | undefined): Of<"region"> {
    const start = this.start;
    this.take();
    const name = this.name("the name of the region", "`region`", [T.Assign]);
    this.expect(T.Assign, "=", `\`region ${name.text}\``);
    const shape = this.shape();
    return { kind: "region", ...(doc ? { doc } : {}), name, shape, span: this.from(start) };
  }

  private shape(): RegionShape {
    const start = this.start;
    if (this.isWord("within") && !this.is(T.Dot, 2) && !this.is(T.LParen, 2)) {
      this.take();
      const radius = this.additive("`within`");
      this.expectWord("of", "the distance", "Write `within 3 km of point(52.5, 13.4)`.");
      const centre = this.expression("`of`");
      return { kind: "circle", radius, centre, span: this.from(start) };
    }
    if (this.isWord("polygon") && this.is(T.LBracket, 2)) {
      this.take();
      const points = this.expression("`polygon`");
      return { kind: "polygon", points, span: this.from(start) };
    }
    const sites = this.expression("`=`");
    return { kind: "sites", sites, span: this.from(start) };
  }

  private graph(doc: Doc | undefined): Of<"graph"> {
    const start = this.start;
    const hint = "Write `graph Roads = Leg from a to b cost takes when not closed`, or `Leg between a and b` where each leg leads both ways.";
    this.take();
    const name = this.name("the name of the graph", "`graph`", [T.Assign]);
    this.expect(T.Assign, "=", `\`graph ${name.text}\``, hint);
    const entity = this.reference("the name of an entity", "`=`");
    const both = this.takeWord("between");
    if (!both) this.expectWord("from", `\`${entity.text}\``, hint);
    const from = this.reference("the name of a field", both ? "`between`" : "`from`");
    if (both) this.expect(T.And, "and", `\`${from.text}\``, hint);
    else this.expectWord("to", `\`${from.text}\``, hint);
    const to = this.reference("the name of a field", both ? "`and`" : "`to`");
    this.expectWord("cost", `\`${to.text}\``, hint);
    const cost = this.expression("`cost`");
    const when = this.takeWord("when") ? this.expression("`when`") : undefined;
    return { kind: "graph", ...(doc ? { doc } : {}), name, entity, from, to, both, cost, ...(when ? { when } : {}), span: this.from(start) };
  }

  // ---------------------------------------------------------------- edges

  private edges(): Of<"edges"> {
    const start = this.start;
    this.take();
    const edges: EdgeNode[] = [];
    this.group(T.LBrace, "`edges`", () => {
      this.endHead();
      while (!this.atEnd) {
        const before = this.pos;
        this.unit(() => {
          const edge = this.edge();
          if (edge) edges.push(edge);
          if (this.quiet) this.skipUntil(() => this.startsLine());
        });
        if (this.pos === before) this.skip();
      }
    });
    return { kind: "edges", edges, span: this.from(start) };
  }

  private edge(): EdgeNode | undefined {
    const start = this.start;
    if (!this.is(T.Word)) {
      if (this.strayCloser()) return undefined;
      this.expected("expected-member", "an edge", undefined, { hint: "Edges are written `tool.param from a, b` and `tool needs a when condition`." });
      this.skip();
      return undefined;
    }
    const tool = this.takeName();
    if (this.is(T.Dot)) {
      this.take();
      const param = this.isAnyWord() ? this.takeName() : this.reference("the name of a parameter", "`.`");
      if (!this.formerArrow("from")) this.expectWord("from", "the parameter", "Write `tool.param from a, b`.");
      const from = this.toolNames("`from`");
      return { kind: "data", tool, param, from, span: this.from(start) };
    }
    if (!this.formerArrow("needs")) this.expectWord("needs", `\`${tool.text}\``, "Edges are written `tool.param from a, b` and `tool needs a when condition`.");
    const needs = this.toolNames("`needs`");
    const when = this.takeWord("when") ? this.expression("`when`") : undefined;
    return { kind: "needs", ...(tool.text === "all" ? {} : { tool }), needs, ...(when ? { when } : {}), span: this.from(start) };
  }

  /** `<-` of an older draft. */
  private formerArrow(word: string): boolean {
    if (!this.is(T.Lt) || !this.is(T.Minus, 2)) return false;
    const { start } = this;
    this.expected("expected-token", `\`${word}\``, undefined, {
      span: { start, end: start + 2 },
      hint: "Write `tool.param from other` for who produces an argument, `tool needs other` for who makes a precondition true.",
      fix: { span: { start, end: start + 2 }, text: word },
    });
    this.take();
    this.take();
    return true;
  }

  /** What to say of a word that begins no member. */
  protected memberHint(image: string, words: readonly string[]): { readonly hint?: string; readonly meant?: string } {
    const meant = nearest(image, words);
    if (meant !== undefined) return { hint: `Did you mean \`${meant}\`?`, meant };
    const foreign = FOREIGN_STATEMENTS.get(image);
    if (foreign !== undefined) return { hint: foreign };
    if (words === MEMBER_WORDS) return { hint: "Members of an app begin with a word such as `entity`, `state`, `tool` or `view`." };
    return {};
  }
}

/** Faults and triggers, and the reading of clauses in general. */
import type { Doc, Expr, FaultEffect, FaultNode, Name, ToolSet, TriggerEvent, TriggerNode, Block } from "./ast.js";
import { say } from "./errors.js";
import { StatementParser } from "./statements.js";
import { RESERVED_TYPES, T } from "./tokens.js";
import { FAULT_WORDS, nearest, TRIGGER_WORDS } from "./words.js";

/** Clauses of older drafts, and what is written today. */
const FORMER_CLAUSES: ReadonlyMap<string, string> = new Map([
  ["granted", "Who satisfies a guard is inferred; to state it, write `tool needs other` in `edges { }`."],
  ["cleared", "Who clears a fault is inferred; to state it, write `all needs tool` in `edges { }`."],
  ["clock", "Write `calls take 20 s..90 s`."],
  ["between", "Write `during 02:00..04:00`."],
  ["guarded", "Write `with guard`."],
  ["before", "Write `on tool(…)`: such a trigger is considered just before the tool answers."],
  ["after", "Write `when condition`, or `at instant`."],
  ["if", "Write `when condition`."],
]);

const EFFECTS: ReadonlySet<string> = new Set(["error", "delay", "stale", "partial", "commit"]);

/** Reads faults and triggers. */
export abstract class ClauseParser extends StatementParser {
  /**
   * The clauses of a block, each a unit that begins with one of `words`. `read` gets the word, already taken, and where
   * it started; `other` may read what begins with none of them.
   */
  protected clauses(owner: string, words: readonly string[], read: (word: string, start: number) => void, other?: () => boolean): void {
    this.group(T.LBrace, owner, (delimited) => {
      this.endHead();
      while (!this.atEnd) {
        if (delimited === "unopened" && !this.clauseAhead(words)) break;
        const before = this.pos;
        this.unit(() => {
          const start = this.start;
          const token = this.peek();
          const isWord = this.isAnyWord();
          if (isWord && words.includes(token.image) && !this.namesWithColon()) {
            if (token.image !== "fault" && token.image !== "trigger") this.take();
            read(token.image, start);
          } else if (!other?.() && !this.strayCloser()) {
            this.unknownClause(owner, words);
          }
          if (!this.quiet) return;
          this.skipUntil(() => this.clauseAhead(words) || (other !== undefined && this.startsLine() && this.is(T.StringStart)));
        });
        if (this.pos === before) this.skip();
      }
    });
  }

  /** Does the token ahead begin one of these clauses, as far as one can see? */
  protected clauseAhead(words: readonly string[]): boolean {
    if (!this.isAnyWord() || !words.includes(this.peek().image)) return false;
    const previous = this.pos > 0 ? this.tokens[this.pos - 1]!.tokenType : T.End;
    if (previous === T.Dot || previous === T.OptionalDot || previous === T.Comma) return false;
    return ![T.Dot, T.OptionalDot, T.Colon, T.Comma, T.Assign, T.RParen, T.EqEq].includes(this.type(2) as never);
  }

  private unknownClause(owner: string, words: readonly string[]): void {
    const token = this.peek();
    const word = token.tokenType === T.Word || RESERVED_TYPES.has(token.tokenType);
    const former = word ? FORMER_CLAUSES.get(token.image) : undefined;
    const meant = word ? nearest(token.image, words) : undefined;
    this.expected("expected-member", `a clause of ${owner}`, undefined, {
      hint: former ?? (meant === undefined ? `Its clauses begin with ${listed(words)}.` : `Did you mean \`${meant}\`?`),
      fix: former === undefined && meant !== undefined ? this.replace(meant) : undefined,
    });
    this.skipGroup();
    this.skipUntil(() => this.clauseAhead(words));
  }

  /** Reports a clause that stands twice. */
  protected once(seen: Set<string>, clause: string, owner: string): void {
    if (seen.has(clause)) this.report(say.duplicate(clause, owner, { start: this.tokens[this.pos - 1]!.startOffset, end: this.end }));
    seen.add(clause);
  }

  // ---------------------------------------------------------------- faults

  protected fault(doc: Doc | undefined): FaultNode {
    const start = this.start;
    this.take();
    const before = this.trouble;
    const name = this.name("the name of the fault", "`fault`", [T.LBrace]);
    const owner = `fault ${name.text}`;
    let on: ToolSet | undefined;
    const parts: { unless?: Expr; chance?: Expr; during?: Expr; limit?: { count: Expr; per: Expr }; effect?: FaultEffect } = {};
    const seen = new Set<string>();
    this.clauses(owner, FAULT_WORDS, (word, at) => {
      this.once(seen, EFFECTS.has(word) ? "error`, `delay`, `stale` or `partial" : word, owner);
      switch (word) {
        case "on":
          on = this.toolSet();
          break;
        case "unless":
        case "chance":
          parts[word] = this.headExpression(`\`${word}\``);
          break;
        case "during":
          parts.during = this.range("`during`");
          break;
        case "limit": {
          const count = this.additive("`limit`");
          this.expectWord("per", "the number of calls", "Write `limit 30 per 1 min`.");
          parts.limit = { count, per: this.additive("`per`") };
          break;
        }
        default:
          parts.effect = this.effect(word, at);
      }
    });
    if (this.trouble === before) {
      if (!on) this.report(say.missingClause(`Fault ${name.text}`, "`on` with the tools it strikes", name.span, "Write `on all`, or `on a, b`."));
      if (!parts.effect) this.report(say.missingClause(`Fault ${name.text}`, "an effect", name.span, 'Write `error "…"`, `commit then error "…"`, `delay 5..60 s`, `stale 10 min` or `partial 20`.'));
    }
    on ??= { all: true, names: [], except: [], span: this.from(this.end) };
    return { kind: "fault", ...(doc ? { doc } : {}), name, on, ...parts, span: this.from(start) };
  }

  private toolSet(): ToolSet {
    const start = this.start;
    let all = false;
    let app: Name | undefined;
    let names: Name[] = [];
    if (this.isWord("all") && !this.is(T.Comma, 2)) {
      this.take();
      all = true;
    } else if (this.is(T.Word) && this.is(T.Dot, 2)) {
      app = this.takeName();
      this.take();
      if (!this.takeWord("all")) {
        this.expected("expected-token", "`all`", "`.`", { hint: "Single tools are named without their app." });
        if (this.is(T.Word) && !this.startsLine()) names.push(this.takeName());
      } else all = true;
    } else {
      names = this.toolNames("`on`");
    }
    const except = this.isWord("except") ? (this.take(), this.toolNames("`except`")) : [];
    return { all, ...(app ? { app } : {}), names, except, span: this.from(start) };
  }

  /** Names of tools, separated by commas. */
  protected toolNames(after: string): Name[] {
    const { lostName } = this;
    const names = this.names("the name of a tool", after);
    this.lostName = lostName;
    return names;
  }

  private effect(word: string, start: number): FaultEffect {
    switch (word) {
      case "error": {
        const message = this.expression("`error`");
        return { kind: "error", message, afterCommit: false, span: this.from(start) };
      }
      case "commit": {
        this.expect(T.Then, "then", "`commit`", 'Write `commit then error "…"`.');
        this.expectWord("error", "`commit then`", 'Write `commit then error "…"`.');
        const message = this.expression("`error`");
        return { kind: "error", message, afterCommit: true, span: this.from(start) };
      }
      case "delay": {
        const range = this.range("`delay`");
        return { kind: "delay", range, span: this.from(start) };
      }
      case "stale": {
        const age = this.additive("`stale`");
        return { kind: "stale", age, span: this.from(start) };
      }
      default: {
        const count = this.additive("`partial`");
        return { kind: "partial", count, span: this.from(start) };
      }
    }
  }

  // ---------------------------------------------------------------- triggers

  protected trigger(doc: Doc | undefined): TriggerNode {
    const start = this.start;
    this.take();
    const before = this.trouble;
    const name = this.name("the name of the trigger", "`trigger`", [T.LBrace, T.Colon]);
    const owner = `trigger ${name.text}`;
    const conflict = this.takeIf(T.Colon) ? this.name("a conflict type, such as `T2`", "`:`") : undefined;
    const binding = this.binding();
    let event: TriggerEvent | undefined;
    const parts: { when?: Expr; until?: Expr; then?: Block } = {};
    let initially = false;
    let once = false;
    const seen = new Set<string>();
    const read = (word: string, at: number): void => {
      this.once(seen, word === "on" || word === "at" || word === "every" ? "on`, `at` or `every" : word, owner);
      switch (word) {
        case "on":
        case "at":
        case "every":
          event = this.event(word, at);
          break;
        case "when":
        case "until":
          parts[word] = this.headExpression(`\`${word}\``);
          break;
        case "initially":
          initially = true;
          break;
        case "once":
          once = true;
          break;
        default:
          parts.then = this.block("`then`");
      }
    };
    const bare = (): boolean => {
      if (!this.is(T.LBrace)) return false;
      this.expected("expected-token", "`then`", undefined, { fix: { span: { start: this.start, end: this.start }, text: "then " } });
      parts.then = this.block("`then`");
      return true;
    };
    this.clauses(owner, TRIGGER_WORDS, read, bare);
    if (this.trouble === before) {
      if (!event && !parts.when) this.report(say.missingClause(`Trigger ${name.text}`, "an event or a condition", name.span, "Write `on tool()`, `at instant`, `every 5 min` or `when condition`."));
      if (!parts.then) this.report(say.missingClause(`Trigger ${name.text}`, "`then { … }`", name.span));
    }
    return {
      kind: "trigger",
      ...(doc ? { doc } : {}),
      name,
      ...(conflict ? { conflict } : {}),
      ...(binding ? { binding } : {}),
      ...(event ? { event } : {}),
      ...parts,
      initially,
      once,
      span: this.from(start),
    };
  }

  private binding(): { readonly name: Name; readonly in: Expr } | undefined {
    if (!this.takeWord("for")) return undefined;
    const name = this.name("a name", "`for`", [T.In]);
    this.expectIn();
    return { name, in: this.headExpression("`in`") };
  }

  private event(word: string, start: number): TriggerEvent {
    if (word === "at") {
      const instant = this.headExpression("`at`");
      return { kind: "at", instant, span: this.from(start) };
    }
    if (word === "every") {
      if (this.is(T.Word) && /^(day|hour|minute|week|second)s?$/.test(this.peek().image)) {
        this.expected("expected-expression", "a period", "`every`", { hint: "Write a duration, as in `every 1 day` or `every 15 min`: it aligns to midnight." });
        this.take();
        if (this.takeWord("at")) this.expression("`at`");
        return { kind: "every", period: { kind: "missing", span: this.from(start) }, span: this.from(start) };
      }
      const period = this.additive("`every`");
      const condition = this.takeWord("while") ? this.headExpression("`while`") : undefined;
      return { kind: "every", period, ...(condition ? { while: condition } : {}), span: this.from(start) };
    }
    const app = this.is(T.Word) && this.is(T.Dot, 2) ? this.takeName() : undefined;
    if (app) this.take();
    const tool = this.reference("the name of a tool", app ? "`.`" : "`on`", [T.LParen]);
    const starts = (): boolean => this.is(T.Word);
    const params = this.is(T.LParen)
      ? this.group(T.LParen, `\`on ${tool.text}\``, (delimited) => this.list(delimited, "the name of a parameter", starts, () => false, () => this.name("the name of a parameter")))
      : [];
    return { kind: "on", ...(app ? { app } : {}), tool, params, span: this.from(start) };
  }
}

/** "`a`, `b` or `c`" */
export function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted[quoted.length - 1]!}`;
}

/** Worlds, tasks with their goals and users, and tests. */
import type { Doc, Expr, FaultNode, GoalItem, GoalNode, MayChange, Name, TaskClause, TaskNode, TestNode, TriggerNode, UserClause, WorldNode } from "./ast.js";
import { diagnostic, say } from "./errors.js";
import { MemberParser } from "./members.js";
import { T } from "./tokens.js";
import { TASK_WORDS, USER_WORDS, WORLD_WORDS } from "./words.js";

const SINGLE: ReadonlySet<string> = new Set(["level", "seeds", "unique", "conflict", "ask", "setup", "gold", "nominal", "twin", "goal", "may", "user"]);

/** Reads worlds, tasks and tests. */
export abstract class TaskParser extends MemberParser {
  // ---------------------------------------------------------------- worlds

  protected world(doc: Doc | undefined): WorldNode {
    const start = this.start;
    this.take();
    const name = this.name("the name of the world", "`world`", [T.LBrace]);
    const owner = `world ${name.text}`;
    const apps: Name[] = [];
    const parts: { starts?: Expr; callsTake?: Expr; policy?: WorldNode["policy"] } = {};
    const rules: WorldNode["rules"][number][] = [];
    const faults: FaultNode[] = [];
    const triggers: TriggerNode[] = [];
    const seen = new Set<string>();
    this.clauses(owner, WORLD_WORDS, (word, at) => {
      if (word !== "rule" && word !== "fault" && word !== "trigger" && word !== "apps") this.once(seen, word, owner);
      switch (word) {
        case "apps":
          apps.push(...this.appNames("`apps`"));
          break;
        case "starts":
          parts.starts = this.expression("`starts`");
          break;
        case "calls":
          this.expectWord("take", "`calls`", "Write `calls take 1..10 s`.");
          parts.callsTake = this.range("`take`");
          break;
        case "policy": {
          this.expectWord("from", "`policy`", 'Write `policy from "./policy.md"`.');
          const { text, span } = this.plainString("the path of a file", "`from`");
          parts.policy = { path: text, span };
          break;
        }
        case "rule": {
          const label = this.plainString("the name of the rule, a string", "`rule`").text;
          this.expect(T.Colon, ":", "the name of the rule");
          this.expectWord("always", "`:`", 'Write `rule "name": always condition`.');
          const test = this.expression("`always`");
          rules.push({ label, test, span: this.from(at) });
          break;
        }
        case "fault":
          faults.push(this.fault(this.doc()));
          break;
        default:
          triggers.push(this.trigger(this.doc()));
      }
    });
    return { kind: "world", ...(doc ? { doc } : {}), name, apps, ...parts, rules, faults, triggers, span: this.from(start) };
  }

  /** Names of apps, separated by commas. */
  protected appNames(after: string): Name[] {
    const { lostName } = this;
    const names = this.names("the name of an app", after);
    this.lostName = lostName;
    return names;
  }

  // ---------------------------------------------------------------- tasks

  protected task(doc: Doc | undefined): TaskNode {
    const start = this.start;
    this.take();
    const name = this.name("the name of the task", "`task`", [T.In]);
    this.expect(T.In, "in", `\`task ${name.text}\``, "A task names its world: `task t in World { … }`.");
    const world = this.reference("the name of a world", "`in`", [T.LBrace]);
    const owner = `task ${name.text}`;
    const clauses: TaskClause[] = [];
    const seen = new Set<string>();
    this.clauses(owner, TASK_WORDS, (word, at) => {
      if (SINGLE.has(word)) this.once(seen, word === "may" ? "may change" : word, owner);
      clauses.push(this.taskClause(word, at));
    });
    return { kind: "task", ...(doc ? { doc } : {}), name, world, clauses, span: this.from(start) };
  }

  private taskClause(word: string, start: number): TaskClause {
    switch (word) {
      case "level": {
        const level = this.reference("a level, such as `easy`", "`level`");
        return { kind: "level", level, span: this.from(start) };
      }
      case "seeds": {
        const range = this.range("`seeds`");
        return { kind: "seeds", range, span: this.from(start) };
      }
      case "unique":
        return { kind: "unique", span: this.from(start) };
      case "conflict": {
        const conflict = this.reference("a conflict type, such as `T2`", "`conflict`");
        return { kind: "conflict", conflict, span: this.from(start) };
      }
      case "given": {
        const name = this.name("a name", "`given`", [T.Assign]);
        this.expect(T.Assign, "=", `\`given ${name.text}\``);
        const value = this.expression("`=`");
        return { kind: "given", name, value, span: this.from(start) };
      }
      case "require": {
        const test = this.headExpression("`require`");
        return { kind: "require", test, span: this.from(start) };
      }
      case "ask": {
        const text = this.expression("`ask`");
        return { kind: "ask", text, span: this.from(start) };
      }
      case "setup":
      case "twin": {
        const body = this.block(`\`${word}\``);
        return { kind: word, body, span: this.from(start) };
      }
      case "gold":
      case "nominal": {
        const body = this.plan(`\`${word}\``);
        return { kind: word, body, span: this.from(start) };
      }
      case "goal": {
        const goal = this.goal(start);
        return { kind: "goal", goal, span: this.from(start) };
      }
      case "may":
        return this.mayChange(start);
      case "user":
        return this.user(start);
      case "trigger":
        return this.trigger(this.doc());
      default:
        return this.fault(this.doc());
    }
  }

  private mayChange(start: number): TaskClause {
    this.expectWord("change", "`may`");
    const starts = (): boolean => this.is(T.Word);
    const changes = this.group(T.LBrace, "`may change`", (delimited) => this.list(delimited, "an entity or a field", starts, () => false, () => this.change()));
    return { kind: "mayChange", changes, span: this.from(start) };
  }

  private change(): MayChange {
    const start = this.start;
    const entity = this.reference("the name of an entity");
    const field = this.takeIf(T.Dot) ? (this.isAnyWord() ? this.takeName() : this.reference("the name of a field", "`.`")) : undefined;
    const where = this.takeWord("where") ? this.expression("`where`") : undefined;
    return { entity, ...(field ? { field } : {}), ...(where ? { where } : {}), span: this.from(start) };
  }

  // ---------------------------------------------------------------- goals

  private goal(start: number): GoalNode {
    let impossible: Expr | undefined;
    let settling: Expr | undefined;
    for (;;) {
      if (this.isWord("impossible")) {
        this.take();
        if (impossible) this.report(say.duplicate("impossible", "the goal", { start: this.end - "impossible".length, end: this.end }));
        this.expectWord("because", "`impossible`", 'Say why: `goal impossible because "…" { … }`.');
        impossible = this.headExpression("`because`");
      } else if (this.isWord("after")) {
        this.take();
        if (settling) this.report(say.duplicate("after settling", "the goal", { start: this.end - "after".length, end: this.end }));
        this.expectWord("settling", "`after`", "Write `goal after settling 1 h { … }`.");
        settling = this.headExpression("`settling`");
      } else {
        break;
      }
    }
    const items = this.goalItems("`goal`");
    return { ...(impossible ? { impossible } : {}), ...(settling ? { settling } : {}), items, span: this.from(start) };
  }

  private goalItems(owner: string): GoalItem[] {
    const items: GoalItem[] = [];
    if (this.enter()) {
      this.leave();
      return items;
    }
    this.group(T.LBrace, owner, (delimited) => {
      this.endHead();
      while (!this.atEnd) {
        if (delimited === "unopened" && !this.goalItemAhead()) break;
        const before = this.pos;
        this.unit(() => {
          const item = this.strayCloser() ? undefined : this.goalItem();
          if (item) items.push(item);
          if (this.is(T.Comma)) this.expected("expected-token", "the next item", undefined, { hint: "Items are not separated by commas.", fix: this.replace("") });
          if (this.quiet) this.skipUntil(() => this.goalItemAhead());
        });
        if (this.pos === before) this.skip();
      }
    });
    this.leave();
    return items;
  }

  private goalItemAhead(): boolean {
    if (this.is(T.Let)) return true;
    if (this.is(T.StringStart) || this.is(T.BlockStart)) return this.startsLine() || this.labelAhead();
    if (this.is(T.If)) return this.startsLine();
    if (!this.is(T.Word)) return false;
    const { image } = this.peek();
    if (image === "keep" || image === "dynamic") return this.is(T.StringStart, 2) || this.isWord("dynamic", 2) || this.isWord("keep", 2);
    return (image === "some" || image === "for") && (this.is(T.In, 3) || (image === "for" && this.is(T.Comma, 3)));
  }

  /** Is the string ahead followed by `:`? */
  private labelAhead(): boolean {
    let depth = 0;
    for (let k = 1; k < 200; k++) {
      const type = this.type(k);
      if (type === T.End) return false;
      if (type === T.StringStart) depth++;
      if (type === T.StringEnd && --depth === 0) return this.is(T.Colon, k + 1);
    }
    return false;
  }

  private goalItem(): GoalItem | undefined {
    const start = this.start;
    if (this.takeIf(T.Let)) {
      const name = this.name("a name", "`let`", [T.Assign]);
      this.expect(T.Assign, "=", `\`let ${name.text}\``);
      const value = this.expression("`=`");
      return { kind: "let", name, value, span: this.from(start) };
    }
    if (this.takeIf(T.If)) {
      const test = this.headExpression("`if`");
      const then = this.goalItems("`if`");
      const otherwise = this.goalElse();
      return { kind: "if", test, then, else: otherwise, span: this.from(start) };
    }
    if (this.isWord("some") && !this.namesWithColon()) {
      this.take();
      const name = this.name("a name", "`some`", [T.In]);
      this.expectIn();
      const list = this.expression("`in`");
      return { kind: "some", name, in: list, span: this.from(start) };
    }
    if (this.isWord("for")) {
      this.take();
      return { kind: "for", ...this.forHead(), items: this.goalItems("`for`"), span: this.from(start) };
    }
    return this.labelled(start);
  }

  private goalElse(): GoalItem[] {
    if (!this.takeIf(T.Else)) return [];
    if (!this.is(T.If)) return this.goalItems("`else`");
    const nested = this.enter() ? undefined : this.goalItem();
    this.leave();
    return nested ? [nested] : [];
  }

  private labelled(start: number): GoalItem | undefined {
    let keep = false;
    let dynamic = false;
    for (;;) {
      if (!keep && this.takeWord("keep")) keep = true;
      else if (!dynamic && this.takeWord("dynamic")) dynamic = true;
      else break;
    }
    const string = this.is(T.StringStart) || this.is(T.BlockStart) || this.is(T.BrokenString) || this.is(T.SingleQuoted);
    if (!string && !this.is(T.Colon)) {
      this.expected("expected-member", "an item of the goal", undefined, {
        hint: 'Items are written `"label": condition`; `let`, `some x in xs`, `for x in xs { }` and `if` may stand between them.',
      });
      this.skipGroup();
      return undefined;
    }
    let label: Expr;
    if (string) label = this.postfix();
    else {
      this.expected("expected-token", "a label, a string");
      label = { kind: "missing", span: this.from(this.end) };
    }
    this.expect(T.Colon, ":", "the label");
    const test = this.expression("`:`");
    return { kind: "item", label, test, keep, dynamic, span: this.from(start) };
  }

  // ---------------------------------------------------------------- the user

  private user(start: number): TaskClause {
    const clauses: UserClause[] = [];
    this.clauses("`user`", USER_WORDS, (word, at) => {
      switch (word) {
        case "persona":
        case "knows":
        case "insists": {
          const text = this.expression(`\`${word}\``);
          clauses.push({ kind: word, text, span: this.from(at) });
          break;
        }
        case "answers": {
          const topics = this.topics("`answers`");
          this.expectWord("with", "the topics", 'Write `answers "topic" with "…"`.');
          const text = this.expression("`with`");
          clauses.push({ kind: "answers", topics, text, span: this.from(at) });
          break;
        }
        case "withholds": {
          const text = this.expression("`withholds`");
          this.expectWord("until", "what is withheld", 'Write `withholds "…" until asked "topic"`.');
          this.expectWord("asked", "`until`", 'Write `withholds "…" until asked "topic"`.');
          const until = this.topics("`asked`");
          clauses.push({ kind: "withholds", text, until, span: this.from(at) });
          break;
        }
        default: {
          const topics = this.topics("`does`");
          this.expectWord("with", "the topics", 'Write `does "topic" with tool()`.');
          if (this.is(T.Call)) {
            this.expected("expected-name", "the name of a tool", "`with`", { hint: "Leave out `call`.", fix: this.replace("") });
            this.take();
          }
          const call = this.callExpression(false);
          clauses.push({ kind: "does", topics, call, span: this.from(at) });
        }
      }
    });
    return { kind: "user", clauses, span: this.from(start) };
  }

  private topics(after: string): Expr[] {
    const topics = [this.expression(after)];
    while (this.takeIf(T.Comma)) topics.push(this.expression("`,`"));
    return topics;
  }

  // ---------------------------------------------------------------- tests

  protected test(): TestNode {
    const start = this.start;
    this.take();
    const label = this.plainString("what is tested, a string", "`test`").text;
    this.expect(T.In, "in", "what is tested", 'A test names its world: `test "…" in World { … }`.');
    const world = this.reference("the name of a world", "`in`", [T.LBrace]);
    let seed: number | undefined;
    let faultsOn = false;
    for (;;) {
      if (this.isWord("seed")) {
        if (seed !== undefined) this.report(say.duplicate("seed", "the test", this.here));
        this.take();
        seed = this.seed() ?? seed;
      } else if (this.isWord("faults")) {
        if (faultsOn) this.report(say.duplicate("faults on", "the test", this.here));
        this.take();
        this.expectWord("on", "`faults`");
        faultsOn = true;
      } else if (this.is(T.Word) && !this.startsLine() && !this.statementAhead()) {
        this.expected("expected-token", "`seed`, `faults on` or `{`");
        this.skip();
      } else {
        break;
      }
    }
    if (this.is(T.LBrace)) this.endHead();
    const body = this.plan(`test ${JSON.stringify(label)}`);
    return { kind: "test", label, world, ...(seed === undefined ? {} : { seed }), faultsOn, body, span: this.from(start) };
  }

  private seed(): number | undefined {
    const value = this.is(T.LBrace) ? undefined : this.headExpression("`seed`");
    if (value === undefined) this.expected("expected-token", "a whole number", "`seed`");
    else if (value.kind === "int" && value.unit === undefined) return value.value;
    else this.report(diagnostic("expected-token", value.span, "A seed is a whole number, as in `seed 42`."));
    return undefined;
  }
}

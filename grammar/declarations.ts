/** Files, imports and apps. */
import type { AppNode, Declaration, Doc, ImportNode, Member, Name } from "./ast.js";
import { TaskParser } from "./tasks.js";
import { RESERVED_TYPES, T } from "./tokens.js";
import { declarationShape, MEMBER_WORDS, SHARED_WORDS, TOP_WORDS } from "./words.js";

const MEMBERS: ReadonlySet<string> = new Set(MEMBER_WORDS);
const SHARED: ReadonlySet<string> = new Set(SHARED_WORDS);
const TOP: ReadonlySet<string> = new Set(TOP_WORDS);
const ANYWHERE = [...TOP_WORDS, ...SHARED_WORDS];

/** Reads files. */
export abstract class DeclarationParser extends TaskParser {
  protected declarations: Declaration[] = [];

  /** Everything in the file, into `declarations`. */
  protected file(): void {
    this.declarations = [];
    while (!this.atEnd) {
      const before = this.pos;
      this.unit(() => {
        if (!this.strayCloser()) this.declaration();
        if (this.quiet) this.skipUntil(() => this.declarationAhead());
      });
      if (this.pos === before) this.skip();
    }
  }

  private declarationAhead(): boolean {
    if (!this.is(T.Word)) return false;
    if (declarationShape(this.tokens, this.pos) !== undefined) return true;
    const { image } = this.peek();
    if (this.startsLine() && this.is(T.Word, 2) && !this.startsLine(2) && (this.is(T.LBrace, 3) || this.is(T.LParen, 3))) return true;
    return this.startsLine() && (TOP.has(image) || MEMBERS.has(image)) && (this.is(T.Word, 2) || this.is(T.LBrace, 2) || this.is(T.StringStart, 2));
  }

  private declaration(): void {
    const doc = this.doc();
    const { image } = this.peek();
    if (!this.is(T.Word)) {
      this.unknown("expected-declaration", "a declaration", ANYWHERE);
    } else if (TOP.has(image)) {
      this.declarations.push(this.topDeclaration(image, doc));
    } else if (SHARED.has(image)) {
      this.declarations.push(this.member(image, doc) as Extract<Member, { kind: "enum" | "type" | "kind" | "fn" }>);
    } else if (MEMBERS.has(image) && (declarationShape(this.tokens, this.pos) !== undefined || this.is(T.Word, 2))) {
      this.memberOutside(image, doc);
    } else {
      this.unknown("expected-declaration", "a declaration", ANYWHERE);
    }
  }

  private topDeclaration(image: string, doc: Doc | undefined): Declaration {
    switch (image) {
      case "import":
        return this.importDeclaration();
      case "world":
        return this.world(doc);
      case "task":
        return this.task(doc);
      case "test":
        return this.test();
      default:
        return this.app(doc);
    }
  }

  /** A member of an app outside of one: probably the app was closed too early, and it is added to it. */
  private memberOutside(image: string, doc: Doc | undefined): void {
    const last = this.declarations[this.declarations.length - 1];
    const app = last?.kind === "app" ? last : undefined;
    this.quiet = this.quiet || (app?.broken ?? false);
    this.expected("expected-declaration", "a declaration", undefined, {
      hint: app ? `\`${image}\` stands in an app: app ${app.name.text} is closed before it.` : `\`${image}\` stands in an app: \`app Name { … }\`.`,
    });
    const member = this.member(image, doc);
    if (app) this.declarations[this.declarations.length - 1] = { ...app, members: [...app.members, member], broken: true };
  }

  /** Nothing known begins here: reported and passed over. */
  private unknown(code: "expected-declaration" | "expected-member", what: string, words: readonly string[]): void {
    const token = this.peek();
    const word = token.tokenType === T.Word || RESERVED_TYPES.has(token.tokenType);
    const { hint, meant } = word ? this.memberHint(token.image, words) : {};
    this.expected(code, what, undefined, { hint, fix: meant === undefined ? undefined : this.replace(meant) });
    this.skipGroup();
    this.skipUntil(() => this.declarationAhead());
  }

  private importDeclaration(): ImportNode {
    const start = this.start;
    this.take();
    const starts = (): boolean => this.is(T.Word);
    let names: Name[];
    if (this.is(T.Word) && !this.isWord("from") && !this.startsLine() && this.isWord("from", 2)) {
      this.expected("expected-token", "`{`", "`import`", { hint: 'Write `import { Name } from "…"`.' });
      names = [this.takeName()];
    } else {
      names = this.group(T.LBrace, "`import`", (delimited) => this.list(delimited, "a name", starts, () => false, () => this.name("a name")));
    }
    this.expectWord("from", "what is imported", 'Write `import { Name } from "…"`.');
    const { text, span } = this.plainString("the path of a file or module", "`from`");
    return { kind: "import", names, path: text, pathSpan: span, span: this.from(start) };
  }

  // ---------------------------------------------------------------- apps

  private app(doc: Doc | undefined): AppNode {
    const start = this.start;
    const before = this.trouble;
    const extend = this.takeWord("extend");
    const server = this.isWord("server");
    if (server) this.take();
    else this.expectWord("app", extend ? "`extend`" : undefined);
    const what = server ? "server" : "app";
    const name = extend ? this.reference("the name of an app", "`app`", [T.LBrace]) : this.name(`the name of the ${what}`, `\`${what}\``, [T.LBrace]);
    let forUser = false;
    const uses: Name[] = [];
    for (;;) {
      if (this.isWord("for") && !forUser) {
        this.take();
        this.expectWord("user", "`for`", "An app that is moved through the user only: `app Phone for user { … }`.");
        forUser = true;
      } else if (this.isWord("uses")) {
        this.take();
        uses.push(...this.appNames("`uses`"));
      } else if (this.is(T.Word) && !this.startsLine() && !MEMBERS.has(this.peek().image)) {
        this.expected("expected-token", "`{`, `uses` or `for user`");
        this.skip();
        if (this.is(T.Comma)) this.skip();
      } else {
        break;
      }
    }
    const members: Member[] = [];
    let broken = this.trouble !== before;
    this.group(T.LBrace, `${what} ${name.text}`, (delimited) => {
      broken ||= delimited === "unopened" || this.trouble !== before;
      this.endHead();
      if (this.members(members)) broken = true;
    });
    return { kind: "app", ...(doc ? { doc } : {}), name, server, extend, forUser, uses, members, broken, span: this.from(start) };
  }

  /** Reads members up to the end of the app; true if something was passed over. */
  private members(members: Member[]): boolean {
    let dropped = false;
    while (!this.atEnd) {
      const before = this.pos;
      this.unit(() => {
        const member = this.strayCloser() ? undefined : this.appMember();
        if (member) members.push(member);
        else dropped = true;
        if (!this.quiet || this.atEnd || this.declarationAhead()) return;
        dropped = true;
        this.skipUntil(() => this.declarationAhead());
      });
      if (this.pos === before) this.skip();
    }
    return dropped;
  }

  private appMember(): Member | undefined {
    const doc = this.doc();
    const { image } = this.peek();
    if (this.is(T.Word) && MEMBERS.has(image) && !this.is(T.LParen, 2)) return this.member(image, doc);
    if (this.is(T.Word) && this.is(T.LParen, 2) && this.startsLine() && !this.startsLine(2)) {
      const before = this.trouble;
      const { start } = this;
      this.expected("expected-member", "a member of the app", undefined, {
        hint: `A tool is declared \`tool ${image}(…) { … }\`.`,
        fix: { span: { start, end: start }, text: "tool " },
      });
      return this.toolFrom(start, doc, before);
    }
    if (this.is(T.Word) && TOP.has(image) && declarationShape(this.tokens, this.pos) !== undefined) {
      this.expected("expected-member", "a member of the app", undefined, { hint: `\`${image}\` stands at the top of a file, outside of apps.` });
      this.declarations.push(this.topDeclaration(image, doc));
      return undefined;
    }
    this.unknown("expected-member", "a member of the app", MEMBER_WORDS);
    return undefined;
  }
}

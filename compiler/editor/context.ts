/** Where in the text a cursor stands, read from the tokens in front of it alone: broken text is the usual state while typing. */

import type { IToken } from "chevrotain";
import { endOf, scan } from "../../grammar/scan.js";
import { T } from "../../grammar/tokens.js";
import { declarationShape, FAULT_WORDS, MEMBER_WORDS, STATEMENTS, TASK_WORDS, TOP_WORDS, TRIGGER_WORDS, USER_WORDS, WORLD_WORDS } from "../../grammar/words.js";

/** What a bracket that is open at the cursor encloses. */
export type Enclosure =
  | "app" | "entity" | "state" | "enum" | "kind" | "guard" | "fault" | "edges" | "world" | "task" | "view" | "import" | "trigger"
  | "body" | "match" | "create" | "record" | "fields" | "params" | "call" | "apply" | "group" | "list" | "hole";

export interface Open {
  readonly what: Enclosure;
  /** The word that begins what the bracket belongs to: `tool`, `test`, `entity` … */
  readonly head: string;
  /** The name in front of the bracket: the entity of `create E {`, the tool of `call t(`. */
  readonly name?: IToken;
  /** The token index of the bracket. */
  readonly at: number;
}

export interface Place {
  /** Innermost last. */
  readonly open: readonly Open[];
  /** Tokens in front of the word at the cursor. */
  readonly tokens: readonly IToken[];
  /** The last of them, and whether a line break lies between it and the cursor. */
  readonly previous?: IToken;
  readonly freshLine: boolean;
  /** The first token since the innermost bracket or the last beginning of a member, clause or statement. */
  readonly head?: IToken;
  /** The word that the cursor is in or behind: what a completion replaces. */
  readonly word: { readonly start: number; readonly end: number };
  /** True inside a comment or the text of a string. */
  readonly inText: boolean;
}

const OPERAND_ENDS = new Set([T.Word, T.RParen, T.RBracket, T.RBrace, T.StringEnd, T.BlockEnd, T.Int, T.Float, T.Money, T.Quantity, T.Percent, T.Date, T.Time, T.DateTime, T.Raw, T.True, T.False, T.None]);
const TEXTS = new Set([T.StringText, T.BlockText, T.Raw]);
const OPENERS = new Set([T.StringStart, T.BlockStart]);
const CLOSERS = new Set([T.RParen, T.RBracket, T.RBrace, T.HoleEnd, T.StringEnd, T.BlockEnd]);
/** Clause words by enclosure, besides the members of apps and files. */
const HEADS: Readonly<Partial<Record<Enclosure, ReadonlySet<string>>>> = {
  fault: new Set(FAULT_WORDS), world: new Set(WORLD_WORDS), task: new Set([...TASK_WORDS, ...USER_WORDS]), trigger: new Set(TRIGGER_WORDS),
  body: STATEMENTS, guard: new Set(["require", "then"]), entity: new Set(["key", "get", "check", "missing"]), state: new Set(["get"]),
};

/** Reads the place of an offset. */
export function placeAt(text: string, offset: number): Place {
  const start = offset - (/\w*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0].length ?? 0);
  const end = offset + (/^\w*/.exec(text.slice(offset, offset + 200))?.[0].length ?? 0);
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const scanned = scan(text);
  const tokens = scanned.tokens.filter((t) => t.startOffset < start);
  const last = tokens[tokens.length - 1];
  const inString = last !== undefined && ((TEXTS.has(last.tokenType) && start < endOf(last)) || OPENERS.has(last.tokenType) || (last.tokenType === T.BrokenString && start <= endOf(last)));
  const inComment = scanned.comments.some((c) => c.span.start < offset && offset <= c.span.end) || /^\s*\/\/\//.test(line);
  const reader = new Reader(tokens);
  const { open, head } = reader.read();
  return {
    open, tokens, word: { start, end }, inText: inString || inComment || /[\d$]/.test(text[start] ?? ""),
    freshLine: last === undefined || text.slice(endOf(last), start).includes("\n"),
    ...(last ? { previous: last } : {}), ...(head ? { head } : {}),
  };
}

class Reader {
  private readonly open: Open[] = [];
  /** Per open bracket (and for the file): the token that begins the current member, clause or statement. */
  private heads: (IToken | undefined)[] = [undefined];

  constructor(private readonly tokens: readonly IToken[]) {}

  read(): { open: readonly Open[]; head: IToken | undefined } {
    this.tokens.forEach((token, i) => {
      const type = token.tokenType;
      if (type === T.LBrace || type === T.LParen || type === T.LBracket || type === T.HoleStart) {
        this.open.push(this.enclosure(token, i));
        this.heads.push(undefined);
      } else if (CLOSERS.has(type)) {
        if (this.open.length > 0 && type !== T.StringEnd && type !== T.BlockEnd) {
          this.open.pop();
          this.heads.pop();
        }
      } else this.note(token, i);
    });
    return { open: this.open, head: this.heads[this.heads.length - 1] };
  }

  private inner(): Open | undefined {
    return this.open[this.open.length - 1];
  }

  /** Remembers a token that begins something. */
  private note(token: IToken, i: number): void {
    const what = this.inner()?.what;
    const set = (): void => void (this.heads[this.heads.length - 1] = token);
    if (what === undefined || what === "app") {
      const begins = what === undefined ? TOP_WORDS.includes(token.image) || declarationShape(this.tokens, i) !== undefined : MEMBER_WORDS.includes(token.image);
      const previous = this.tokens[i - 1];
      // `uses`, `of`, names and the like continue what was begun.
      if (begins && (previous === undefined || previous.tokenType === T.RBrace || previous.tokenType === T.LBrace || declarationShape(this.tokens, i) !== undefined || OPERAND_ENDS.has(previous.tokenType))) set();
    } else if (HEADS[what]?.has(token.image) && this.tokens[i + 1]?.tokenType !== T.Colon) {
      const previous = this.tokens[i - 1];
      if (previous === undefined || previous.tokenType === T.LBrace || OPERAND_ENDS.has(previous.tokenType)) set();
    } else if (this.heads[this.heads.length - 1] === undefined) set();
  }

  private enclosure(token: IToken, at: number): Open {
    const before = this.tokens[at - 1];
    const outer = this.inner();
    const head = this.heads[this.heads.length - 1]?.image ?? "";
    const open = (what: Enclosure, name?: IToken): Open => ({ what, head: head === "" ? (outer?.head ?? "") : head, at, ...(name ? { name } : {}) });
    if (token.tokenType === T.HoleStart) return open("hole");
    if (token.tokenType === T.LBracket) return open("list");
    if (token.tokenType === T.LParen) return this.parenthesis(at, open);
    const before2 = this.tokens[at - 2];
    if (before?.tokenType === T.Word && (before2?.image === "create" || before2?.image === "new")) return open("create", before);
    if (before?.tokenType === T.Word && before2?.tokenType === T.Dot && this.tokens[at - 4]?.tokenType === T.Create) return open("create", before);
    switch (outer?.what) {
      case undefined:
      case "app":
        return this.memberBrace(head, open, before);
      case "guard":
        return open(before?.image === "then" ? "body" : "record");
      case "world":
        return open(head === "fault" ? "fault" : head === "trigger" ? "trigger" : "record");
      case "task":
        return open(head === "fault" || head === "trigger" ? head : ["setup", "gold", "nominal", "twin"].includes(head) ? "body" : "task");
      case "trigger":
        return open("body");
      case "params":
      case "fields":
      case "entity":
      case "state":
        return open(before?.tokenType === T.Colon || before?.tokenType === T.Lt ? "fields" : "record");
      case "body":
        return this.bodyBrace(head, open, before);
      default:
        return open(this.isMatch(at) ? "match" : "record");
    }
  }

  private parenthesis(at: number, open: (what: Enclosure, name?: IToken) => Open): Open {
    const name = this.tokens[at - 1];
    if (!name || name.tokenType !== T.Word) return open("group");
    const before = this.tokens[at - 2];
    if (before && ["tool", "action", "fn"].includes(before.image) && (this.inner() === undefined || this.inner()?.what === "app")) return open("params");
    if (before?.tokenType === T.As && this.inner()?.what === "app") return open("params");
    if (this.inner()?.what === "kind") return open("params");
    const first = before?.tokenType === T.Dot ? this.tokens[at - 4] : before;
    if (first?.tokenType === T.Call) return open("call", name);
    return open("apply", name);
  }

  private memberBrace(head: string, open: (what: Enclosure) => Open, before: IToken | undefined): Open {
    switch (head) {
      case "app":
      case "server":
      case "extend":
        return open("app");
      case "entity":
      case "state":
      case "enum":
      case "kind":
      case "guard":
      case "fault":
      case "edges":
      case "world":
      case "task":
      case "view":
      case "import":
      case "trigger":
        return open(head);
      case "type":
        return open("fields");
      case "fn":
        return open(before?.tokenType === T.Colon ? "fields" : "record");
      case "tool":
      case "action":
      case "init":
      case "test":
        return open("body");
      default:
        return open("record");
    }
  }

  /** In a body: a block, or a value. */
  private bodyBrace(head: string, open: (what: Enclosure) => Open, before: IToken | undefined): Open {
    const at = before ? this.tokens.indexOf(before) + 1 : 0;
    if (this.isMatch(at)) return open("match");
    if (before?.image === "keep" || before?.tokenType === T.Else) return open("body");
    const ends = before !== undefined && OPERAND_ENDS.has(before.tokenType) && before.image !== "return";
    return open(ends && ["if", "for", "repeat"].includes(head) ? "body" : "record");
  }

  /** Does `match value` stand in front of the brace? */
  private isMatch(at: number): boolean {
    let depth = 0;
    for (let i = at - 1; i >= 0 && i > at - 40; i--) {
      const type = this.tokens[i]?.tokenType;
      if (type === T.RParen || type === T.RBracket || type === T.RBrace) depth++;
      else if (type === T.LParen || type === T.LBracket || type === T.LBrace) {
        if (depth-- === 0) return false;
      } else if (depth === 0 && type === T.Match) return true;
      else if (depth === 0 && type === T.Word && STATEMENTS.has(this.tokens[i]?.image ?? "")) return false;
    }
    return false;
  }
}

/** The contextual words of each place of the language, and the shapes by which recovery recognises them. */
import type { IToken, TokenType } from "chevrotain";
import { distance } from "fastest-levenshtein";
import { T } from "./tokens.js";

/** Words that begin a declaration at the top of a file only. */
export const TOP_WORDS: readonly string[] = ["import", "app", "server", "extend", "world", "task", "test"];
/** Words that may stand both at the top of a file and in an app. */
export const SHARED_WORDS: readonly string[] = ["enum", "type", "kind", "fn", "extern"];
/** Words that begin a member of an app. */
export const MEMBER_WORDS: readonly string[] = [
  ...SHARED_WORDS, "entity", "state", "corpus", "init", "view", "guard", "fault", "tool", "action", "region", "graph", "trigger", "edges",
];
/** Words that begin a statement. */
export const STATEMENT_WORDS: readonly string[] = [
  "let", "require", "fail", "create", "set", "add", "remove", "delete", "do", "if", "for", "repeat", "return", "advance", "disable",
  "enable", "call", "expect",
];
export const STATEMENTS: ReadonlySet<string> = new Set(STATEMENT_WORDS);
/** Words that follow the type of a field. */
export const MODIFIER_WORDS: readonly string[] = ["restrict", "cascade", "detach", "tree", "unique", "folded", "uncounted", "where"];
/** Words that begin a member of an entity that is not a field. */
export const ENTITY_WORDS: readonly string[] = ["key", "get", "check", "missing"];
/** Words that begin a clause of a fault. */
export const FAULT_WORDS: readonly string[] = ["on", "unless", "chance", "during", "limit", "delay", "stale", "partial", "commit", "error"];
/** Words that begin a clause of a trigger. */
export const TRIGGER_WORDS: readonly string[] = ["on", "at", "every", "when", "initially", "once", "until", "then"];
/** Words that begin a clause of a world. */
export const WORLD_WORDS: readonly string[] = ["apps", "starts", "calls", "policy", "rule", "fault", "trigger"];
/** Words that begin a clause of a task. */
export const TASK_WORDS: readonly string[] = [
  "level", "seeds", "unique", "conflict", "given", "require", "ask", "setup", "gold", "nominal", "twin", "goal", "may", "user",
  "trigger", "fault",
];
/** Words that begin a clause of a `user` block. */
export const USER_WORDS: readonly string[] = ["persona", "knows", "insists", "answers", "withholds", "does"];

/** All words that begin a declaration, member, clause or statement somewhere. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  ...STATEMENT_WORDS, ...TOP_WORDS, ...MEMBER_WORDS, ...FAULT_WORDS, ...TRIGGER_WORDS, ...WORLD_WORDS, ...TASK_WORDS, ...USER_WORDS,
]);

const NAMED_BLOCKS = new Set(["entity", "enum", "kind", "guard", "fault", "world", "server"]);
const NAMED_CALLS = new Set(["tool", "action", "fn"]);
const BARE_BLOCKS = new Set(["state", "init", "edges"]);

/**
 * If the token begins something shaped like a declaration: how many brackets may be open around it at most (0 at the
 * top of a file, 1 in an app).
 */
export function declarationShape(tokens: readonly IToken[], i: number): 0 | 1 | undefined {
  const word = tokens[i]!.image;
  const next = tokens[i + 1]?.tokenType;
  const named = next === T.Word;
  const third = tokens[i + 2];
  const followedBy = (...types: TokenType[]): boolean => named && third !== undefined && types.includes(third.tokenType);
  const then = (image: string): boolean => named && third?.image === image;
  if (NAMED_BLOCKS.has(word) && followedBy(T.LBrace)) return word === "world" || word === "server" ? 0 : 1;
  if (NAMED_CALLS.has(word) && (followedBy(T.LParen, T.As) || next === T.LParen)) return 1;
  if (BARE_BLOCKS.has(word) && next === T.LBrace) return 1;
  switch (word) {
    case "app":
      return followedBy(T.LBrace) || then("uses") || then("for") ? 0 : undefined;
    case "extend":
      return tokens[i + 1]?.image === "app" ? 0 : undefined;
    case "import":
      return next === T.LBrace ? 0 : undefined;
    case "task":
      return followedBy(T.In) ? 0 : undefined;
    case "test":
      return next === T.StringStart ? 0 : undefined;
    case "extern":
      return tokens[i + 1]?.image === "fn" ? 1 : undefined;
    case "view":
      return then("of") ? 1 : undefined;
    case "type":
    case "region":
    case "graph":
      return followedBy(T.Assign) ? 1 : undefined;
    case "corpus":
      return then("from") ? 1 : undefined;
    case "trigger":
      return followedBy(T.LBrace, T.Colon) || then("for") ? 1 : undefined;
    default:
      return undefined;
  }
}

/** The word of `candidates` that was probably meant by `written`. */
export function nearest(written: string, candidates: readonly string[]): string | undefined {
  if (written.length > 30) return undefined;
  let best: string | undefined;
  let bestDistance = written.length <= 3 ? 2 : written.length <= 6 ? 3 : 4;
  for (const candidate of candidates) {
    const d = distance(written.toLowerCase(), candidate);
    if (d < bestDistance && d < candidate.length) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

/**
 * Token types and the lexer. Almost every word is contextual and comes out as `Word`; only the words used between or
 * in front of operands are reserved. A string literal is entered only once it is known to be closed, so the mode stack
 * is always balanced and no broken string or stray brace can upset the rest of the file.
 */
import { createToken, Lexer, type CustomPatternMatcherFunc, type ITokenConfig, type TokenType } from "chevrotain";
import { escapeLength, stringEnd } from "./strings.js";

const all: TokenType[] = [];
function token(config: ITokenConfig): TokenType {
  const type = createToken(config);
  all.push(type);
  return type;
}

/** After this many unclosed `"""` in one file the rest is taken as unclosed without looking. */
const MAX_FAILED_SCANS = 100;
let failedScans = 0;
let noBlockCommentEndAfter = Infinity;

function found(text: string): RegExpExecArray {
  return [text] as unknown as RegExpExecArray;
}

const whole =
  (quote: '"' | '"""'): CustomPatternMatcherFunc =>
  (text, offset) => {
    if (text.charCodeAt(offset) !== 34) return null;
    const triple = text.startsWith('"""', offset);
    if (triple !== (quote === '"""')) return null;
    if (triple && failedScans > MAX_FAILED_SCANS) return null;
    if (stringEnd(text, offset) >= 0) return found(quote);
    if (triple) failedScans++;
    return null;
  };

function lineEnd(text: string, offset: number): number {
  const newline = text.indexOf("\n", offset);
  const end = newline < 0 ? text.length : newline;
  return text.charCodeAt(end - 1) === 13 ? end - 1 : end;
}

/** An unclosed `"` runs to the end of its line, an unclosed `"""` on through the lines indented deeper than its own. */
const brokenString: CustomPatternMatcherFunc = (text, offset) => {
  if (text.charCodeAt(offset) !== 34) return null;
  let end = lineEnd(text, offset);
  if (text.startsWith('"""', offset)) {
    const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", offset) + 1, offset))![0].length;
    for (;;) {
      const start = text.indexOf("\n", end) + 1;
      if (start === 0) break;
      const next = lineEnd(text, start);
      const line = text.slice(start, Math.min(next, start + indent + 1));
      if (line.trim() !== "" && /^[ \t]*/.exec(line)![0].length <= indent) {
        const quotes = start + /^[ \t]*/.exec(line)![0].length;
        if (text.startsWith('"""', quotes)) end = quotes + 3;
        break;
      }
      end = Math.max(next, start);
    }
  }
  return found(text.slice(offset, Math.max(end, offset + 1)));
};

const stringText =
  (triple: boolean): CustomPatternMatcherFunc =>
  (text, offset) => {
    let i = offset;
    for (; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (c === 123) break;
      if (c === 34 && (!triple || text.startsWith('"""', i))) break;
      if (c === 92) i += escapeLength(text, i) - 1;
    }
    i = Math.min(i, text.length);
    return i > offset ? found(text.slice(offset, i)) : null;
  };

const blockComment: CustomPatternMatcherFunc = (text, offset) => {
  if (!text.startsWith("/*", offset)) return null;
  const close = offset + 2 > noBlockCommentEndAfter ? -1 : text.indexOf("*/", offset + 2);
  if (close < 0) noBlockCommentEndAfter = Math.min(noBlockCommentEndAfter, offset);
  return found(text.slice(offset, close < 0 ? lineEnd(text, offset) : close + 2));
};

const Space = token({ name: "Space", pattern: /[ \t\r\n\u00a0\ufeff]+/, group: Lexer.SKIPPED, line_breaks: true });
const DocLine = token({ name: "DocLine", pattern: /\/\/\/(?!\/)[^\n]*/ });
const Comment = token({ name: "Comment", pattern: /\/\/[^\n]*/ });
const BlockComment = token({ name: "BlockComment", pattern: blockComment, line_breaks: true, start_chars_hint: ["/"] });
const BlockStart = token({ name: "BlockStart", pattern: whole('"""'), line_breaks: false, start_chars_hint: ['"'], push_mode: "block" });
const StringStart = token({ name: "StringStart", pattern: whole('"'), line_breaks: false, start_chars_hint: ['"'], push_mode: "string" });
const BrokenString = token({ name: "BrokenString", pattern: brokenString, line_breaks: true, start_chars_hint: ['"'] });
const Raw = token({ name: "Raw", pattern: /r"[^"\n]*"/ });
const BrokenRaw = token({ name: "BrokenRaw", pattern: /r"[^"\n]*/ });

const DateTime = token({ name: "DateTime", pattern: /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?!\w)/ });
const Date_ = token({ name: "Date", pattern: /\d{4}-\d{2}-\d{2}(?!\w)/ });
const Time = token({ name: "Time", pattern: /\d{1,2}:\d{2}(?::\d{2})?(?!\w)/ });
const Percent = token({ name: "Percent", pattern: /\d+(?:\.\d+)?%/ });
const Money = token({ name: "Money", pattern: /\$\d+(?:\.\d+)?(?!\w)/ });
const Quantity = token({ name: "Quantity", pattern: /\d+(?:\.\d+)?[ \t]?(?:ms|min|s|h|days?|weeks?|m|km)(?!\w)(?!\s*:)/ });
const BadNumber = token({ name: "BadNumber", pattern: /\d{4}-\d{2}-\d{2}\w+(?::\w+)*|\d+:\d\w*|\$?\d+(?:\.\d+)?[A-Za-z_]\w*/ });
const Float = token({ name: "Float", pattern: /\d+\.\d+/ });
const Int = token({ name: "Int", pattern: /\d+/ });

const Word = createToken({ name: "Word", pattern: /[A-Za-z_]\w*/ });
const reserved = (text: string): TokenType => token({ name: `Reserved_${text}`, pattern: new RegExp(text), longer_alt: Word });
const And = reserved("and");
const Or = reserved("or");
const Not = reserved("not");
const In = reserved("in");
const Is = reserved("is");
const As = reserved("as");
const If = reserved("if");
const Then = reserved("then");
const Else = reserved("else");
const Match = reserved("match");
const True = reserved("true");
const False = reserved("false");
const None = reserved("none");
const Let = reserved("let");
const Create = reserved("create");
const Call = reserved("call");
const Div = reserved("div");
const Mod = reserved("mod");
const Enters = reserved("enters");
const Leaves = reserved("leaves");
all.push(Word);

/** Operators of other languages: lexed so that the parser can say what to write here. */
const Foreign = token({ name: "Foreign", pattern: /===|!==|\.\.\.|…|&&|\|\||\*\*|\+\+|->|:=|[*/]=|!(?!=)|%|\||&|`/ });
const SingleQuoted = token({ name: "SingleQuoted", pattern: /'[^'"{}\n]*'?/ });
const Arrow = token({ name: "Arrow", pattern: /=>/ });
const EqEq = token({ name: "EqEq", pattern: /==/ });
const NotEq = token({ name: "NotEq", pattern: /!=/ });
const Le = token({ name: "Le", pattern: /<=/ });
const Ge = token({ name: "Ge", pattern: />=/ });
const PlusEq = token({ name: "PlusEq", pattern: /\+=/ });
const MinusEq = token({ name: "MinusEq", pattern: /-=/ });
const Coalesce = token({ name: "Coalesce", pattern: /\?\?/ });
const OptionalDot = token({ name: "OptionalDot", pattern: /\?\./ });
const DotDot = token({ name: "DotDot", pattern: /\.\./ });
const Question = token({ name: "Question", pattern: /\?/ });
const Lt = token({ name: "Lt", pattern: /</ });
const Gt = token({ name: "Gt", pattern: />/ });
const Assign = token({ name: "Assign", pattern: /=/ });
const Plus = token({ name: "Plus", pattern: /\+/ });
const Minus = token({ name: "Minus", pattern: /-/ });
const Star = token({ name: "Star", pattern: /\*/ });
const Slash = token({ name: "Slash", pattern: /\// });
const Dot = token({ name: "Dot", pattern: /\./ });
const Comma = token({ name: "Comma", pattern: /,/ });
const Colon = token({ name: "Colon", pattern: /:/ });
const Semicolon = token({ name: "Semicolon", pattern: /;/ });
const LParen = token({ name: "LParen", pattern: /\(/ });
const RParen = token({ name: "RParen", pattern: /\)/ });
const LBracket = token({ name: "LBracket", pattern: /\[/ });
const RBracket = token({ name: "RBracket", pattern: /\]/ });

const LBrace = createToken({ name: "LBrace", pattern: /\{/ });
const RBrace = createToken({ name: "RBrace", pattern: /\}/ });
const HoleStart = createToken({ name: "HoleStart", pattern: /\{/, push_mode: "hole" });
const HoleLBrace = createToken({ name: "HoleLBrace", pattern: /\{/, push_mode: "hole" });
const HoleRBrace = createToken({ name: "HoleRBrace", pattern: /\}/, pop_mode: true });
/** The `}` of a hole; a `HoleRBrace` becomes this or an `RBrace` after lexing. */
const HoleEnd = createToken({ name: "HoleEnd", pattern: Lexer.NA });
/** What a bounded look-ahead sees at the end of its region. */
const End = createToken({ name: "End", pattern: Lexer.NA });
const StringText = createToken({ name: "StringText", pattern: stringText(false), line_breaks: true });
const BlockText = createToken({ name: "BlockText", pattern: stringText(true), line_breaks: true });
const StringEnd = createToken({ name: "StringEnd", pattern: /"/, pop_mode: true });
const BlockEnd = createToken({ name: "BlockEnd", pattern: /"""/, pop_mode: true });

const COMMENTS: readonly TokenType[] = [DocLine, Comment, BlockComment];

const lexer = new Lexer(
  {
    defaultMode: "code",
    modes: {
      code: [...all, LBrace, RBrace],
      hole: [...all.filter((t) => !COMMENTS.includes(t)), HoleLBrace, HoleRBrace],
      string: [HoleStart, StringEnd, StringText],
      block: [HoleStart, BlockEnd, BlockText],
    },
  },
  { positionTracking: "onlyOffset", ensureOptimizations: false },
);

/** Splits the text into raw tokens; `scan.ts` sorts them. */
export function tokenize(text: string): ReturnType<Lexer["tokenize"]> {
  failedScans = 0;
  noBlockCommentEndAfter = Infinity;
  return lexer.tokenize(text);
}

/** The token types, by name. */
export const T = {
  Space, DocLine, Comment, BlockComment, BlockStart, StringStart, BrokenString, Raw, BrokenRaw, DateTime, Date: Date_, Time, Percent, Money,
  Quantity, BadNumber, Float, Int, Word, And, Or, Not, In, Is, As, If, Then, Else, Match, True, False, None, Let, Create, Call, Div, Mod,
  Enters, Leaves, Foreign, SingleQuoted, Arrow, EqEq, NotEq, Le, Ge, PlusEq, MinusEq, Coalesce, OptionalDot, DotDot, Question, Lt, Gt,
  Assign, Plus, Minus, Star, Slash, Dot, Comma, Colon, Semicolon, LParen, RParen, LBracket, RBracket, LBrace, RBrace, HoleStart,
  HoleLBrace, HoleRBrace, HoleEnd, End, StringText, BlockText, StringEnd, BlockEnd,
} as const;

/** The reserved words, which name nothing except after `.` and before `:`. */
export const RESERVED_TYPES: ReadonlySet<TokenType> = new Set([
  And, Or, Not, In, Is, As, If, Then, Else, Match, True, False, None, Let, Create, Call, Div, Mod, Enters, Leaves,
]);

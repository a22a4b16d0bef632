/** The wording of syntax errors, and what is said to people who come from other languages. */
import type { IToken } from "chevrotain";
import type { Span, SyntaxCode, SyntaxDiagnostic } from "./ast.js";
import { RESERVED_TYPES, T } from "./tokens.js";

type Fix = NonNullable<SyntaxDiagnostic["fix"]>;

/** How a token is named in a message. */
export function describe(token: IToken | undefined): string {
  if (!token) return "the end of the file";
  const type = token.tokenType;
  if (type === T.StringStart || type === T.BlockStart || type === T.BrokenString) return "a string";
  if (type === T.HoleEnd) return "the `}` of a hole";
  if (type === T.StringText || type === T.BlockText || type === T.StringEnd || type === T.BlockEnd) return "the rest of a string";
  if (token.image === "") return "the end of the line";
  if (RESERVED_TYPES.has(type)) return `the reserved word \`${token.image}\``;
  const image = token.image.length > 40 ? `${token.image.slice(0, 40)}…` : token.image;
  return `\`${image.replace(/\s+/g, " ")}\``;
}

/** What to write instead of an operator or a word of another language. */
export const FOREIGN: ReadonlyMap<string, { readonly hint: string; readonly instead?: string }> = new Map([
  ["&&", { hint: "Write `and`.", instead: "and" }],
  ["||", { hint: "Write `or`.", instead: "or" }],
  ["!", { hint: "Write `not`.", instead: "not " }],
  ["===", { hint: "Equality is written `==`.", instead: "==" }],
  ["!==", { hint: "Inequality is written `!=`.", instead: "!=" }],
  ["%", { hint: "The remainder of a division is written `mod`; a percentage is one literal, as in `10%`.", instead: "mod" }],
  ["->", { hint: "Lambdas and match arms are written with `=>`.", instead: "=>" }],
  [":=", { hint: "Write `=`.", instead: "=" }],
  ["++", { hint: "Write `set x += 1`." }],
  ["*=", { hint: "Only `=`, `+=` and `-=` assign: write `set x = x * y`." }],
  ["/=", { hint: "Only `=`, `+=` and `-=` assign: write `set x = x / y`." }],
  ["**", { hint: "There is no power operator: multiply." }],
  ["|", { hint: "There are no union types: declare an `enum` or a `kind`; the logical operator is `or`." }],
  ["&", { hint: "The logical operator is `and`." }],
  ["...", { hint: "There is no spread; ranges are written `a..b`." }],
  ["…", { hint: "`…` only stands for left-out text in examples." }],
  ["`", { hint: "Strings, templates included, are written in double quotes: `\"Hello {name}\"`." }],
  ["?", { hint: "A choice is written `if a then b else c`; `?` only marks a type that may be `none`." }],
]);

/** Words of other languages (and of older drafts of this one) that begin a statement there. */
export const FOREIGN_STATEMENTS: ReadonlyMap<string, string> = new Map([
  ["var", "Names are introduced with `let`; state and fields are changed with `set`."],
  ["const", "Names are introduced with `let`."],
  ["function", "Functions are declared in an app: `fn name(x: int): int = x + 1`, or `action` where they have effects."],
  ["while", "There are no unbounded loops: use `for x in xs { }` or `repeat n { }`."],
  ["switch", "Use `match e { a => …, b => … }` as an expression, or `if`."],
  ["try", "`try` is gone: `do` an action; where it fails, the whole call fails and nothing is written."],
  ["throw", "Use `fail \"…\"`."],
  ["assert", "Use `require` in a tool, `expect` in a test."],
  ["print", "Tools answer with `return`."],
  ["elif", "Write `else if`."],
  ["elseif", "Write `else if`."],
  ["update", "Use `set row.field = value`."],
  ["insert", "Use `create Entity { … }`, or `add x to set`."],
  ["new", "Rows are made with `create Entity { … }`."],
  ["wait", "Time passes with `advance 5 min`."],
]);

/** Names of types in other languages (and in older drafts). */
export const FOREIGN_TYPES: ReadonlyMap<string, { readonly hint: string; readonly instead: string }> = new Map([
  ["decimal", { hint: "Numbers are `int` or `float`; amounts are `money`, exact in whole cents.", instead: "float" }],
  ["number", { hint: "Numbers are `int` or `float`.", instead: "float" }],
  ["double", { hint: "Numbers are `int` or `float`.", instead: "float" }],
  ["integer", { hint: "Whole numbers are `int`.", instead: "int" }],
  ["boolean", { hint: "Truth values are `bool`.", instead: "bool" }],
  ["str", { hint: "Use `string` for names and codes, `text` for prose.", instead: "string" }],
]);

/** Words where an expression was expected. */
export const FOREIGN_VALUES: ReadonlyMap<string, { readonly hint: string; readonly instead: string }> = new Map([
  ["null", { hint: "The absent value is `none`.", instead: "none" }],
  ["undefined", { hint: "The absent value is `none`.", instead: "none" }],
  ["nil", { hint: "The absent value is `none`.", instead: "none" }],
]);

/** A syntax error with its parts. */
export function diagnostic(code: SyntaxCode, span: Span, message: string, hint?: string, fix?: Fix): SyntaxDiagnostic {
  return { code, span, message, ...(hint === undefined ? {} : { hint }), ...(fix === undefined ? {} : { fix }) };
}

const at = (start: number, length = 0): Span => ({ start, end: start + length });

/** Messages that need more than "Expected X, found Y." */
export const say = {
  unexpectedCharacter(written: string, start: number): SyntaxDiagnostic {
    const shown = [...written].slice(0, 10).join("");
    const quotes = /^[“”„«»‘’]/.test(written) ? "Strings are written in straight double quotes." : undefined;
    return diagnostic("unexpected-character", at(start, written.length), `\`${shown}\` means nothing here.`, quotes ?? "Names are made of letters without accents, digits and `_`; anything may stand in a string.");
  },
  takenName(written: string, start: number): SyntaxDiagnostic {
    return diagnostic("reserved-word", at(start, written.length), `\`${written}\` cannot be a name.`, "Every JavaScript object has something of that name already. Choose another.");
  },
  blockComment(written: string, start: number): SyntaxDiagnostic {
    return diagnostic(
      "unexpected-character",
      at(start, written.length),
      "Comments are written `//`, to the end of the line: there is no `/* */`.",
      "Put `//` in front of each line, or `///` where it documents a declaration.",
    );
  },
  semicolon(start: number): SyntaxDiagnostic {
    return diagnostic("unexpected-character", at(start, 1), "Statements and members end by themselves, without `;`.", "Delete the `;`.", { span: at(start, 1), text: "" });
  },
  unterminatedString(written: string, start: number): SyntaxDiagnostic {
    const triple = written.startsWith('"""');
    const hole = !triple && /(?:^|[^\\])\{[^}]*("?)[^"}]*$/.test(written) && !written.startsWith("r");
    const hint = triple
      ? 'It needs a closing `"""`.'
      : hole
        ? "A `{` in a string opens a hole that must be closed on the same line; write `\\{` for a brace that is text."
        : 'A string ends on its line; longer text is written between `"""` and `"""`.';
    return diagnostic("unterminated-string", at(start, written.length), "This string is never closed.", hint, {
      span: at(start + written.length),
      text: triple ? '"""' : '"',
    });
  },
  neverClosed(closer: string, owner: string, line: number, found: string, span: Span, insertAt: number): SyntaxDiagnostic {
    const opener = { ")": "(", "]": "[", "}": "{" }[closer] ?? closer;
    const brace = closer === "}";
    return diagnostic(
      brace ? "missing-brace" : "expected-token",
      span,
      `Expected ${found === `\`${closer}\`` ? `another \`${closer}\`` : `\`${closer}\` before ${found}`}: the \`${opener}\` ${owner === "" ? "" : `of ${owner} `}on line ${line} is never closed.`,
      undefined,
      { span: at(insertAt), text: brace ? " }" : closer },
    );
  },
  strayCloser(written: string, span: Span): SyntaxDiagnostic {
    return diagnostic(written === "}" ? "missing-brace" : "expected-token", span, `This \`${written}\` closes nothing.`, "Delete it, or add the bracket that it should close.", { span, text: "" });
  },
  tooDeep(span: Span): SyntaxDiagnostic {
    return diagnostic("too-deep", span, "This is nested too deeply: at most 200 levels are read.", "Name parts of it with `let`, or move them into a `fn`.");
  },
  undocumented(span: Span): SyntaxDiagnostic {
    return diagnostic("nothing-to-document", span, "Nothing follows this `///` that it could document.", "Use `//` for comments that are not documentation.");
  },
  duplicate(clause: string, owner: string, span: Span): SyntaxDiagnostic {
    return diagnostic("duplicate-clause", span, `\`${clause}\` may stand only once in ${owner}.`, "Keep one of them.");
  },
  missingClause(owner: string, needed: string, span: Span, hint?: string): SyntaxDiagnostic {
    return diagnostic("missing-clause", span, `${owner} needs ${needed}.`, hint);
  },
};

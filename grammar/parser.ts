/** The parser of `.world` files. */
import type { ParseResult, Span, SyntaxDiagnostic } from "./ast.js";
import { ENOUGH } from "./base.js";
import { DeclarationParser } from "./declarations.js";
import { scan } from "./scan.js";

const MAX_ERRORS = 100;

class WorldParser extends DeclarationParser {
  constructor() {
    super();
    this.performSelfAnalysis();
  }

  read(text: string): ParseResult {
    const scanned = scan(text);
    this.begin(scanned);
    let enough = scanned.errors.length >= MAX_ERRORS;
    this.declarations = [];
    try {
      if (!enough) this.file();
    } catch (error) {
      if (error !== ENOUGH) throw error;
      enough = true;
    }
    const gaps = new Set(scanned.gaps);
    const lexical = scanned.errors.filter((e, i) => !gaps.has(e) || this.standsAlone(e, scanned.errors[i - 1], text));
    const errors: SyntaxDiagnostic[] = [...lexical, ...this.reported.filter((e) => !this.echoes(e, lexical, text)), ...(enough ? [] : this.undocumented())];
    errors.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
    return {
      file: {
        declarations: this.declarations,
        skipped: this.skipped,
        lostName: this.lostName || enough,
        troubled: [...this.claims.filter((c) => c.reported).map(({ start, end }) => ({ start, end })), ...scanned.errors.map((e) => lineOf(e.span, text))],
        span: { start: 0, end: text.length },
      },
      errors: errors.slice(0, MAX_ERRORS),
      comments: scanned.comments,
    };
  }

  /** Does an error stand on the line of a lexical one: behind it, or anywhere where a string has no end? */
  private echoes(e: SyntaxDiagnostic, lexical: readonly SyntaxDiagnostic[], text: string): boolean {
    return lexical.some((x) => {
      const line = lineOf(x.span, text);
      const from = x.code === "unterminated-string" ? line.start : x.span.end;
      return from <= e.span.start && e.span.start < line.end;
    });
  }

  /** Is this lexical error one of its own, or does it belong to an error of the same unit, or of the same line? */
  private standsAlone(e: SyntaxDiagnostic, previous: SyntaxDiagnostic | undefined, text: string): boolean {
    if (previous && e.code === previous.code && !text.slice(previous.span.start, e.span.start).includes("\n")) return false;
    return !this.claims.some((c) => c.reported && c.start <= e.span.start && e.span.start < c.end);
  }
}

/** The line that a span begins on. */
function lineOf(span: Span, text: string): Span {
  const end = text.indexOf("\n", span.start);
  return { start: text.lastIndexOf("\n", span.start - 1) + 1, end: end < 0 ? text.length : end };
}

let shared: WorldParser | undefined;

/** Parses a file. There is always a tree; what is wrong is in `errors`, in order of position. */
export function parse(text: string): ParseResult {
  shared ??= new WorldParser();
  return shared.read(text);
}

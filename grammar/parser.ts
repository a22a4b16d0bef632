/** The parser of `.world` files. */
import type { ParseResult, SyntaxDiagnostic } from "./ast.js";
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
    const lexical = scanned.errors.filter((e) => e.fix?.text === "" || !this.claims.some((c) => this.explains(c.start, c.end, e)));
    const errors = [...lexical, ...this.reported, ...(enough ? [] : this.undocumented())];
    errors.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
    return {
      file: {
        declarations: this.declarations,
        skipped: this.skipped,
        lostName: this.lostName || enough,
        span: { start: 0, end: text.length },
      },
      errors: errors.slice(0, MAX_ERRORS),
      comments: scanned.comments,
    };
  }

  /** Has an error in front of this one been reported for the same stretch of text? */
  private explains(start: number, end: number, e: SyntaxDiagnostic): boolean {
    if (e.span.start < start || e.span.start >= end) return false;
    return this.reported.some((r) => r.span.start >= start && r.span.start <= e.span.start);
  }
}

let shared: WorldParser | undefined;

/** Parses a file. There is always a tree; what is wrong is in `errors`, in order of position. */
export function parse(text: string): ParseResult {
  shared ??= new WorldParser();
  return shared.read(text);
}

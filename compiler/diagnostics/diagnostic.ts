/** Diagnostics as data: raised by phases, sorted by position, rendered elsewhere. */

import { CODES, type Code, type CodeArgs, type Severity } from "./codes.js";
import type { SourceText } from "../source.js";

export interface Place {
  readonly source: SourceText;
  readonly start: number;
  readonly end: number;
}

export interface Fix {
  readonly title: string;
  readonly place: Place;
  readonly text: string;
}

export interface Diagnostic {
  readonly code: string;
  readonly key: Code;
  readonly severity: Severity;
  readonly title: string;
  readonly message: string;
  readonly place: Place;
  readonly hint?: string;
  readonly related: readonly { readonly place: Place; readonly message: string }[];
  readonly fix?: Fix;
}

export interface Extra {
  readonly hint?: string;
  readonly related?: readonly { readonly place: Place; readonly message: string }[];
  readonly fix?: Fix;
  /** A fix that puts other text in the place of the diagnostic, where that holds `instead`. */
  readonly replacement?: { readonly instead: string; readonly text: string };
}

/** Makes a diagnostic of the table. `hint` replaces the table's help. */
export function diagnostic<C extends Code>(key: C, place: Place, args: CodeArgs<C>, extra: Extra = {}): Diagnostic {
  const entry = CODES[key] as (typeof CODES)[Code];
  const help = "help" in entry ? entry.help : undefined;
  const hint = extra.hint ?? help;
  const fix = extra.fix ?? replacementFix(place, extra.replacement);
  return {
    code: entry.code,
    key,
    severity: entry.severity,
    title: entry.title,
    message: sentence((entry.message as (args: unknown) => string)(args)),
    place,
    related: extra.related ?? [],
    ...(hint === undefined ? {} : { hint }),
    ...(fix === undefined ? {} : { fix }),
  };
}

function replacementFix(place: Place, replacement: Extra["replacement"]): Fix | undefined {
  if (!replacement || place.source.text.slice(place.start, place.end) !== replacement.instead) return undefined;
  return { title: `Replace by \`${replacement.text}\``, place, text: replacement.text };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** By file in order of loading, then position, then code; exact repetitions once. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[], sources: readonly SourceText[]): Diagnostic[] {
  const order = new Map(sources.map((source, index) => [source.path, index]));
  const rank = (d: Diagnostic): number => order.get(d.place.source.path) ?? sources.length;
  const sorted = [...diagnostics].sort(
    (a, b) => rank(a) - rank(b) || a.place.start - b.place.start || a.place.end - b.place.end || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  );
  return sorted.filter((d, i) => {
    const before = sorted[i - 1];
    return !(before && before.code === d.code && before.message === d.message && before.place.source.path === d.place.source.path && before.place.start === d.place.start);
  });
}

/** Codes about a name that is not there, and what they call it. */
const ABSENT: ReadonlySet<Code> = new Set<Code>(["unknown-name", "unknown-field", "unknown-member", "unknown-method", "unknown-argument", "unknown-type", "inverse-no-match", "field-not-given"]);

/**
 * One mistake, one diagnostic: a name that is absent is reported where it is first missed, with the other places as
 * related ones; and where a file has syntax errors, which may have cost it anything, the same sentence is said once.
 * Takes and gives diagnostics in order.
 */
export function foldRepetitions(diagnostics: readonly Diagnostic[], syntaxErrors: boolean): Diagnostic[] {
  const first = new Map<string, number>();
  const result: Diagnostic[] = [];
  for (const d of diagnostics) {
    const name = ABSENT.has(d.key) ? /`([^`]*)`/.exec(d.message)?.[1] : undefined;
    const repeats = d.severity === "error" && (syntaxErrors || d.key === "missing-argument");
    const key = name !== undefined ? `name ${name}` : repeats ? `${d.code} ${d.message}` : undefined;
    const known = key === undefined ? undefined : first.get(key);
    const before = known === undefined ? undefined : result[known];
    if (known === undefined || !before) {
      if (key !== undefined) first.set(key, result.length);
      result.push(d);
    } else if (before.related.length < 5) result[known] = { ...before, related: [...before.related, { place: d.place, message: "The same here" }] };
  }
  return result;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === "error");
}

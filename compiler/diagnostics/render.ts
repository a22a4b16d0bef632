/** Diagnostics for people and for programs. */

import type { Diagnostic, Place } from "./diagnostic.js";
import { lineText, position } from "../source.js";

/** Colours of a rendering; the identity where there is no terminal. */
export interface Paint {
  readonly error: (text: string) => string;
  readonly warning: (text: string) => string;
  readonly hint: (text: string) => string;
  readonly dim: (text: string) => string;
}

const plainText = (text: string): string => text;
export const PLAIN: Paint = { error: plainText, warning: plainText, hint: plainText, dim: plainText };
const ansi = (code: string) => (text: string): string => `\u001b[${code}m${text}\u001b[0m`;
export const COLOURS: Paint = { error: ansi("31"), warning: ansi("33"), hint: ansi("36"), dim: ansi("2") };

function excerpt(place: Place, paint: Paint, colour: (text: string) => string): string[] {
  const { line, column } = position(place.source, place.start);
  const raw = lineText(place.source, line);
  const shift = Math.max(0, column - 100);
  const text = raw.slice(shift, shift + 140).replace(/\t/g, " ");
  const end = position(place.source, Math.max(place.start, place.end - 1));
  const length = end.line === line ? Math.max(1, place.end - place.start) : Math.max(1, raw.length - column + 1);
  const gutter = String(line);
  const caret = " ".repeat(Math.max(0, column - 1 - shift)) + "^".repeat(Math.max(1, Math.min(length, 140 - (column - shift) + 1)));
  return [`${paint.dim(`${gutter} |`)} ${text}`, `${paint.dim(`${" ".repeat(gutter.length)} |`)} ${colour(caret)}`];
}

function where(place: Place): string {
  const { line, column } = position(place.source, place.start);
  return `${place.source.name}:${line}:${column}`;
}

/** A title line, the place, the marked source, what to do, and related places. */
export function renderPretty(diagnostics: readonly Diagnostic[], paint: Paint = PLAIN): string {
  const blocks = diagnostics.map((d) => {
    const colour = paint[d.severity];
    const lines = [`${colour(`${d.severity}[${d.code}]`)} ${d.message}`, `  ${paint.dim("-->")} ${where(d.place)}`, ...excerpt(d.place, paint, colour)];
    if (d.hint !== undefined) lines.push(`  ${paint.hint("help:")} ${d.hint}`);
    for (const related of d.related) lines.push(`  ${paint.dim("note:")} ${related.message} (${where(related.place)})`);
    return lines.join("\n");
  });
  return blocks.join("\n\n");
}

/** One line about all of them, e.g. `2 errors, 1 warning`; empty when there is nothing to count. */
export function summarize(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: string): number => diagnostics.filter((d) => d.severity === severity).length;
  const say = (n: number, word: string): string[] => (n === 0 ? [] : [`${n} ${word}${n === 1 ? "" : "s"}`]);
  return [...say(count("error"), "error"), ...say(count("warning"), "warning"), ...say(count("hint"), "hint")].join(", ");
}

function placeJson(place: Place): object {
  const start = position(place.source, place.start);
  const end = position(place.source, place.end);
  return { file: place.source.name, start: { offset: place.start, ...start }, end: { offset: place.end, ...end } };
}

export function toJson(d: Diagnostic): object {
  return {
    code: d.code,
    name: d.key,
    severity: d.severity,
    message: d.message,
    ...placeJson(d.place),
    ...(d.hint === undefined ? {} : { hint: d.hint }),
    related: d.related.map((r) => ({ message: r.message, ...placeJson(r.place) })),
    ...(d.fix === undefined ? {} : { fix: { title: d.fix.title, text: d.fix.text, ...placeJson(d.fix.place) } }),
  };
}

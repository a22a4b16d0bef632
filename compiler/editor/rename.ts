/** References to a declaration, and renaming it: in every file that names it, or not at all. */

import { RESERVED_TYPES } from "../../grammar/tokens.js";
import type { Code } from "../diagnostics/codes.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { compile, type Compiled } from "../program.js";
import type { Host } from "../source.js";
import type { SourceFile } from "../../grammar/ast.js";
import { analyse, type Analysis, type Slot } from "./analysis.js";
import type { Declaration } from "./declarations.js";
import { walk } from "./tree.js";

export interface Location {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export interface Edit extends Location {
  readonly text: string;
}

/** A rename, or the sentence that says why not. */
export type Rename = { readonly edits: readonly Edit[] } | { readonly refused: string };

const RESERVED: ReadonlySet<string> = new Set([...RESERVED_TYPES].map((t) => t.name.replace("Reserved_", "").toLowerCase()));

/** The places where a declaration is named, in all of some programs; the declaration itself first where wanted. */
export function referencesOf(programs: readonly Analysis[], declaration: Declaration, withDeclaration: boolean): Location[] {
  const found = new Map<string, Location>();
  const put = (path: string, start: number, end: number): void => void found.set(`${path}:${start}`, { path, start, end });
  const home = declaration.module.source.path;
  if (withDeclaration) put(home, declaration.span.start, declaration.span.end);
  for (const program of programs) {
    for (const { source } of program.bound.modules) for (const slot of program.slots(source.path)) if (means(slot, declaration)) put(source.path, slot.start, slot.end);
  }
  if (!withDeclaration) found.delete(declaration.key);
  return [...found.values()];
}

function means(slot: Slot, declaration: Declaration): boolean {
  return slot.value?.key === declaration.key || slot.label?.key === declaration.key;
}

/** Why a declaration keeps its name, or null. */
export function fixedName(declaration: Declaration): string | null {
  if (declaration.module.standard !== undefined) return `\`${declaration.name}\` belongs to the standard library.`;
  if (declaration.module.source.text.slice(declaration.span.start, declaration.span.end) !== declaration.name) return `\`${declaration.name}\` is built in.`;
  return null;
}

/** Renames a declaration in some programs. What would not check any more, or would mean something else, is refused. */
export function renameEdits(host: Host, programs: readonly Analysis[], declaration: Declaration, name: string): Rename {
  const fixed = fixedName(declaration);
  if (fixed !== null) return { refused: fixed };
  if (!/^[A-Za-z_]\w*$/.test(name)) return { refused: `\`${name}\` is no name: letters, digits and \`_\`, not beginning with a digit.` };
  if (RESERVED.has(name)) return { refused: `\`${name}\` is a reserved word.` };
  if (name === declaration.name) return { edits: [] };
  const edits = new Map<string, Edit>();
  const put = (edit: Edit): void => void edits.set(`${edit.path}:${edit.start}`, edit);
  const old = declaration.name;
  for (const program of programs) {
    for (const { source, file } of program.bound.modules) {
      const shorthands = shorthandNames(file);
      for (const slot of program.slots(source.path)) {
        if (!means(slot, declaration) || source.text.slice(slot.start, slot.end) !== old) continue;
        const place = { path: source.path, start: slot.start, end: slot.end };
        const short = shorthands.has(slot.start) || (slot.label !== undefined && slot.value !== undefined && slot.label.key !== slot.value.key);
        const asValue = slot.value?.key === declaration.key;
        put({ ...place, text: !short ? name : asValue ? `${old}: ${name}` : `${name}: ${old}` });
      }
    }
  }
  const home = declaration.module;
  // A column written as a field alone keeps showing that field.
  const columnOfField = declaration.what === "column" && shorthandNames(home.file).has(declaration.span.start);
  put({ path: home.source.path, start: declaration.span.start, end: declaration.span.end, text: columnOfField ? `${name}: ${old}` : name });
  for (const edit of documentation(declaration, name)) put(edit);
  const all = [...edits.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.start - b.start));
  const problem = consequence(host, programs, declaration, all, name);
  return problem === null ? { edits: all } : { refused: problem };
}

/** Offsets of names that stand for a label and a value at once: `{ name }`, and columns that are fields. */
function shorthandNames(file: SourceFile): ReadonlySet<number> {
  const result = new Set<number>();
  for (const node of walk(file)) {
    for (const list of [node["entries"], node["columns"]]) {
      if (!Array.isArray(list)) continue;
      for (const entry of list as { name: { span: { start: number } }; value?: unknown }[]) if (entry.value === undefined) result.add(entry.name.span.start);
    }
  }
  return result;
}

/** `@param` lines about a renamed parameter. */
function documentation(declaration: Declaration, name: string): Edit[] {
  const doc = (declaration.owner?.node as { doc?: { span: { start: number; end: number } } } | undefined)?.doc;
  if (declaration.what !== "parameter" || !doc) return [];
  const { source } = declaration.module;
  const text = source.text.slice(doc.span.start, doc.span.end);
  const found = new RegExp(`@param\\s+(${declaration.name})(?!\\w)`).exec(text);
  if (!found) return [];
  const end = doc.span.start + found.index + found[0].length;
  return [{ path: source.path, start: end - declaration.name.length, end, text: name }];
}

/** A text with edits made. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits].sort((a, b) => b.start - a.start).reduce((t, e) => t.slice(0, e.start) + e.text + t.slice(e.end), text);
}

/** What a clash of names is called first, before what follows from it. */
const CLASHES: ReadonlySet<Code> = new Set<Code>(["duplicate-name", "shadowing", "ambiguous-name", "duplicate-parameter"]);

function errorsOf(compiled: Compiled): readonly Diagnostic[] {
  return compiled.diagnostics.filter((d) => d.severity === "error");
}

/** What would go wrong, or null: new errors, or names that would mean something else. */
function consequence(host: Host, programs: readonly Analysis[], declaration: Declaration, edits: readonly Edit[], name: string): string | null {
  const changed = new Map<string, string>();
  for (const program of programs) {
    for (const { source } of program.bound.modules) {
      const here = edits.filter((e) => e.path === source.path);
      if (here.length > 0) changed.set(source.path, applyEdits(source.text, here));
    }
  }
  const overlay: Host = { ...host, read: (path, limit) => (changed.has(path) ? { text: changed.get(path) as string } : host.read(path, limit)) };
  const path = declaration.module.source.path;
  const shift = edits.filter((e) => e.path === path && e.start < declaration.span.start).reduce((n, e) => n + e.text.length - (e.end - e.start), 0);
  for (const program of programs) {
    const entry = program.bound.entry.source.path;
    const before = new Set(errorsOf(program).map((d) => d.message));
    const after = analyse(overlay, entry);
    const now = errorsOf(after ?? compile(overlay, entry));
    if (now.length > errorsOf(program).length) {
      const added = now.filter((d) => !before.has(d.message));
      return (added.find((d) => CLASHES.has(d.key)) ?? added[0])?.message ?? `\`${name}\` would not check.`;
    }
    const renamed = after?.declarations.byKey.get(`${path}:${declaration.span.start + shift}`);
    if (after && renamed && referencesOf([after], renamed, false).length !== referencesOf([program], declaration, false).length) return `\`${name}\` would mean something else in some places.`;
  }
  return null;
}

/** From what the compiler says to what the protocol says. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CompletionItemKind, DiagnosticSeverity, SymbolKind, type CompletionItem, type Diagnostic as LspDiagnostic, type DocumentSymbol, type Range, type TextEdit, type WorkspaceEdit,
} from "vscode-languageserver/node.js";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { DIST } from "../cli/paths.js";
import type { Diagnostic, Place } from "../diagnostics/diagnostic.js";
import type { Completion } from "../editor/complete.js";
import type { What } from "../editor/declarations.js";
import type { Offer } from "../editor/offers.js";
import type { OutlineItem } from "../editor/outline.js";
import type { Edit } from "../editor/rename.js";
import type { Workspace } from "./workspace.js";

export function rangeOf(document: TextDocument, start: number, end: number): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

const SEVERITY = { error: DiagnosticSeverity.Error, warning: DiagnosticSeverity.Warning, hint: DiagnosticSeverity.Hint } as const;

/** The page of a diagnostic, in this installation. */
function page(code: string): string {
  return pathToFileURL(join(DIST, "..", "docs", "diagnostics", `${code}.md`)).href;
}

export function toDiagnostic(workspace: Workspace, d: Diagnostic): LspDiagnostic {
  const location = (place: Place) => ({ uri: workspace.uriOf(place.source.path), range: rangeOf(workspace.document(place.source.path), place.start, place.end) });
  return {
    range: location(d.place).range, severity: SEVERITY[d.severity], code: d.code, codeDescription: { href: page(d.code) }, source: "worldc",
    message: d.hint === undefined ? d.message : `${d.message}\n${d.hint}`,
    ...(d.related.length > 0 ? { relatedInformation: d.related.map((r) => ({ location: location(r.place), message: r.message })) } : {}),
  };
}

const ITEM_KINDS: Readonly<Record<Offer["what"], CompletionItemKind>> = {
  app: CompletionItemKind.Module, world: CompletionItemKind.Module, test: CompletionItemKind.Event, task: CompletionItemKind.Event, entity: CompletionItemKind.Class,
  enum: CompletionItemKind.Enum, member: CompletionItemKind.EnumMember, kind: CompletionItemKind.Enum, case: CompletionItemKind.EnumMember, type: CompletionItemKind.Struct,
  view: CompletionItemKind.Interface, column: CompletionItemKind.Field, fn: CompletionItemKind.Function, action: CompletionItemKind.Function, tool: CompletionItemKind.Method,
  guard: CompletionItemKind.Property, fault: CompletionItemKind.Event, corpus: CompletionItemKind.File, field: CompletionItemKind.Field, state: CompletionItemKind.Variable,
  parameter: CompletionItemKind.Variable, local: CompletionItemKind.Variable, trigger: CompletionItemKind.Event, region: CompletionItemKind.Constant, graph: CompletionItemKind.Constant,
  keyword: CompletionItemKind.Keyword, method: CompletionItemKind.Method, scalar: CompletionItemKind.Class, value: CompletionItemKind.Constant,
};

export function toCompletionItems(document: TextDocument, completion: Completion): CompletionItem[] {
  const range = rangeOf(document, completion.start, completion.end);
  return completion.offers.map((offer, i) => ({
    label: offer.label, kind: ITEM_KINDS[offer.what], sortText: `${offer.rank}${String(i).padStart(4, "0")}`, textEdit: { range, newText: offer.insert ?? offer.label },
    ...(offer.detail === undefined ? {} : { detail: offer.detail }), ...(offer.doc === undefined ? {} : { documentation: { kind: "markdown", value: offer.doc } }),
  }));
}

const SYMBOL_KINDS: Readonly<Record<What, SymbolKind>> = {
  app: SymbolKind.Module, world: SymbolKind.Module, test: SymbolKind.Event, task: SymbolKind.Event, entity: SymbolKind.Class, enum: SymbolKind.Enum, member: SymbolKind.EnumMember,
  kind: SymbolKind.Enum, case: SymbolKind.EnumMember, type: SymbolKind.Struct, view: SymbolKind.Interface, column: SymbolKind.Field, fn: SymbolKind.Function,
  action: SymbolKind.Function, tool: SymbolKind.Method, guard: SymbolKind.Property, fault: SymbolKind.Event, corpus: SymbolKind.File, field: SymbolKind.Field,
  state: SymbolKind.Variable, parameter: SymbolKind.Variable, local: SymbolKind.Variable, trigger: SymbolKind.Event, region: SymbolKind.Constant, graph: SymbolKind.Constant,
};

export function toSymbol(document: TextDocument, item: OutlineItem): DocumentSymbol {
  return {
    name: item.name, kind: SYMBOL_KINDS[item.what], range: rangeOf(document, item.full.start, item.full.end), selectionRange: rangeOf(document, item.start, item.end),
    children: item.children.map((child) => toSymbol(document, child)), ...(item.detail === undefined ? {} : { detail: item.detail }),
  };
}

export function toWorkspaceEdit(workspace: Workspace, edits: readonly Edit[]): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {};
  for (const edit of edits) (changes[workspace.uriOf(edit.path)] ??= []).push({ range: rangeOf(workspace.document(edit.path), edit.start, edit.end), newText: edit.text });
  return { changes };
}

/** The one edit that makes `after` of a document: what is equal at both ends stays. */
export function difference(path: string, before: string, after: string): Edit {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let tail = 0;
  while (tail < before.length - start && tail < after.length - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { path, start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

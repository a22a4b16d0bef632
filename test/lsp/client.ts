/** A small editor: speaks the language server protocol with `worldc lsp --stdio` and says what it expects of the answers. */

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter, type MessageConnection } from "vscode-languageserver/node.js";
import type {
  CodeAction, CompletionItem, Diagnostic, DocumentSymbol, FoldingRange, Hover, Location, Position, PublishDiagnosticsParams, Range, SignatureHelp, TextEdit, WorkspaceEdit,
} from "vscode-languageserver/node.js";
import { expect } from "vitest";
import { ROOT } from "../support/cli.js";

const open = new Set<ChildProcessWithoutNullStreams>();

/** Ends all servers of a test file. */
export function endServers(): void {
  for (const process of open) process.kill();
  open.clear();
}

/** A document in the editor. A place in it is named by a text that stands there; `|` in that text is the cursor. */
export class Doc {
  version = 1;
  constructor(readonly uri: string, public text: string) {}

  offset(mark: string): number {
    const plain = mark.replace("|", "");
    const found = this.text.indexOf(plain);
    expect(found, `\`${mark}\` stands in the text`).toBeGreaterThanOrEqual(0);
    return found + Math.max(0, mark.indexOf("|"));
  }

  position(mark: string): Position {
    return this.positionOf(this.offset(mark));
  }

  positionOf(offset: number): Position {
    const before = this.text.slice(0, offset).split("\n");
    return { line: before.length - 1, character: (before[before.length - 1] ?? "").length };
  }

  at(range: Range): string {
    const lines = this.text.split("\n");
    const offset = (p: Position): number => lines.slice(0, p.line).reduce((n, l) => n + l.length + 1, 0) + p.character;
    return this.text.slice(offset(range.start), offset(range.end));
  }

  /** The text with edits made. */
  edited(edits: readonly TextEdit[]): string {
    const lines = this.text.split("\n");
    const offset = (p: Position): number => lines.slice(0, p.line).reduce((n, l) => n + l.length + 1, 0) + p.character;
    return [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start)).reduce((text, e) => text.slice(0, offset(e.range.start)) + e.newText + text.slice(offset(e.range.end)), this.text);
  }
}

export class Editor {
  readonly diagnostics = new Map<string, Diagnostic[]>();
  private waiting: (() => void)[] = [];

  private constructor(readonly connection: MessageConnection, readonly process: ChildProcessWithoutNullStreams) {
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      this.diagnostics.set(params.uri, params.diagnostics);
      for (const wake of this.waiting.splice(0)) wake();
    });
    connection.listen();
  }

  static async start(folder: string = join(ROOT, "worlds")): Promise<Editor> {
    const child = spawn(process.execPath, [join(ROOT, "dist/cli.js"), "lsp", "--stdio"], { cwd: ROOT });
    open.add(child);
    const editor = new Editor(createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin)), child);
    await editor.connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {}, workspaceFolders: [{ uri: pathToFileURL(folder).href, name: "test" }] });
    await editor.connection.sendNotification("initialized", {});
    return editor;
  }

  async open(path: string, text?: string): Promise<Doc> {
    const doc = new Doc(pathToFileURL(path).href, text ?? readFileSync(path, "utf8"));
    await this.connection.sendNotification("textDocument/didOpen", { textDocument: { uri: doc.uri, languageId: "world", version: 1, text: doc.text } });
    return doc;
  }

  /** Types `text` over the place of a mark (an empty one where the mark has a cursor). */
  async type(doc: Doc, mark: string, text: string): Promise<void> {
    const from = doc.offset(mark);
    const to = mark.includes("|") ? from : from + mark.length;
    const range = { start: doc.positionOf(from), end: doc.positionOf(to) };
    doc.text = doc.text.slice(0, from) + text + doc.text.slice(to);
    await this.connection.sendNotification("textDocument/didChange", { textDocument: { uri: doc.uri, version: ++doc.version }, contentChanges: [{ range, text }] });
  }

  async close(doc: Doc): Promise<void> {
    await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri: doc.uri } });
  }

  ask<R>(method: string, doc: Doc, mark: string, more: object = {}): Promise<R> {
    return this.connection.sendRequest(method, { textDocument: { uri: doc.uri }, position: doc.position(mark), ...more });
  }

  /** Waits until the document has diagnostics of which `holds` is true. */
  async until(doc: Doc, holds: (diagnostics: Diagnostic[]) => boolean): Promise<Diagnostic[]> {
    for (;;) {
      const known = this.diagnostics.get(doc.uri);
      if (known && holds(known)) return known;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no such diagnostics: ${JSON.stringify(known?.map((d) => d.message))}`)), 20_000);
        this.waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Exactly these codes, in order; each with the text it stands on. */
  async expectDiagnostics(doc: Doc, expected: readonly (readonly [code: string, text: string])[]): Promise<Diagnostic[]> {
    const shown = (list: Diagnostic[]): string => JSON.stringify(list.filter((d) => d.severity !== 4).map((d) => [d.code, doc.at(d.range)]));
    return this.until(doc, (list) => shown(list) === JSON.stringify(expected));
  }

  async expectDefinition(doc: Doc, mark: string, expected: string, file: Doc = doc): Promise<void> {
    const found = await this.ask<Location[]>("textDocument/definition", doc, mark);
    expect(found.map((l) => [l.uri, l.range.start]), mark).toContainEqual([file.uri, file.position(expected)]);
  }

  async expectReferences(doc: Doc, mark: string, count: number, within: readonly string[] = []): Promise<void> {
    const found = await this.ask<Location[]>("textDocument/references", doc, mark, { context: { includeDeclaration: true } });
    expect(found.length, mark).toBe(count);
    for (const place of within) expect(found.map((l) => l.range.start), place).toContainEqual(doc.position(place));
  }

  /** The edits of a rename that is granted, by document. */
  async expectRename(doc: Doc, mark: string, newName: string): Promise<Record<string, TextEdit[]>> {
    const edit = await this.ask<WorkspaceEdit>("textDocument/rename", doc, mark, { newName });
    expect(Object.keys(edit.changes ?? {}).length, mark).toBeGreaterThan(0);
    return edit.changes ?? {};
  }

  async expectRefusal(doc: Doc, mark: string, newName: string, reason: RegExp): Promise<void> {
    await expect(this.ask("textDocument/rename", doc, mark, { newName }), mark).rejects.toThrow(reason);
  }

  async expectHover(doc: Doc, mark: string, ...parts: readonly string[]): Promise<void> {
    const hover = await this.ask<Hover | null>("textDocument/hover", doc, mark);
    for (const part of parts) expect((hover?.contents as { value: string } | undefined)?.value, mark).toContain(part);
  }

  /** All of `expected` are offered, none of `absent`; the first offers are `first`. */
  async expectCompletion(doc: Doc, mark: string, expected: readonly string[], options: { readonly absent?: readonly string[]; readonly first?: readonly string[] } = {}): Promise<CompletionItem[]> {
    const items = await this.ask<CompletionItem[]>("textDocument/completion", doc, mark);
    const labels = items.map((i) => i.label);
    for (const label of expected) expect(labels, mark).toContain(label);
    for (const label of options.absent ?? []) expect(labels, mark).not.toContain(label);
    if (options.first) expect(labels.slice(0, options.first.length), mark).toEqual(options.first);
    return items;
  }

  async actions(doc: Doc, mark: string, only?: readonly string[]): Promise<CodeAction[]> {
    const start = doc.position(mark);
    return this.connection.sendRequest("textDocument/codeAction", { textDocument: { uri: doc.uri }, range: { start, end: start }, context: { diagnostics: [], ...(only ? { only } : {}) } });
  }

  /** A quick fix at a place makes `after` of the line. */
  async expectQuickFix(doc: Doc, mark: string, after: string): Promise<void> {
    const actions = await this.actions(doc, mark, ["quickfix"]);
    expect(actions.map((a) => doc.edited(a.edit?.changes?.[doc.uri] ?? [])).some((text) => text.includes(after)), `${mark}: ${actions.map((a) => a.title).join(", ")}`).toBe(true);
  }

  symbols(doc: Doc): Promise<DocumentSymbol[]> {
    return this.connection.sendRequest("textDocument/documentSymbol", { textDocument: { uri: doc.uri } });
  }

  folds(doc: Doc): Promise<FoldingRange[]> {
    return this.connection.sendRequest("textDocument/foldingRange", { textDocument: { uri: doc.uri } });
  }

  signature(doc: Doc, mark: string): Promise<SignatureHelp | null> {
    return this.ask("textDocument/signatureHelp", doc, mark);
  }
}

/** `worldc lsp --stdio`: the language server. Answers come from the compiler's own binder and checker. */

import { join } from "node:path";
import {
  CodeActionKind, createConnection, DocumentHighlightKind, ErrorCodes, FoldingRangeKind, ResponseError, StreamMessageReader, StreamMessageWriter, TextDocuments, TextDocumentSyncKind,
  type CodeAction, type Connection, type InitializeResult, type Location as LspLocation, type Position, type TextDocumentPositionParams,
} from "vscode-languageserver/node.js";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parse } from "../../grammar/parser.js";
import { DIST } from "../cli/paths.js";
import { declarationsAt, slotAt, type Analysis } from "../editor/analysis.js";
import { completionsAt } from "../editor/complete.js";
import { hoverAt } from "../editor/hover.js";
import { foldable, outline } from "../editor/outline.js";
import { fixedName, referencesOf, renameEdits, type Location } from "../editor/rename.js";
import { signatureAt } from "../editor/signature.js";
import type { Declaration } from "../editor/declarations.js";
import { repair } from "../repair.js";
import { difference, rangeOf, toCompletionItems, toDiagnostic, toSymbol, toWorkspaceEdit } from "./convert.js";
import { pathOf, Workspace } from "./workspace.js";

/** How long the server waits for the next keystroke before it checks, in milliseconds. */
const PAUSE = 50;
const FIX_ALL = `${CodeActionKind.SourceFixAll}.worldc`;

/** Serves one editor until it goes. */
export function serveEditor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<never> {
  const connection = createConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  new Server(connection).listen();
  return new Promise(() => undefined);
}

const CAPABILITIES: InitializeResult["capabilities"] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: { includeText: false } },
  definitionProvider: true, referencesProvider: true, documentHighlightProvider: true, hoverProvider: true, documentSymbolProvider: true, foldingRangeProvider: true,
  renameProvider: { prepareProvider: true },
  documentFormattingProvider: true,
  completionProvider: { triggerCharacters: ["."] },
  signatureHelpProvider: { triggerCharacters: ["(", ","] },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
};

/** A place in an open document, with what is known there. */
interface Asked {
  readonly path: string;
  readonly document: TextDocument;
  readonly offset: number;
  readonly analysis: Analysis;
}

class Server {
  private readonly workspace = new Workspace(join(DIST, "..", "stdlib"));
  private readonly documents = new TextDocuments(TextDocument);
  private readonly waiting = new Set<string>();
  private readonly published = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly connection: Connection) {}

  listen(): void {
    const { connection, documents, workspace } = this;
    connection.onInitialize((params): InitializeResult => {
      workspace.setFolders(params.workspaceFolders?.map((f) => f.uri) ?? (params.rootUri == null ? [] : [params.rootUri]));
      return { capabilities: CAPABILITIES, serverInfo: { name: "worldc" } };
    });
    documents.onDidChangeContent(({ document }) => this.changed(pathOf(document.uri), () => workspace.put(document.uri, document)));
    documents.onDidClose(({ document }) => this.changed(pathOf(document.uri), () => workspace.close(document.uri)));
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const change of changes) this.changed(pathOf(change.uri), () => workspace.touch(pathOf(change.uri)));
    });
    this.navigation();
    this.assistance();
    documents.listen(connection);
    connection.listen();
  }

  /** Notes which programs a change concerns, and checks them after a pause. */
  private changed(path: string, change: () => void): void {
    for (const entry of this.workspace.touch(path)) this.waiting.add(entry);
    change();
    this.waiting.add(path);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.publish(), PAUSE);
  }

  /** Every open document shows the diagnostics of the program that it begins; other files those of the open programs. */
  private publish(): void {
    const open = new Set(this.workspace.open());
    const concerned = [...open].filter((path) => this.waiting.has(path));
    const closed = [...this.waiting].filter((path) => !open.has(path));
    this.waiting.clear();
    const byPath = new Map<string, ReturnType<typeof toDiagnostic>[]>();
    for (const path of closed) if (this.published.has(path)) byPath.set(path, []);
    for (const entry of concerned) {
      byPath.set(entry, []);
      for (const d of this.workspace.compiled(entry).diagnostics) {
        const { path } = d.place.source;
        if (path !== entry && open.has(path)) continue;
        const list = byPath.get(path) ?? [];
        byPath.set(path, [...list, toDiagnostic(this.workspace, d)]);
      }
      for (const { path } of this.workspace.compiled(entry).sources) if (this.published.has(path) && !open.has(path) && !byPath.has(path)) byPath.set(path, []);
    }
    for (const [path, diagnostics] of byPath) {
      if (diagnostics.length > 0 || open.has(path)) this.published.add(path);
      else this.published.delete(path);
      void this.connection.sendDiagnostics({ uri: this.workspace.uriOf(path), diagnostics });
    }
  }

  /** What is known of an open document; null where it is not open. */
  private file(uri: string): Omit<Asked, "offset"> | null {
    const path = pathOf(uri);
    const document = this.documents.get(uri);
    const analysis = document ? this.workspace.analysis(path) : null;
    return document && analysis ? { path, document, analysis } : null;
  }

  private at(params: TextDocumentPositionParams): Asked | null {
    const file = this.file(params.textDocument.uri);
    return file && { ...file, offset: offsetOf(file.document, params.position) };
  }

  private location(place: Location): LspLocation {
    return { uri: this.workspace.uriOf(place.path), range: rangeOf(this.workspace.document(place.path), place.start, place.end) };
  }

  private programs(declaration: Declaration): readonly Analysis[] {
    return this.workspace.programsNaming(declaration.name, declaration.module.source.path);
  }

  private navigation(): void {
    const { connection } = this;
    connection.onDefinition((params) => {
      const asked = this.at(params);
      return asked && declarationsAt(asked.analysis, asked.path, asked.offset).map((d) => this.location({ path: d.module.source.path, start: d.span.start, end: d.span.end }));
    });
    connection.onReferences((params) => {
      const asked = this.at(params);
      const declaration = asked && declarationsAt(asked.analysis, asked.path, asked.offset)[0];
      return declaration ? referencesOf(this.programs(declaration), declaration, params.context.includeDeclaration).map((place) => this.location(place)) : null;
    });
    connection.onDocumentHighlight((params) => {
      const asked = this.at(params);
      const declaration = asked && declarationsAt(asked.analysis, asked.path, asked.offset)[0];
      if (!asked || !declaration) return null;
      return referencesOf([asked.analysis], declaration, true).filter((r) => r.path === asked.path).map((r) => ({ range: this.location(r).range, kind: DocumentHighlightKind.Text }));
    });
    connection.onDocumentSymbol((params) => {
      const file = this.file(params.textDocument.uri);
      return file && outline(file.analysis, file.path).map((item) => toSymbol(file.document, item));
    });
    connection.onFoldingRanges((params) => {
      const file = this.file(params.textDocument.uri);
      return file && foldable(file.analysis, file.path).map((span) => ({ startLine: file.document.positionAt(span.start).line, endLine: file.document.positionAt(span.end).line - 1, kind: FoldingRangeKind.Region }));
    });
    connection.onPrepareRename((params) => {
      const asked = this.at(params);
      const declaration = asked && declarationsAt(asked.analysis, asked.path, asked.offset)[0];
      if (!asked || !declaration) return null;
      const fixed = fixedName(declaration);
      if (fixed !== null) throw new ResponseError(ErrorCodes.InvalidRequest, fixed);
      const place = slotAt(asked.analysis, asked.path, asked.offset) ?? declaration.span;
      return { range: rangeOf(asked.document, place.start, place.end), placeholder: declaration.name };
    });
    connection.onRenameRequest((params) => {
      const asked = this.at(params);
      const declaration = asked && declarationsAt(asked.analysis, asked.path, asked.offset)[0];
      if (!declaration) return null;
      const result = renameEdits(this.workspace.host, this.programs(declaration), declaration, typeof params.newName === "string" ? params.newName : "");
      if ("refused" in result) throw new ResponseError(ErrorCodes.InvalidRequest, result.refused);
      return toWorkspaceEdit(this.workspace, result.edits);
    });
  }

  private assistance(): void {
    const { connection } = this;
    connection.onHover((params) => {
      const asked = this.at(params);
      const hover = asked && hoverAt(asked.analysis, asked.path, asked.offset);
      return hover ? { contents: { kind: "markdown", value: hover.text }, range: rangeOf(asked.document, hover.start, hover.end) } : null;
    });
    connection.onCompletion((params) => {
      const document = this.documents.get(params.textDocument.uri);
      if (!document) return null;
      return toCompletionItems(document, completionsAt(this.workspace.host, pathOf(document.uri), document.getText(), offsetOf(document, params.position)));
    });
    connection.onDocumentFormatting(async (params) => {
      const document = this.documents.get(params.textDocument.uri);
      if (!document || parse(document.getText()).errors.length > 0) return null;
      const { formatText } = await import("../format/format.js");
      const before = document.getText();
      const edit = difference(pathOf(document.uri), before, await formatText(before));
      return edit.start === edit.end && edit.text === "" ? [] : [{ range: rangeOf(document, edit.start, edit.end), newText: edit.text }];
    });
    connection.onSignatureHelp((params) => {
      const asked = this.at(params);
      const help = asked && signatureAt(asked.analysis, asked.path, asked.offset);
      if (!help) return null;
      const parameters = help.parameters.map((p) => ({ label: p.label, ...(p.doc === undefined ? {} : { documentation: p.doc }) }));
      return { signatures: [{ label: help.label, parameters, ...(help.doc === undefined ? {} : { documentation: help.doc }) }], activeSignature: 0, activeParameter: help.active };
    });
    connection.onCodeAction((params) => {
      const document = this.documents.get(params.textDocument.uri);
      if (!document) return null;
      const wanted = (kind: string): boolean => params.context.only?.every((only) => kind !== only && !kind.startsWith(`${only}.`)) !== true;
      const [from, to] = [offsetOf(document, params.range.start), offsetOf(document, params.range.end)];
      return [...(wanted(CodeActionKind.QuickFix) ? this.quickFixes(document, from, to) : []), ...(wanted(FIX_ALL) ? this.fixAll(document) : [])];
    });
  }

  private quickFixes(document: TextDocument, from: number, to: number): CodeAction[] {
    const path = pathOf(document.uri);
    return this.workspace.compiled(path).diagnostics.flatMap((d): CodeAction[] => {
      const { fix } = d;
      if (!fix || d.place.source.path !== path || d.place.start > to || d.place.end < from) return [];
      const edit = toWorkspaceEdit(this.workspace, [{ path: fix.place.source.path, start: fix.place.start, end: fix.place.end, text: fix.text }]);
      return [{ title: fix.title, kind: CodeActionKind.QuickFix, isPreferred: true, diagnostics: [toDiagnostic(this.workspace, d)], edit }];
    });
  }

  /** What `worldc check --fix` would do, for this document. */
  private fixAll(document: TextDocument): CodeAction[] {
    const path = pathOf(document.uri);
    if (!this.workspace.compiled(path).diagnostics.some((d) => d.fix?.place.source.path === path)) return [];
    const after = repair(this.workspace.host, [path]).edited.get(path);
    if (after === undefined || after === document.getText()) return [];
    return [{ title: "Apply all fixes", kind: FIX_ALL, edit: toWorkspaceEdit(this.workspace, [difference(path, document.getText(), after)]) }];
  }
}

/** A position that is none (negative, not a number) is the start of the text. */
function offsetOf(document: TextDocument, position: Position): number {
  const sane = (n: unknown): number => (typeof n === "number" && n >= 0 ? Math.floor(n) : 0);
  return document.offsetAt({ line: sane(position.line), character: sane(position.character) });
}

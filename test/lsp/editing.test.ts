/** What happens while somebody types: diagnostics, fixes, unsaved files, broken text, odd characters, odd clients. */

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toJson } from "../../compiler/diagnostics/render.js";
import { analyse } from "../../compiler/editor/analysis.js";
import { compile } from "../../compiler/program.js";
import { fileHost } from "../../compiler/source.js";
import { LIGHTTALK, ROOT, worldc } from "../support/cli.js";
import type { TextEdit } from "vscode-languageserver/node.js";
import { Editor, endServers } from "./client.js";

let editor: Editor;
const folder = mkdtempSync(join(tmpdir(), "worldc-lsp-"));
const file = (name: string): string => join(folder, name);

beforeAll(async () => {
  editor = await Editor.start(folder);
});
afterAll(endServers);

const DESK = `/// A desk.
app Desk {
  entity Book {
    key isbn: string
    title: string
    borrowed: bool = false
  }
  init { create Book { isbn: "1", title: "Emma" } }
  /// Lends a book.
  /// @param isbn the book
  tool lend(isbn as book: Book) {
    require not book.borrowed else "{book.title} is out."
    set book.borrowed = true
    return book.title
  }
}
test "lending" in Desk { call lend(isbn: "1") }
`;

describe("formatting", () => {
  const format = (doc: Awaited<ReturnType<Editor["open"]>>): Promise<TextEdit[] | null> =>
    editor.connection.sendRequest("textDocument/formatting", { textDocument: { uri: doc.uri }, options: { tabSize: 2, insertSpaces: true } });
  it("gives one edit that makes the one style, and none where it is there already", async () => {
    const doc = await editor.open(file("loose.world"), "/// A desk.\napp Desk {\n  state {   open :bool=true }\n}\n");
    expect(doc.edited((await format(doc)) ?? [])).toBe("/// A desk.\napp Desk {\n  state { open: bool = true }\n}\n");
    await editor.close(doc);
    const tidy = await editor.open(LIGHTTALK);
    expect(await format(tidy)).toEqual([]);
    await editor.close(tidy);
  });
  it("leaves a text with syntax errors alone", async () => {
    const doc = await editor.open(file("broken.world"), "app Desk {\n  state { open: = }\n}\n");
    expect(await format(doc)).toBeNull();
    await editor.close(doc);
  });
});

describe("diagnostics as you type", () => {
  it("appear and go", async () => {
    const doc = await editor.open(file("desk.world"), DESK);
    await editor.expectDiagnostics(doc, []);
    await editor.type(doc, "set book.borrowed", "set book.borowed");
    await editor.expectDiagnostics(doc, [["W302", "borowed"]]);
    await editor.type(doc, "borowed", "borrowed");
    await editor.expectDiagnostics(doc, []);
    await editor.close(doc);
    await editor.expectDiagnostics(doc, []);
  });

  it("come for the 1,500 lines of LightTalk, too", async () => {
    const doc = await editor.open(LIGHTTALK);
    await editor.expectDiagnostics(doc, []);
    await editor.type(doc, "require privileged else", "require you else");
    await editor.expectDiagnostics(doc, [["W301", "you"]]);
    await editor.close(doc);
  });

  it("see unsaved edits of imported files", async () => {
    writeFileSync(file("clock.world"), `/// Keeps time.\napp Clock {\n  state { zone: string = "utc" }\n  /// Tells the zone.\n  tool zone_name() { return zone }\n}\n`);
    const main = await editor.open(file("main.world"), `import { Clock } from "./clock.world"\n/// Uses it.\napp Main uses Clock {\n  /// Tells it, too.\n  tool tell() { return Clock.zone }\n}\n`);
    await editor.expectDiagnostics(main, []);
    const clock = await editor.open(file("clock.world"));
    await editor.type(clock, "zone: string", "area: string");
    await editor.expectDiagnostics(main, [["W301", "zone"]]);
    await editor.expectDiagnostics(clock, [["W301", "zone"]]);
    await editor.close(clock);
    await editor.expectDiagnostics(main, []);
    await editor.close(main);
  });

  it("survive every prefix of a file", async () => {
    const doc = await editor.open(file("prefix.world"), "");
    for (let end = 0; end <= DESK.length; end += 7) {
      doc.text = DESK.slice(0, end);
      await editor.connection.sendNotification("textDocument/didChange", { textDocument: { uri: doc.uri, version: ++doc.version }, contentChanges: [{ text: doc.text }] });
      const position = doc.positionOf(end);
      for (const method of ["completion", "hover", "definition", "signatureHelp"]) await editor.connection.sendRequest(`textDocument/${method}`, { textDocument: { uri: doc.uri }, position });
      await editor.symbols(doc);
    }
    await editor.close(doc);
  });
});

describe("quick fixes", () => {
  it("are those of `--fix`", async () => {
    const doc = await editor.open(file("fix.world"), DESK.replace("set book.borrowed", "set book.borowed"));
    await editor.until(doc, (list) => list.length > 0);
    await editor.expectQuickFix(doc, "book.boro|wed", "set book.borrowed = true");
    expect(await editor.actions(doc, "app De|sk", ["quickfix"])).toEqual([]);
    await editor.close(doc);
  });

  it("can all be applied at once", async () => {
    const doc = await editor.open(file("all.world"), DESK.replace("set book.borrowed", "set book.borowed").replace("return book.title", "return bok.titel"));
    const [all] = await editor.actions(doc, "app De|sk", ["source.fixAll"]);
    expect(doc.edited(all?.edit?.changes?.[doc.uri] ?? [])).toBe(DESK);
    await editor.close(doc);
  });
});

describe("names in small texts", () => {
  const KINDS = `enum Size { small, large = "L" }
type Part = { size: Size, count: int }
kind Payment { card(last4: string), cash }
fn twice(count: int): int = count * 2
/// A shop.
app Shop {
  entity Order {
    key oid: id("order")
    pays: Payment = cash
    size: Size
    part: Part
    lines: Line[] of order
    get total: int = lines.sum(l => l.amount)
  }
  entity Line { key lid: id("line")   order: Order cascade   amount: int   unit: int }
  view LineView of Line { amount, price: unit }
  /// Describes.
  /// @param oid which
  tool describe(oid as order: Order) {
    let first = order.lines.first else "nothing"
    let size = order.size
    let shown = first as LineView
    if order.pays is card { return "{order.pays.last4} {twice(count: first.amount)} {shown.price}" }
    if size == large { return "{order.part.count}" }
    return "{order.total}"
  }
}
`;

  it("have definitions: enums, kinds, records, columns, functions, locals", async () => {
    const doc = await editor.open(file("kinds.world"), KINDS);
    await editor.expectDefinition(doc, "size == la|rge", "|large = ");
    await editor.expectDefinition(doc, "pays is ca|rd", "|card(last4");
    await editor.expectDefinition(doc, "pays.la|st4", "card(|last4");
    await editor.expectDefinition(doc, "part.cou|nt", "size: Size, |count");
    await editor.expectDefinition(doc, "shown.pri|ce", "|price: unit");
    await editor.expectDefinition(doc, "twice(cou|nt:", "fn twice(|count");
    await editor.expectDefinition(doc, "{twi|ce(", "fn |twice");
    await editor.expectDefinition(doc, "fir|st.amount", "let |first");
    await editor.expectDefinition(doc, "(l => l.am|ount)", "|amount: int");
    await editor.expectDefinition(doc, "sum(l => |l.amount", "sum(|l =>");
    await editor.expectReferences(doc, "|amount: int", 4, ["l.|amount", "LineView of Line { |amount"]);
    await editor.close(doc);
  });

  it("are renamed where two names are written as one", async () => {
    const doc = await editor.open(file("short.world"), `/// Notes.
app Notes {
  entity Note { key nid: id("note")   body: text }
  /// Writes.
  /// @param body what
  tool write(body: text) {
    let note = create Note { body }
    return { note: note.nid, body }
  }
}
test "t" in Notes {
  let body = "x"
  call write(body)
}
`);
    const field = doc.edited((await editor.expectRename(doc, "|body: text }", "content"))[doc.uri] ?? []);
    expect(field).toContain("content: text }");
    expect(field).toContain("create Note { content: body }");
    const parameter = doc.edited((await editor.expectRename(doc, "write(bo|dy: text", "content"))[doc.uri] ?? []);
    expect(parameter).toContain("@param content what\n  tool write(content: text) {\n    let note = create Note { body: content }\n    return { note: note.nid, body: content }");
    expect(parameter).toContain("call write(content: body)");
    const local = doc.edited((await editor.expectRename(doc, 'let bo|dy = "x"', "said"))[doc.uri] ?? []);
    expect(local).toContain('let said = "x"\n  call write(body: said)');
    await editor.expectRefusal(doc, "let no|te", "body", /body/);
    await editor.close(doc);
  });
});

describe("positions", () => {
  it("count UTF-16 units", async () => {
    const doc = await editor.open(file("wide.world"), DESK.replace('"{book.title} is out."', '"😀 {book.titel} is out."'));
    await editor.expectDiagnostics(doc, [["W302", "titel"]]);
    await editor.type(doc, "titel", "title");
    await editor.expectDiagnostics(doc, []);
    await editor.expectDefinition(doc, "😀 {book.ti|tle}", "|title: string");
    await editor.close(doc);
  });

  it("are right in files with CRLF", async () => {
    const doc = await editor.open(file("crlf.world"), DESK.replace(/\n/g, "\r\n").replace("set book.borrowed", "set book.borowed"));
    await editor.expectDiagnostics(doc, [["W302", "borowed"]]);
    await editor.expectQuickFix(doc, "book.boro|wed", "set book.borrowed = true\r\n");
    await editor.expectDefinition(doc, "return book.ti|tle", "|title: string");
    await editor.close(doc);
  });
});

describe("the recorder", () => {
  it("changes nothing of what a check says", () => {
    const host = fileHost(join(ROOT, "stdlib"), ROOT);
    for (const path of [LIGHTTALK, join(ROOT, "test/compiler/twenty-mistakes.world")]) {
      expect(analyse(host, path)?.diagnostics.map(toJson)).toEqual(compile(host, path).diagnostics.map(toJson));
    }
  });
});

describe("the server", () => {
  it("wants to be told how to serve", () => {
    expect(worldc(["lsp"])).toMatchObject({ status: 2, stderr: expect.stringContaining("U107") });
  });

  it("answers malformed requests with errors, and goes on", async () => {
    const doc = await editor.open(file("odd.world"), DESK);
    const uri = doc.uri;
    await expect(editor.connection.sendRequest("textDocument/nonsense", {})).rejects.toThrow();
    await expect(editor.connection.sendRequest("textDocument/hover", { textDocument: null })).rejects.toThrow();
    await expect(editor.connection.sendRequest("textDocument/rename", { textDocument: { uri }, position: { line: 1, character: 5 } })).rejects.toThrow();
    for (const position of [{ line: 1e9, character: 1e9 }, { line: -1, character: -1 }, { line: "x" }]) await editor.connection.sendRequest("textDocument/hover", { textDocument: { uri }, position });
    for (const odd of ["file:///no/such.world", "untitled:Untitled-1", "nonsense", ""]) {
      expect(await editor.connection.sendRequest("textDocument/completion", { textDocument: { uri: odd }, position: { line: 0, character: 0 } })).toBeNull();
    }
    await editor.connection.sendNotification("textDocument/didChange", { textDocument: { uri: "file:///no/such.world", version: 1 }, contentChanges: [{ text: "" }] });
    editor.process.stdin.write("Content-Length: 9\r\n\r\n{not json");
    await editor.expectHover(doc, "entity Bo|ok", "entity Book");
    await editor.close(doc);
  });

  it("serves documents that were never saved", async () => {
    const uri = "untitled:Untitled-1";
    await editor.connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "world", version: 1, text: "app A { tool t() { return x } }" } });
    await editor.until({ uri } as never, (list) => list.some((d) => d.code === "W301"));
    await editor.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  });

  it("ends when it is told to", async () => {
    const other = await Editor.start(folder);
    const ended = new Promise((resolve) => other.process.on("exit", resolve));
    await other.connection.sendRequest("shutdown");
    await other.connection.sendNotification("exit");
    expect(await ended).toBe(0);
  });
});

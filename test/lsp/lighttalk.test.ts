/** Each feature on the shipped world itself. */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIGHTTALK, ROOT } from "../support/cli.js";
import { Editor, endServers, type Doc } from "./client.js";

let editor: Editor;
let doc: Doc;
let phone: Doc;

beforeAll(async () => {
  editor = await Editor.start();
  doc = await editor.open(LIGHTTALK);
  phone = await editor.open(join(ROOT, "worlds/lightos.world"));
});
afterAll(endServers);

describe("definition", () => {
  it.each([
    ["an entity in a type", "thread: Con|tact cascade", "|Contact {\n    key uid"],
    ["an entity before `.all`", "Con|tact.all", "|Contact {\n    key uid"],
    ["a field of a parameter", "contact.blo|cked", "|blocked: bool = false"],
    ["the field of an inverse", "Message[] of thr|ead by", "|thread: Contact cascade"],
    ["the field an inverse is ordered by", "by pos|ted", "|posted: datetime"],
    ["a guard", "with privi|lege", "|privilege { require"],
    ["state in a guard", "require privi|leged else", "|privileged: bool"],
    ["an action", "do check_rea|chable(", "|check_reachable(contact: Contact)"],
    ["a view", "as Contact|Card", "|ContactCard of Contact"],
    ["a corpus", "return cit|ies }", "|cities from"],
    ["a tool in an edge", "get_contact_in|fo.uid from", "|get_contact_info(uid"],
    ["a parameter in an edge", "get_contact_info.u|id from", "|uid as contact: Contact) takes"],
    ["a tool in a test", "call ask_for_privi|lege()", "|ask_for_privilege("],
    ["the app of a test", 'in Light|Talk seed 42', "|LightTalk uses LightOS"],
    ["an enum", "gender: Gen|der\n", "|Gender {"],
  ])("%s", async (_, mark, expected) => {
    await editor.expectDefinition(doc, mark, expected.startsWith("|uid as") ? "get_contact_info(|uid" : expected);
  });

  it("goes into imported files and the standard library", async () => {
    await editor.expectDefinition(doc, "uses Light|OS", "|LightOS", phone);
    const [place] = await editor.ask<{ uri: string }[]>("textDocument/definition", doc, "simil|arity(");
    expect(place?.uri).toMatch(/stdlib\/text\.world$/);
  });
});

describe("references and rename", () => {
  it("finds every use of a field, also through inverses, views, tests and shorthands", async () => {
    const uses = doc.text.split("\n").filter((l) => /\bblocked\b/.test(l)).length;
    const found = await editor.ask<unknown[]>("textDocument/references", doc, "|blocked: bool = false", { context: { includeDeclaration: true } });
    expect(found.length).toBeGreaterThan(uses / 2);
    await editor.expectReferences(doc, "guard privi|lege {", doc.text.match(/(?:with|guard) privilege\b/g)?.length ?? 0, ["with |privilege"]);
  });

  it("renames an entity everywhere, and the world still checks", async () => {
    const changes = await editor.expectRename(doc, "entity Con|tact {", "Person");
    const text = doc.edited(changes[doc.uri] ?? []);
    expect(text).not.toMatch(/\bContact\b(?![^\n]*\/\/)(?=[.[ ,)>])(?<!\/\/\/.*)/);
    expect(text).toContain("view ContactCard of Person {");
    expect(text).toContain("likes: Set<Person>");
  });

  it("keeps what an answer calls a column when the field behind it is renamed", async () => {
    const changes = await editor.expectRename(doc, "|blocked: bool = false", "shut");
    expect(doc.edited(changes[doc.uri] ?? [])).toContain("view ContactMatch of Contact { uid, name, blocked: shut }");
  });

  it("renames a parameter with its documentation and the calls that name it", async () => {
    const changes = await editor.expectRename(doc, "tool send_message(uid as contact: Contact, cont|ent", "body");
    const text = doc.edited(changes[doc.uri] ?? []);
    expect(text).toContain("@param body");
    expect(text).toMatch(/call send_message\(uid: [^)]*body: "/);
  });

  it("renames an app across files", async () => {
    const changes = await editor.expectRename(doc, "import { Light|OS }", "Phone");
    // Every world and every task of the folder that uses it, and no other.
    const users = readdirSync(join(ROOT, "worlds"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".world") && /\bLightOS\b/.test(readFileSync(join(ROOT, "worlds", path), "utf8")))
      .map((path) => basename(path));
    expect(users.length).toBeGreaterThan(2);
    expect(Object.keys(changes).map((uri) => uri.slice(uri.lastIndexOf("/") + 1)).sort()).toEqual(users.sort());
    expect(phone.edited(changes[phone.uri] ?? [])).toContain("app Phone");
  });

  it("renames from the file that is imported, too", async () => {
    const changes = await editor.expectRename(phone, "app Light|OS", "Phone");
    expect(doc.edited(changes[doc.uri] ?? [])).toContain("app LightTalk uses Phone {");
  });

  it("refuses what would break", async () => {
    await editor.expectRefusal(doc, "simil|arity(", "alike", /standard library/);
    await editor.expectRefusal(doc, "entity Con|tact {", "match", /reserved word/);
    await editor.expectRefusal(doc, "entity Con|tact {", "two words", /no name/);
    await editor.expectRefusal(doc, "me: Con|tact\n", "Message", /declared already/);
    await editor.expectRefusal(doc, "    |me: Contact", "city", /city/);
  });
});

describe("hover", () => {
  it("shows signatures, types and documentation", async () => {
    await editor.expectHover(doc, "contact.blo|cked", "blocked: bool = false", "field of `Contact`: `bool`", "A blocked contact can neither");
    await editor.expectHover(doc, "thread: Con|tact cascade", 'entity Contact { key uid: id("user")', "address book");
    await editor.expectHover(doc, "simil|arity(", "extern fn similarity(a: string, b: string): float", "Levenshtein");
    await editor.expectHover(doc, "let gen|der = random", "let gender: Gender");
  });

  it("shows guards, cost and footprint of a tool", async () => {
    await editor.expectHover(doc, "tool delete_con|tact(", "- needs `privilege`", "- deletes `Contact`", "Contact");
    await editor.expectHover(doc, "tool send_mess|age(", "- takes 1..10 s", "- creates `Message`");
  });

  it("shows the type of a method's answer", async () => {
    await editor.expectHover(doc, "Contact.all.fil|ter(", "filter: Contact[]");
  });
});

describe("outline, folding, signatures", () => {
  it("lists the app with its members, and the tests", async () => {
    const symbols = await editor.symbols(doc);
    const app = symbols.find((s) => s.name === "LightTalk");
    expect(app?.children?.map((c) => c.name)).toEqual(expect.arrayContaining(["Contact", "privilege", "send_message", "ContactCard", "me"]));
    expect(app?.children?.find((c) => c.name === "Contact")?.children?.map((c) => c.name)).toContain("blocked");
    expect(symbols.some((s) => s.name === "the start keeps its promises")).toBe(true);
  });

  it("folds declarations", async () => {
    const folds = await editor.folds(doc);
    const line = doc.position("entity Contact {").line;
    expect(folds.some((f) => f.startLine === line && f.endLine > line + 5)).toBe(true);
  });

  it("shows the parameter that is being written", async () => {
    const help = await editor.signature(doc, 'call send_message(uid: |');
    expect(help?.signatures[0]?.label).toContain("tool send_message(uid as contact: Contact");
    expect(help?.activeParameter).toBe(0);
  });
});

/** Completion in the shipped world, in the state in which text is while somebody types. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TextEdit } from "vscode-languageserver/node.js";
import { LIGHTTALK } from "../support/cli.js";
import { Editor, endServers, type Doc } from "./client.js";

let editor: Editor;

beforeAll(async () => {
  editor = await Editor.start();
});
afterAll(endServers);

/** The world with something typed behind a mark. */
async function typed(behind: string, text: string): Promise<{ doc: Doc; mark: string }> {
  const doc = await editor.open(LIGHTTALK);
  await editor.type(doc, `${behind}|`, text);
  return { doc, mark: `${behind}${text}|` };
}

const ACTION = "action check_reachable(contact: Contact) {";
const APP = "app LightTalk uses LightOS {";
const TEST = 'test "the start keeps its promises" in LightTalk seed 42 {';
const FIELDS = ["uid", "name", "blocked", "chat", "owned_groups"];

describe("completion", () => {
  it.each([
    ["fields after `.`", ACTION, "\n    contact.", FIELDS, ["lower"]],
    ["fields of a target", ACTION, "\n    set contact.", FIELDS, ["me"]],
    ["fields in a lambda", ACTION, "\n    let x = Contact.all.filter(c => c.", FIELDS, []],
    ["fields in a hole", ACTION, '\n    let x = "{contact.}"', FIELDS, []],
    ["methods of a list", ACTION, "\n    let x = Contact.all.", ["filter", "count", "sort_desc"], ["uid", "lower"]],
    ["methods of a text", ACTION, "\n    let x = contact.name.", ["lower", "contains", "length"], ["filter"]],
    ["what an entity can be asked", ACTION, "\n    let x = Contact.", ["all", "find"], ["uid"]],
    ["members of an enum by its name", ACTION, "\n    let x = Gender.", ["male", "female", "count"], []],
    ["names in scope", ACTION, "\n    require ", ["contact", "me", "privileged", "Contact", "similarity", "now", "not"], ["let", "send_message"]],
    ["statements", ACTION, "\n    ", ["let", "require", "set", "do", "fail"], ["return", "expect", "contact"]],
    ["statements of a test", TEST, "\n  ", ["let", "call", "expect", "advance"], ["set", "create"]],
    ["entities after `create`", ACTION, "\n    create ", ["Contact", "Message"], ["Gender", "me"]],
    ["fields to create", ACTION, '\n    create Contact { name: "x", ', ["gender", "tag"], ["name", "uid", "chat"]],
    ["actions after `do`", ACTION, "\n    do ", ["check_owned", "withdraw"], ["send_message"]],
    ["parameters of an action", ACTION, "\n    do deliver(", ["contact", "content", "image"], []],
    ["views after `as`", ACTION, "\n    let x = contact as ", ["ContactCard", "GroupInfo"], ["Contact"]],
    ["tools after `call`", TEST, "\n  call ", ["send_message", "finish"], ["Contact"]],
    ["parameters in `call t(`", TEST, "\n  call send_message(", ["uid", "content"], []],
    ["the parameters that are left", TEST, "\n  call send_message(uid: 1, ", ["content"], ["uid"]],
    ["members of an app", APP, "\n  ", ["entity", "tool", "guard", "edges"], ["let", "world"]],
    ["types of parameters", APP, "\n  fn f(a: ", ["int", "Contact", "Gender", "Set"], ["me"]],
    ["types of fields", APP, "\n  entity E { a: ", ["int", "Contact"], ["key"]],
    ["modifiers of fields", APP, "\n  entity E { a: int ", ["unique", "where", "cascade"], ["Contact"]],
    ["guards after `with`", APP, "\n  tool t() with ", ["privilege"], ["send_message"]],
    ["tools of a fault", APP, "\n  fault f { on ", ["send_message", "all"], ["Contact"]],
    ["parameters in an edge", "  edges {", "\n    send_message.", ["uid", "content"], []],
    ["tools in edges", "  edges {", "\n    send_message.uid from ", ["get_my_uid"], ["me"]],
    ["draws", "  init {", "\n    let x = random.", ["int", "pick", "fresh"], []],
    ["declarations at the top", 'from "std/text"', "\n", ["app", "world", "test", "fn"], ["let", "entity"]],
    ["worlds of a test", 'test "the start keeps its promises" in ', "", ["LightTalk"], ["Contact"]],
    ["what a file declares", "import { ", "", ["LightOS"], []],
  ] as const)("%s", async (_, behind, text, expected, absent) => {
    const { doc, mark } = await typed(behind, text);
    await editor.expectCompletion(doc, text.endsWith('.}"') ? mark.replace('}"|', '|}"') : mark, expected, { absent });
    await editor.close(doc);
  });

  it("offers members of the enum first where one is expected", async () => {
    for (const text of ["\n    require contact.gender == ", '\n    create Contact { gender: ', "\n    set contact.gender = "]) {
      const { doc, mark } = await typed(ACTION, text);
      await editor.expectCompletion(doc, mark, [], { first: ["male", "female"] });
      await editor.close(doc);
    }
  });

  it("replaces the word at the cursor and says what an offer is", async () => {
    const { doc, mark } = await typed(ACTION, "\n    require contact.blo");
    const items = await editor.expectCompletion(doc, mark, ["blocked"]);
    const item = items.find((i) => i.label === "blocked");
    expect(item).toMatchObject({ detail: "bool", textEdit: { newText: "blocked" } });
    expect(JSON.stringify(item?.documentation)).toContain("neither be written to");
    expect(doc.at((item?.textEdit as TextEdit).range)).toBe("blo");
    await editor.close(doc);
  });

  it("offers nothing in comments and texts", async () => {
    for (const text of ["\n    // con", '\n    let x = "con"']) {
      const { doc, mark } = await typed(ACTION, text);
      expect(await editor.expectCompletion(doc, text.endsWith('"') ? `${mark.slice(0, -2)}|"` : mark, [])).toEqual([]);
      await editor.close(doc);
    }
  });
});

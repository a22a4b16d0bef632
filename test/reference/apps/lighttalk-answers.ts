/** LightTalk's answers: people, tags and chats. */

import { objects, partOf, rows, single, textOf, type Answer } from "../answers.js";
import { instant, members, to, type NeutralRow } from "../neutral.js";
import { read, RecordingError } from "../recording.js";

/** The original sends an image as markup in a text; here it is a link of its own. */
export function textOrImage(content: string): { readonly content: string; readonly image: string | null } {
  const image = /^\s*<img\b[^>]*\bsrc=["']?([^"'\s>]+)["']?[^>]*>\s*$/.exec(content)?.[1];
  return image === undefined ? { content, image: null } : { content: "", image };
}

type Card = { readonly uid: string; readonly name: string; readonly tag: string };

const person = (uid: string, name: string, tag: string): NeutralRow => ({ id: uid, fields: { name, tag } });

const people: Answer = {
  recorded: (output, path) => rows("contact", objects(output, path).map((c) => person(read.text(c, "uid", path), read.text(c, "name", path), read.text(c, "tag", path)))),
  ours: (output: readonly Card[]) => rows("contact", output.map((c) => person(c.uid, c.name, c.tag))),
};

const texts = (output: unknown, path: string): readonly string[] => read.texts({ output }, "output", path);

/** `Ann Lee (user_…)`, with ` (blocked)` behind it where she is. */
function found(text: string, path: string): NeutralRow {
  const [, name = "", uid] = /^(.*) \((user_\w+)\)(?: \(blocked\))?$/.exec(text) ?? [];
  if (uid === undefined) throw new RecordingError(path, "expected a name and a UID");
  return { id: uid, fields: { name, blocked: text.endsWith(" (blocked)") } };
}

const message = (mid: string, from: string, sent: string, content: string, image: string | null): NeutralRow => ({
  id: mid,
  fields: { from: to(from), sent: instant(sent), content, image },
});

export const lightTalkAnswers: Readonly<Record<string, Answer>> = {
  get_myuid: { recorded: (output, path) => single(textOf(output, path)), ours: (output: string) => single(output) },
  get_my_name: { recorded: (output, path) => single(textOf(output, path)), ours: (output: string) => single(output) },
  get_uid_from_name: {
    recorded: (output, path) => rows("contact", [{ id: partOf(output, /^(user_\w+)(?: \(blocked\))?$/, path), fields: { blocked: textOf(output, path).endsWith(" (blocked)") } }]),
    ours: ({ uid, blocked }: { uid: string; blocked: boolean }) => rows("contact", [{ id: uid, fields: { blocked } }]),
  },
  fuzzy_search_uids_from_name: {
    recorded: (output, path) => rows("contact", texts(output, path).map((text) => found(text, path))),
    ours: (output: readonly { uid: string; name: string; blocked: boolean }[]) => rows("contact", output.map(({ uid, name, blocked }) => ({ id: uid, fields: { name, blocked } }))),
  },
  get_all_contacts: people,
  get_contacts: people,
  get_contacts_by_tag: people,
  list_all_tags: {
    recorded: (output, path) =>
      rows("tag", texts(output, path).map((text) => ({ id: partOf(text, /^(.+) \(\d+\)$/, path), fields: { count: Number(partOf(text, /\((\d+)\)$/, path)) } }))),
    ours: (output: readonly { tag: string; count: number }[]) => rows("tag", output.map(({ tag, count }) => ({ id: tag, fields: { count } }))),
  },
  get_chat_history: {
    recorded: (output, path) =>
      rows("message", objects(output, path).map((m) => {
        const { content, image } = textOrImage(read.text(m, "content", path));
        return message(read.text(m, "mid", path), read.text(m, "send_uid", path), read.instant(m, "timestamp", path), content, image);
      })),
    ours: (output: readonly { mid: string; from: string; sent: string; content: string; image: string | null }[]) =>
      rows("message", output.map((m) => message(m.mid, m.from, m.sent, m.content, m.image))),
  },
  get_last_k_moments: {
    recorded: (output, path) =>
      rows("moment", objects(output, path).map((m) => ({
        id: read.text(m, "moid", path),
        fields: { owner: to(read.text(m, "owner_uid", path)), content: read.text(m, "content", path), posted: instant(read.instant(m, "timestamp", path)), likes: members(read.texts(m, "who_likes", path)) },
      }))),
    ours: (output: readonly { moid: string; owner: string; content: string; posted: string; likes: readonly string[] }[]) =>
      rows("moment", output.map((m) => ({ id: m.moid, fields: { owner: to(m.owner), content: m.content, posted: instant(m.posted), likes: members(m.likes) } }))),
  },
};

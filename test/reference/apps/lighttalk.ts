/** LightTalk: contacts, chats, moments with nested comments, group chats. */

import type { ReplayedApp, Tables } from "../app.js";
import { instant, members, to, type NeutralRow, type NeutralState } from "../neutral.js";
import { read, RecordingError, type Json } from "../recording.js";
import { lightTalkAnswers, textOrImage } from "./lighttalk-answers.js";
import { lightTalkCorrections } from "./lighttalk-corrections.js";

/** A recorded comment with its place. */
interface PlacedComment {
  readonly json: Json;
  readonly path: string;
  readonly moment: string;
  readonly parent: string | null;
}

/** A recorded object with its place. */
interface Placed {
  readonly json: Json;
  readonly path: string;
  /** The contact or group it was found in. */
  readonly within: string;
}

/** A recorded state taken apart. */
interface Parts {
  readonly contacts: readonly Placed[];
  readonly messages: readonly Placed[];
  readonly moments: readonly Placed[];
  readonly comments: readonly PlacedComment[];
  readonly groups: readonly Placed[];
  readonly groupMessages: readonly Placed[];
}

function partsOf(state: Json, path: string): Parts {
  const placed = (list: readonly unknown[], at: string, within: string): Placed[] =>
    list.map((item, i) => ({ json: read.object(item, `${at}[${i}]`), path: `${at}[${i}]`, within }));
  const contacts = Object.entries(read.object(state["contacts"], `${path}.contacts`)).map(([uid, item]): Placed => {
    const at = `${path}.contacts.${uid}`;
    const json = read.object(item, at);
    if (json["uid"] !== uid) throw new RecordingError(`${at}.uid`, "is not the contact's key");
    return { json, path: at, within: uid };
  });
  const inContacts = (field: string): Placed[] => contacts.flatMap((c) => placed(read.list(c.json, field, c.path), `${c.path}.${field}`, c.within));
  const moments = inContacts("moments");
  const groups = placed(read.list(state, "groups", path), `${path}.groups`, "");
  const comments = (list: readonly unknown[], at: string, moment: string, parent: string | null): PlacedComment[] =>
    placed(list, at, moment).flatMap(({ json, path: here }) => [
      { json, path: here, moment, parent },
      ...comments(read.list(json, "comments", here), `${here}.comments`, moment, read.text(json, "cid", here)),
    ]);
  return {
    contacts,
    messages: inContacts("chat_history"),
    moments,
    comments: moments.flatMap((m) => comments(read.list(m.json, "comments", m.path), `${m.path}.comments`, read.text(m.json, "moid", m.path), null)),
    groups,
    groupMessages: groups.flatMap((g) => placed(read.list(g.json, "chat_history", g.path), `${g.path}.chat_history`, read.text(g.json, "gid", g.path))),
  };
}

/** The user is the contact tagged "me". */
function userOf(parts: Parts, path: string): string {
  const mine = parts.contacts.filter((c) => c.json["tag"] === "me");
  if (mine.length !== 1) throw new RecordingError(`${path}.contacts`, 'expected exactly one contact tagged "me"');
  return mine[0]!.within;
}

/** Members that a group message names: all, written as "all" or as nothing, or UIDs with commas between. */
function mentioned(receivers: string): string[] {
  return receivers === "" || receivers === "all" ? [] : receivers.split(",");
}

const once = (ids: readonly string[]): string[] => [...new Set(ids)];

/**
 * Tables from a recorded state. Ordinals follow the order of the record. What the record does not say is chosen so that it
 * changes no outcome: everybody is offline; nothing is privileged or accelerated yet, as a run begins; chance never
 * strikes by itself; and the user's city is the original's "UnKnown", which the moments it posts carry.
 */
function load(state: Json, path: string): Tables {
  const parts = partsOf(state, path);
  const table = (rows: readonly Json[]): Tables[string] => ({ next: rows.length, rows: rows.map((row, i) => [i, row]) });
  return {
    "LightTalk.Contact": table(
      parts.contacts.map(({ json, path: at }) => ({
        uid: read.text(json, "uid", at),
        name: read.text(json, "name", at),
        gender: read.text(json, "gender", at),
        tag: read.text(json, "tag", at),
        status: "offline",
        blocked: read.flag(json, "blocked", at),
        remark: read.text(json, "remark", at),
        unread: !read.flag(json, "read_new_message", at),
      })),
    ),
    "LightTalk.Message": table(
      parts.messages.map(({ json, path: at, within }) => ({
        mid: read.text(json, "mid", at),
        thread: within,
        from: read.text(json, "send_uid", at),
        sent: read.instant(json, "timestamp", at),
        ...textOrImage(read.text(json, "content", at)),
      })),
    ),
    "LightTalk.Moment": table(
      parts.moments.map(({ json, path: at }) => ({
        moid: read.text(json, "moid", at),
        owner: read.text(json, "owner_uid", at),
        content: read.text(json, "content", at),
        posted: read.instant(json, "timestamp", at),
        ip_location: read.text(json, "ip", at),
        images: read.texts(json, "img_urls", at),
        likes: once(read.texts(json, "who_likes", at)),
      })),
    ),
    "LightTalk.Comment": table(
      parts.comments.map(({ json, path: at, moment, parent }) => ({
        cid: read.text(json, "cid", at),
        moment,
        parent,
        author: read.text(json, "send_uid", at),
        content: read.text(json, "content", at),
        sent: read.instant(json, "timestamp", at),
      })),
    ),
    "LightTalk.Group": table(
      parts.groups.map(({ json, path: at }) => ({
        gid: read.text(json, "gid", at),
        name: read.text(json, "name", at),
        owner: read.text(json, "owner_id", at),
        members: once(read.texts(json, "uids", at)),
        unread: !read.flag(json, "read_new_message", at),
      })),
    ),
    "LightTalk.GroupMessage": table(
      parts.groupMessages.map(({ json, path: at, within }) => ({
        mid: read.text(json, "mid", at),
        group: within,
        from: read.text(json, "send_uid", at),
        mentions: once(mentioned(read.text(json, "receive_uid", at))),
        sent: read.instant(json, "timestamp", at),
        ...textOrImage(read.text(json, "content", at)),
      })),
    ),
    "LightTalk.state": table([{ me: userOf(parts, path), privileged: false, accelerated: false, city: "UnKnown", error_rate: 0 }]),
  };
}

/** The recorded state to compare. Rows stand by themselves, with their places as fields; order is that of time, here and there. */
function recordedState(state: Json, path: string): NeutralState {
  const parts = partsOf(state, path);
  const row = (json: Json, at: string, key: string, fields: NeutralRow["fields"]): NeutralRow => ({ id: read.text(json, key, at), fields });
  return {
    contact: parts.contacts.map(({ json, path: at }) =>
      row(json, at, "uid", {
        name: read.text(json, "name", at),
        gender: read.text(json, "gender", at),
        tag: read.text(json, "tag", at),
        blocked: read.flag(json, "blocked", at),
        remark: read.text(json, "remark", at),
        unread: !read.flag(json, "read_new_message", at),
      }),
    ),
    message: parts.messages.map(({ json, path: at, within }) =>
      row(json, at, "mid", {
        thread: to(within),
        from: to(read.text(json, "send_uid", at)),
        receiver: to(read.text(json, "receive_uid", at)),
        sent: instant(read.instant(json, "timestamp", at)),
        ...textOrImage(read.text(json, "content", at)),
      }),
    ),
    moment: parts.moments.map(({ json, path: at, within }) =>
      row(json, at, "moid", {
        timeline: to(within),
        owner: to(read.text(json, "owner_uid", at)),
        content: read.text(json, "content", at),
        posted: instant(read.instant(json, "timestamp", at)),
        ip_location: read.text(json, "ip", at),
        images: read.texts(json, "img_urls", at),
        likes: members(read.texts(json, "who_likes", at)),
      }),
    ),
    comment: parts.comments.map(({ json, path: at, moment, parent }) =>
      row(json, at, "cid", {
        moment: to(moment),
        about: to(read.text(json, "receive_moid", at)),
        parent: to(parent),
        author: to(read.text(json, "send_uid", at)),
        content: read.text(json, "content", at),
        sent: instant(read.instant(json, "timestamp", at)),
      }),
    ),
    group: parts.groups.map(({ json, path: at }) =>
      row(json, at, "gid", {
        name: read.text(json, "name", at),
        owner: to(read.text(json, "owner_id", at)),
        members: members(read.texts(json, "uids", at)),
        unread: !read.flag(json, "read_new_message", at),
      }),
    ),
    groupMessage: parts.groupMessages.map(({ json, path: at, within }) =>
      row(json, at, "mid", {
        group: to(within),
        from: to(read.text(json, "send_uid", at)),
        mentions: members(mentioned(read.text(json, "receive_uid", at))),
        sent: instant(read.instant(json, "timestamp", at)),
        ...textOrImage(read.text(json, "content", at)),
      }),
    ),
  };
}

/** Our state to compare: what the user can reach, so groups that the user has left are not part of it. */
function ownState(tables: Tables): NeutralState {
  const rows = (table: string): readonly Json[] => (tables[`LightTalk.${table}`]?.rows ?? []).map(([, fields]) => fields);
  const me = rows("state")[0]!["me"] as string;
  const text = (row: Json, field: string): string => row[field] as string;
  const list = (row: Json, field: string): readonly string[] => row[field] as readonly string[];
  const flag = (row: Json, field: string): boolean => row[field] as boolean;
  const image = (row: Json): string | null => row["image"] as string | null;
  const groups = rows("Group").filter((g) => list(g, "members").includes(me));
  const within = new Set(groups.map((g) => g["gid"]));
  return {
    contact: rows("Contact").map((c) => ({
      id: text(c, "uid"),
      fields: { name: text(c, "name"), gender: text(c, "gender"), tag: text(c, "tag"), blocked: flag(c, "blocked"), remark: text(c, "remark"), unread: flag(c, "unread") },
    })),
    message: rows("Message").map((m) => ({
      id: text(m, "mid"),
      fields: {
        thread: to(text(m, "thread")),
        from: to(text(m, "from")),
        receiver: to(m["from"] === me ? text(m, "thread") : me),
        sent: instant(text(m, "sent")),
        content: text(m, "content"),
        image: image(m),
      },
    })),
    moment: rows("Moment").map((m) => ({
      id: text(m, "moid"),
      fields: {
        timeline: to(text(m, "owner")),
        owner: to(text(m, "owner")),
        content: text(m, "content"),
        posted: instant(text(m, "posted")),
        ip_location: text(m, "ip_location"),
        images: list(m, "images"),
        likes: members(list(m, "likes")),
      },
    })),
    comment: rows("Comment").map((c) => ({
      id: text(c, "cid"),
      fields: {
        moment: to(text(c, "moment")),
        about: to(text(c, "moment")),
        parent: to(c["parent"] as string | null),
        author: to(text(c, "author")),
        content: text(c, "content"),
        sent: instant(text(c, "sent")),
      },
    })),
    group: groups.map((g) => ({ id: text(g, "gid"), fields: { name: text(g, "name"), owner: to(text(g, "owner")), members: members(list(g, "members")), unread: flag(g, "unread") } })),
    groupMessage: rows("GroupMessage")
      .filter((m) => within.has(m["group"]))
      .map((m) => ({
        id: text(m, "mid"),
        fields: { group: to(text(m, "group")), from: to(text(m, "from")), mentions: members(list(m, "mentions")), sent: instant(text(m, "sent")), content: text(m, "content"), image: image(m) },
      })),
  };
}

/** "all", and nothing, address everybody in a group; here that is a parameter left out. */
function withoutAll(args: Json): Json {
  const { at, ...rest } = args;
  return at === undefined || at === "all" ? rest : args;
}

/** What a recorded object or one of our rows says: a message its text, a group its name. */
function wordingOf(json: Json): unknown {
  const { content, image, name } = json;
  if (typeof content !== "string") return name;
  const shown = textOrImage(content);
  return shown.image ?? image ?? shown.content;
}

export const lightTalk: ReplayedApp = {
  recorded: "LightTalk",
  app: "LightTalk",
  names: {
    tools: { get_myuid: "get_my_uid" },
    args: {
      // Pages count from 0 there and from 1 here.
      get_contacts: (args) => ({ ...args, ...(typeof args["page"] === "number" ? { page: args["page"] + 1 } : {}) }),
      send_message_to_group: withoutAll,
      send_image_to_group: withoutAll,
    },
  },
  fault: "LightTalk.network",
  state: {
    created: { msg: ["LightTalk.Message", "LightTalk.GroupMessage"], mo: ["LightTalk.Moment"], com: ["LightTalk.Comment"], group: ["LightTalk.Group"] },
    likeness: (recorded, ours) => wordingOf(recorded) === wordingOf(ours),
    load,
    recordedState,
    ownState,
  },
  answers: lightTalkAnswers,
  corrections: lightTalkCorrections,
};

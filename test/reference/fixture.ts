/** A recorded run in small, written by hand in the original's notation: three friends, a group, a few posts. */

import type { Recording, RecordedCall } from "./recording.js";

export type Mutable<T> = { -readonly [K in keyof T]: T[K] extends object ? Mutable<T[K]> : T[K] };
// States are edited field by field, as the original's would change; their shape is what the importer checks.
export type MutableValue = any;
interface MutableState {
  readonly contacts: Record<string, MutableValue>;
  readonly groups: MutableValue[];
}

/** An identifier of the original's form. */
export const id = (prefix: string, name: string): string => `${prefix}_${name.padEnd(22, "z")}`;

export const ME = id("user", "Mia");
export const ANN = id("user", "Ann");
export const BOB = id("user", "Bob");
export const CAT = id("user", "Cat");
export const FIRST = id("mo", "First");
export const SECOND = id("mo", "Second");
export const MINE = id("mo", "Mine");
export const LIKED = id("com", "Liked");
export const REPLY = id("com", "Reply");
export const OWN = id("com", "Own");
export const CHOIR = id("group", "Choir");

const contact = (uid: string, name: string, more: object = {}): MutableValue => ({
  uid, name, gender: "female", tag: "friends", blocked: false, remark: "", chat_history: [], moments: [], read_new_message: true, ...more,
});
const moment = (moid: string, owner: string, content: string, timestamp: string, more: object = {}): MutableValue => ({
  moid, owner_uid: owner, content, timestamp, ip: "Oslo, Norway", img_urls: [], who_likes: [], comments: [], ...more,
});
export const comment = (cid: string, author: string, about: string, content: string, timestamp: string, comments: readonly object[] = []): MutableValue => ({
  cid, send_uid: author, receive_moid: about, content, timestamp, comments,
});
export const message = (mid: string, from: string, receiver: string, content: string, timestamp: string): MutableValue => ({
  send_uid: from, receive_uid: receiver, timestamp, content, mid,
});

/** The state in which every run of this file begins. */
export function initialState(): MutableState {
  return {
    contacts: {
      [ANN]: contact(ANN, "Ann Lee", {
        chat_history: [message(id("msg", "Late"), ANN, ME, "Are you there?", "2025-05-01 10:09:00"), message(id("msg", "Early"), ME, ANN, "Hello", "2025-05-01 10:03:00")],
        moments: [
          moment(FIRST, ANN, "A quiet day.", "2025-04-01 08:00:00", {
            who_likes: [BOB, CAT],
            comments: [
              comment(LIKED, CAT, FIRST, "Lovely", "2025-04-01 09:00:00", [comment(REPLY, BOB, FIRST, "Indeed", "2025-04-01 09:30:00"), comment(id("com", "Mine"), ME, FIRST, "Yes", "2025-04-01 09:40:00")]),
              comment(OWN, ME, FIRST, "Enjoy it", "2025-04-02 07:00:00"),
            ],
          }),
          moment(SECOND, ANN, "A loud one.", "2025-04-03 08:00:00", { img_urls: ["https://example.com/a.png"], who_likes: [ME] }),
        ],
        read_new_message: false,
      }),
      [BOB]: contact(BOB, "Bob Day", { gender: "male", tag: "family", blocked: true, remark: "owes me lunch" }),
      [CAT]: contact(CAT, "Cat Fox"),
      [ME]: contact(ME, "Mia Orr", { tag: "me", moments: [moment(MINE, ME, "Moving.", "2025-03-01 12:00:00", { ip: "UnKnown" })] }),
    },
    groups: [
      { gid: CHOIR, name: "Choir", owner_id: ME, uids: [ANN, ME].sort(), chat_history: [message(id("msg", "Tuesday"), ANN, "all", "Tuesday?", "2025-06-01 18:00:00")], read_new_message: false },
    ],
  };
}

/** A call as recorded at 09:00:00, in whose course `seconds` pass. */
export function call(tool: string, args: object, status: string | null, output: unknown = "", seconds = 0): RecordedCall {
  return {
    app: "LightTalk",
    tool,
    args: args as RecordedCall["args"],
    result: status === null ? null : { status, output },
    clock_before: "2026-01-02 09:00:00",
    clock_after: `2026-01-02 09:00:0${seconds}`,
  };
}

/** A run from the initial state; `change` makes the final state out of it. */
export function recorded(name: string, calls: readonly RecordedCall[], change: (state: MutableState) => void): Mutable<Recording> {
  const final = initialState();
  change(final);
  const envelope = (output: object): object => ({ status: "ok", output });
  const clock = envelope({});
  return {
    name,
    seed: 7,
    apps: ["LightTalk"],
    query: "Do this and that.",
    calls: calls as Mutable<readonly RecordedCall[]>,
    initial: { LightSystem: clock, LightTalk: envelope(initialState()) },
    final: { LightSystem: clock, LightTalk: envelope(final) },
  };
}

const NEW = { post: id("mo", "New"), note: id("com", "New"), group: id("group", "New"), sent: id("msg", "Sent"), picture: id("msg", "Picture"), invitation: id("msg", "Invite") };
const BUSY = ["internel error", "The network, again."] as const;

/** A run without any defect: everything it did is done the same way here. */
export function sampleRun(): Mutable<Recording> {
  const calls: RecordedCall[] = [
    { ...call("now", {}, "ok", "2026-01-02 09:00:00"), app: "LightSystem" },
    call("get_myuid", {}, "ok", ME),
    call("get_uid_from_name", { name: "Ann Lee" }, ...BUSY),
    call("get_contacts", { page: 0 }, "ok", Object.values(initialState().contacts).map(({ uid, name, tag }) => ({ uid, name, tag }))),
    call("like_moment", { uid: ANN, moid: FIRST }, ...BUSY),
    call("acc_network", {}, "ok"),
    call("like_moment", { uid: ANN, moid: FIRST }, "ok"),
    call("send_message", { uid: BOB, content: "Lunch?" }, "failed", "Bob is blocked.", 3),
    call("unblock", { uid: BOB }, "failed", "No privilege."),
    call("ask_for_privilege", {}, "ok"),
    call("unblock", { uid: BOB }, "ok"),
    call("post_moment", { content: "Done moving.", img_urls: ["https://example.com/b.png"] }, "ok", `Posted (MOID=${NEW.post})`, 4),
    call("comment_comment", { uid: ANN, moid: FIRST, cid: LIKED, content: "Me too" }, "ok", "Replied.", 9),
    call("create_group_chat", { uids: [ANN, CAT] }, "ok", `Created (GID=${NEW.group})`),
    call("rename_group", { gid: id("group", "Wrong"), name: "Walk" }, "failed", "No such group."),
    call("rename_group", { gid: NEW.group, name: "Walk" }, "ok"),
    call("send_message_to_group", { gid: NEW.group, content: "Sunday", at: [CAT] }, "ok", "Sent.", 1),
    call("send_message_to_group", { gid: CHOIR, content: "Fine", at: "all" }, "ok", "Sent.", 2),
    call("send_message", { uid: CAT, content: "One" }, "ok", "Sent.", 5),
    call("send_message", { uid: CAT, content: "Two" }, "ok", "Sent.", 6),
    call("get_chat_history", { uid: CAT }, "ok", [message(id("msg", "One"), ME, CAT, "One", "2026-01-02 09:00:05"), message(NEW.sent, ME, CAT, "Two", "2026-01-02 09:00:06")]),
    call("delete_message", { uid: CAT, mid: id("msg", "One") }, "ok"),
    call("send_image", { uid: CAT, img_url: "https://example.com/c.png" }, "ok", "Sent.", 7),
    { ...call("search_uids", { name: "Ann" }, "error", "There is no such tool."), app: "?" },
  ];
  return recorded("task-sample", calls, ({ contacts, groups }) => {
    const first = contacts[ANN].moments[0];
    first.who_likes.push(ME);
    first.comments[0].comments.push(comment(NEW.note, ME, FIRST, "Me too", "2026-01-02 09:00:09"));
    contacts[BOB].blocked = false;
    contacts[ME].moments.push(moment(NEW.post, ME, "Done moving.", "2026-01-02 09:00:04", { ip: "UnKnown", img_urls: ["https://example.com/b.png"] }));
    contacts[CAT].chat_history = [
      message(NEW.sent, ME, CAT, "Two", "2026-01-02 09:00:06"),
      message(NEW.picture, ME, CAT, '<img src="https://example.com/c.png">', "2026-01-02 09:00:07"),
    ];
    groups[0].chat_history.push(message(id("msg", "Fine"), ME, "all", "Fine", "2026-01-02 09:00:02"));
    groups.push({ gid: NEW.group, name: "Walk", owner_id: ME, uids: [ANN, CAT, ME].sort(), chat_history: [message(NEW.invitation, ME, CAT, "Sunday", "2026-01-02 09:00:01")], read_new_message: true });
  });
}

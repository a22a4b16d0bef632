/** Where LightTalk means to differ from the original; numbers as in `docs/worlds/lighttalk.md`. */

import type { ReplayedCall, Tables } from "../app.js";
import { sameTime, type Difference } from "../compare.js";
import { contains, refusedHere, succeeded, type Correction } from "../corrections.js";
import { isInstant, rowOf, target, type NeutralRow } from "../neutral.js";
import type { Json } from "../recording.js";

const rowsOf = (call: ReplayedCall, table: string): readonly Json[] => (call.before()[`LightTalk.${table}`] as Tables[string]).rows.map(([, row]) => row);
const find = (call: ReplayedCall, table: string, key: string, value: unknown): Json | undefined => rowsOf(call, table).find((row) => row[key] === value);
const me = (call: ReplayedCall): unknown => rowsOf(call, "state")[0]?.["me"];
const list = (row: Json | undefined, field: string): readonly unknown[] => (row?.[field] ?? []) as readonly unknown[];

const isOnly = (d: Difference, kind: string, only: "recorded" | "ours"): d is Difference & { what: "row" } => d.what === "row" && d.kind === kind && d.only === only;
/** A field or a set of the row with this identifier. */
const concerns = (d: Difference, kind: string, field: string, id: unknown): boolean => (d.what === "field" || d.what === "member") && d.kind === kind && d.field === field && d.row.id === id;

/** Whether one comment stands somewhere below another. */
function isBelow(call: ReplayedCall, cid: unknown, thread: unknown): boolean {
  for (let at = find(call, "Comment", "cid", cid)?.["parent"]; at !== null && at !== undefined; at = find(call, "Comment", "cid", at)?.["parent"]) {
    if (at === thread) return true;
  }
  return false;
}

/** The comment and those it answers, from the state that has it. */
function thread(d: Difference & { what: "row" }): NeutralRow[] {
  const rows: NeutralRow[] = [];
  for (let row: NeutralRow | undefined = d.row; row && !rows.includes(row); row = rowOf(d.state, "comment", target(row, "parent"))) rows.push(row);
  return rows;
}

/** Whether a recorded comment is as it was before the call. */
function stands(call: ReplayedCall, row: NeutralRow): boolean {
  const before = find(call, "Comment", "cid", row.id);
  const { sent = null, content } = row.fields;
  return (
    before !== undefined &&
    before["content"] === content &&
    before["author"] === target(row, "author") &&
    before["parent"] === target(row, "parent") &&
    before["moment"] === target(row, "moment") &&
    before["moment"] === target(row, "about") &&
    isInstant(sent) &&
    sameTime(String(before["sent"]), sent.at)
  );
}

/** A comment by somebody, or an answer to one. */
const isVoiceOf = (d: Difference, uid: unknown, call: ReplayedCall): boolean =>
  isOnly(d, "comment", "recorded") && stands(call, d.row) && thread(d).some((row) => target(row, "author") === uid);

/** The contact, its chat, its moments and what stands below them. */
function isEstateOf(d: Difference & { what: "row" }, uid: unknown): boolean {
  const of = (field: string): boolean => target(d.row, field) === uid;
  const { kind, row, state } = d;
  return (kind === "contact" && row.id === uid) || (kind === "message" && of("thread")) || (kind === "moment" && of("owner")) || (kind === "comment" && target(rowOf(state, "moment", target(row, "moment")), "owner") === uid);
}

export const lightTalkCorrections: readonly Correction[] = [
  {
    number: 9,
    reason: "a comment goes to the moment that was named, not to the contact's first one",
    tools: ["comment_moment"],
    explains: (d, call) => {
      const { uid, moid, content } = call.args;
      const first = rowsOf(call, "Moment").find((m) => m["owner"] === uid);
      if (first?.["moid"] === moid) return false;
      if (refusedHere(d)) return find(call, "Moment", "moid", moid)?.["owner"] !== uid;
      if (d.what === "row") return d.kind === "comment" && target(d.row, "author") === me(call) && d.row.fields["content"] === content && target(d.row, "about") === moid;
      return d.what === "field" && d.kind === "comment" && d.field === "moment" && d.row.fields["content"] === content && target(d.row, "about") === moid;
    },
  },
  {
    number: 11,
    reason: "an image can be sent to a group",
    tools: ["send_image_to_group"],
    explains: (d, call) =>
      d.what === "status" ? d.recorded === "invalid" && d.ours !== "error" : isOnly(d, "groupMessage", "ours") && target(d.row, "group") === call.args["gid"] && d.row.fields["image"] === call.args["img_url"],
  },
  {
    number: 12,
    reason: "the chat of an unknown group is a failure, not nothing",
    tools: ["get_group_chat_history"],
    explains: (d, call) => d.what === "status" && d.recorded === "none" && d.ours === "failed" && !find(call, "Group", "gid", call.args["gid"]),
  },
  {
    number: 13,
    reason: "a member is taken in once, and only with privilege",
    tools: ["invite_new_member"],
    explains: (d, call) => {
      const { gid, uid } = call.args;
      const here = list(find(call, "Group", "gid", gid), "members").includes(uid);
      const privileged = rowsOf(call, "state")[0]?.["privileged"] === true;
      if (refusedHere(d)) return here || !privileged;
      return d.what === "member" && d.only === "recorded" && concerns(d, "group", "members", gid) && d.member === uid && succeeded(call) && (here || !privileged);
    },
  },
  {
    number: 14,
    reason: "a group is handed over to a member only",
    tools: ["change_owner_of_group"],
    explains: (d, call) => {
      const { gid, uid } = call.args;
      if (list(find(call, "Group", "gid", gid), "members").includes(uid)) return false;
      return refusedHere(d) || (d.what === "field" && concerns(d, "group", "owner", gid) && target(d.row, "owner") === uid && succeeded(call));
    },
  },
  {
    number: 15,
    reason: "a person likes a moment once",
    tools: ["like_moment"],
    explains: (d, call) => {
      const { moid } = call.args;
      if (!list(find(call, "Moment", "moid", moid), "likes").includes(me(call))) return false;
      return refusedHere(d) || (d.what === "member" && d.only === "recorded" && concerns(d, "moment", "likes", moid) && d.member === me(call) && succeeded(call));
    },
  },
  {
    number: 16,
    reason: "nobody blocks or annotates themselves",
    tools: ["block", "edit_remark"],
    explains: (d, call) => {
      const { uid } = call.args;
      return uid === me(call) && (refusedHere(d) || (succeeded(call) && concerns(d, "contact", call.recorded.tool === "block" ? "blocked" : "remark", uid)));
    },
  },
  {
    number: 17,
    reason: "all traces of a deleted contact go with it, and the owner of a group cannot be deleted",
    tools: ["delete_contact"],
    explains: (d, call) => {
      const { uid } = call.args;
      const owns = rowsOf(call, "Group").some((g) => g["owner"] === uid);
      if (refusedHere(d)) return owns;
      if (!succeeded(call)) return false;
      if (owns) return d.what === "row" && d.only === "ours" && isEstateOf(d, uid);
      return isVoiceOf(d, uid, call) || (d.what === "member" && d.only === "recorded" && d.member === uid);
    },
  },
  {
    number: 17,
    reason: "the name of a deleted contact is unknown",
    tools: ["get_uid_from_name"],
    explains: (d, call) => d.what === "status" && d.recorded === "invalid" && d.ours === "failed" && !find(call, "Contact", "name", call.args["name"]),
  },
  {
    number: 18,
    reason: "a page before the first is invalid",
    tools: ["get_contacts"],
    explains: (d, call) => refusedHere(d) && Number(call.args["page"]) < 1,
  },
  {
    number: 19,
    reason: "the latest none or fewer cannot be asked for",
    tools: ["get_last_k_moments"],
    explains: (d, call) => refusedHere(d) && Number(call.args["k"]) < 1,
  },
  {
    number: 20,
    reason: "only a reply below the comment that was named is withdrawn",
    tools: ["withdraw_comment_comment"],
    explains: (d, call) => {
      const { cid, my_cid } = call.args;
      if (isBelow(call, my_cid, cid)) return false;
      return refusedHere(d) || (succeeded(call) && isOnly(d, "comment", "ours") && thread(d).some((row) => row.id === my_cid));
    },
  },
  {
    number: 21,
    reason: "there are links only to what exists",
    tools: ["get_shared_url_of_contact", "get_shared_url_of_moment"],
    explains: (d, call) => {
      const { uid, moid } = call.args;
      return refusedHere(d) && (moid === undefined ? !find(call, "Contact", "uid", uid) : find(call, "Moment", "moid", moid)?.["owner"] !== uid);
    },
  },
  {
    number: 78,
    reason: "a misspelt name is found",
    tools: ["fuzzy_search_uids_from_name"],
    explains: (d, call) =>
      d.what === "answer" && d.call === call && d.inner.what === "row" && d.inner.only === "ours" && !contains(d.inner.row.fields["name"], call.args["name"]),
  },
];

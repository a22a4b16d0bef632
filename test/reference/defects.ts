/** Runs in which the original shows its defects, one each. */

import { ANN, BOB, call, CAT, CHOIR, comment, FIRST, id, LIKED, ME, OWN, recorded, REPLY, SECOND } from "./fixture.js";
import type { Recording } from "./recording.js";

export interface DefectRun {
  /** Number of the correction that has to explain every difference. */
  readonly number: number;
  readonly recording: Recording;
}

const privilege = call("ask_for_privilege", {}, "ok");

export function defectRuns(): DefectRun[] {
  const run = (number: number, calls: Parameters<typeof recorded>[1], change: Parameters<typeof recorded>[2] = () => undefined): DefectRun => ({
    number,
    recording: recorded(`defect-${number}-${calls[calls.length - 1]?.tool}`, calls, change),
  });
  const added = comment(id("com", "New"), ME, SECOND, "Ha", "2026-01-02 09:00:04");
  return [
    run(9, [call("comment_moment", { uid: ANN, moid: SECOND, content: "Ha" }, "ok", "Commented.", 4)], ({ contacts }) => contacts[ANN].moments[0].comments.push(added)),
    run(9, [call("comment_moment", { uid: ANN, moid: SECOND, content: "Ha" }, "ok", `Commented (CID=${id("com", "New")}).`, 4)], ({ contacts }) => contacts[ANN].moments[0].comments.push(added)),
    run(9, [call("comment_moment", { uid: ANN, moid: id("mo", "None"), content: "Ha" }, "ok", "Commented.", 4)], ({ contacts }) =>
      contacts[ANN].moments[0].comments.push({ ...added, receive_moid: id("mo", "None") }),
    ),
    run(11, [call("send_image_to_group", { gid: CHOIR, img_url: "https://example.com/c.png", at: "all" }, "error", "A type error.")]),
    run(12, [call("get_group_chat_history", { gid: id("group", "None") }, null)]),
    run(13, [privilege, call("invite_new_member", { gid: CHOIR, uid: ANN }, "ok")], ({ groups }) => groups[0].uids.push(ANN)),
    run(13, [call("invite_new_member", { gid: CHOIR, uid: CAT }, "ok")], ({ groups }) => groups[0].uids.push(CAT)),
    run(14, [privilege, call("change_owner_of_group", { gid: CHOIR, uid: CAT }, "ok")], ({ groups }) => (groups[0].owner_id = CAT)),
    run(15, [call("like_moment", { uid: ANN, moid: SECOND }, "ok")], ({ contacts }) => contacts[ANN].moments[1].who_likes.push(ME)),
    run(16, [privilege, call("block", { uid: ME }, "ok")], ({ contacts }) => (contacts[ME].blocked = true)),
    run(16, [call("edit_remark", { uid: ME, remark: "me" }, "ok")], ({ contacts }) => (contacts[ME].remark = "me")),
    run(17, [privilege, call("delete_contact", { uid: CAT }, "ok"), call("get_uid_from_name", { name: "Cat Fox" }, "error", "A key error.")], ({ contacts }) => Reflect.deleteProperty(contacts, CAT)),
    run(17, [privilege, call("change_owner_of_group", { gid: CHOIR, uid: ANN }, "ok"), call("delete_contact", { uid: ANN }, "ok")], ({ contacts, groups }) => {
      groups[0].owner_id = ANN;
      Reflect.deleteProperty(contacts, ANN);
    }),
    run(18, [call("get_contacts", { page: -2 }, "ok", [])]),
    run(19, [call("get_last_k_moments", { uid: ANN, k: 0 }, "ok", [])]),
    run(20, [call("withdraw_comment_comment", { uid: ANN, moid: FIRST, cid: LIKED, my_cid: OWN }, "ok")], ({ contacts }) => contacts[ANN].moments[0].comments.pop()),
    run(20, [call("withdraw_comment_comment", { uid: ANN, moid: FIRST, cid: REPLY, my_cid: id("com", "Mine") }, "ok")], ({ contacts }) => contacts[ANN].moments[0].comments[0].comments.pop()),
    run(21, [call("get_shared_url_of_contact", { uid: id("user", "None") }, "ok", "light://somebody")]),
    run(21, [call("get_shared_url_of_moment", { uid: BOB, moid: FIRST }, "ok", "light://something")]),
  ];
}

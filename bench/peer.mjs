// The peer: LightTalk's mix written the plain way. State is one nested object; a call works on a structuredClone of it and
// the clone becomes the state when the call succeeds, which is what "a failed call leaves nothing behind" costs without a journal.

/** From a worldc snapshot, so that both sides hold the same contacts, messages and moments. */
export function peerState(session) {
  const { db } = session;
  const tables = session.world.tables;
  const rows = (name) => {
    const table = tables.findIndex((t) => t.name === name);
    return db.all(table).map((slot) => ({ slot, ...db.get(table, slot) }));
  };
  const contacts = rows("LightTalk.Contact").map((c) => ({ ...c, chat: [], moments: [] }));
  const bySlot = new Map(contacts.map((c) => [c.slot, c]));
  for (const message of rows("LightTalk.Message")) bySlot.get(message.thread).chat.push({ ...message, from: bySlot.get(message.from).uid });
  for (const moment of rows("LightTalk.Moment")) bySlot.get(moment.owner).moments.push({ ...moment, likes: [...moment.likes] });
  const state = db.get(tables.findIndex((t) => t.name === "LightTalk.state"), 0);
  return { contacts, me: bySlot.get(state.me).uid, accelerated: false, privileged: false, clock: 0, messages: 0 };
}

const fail = (message) => {
  throw new Error(message);
};
const find = (state, uid) => state.contacts.find((c) => c.uid === uid) ?? fail(`No contact has the UID ${uid}.`);

const tools = {
  acc_network: (state) => {
    state.accelerated = true;
    return "done";
  },
  get_uid_from_name: (state, { name }) => {
    const contact = state.contacts.find((c) => c.name === name) ?? fail(`Nobody is called ${name}.`);
    return { uid: contact.uid, blocked: contact.blocked };
  },
  send_message: (state, { uid, content }) => {
    const contact = find(state, uid);
    if (contact.blocked) fail(`You have blocked ${contact.name}.`);
    state.clock += 5;
    contact.chat.push({ mid: `msg_${(state.messages += 1)}`, from: state.me, sent: state.clock, content, image: null });
    return `Message sent to ${contact.name}.`;
  },
  get_chat_history: (state, { uid }) => find(state, uid).chat,
};

export function peerCall(holder, tool, args) {
  const next = structuredClone(holder.state);
  try {
    const output = tools[tool](next, args);
    holder.state = next;
    return { status: "ok", output: structuredClone(output) };
  } catch (error) {
    return { status: "failed", output: error.message };
  }
}

/**
 * The passive user: answers from a profile by topic, does what only a user can do when asked, tells what it withholds only when asked, never invents, and otherwise
 * says a set sentence. No model is behind it.
 */

import type { UserDef } from "./types.js";

export const NOBODY = "There is nobody to talk to here. Do as you were asked.";
export const NOTHING_TO_ADD = "I have nothing to add to what I asked for.";

/** Words too common to tell what a fact is about. */
const COMMON = new Set(
  "about above after again also and any are because been before being between both but can cannot could did does doing done down each else even ever every for from get give had has have having here him his her how into its just know like make many may mine more most much must need not now off once only other our out over please same she should some such tell than that the their them then there these they thing this those through too under until very want was were what when where which while who whom why will with would yes yet you your".split(" "),
);

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? [];
}

/** Whether a message speaks of a topic: all its words, in order and together. */
function mentions(message: readonly string[], topic: string): boolean {
  const wanted = words(topic);
  if (wanted.length === 0) return false;
  return message.some((_, at) => wanted.every((word, i) => message[at + i] === word || (i === wanted.length - 1 && message[at + i] === `${word}s`)));
}

/** Whether a message shares a telling word with a fact. */
function concerns(message: readonly string[], fact: string): boolean {
  const telling = new Set(words(fact).filter((word) => word.length > 3 && !COMMON.has(word)));
  return message.some((word) => telling.has(word));
}

/** What the user says to a message, after having done what it asks for. `act` makes a call and gives what came of it. */
export function answerOf(user: UserDef, message: string, act: (done: UserDef["does"][number]) => string): string {
  const said = words(message);
  const told = [
    ...user.does.filter(({ topics }) => topics.some((topic) => mentions(said, topic))).map(act),
    ...user.answers.filter(({ topics }) => topics.some((topic) => mentions(said, topic))).map(({ text }) => text),
    ...user.knows.filter((fact) => concerns(said, fact)),
  ];
  if (told.length > 0) return told.join(" ");
  return user.insists.length > 0 ? user.insists.join(" ") : NOTHING_TO_ADD;
}

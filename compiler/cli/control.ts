/** `serve FILE --control`: the JSON-lines control protocol over standard input and output. */

import { StringDecoder } from "node:string_decoder";
import { loadWorld } from "./execute.js";
import { CLEAN, usageProblem } from "./problems.js";

type Control = InstanceType<(typeof import("../../runtime/index.js"))["Control"]>;

/** Characters that one request may have. */
const MOST_CHARACTERS = 16_000_000;

/** Options of `serve` that say what one session is; under the protocol each `reset` says it. */
const PER_SESSION = ["seed", "state", "faults", "triggers", "log", "task", "distractors"] as const;

/** The response as a line. An `id` of any kind is repeated, but for one that nests too deeply to be written. */
function answer(running: Control, line: string): string {
  const response = running.line(line);
  try {
    return JSON.stringify(response);
  } catch {
    return JSON.stringify({ ok: false, error: { code: "not-a-request", message: "The request nests too deeply." } });
  }
}

export async function control(file: string, options: object): Promise<number> {
  const said = PER_SESSION.find((name) => name in options);
  if (said !== undefined) throw usageProblem("U113", `\`--${said}\` does not go with \`--control\`.`, "Each `reset` says which task, seed and faults its episode has.");
  const { world, runtime } = await loadWorld(file, "pretty");
  const running = new runtime.Control(world);
  const decoder = new StringDecoder("utf8");
  let rest = "";
  /** Skipping to the end of a line that was too long. */
  let skipping = false;
  for await (const chunk of process.stdin) {
    const lines = (rest + decoder.write(chunk as Buffer)).split("\n");
    rest = lines.pop() ?? "";
    const answers = lines.flatMap((line) => {
      if (skipping) {
        skipping = false;
        return [];
      }
      return line.trim() === "" ? [] : [answer(running, line)];
    });
    if (rest.length > MOST_CHARACTERS) {
      if (!skipping) answers.push(JSON.stringify({ ok: false, error: { code: "not-a-request", message: `A request has at most ${MOST_CHARACTERS} characters.` } }));
      skipping = true;
      rest = "";
    }
    if (answers.length > 0 && !process.stdout.write(`${answers.join("\n")}\n`)) await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
  if (rest.trim() !== "" && !skipping) process.stdout.write(`${answer(running, rest)}\n`);
  return CLEAN;
}

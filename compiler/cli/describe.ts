/** Calls as the command line shows them. */

import { print } from "./io.js";

type CallRecord = import("../../runtime/index.js").CallRecord;
type Write = import("../../runtime/index.js").Write;

/** Firings that are shown of one call. */
const MOST_FIRED = 40;

/** A call with its answer, the clock, faults, triggers and writes. */
export function printRecord(record: CallRecord): void {
  print(`${record.status}  ${typeof record.output === "string" ? record.output : JSON.stringify(record.output, null, 2)}`);
  print(`clock   ${record.clock.before}${record.clock.after === record.clock.before ? "" : ` → ${record.clock.after}`}`);
  if (record.faults.length > 0) print(`faults  ${record.faults.join(", ")}`);
  if (record.diagnostic) print(`error   ${record.diagnostic.code}: ${record.diagnostic.message}${record.diagnostic.src === undefined ? "" : ` (${record.diagnostic.src})`}`);
  const { triggers } = record;
  // Of very many, the first, and those that went wrong.
  const shown = triggers.filter(({ diagnostic }, i) => i < MOST_FIRED || diagnostic !== undefined);
  for (const line of describeTriggers(shown)) print(line);
  if (shown.length < triggers.length) print(`fired   and ${triggers.length - shown.length} times more`);
  for (const line of describeWrites(record.writes)) print(line);
}

/** One line per trigger that fired: when, for which row and why, and why it was taken back. */
export function describeTriggers(triggers: CallRecord["triggers"]): string[] {
  return triggers.map(({ trigger, at, key, why, diagnostic, untold }) => {
    const row = key === undefined ? "" : ` ${typeof key === "string" ? key : JSON.stringify(key)}`;
    if (untold === true) return `unclear ${trigger}${row}  ${at}  ${why}  ${diagnostic!.code}: ${diagnostic!.message} (${diagnostic!.src})`;
    return `fired   ${trigger}${row}  ${at}  ${why}${diagnostic === undefined ? "" : `  taken back: ${diagnostic.code}: ${diagnostic.message} (${diagnostic.src})`}`;
  });
}

/** One line per row that was created, changed or deleted. */
export function describeWrites(writes: readonly Write[]): string[] {
  return writes.map((write) => {
    const fields = Object.entries(write.fields).map(([name, [before, after]]) => (write.change === "changed" ? `${name}: ${JSON.stringify(before)} → ${JSON.stringify(after)}` : `${name}: ${JSON.stringify(write.change === "deleted" ? before : after)}`));
    const key = write.key === null ? "" : ` ${typeof write.key === "string" ? write.key : JSON.stringify(write.key)}`;
    return `${write.change.padEnd(7)} ${write.table}${key}${fields.length > 0 ? `  ${fields.join(", ")}` : ""}`;
  });
}

/** An answer in one line, cut where it is long. */
export function oneLine(output: unknown): string {
  const text = typeof output === "string" ? output : JSON.stringify(output);
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}

/** Tables and differences as a person reads them. */

type Session = import("../../../runtime/index.js").Session;
type Write = import("../../../runtime/index.js").Write;
type ArmedTrigger = import("../../../runtime/index.js").ArmedTrigger;

/** Rows shown of one table. */
const MOST = 40;

export interface Paint {
  readonly added: (text: string) => string;
  readonly removed: (text: string) => string;
  readonly changed: (text: string) => string;
  readonly dim: (text: string) => string;
}

const ansi = (code: string) => (text: string): string => `\u001b[${code}m${text}\u001b[0m`;
const plain = (text: string): string => text;

export const COLOURED: Paint = { added: ansi("32"), removed: ansi("31"), changed: ansi("33"), dim: ansi("2") };
export const UNCOLOURED: Paint = { added: plain, removed: plain, changed: plain, dim: plain };

/** A line per table with its number of rows, or the rows of the tables whose name holds `filter`. */
export function showState(session: Session, filter: string): string[] {
  const { tables } = session.snapshot();
  const names = Object.keys(tables).filter((name) => name.toLowerCase().includes(filter.toLowerCase()));
  if (names.length === 0) return [`No table is called like \`${filter}\`. Tables: ${Object.keys(tables).join(", ")}.`];
  if (filter === "") return names.map((name) => `${name.padEnd(32)} ${tables[name]?.rows.length ?? 0}`);
  return names.flatMap((name) => {
    const rows = tables[name]?.rows ?? [];
    const shown = rows.slice(0, MOST).map(([slot, row]) => `  ${String(slot).padStart(4)}  ${Object.entries(row).map(([field, value]) => `${field}=${JSON.stringify(value)}`).join(" ")}`);
    return [`${name} (${rows.length})`, ...shown, ...(rows.length > MOST ? [`        and ${rows.length - MOST} more`] : [])];
  });
}

/** `+` created, `-` deleted, `~` changed, with old and new values. */
export function showWrites(writes: readonly Write[], paint: Paint): string[] {
  return writes.map((write) => {
    const key = write.key === null ? "" : ` ${typeof write.key === "string" ? write.key : JSON.stringify(write.key)}`;
    const fields = Object.entries(write.fields);
    const head = `${write.table}${key}`;
    switch (write.change) {
      case "created":
        return paint.added(`+ ${head}  ${fields.map(([name, [, now]]) => `${name}=${JSON.stringify(now)}`).join(" ")}`);
      case "deleted":
        return paint.removed(`- ${head}  ${fields.map(([name, [was]]) => `${name}=${JSON.stringify(was)}`).join(" ")}`);
      case "changed":
        return `${paint.changed(`~ ${head}`)}  ${fields.map(([name, [was, now]]) => `${name} ${paint.removed(JSON.stringify(was))} → ${paint.added(JSON.stringify(now))}`).join(", ")}`;
    }
  });
}

/** A line per trigger: its name, type of conflict and when it fires; below, what its rows wait for. */
export function showTriggers(triggers: readonly ArmedTrigger[]): string[] {
  if (triggers.length === 0) return ["There is no such trigger."];
  return triggers.flatMap(({ trigger, conflict, why, rows }) => {
    const lines = rows.slice(0, MOST).map(({ key, state, next }) => `  ${[...(key === undefined ? [] : [typeof key === "string" ? key : JSON.stringify(key)]), state, ...(next === undefined ? [] : [`next ${next}`])].join("  ")}`);
    return [`${trigger}${conflict === undefined ? "" : ` (${conflict})`}  ${why}`, ...lines, ...(rows.length > MOST ? [`  and ${rows.length - MOST} more`] : [])];
  });
}

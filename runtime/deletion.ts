/**
 * Deletion by the rules of the fields that refer to a row. First everything that goes along is collected (depth-first,
 * in table, then creation order), then anything that stays and restricts is looked for, and only then rows change.
 */

import { fail } from "./failure.js";
import type { Referrer } from "./program.js";
import { keyText } from "./shape.js";
import { quote } from "./quote.js";
import type { Store } from "./store.js";
import type { Row } from "./types.js";

interface Doomed {
  readonly table: number;
  readonly slot: number;
}

/** Deletes a row and what cascades from it; a `Failure` where a row that stays refers to one that goes. */
export function deleteRow(store: Store, table: number, slot: number): void {
  const order: Doomed[] = [];
  const doomed = new Map<number, Set<number>>();
  collect(store, table, slot, doomed, order);
  const stays = (referrer: Referrer, from: number): boolean => doomed.get(referrer.table.number)?.has(from) !== true;
  for (const target of order) {
    for (const referrer of store.program.referrers[target.table]!) {
      if (referrer.rule !== "restrict") continue;
      for (const from of referring(store, referrer, target.slot)) {
        if (stays(referrer, from)) fail(restriction(store, target, referrer, from));
      }
    }
  }
  for (const target of order) {
    for (const referrer of store.program.referrers[target.table]!) {
      if (referrer.rule !== "detach" && referrer.rule !== "set") continue;
      const { name } = referrer.field;
      for (const from of referring(store, referrer, target.slot)) {
        if (!stays(referrer, from)) continue;
        const row = store.tables[referrer.table.number]!.rows[from] as Row;
        const value =
          referrer.rule === "detach"
            ? null
            : (row[name] as readonly number[]).filter((member) => member !== target.slot);
        store.write(referrer.table, from, row, { ...row, [name]: value });
      }
    }
    const shape = store.program.shapes[target.table]!;
    store.write(shape, target.slot, store.tables[target.table]!.rows[target.slot] as Row, undefined);
  }
}

/** Adds what goes along, dependents before what they depend on. Without recursion: a chain may be long. */
function collect(store: Store, table: number, slot: number, doomed: Map<number, Set<number>>, order: Doomed[]): void {
  const mark = (next: Doomed): boolean => {
    let slots = doomed.get(next.table);
    if (slots === undefined) doomed.set(next.table, (slots = new Set()));
    if (slots.has(next.slot)) return false;
    slots.add(next.slot);
    return true;
  };
  const dependents = ({ table: target, slot: of }: Doomed): Doomed[] =>
    store.program.referrers[target]!.flatMap((referrer) =>
      referrer.rule === "cascade"
        ? referring(store, referrer, of).map((from) => ({ table: referrer.table.number, slot: from }))
        : [],
    );
  const root = { table, slot };
  mark(root);
  const stack = [{ row: root, rest: dependents(root), next: 0 }];
  while (stack.length > 0) {
    const top = stack[stack.length - 1]!;
    const child = top.rest[top.next++];
    if (child === undefined) {
      order.push(top.row);
      stack.pop();
    } else if (mark(child)) stack.push({ row: child, rest: dependents(child), next: 0 });
  }
}

/** Live rows that refer to a slot by a field, by creation. */
function referring(store: Store, { table, field }: Referrer, slot: number): number[] {
  const link = table.links.findIndex((candidate) => candidate.field === field.name);
  const rows = store.tables[table.number]!;
  if (link >= 0) return [...rows.pointing(link, slot)].sort((a, b) => a - b);
  const found: number[] = [];
  for (let from = 0; from < rows.rows.length; from++) {
    const row = rows.rows[from] as Row | undefined;
    if (row === undefined) continue;
    const value = row[field.name];
    if (value === slot || (field.refers === "set" && (value as readonly number[] | null)?.includes(slot)))
      found.push(from);
  }
  return found;
}

function restriction(store: Store, target: Doomed, referrer: Referrer, from: number): string {
  const shape = store.program.shapes[target.table]!;
  const row = `The ${shape.label} ${quote(keyText(store.key(target.table, target.slot)))}`;
  const field = referrer.field.name.replace(/_/g, " ");
  if (referrer.table.def.kind === "state") {
    const app = referrer.table.name.split(".")[0]!;
    return `${row} cannot be deleted: ${app} still refers to it as its ${field}.`;
  }
  const other = `the ${referrer.table.label} ${quote(keyText(store.key(referrer.table.number, from)))}`;
  return `${row} cannot be deleted: ${other} still refers to it as its ${field}.`;
}

/**
 * Calls that a number chooses: mostly sensible in the state at hand, now and then with wrong identifiers, malformed, or of
 * a tool that does not exist.
 */

import type { Runtime, Session } from "./world.js";

type TypeDef = import("../../runtime/index.js").TypeDef;
type ToolDef = import("../../runtime/index.js").ToolDef;
type Random = InstanceType<Runtime["Random"]>;

export interface RandomCall {
  readonly tool: string;
  readonly args: unknown;
}

/** A row of the state, as a referent of what is chosen next. */
interface Chosen {
  readonly table: number;
  readonly slot: number;
  readonly own?: true;
}

const WORDS = ["Hello", "A day off", "Tuesday at nine?", "an", "friends", "family", "London", "https://example.com/a.png", "https://example.com/b.png", "2026-03-04T05:06:07", ""];
const ODD: readonly unknown[] = [null, 0, -1, 1.5, 1e300, true, "", "x".repeat(5000), "\u0000", "constructor", [], [[]], {}, { uid: 1 }, [null, 7]];

/** The call that `number` stands for in this state. */
export function randomCall(runtime: Runtime, session: Session, number: number): RandomCall {
  const random = new runtime.Random(String(number), "random calls");
  if (random.chance(0.01)) return { tool: random.pick(["no_such_tool", "", "__proto__"]), args: {} };
  if (random.chance(0.002)) return { tool: random.pick(["finish", "report_infeasible"]), args: { reason: "That was all." } };
  const { tools } = session.world;
  // What opens ways to others, like asking for a privilege, comes more often than its share.
  const keys = tools.filter((tool) => tool.params.length === 0 && !tool.hints.readOnlyHint);
  const tool = keys.length > 0 && random.chance(0.08) ? random.pick(keys) : random.pick(tools);
  const args = sensible(session, random, tool);
  return { tool: tool.name, args: random.chance(0.05) ? malformed(random, args) : args };
}

function sensible(session: Session, random: Random, tool: ToolDef): Record<string, unknown> {
  const chosen: Chosen[] = random.chance(0.3) ? own(session) : [];
  const args: Record<string, unknown> = {};
  // From either end, so that a moment can follow from a contact and a contact from a comment.
  const params = random.chance(0.5) ? tool.params : [...tool.params].reverse();
  for (const { name, type, default: fallback } of params) {
    if ((fallback !== undefined || type.t === "maybe") && random.chance(0.3)) continue;
    args[name] = value(session, random, type, chosen);
  }
  return args;
}

/** Rows that the apps' state refers to, such as the user. */
function own(session: Session): Chosen[] {
  const { store, world } = session;
  return world.tables.flatMap(({ kind, fields }, number) => {
    if (kind !== "state") return [];
    const row = store.get(number, 0) as Record<string, unknown>;
    return fields.flatMap(({ name, type }) => (type.t === "entity" && row[name] !== null ? [{ table: type.table, slot: row[name] as number, own: true as const }] : []));
  });
}

function malformed(random: Random, args: Record<string, unknown>): unknown {
  const names = Object.keys(args);
  const how = random.int(0, 3);
  if (how === 0) return random.pick(ODD);
  if (how === 1 || names.length === 0) return { ...args, [random.pick(["extra", "__proto__", "toString"])]: random.pick(ODD) };
  const name = random.pick(names);
  if (how === 2) return Object.fromEntries(Object.entries(args).filter(([other]) => other !== name));
  return { ...args, [name]: random.pick(ODD) };
}

function value(session: Session, random: Random, type: TypeDef, chosen: Chosen[]): unknown {
  const again = (of: TypeDef): unknown => value(session, random, of, chosen);
  switch (type.t) {
    case "entity":
      return key(session, random, type.table, chosen);
    case "set":
      return Array.from({ length: random.int(0, 3) }, () => key(session, random, type.table, chosen));
    case "list":
      return Array.from({ length: random.int(0, 3) }, () => again(type.of));
    case "maybe":
      return random.chance(0.3) ? null : again(type.of);
    case "record":
      return Object.fromEntries(Object.entries(type.fields).map(([name, of]) => [type.wire?.[name] ?? name, again(of)]));
    case "enum": {
      const member = random.pick(type.members);
      return type.wire?.[member] ?? member;
    }
    case "bool":
      return random.chance(0.5);
    case "int":
      return random.chance(0.8) ? random.int(0, 3) : random.int(-2, 1000);
    case "float":
    case "money":
    case "distance":
      return random.int(-100, 5000) / 100;
    case "datetime":
      return around(session, random);
    case "date":
      return around(session, random).slice(0, 10);
    case "time":
      return around(session, random).slice(11);
    default:
      return text(session, random);
  }
}

/** An instant some days before or after the clock. */
function around(session: Session, random: Random): string {
  return new Date(Date.parse(`${session.clock}Z`) + random.int(-86_400, 10 * 86_400) * 1000).toISOString().slice(0, 19);
}

/** The key of a row: of one that has to do with what was chosen before it, of the newest, of any, or of none. */
function key(session: Session, random: Random, table: number, chosen: Chosen[]): unknown {
  const { store } = session;
  const every = store.all(table);
  // Of a large table a part will do.
  const all = every.length > 400 ? random.sample(every, 200).sort((a, b) => a - b) : every;
  if (all.length === 0 || random.chance(0.06)) return random.pick(["user_nobody", "", text(session, random)]);
  const ties = all.map((slot) => chosen.filter((c) => refers(session, { table, slot }, c) || refers(session, c, { table, slot })).length);
  const most = Math.max(...ties);
  const least = random.chance(0.8) ? (random.chance(0.5) ? most : Math.min(1, most)) : 0;
  const rows = all.filter((_slot, i) => ties[i]! >= least);
  const slot = random.chance(0.3) ? rows[rows.length - 1]! : random.pick(rows);
  // What is the user's own decides about the first row only; the others follow from that.
  chosen.splice(0, chosen.length, ...chosen.filter((c) => c.own !== true), { table, slot });
  return store.key(table, slot);
}

/** Whether a field of one row refers to another row, or a set of it holds that. */
function refers(session: Session, from: Chosen, to: Chosen): boolean {
  const row = session.store.get(from.table, from.slot) as Record<string, unknown>;
  return session.world.tables[from.table]!.fields.some(({ name, type }) => {
    const of = type.t === "maybe" ? type.of : type;
    if (of.t === "entity") return of.table === to.table && row[name] === to.slot;
    return of.t === "set" && of.table === to.table && (row[name] as readonly number[]).includes(to.slot);
  });
}

/** A text of the state, a piece of one, or something else. */
function text(session: Session, random: Random): string {
  const { store, world } = session;
  const speaking = world.tables.flatMap(({ kind, fields }, table) => (kind === "entity" && fields.some(({ type }) => type.t === "string") && store.all(table).length > 0 ? [table] : []));
  if (speaking.length === 0 || random.chance(0.3)) return random.pick(WORDS);
  const table = random.pick(speaking);
  const names = world.tables[table]!.fields.filter(({ type }) => type.t === "string").map(({ name }) => name);
  const rows = store.all(table);
  const found = String((store.get(table, random.pick(rows)) as Record<string, unknown>)[random.pick(names)] ?? "");
  if (random.chance(0.7) || found.length < 3) return found;
  const from = random.int(0, found.length - 3);
  return found.slice(from, from + random.int(1, 8));
}

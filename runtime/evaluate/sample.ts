/** Plausible arguments for a tool in a session's present state, for mutants. */

import type { Random } from "../random.js";
import type { Session } from "../session.js";
import type { ToolDef, TypeDef } from "../types.js";
import { formatDate, formatDateTime, formatTime, DAY } from "../calendar.js";

type Schema = Readonly<Record<string, unknown>>;

export function sampleArguments(session: Session, tool: ToolDef, random: Random): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  const { properties } = tool.inputSchema as { properties?: Readonly<Record<string, Schema>> };
  for (const { name, type, default: fallback } of tool.params) {
    if (fallback !== undefined || (type.t === "maybe" && random.chance(0.5))) continue;
    args[name] = sample(session, type, properties?.[name] ?? {}, random);
  }
  return args;
}

function number(schema: Schema, random: Random, whole: boolean): number {
  const low = typeof schema["minimum"] === "number" ? schema["minimum"] : 0;
  const high = typeof schema["maximum"] === "number" ? Math.max(low, Math.min(schema["maximum"], low + 20)) : low + 20;
  return whole ? random.int(Math.ceil(low), Math.floor(high)) : Math.round(random.float(low, high) * 100) / 100;
}

function sample(session: Session, type: TypeDef, schema: Schema, random: Random): unknown {
  const { store } = session;
  switch (type.t) {
    case "bool":
      return random.chance(0.5);
    case "int":
    case "duration":
    case "distance":
      return number(schema, random, true);
    case "float":
    case "money":
      return number(schema, random, false);
    case "string":
      return text(session, schema, random);
    case "datetime":
      return formatDateTime(store.now + random.int(1, 5 * DAY));
    case "date":
      return formatDate(Math.floor(store.now / DAY) + random.int(-3, 5));
    case "time":
      return formatTime(random.int(0, DAY - 1));
    case "point":
      return { lat: random.int(-60, 60), lon: random.int(-180, 180) };
    case "enum": {
      const member = random.pick(type.members);
      return type.wire?.[member] ?? member;
    }
    case "entity": {
      const rows = store.all(type.table);
      return rows.length === 0 ? "" : store.key(type.table, random.pick(rows));
    }
    case "set":
    case "list": {
      const of: TypeDef = type.t === "set" ? { t: "entity", table: type.table } : type.of;
      const items = (schema["items"] as Schema | undefined) ?? {};
      const list = Array.from({ length: random.int(1, 2) }, () => sample(session, of, items, random));
      return [...new Map(list.map((element) => [JSON.stringify(element), element])).values()];
    }
    case "maybe":
      return sample(session, type.of, schema, random);
    case "record": {
      const { properties } = schema as { properties?: Readonly<Record<string, Schema>> };
      return Object.fromEntries(Object.entries(type.fields).map(([name, of]) => [type.wire?.[name] ?? name, sample(session, of, properties?.[type.wire?.[name] ?? name] ?? {}, random)]));
    }
    default:
      return null;
  }
}

/** One of the texts that the state holds: many parameters name something that exists. */
function text(session: Session, schema: Schema, random: Random): string {
  const { enum: allowed } = schema as { enum?: readonly string[] };
  if (allowed !== undefined) return random.pick(allowed);
  const { store, program } = session;
  const speaking = program.shapes.filter((shape) => shape.def.kind === "entity" && shape.fields.some((field) => field.def.type.t === "string") && store.tables[shape.number]!.rows.length > 0);
  if (speaking.length === 0 || random.chance(0.3)) return "A word or two";
  const shape = random.pick(speaking);
  const rows = store.all(shape.number);
  const field = random.pick(shape.fields.filter((one) => one.def.type.t === "string"));
  const found = rows.length === 0 ? null : (store.get(shape.number, random.pick(rows)) as Record<string, unknown>)[field.name];
  return typeof found === "string" && found !== "" ? found : "A word or two";
}

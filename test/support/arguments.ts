/** Calls with arguments of the right shape: mostly well-formed, mostly about rows that exist. */

import type { Session, ToolDef, TypeDef } from "../../runtime/index.js";

type Pick = (n: number) => number;

/** Arguments for a tool in the present state of a session. */
export function randomArguments(session: Session, tool: ToolDef, pick: Pick): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  const { properties } = tool.inputSchema as { properties: Record<string, { pattern?: string }> };
  for (const param of tool.params) {
    if (param.default !== undefined && pick(2) === 0) continue;
    args[param.name] = value(session, param.type, pick, properties[param.name]?.pattern !== undefined);
  }
  return args;
}

function value(session: Session, type: TypeDef, pick: Pick, patterned = false): unknown {
  const any = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  switch (type.t) {
    case "bool":
      return pick(2) === 0;
    case "int":
      return any([0, 1, 1, 2, 3, 5, -1, 40]);
    case "float":
      return any([0, 0.5, 1, 2.25, -3.5]);
    case "money":
      return any([0, 0.01, 1, 9.99, 100, -5]);
    case "string":
      return any(patterned ? ["0000", "4711", "AB001", "abc"] : ["", "a", "Ann", "x@mail.example", "https://a.example", "to be or not", "red", "iron"]);
    case "datetime":
      return any(["2026-01-01T00:00", "2026-07-14T09:30", "2030-12-31T23:59:59"]);
    case "date":
      return any(["2026-07-17", "2026-05-02", "2024-02-29", "1999-12-31"]);
    case "time":
      return any(["00:00", "08:00", "11:40", "23:59"]);
    case "duration":
      return any([0, 60, 1800, 86400]);
    case "distance":
      return any([0, 12.5, 1000]);
    case "point":
      return { lat: 52.5, lon: 13.4 };
    case "none":
      return null;
    case "enum":
      return any(type.members.map((member) => type.wire?.[member] ?? member));
    case "entity": {
      const rows = session.store.all(type.table);
      return rows.length === 0 || pick(12) === 0 ? "nobody" : session.store.key(type.table, any(rows));
    }
    case "set":
    case "list": {
      const of: TypeDef = type.t === "set" ? { t: "entity", table: type.table } : type.of;
      return Array.from({ length: pick(4) }, () => value(session, of, pick));
    }
    case "maybe":
      return pick(3) === 0 ? null : value(session, type.of, pick);
    case "record":
      return Object.fromEntries(Object.entries(type.fields).map(([name, of]) => [type.wire?.[name] ?? name, value(session, of, pick)]));
    case "slots":
      return Object.fromEntries(type.members.map((member) => [type.wire?.[member] ?? member, value(session, type.of, pick)]));
    case "dict":
      return Object.fromEntries(any([[], ["milk"], ["oats", "bread"]]).map((key) => [key, value(session, type.of, pick)]));
    case "kind":
    case "view":
      return null;
  }
}

/** Which fields hold instants that the program takes from the clock: when a message was sent, when a hold expires. */

import type { Ir, IrExpr, IrStmt } from "./ir.js";
import { children } from "./ir-walk.js";

function readsClock(e: IrExpr, stamped: ReadonlySet<string>): boolean {
  if (e.k === "now") return true;
  if (e.k === "local") return stamped.has(e.name);
  return children(e).some((x) => readsClock(x, stamped));
}

/** `Entity.field` and `App.field` of type `datetime` or `date` that some body sets from the clock, also through an action's parameter. */
export function stampedFields(ir: Pick<Ir, "tools" | "actions" | "guards" | "triggers">): ReadonlySet<string> {
  const result = new Set<string>();
  const parameters = new Map<string, Set<string>>(ir.actions.map((a) => [a.name, new Set()]));
  const walk = (list: readonly IrStmt[], stamped: ReadonlySet<string>): void => {
    const known = new Set(stamped);
    for (const s of list) {
      const note = (owner: string, field: string, value: IrExpr): void => {
        const type = value.type.t === "maybe" ? value.type.of : value.type;
        if ((type.t === "datetime" || type.t === "date") && readsClock(value, known)) result.add(`${owner}.${field}`);
      };
      const create = (e: IrExpr): void => {
        if (e.k === "create") e.fields.forEach((f) => note(e.entity, f.name, f.value));
      };
      switch (s.k) {
        case "let":
          create(s.value);
          if (s.value.type.t === "datetime" && readsClock(s.value, known)) known.add(s.name);
          break;
        case "create":
          create(s.value);
          break;
        case "set":
          create(s.value);
          if (s.target.k === "field") note(s.target.entity, s.target.field, s.value);
          if (s.target.k === "state") note(s.target.app, s.target.field, s.value);
          break;
        case "do": {
          const action = ir.actions.find((a) => a.name === s.action);
          s.args.forEach((arg, i) => {
            const local = action?.params[i]?.local;
            if (local !== undefined && readsClock(arg, known)) parameters.get(s.action)?.add(local);
          });
          break;
        }
        case "if":
          walk(s.then, known);
          walk(s.else, known);
          break;
        case "for":
        case "repeat":
          walk(s.body, known);
          break;
        case "fail":
          walk(s.keep ?? [], known);
          break;
        default:
      }
    }
  };
  const all = (): void => {
    for (const { body } of ir.tools) walk(body, new Set());
    for (const { then } of [...ir.guards, ...ir.triggers]) walk(then, new Set());
    for (const { name, body } of ir.actions) walk(body, parameters.get(name) ?? new Set());
  };
  // Parameters are known once every call of an action was seen, and calls may stand in actions.
  for (let before = -1, size = 0; before !== size;) {
    before = size;
    all();
    size = result.size + [...parameters.values()].reduce((n, set) => n + set.size, 0);
  }
  return result;
}

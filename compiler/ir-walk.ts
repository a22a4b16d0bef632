/** Walking the IR. */

import type { IrExpr } from "./ir.js";

/** The expressions directly inside one. */
export function children(e: IrExpr): IrExpr[] {
  switch (e.k) {
    case "field":
    case "get":
    case "inverse":
    case "member":
      return [e.of];
    case "find":
      return [...e.key];
    case "chain":
      return [e.value, e.body];
    case "op":
    case "random":
      return [...e.args, ...e.lambdas.map((l) => l.body)];
    case "if":
      return [e.test, e.then, e.else];
    case "match":
      return [e.value, ...e.arms.map((a) => a.value)];
    case "is":
      return [e.value];
    case "record":
    case "case":
    case "create":
      return e.fields.map((f) => f.value);
    case "list":
      return [...e.items];
    case "template":
      return e.parts.filter((p): p is IrExpr => typeof p !== "string");
    case "fn":
      return [...e.args];
    case "view":
      return [e.of];
    case "start":
      return [e.value];
    case "new":
      return e.fields.map((f) => f.value);
    case "call":
      return e.args.map((a) => a.value);
    default:
      return [];
  }
}

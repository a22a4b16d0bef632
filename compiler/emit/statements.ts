/** Statements as TypeScript text. */

import type { IrExpr, IrStmt, IrTarget } from "../ir.js";
import { isText } from "../types.js";
import { isVague, print, printNegated, printTyped, show, modelName, stateName, fromApp, typeText, NO_ROWS, type Printer } from "./expressions.js";
import { local } from "./names.js";
import { property } from "./types.js";

export function printBlock(p: Printer, statements: readonly IrStmt[]): string {
  return statements.map((s) => printStatement(p, s)).join("\n");
}

function printStatement(p: Printer, s: IrStmt): string {
  const go = (e: IrExpr): string => print(p, e, NO_ROWS);
  switch (s.k) {
    case "let":
      return printLet(p, s);
    case "require":
      return `if (${printNegated(p, s.test, NO_ROWS)}) rt.fail(${go(s.else)});`;
    case "fail":
      return `rt.fail(${go(s.message)}${s.keep ? `, () => {\n${printBlock(p, s.keep)}\n}` : ""});`;
    case "create":
      return `${go(s.value)};`;
    case "set":
      return printSet(p, s.target, go(s.value));
    case "include":
    case "exclude":
      return s.target.k === "field"
        ? `db.${s.k}(${modelName(p, s.target.entity)}, ${go(s.target.of)}, ${JSON.stringify(s.target.field)}, ${go(s.value)});`
        : s.target.k === "state"
          ? `db.${s.k}(${stateName(p, s.target.app)}, 0, ${JSON.stringify(s.target.field)}, ${go(s.value)});`
          : "";
    case "delete":
      return `db.delete(${modelName(p, s.entity)}, ${go(s.value)});`;
    case "do": {
      const app = s.action.slice(0, s.action.indexOf("."));
      return `${fromApp(p, app, p.names.action(s.action))}(${["db", ...s.args.map(go)].join(", ")});`;
    }
    case "if": {
      const nested = s.else.length === 1 && s.else[0]?.k === "if";
      const otherwise = s.else.length === 0 ? "" : nested ? ` else ${printBlock(p, s.else)}` : ` else {\n${printBlock(p, s.else)}\n}`;
      return `if (${go(s.test)}) {\n${printBlock(p, s.then)}\n}${otherwise}`;
    }
    case "for": {
      const name = local(s.name);
      const skip = s.entity === undefined ? "" : `if (!db.alive(${modelName(p, s.entity)}, ${name})) continue;\n`;
      return `${forHead(s, printTyped(p, s.in, NO_ROWS))} {\n${skip}${printBlock(p, s.body)}\n}`;
    }
    case "repeat": {
      return `for (let turn = rt.times(${go(s.count)}, ${JSON.stringify(p.src(s.at))}); turn > 0; turn--) {\n${printBlock(p, s.body)}\n}`;
    }
    case "return":
      return s.value ? `return ${go(s.value)};` : "return null;";
    case "advance":
      return p.app === null ? `test.advance(${go(s.by)});` : `db.advance(${go(s.by)});`;
    case "disable":
      return `db.disable(${p.names.toolNumber(s.tool)}, ${go(s.because)});`;
    case "enable":
      return `db.enable(${p.names.toolNumber(s.tool)});`;
    case "call":
      return `${go(s.call)};`;
    case "expect":
      return `test.expect(${go(s.test)}, ${JSON.stringify(s.text)}, [${sides(s.test).map((side) => shownSide(p, side)).join(", ")}], ${JSON.stringify(p.src(s.at))});`;
  }
}

/** The head of a loop over a printed list. */
export function forHead({ name, index }: { readonly name: string; readonly index?: string }, list: string): string {
  return index === undefined ? `for (const ${local(name)} of ${list})` : `for (const [${local(index)}, ${local(name)}] of ${list}.entries())`;
}

function printLet(p: Printer, s: Extract<IrStmt, { k: "let" }>): string {
  const printed = print(p, s.value, NO_ROWS);
  const { type } = s.value;
  const isNarrow = type.t === "bool" || type.t === "enum";
  const isOpen = s.value.k === "lit" || s.value.k === "if" || s.value.k === "match" || (s.value.k === "op" && s.value.op === "coalesce") || isVague(s.value);
  const value = s.value.k === "call" || (isOpen && isNarrow) ? `(${printed} as ${typeText(p, type)})` : printed;
  const annotation = isOpen && !isNarrow && !s.else ? `: ${typeText(p, type)}` : "";
  return `const ${local(s.name)}${annotation} = ${s.else ? `rt.unwrap(${value}, () => ${print(p, s.else, NO_ROWS)})` : value};`;
}

function printSet(p: Printer, target: IrTarget, value: string): string {
  switch (target.k) {
    case "field":
      return `db.set(${modelName(p, target.entity)}, ${print(p, target.of, NO_ROWS)}, { ${assignment(target.field, value)} });`;
    case "state":
      return `db.setState(${stateName(p, target.app)}, { ${assignment(target.field, value)} });`;
    case "slot":
      return printSet(p, target.target, `{ ...${print(p, target.of, NO_ROWS)}, [${print(p, target.index, NO_ROWS)}]: ${value} }`);
  }
}

function assignment(field: string, value: string): string {
  return property(field) === value ? value : `${property(field)}: ${value}`;
}

/** What to show when an expectation fails: the sides of a comparison. */
export function sides(test: IrExpr): readonly IrExpr[] {
  return test.k === "op" && ["eq", "ne", "lt", "le", "gt", "ge"].includes(test.op) ? test.args : [];
}

/** A side as the language spells it: texts in quotes, money and times as they are written, rows by their key. */
export function shownSide(p: Printer, e: IrExpr, context = "test"): string {
  const text = print(p, e, NO_ROWS);
  const type = e.type.t === "maybe" ? e.type.of : e.type;
  if (type.t === "entity") return `${context}.key(${modelName(p, type.name)}, ${text})`;
  const shown = (side: IrExpr): string => (isText(type) ? `JSON.stringify(${print(p, side, NO_ROWS)})` : show(p, side, NO_ROWS));
  const whole = shown({ ...e, type });
  if (whole === text || e.type.t !== "maybe") return whole;
  return `rt.ifAny(${text}, (side) => ${shown({ k: "local", name: "side", type, at: e.at })})`;
}

/** Expressions as TypeScript text. Layout is Prettier's business. */

import type { Op } from "../builtins.js";
import type { Ir, IrExpr, IrLambda } from "../ir.js";
import { children } from "../ir-walk.js";
import { pascal } from "../names.js";
import { isText, type Type } from "../types.js";
import { local, type Names } from "./names.js";
import { mentioned, property, tsType } from "./types.js";

/** What printing a module gathers on the way. */
export interface Printer {
  /** Fields set from the clock. */
  readonly stamped: ReadonlySet<string>;
  readonly ir: Ir;
  readonly names: Names;
  /** The app whose module is printed; null in modules that belong to none. */
  readonly app: string | null;
  /** Names used from `model.ts`. */
  readonly model: Set<string>;
  /** Other apps' modules used. */
  readonly apps: Set<string>;
  /** Standard modules used, with the functions taken from each. */
  readonly externs: Map<string, Set<string>>;
  /** `file:line` of a node. */
  readonly src: (at: IrExpr["at"]) => string;
  /** Names that stand for givens of the running task, where what is printed has no parameters for them. */
  readonly givens?: ReadonlySet<string>;
}

/** Rows fetched once: local name → variable that holds the row. Valid where nothing writes. */
export type Rows = ReadonlyMap<string, string>;

export const NO_ROWS: Rows = new Map();

export function modelName(p: Printer, id: string): string {
  const name = p.names.model(id);
  p.model.add(name);
  return name;
}

/** The constant beside an enum: its members in order, or their values on the wire. */
function enumConstant(p: Printer, id: string, suffix: "Members" | "Wire"): string {
  const name = `${p.names.model(id)}${suffix}`;
  p.model.add(name);
  return name;
}

export function stateName(p: Printer, app: string): string {
  const name = p.names.state(app);
  p.model.add(name);
  return name;
}

export function typeText(p: Printer, type: Type): string {
  mentioned(type, p.names, p.model);
  return tsType(type, p.names);
}

/** A function of an app's module, qualified where that is another module. */
export function fromApp(p: Printer, app: string | undefined, name: string): string {
  if (app === undefined || app === p.app) return name;
  p.apps.add(app);
  return `${p.names.alias(app)}.${name}`;
}

const appOf = (id: string): string => id.slice(0, id.indexOf("."));

export function print(p: Printer, e: IrExpr, rows: Rows = NO_ROWS): string {
  const text = printBare(p, e, rows);
  return e.sure === true ? `${text}!` : text;
}

function printBare(p: Printer, e: IrExpr, rows: Rows): string {
  const go = (x: IrExpr): string => print(p, x, rows);
  switch (e.k) {
    case "lit":
      return JSON.stringify(e.value);
    case "local":
      return p.givens?.has(e.name) === true ? `db.given<${typeText(p, e.type)}>(${JSON.stringify(e.name)})` : local(e.name);
    case "now":
      return "db.now";
    case "state":
      return `db.state(${stateName(p, e.app)}).${property(e.field)}`;
    case "stateGet":
      return `${fromApp(p, e.app, p.names.getter(e.app, e.field))}(db)`;
    case "field": {
      const row = e.of.k === "local" ? rows.get(e.of.name) : undefined;
      return row === undefined ? `db.get(${modelName(p, e.entity)}, ${go(e.of)}).${property(e.field)}` : `${row}.${property(e.field)}`;
    }
    case "get":
      return `${fromApp(p, appOf(e.entity), p.names.getter(e.entity, e.field))}(db, ${go(e.of)})`;
    case "inverse":
      return printInverse(p, e, rows);
    case "member":
      if (e.of.type.t === "kind" && e.of.type.case !== undefined) return `(${go(e.of)} as Extract<${typeText(p, e.of.type)}, { kind: ${JSON.stringify(e.of.type.case)} }>).${property(e.field)}`;
      return `${go(e.of)}.${property(e.field)}`;
    case "corpus":
      return `${fromApp(p, appOf(e.name), "corpora")}.${e.name.slice(e.name.indexOf(".") + 1)}`;
    case "all":
      return `db.all(${modelName(p, e.entity)})`;
    case "find":
      return `db.${e.must ? "at" : "find"}(${[modelName(p, e.entity), ...e.key.map(go)].join(", ")})`;
    case "members":
      return enumConstant(p, e.enum, "Members");
    case "chain":
      if (isPlainChain(e)) return `(${printPlainChain(p, e, rows)} ?? null)`;
      return `rt.ifAny(${go(e.value)}, (${local(e.local)}) => ${arrowBody(print(p, e.body, rows))})`;
    case "op":
      return printOp(p, e, rows);
    case "if":
      return `(${go(e.test)} ? ${go(e.then)} : ${go(e.else)})`;
    case "match":
      return printMatch(p, e, rows);
    case "is":
      return `(${go(e.value)}.kind === ${JSON.stringify(e.case)})`;
    case "record":
      return `{ ${e.fields.map((f) => entry(f.name, go(f.value))).join(", ")} }`;
    case "list":
      return `[${e.items.map(go).join(", ")}]`;
    case "case":
      return `{ ${[`kind: ${JSON.stringify(e.case)} as const`, ...e.fields.map((f) => entry(f.name, go(f.value)))].join(", ")} }`;
    case "template":
      return `\`${e.parts.map((part) => (typeof part === "string" ? escapeTemplate(part) : `\${${show(p, part, rows)}}`)).join("")}\``;
    case "fn":
      return printFn(p, e, rows);
    case "view": {
      const as = fromApp(p, appOf(e.view), p.names.view(e.view));
      return e.list ? `${go(e.of)}.map((row) => ${as}(db, row))` : `${as}(db, ${go(e.of)})`;
    }
    case "random":
      return printRandom(p, e, rows);
    case "start":
      return `((db: Db): ${typeText(p, e.type)} => ${arrowBody(print(p, e.value))})(goal.start)`;
    case "new":
      return printNew(p, e, rows);
    case "called":
      return e.before === undefined ? `goal.${e.never ? "neverCalled" : "called"}(${toolName(p, e.tool)})` : `goal.calledBefore(${toolName(p, e.tool)}, ${toolName(p, e.before)})`;
    case "answer":
      return "goal.answer";
    case "create":
      return `${fromApp(p, appOf(e.entity), p.names.creator(e.entity))}(db, { ${e.fields.map((f) => entry(f.name, go(f.value))).join(", ")} })`;
    case "call":
      return printCall(p, e, rows);
  }
}

/** `value?.field` of a record: JavaScript has the same. */
function isPlainChain(e: IrExpr): e is Extract<IrExpr, { k: "chain" }> & { readonly body: Extract<IrExpr, { k: "member" }> } {
  return e.k === "chain" && e.sure !== true && e.body.k === "member" && e.body.of.k === "local" && e.body.of.name === e.local && e.body.of.type.t !== "kind";
}

function printPlainChain(p: Printer, e: Extract<IrExpr, { k: "chain" }> & { readonly body: Extract<IrExpr, { k: "member" }> }, rows: Rows): string {
  return `${print(p, e.value, rows)}?.${property(e.body.field)}`;
}

function entry(name: string, value: string): string {
  return property(name) === value ? value : `${property(name)}: ${value}`;
}

function escapeTemplate(text: string): string {
  return text.replace(/\\/g, "\\\\").replace(/`/g, "\\`").replace(/\$\{/g, "\\${").replace(/\r/g, "\\r");
}

/** A value as the text it is shown by. */
export function show(p: Printer, e: IrExpr, rows: Rows): string {
  const text = print(p, e, rows);
  switch (e.type.t) {
    case "money":
    case "duration":
    case "distance":
    case "datetime":
    case "date":
    case "time":
      return `rt.show${e.type.t.charAt(0).toUpperCase()}${e.type.t.slice(1)}(${text})`;
    case "enum": {
      const name = e.type.name;
      const members = p.ir.enums.find((x) => x.name === name)?.members ?? [];
      return members.every((m) => m.name === m.wire) ? text : `${enumConstant(p, name, "Wire")}[${text}]`;
    }
    default:
      return text;
  }
}

function printInverse(p: Printer, e: Extract<IrExpr, { k: "inverse" }>, rows: Rows): string {
  const entity = p.ir.entities.find((x) => x.name === e.entity);
  const index = entity?.inverses.findIndex((i) => i.name === e.field) ?? -1;
  const to = modelName(p, entity?.inverses[index]?.entity ?? "");
  const list = `db.inverse<${modelName(p, e.entity)}, ${to}>(${modelName(p, e.entity)}, ${index}, ${print(p, e.of, rows)})`;
  return e.many ? list : `rt.first(${list})`;
}

/** A table where every arm is a literal; a chain of tests over a name where the value is one; else the value is named first. */
function printMatch(p: Printer, e: Extract<IrExpr, { k: "match" }>, rows: Rows): string {
  const value = print(p, e.value, rows);
  const isTable = e.value.type.t === "enum" && e.arms.length > 1 && e.arms.every((a) => a.value.k === "lit" && a.patterns.length > 0);
  if (isTable) {
    const entries = e.arms.flatMap((a) => a.patterns.map((x) => entry(x.k === "case" ? x.case : String(x.value), print(p, a.value, rows))));
    return `({ ${entries.join(", ")} } as Record<${typeText(p, e.value.type)}, ${typeText(p, e.type)}>)[${value}]`;
  }
  const isNamed = e.value.k === "local" && !e.value.sure;
  const subject = isNamed ? value : local(e.local);
  const arms = e.arms.map((arm) => {
    const tests = arm.patterns.map((x) => (x.k === "case" ? `${subject}.kind === ${JSON.stringify(x.case)}` : `${subject} === ${JSON.stringify(x.value)}`));
    return { test: tests.join(" || "), value: print(p, arm.value, rows) };
  });
  const last = arms[arms.length - 1];
  const isTotal = last?.test === "";
  const head = isTotal ? arms.slice(0, -1) : arms;
  const tail = isTotal ? (last?.value ?? "rt.never()") : "rt.never()";
  const chain = `${head.map((a) => `${a.test} ? ${a.value} : `).join("")}${tail}`;
  return isNamed ? `(${chain})` : `((${subject}: ${typeText(p, e.value.type)}): ${typeText(p, e.type)} => ${arrowBody(chain)})(${value})`;
}

function printFn(p: Printer, e: Extract<IrExpr, { k: "fn" }>, rows: Rows): string {
  const fn = p.ir.fns.find((f) => f.name === e.fn);
  const args = e.args.map((a) => print(p, a, rows));
  const name = e.fn.slice(e.fn.lastIndexOf(".") + 1);
  if (fn && !fn.body) {
    const result = fromLibrary(p, fn.module ?? "", name, args);
    return mayHoldNumbers(e.type) ? `rt.foreign(${result}, ${JSON.stringify(p.src(e.at))})` : result;
  }
  const call = fn?.app === undefined ? `shared.${p.names.fn(e.fn)}` : fromApp(p, fn.app, p.names.fn(e.fn));
  if (fn?.app === undefined) p.apps.add("");
  return `${call}(${["db", ...args].join(", ")})`;
}

function fromLibrary(p: Printer, module: string, name: string, args: readonly string[]): string {
  const known = p.externs.get(module);
  if (known) known.add(name);
  else p.externs.set(module, new Set([name]));
  return `${libraryName(module)}.${name}(${args.join(", ")})`;
}

/** What generated code calls a module of the standard library: no local can be called so. */
export function libraryName(module: string): string {
  return `std${pascal(module)}`;
}

/** Whether a value of the type may hold a number, which a function of another language must not leave broken. */
function mayHoldNumbers(type: Type): boolean {
  switch (type.t) {
    case "bool":
    case "string":
    case "text":
    case "url":
    case "enum":
      return false;
    case "list":
    case "maybe":
    case "dict":
    case "slots":
      return mayHoldNumbers(type.of);
    case "record":
      return Object.values(type.fields).some(mayHoldNumbers);
    default:
      return true;
  }
}

function toolName(p: Printer, id: string): string {
  return JSON.stringify(p.ir.tools.find((t) => t.name === id)?.wire ?? id);
}

/** A pattern over created rows: `row` is a row's slot in it. */
function printNew(p: Printer, e: Extract<IrExpr, { k: "new" }>, rows: Rows): string {
  const row: IrExpr = { k: "local", name: "row", type: { t: "entity", name: e.entity }, at: e.at };
  const tests = e.fields.map((f) => {
    const field: IrExpr = { k: f.derived ? "get" : "field", of: row, entity: e.entity, field: f.name, type: f.type, at: e.at };
    if (f.loose) return `rt.sameText(${print(p, field, NO_ROWS)}, ${print(p, f.value, rows)})`;
    return printEquality(field, f.value, [print(p, field, NO_ROWS), print(p, f.value, rows)], false);
  });
  const model = modelName(p, e.entity);
  return `goal.${e.count}(${model}, (row: Ref<${model}>): boolean => ${tests.length === 0 ? "true" : tests.join(" && ")})`;
}

function printRandom(p: Printer, e: Extract<IrExpr, { k: "random" }>, rows: Rows): string {
  if (e.method === "fresh" && e.unique) {
    const { entity, field } = e.unique;
    const make = e.lambdas[0] ? print(p, e.lambdas[0].body, rows) : "null";
    return `random.fresh((value) => db.free(${modelName(p, entity)}, ${JSON.stringify(field)}, value), () => ${make}, ${JSON.stringify(`${entity}.${field}`)})`;
  }
  return `random.${e.method}(${e.args.map((a) => print(p, a, rows)).join(", ")})`;
}

function printCall(p: Printer, e: Extract<IrExpr, { k: "call" }>, rows: Rows): string {
  const tool = p.ir.tools.find((t) => t.name === e.tool);
  const args = e.args.map((a) => entry(a.name, print(p, a.value, rows)));
  const expected = [`src: ${JSON.stringify(p.src(e.at))}`, ...(e.fails ? [`fails: ${print(p, e.fails, rows)}`] : []), ...(e.fires === undefined ? [] : [`fires: ${JSON.stringify(e.fires)}`])];
  return `test.call(${JSON.stringify(tool?.wire ?? e.tool)}, { ${args.join(", ")} }, { ${expected.join(", ")} })`;
}

/** A lambda; rows of entity parameters that it reads more than once are fetched once, as nothing writes inside an expression. */
export function printLambda(p: Printer, l: IrLambda, rows: Rows): string {
  const params = l.params.map((x) => `${local(x.name)}`).join(", ");
  const inner = new Map(rows);
  const fetches: string[] = [];
  for (const param of l.params) {
    inner.delete(param.name);
    if (param.type.t !== "entity" || countFields(l.body, param.name) < 2 || !readsSurely(l.body, param.name)) continue;
    const row = `${local(param.name)}Row`;
    inner.set(param.name, row);
    fetches.push(`const ${row} = db.get(${modelName(p, param.type.name)}, ${local(param.name)});`);
  }
  const body = print(p, l.body, inner);
  const result = isVague(l.body) ? `: ${typeText(p, l.body.type)}` : "";
  if (fetches.length > 0) return `(${params})${result} => { ${fetches.join(" ")} return ${body}; }`;
  return `(${params})${result} => ${arrowBody(body)}`;
}

/** A record in place of a function's body is put in parentheses. */
export function arrowBody(text: string): string {
  return text.startsWith("{") ? `(${text})` : text;
}

/** With its type, where TypeScript would take it for another. */
export function printTyped(p: Printer, e: IrExpr, rows: Rows): string {
  return isVague(e) ? `(${print(p, e, rows)} as ${typeText(p, e.type)})` : print(p, e, rows);
}

/** True where TypeScript would take a member of an enum for any text, or a case for a record. */
export function isVague(e: IrExpr): boolean {
  switch (e.k) {
    case "lit":
      return e.type.t === "enum";
    case "case":
      return true;
    case "if":
      return isVague(e.then) || isVague(e.else);
    case "match":
      return e.arms.some((a) => isVague(a.value));
    case "list":
      return e.items.some(isVague);
    case "record":
      return e.fields.some((f) => isVague(f.value));
    case "op":
      return e.op === "coalesce" && e.args.some(isVague);
    default:
      return false;
  }
}

/** How often an expression reads stored fields of a local row. */
export function countFields(e: IrExpr, name: string): number {
  const own = e.k === "field" && e.of.k === "local" && e.of.name === name ? 1 : 0;
  return children(e).reduce((n, x) => n + countFields(x, name), own);
}

/** True where evaluating an expression always reads a stored field of a local row, so that fetching the row first changes nothing. */
export function readsSurely(e: IrExpr, name: string): boolean {
  switch (e.k) {
    case "field":
      return (e.of.k === "local" && e.of.name === name) || readsSurely(e.of, name);
    case "if":
      return readsSurely(e.test, name);
    case "match":
    case "chain":
      return readsSurely(e.value, name);
    case "op":
      return (e.op === "and" || e.op === "or" || e.op === "coalesce" ? e.args.slice(0, 1) : e.args).some((x) => readsSurely(x, name));
    case "random":
      return e.args.some((x) => readsSurely(x, name));
    default:
      return children(e).some((x) => readsSurely(x, name));
  }
}

/** Enum members are ordered by their place in the declaration. */
function keyed(p: Printer, type: Type, text: string): string {
  return type.t === "enum" ? `${enumConstant(p, type.name, "Members")}.indexOf(${text})` : text;
}

function keyLambda(p: Printer, l: IrLambda | undefined, rows: Rows): string {
  if (!l) return "(x) => x";
  if (l.body.type.t !== "enum") return printLambda(p, l, rows);
  const params = l.params.map((x) => local(x.name)).join(", ");
  return `(${params}) => ${keyed(p, l.body.type, print(p, l.body, rows))}`;
}

type Simple = (args: readonly string[], src: string) => string;

const fnCall = (name: string, withSrc = false): Simple => (args, src) => `rt.${name}(${[...args, ...(withSrc ? [src] : [])].join(", ")})`;
const infix = (operator: string): Simple => ([a, b]) => `(${a} ${operator} ${b})`;
const checked = (operator: string, check: string): Simple => ([a, b], src) => `rt.${check}(${a} ${operator} ${b}, ${src})`;
const property_ = (suffix: string): Simple => ([a]) => `${a}${suffix}`;
const method = (name: string): Simple => ([a, ...rest]) => `${a}.${name}(${rest.join(", ")})`;

/** Operations that are printed from their printed operands alone. */
const SIMPLE: Readonly<Partial<Record<Op, Simple>>> = {
  "whole.add": checked("+", "whole"), "whole.sub": checked("-", "whole"), "whole.mul": checked("*", "whole"), "whole.neg": ([a]) => `(0 - ${a})`,
  "whole.quot": fnCall("quotient", true), "whole.mod": fnCall("remainder", true), "whole.scale": fnCall("scale", true), "whole.divide": fnCall("divide", true),
  "whole.abs": ([a]) => `Math.abs(${a})`, "whole.round": ([a, b], src) => `rt.whole(rt.roundTo(${a}, ${b}, ${src}), ${src})`,
  "float.add": checked("+", "float"), "float.sub": checked("-", "float"), "float.mul": checked("*", "float"), "float.div": fnCall("ratio", true), "float.neg": ([a]) => `(0 - ${a})`,
  "float.abs": ([a]) => `Math.abs(${a})`, "float.floor": ([a], src) => `rt.whole(Math.floor(${a}), ${src})`, "float.ceil": ([a], src) => `rt.whole(Math.ceil(${a}) + 0, ${src})`, "float.round": ([a], src) => `rt.whole(rt.roundHalf(${a}), ${src})`, "float.roundTo": fnCall("roundTo", true),
  "date.add": fnCall("addDays", true), "date.sub": ([a, b], src) => `rt.addDays(${a}, 0 - ${b}, ${src})`, "date.diff": ([a, b]) => `((${a} - ${b}) * 86_400)`,
  "date.at": ([a, b]) => `(${a} * 86_400 + ${b})`, "date.weekday": fnCall("weekday"), "days.between": fnCall("daysBetween"),
  "date.year": fnCall("yearOf"), "date.month": fnCall("monthOf"), "date.day": fnCall("dayOf"), "time.hour": ([a]) => `Math.floor(${a} / 3600)`, "time.minute": ([a]) => `(Math.floor(${a} / 60) % 60)`,
  "datetime.date": fnCall("dateOf"), "datetime.time": fnCall("timeOf"), "datetime.weekday": ([a]) => `rt.weekday(rt.dateOf(${a}))`,
  clamp: fnCall("clamp"), min2: ([a, b]) => `Math.min(${a}, ${b})`, max2: ([a, b]) => `Math.max(${a}, ${b})`,
  "graph.weight": fnCall("weight", true), point: fnCall("point", true), "point.lat": property_(".lat"), "point.lon": property_(".lon"),
  sure: fnCall("sure"), not: ([a]) => `!(${a})`, and: infix("&&"), or: infix("||"),
  "text.lower": method("toLowerCase"), "text.upper": method("toUpperCase"), "text.trim": method("trim"), "text.length": fnCall("textLength"), "text.words": fnCall("words"),
  "text.split": fnCall("splitText"), "text.replace": fnCall("replaceText"), "text.contains": method("includes"), "text.mentions": fnCall("mentions"), "text.starts_with": method("startsWith"),
  "text.ends_with": method("endsWith"), "text.matches": fnCall("matches"),
  "list.count": property_(".length"), "list.first": fnCall("first"), "list.last": fnCall("last"), "list.at": fnCall("at"), "list.reverse": fnCall("reverse"),
  "list.distinct": fnCall("distinct"), "list.is_distinct": fnCall("isDistinct"), "list.contains": fnCall("contains"), "list.zip": fnCall("zip"), "list.take": fnCall("take"),
  "list.drop": fnCall("drop"), "list.page": fnCall("page"), "set.of": fnCall("distinct"), "list.sum": fnCall("sum", true),
  "slots.at": ([a, b]) => `${a}[${b}]`, "record.at": ([a, b]) => `${a}[${b}]`, "dict.at": fnCall("lookUp"), "dict.values": ([a]) => `Object.values(${a})`,
};

/** Operations that take lambdas: the runtime's or JavaScript's name. */
const WITH_LAMBDA: Readonly<Partial<Record<Op, (list: string, lambda: string, second: string, src: string) => string>>> = {
  "list.filter": (list, f) => `${list}.filter(${f})`,
  "list.map": (list, f) => `${list}.map(${f})`,
  "list.flat_map": (list, f) => `rt.flatMap(${list}, ${f})`,
  "list.any": (list, f) => `${list}.some(${f})`,
  "list.all": (list, f) => `${list}.every(${f})`,
  "list.none": (list, f) => `!${list}.some(${f})`,
  "list.first_where": (list, f) => `rt.firstWhere(${list}, ${f})`,
  "list.last_where": (list, f) => `rt.lastWhere(${list}, ${f})`,
  "list.count_where": (list, f) => `rt.countWhere(${list}, ${f})`,
  "list.sum_by": (list, f, _s, src) => `rt.sum(${list}.map(${f}), ${src})`,
  "list.group": (list, f) => `rt.group(${list}, ${f})`,
  "list.record": (list, f, second) => `rt.toRecord(${list}, ${f}, ${second})`,
};

const ORDERED: Readonly<Partial<Record<Op, string>>> = {
  "list.lowest": "lowest", "list.highest": "highest", "list.sort_by": "sortBy", "list.sort_desc_by": "sortDescBy",
  "list.sort": "sortBy", "list.sort_desc": "sortDescBy", "list.min": "lowest", "list.max": "highest",
};

/** Operations that are functions of a module of the standard library. */
const FROM_LIBRARY: Readonly<Partial<Record<Op, readonly [module: string, name: string]>>> = {
  "point.distance": ["geo", "great_circle"], "point.in_polygon": ["geo", "in_polygon"], "graph.path": ["routes", "path"], "graph.reachable": ["routes", "reachable"],
};

const COMPARE: Readonly<Partial<Record<Op, string>>> = { lt: "<", le: "<=", gt: ">", ge: ">=" };

function printOp(p: Printer, e: Extract<IrExpr, { k: "op" }>, rows: Rows): string {
  const name = e.op as Op;
  const [first, second] = e.args;
  const src = JSON.stringify(p.src(e.at));
  const args = e.args.map((a) => (a.k === "list" ? printTyped(p, a, rows) : print(p, a, rows)));
  const list = args[0] ?? "";
  const withLambda = WITH_LAMBDA[name];
  if (withLambda && e.lambdas[0]) {
    const [f, g] = e.lambdas.map((l) => printLambda(p, l, rows));
    return withLambda(list, f ?? "", g ?? "", src);
  }
  const ordered = ORDERED[name];
  if (ordered !== undefined) {
    const element = first?.type.t === "list" ? first.type.of : null;
    const key = e.lambdas[0] ? keyLambda(p, e.lambdas[0], rows) : `(x) => ${element ? keyed(p, element, "x") : "x"}`;
    return `rt.${ordered}(${list}, ${key})`;
  }
  if (e.type.t === "datetime" && (name === "whole.add" || name === "whole.sub")) return checked(name === "whole.add" ? "+" : "-", "instant")(args, src);
  const simple = SIMPLE[name];
  if (simple) return simple(args, src);
  const library = FROM_LIBRARY[name];
  if (library) return fromLibrary(p, ...library, args);
  const comparison = COMPARE[name];
  if (comparison !== undefined && first && second) return `(${keyed(p, first.type, args[0] ?? "")} ${comparison} ${keyed(p, second.type, args[1] ?? "")})`;
  switch (name) {
    case "eq":
    case "ne":
      return printEquality(first as IrExpr, second as IrExpr, args, name === "ne");
    case "coalesce":
      if (first?.type.t === "none") return args[1] ?? "";
      if (first?.type.t !== "maybe") return args[0] ?? "";
      return `(${isPlainChain(first) ? printPlainChain(p, first, rows) : args[0]} ?? ${args[1]})`;
    case "in.range":
      return printInRange(p, e, args);
    case "graph.cost": {
      const cost = e.type.t === "maybe" ? e.type.of.t : e.type.t;
      return `rt.ifAny(${fromLibrary(p, "routes", "cost", args)}, (sum) => rt.${cost === "float" || cost === "distance" ? "float" : "whole"}(sum, ${src}))`;
    }
    case "list.min_by":
    case "list.max_by":
      return `rt.${name === "list.min_by" ? "lowest" : "highest"}(${list}.map(${e.lambdas[0] ? printLambda(p, e.lambdas[0], rows) : ""}), (x) => ${e.lambdas[0] ? keyed(p, e.lambdas[0].body.type, "x") : "x"})`;
    case "list.join": {
      const element = first?.type.t === "list" ? first.type.of : null;
      const shown = element === null || isText(element) ? list : `${list}.map((x) => ${show(p, { k: "local", name: "x", type: element, at: e.at }, rows)})`;
      return `${shown}.join(${args[1]})`;
    }
    case "dict.keys":
      return e.type.t === "list" && e.type.of.t === "enum" ? enumConstant(p, e.type.of.name, "Members") : `Object.keys(${list})`;
    case "tree.children":
    case "tree.ancestors":
    case "tree.descendants": {
      const entity = first?.type.t === "entity" ? modelName(p, first.type.name) : "";
      return `rt.${name.slice(5)}(db, ${entity}, ${args[1]}, ${args[0]})`;
    }
    default:
      throw new Error(`the emitter has no text for the operation ${name}`);
  }
}

const OPPOSITE: Readonly<Partial<Record<string, Op>>> = { eq: "ne", ne: "eq", lt: "ge", ge: "lt", gt: "le", le: "gt", "list.any": "list.none", "list.none": "list.any" };

/** The contrary of a test, without a `!` where an operation says it. */
export function printNegated(p: Printer, e: IrExpr, rows: Rows): string {
  if (e.k === "op" && e.op === "not" && e.args[0]) return print(p, e.args[0], rows);
  const opposite = e.k === "op" ? OPPOSITE[e.op] : undefined;
  return opposite && e.k === "op" ? print(p, { ...e, op: opposite }, rows) : `!(${print(p, e, rows)})`;
}

function printEquality(a: IrExpr, b: IrExpr, args: readonly string[], negate: boolean): string {
  const type = (t: Type): Type => (t.t === "maybe" ? t.of : t);
  const [x, y] = [type(a.type), type(b.type)];
  if (a.k === "lit" && b.k === "lit") return String((a.value === b.value) !== negate);
  const structured = (t: Type): boolean => t.t === "record" || t.t === "list" || t.t === "dict" || t.t === "slots" || t.t === "kind" || t.t === "view" || t.t === "point";
  if (x.t === "set" || y.t === "set") {
    const sides = [x, y].map((side, i) => (side.t === "list" ? `rt.distinct(${args[i]})` : args[i]));
    return `${negate ? "!" : ""}rt.sameSet(${sides.join(", ")})`;
  }
  if (structured(x) && structured(y)) return `${negate ? "!" : ""}rt.equal(${args.join(", ")})`;
  return `(${args[0]} ${negate ? "!==" : "==="} ${args[1]})`;
}

/** Inclusive at both ends; a range of times that ends before it begins runs over midnight. */
function printInRange(p: Printer, e: Extract<IrExpr, { k: "op" }>, args: readonly string[]): string {
  const [value, from, to] = e.args as [IrExpr, IrExpr, IrExpr];
  const [v, a, b] = [keyed(p, value.type, args[0] ?? ""), keyed(p, from.type, args[1] ?? ""), keyed(p, to.type, args[2] ?? "")];
  return value.type.t === "time" ? `rt.withinTimes(${v}, ${a}, ${b})` : `rt.within(${v}, ${a}, ${b})`;
}

/** Expressions: from syntax to typed IR. One function per shape; operators, members and methods have files of their own. */

import type { Expr, Name, RecordEntry, Span } from "../../grammar/ast.js";
import type { IrExpr, IrLambda } from "../ir.js";
import { suggest } from "../suggest.js";
import { symbolOf, whatIs, type Sym } from "../symbols.js";
import { assignable, hasError, join, showType, T, WEEKDAYS, type Type } from "../types.js";
import { checkApply, checkIndex, checkMember } from "./access.js";
import { caseValue, checkIs, checkMatch } from "./kinds.js";
import { checkCalled, checkNew, checkStart, withoutStart } from "./goals.js";
import { checkCall, checkCreate } from "./rows.js";
import { dateValue, datetimeValue, timeValue, unitValue } from "./literals.js";
import { checkBinary, checkUnary, isKnown } from "./operators.js";
import { facts, narrow } from "./narrowing.js";
import { at, errorExpr, forkFlow, lookup, lookupState, lost, namesInScope, noteCall, report, reportUnused, step, withLocal, type Env } from "./env.js";
import { checkView } from "./views.js";

/** Types of checked expressions, for narrowing and for editors. */
const checkedTypes = new WeakMap<Expr, Type>();

export function typeOf(expr: Expr): Type {
  return checkedTypes.get(expr) ?? T.error;
}

/** A value that a chain (`?.`) binds on the way; wrapped around the whole chain at its end. */
export interface Pending {
  readonly local: string;
  readonly value: IrExpr;
}

export function checkExpr(env: Env, expr: Expr, expected?: Type): IrExpr {
  const atStart = withoutStart(env, expr);
  const result = atStart ? checkStart(env, atStart, expr, expected) : dispatch(env, expr, expected);
  checkedTypes.set(expr, result.type);
  env.cx.recorder?.value(env, expr, result, expected);
  return result;
}

/** Checks `expr` and demands that it fits `type`. */
export function expectType(env: Env, expr: Expr, type: Type): IrExpr {
  return coerce(env, checkExpr(env, expr, type), type, expr.span);
}

/** Demands that a checked value fits `type`, and converts a list of rows to a set. */
export function coerce(env: Env, value: IrExpr, type: Type, span: Span): IrExpr {
  if (!assignable(value.type, type)) {
    if (value.type.t === "maybe" && assignable(value.type.of, type)) {
      if (env.mode === "goal") return surely(value);
      report(env, "may-be-none", span, { what: "This", why: value.type.why === undefined ? "" : ` ${value.type.why}` });
    } else {
      report(env, "type-mismatch", span, { expected: article(showType(type)), got: article(showType(value.type)) }, mismatchHint(value.type, type));
    }
    return { ...value, type: T.error };
  }
  const target = type.t === "maybe" ? type.of : type;
  if (target.t === "set" && value.type.t === "list") return { k: "op", op: "set.of", args: [value], lambdas: [], type: target, at: value.at };
  return value;
}

/** In a goal: the value where there is one. An item that needs one where there is none is false. */
export function surely(value: IrExpr): IrExpr {
  return value.type.t === "maybe" ? { k: "op", op: "sure", args: [value], lambdas: [], type: value.type.of, at: value.at } : value;
}

function mismatchHint(from: Type, to: Type): { hint?: string } {
  if (to.t === "money" && (from.t === "int" || from.t === "float")) return { hint: "Write money with a dollar sign: `$5` or `$12.50`." };
  if ((to.t === "string" || to.t === "text") && from.t !== "none") return { hint: "A template makes a text of it: `\"{…}\"`." };
  if (to.t === "int" && from.t === "float") return { hint: "Use `floor`, `ceil` or `round`." };
  if (to.t === "duration" && from.t === "int") return { hint: "Give the unit: `5 min`." };
  return {};
}

/** "a string", "an int", "LightTalk's Contact"… in front of a type's name. */
export function article(type: string): string {
  if (type === "none" || type.startsWith("a ") || type.startsWith("{")) return type.startsWith("{") ? `a record \`${type}\`` : type;
  return `${/^[aeiou]/i.test(type) ? "an" : "a"} \`${type}\``;
}

function dispatch(env: Env, expr: Expr, expected?: Type): IrExpr {
  const here = at(env, expr.span);
  const lit = (value: string | number | boolean | null, type: Type): IrExpr => ({ k: "lit", value, type, at: here });
  switch (expr.kind) {
    case "missing":
      return errorExpr(env, expr.span);
    case "int":
    case "float":
      if (expr.unit !== undefined) return unitValue(env, expr.value, expr.unit, expr.span);
      // The parser has reported a number that no int holds.
      if (expr.kind === "int" && !Number.isSafeInteger(expr.value)) return errorExpr(env, expr.span);
      return lit(expr.value, expr.kind === "int" ? T.int : T.float);
    case "percent":
      return lit(expr.value, T.float);
    case "money":
      return lit(expr.cents, T.money);
    case "date":
      return dateValue(env, expr.text, expr.span);
    case "datetime":
      return datetimeValue(env, expr.text, expr.span);
    case "time":
      return timeValue(env, expr.text, expr.span);
    case "bool":
      return lit(expr.value, T.bool);
    case "none":
      return lit(null, T.none);
    case "raw":
      return lit(expr.text, T.string);
    case "string":
      return checkTemplate(env, expr, expected);
    case "name":
      return checkName(env, expr.name, expected);
    case "member":
    case "apply":
    case "index": {
      const pending: Pending[] = [];
      const body = checkPostfix(env, expr, expected, pending);
      return pending.reduceRight<IrExpr>(
        (inner, p) => ({ k: "chain", local: p.local, value: p.value, body: inner, type: T.maybe(inner.type), at: here }),
        body,
      );
    }
    case "unary":
      return checkUnary(env, expr, expected);
    case "binary":
      return checkBinary(env, expr, expected);
    case "is":
      return checkIs(env, expr);
    case "as":
      return checkView(env, expr);
    case "range": {
      const range = checkRange(env, expr, expected?.t === "range" ? expected.of : undefined);
      return range ? { k: "op", op: "range", args: [range.from, range.to], lambdas: [], type: { t: "range", of: range.of }, at: here } : errorExpr(env, expr.span);
    }
    case "if": {
      const test = expectType(env, expr.test, T.bool);
      // A bare member learns its type from the other branch.
      const elseFirst = expected === undefined && expr.then.kind === "name" && !isKnown(env, expr.then.name.text);
      const before = elseFirst ? checkExpr(narrow(env, facts(env, expr.test, false)), expr.else) : null;
      const then = checkExpr(narrow(env, facts(env, expr.test, true)), expr.then, expected ?? before?.type);
      const otherwise = before ?? checkExpr(narrow(env, facts(env, expr.test, false)), expr.else, expected ?? then.type);
      return { k: "if", test, then, else: otherwise, type: joinBranches(env, then, otherwise, expr.else.span), at: here };
    }
    case "match":
      return checkMatch(env, expr, expected);
    case "record":
      return checkRecord(env, expr.entries, expr.span, expected);
    case "list": {
      const wanted = expected?.t === "maybe" ? expected.of : expected;
      const of = wanted?.t === "list" ? wanted.of : wanted?.t === "set" ? T.entity(wanted.of) : undefined;
      const items: IrExpr[] = [];
      for (const item of expr.items) items.push(checkExpr(env, item, of ?? items[0]?.type));
      let type: Type | null = of ?? null;
      items.forEach((item, i) => {
        const joined: Type | null = type === null ? item.type : join(type, item.type);
        if (joined === null && type !== null) {
          report(env, "element-types", (expr.items[i] as Expr).span, { a: article(showType(type)), b: article(showType(item.type)) });
          type = T.error;
        } else type = joined;
      });
      if (type === null) {
        if (!expected) report(env, "cannot-infer", expr.span, { what: "this empty list" });
        type = T.error;
      }
      return { k: "list", items, type: T.list(type), at: here };
    }
    case "lambda":
      report(env, "lambda-misplaced", expr.span, undefined);
      return errorExpr(env, expr.span);
    case "create":
      report(env, "write-in-expression", expr.span, { what: "`create`" }, { hint: "Bind it first: `let x = create …`." });
      return checkCreate(env, expr);
    case "call":
      if (env.mode !== "test") report(env, "write-in-expression", expr.span, { what: "`call`" }, { hint: "Tools are called in tests and plans; share effects with an `action`." });
      return checkCall(env, expr);
    case "new":
      if (env.mode === "goal") return checkNew(env, expr);
      break;
    case "called":
      if (env.mode === "goal") return checkCalled(env, expr);
      break;
    case "exact":
      break;
  }
  report(env, "write-in-expression", expr.span, { what: "A goal's pattern" });
  return errorExpr(env, expr.span);
}

/** A member, method call or index; `pending` collects the `?.` of the whole chain. */
export function checkPostfix(env: Env, expr: Expr, expected: Type | undefined, pending: Pending[]): IrExpr {
  let result: IrExpr;
  if (expr.kind === "member") result = checkMember(env, expr, expected, pending);
  else if (expr.kind === "apply") result = checkApply(env, expr, expected, pending);
  else if (expr.kind === "index") result = checkIndex(env, expr, pending);
  else return checkExpr(env, expr, expected);
  checkedTypes.set(expr, pending.length > 0 ? T.maybe(result.type) : result.type);
  env.cx.recorder?.value(env, expr, result, expected);
  return result;
}

export function joinBranches(env: Env, a: IrExpr, b: IrExpr, span: Span): Type {
  const type = join(a.type, b.type);
  if (type) return type;
  report(env, "branches-differ", span, { a: article(showType(a.type)), b: article(showType(b.type)) });
  return T.error;
}

function checkTemplate(env: Env, expr: Extract<Expr, { kind: "string" }>, expected?: Type): IrExpr {
  const here = at(env, expr.span);
  const wanted = expected?.t === "maybe" ? expected.of : expected;
  if (expr.parts.every((p) => p.kind === "text")) {
    const text = expr.parts.map((p) => (p.kind === "text" ? p.text : "")).join("");
    return { k: "lit", value: text, type: wanted?.t === "url" || wanted?.t === "text" ? wanted : T.string, at: here };
  }
  const parts = expr.parts.map((part): string | IrExpr => {
    if (part.kind === "text") return part.text;
    const value = checkExpr(env, part.value);
    requirePrintable(env, value, part.value.span);
    return value;
  });
  return { k: "template", parts, type: wanted?.t === "url" || wanted?.t === "text" ? wanted : T.string, at: here };
}

/** Texts, numbers, times, enums and booleans can stand in a text. */
export function requirePrintable(env: Env, value: IrExpr, span: Span): void {
  const { type } = value;
  switch (type.t) {
    case "maybe":
    case "none":
      report(env, "may-be-none", span, { what: "This", why: type.t === "maybe" && type.why !== undefined ? ` ${type.why}` : "" });
      return;
    case "entity":
    case "set":
    case "list":
    case "record":
    case "view":
    case "kind":
    case "slots":
    case "dict":
    case "point":
    case "range":
    case "void":
      if (!hasError(type)) report(env, "entity-in-result", span, { type: article(showType(type)) });
  }
}

/** Enum members a type has, by its qualified name. */
export function enumMembers(env: Env, name: string): readonly string[] {
  if (name === "Weekday") return WEEKDAYS;
  return symbolOf(env.cx.bound, "enum", name)?.members ?? [];
}

export function checkName(env: Env, name: Name, expected?: Type): IrExpr {
  const here = at(env, name.span);
  const text = name.text;
  const local = env.locals.get(text);
  if (!local && env.mode === "goal" && text === "answer") return { k: "answer", type: T.string, at: here };
  if (local) {
    local.used = true;
    if (env.flow.deleted.has(text)) report(env, "use-after-delete", name.span, { name: text });
    return narrowedTo(env, `l:${text}`, { k: "local", name: text, type: local.type, at: here });
  }
  if (env.later?.has(text)) {
    report(env, "default-reads-later", name.span, { name: text });
    return errorExpr(env, name.span);
  }
  if (env.self) {
    if (text === "self") return { k: "local", name: "self", type: T.entity(env.self.id), at: here };
    const field = env.self.fields.get(text);
    if (field) {
      noteCall(env, `${env.self.id}.${text}`);
      const self: IrExpr = { k: "local", name: "self", type: T.entity(env.self.id), at: here };
      return narrowedTo(env, `l:self.${step(text, field.node.kind !== "field")}`, fieldOf(self, env.self.id, text, field));
    }
    if (env.self.node.broken && !isVisibleElsewhere(env, name)) return errorExpr(env, name.span);
  }
  const state = lookupState(env, text);
  if (state && "ambiguous" in state) return ambiguous(env, name, state.ambiguous);
  if (state) return narrowedTo(env, `s:${state.app.name}.${step(text, state.field.node.kind !== "field")}`, stateField(env, state.app.name, text, state.field.node.kind === "get", state.field.type, name.span));
  const symbol = lookup(env, name);
  if (symbol && "ambiguous" in symbol) return ambiguous(env, name, symbol.ambiguous);
  if (symbol) return symbolValue(env, symbol, name);
  if (text === "now") return { k: "now", type: T.datetime, at: here };
  const wanted = expected?.t === "maybe" ? expected.of : expected;
  if (wanted?.t === "enum") {
    const members = enumMembers(env, wanted.name);
    if (members.includes(text)) return { k: "lit", value: text, type: wanted, at: here };
    if (!lost(env, text)) report(env, "unknown-member", name.span, { name: text, of: showType(wanted) }, suggest(text, members));
    return errorExpr(env, name.span);
  }
  if (wanted?.t === "kind") {
    const built = caseValue(env, wanted.name, name, []);
    if (built) return built;
  }
  // A bare word where the type is unknown may be a member of the enum that was meant.
  if (wanted?.t !== "error" && !lost(env, text)) {
    const enumHint = findEnumWith(env, text);
    report(env, "unknown-name", name.span, { name: text, what: "name" }, enumHint ?? suggest(text, namesInScope(env)));
  }
  return errorExpr(env, name.span);
}

function isVisibleElsewhere(env: Env, name: Name): boolean {
  return lookupState(env, name.text) !== undefined || lookup(env, name) !== undefined || name.text === "now";
}

function findEnumWith(env: Env, member: string): { hint: string } | undefined {
  for (const app of env.apps) {
    for (const symbol of app.members.values()) {
      if (symbol.s === "enum" && symbol.members.includes(member)) {
        return { hint: `\`${member}\` is a member of ${symbol.name}; a bare member stands only where that type is expected, so write \`${symbol.name}.${member}\`.` };
      }
    }
  }
  return undefined;
}

export function ambiguous(env: Env, name: Name, apps: readonly { name: string }[]): IrExpr {
  report(env, "ambiguous-name", name.span, { name: name.text, apps: apps.map((a) => a.name).join(" and ") });
  return errorExpr(env, name.span);
}

/** Applies what is known of a path. */
export function narrowedTo(env: Env, path: string | null, value: IrExpr): IrExpr {
  const type = path === null ? undefined : env.flow.narrowed.get(path);
  return type && value.type.t !== "error" ? ({ ...value, type, ...(value.type.t === "maybe" && type.t !== "maybe" ? { sure: true } : {}) } as IrExpr) : value;
}

export function stateField(env: Env, app: string, field: string, derived: boolean, type: Type, span: Span): IrExpr {
  if (env.mode === "init" && env.flow.unset.has(field) && env.app?.name === app) report(env, "read-before-set", span, { name: field });
  if (derived) noteCall(env, `${app}.${field}`);
  return { k: derived ? "stateGet" : "state", app, field, type, at: at(env, span) };
}

export function fieldOf(of: IrExpr, entity: string, name: string, field: { node: { kind: string }; type: Type; inverse?: { many: boolean } }): IrExpr {
  if (field.node.kind === "get") return { k: "get", of, entity, field: name, type: field.type, at: of.at };
  if (field.inverse || field.node.kind === "inverse") return { k: "inverse", of, entity, field: name, many: field.inverse?.many ?? true, type: field.type, at: of.at };
  return { k: "field", of, entity, field: name, type: field.type, at: of.at };
}

/** A declaration used as a value: an enum is the list of its members, a corpus its data. */
function symbolValue(env: Env, symbol: Sym, name: Name): IrExpr {
  const here = at(env, name.span);
  switch (symbol.s) {
    case "enum":
      return { k: "members", enum: symbol.id, type: T.list({ t: "enum", name: symbol.id }), at: here };
    case "corpus":
      return { k: "corpus", name: symbol.id, type: symbol.type, at: here };
    case "entity":
      report(env, "wrong-namespace", name.span, { name: name.text, is: "an entity", wanted: "a value" }, { hint: `Its rows are \`${name.text}.all\`.` });
      return errorExpr(env, name.span);
    default: {
      const hint = symbol.s === "region" ? { hint: `Ask what lies in it: \`place in ${name.text}\`.` } : symbol.s === "graph" ? { hint: `Ask for a way: \`${name.text}.path(from, to)\`, \`.cost(from, to)\` or \`.reachable(from)\`.` } : {};
      report(env, "wrong-namespace", name.span, { name: name.text, is: whatIs(symbol), wanted: "a value" }, hint);
      return errorExpr(env, name.span);
    }
  }
}

/** `a..b` of one ordered type; `of` is what its ends should be. */
export function checkRange(env: Env, expr: Expr, of?: Type): { from: IrExpr; to: IrExpr; of: Type } | null {
  if (expr.kind !== "range") {
    const value = checkExpr(env, expr);
    if (value.type.t !== "error") report(env, "type-mismatch", expr.span, { expected: "a range `a..b`", got: article(showType(value.type)) });
    return null;
  }
  const from = of ? expectType(env, expr.from, of) : checkExpr(env, expr.from);
  const to = of ? expectType(env, expr.to, of) : checkExpr(env, expr.to, from.type);
  const type = join(from.type, to.type);
  if (from.type.t === "error" || to.type.t === "error") return null;
  if (type === null) {
    report(env, "branches-differ", expr.to.span, { a: article(showType(from.type)), b: article(showType(to.type)) });
    return null;
  }
  if (from.k === "lit" && to.k === "lit" && typeof from.value === "number" && typeof to.value === "number" && from.value > to.value && type.t !== "time") {
    report(env, "empty-range", expr.span, undefined);
  }
  return { from, to, of: type };
}

function checkRecord(env: Env, entries: readonly RecordEntry[], span: Span, expected?: Type): IrExpr {
  const wanted = expected?.t === "maybe" ? expected.of : expected;
  const typeFor = (name: string): Type | undefined => (wanted?.t === "record" ? wanted.fields[name] : wanted?.t === "slots" || wanted?.t === "dict" ? wanted.of : undefined);
  const fields: { name: string; value: IrExpr }[] = [];
  const types: Record<string, Type> = {};
  for (const entry of entries) {
    const name = entry.name.text;
    const value: Expr = entry.value ?? { kind: "name", name: entry.name, span: entry.name.span };
    const type = typeFor(name);
    if (wanted?.t === "slots") env.cx.recorder?.use(env, entry.name, { m: "member", enum: wanted.key, name });
    const checked = type ? expectType(env, value, type) : checkExpr(env, value);
    if (name in types) report(env, "duplicate-field", entry.name.span, { name });
    else {
      types[name] = checked.type.t === "none" && type ? type : checked.type;
      fields.push({ name, value: checked });
    }
  }
  if (wanted?.t === "slots") {
    const members = enumMembers(env, wanted.key);
    for (const name of Object.keys(types)) {
      const entry = entries.find((e) => e.name.text === name);
      if (!members.includes(name) && entry) report(env, "unknown-member", entry.name.span, { name, of: showType({ t: "enum", name: wanted.key }) }, suggest(name, members));
    }
    const missing = members.filter((m) => !(m in types));
    if (missing.length > 0) report(env, "slots-missing", span, { missing: missing.map((m) => `\`${m}\``).join(", "), of: showType({ t: "enum", name: wanted.key }) });
    return { k: "record", fields, type: wanted, at: at(env, span) };
  }
  if (wanted?.t === "dict") return { k: "record", fields, type: wanted, at: at(env, span) };
  if (wanted?.t === "record") {
    for (const entry of entries) {
      if (!(entry.name.text in wanted.fields)) {
        report(env, "unknown-field", entry.name.span, { name: entry.name.text, of: article(showType(wanted)) }, suggest(entry.name.text, Object.keys(wanted.fields)));
      }
    }
    for (const [name, type] of Object.entries(wanted.fields)) {
      if (name in types) continue;
      if (type.t === "maybe") fields.push({ name, value: { k: "lit", value: null, type: T.none, at: at(env, span) } });
      else report(env, "missing-argument", span, { name, of: article(showType(wanted)) });
    }
    return { k: "record", fields, type: wanted, at: at(env, span) };
  }
  return { k: "record", fields, type: { t: "record", fields: types }, at: at(env, span) };
}

/** A lambda argument with parameters of these types; null after a report. */
export function checkLambda(env: Env, arg: Expr | undefined, method: string, span: Span, params: readonly Type[], body?: Type): IrLambda | null {
  if (!arg || arg.kind !== "lambda") {
    if (arg?.kind !== "missing") report(env, "lambda-expected", arg?.span ?? span, { name: method });
    if (arg) checkExpr(env, arg);
    return null;
  }
  if (arg.params.length > params.length) report(env, "argument-count", arg.span, { name: method, expected: `a lambda of at most ${params.length} parameter${params.length === 1 ? "" : "s"}`, got: arg.params.length });
  let inner: Env = { ...env, flow: forkFlow(env.flow) };
  const names: { name: string; type: Type }[] = [];
  arg.params.forEach((name, i) => {
    const type = params[i] ?? T.error;
    inner = withLocal(inner, name, type, "name");
    names.push({ name: name.text, type });
  });
  const value = body ? expectType(inner, arg.body, body) : checkExpr(inner, arg.body);
  reportUnused(env, arg.params.slice(0, 1).flatMap((n) => inner.locals.get(n.text) ?? []));
  return { params: names, body: value };
}

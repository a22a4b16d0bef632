import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import type { AppNode, Declaration, Expr, Member, ParseResult, Stmt, SyntaxDiagnostic, TypeNode } from "../../grammar/ast.js";
import { parse } from "../../grammar/parser.js";

const folder = new URL("./fixtures/", import.meta.url);

/** The fixture programs, by file name. */
export const fixtures: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(new URL(name, folder), "utf8")]),
);

/** Parses a program that has no errors. */
export function ok(text: string): ParseResult["file"] {
  const { file, errors } = parse(text);
  expect(errors).toEqual([]);
  return file;
}

/** "line:column code" of each error. */
export function places(text: string): string[] {
  return parse(text).errors.map((e) => `${position(text, e.span.start)} ${e.code}`);
}

export function position(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `${lines.length}:${lines[lines.length - 1]!.length + 1}`;
}

/** The one error of a program. */
export function only(text: string): SyntaxDiagnostic {
  const { errors } = parse(text);
  expect(errors.map((e) => e.message)).toHaveLength(1);
  return errors[0]!;
}

/** A program after the fixes of its errors. */
export function fixed(text: string): string {
  let out = text;
  for (const { fix } of [...parse(text).errors].reverse()) {
    if (fix) out = out.slice(0, fix.span.start) + fix.text + out.slice(fix.span.end);
  }
  return out;
}

export function only1<D extends Declaration["kind"]>(text: string, kind: D): Extract<Declaration, { kind: D }> {
  const found = ok(text).declarations.find((d) => d.kind === kind);
  expect(found).toBeDefined();
  return found as Extract<Declaration, { kind: D }>;
}

/** The first member of a kind of an app with this inside. */
export function member<K extends Member["kind"]>(inside: string, kind: K): Extract<Member, { kind: K }> {
  const found = (ok(`app A {\n${inside}\n}`).declarations[0] as AppNode).members.find((m) => m.kind === kind);
  expect(found).toBeDefined();
  return found as Extract<Member, { kind: K }>;
}

/** The statements of a tool with this inside. */
export function statements(inside: string): readonly Stmt[] {
  return member(`tool t() {\n${inside}\n}`, "tool").body.statements;
}

/** An expression as a compact, fully bracketed text. */
export function expr(text: string): string {
  const f = only1(`fn f(): int = ${text}`, "fn");
  return show(f.body!);
}

export function show(e: Expr): string {
  switch (e.kind) {
    case "int":
    case "float":
      return `${e.value}${e.unit ?? ""}`;
    case "percent":
      return `${e.value}%`;
    case "money":
      return `$${e.cents}`;
    case "date":
    case "datetime":
    case "time":
      return e.text;
    case "bool":
      return String(e.value);
    case "none":
      return "none";
    case "missing":
      return "?";
    case "string":
      return `"${e.parts.map((p) => (p.kind === "text" ? p.text : `{${show(p.value)}}`)).join("")}"`;
    case "raw":
      return `r"${e.text}"`;
    case "name":
      return e.name.text;
    case "member":
      return `${show(e.of)}${e.optional ? "?." : "."}${e.name.text}`;
    case "index":
      return `${show(e.of)}[${show(e.at)}]`;
    case "apply":
      return `${show(e.callee)}(${args(e.args)})`;
    case "unary":
      return `(${e.op} ${show(e.value)})`;
    case "binary":
      return `(${show(e.left)} ${e.op} ${show(e.right)})`;
    case "is":
      return `(${show(e.value)} is ${e.name.text})`;
    case "as":
      return `(${show(e.value)} as ${e.view.text}${e.list ? "[]" : ""})`;
    case "range":
      return `(${show(e.from)}..${show(e.to)})`;
    case "if":
      return `(if ${show(e.test)} then ${show(e.then)} else ${show(e.else)})`;
    case "match":
      return `(match ${show(e.value)} {${e.arms.map((a) => `${a.patterns.map(show).join(", ") || "_"} => ${show(a.value)}`).join("; ")}})`;
    case "record":
      return `{${entries(e.entries)}}`;
    case "list":
      return `[${e.items.map(show).join(", ")}]`;
    case "lambda":
      return `((${e.params.map((p) => p.text).join(", ")}) => ${show(e.body)})`;
    case "create":
      return `create ${e.qualifier ? `${e.qualifier.text}.` : ""}${e.entity.text} {${entries(e.entries)}}`;
    case "call":
      return `call ${e.app ? `${e.app.text}.` : ""}${e.tool.text}(${args(e.args)})`;
    case "new":
      return `${e.count} new ${e.entity.text} {${entries(e.entries)}}`;
    case "exact":
      return `exact ${show(e.value)}`;
    case "called":
      return `${e.never ? "never " : ""}called ${e.tool.text}${e.before ? ` before ${e.before.text}` : ""}`;
  }
}

function args(list: Extract<Expr, { kind: "apply" }>["args"]): string {
  return list.map((a) => `${a.name ? `${a.name.text}: ` : ""}${show(a.value)}`).join(", ");
}

function entries(list: Extract<Expr, { kind: "record" }>["entries"]): string {
  return list.map((e) => `${e.name.text}${e.value ? `: ${show(e.value)}` : ""}`).join(", ");
}

export function type(t: TypeNode): string {
  switch (t.kind) {
    case "named":
      return `${t.qualifier ? `${t.qualifier.text}.` : ""}${t.name.text}`;
    case "id":
      return `id(${t.prefix})`;
    case "set":
      return `Set<${type(t.of)}>`;
    case "mapping":
      return `Record<${type(t.key)}, ${type(t.value)}>`;
    case "list":
      return `${type(t.of)}[]`;
    case "maybe":
      return `${type(t.of)}?`;
    case "record":
      return `{${t.fields.map((f) => `${f.name.text}: ${type(f.type)}`).join(", ")}}`;
    case "missing":
      return "?";
  }
}

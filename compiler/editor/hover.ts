/** What an editor shows of a declaration or an expression: its signature as an author writes it, its type, its documentation. */

import type { Expr, ToolNode } from "../../grammar/ast.js";
import { typeOf } from "../check/expressions.js";
import type { Footprint } from "../footprint.js";
import { shortName, showType, type Type } from "../types.js";
import { slotAt, declarationsAt, type Analysis } from "./analysis.js";
import type { Declaration, What } from "./declarations.js";
import { nodesAt } from "./tree.js";

export interface Hover {
  readonly start: number;
  readonly end: number;
  /** Markdown. */
  readonly text: string;
}

const WHAT: Readonly<Record<What, string>> = {
  app: "app", world: "world", test: "test", task: "task", entity: "entity", enum: "enum", member: "member", kind: "kind", case: "case", type: "type", view: "view",
  column: "column", fn: "function", action: "action", tool: "tool", guard: "guard", fault: "fault", corpus: "corpus", field: "field", state: "state",
  parameter: "parameter", local: "local", trigger: "trigger", region: "region", graph: "graph",
};

/** Longest signature that is shown. */
const MOST = 400;

/** A declaration on one line, as it is written: heads of tools and actions, whole fields and enums. */
export function signature(declaration: Declaration): string {
  const { module, what, name, type } = declaration;
  if (what === "local") return type && type.t !== "error" ? `let ${name}: ${showType(type)}` : `let ${name}`;
  const node = declaration.node as { body?: { span: { start: number } }; members?: readonly { kind?: string; span: { start: number; end: number } }[] } | undefined;
  const fromName = what === "field" || what === "state" || what === "parameter" || what === "column" || what === "member" || what === "case";
  const start = fromName ? declaration.span.start : declaration.full.start;
  const body = what === "entity" || what === "app" || what === "world" || what === "guard" ? undefined : node?.body?.span.start;
  const written = module.source.text.slice(start, body ?? declaration.full.end);
  const lines = written.split("\n").filter((l) => !/^\s*\/\//.test(l)).join("\n").replace(/\/\/[^\n"]*$/gm, "");
  const whole = (what === "app" || what === "world" || what === "entity" ? `${lines.slice(0, lines.indexOf("{") + 1)} … }` : lines).replace(/\s+/g, " ").replace(/[={]\s*$/, "").trim();
  const key = what === "entity" ? node?.members?.find((m) => m.kind === "key") : undefined;
  const shown = key ? whole.replace("{ …", `{ ${module.source.text.slice(key.span.start, key.span.end)} …`) : whole;
  const column = what === "column" && !shown.includes(":") && type ? `${shown}: ${showType(type)}` : shown;
  return column.length > MOST ? `${column.slice(0, MOST)} …` : column;
}

/** Markdown for a declaration, seen with a type that a place may know better. */
export function describe(analysis: Analysis, declaration: Declaration, type: Type | undefined): string {
  const owner = declaration.owner && declaration.what !== "local" ? ` of \`${declaration.owner.name}\`` : "";
  const known = type ?? declaration.type;
  const typed = known && known.t !== "error" && known.t !== "void" && declaration.what !== "entity" && declaration.what !== "type" && declaration.what !== "view"
    ? `${declaration.what === "tool" || declaration.what === "fn" ? ", gives" : ":"} \`${showType(known)}\`` : "";
  const parts = ["```world", signature(declaration), "```", `${WHAT[declaration.what]}${owner}${typed}`];
  if (declaration.doc !== undefined) parts.push("", declaration.doc);
  if (declaration.what === "tool") parts.push(...toolFacts(analysis, declaration));
  return parts.join("\n");
}

function toolFacts(analysis: Analysis, declaration: Declaration): string[] {
  const node = declaration.node as ToolNode;
  const { source } = declaration.module;
  const id = `${declaration.owner?.name ?? ""}.${declaration.name}`;
  const facts: string[] = [];
  if (node.guards.length > 0) facts.push(`- needs ${node.guards.map((g) => `\`${g.text}\``).join(", ")}`);
  if (node.takes) facts.push(`- takes ${source.text.slice(node.takes.span.start, node.takes.span.end)}`);
  const print = analysis.footprints?.tools.get(id);
  if (print) facts.push(...footprintFacts(print));
  return facts.length > 0 ? ["", ...facts] : [];
}

function footprintFacts(print: Footprint): string[] {
  const say = (word: string, names: ReadonlySet<string>): string[] => {
    const shown = [...names].filter((n) => n !== "now").map((n) => `\`${n.split(".").slice(n.split(".").length > 2 ? 1 : -1).join(".")}\``);
    return shown.length === 0 ? [] : [`- ${word} ${shown.slice(0, 8).join(", ")}${shown.length > 8 ? ` and ${shown.length - 8} more` : ""}`];
  };
  return [...say("reads", print.reads), ...say("writes", print.writes), ...say("creates", print.creates), ...say("deletes", print.deletes), ...say("switches", print.switches)];
}

/** The hover at an offset, or null where nothing is known. */
export function hoverAt(analysis: Analysis, path: string, offset: number): Hover | null {
  const module = analysis.bound.modules.find((m) => m.source.path === path);
  if (!module) return null;
  const nodes = nodesAt(module.file, offset);
  const expr = [...nodes].reverse().find((n) => n.kind === "name" || n.kind === "member") as unknown as Extract<Expr, { kind: "name" | "member" }> | undefined;
  const here = expr && expr.name.span.start <= offset && offset <= expr.name.span.end ? expr : undefined;
  const type = here ? typeOf(here) : undefined;
  const known = type && type.t !== "error" ? type : undefined;
  const declarations = declarationsAt(analysis, path, offset);
  if (declarations.length > 0) {
    const slot = slotAt(analysis, path, offset);
    const span = slot ?? (declarations[0] as Declaration).span;
    return { start: span.start, end: span.end, text: declarations.map((d) => describe(analysis, d, d === slot?.value && (d.what === "local" || d.what === "field" || d.what === "parameter" || d.what === "state") ? known : undefined)).join("\n\n---\n\n") };
  }
  if (!here) return null;
  const call = nodes.find((n) => n.kind === "apply" && n["callee"] === here) as unknown as Expr | undefined;
  const shown = call ? typeOf(call) : known;
  if (!shown || shown.t === "error") return null;
  const of = here.kind === "member" ? typeOf(here.of) : undefined;
  const receiver = of && of.t !== "error" ? `\n\nmethod of \`${showType(of)}\`` : "";
  return { start: here.name.span.start, end: here.name.span.end, text: `\`\`\`world\n${here.name.text}: ${showType(shown)}\n\`\`\`${receiver}` };
}

/** One line for a list of completions. */
export function detailOf(declaration: Declaration): string {
  const { what, type } = declaration;
  if (what === "tool" || what === "action" || what === "fn") return signature(declaration);
  return type && type.t !== "error" ? showType(type) : `${WHAT[what]}${declaration.owner ? ` of ${shortName(declaration.owner.name)}` : ""}`;
}

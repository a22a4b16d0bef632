/** What stands in apps, and apps themselves; faults and triggers are in `clauses.ts`. */

import { doc, type Doc } from "prettier";
import type { AppNode, EdgeNode, EntityMember, FieldNode, FnNode, GetNode, Member, Name, RegionShape, ToolNode } from "../../grammar/ast.js";
import { KEYWORDS } from "../../grammar/words.js";
import { fault, trigger } from "./clauses.js";
import { expression, headExpression, LEVEL, value } from "./expressions.js";
import { body, documentation, item, list, type Item, type Printing } from "./layout.js";
import { assigned, block, elseText } from "./statements.js";
import { field, params, type } from "./types.js";

const { fill, group, hardline, indent, line } = doc.builders;

type Of<K extends Member["kind"]> = Extract<Member, { kind: K }>;

/** Kinds that may follow each other without a blank line. */
const FAMILY: Readonly<Partial<Record<Member["kind"], string>>> = { enum: "type", kind: "type", graph: "region" };

/** `a, b`: names that no bracket encloses, as many on a line as fit. A keyword would begin something on a line of its own. */
export function names(nodes: readonly Name[]): Doc {
  const parts: Doc[] = [];
  nodes.forEach(({ text }, i) => {
    const printed = i < nodes.length - 1 ? `${text},` : text;
    if (i === 0) parts.push(printed);
    else if (KEYWORDS.has(text)) parts.push([parts.pop()!, " ", printed]);
    else parts.push(line, printed);
  });
  return indent(fill(parts));
}

/** A member of an app as an item of its body. */
export function memberItem(p: Printing, node: Member): Item {
  return item("doc" in node ? node : { span: node.span }, () => member(p, node), FAMILY[node.kind] ?? node.kind);
}

/** An app or server. */
export function app(p: Printing, node: AppNode): Doc {
  const word = `${node.extend ? "extend " : ""}${node.server ? "server" : "app"} ${node.name.text}${node.forUser ? " for user" : ""}`;
  const uses = node.uses.length > 0 ? [" uses ", names(node.uses)] : "";
  const region = p.source.region((node.uses[node.uses.length - 1] ?? node.name).span.end, "{");
  return [word, uses, " ", body(p, region, node.members.map((each) => memberItem(p, each)), { headFrom: node.span.start, apart: true, airy: true })];
}

function member(p: Printing, node: Member): Doc {
  const region = (name: Name) => p.source.region(name.span.end, "{");
  const headFrom = node.span.start;
  switch (node.kind) {
    case "enum": {
      const items = node.members.map((each): Item => item(each, () => (each.wire === undefined ? each.name.text : [each.name.text, " = ", p.source.stringFrom(each.name.span.end)])));
      return ["enum ", node.name.text, " ", list(p, region(node.name), items, { brackets: "{}", keepBroken: true, empty: "{ }" })];
    }
    case "type":
      return ["type ", node.name.text, " = ", type(p, node.type)];
    case "kind": {
      const items = node.cases.map((each): Item => item(each, () => [each.name.text, p.source.opensAt(each.name.span.end, "(") ? params(p, p.source.region(each.name.span.end, "("), each.params, { brackets: "()", keepBroken: true }) : ""]));
      return ["kind ", node.name.text, " ", list(p, region(node.name), items, { brackets: "{}", keepBroken: true, empty: "{ }" })];
    }
    case "entity":
      return ["entity ", node.name.text, " ", body(p, region(node.name), node.members.map((each) => entityItem(p, each)), { headFrom })];
    case "state":
      return ["state ", body(p, p.source.region(node.span.start, "{"), node.fields.map((each) => entityItem(p, each)), { headFrom })];
    case "corpus":
      return ["corpus ", node.name.text, " from ", p.source.stringFrom(node.pathSpan.start)];
    case "init":
      return ["init ", block(p, node.body, headFrom)];
    case "view":
      return ["view ", node.name.text, " of ", node.of.text, " ", view(p, node)];
    case "guard":
      return ["guard ", node.name.text, " ", body(p, region(node.name), guardItems(p, node), { headFrom })];
    case "fault":
      return fault(p, node);
    case "trigger":
      return trigger(p, node);
    case "tool":
      return tool(p, node);
    case "action":
      return ["action ", node.name.text, params(p, p.source.region(node.name.span.end, "("), node.params, { brackets: "()", keepBroken: true }), " ", block(p, node.body, headFrom)];
    case "fn":
      return fn(p, node);
    case "region":
      return ["region ", node.name.text, " = ", shape(p, node.shape)];
    case "graph":
      // A `when` on a line of its own would not belong to it.
      return group([`graph ${node.name.text} = ${node.entity.text} ${node.both ? "between" : "from"} ${node.from.text} ${node.both ? "and" : "to"} ${node.to.text} cost `, expression(p, node.cost), node.when ? indent([line, "when ", expression(p, node.when)]) : ""]);
    case "edges":
      return ["edges ", body(p, p.source.region(node.span.start, "{"), node.edges.map((each): Item => item(each, () => edge(p, each))), { headFrom })];
  }
}

// ---------------------------------------------------------------- entities

function entityItem(p: Printing, node: EntityMember): Item {
  const first = node.kind === "key" ? node.fields[0]?.doc : undefined;
  return item({ span: node.span, ...(first ? { doc: first } : "doc" in node && node.doc ? { doc: node.doc } : {}) }, () => entityMember(p, node));
}

function entityMember(p: Printing, node: EntityMember): Doc {
  switch (node.kind) {
    case "key":
      return ["key ", indent(node.fields.map((each, i): Doc => [i === 0 ? "" : keySeparator(p, each), field(p, each)]))];
    case "field":
      return field(p, node);
    case "inverse":
      return [node.name.text, ": ", type(p, node.type), " of ", node.of.text, node.by ? ` by ${node.by.text}` : ""];
    case "get":
      return getter(p, node);
    case "check":
      return ["check ", expression(p, node.test), elseText(p, node.else)];
    case "missingText":
      return ["missing ", expression(p, node.text)];
  }
}

/** The documentation of a field of a composite key, but the first, stands in front of the field. */
function keySeparator(p: Printing, { doc: text, span }: FieldNode): Doc {
  return text ? [",", hardline, documentation(p, text.span.start, span.start)] : ", ";
}

function getter(p: Printing, node: GetNode): Doc {
  return ["get ", node.name.text, ": ", type(p, node.type), assigned(p, "=", node.value)];
}

// ---------------------------------------------------------------- views, guards, tools, functions

function view(p: Printing, node: Of<"view">): Doc {
  const items = node.columns.map((each): Item => item(each, () => (each.value ? [each.name.text, ": ", expression(p, each.value)] : each.name.text)));
  return list(p, p.source.region(node.of.span.end, "{"), items, { brackets: "{}", keepBroken: true, empty: "{ }" });
}

function guardItems(p: Printing, { requires, then }: Of<"guard">): Item[] {
  const items = requires.map((each): Item => item(each, () => ["require ", headExpression(p, each.test), elseText(p, each.else)]));
  if (then) {
    const start = p.source.tokenBefore(then.span.start)!.startOffset;
    items.push(item({ span: { start, end: then.span.end } }, () => ["then ", block(p, then, start)]));
  }
  return items.sort((a, b) => a.at - b.at);
}

function tool(p: Printing, node: ToolNode): Doc {
  const name = node.wire ?? node.name;
  const head: Doc[] = ["tool ", node.name.text, node.wire ? ` as ${node.wire.text}` : "", params(p, p.source.region(name.span.end, "("), node.params, { brackets: "()", keepBroken: true })];
  if (node.guards.length > 0) head.push(" with ", names(node.guards));
  if (node.takes) head.push(" takes ", headExpression(p, node.takes));
  if (p.source.opensAt(node.body.span.start, "{")) return [head, " ", block(p, node.body, node.span.start)];
  const [result] = node.body.statements;
  return [head, " =", result?.kind === "return" && result.value ? value(p, result.value) : ""];
}

function fn(p: Printing, node: FnNode): Doc {
  const head = [node.extern ? "extern fn " : "fn ", node.name.text, params(p, p.source.region(node.name.span.end, "("), node.params, { brackets: "()", keepBroken: true }), ": ", type(p, node.result)];
  return node.body ? [head, " =", value(p, node.body)] : head;
}

// ---------------------------------------------------------------- space and edges

function shape(p: Printing, node: RegionShape): Doc {
  switch (node.kind) {
    case "circle":
      return ["within ", expression(p, node.radius, LEVEL.sum), " of ", expression(p, node.centre)];
    case "polygon":
      return ["polygon ", expression(p, node.points)];
    case "sites":
      return expression(p, node.sites);
  }
}

function edge(p: Printing, node: EdgeNode): Doc {
  if (node.kind === "data") return [node.tool.text, ".", node.param.text, " from ", names(node.from)];
  const when = node.when ? [" when ", expression(p, node.when)] : "";
  return [node.tool?.text ?? "all", " needs ", names(node.needs), when];
}

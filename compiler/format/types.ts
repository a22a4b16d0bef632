/** Types, `where` clauses and parameters. */

import { doc, type Doc } from "prettier";
import type { FieldNode, ParamNode, RefinementNode, TypeNode } from "../../grammar/ast.js";
import { expression, LEVEL } from "./expressions.js";
import { item, list, type Item, type ListStyle, type Printing } from "./layout.js";
import type { Region } from "./source.js";

const { group, indent, join, line } = doc.builders;

/** A type. */
export function type(p: Printing, node: TypeNode): Doc {
  switch (node.kind) {
    case "named":
      return node.qualifier ? `${node.qualifier.text}.${node.name.text}` : node.name.text;
    case "id":
      return `id(${p.source.stringFrom(node.span.start)})`;
    case "set":
      return ["Set<", type(p, node.of), ">"];
    case "mapping":
      return ["Record<", type(p, node.key), ", ", type(p, node.value), ">"];
    case "list":
      return [type(p, node.of), "[]"];
    case "maybe":
      // `??` would be an operator.
      return [type(p, node.of), node.of.kind === "maybe" ? " ?" : "?"];
    case "record":
      return params(p, p.source.region(node.span.start, "{"), node.fields, { brackets: "{}", keepBroken: true });
    case "missing":
      return p.source.literal(node.span);
  }
}

function refinement(p: Printing, node: RefinementNode): Doc {
  switch (node.kind) {
    case "compare":
      return [node.op, " ", expression(p, node.value, LEVEL.sum)];
    case "within":
      return ["in ", expression(p, node.range, LEVEL.range)];
    case "length":
      return ["length ", refinement(p, node.test)];
    case "matches":
      return ["matches ", p.source.stringFrom(node.span.start)];
    case "distinct":
      return "distinct";
  }
}

function where(p: Printing, conjuncts: readonly RefinementNode[]): Doc {
  if (conjuncts.length === 0) return "";
  return indent([line, "where ", join(" and ", conjuncts.map((c) => refinement(p, c)))]);
}

/** `wire as local: T = default where …` */
function param(p: Printing, node: ParamNode): Doc {
  const value = node.default ? [" = ", expression(p, node.default)] : "";
  return group([node.name.text, node.local ? ` as ${node.local.text}` : "", ": ", type(p, node.type), value, where(p, node.where)]);
}

/** Parameters, or the fields of a record type, in brackets. */
export function params(p: Printing, region: Region, nodes: readonly ParamNode[], style: ListStyle): Doc {
  return list(p, region, nodes.map((node): Item => item(node, () => param(p, node))), style);
}

/** A stored field. Its modifiers have one order, whatever the author's. */
export function field(p: Printing, node: FieldNode): Doc {
  const value = node.default ? [" = ", expression(p, node.default)] : "";
  const flags = [node.onDelete, node.tree && "tree", node.unique && "unique", node.folded && "folded"].filter((word) => word);
  return group([node.name.text, ": ", type(p, node.type), flags.map((word) => ` ${word as string}`), value, node.uncounted ? " uncounted" : "", where(p, node.where)]);
}

/** `a.b(…).c[…]`: member accesses, calls and indices, on one line or a call per line. */

import { doc, type Doc } from "prettier";
import type { Expr } from "../../grammar/ast.js";
import { ownLines, trailing } from "./comments.js";
import { args, expression, LEVEL } from "./expressions.js";
import { inBrackets, type Printing } from "./layout.js";

const { group, hardline, indent, softline } = doc.builders;

/** Literals that are hard to read in front of a `.`: they get parentheses. */
const NUMBERS: ReadonlySet<Expr["kind"]> = new Set(["int", "float", "percent", "money"]);

type Postfix = Extract<Expr, { kind: "member" | "index" | "apply" }>;

/** A member with the calls and indices behind it. */
interface Link {
  readonly dot: string;
  /** What is printed behind the name, in order. */
  readonly suffixes: Postfix[];
  /** Where what the dot stands behind ends, and where the name starts. */
  readonly from: number;
  readonly to: number;
}

/** A chain. A line may break in front of a `.`, never in front of a `(` or `[`. */
export function chain(p: Printing, e: Postfix): Doc {
  const nodes: Postfix[] = [];
  let first: Expr = e;
  while (first.kind === "member" || first.kind === "index" || first.kind === "apply") {
    nodes.unshift(first);
    first = first.kind === "apply" ? first.callee : first.of;
  }
  const start: Postfix[] = [];
  const links: Link[] = [];
  for (const node of nodes) {
    const last = links[links.length - 1];
    if (node.kind === "member") links.push({ dot: `${node.optional ? "?." : "."}${node.name.text}`, suffixes: [], from: node.of.span.end, to: node.name.span.start });
    else (last ? last.suffixes : start).push(node);
  }
  const called = (link: Link): boolean => link.suffixes.some((node) => node.kind === "apply");
  const breakable = links.filter(called).length > 1;
  const head: Doc[] = [expression(p, first, NUMBERS.has(first.kind) ? LEVEL.bracket : LEVEL.postfix), start.map((node) => suffix(p, node))];
  let broken = false;
  let indented = false;
  const rest = links.map((link): Doc => {
    const gap = p.comments.gap(link.from, link.to);
    const commented = gap.trailing !== undefined || gap.own.length > 0;
    const eligible = breakable && called(link);
    broken ||= commented || (eligible && p.source.breaks(link.from, link.to));
    indented ||= commented || eligible;
    const between = commented ? [trailing(gap.trailing), hardline, ownLines(gap.own)] : eligible ? softline : "";
    const printed = [between, link.dot, link.suffixes.map((node) => suffix(p, node))];
    return indented ? indent(printed) : printed;
  });
  return group([head, rest], { shouldBreak: broken });
}

function suffix(p: Printing, node: Postfix): Doc {
  if (node.kind === "apply") return args(p, node.callee.span.end, node.args);
  if (node.kind === "index") return inBrackets(p, () => ["[", expression(p, node.at), "]"]);
  return "";
}

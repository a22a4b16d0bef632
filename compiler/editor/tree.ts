/** Finding things in a syntax tree by offset. */

import type { Span } from "../../grammar/ast.js";

/** Any node of a tree, as far as a search cares. */
export type Node = { readonly span: Span; readonly kind?: string } & Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "span" in value;
}

/** The nodes directly below one, through lists and records without a span of their own. */
function childrenOf(node: object): Node[] {
  const result: Node[] = [];
  for (const value of Object.values(node)) {
    if (isNode(value)) result.push(value);
    else if (Array.isArray(value)) for (const item of value as unknown[]) if (isNode(item)) result.push(item);
      else if (typeof item === "object" && item !== null) result.push(...childrenOf(item));
  }
  return result;
}

/** The nodes that hold an offset (its end included), outermost first. */
export function nodesAt(root: object, offset: number): Node[] {
  const inside = childrenOf(root).filter((n) => n.span.start <= offset && offset <= n.span.end);
  // Where two meet at the offset, the one that begins there is meant.
  const next = inside.length > 1 ? (inside.find((n) => n.span.start === offset) ?? inside[inside.length - 1]) : inside[0];
  return next ? [next, ...nodesAt(next, offset)] : [];
}

/** Every node of a tree, outermost first. */
export function* walk(root: object): Generator<Node> {
  for (const node of childrenOf(root)) {
    yield node;
    yield* walk(node);
  }
}

/** Faults and triggers: blocks of clauses in the author's order. */

import type { Doc } from "prettier";
import type { FaultEffect, FaultNode, Span, ToolSet, TriggerEvent, TriggerNode } from "../../grammar/ast.js";
import { expression, headExpression, LEVEL } from "./expressions.js";
import { body, item, list, type Item, type Printing } from "./layout.js";
import { names } from "./members.js";
import { block } from "./statements.js";

/** A clause that begins with so many words in front of the node that its span covers. */
export function clause(p: Printing, span: Span, words: number, print: () => Doc): Item {
  let { start } = span;
  for (let i = 0; i < words; i++) start = p.source.tokenBefore(start)!.startOffset;
  return item({ span: { start, end: span.end } }, print);
}

function inOrder(items: readonly (Item | undefined)[]): Item[] {
  return items.filter((each) => each !== undefined).sort((a, b) => a.at - b.at);
}

/** A fault. */
export function fault(p: Printing, node: FaultNode): Doc {
  const { unless, chance, during, limit, effect } = node;
  const items = inOrder([
    clause(p, node.on.span, 1, () => ["on ", toolSet(node.on)]),
    unless && clause(p, unless.span, 1, () => ["unless ", headExpression(p, unless)]),
    chance && clause(p, chance.span, 1, () => ["chance ", headExpression(p, chance)]),
    during && clause(p, during.span, 1, () => ["during ", expression(p, during, LEVEL.range)]),
    limit && clause(p, { start: limit.count.span.start, end: limit.per.span.end }, 1, () => ["limit ", expression(p, limit.count, LEVEL.sum), " per ", expression(p, limit.per, LEVEL.sum)]),
    effect && item(effect, () => faultEffect(p, effect)),
  ]);
  return ["fault ", node.name.text, " ", body(p, p.source.region(node.name.span.end, "{"), items, { headFrom: node.span.start })];
}

function toolSet({ all, app, names: tools, except }: ToolSet): Doc {
  const some = app ? `${app.text}.all` : all ? "all" : names(tools);
  return except.length > 0 ? [some, " except ", names(except)] : some;
}

function faultEffect(p: Printing, node: FaultEffect): Doc {
  switch (node.kind) {
    case "error":
      return [node.afterCommit ? "commit then error " : "error ", expression(p, node.message)];
    case "delay":
      return ["delay ", expression(p, node.range, LEVEL.range)];
    case "stale":
      return ["stale ", expression(p, node.age, LEVEL.sum)];
    case "partial":
      return ["partial ", expression(p, node.count, LEVEL.sum)];
  }
}

/** A trigger. */
export function trigger(p: Printing, node: TriggerNode): Doc {
  const { event, when, until, then, binding } = node;
  const region = p.source.region((binding ? binding.in : (node.conflict ?? node.name)).span.end, "{");
  const known = inOrder([
    event && item(event, () => triggerEvent(p, event)),
    when && clause(p, when.span, 1, () => ["when ", headExpression(p, when)]),
    until && clause(p, until.span, 1, () => ["until ", headExpression(p, until)]),
    then && clause(p, then.span, 1, () => ["then ", block(p, then, then.span.start)]),
  ]);
  const items = inOrder([...known, node.initially ? word(p, region.open, known, "initially") : undefined, node.once ? word(p, region.open, known, "once") : undefined]);
  const head: Doc[] = ["trigger ", node.name.text, node.conflict ? `: ${node.conflict.text}` : ""];
  if (binding) head.push(" for ", binding.name.text, " in ", headExpression(p, binding.in));
  return [head, " ", body(p, region, items, { headFrom: node.span.start })];
}

/** A clause of one word, which stands in none of the other clauses. */
function word(p: Printing, from: number, others: readonly Item[], text: string): Item {
  let start = p.source.wordFrom(from, text);
  for (let inside = true; inside; ) {
    inside = others.some(({ span }) => span.start <= start && start < span.end);
    if (inside) start = p.source.wordFrom(start + 1, text);
  }
  return item({ span: { start, end: start + text.length } }, () => text);
}

function triggerEvent(p: Printing, node: TriggerEvent): Doc {
  switch (node.kind) {
    case "on": {
      const tool = node.app ? `${node.app.text}.${node.tool.text}` : node.tool.text;
      if (!p.source.opensAt(node.tool.span.end, "(")) return `on ${tool}`;
      const items = node.params.map((name): Item => item({ span: name.span }, () => name.text));
      return ["on ", tool, list(p, p.source.region(node.tool.span.end, "("), items, { brackets: "()" })];
    }
    case "at":
      return ["at ", headExpression(p, node.instant)];
    case "every":
      return ["every ", expression(p, node.period, LEVEL.sum), node.while ? [" while ", headExpression(p, node.while)] : ""];
  }
}

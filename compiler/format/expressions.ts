/** Expressions: parentheses by precedence, literals as written. */

import { doc, type Doc } from "prettier";
import type { Argument, BinaryOp, Expr, MatchArm, Name, RecordEntry } from "../../grammar/ast.js";
import { chain } from "./chains.js";
import { ownLines, trailing } from "./comments.js";
import { inBrackets, item, list, type Item, type Printing } from "./layout.js";

const { group, indent, join, line, literalline } = doc.builders;

type Of<K extends Expr["kind"]> = Extract<Expr, { kind: K }>;

/** How tightly an expression binds. A place that wants a level takes that level and all above. */
export const LEVEL = { view: 0, choice: 1, coalesce: 2, or: 3, and: 4, not: 5, comparison: 6, range: 7, sum: 8, product: 9, sign: 10, postfix: 11, operand: 12, bracket: 13 } as const;

const BINARY: Readonly<Record<BinaryOp, number>> = {
  "??": LEVEL.coalesce,
  or: LEVEL.or,
  and: LEVEL.and,
  "==": LEVEL.comparison,
  "!=": LEVEL.comparison,
  "<": LEVEL.comparison,
  "<=": LEVEL.comparison,
  ">": LEVEL.comparison,
  ">=": LEVEL.comparison,
  in: LEVEL.comparison,
  enters: LEVEL.comparison,
  leaves: LEVEL.comparison,
  "+": LEVEL.sum,
  "-": LEVEL.sum,
  "*": LEVEL.product,
  "/": LEVEL.product,
  div: LEVEL.product,
  mod: LEVEL.product,
};

function levelOf(e: Expr): number {
  switch (e.kind) {
    case "as":
      return LEVEL.view;
    case "if":
    case "match":
    case "lambda":
      return LEVEL.choice;
    case "binary":
      return BINARY[e.op];
    case "unary":
      return e.op === "not" ? LEVEL.not : LEVEL.sign;
    case "is":
      return LEVEL.comparison;
    case "range":
      return LEVEL.range;
    case "exact":
      return LEVEL.sign;
    case "member":
    case "index":
    case "apply":
      return LEVEL.postfix;
    default:
      return LEVEL.operand;
  }
}

/** An expression where one of at least this level is wanted. */
export function expression(p: Printing, e: Expr, level: number = LEVEL.view): Doc {
  const record = p.inHead && (e.kind === "record" || (e.kind === "new" && hasEntries(p, e)));
  if (levelOf(e) >= level && !record) return bare(p, e);
  return parenthesised(p, e);
}

function parenthesised(p: Printing, e: Expr): Doc {
  return inBrackets(p, () => ["(", bare(p, e), ")"]);
}

/** An expression in the head of a block. */
export function headExpression(p: Printing, e: Expr): Doc {
  const { inHead } = p;
  p.inHead = true;
  const printed = expression(p, e);
  p.inHead = inHead;
  return printed;
}

function bare(p: Printing, e: Expr): Doc {
  switch (e.kind) {
    case "name":
      return e.name.text;
    case "bool":
      return String(e.value);
    case "none":
      return "none";
    case "member":
    case "index":
    case "apply":
      return chain(p, e);
    case "unary":
      return e.op === "not" ? ["not ", expression(p, e.value, LEVEL.not)] : ["-", expression(p, e.value, LEVEL.sign)];
    case "binary":
      return binary(p, e);
    case "is":
      return [expression(p, e.value, LEVEL.range), " is ", e.name.text];
    case "as":
      return [endsInLambda(e.value) ? parenthesised(p, e.value) : expression(p, e.value), " as ", e.view.text, e.list ? "[]" : ""];
    case "range":
      return [expression(p, e.from, LEVEL.sum), "..", beginsWithRecord(e.to) ? parenthesised(p, e.to) : expression(p, e.to, LEVEL.sum)];
    case "if":
      return group(conditional(p, e, (rest) => indent(rest)));
    case "match":
      return ["match ", headExpression(p, e.value), " ", arms(p, e)];
    case "record":
      return entries(p, e.span.start, e.entries, "{}");
    case "list": {
      const items = e.items.map((each): Item => item(each, () => expression(p, each)));
      return list(p, p.source.region(e.span.start, "["), items, { brackets: "[]", keepBroken: true, hug: e.items.length === 1 && huggable(p, e.items[0]!) });
    }
    case "lambda":
      return lambda(p, e);
    case "create":
      return ["create ", qualified(e.qualifier, e.entity), " ", entries(p, e.entity.span.end, e.entries, "{ }")];
    case "call":
      return ["call ", toolCall(p, e), e.fires ? group(indent([line, "fires ", qualified(e.fires.qualifier, e.fires.name)])) : ""];
    case "new":
      return [e.count, " new ", e.entity.text, hasEntries(p, e) ? [" ", entries(p, e.entity.span.end, e.entries, "{ }")] : ""];
    case "exact":
      return ["exact ", expression(p, e.value, LEVEL.postfix)];
    case "called":
      return [e.never ? "never called " : "called ", e.tool.text, e.before ? ` before ${e.before.text}` : ""];
    default:
      return join(literalline, p.source.literal(e.span).split("\n"));
  }
}

/** Does a lambda stand at the end, whose body would swallow what follows? */
function endsInLambda(e: Expr): boolean {
  return e.kind === "lambda" || (e.kind === "if" && endsInLambda(e.else));
}

/** Is a `{` the first token? Behind `..` it would begin a block. */
function beginsWithRecord(e: Expr): boolean {
  switch (e.kind) {
    case "record":
      return true;
    case "binary":
      return beginsWithRecord(e.left);
    case "member":
    case "index":
      return beginsWithRecord(e.of);
    case "apply":
      return beginsWithRecord(e.callee);
    default:
      return false;
  }
}

/** `a` or `q.a` */
export function qualified(qualifier: Name | undefined, name: Name): string {
  return qualifier ? `${qualifier.text}.${name.text}` : name.text;
}

/** A call of a tool, without the word `call`. */
export function toolCall(p: Printing, e: Of<"call">): Doc {
  return [qualified(e.app, e.tool), args(p, e.tool.span.end, e.args)];
}

// ---------------------------------------------------------------- operators

/** Operators of one level, left to right; a line breaks in front of an operator. */
function binary(p: Printing, e: Of<"binary">): Doc {
  const level = BINARY[e.op];
  const operands: { readonly op: BinaryOp; readonly value: Expr; readonly from: number }[] = [];
  let first: Expr = e;
  while (first.kind === "binary" && BINARY[first.op] === level && (first === e || level !== LEVEL.comparison)) {
    operands.unshift({ op: first.op, value: first.right, from: first.left.span.end });
    first = first.left;
  }
  const parts: Doc[] = [expression(p, first, level === LEVEL.comparison ? LEVEL.range : level)];
  let broken = false;
  for (const { op, value, from } of operands) {
    const gap = p.comments.gap(from, value.span.start);
    broken ||= gap.trailing !== undefined || gap.own.length > 0;
    parts.push(indent([trailing(gap.trailing), line, ownLines(gap.own), op, " ", expression(p, value, level + 1)]));
  }
  return group(parts, { shouldBreak: broken });
}

/** `if … then … else …`; `rest` sets the lines behind the first. */
export function conditional(p: Printing, e: Of<"if">, rest: (lines: Doc) => Doc): Doc {
  const head = (choice: Of<"if">): Doc => ["if ", expression(p, choice.test, LEVEL.choice), " then ", expression(p, choice.then, LEVEL.choice)];
  const lines: Doc[] = [];
  let last = e;
  while (last.else.kind === "if") {
    last = last.else;
    lines.push(line, "else ", head(last));
  }
  lines.push(line, "else ", expression(p, last.else, LEVEL.choice));
  return [head(e), rest(lines)];
}

function arms(p: Printing, e: Of<"match">): Doc {
  const items = e.arms.map((arm): Item => item(arm, () => [patterns(p, arm), " =>", value(p, arm.value)]));
  return list(p, p.source.region(e.value.span.end, "{"), items, { brackets: "{}", keepBroken: true, empty: "{ }" });
}

function patterns(p: Printing, arm: MatchArm): Doc {
  return arm.patterns.length === 0 ? "_" : join(", ", arm.patterns.map((e) => expression(p, e, LEVEL.sign)));
}

function lambda(p: Printing, e: Of<"lambda">): Doc {
  const [only] = e.params;
  const names = only && e.params.length === 1 ? only.text : `(${e.params.map((name) => name.text).join(", ")})`;
  return [names, " =>", value(p, e.body)];
}

/** What stands behind `=>` or the `=` of a function: on the same line where it begins with a bracket, else where it fits. */
export function value(p: Printing, e: Expr): Doc {
  if (e.kind === "match" || huggable(p, e)) return [" ", expression(p, e)];
  if (e.kind === "if") return group(indent([line, conditional(p, e, (rest) => rest)]));
  return group(indent([line, expression(p, e)]));
}

/** Does an expression consist of its brackets, so that it may share the line of those around it? */
function huggable(p: Printing, e: Expr): boolean {
  switch (e.kind) {
    case "record":
      return e.entries.length > 0;
    case "list":
      return e.items.length > 0;
    case "match":
      return true;
    case "string":
      return p.source.literal(e.span).includes("\n");
    case "lambda":
      return huggable(p, e.body);
    default:
      return false;
  }
}

// ---------------------------------------------------------------- lists

/** `(a, name: b)`, from its first bracket on. */
export function args(p: Printing, from: number, nodes: readonly Argument[]): Doc {
  const items = nodes.map((node): Item => item(node, () => [node.name ? `${node.name.text}: ` : "", expression(p, node.value)]));
  const only = nodes.length === 1 ? nodes[0] : undefined;
  return list(p, p.source.region(from, "("), items, { brackets: "()", hug: only !== undefined && !only.name && huggable(p, only.value) });
}

function entries(p: Printing, from: number, nodes: readonly RecordEntry[], empty: string): Doc {
  const items = nodes.map((node): Item => item(node, () => (node.value ? [node.name.text, ": ", expression(p, node.value)] : node.name.text)));
  return list(p, p.source.region(from, "{"), items, { brackets: "{}", keepBroken: true, empty });
}

function hasEntries(p: Printing, e: Of<"new">): boolean {
  return e.entries.length > 0 || (p.source.opensAt(e.entity.span.end, "{") && p.source.region(e.entity.span.end, "{").close < e.span.end);
}

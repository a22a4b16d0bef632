/** Statements and their blocks. */

import { doc, type Doc } from "prettier";
import type { Block, Expr, Name, Stmt } from "../../grammar/ast.js";
import { args, conditional, expression, headExpression, LEVEL, qualified } from "./expressions.js";
import { body, item, openBody, type BodyStyle, type Item, type Printing } from "./layout.js";

const { group, indent, line } = doc.builders;

/** ` = e`: a long `if` goes onto lines of its own. */
export function assigned(p: Printing, op: string, e: Expr): Doc {
  if (e.kind === "if") return [" ", op, group(indent([line, conditional(p, e, (rest) => rest)]))];
  return [" ", op, " ", expression(p, e)];
}

/** `else "…"`, if it is there, on a line of its own where it does not fit. */
export function elseText(p: Printing, e: Expr | undefined): Doc {
  return e ? group(indent([line, "else ", expression(p, e)])) : "";
}

function statements(p: Printing, block: Block): Item[] {
  return block.statements.map((statement) => item(statement, () => print(p, statement)));
}

/** `{ … }` of statements; comments between `headFrom` and the brace move into it. */
export function block(p: Printing, node: Block, headFrom: number, style: Omit<BodyStyle, "headFrom"> = {}): Doc {
  return body(p, p.source.region(node.span.start, "{"), statements(p, node), { ...style, headFrom });
}

function print(p: Printing, s: Stmt): Doc {
  switch (s.kind) {
    case "let":
      return ["let ", s.name.text, assigned(p, "=", s.value), elseText(p, s.else)];
    case "require":
      return ["require ", headExpression(p, s.test), elseText(p, s.else)];
    case "fail":
      return ["fail ", expression(p, s.message), s.keep ? [" keep ", block(p, s.keep, s.message.span.end)] : ""];
    case "create":
      return expression(p, s.value);
    case "set":
      return ["set ", expression(p, s.target, LEVEL.postfix), assigned(p, s.op, s.value)];
    case "add":
      return ["add ", expression(p, s.value), " to ", expression(p, s.to)];
    case "remove":
      return ["remove ", expression(p, s.value), " from ", expression(p, s.from)];
    case "delete":
      return ["delete ", expression(p, s.value)];
    case "do":
      return ["do ", qualified(s.qualifier, s.action), args(p, s.action.span.end, s.args)];
    case "if":
      return group(choice(p, s));
    case "for":
      return [forHead(p, s), " ", block(p, s.body, s.span.start)];
    case "repeat":
      return ["repeat ", headExpression(p, s.count), " ", block(p, s.body, s.span.start)];
    case "return":
      return s.value ? ["return ", expression(p, s.value)] : "return";
    case "advance":
      return ["advance ", expression(p, s.by)];
    case "disable":
      return ["disable tool ", s.tool.text, " because ", expression(p, s.because)];
    case "enable":
      return ["enable tool ", s.tool.text];
    case "call":
      return [expression(p, s.call), s.fails ? group(indent([line, "fails ", expression(p, s.fails)])) : ""];
    case "expect":
      return ["expect ", expression(p, s.test)];
    case "missing":
      return p.source.literal(s.span);
  }
}

/** An `if` with all its branches, which break together. */
function choice(p: Printing, first: Extract<Stmt, { kind: "if" }>): Doc[] {
  const parts: Doc[] = [];
  let s = first;
  let from = s.span.start;
  for (;;) {
    parts.push("if ", headExpression(p, s.test), " ", openBlock(p, s.then, from));
    if (!s.else) return parts;
    parts.push(" else ");
    from = s.then.span.end;
    const [nested] = s.else.statements;
    if (nested?.kind !== "if" || p.source.opensAt(s.else.span.start, "{")) {
      parts.push(openBlock(p, s.else, from));
      return parts;
    }
    s = nested;
  }
}

function openBlock(p: Printing, node: Block, headFrom: number): Doc {
  return openBody(p, p.source.region(node.span.start, "{"), statements(p, node), { headFrom });
}

/** `for x in xs`, `for x, i in xs`, before the body. */
export function forHead(p: Printing, node: { readonly name: Name; readonly index?: Name; readonly in: Expr }): Doc {
  return ["for ", node.name.text, node.index ? `, ${node.index.text}` : "", " in ", headExpression(p, node.in)];
}

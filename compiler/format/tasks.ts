/** Worlds, tasks with their goals and users, and tests. */

import { doc, type Doc } from "prettier";
import type { Expr, GoalItem, GoalNode, MayChange, TaskClause, TaskNode, TestNode, UserClause, WorldNode } from "../../grammar/ast.js";
import { clause, fault, trigger } from "./clauses.js";
import { expression, headExpression, LEVEL, toolCall } from "./expressions.js";
import { body, item, list, openBody, type Item, type Printing } from "./layout.js";
import { names } from "./members.js";
import { assigned, block, forHead } from "./statements.js";
import type { Region } from "./source.js";

const { group, indent, join, line } = doc.builders;

// ---------------------------------------------------------------- worlds

/** A world. */
export function world(p: Printing, node: WorldNode): Doc {
  const { starts, callsTake, policy } = node;
  const items = [
    ...appClauses(p, node),
    ...(starts ? [clause(p, starts.span, 1, () => ["starts ", expression(p, starts)])] : []),
    ...(callsTake ? [clause(p, callsTake.span, 2, () => ["calls take ", expression(p, callsTake, LEVEL.range)])] : []),
    ...(policy ? [clause(p, policy.span, 2, () => ["policy from ", p.source.stringFrom(policy.span.start)])] : []),
    ...node.rules.map((rule): Item => item(rule, () => ["rule ", p.source.stringFrom(rule.span.start), ": always ", expression(p, rule.test)])),
    ...node.faults.map((each): Item => item(each, () => fault(p, each))),
    ...node.triggers.map((each): Item => item(each, () => trigger(p, each))),
  ].sort((a, b) => a.at - b.at);
  return ["world ", node.name.text, " ", body(p, p.source.region(node.name.span.end, "{"), items, { headFrom: node.span.start, rows: true })];
}

/** `apps a, b`: the tree holds the names of all such clauses in one list. */
function appClauses(p: Printing, { apps }: WorldNode): Item[] {
  const clauses: (typeof apps)[number][][] = [];
  for (const name of apps) {
    const last = clauses[clauses.length - 1];
    if (last && p.source.tokenBefore(name.span.start)!.image === ",") last.push(name);
    else clauses.push([name]);
  }
  return clauses.map((each) => clause(p, { start: each[0]!.span.start, end: each[each.length - 1]!.span.end }, 1, () => ["apps ", names(each)]));
}

// ---------------------------------------------------------------- tasks

/** A task. */
export function task(p: Printing, node: TaskNode): Doc {
  const items = node.clauses.map((each): Item => item(each, () => taskClause(p, each)));
  const region = p.source.region(node.world.span.end, "{");
  return ["task ", node.name.text, " in ", node.world.text, " ", body(p, region, items, { headFrom: node.span.start, rows: true })];
}

function taskClause(p: Printing, node: TaskClause): Doc {
  const headFrom = node.span.start;
  switch (node.kind) {
    case "level":
      return `level ${node.level.text}`;
    case "seeds":
      return ["seeds ", expression(p, node.range, LEVEL.range)];
    case "unique":
      return "unique";
    case "conflict":
      return `conflict ${node.conflict.text}`;
    case "given":
      return ["given ", node.name.text, assigned(p, "=", node.value)];
    case "require":
      return ["require ", headExpression(p, node.test)];
    case "ask":
      return ["ask ", expression(p, node.text)];
    case "setup":
    case "gold":
    case "nominal":
    case "twin":
      return [node.kind, " ", block(p, node.body, headFrom)];
    case "goal":
      return goal(p, node.goal);
    case "mayChange":
      return ["may change ", list(p, p.source.region(headFrom, "{"), node.changes.map((each): Item => item(each, () => change(p, each))), { brackets: "{}", keepBroken: true, empty: "{ }" })];
    case "user":
      return ["user ", body(p, p.source.region(headFrom, "{"), node.clauses.map((each): Item => item(each, () => userClause(p, each))), { headFrom })];
    case "trigger":
      return trigger(p, node);
    case "fault":
      return fault(p, node);
  }
}

function change(p: Printing, node: MayChange): Doc {
  return [node.entity.text, node.field ? `.${node.field.text}` : "", node.where ? [" where ", expression(p, node.where)] : ""];
}

function topics(p: Printing, nodes: readonly Expr[]): Doc {
  return join(", ", nodes.map((e) => expression(p, e)));
}

function userClause(p: Printing, node: UserClause): Doc {
  switch (node.kind) {
    case "persona":
    case "knows":
    case "insists":
      return [node.kind, " ", expression(p, node.text)];
    case "answers":
      return group(["answers ", topics(p, node.topics), indent([line, "with ", expression(p, node.text)])]);
    case "withholds":
      return group(["withholds ", expression(p, node.text), indent([line, "until asked ", topics(p, node.until)])]);
    case "does":
      return ["does ", topics(p, node.topics), " with ", node.call.kind === "call" ? toolCall(p, node.call) : expression(p, node.call)];
  }
}

// ---------------------------------------------------------------- goals

function goal(p: Printing, node: GoalNode): Doc {
  const { impossible, settling } = node;
  const head: Doc[] = ["goal "];
  if (impossible) head.push("impossible because ", headExpression(p, impossible), " ");
  if (settling) head.push("after settling ", headExpression(p, settling), " ");
  const region = p.source.region(Math.max(impossible?.span.end ?? node.span.start, settling?.span.end ?? 0), "{");
  return [head, body(p, region, goalItems(p, node.items), { headFrom: node.span.start })];
}

function goalItems(p: Printing, nodes: readonly GoalItem[]): Item[] {
  return nodes.map((each): Item => item(each, () => goalItem(p, each)));
}

function goalItem(p: Printing, node: GoalItem): Doc {
  switch (node.kind) {
    case "let":
      return ["let ", node.name.text, assigned(p, "=", node.value)];
    case "some":
      return ["some ", node.name.text, " in ", expression(p, node.in)];
    case "item":
      return [node.keep ? "keep " : "", node.dynamic ? "dynamic " : "", expression(p, node.label, LEVEL.postfix), ": ", expression(p, node.test)];
    case "for":
      return [forHead(p, node), " ", body(p, p.source.region(node.in.span.end, "{"), goalItems(p, node.items), { headFrom: node.span.start })];
    case "if":
      return group(goalChoice(p, node));
  }
}

/** An `if` with all its branches, which break together. */
function goalChoice(p: Printing, first: Extract<GoalItem, { kind: "if" }>): Doc[] {
  const parts: Doc[] = [];
  let node = first;
  let from = node.span.start;
  const branch = (region: Region, items: readonly GoalItem[]): Doc => openBody(p, region, goalItems(p, items), { headFrom: from });
  for (;;) {
    const then = p.source.region(node.test.span.end, "{");
    parts.push("if ", headExpression(p, node.test), " ", branch(then, node.then));
    const otherwise = p.source.tokenAt(then.close + 1);
    if (otherwise?.image !== "else" || otherwise.startOffset >= node.span.end) return parts;
    parts.push(" else ");
    from = then.close + 1;
    const behind = otherwise.startOffset + "else".length;
    const [nested] = node.else;
    if (nested?.kind !== "if" || p.source.opensAt(behind, "{")) {
      parts.push(branch(p.source.region(behind, "{"), node.else));
      return parts;
    }
    node = nested;
  }
}

// ---------------------------------------------------------------- tests

/** A test. */
export function test(p: Printing, node: TestNode): Doc {
  const seed = node.seed === undefined ? "" : ` seed ${node.seed}`;
  return ["test ", p.source.stringFrom(node.span.start), " in ", node.world.text, seed, node.faultsOn ? " faults on" : "", " ", block(p, node.body, node.span.start)];
}

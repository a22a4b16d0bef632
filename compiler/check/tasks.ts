/** Tasks: an instruction, the instances it is asked in, and what counts as having done it. */

import type { Block, Expr, TaskClause, TaskNode, UserClause } from "../../grammar/ast.js";
import type { IrFault, IrGiven, IrMayChange, IrStmt, IrTask, IrTaskStep, IrTrigger, IrUser } from "../ir.js";
import { suggest } from "../suggest.js";
import type { AppSym, Module, WorldSym } from "../symbols.js";
import { T } from "../types.js";
import { lowerFault } from "./apps.js";
import { appEnv } from "./declare.js";
import { checkExpr, expectType } from "./expressions.js";
import { at, lookup, lost, newFlow, report, reportUnused, withLocal, type Context, type Env } from "./env.js";
import { goalItems } from "./goals.js";
import { constantOf } from "./literals.js";
import { checkCall } from "./rows.js";
import { checkBlock } from "./statements.js";
import { CONFLICT_TYPES, lowerTrigger, triggersByName } from "./triggers.js";

/** What goals mean by these names, no given may mean otherwise. */
const GOAL_WORDS: readonly string[] = ["start", "answer"];

/** Seeds that a task declares at most. */
const MOST_SEEDS = 100_000;

/** The longest that a goal may settle. */
const LONGEST_SETTLING = 366 * 86_400;

export const LEVELS = ["easy", "medium", "hard", "impossible"] as const;

type Clause<K extends TaskClause["kind"]> = Extract<TaskClause, { kind: K }>;

/** One task in a world of these apps; null where a part is missing or wrong enough that nothing can be made of it. */
export function lowerTask(cx: Context, module: Module, node: TaskNode, apps: readonly AppSym[], world: WorldSym | undefined): IrTask | null {
  const outer: Env = { cx, module, apps, locals: new Map(), mode: "init", flow: newFlow() };
  const one = <K extends TaskClause["kind"]>(kind: K): Clause<K> | undefined => node.clauses.find((c): c is Clause<K> => c.kind === kind);
  const need = (what: string, present: boolean): void => {
    if (!present) report(outer, "task-clause-missing", node.name.span, { name: node.name.text, what });
  };

  // Givens, requirements and set-up, in the order in which they stand: each sees the givens before it.
  const steps: IrTaskStep[] = [];
  const givens: IrGiven[] = [];
  let env = outer;
  for (const clause of node.clauses) {
    if (clause.kind === "given") {
      if (GOAL_WORDS.includes(clause.name.text)) report(env, "shadowing", clause.name.span, { name: clause.name.text, what: "word of goals" });
      const value = checkExpr({ ...env, flow: newFlow() }, clause.value);
      const type = value.type.t === "maybe" ? value.type.of : value.type;
      steps.push({ k: "given", name: clause.name.text, value, at: at(env, clause.span) });
      givens.push({ name: clause.name.text, type });
      env = withLocal(env, clause.name, type, "name");
    } else if (clause.kind === "require") {
      const text = module.source.text.slice(clause.test.span.start, clause.test.span.end).replace(/\s+/g, " ");
      steps.push({ k: "require", test: expectType({ ...env, mode: "expression", flow: newFlow() }, clause.test, T.bool), text, at: at(env, clause.span) });
    } else if (clause.kind === "setup") {
      steps.push({ k: "setup", body: checkBlock({ ...env, flow: newFlow() }, clause.body, { type: null, bare: false }).statements, at: at(env, clause.span) });
    }
  }

  const level = one("level");
  const known = LEVELS.find((name) => name === level?.level.text);
  if (level && !known && level.level.text !== "") report(outer, "unknown-name", level.level.span, { name: level.level.text, what: "level" }, suggest(level.level.text, LEVELS));
  const conflict = one("conflict")?.conflict;
  if (conflict && conflict.text !== "" && !CONFLICT_TYPES.some((type) => type === conflict.text)) report(outer, "unknown-name", conflict.span, { name: conflict.text, what: "conflict type" }, suggest(conflict.text, CONFLICT_TYPES));
  const conflictType = conflict?.text ?? node.clauses.find((c): c is Clause<"trigger"> => c.kind === "trigger" && c.conflict !== undefined)?.conflict?.text;
  const seeds = seedRange(outer, one("seeds")?.range);

  const text = (expr: Expr) => expectType({ ...env, mode: "expression", flow: newFlow() }, expr, T.string);
  const askNode = one("ask");
  const ask = askNode && text(askNode.text);
  const goalNode = one("goal")?.goal;
  const goal = goalNode && goalItems(env, goalNode);
  const impossible = goalNode?.impossible && text(goalNode.impossible);
  const settling = goalNode?.settling && settlingTime(outer, goalNode.settling);
  if (level && known && goalNode && (known === "impossible") !== (goalNode.impossible !== undefined)) report(outer, "level-mismatch", level.level.span, { level: known });

  // Plans see the goal's binders as they see givens.
  let planEnv: Env = { ...env, mode: "test", agent: true, firing: triggersByName(apps, world, node) };
  for (const binder of goal?.binders ?? []) {
    if (!planEnv.locals.has(binder.name)) planEnv = withLocal(planEnv, { text: binder.name, span: goalNode?.span ?? node.span }, binder.type, "name");
  }
  const bodyOf = (kind: "gold" | "nominal" | "twin"): Block | undefined => {
    const clause = node.clauses.find((c) => c.kind === kind);
    return clause && "body" in clause ? clause.body : undefined;
  };
  const plan = (kind: "gold" | "nominal"): IrStmt[] | undefined => {
    const body = bodyOf(kind);
    return body && checkBlock({ ...planEnv, flow: newFlow() }, body, { type: null, bare: false }).statements;
  };
  const gold = plan("gold");
  const nominal = plan("nominal");
  const twinBody = bodyOf("twin");
  const twin = twinBody && checkBlock({ ...env, flow: newFlow() }, twinBody, { type: null, bare: false }).statements;

  const faults: IrFault[] = [];
  const triggers: IrTrigger[] = [];
  // They see the givens as plans do.
  const home: Env = { ...env, mode: "expression" };
  for (const clause of node.clauses) {
    const fault = clause.kind === "fault" ? lowerFault(home, clause, `${node.name.text}.${clause.name.text}`, apps) : null;
    if (fault) faults.push(fault);
    const trigger = clause.kind === "trigger" ? lowerTrigger(home, clause, `${node.name.text}.${clause.name.text}`) : null;
    if (trigger) triggers.push(trigger);
  }
  const mayChange = node.clauses.flatMap((c) => (c.kind === "mayChange" ? c.changes.flatMap((change) => lowerChange(cx, env, change) ?? []) : []));
  const user = lowerUser(env, node.clauses.flatMap((c) => (c.kind === "user" ? c.clauses : [])));
  reportUnused(outer, [...env.locals.values()].filter((l) => outer.locals.get(l.name) !== l));

  need("`ask`, the instruction", ask !== undefined);
  need("words in `ask`", ask?.k !== "lit" || (typeof ask.value === "string" && ask.value.trim() !== ""));
  need("a `goal`", goalNode !== undefined);
  need("an item in its `goal`", goalNode === undefined || goalNode.items.length > 0);
  need(impossible ? "`nominal`, a plan for its solvable twin" : "`gold`, a plan that reaches the goal", impossible ? nominal !== undefined || twin === undefined : gold !== undefined);
  need("a call in `gold`", gold === undefined || gold.length > 0);
  need("`nominal`, the plan that its conflict breaks", conflictType === undefined || nominal !== undefined);
  if (!ask || !goal || !goalNode) return null;
  return {
    name: node.name.text, level: known ?? (impossible ? "impossible" : "easy"), seeds, unique: one("unique") !== undefined, steps, givens, ask, user,
    goal: { items: goal.items, binders: goal.binders, ...(impossible ? { impossible } : {}), ...(settling === undefined ? {} : { settling }) },
    mayChange, gold: gold ?? [], faults, triggers, at: at(outer, node.span),
    ...(node.doc ? { doc: node.doc.text } : {}), ...(conflictType === undefined ? {} : { conflict: conflictType }), ...(nominal ? { nominal } : {}), ...(twin ? { twin } : {}),
  };
}

/** `seeds 1..100`; seed 1 alone where nothing is said. */
function seedRange(env: Env, range: Expr | undefined): IrTask["seeds"] {
  if (!range) return { from: 1, to: 1 };
  const [from, to] = range.kind === "range" ? [range.from, range.to] : [range, range];
  const number = (e: Expr): number | null => (e.kind === "int" && e.unit === undefined && Number.isSafeInteger(e.value) && e.value >= 0 ? e.value : null);
  const [a, b] = [number(from), number(to)];
  if (a === null || b === null || b < a || b - a >= MOST_SEEDS) {
    report(env, "seed-range", range.span, undefined);
    return { from: 1, to: 1 };
  }
  return { from: a, to: b };
}

function settlingTime(env: Env, expr: Expr): number | undefined {
  const value = expectType(env, expr, T.duration);
  if (value.type.t === "error") return undefined;
  const seconds = constantOf(value);
  if (seconds === null) report(env, "constant-needed", expr.span, { what: "How long to wait" });
  else if (seconds < 0 || seconds > LONGEST_SETTLING) report(env, "settling-range", expr.span, undefined);
  else return seconds;
  return undefined;
}

/** `Order`, `Order.status`, `Order.status where …`, or a state field as `LightShop.balance`. */
function lowerChange(cx: Context, env: Env, change: Clause<"mayChange">["changes"][number]): IrMayChange | null {
  const symbol = lookup(env, change.entity);
  if (symbol && !("ambiguous" in symbol) && symbol.s === "app" && change.field) {
    const field = symbol.state.get(change.field.text);
    if (field) return { state: symbol.name, field: field.name, at: at(env, change.span) };
    report(env, "unknown-name", change.field.span, { name: change.field.text, what: `state field in ${symbol.name}` }, suggest(change.field.text, symbol.state.keys()));
    return null;
  }
  if (!symbol || "ambiguous" in symbol || symbol.s !== "entity") {
    if (!lost(env, change.entity.text)) report(env, "unknown-name", change.entity.span, { name: change.entity.text, what: "entity" }, suggest(change.entity.text, env.apps.flatMap((a) => [...a.members.values()].filter((m) => m.s === "entity").map((m) => m.name))));
    return null;
  }
  const field = change.field && symbol.fields.get(change.field.text);
  if (change.field && !field) {
    report(env, "unknown-field", change.field.span, { name: change.field.text, of: `The entity ${symbol.name}` }, suggest(change.field.text, symbol.fields.keys()));
    return null;
  }
  const inside: Env = { ...appEnv(cx, symbol.app, env.module), locals: env.locals, self: symbol, mode: "expression", flow: newFlow() };
  const where = change.where && expectType(inside, change.where, T.bool);
  return { entity: symbol.id, at: at(env, change.span), ...(field ? { field: field.name } : {}), ...(where ? { where } : {}) };
}

function lowerUser(env: Env, clauses: readonly UserClause[]): IrUser {
  const text = (expr: Expr) => expectType({ ...env, mode: "expression", flow: newFlow() }, expr, T.string);
  const user: { persona?: IrUser["persona"]; knows: IrUser["knows"][number][]; insists: IrUser["insists"][number][]; answers: IrUser["answers"][number][]; does: IrUser["does"][number][] } = { knows: [], insists: [], answers: [], does: [] };
  for (const clause of clauses) {
    switch (clause.kind) {
      case "persona":
        user.persona = text(clause.text);
        break;
      case "knows":
        user.knows.push(text(clause.text));
        break;
      case "insists":
        user.insists.push(text(clause.text));
        break;
      case "answers":
        user.answers.push({ topics: clause.topics.map(text), text: text(clause.text) });
        break;
      case "withholds":
        user.answers.push({ topics: clause.until.map(text), text: text(clause.text) });
        break;
      case "does":
        // `call` reports what is no call of a tool.
        if (clause.call.kind === "call") user.does.push({ topics: clause.topics.map(text), call: checkCall({ ...env, mode: "test", user: true, flow: newFlow() }, clause.call) });
        break;
    }
  }
  return user;
}

/** Graphs: each comes to a function that lists what leads where, in the order in which ties are decided. */

import type { Expr, Name } from "../../grammar/ast.js";
import type { Op } from "../builtins.js";
import type { IrExpr, IrFn, IrLambda } from "../ir.js";
import { suggest } from "../suggest.js";
import { whatIs, type EntitySym, type FieldSym, type GraphSym } from "../symbols.js";
import { showType, T, type Type } from "../types.js";
import { entityOf } from "./access.js";
import { appEnv } from "./declare.js";
import { at, errorExpr, lookup, lost, noteCall, report, type Context, type Env } from "./env.js";
import { article, checkExpr, expectType, fieldOf } from "./expressions.js";
import { facts, learn } from "./narrowing.js";
import { op } from "./operators.js";

/** A graph: its legs and sites, the type of its costs, and the ways along its legs. */
interface Lowered {
  readonly leg: Type;
  readonly site: Type;
  readonly cost: Type;
  readonly arcs: IrFn;
}

const lowered = new WeakMap<GraphSym, Lowered | null>();

/** Checked when first needed. Null after a report, and for a graph that reaches itself, which is reported as recursion. */
export function lowerGraph(cx: Context, graph: GraphSym): Lowered | null {
  const known = lowered.get(graph);
  if (known !== undefined) return known;
  lowered.set(graph, null);
  const result = lower(cx, graph);
  lowered.set(graph, result);
  return result;
}

function lower(cx: Context, graph: GraphSym): Lowered | null {
  const { app, node } = graph;
  const outer = appEnv(cx, app, graph.module);
  const entity = entityNamed(outer, node.entity);
  if (!entity) return null;
  const env: Env = { ...outer, self: entity, caller: graph.id };
  const here = at(env, node.span);
  const from = endOf(env, entity, node.from);
  const to = endOf(env, entity, node.to, from?.type);
  const when = node.when && expectType(env, node.when, T.bool);
  if (node.when) learn(env, facts(env, node.when, true));
  const cost = checkExpr(env, node.cost);
  if (!isCost(cost.type)) report(env, "type-mismatch", node.cost.span, { expected: "A number, an amount, a duration or a distance", got: article(showType(cost.type)) });
  if (!from || !to || !isCost(cost.type) || cost.type.t === "error") return null;

  const leg = T.entity(entity.id);
  const self: IrExpr = { k: "local", name: "self", type: leg, at: here };
  const lambda = (body: IrExpr): IrLambda => ({ params: [{ name: "self", type: leg }], body });
  const withLambda = (name: Op, list: IrExpr, body: IrExpr, type: Type): IrExpr => ({ k: "op", op: name, args: [list], lambdas: [lambda(body)], type, at: here });
  const legs: IrExpr = { k: "all", entity: entity.id, type: T.list(leg), at: here };
  const open = when ? withLambda("list.filter", legs, when, legs.type) : legs;
  // Sorts are stable, so the last part of the key goes first.
  const inOrder = keysOf(env, self, entity).reduceRight((list, key) => withLambda("list.sort_by", list, key, legs.type), open);
  const arcType: Type = { t: "record", fields: { leg, from: from.type, to: to.type, cost: cost.type } };
  const weight = op("graph.weight", [cost], cost.type, cost.at);
  const arc = (a: FieldSym, b: FieldSym): IrExpr => ({
    k: "record", type: arcType, at: here,
    fields: [{ name: "leg", value: self }, { name: "from", value: fieldOf(self, entity.id, a.name, a) }, { name: "to", value: fieldOf(self, entity.id, b.name, b) }, { name: "cost", value: weight }],
  });
  const result = T.list(arcType);
  const body = node.both
    ? withLambda("list.flat_map", inOrder, { k: "list", items: [arc(from, to), arc(to, from)], type: result, at: here }, result)
    : withLambda("list.map", inOrder, arc(from, to), result);
  const arcs: IrFn = { name: graph.id, stands: "graph", app: app.name, params: [], result, body, at: here, ...(node.doc ? { doc: node.doc.text } : {}) };
  return { leg, site: from.type, cost: cost.type, arcs };
}

function entityNamed(env: Env, name: Name): EntitySym | null {
  const symbol = lookup(env, name);
  if (symbol && !("ambiguous" in symbol) && symbol.s === "entity") return symbol;
  if (symbol && !("ambiguous" in symbol)) report(env, "wrong-namespace", name.span, { name: name.text, is: whatIs(symbol), wanted: "an entity" });
  else if (!lost(env, name.text)) report(env, "unknown-name", name.span, { name: name.text, what: "entity" }, suggest(name.text, [...(env.app?.members.values() ?? [])].filter((m) => m.s === "entity").map((m) => m.name)));
  return null;
}

/** The stored reference that an end of the legs is; the second leads to rows of the same entity as the first. */
function endOf(env: Env, entity: EntitySym, name: Name, site?: Type): FieldSym | null {
  const field = entity.fields.get(name.text);
  if (!field) {
    if (!entity.node.broken && !lost(env, name.text)) report(env, "unknown-field", name.span, { name: name.text, of: `The entity ${entity.name}` }, suggest(name.text, entity.fields.keys()));
    return null;
  }
  env.cx.recorder?.use(env, name, { m: "field", entity: entity.id, name: name.text });
  const { type } = field;
  if (type.t === "error") return null;
  const fits = field.node.kind === "field" && type.t === "entity" && (site === undefined || (site.t === "entity" && site.name === type.name));
  if (fits) return field;
  report(env, "type-mismatch", name.span, { expected: site === undefined ? "A stored field that refers to a row" : `A stored field of the type \`${showType(site)}\``, got: article(showType(type)) });
  return null;
}

function isCost(type: Type): boolean {
  return type.t === "int" || type.t === "float" || type.t === "money" || type.t === "duration" || type.t === "distance" || type.t === "error";
}

/** The parts of a row's key, those of the rows it refers to in place of the references. */
function keysOf(env: Env, row: IrExpr, entity: EntitySym): IrExpr[] {
  return entity.key.flatMap((name) => {
    const field = entity.fields.get(name);
    if (!field) return [];
    const part = fieldOf(row, entity.id, name, field);
    const inner = field.type.t === "entity" ? entityOf(env, field.type.name) : undefined;
    return inner ? keysOf(env, part, inner) : [part];
  });
}

const OPERATIONS: Readonly<Record<string, { readonly op: Op; readonly sites: number; readonly type: (graph: Lowered) => Type }>> = {
  path: { op: "graph.path", sites: 2, type: ({ leg }) => T.maybe(T.list(leg)) },
  cost: { op: "graph.cost", sites: 2, type: ({ cost }) => T.maybe(cost) },
  reachable: { op: "graph.reachable", sites: 1, type: ({ site }) => T.list(site) },
};

/** What a graph can be asked. */
export const GRAPH_METHODS: readonly string[] = Object.keys(OPERATIONS);

/** `Roads.path(a, b)`, `Roads.cost(a, b)`, `Roads.reachable(a)`. */
export function applyGraph(env: Env, expr: Extract<Expr, { kind: "apply" }>, symbol: GraphSym, name: Name): IrExpr {
  noteCall(env, symbol.id);
  const graph = lowerGraph(env.cx, symbol);
  const operation = Object.hasOwn(OPERATIONS, name.text) ? OPERATIONS[name.text] : undefined;
  const named = expr.args.find((a) => a.name)?.name;
  if (graph && operation && !named && expr.args.length === operation.sites) {
    const here = at(env, expr.span);
    const arcs: IrExpr = { k: "fn", fn: symbol.id, args: [], type: graph.arcs.result, at: here };
    return op(operation.op, [arcs, ...expr.args.map((a) => expectType(env, a.value, graph.site))], operation.type(graph), here);
  }
  expr.args.forEach((a) => a.value.kind !== "lambda" && checkExpr(env, a.value));
  if (!operation) {
    if (!lost(env, name.text)) report(env, "unknown-method", name.span, { name: name.text, of: `The graph ${symbol.name}` }, suggest(name.text, GRAPH_METHODS));
  } else if (named) report(env, "unknown-argument", named.span, { name: named.text, of: `\`${name.text}\`` }, { hint: "The arguments have no names: where from, then where to." });
  else if (expr.args.length !== operation.sites) report(env, "argument-count", expr.span, { name: name.text, expected: `${operation.sites} argument${operation.sites === 1 ? "" : "s"}`, got: expr.args.length });
  return errorExpr(env, expr.span);
}

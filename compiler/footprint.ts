/**
 * Footprints: what every tool, guard, action, fn, view and fault reads and writes, as names of fields. Read from the IR,
 * through everything a body calls, so that edges, hints and later the verifier share one account.
 */

import type { Ir, IrExpr, IrLambda, IrStmt, IrTarget } from "./ir.js";
import { children } from "./ir-walk.js";
import type { Type } from "./types.js";

export interface Footprint {
  /** `LightTalk.Contact.blocked`, `LightTalk.privileged`; `LightTalk.Contact` alone for which rows exist; `now`. */
  readonly reads: ReadonlySet<string>;
  /** Fields set on rows that exist. */
  readonly writes: ReadonlySet<string>;
  readonly creates: ReadonlySet<string>;
  readonly deletes: ReadonlySet<string>;
  /** Members taken out of a set. */
  readonly excludes: ReadonlySet<string>;
  /** Lets time pass, or switches tools. */
  readonly advances: boolean;
  readonly switches: ReadonlySet<string>;
  /** Leaves something to chance. */
  readonly draws: boolean;
}

/** What a trigger looks at to decide whether to fire, and what firing does. */
export interface TriggerFootprint {
  readonly considers: Footprint;
  readonly does: Footprint;
  /** The rows are all of their table, and whether one fires depends on no other row of it. */
  readonly rowwise: boolean;
  /** The clock fires it. */
  readonly timed: boolean;
  /** A condition of it reads the clock. */
  readonly readsClock: boolean;
}

interface Building {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
  readonly creates: Set<string>;
  readonly deletes: Set<string>;
  readonly excludes: Set<string>;
  advances: boolean;
  readonly switches: Set<string>;
  draws: boolean;
}

function empty(): Building {
  return { reads: new Set(), writes: new Set(), creates: new Set(), deletes: new Set(), excludes: new Set(), advances: false, switches: new Set(), draws: false };
}

function include(into: Building, from: Footprint): void {
  for (const key of ["reads", "writes", "creates", "deletes", "excludes", "switches"] as const) for (const item of from[key]) into[key].add(item);
  if (from.advances) into.advances = true;
  if (from.draws) into.draws = true;
}

/** All footprints of a program, by qualified name. */
export interface Footprints {
  readonly tools: ReadonlyMap<string, Footprint>;
  /** What decides whether a tool's call succeeds: guards, `require`s, unwraps, keys, refinements. */
  readonly preconditions: ReadonlyMap<string, Footprint>;
  readonly guards: ReadonlyMap<string, Footprint>;
  readonly actions: ReadonlyMap<string, Footprint>;
  readonly faults: ReadonlyMap<string, Footprint>;
  readonly triggers: ReadonlyMap<string, TriggerFootprint>;
  of(exprs: readonly IrExpr[]): Footprint;
  ofStatement(statement: IrStmt): Footprint;
}

export function footprints(ir: Pick<Ir, "entities" | "views" | "fns" | "actions" | "guards" | "tools" | "faults" | "triggers" | "apps">): Footprints {
  const entities = new Map(ir.entities.map((e) => [e.name, e]));
  const views = new Map(ir.views.map((v) => [v.name, v]));
  const fns = new Map(ir.fns.map((f) => [f.name, f]));
  const actions = new Map(ir.actions.map((a) => [a.name, a]));
  const gets = new Map<string, IrExpr>([
    ...ir.entities.flatMap((e) => e.gets.map((g) => [`${e.name}.${g.name}`, g.value] as const)),
    ...ir.apps.flatMap((a) => a.gets.map((g) => [`${a.name}.${g.name}`, g.value] as const)),
  ]);
  const memo = new Map<string, Footprint>();
  const busy = new Set<string>();

  /** The footprint of something that may be reached again while it is being computed (a recursive view). */
  const shared = (id: string, fill: (into: Building) => void): Footprint => {
    const known = memo.get(id);
    if (known) return known;
    if (busy.has(id)) return empty();
    busy.add(id);
    const result = empty();
    fill(result);
    busy.delete(id);
    memo.set(id, result);
    return result;
  };

  const lambda = (l: IrLambda, into: Building): void => expr(l.body, into);

  const expr = (e: IrExpr, into: Building): void => {
    switch (e.k) {
      case "lit":
      case "local":
      case "corpus":
      case "members":
        return;
      case "now":
        into.reads.add("now");
        return;
      case "state":
        into.reads.add(`${e.app}.${e.field}`);
        return;
      case "stateGet": {
        const id = `${e.app}.${e.field}`;
        const value = gets.get(id);
        if (value) include(into, shared(`get ${id}`, (b) => expr(value, b)));
        return;
      }
      case "field":
        expr(e.of, into);
        into.reads.add(`${e.entity}.${e.field}`);
        return;
      case "get": {
        expr(e.of, into);
        const id = `${e.entity}.${e.field}`;
        const value = gets.get(id);
        if (value) include(into, shared(`get ${id}`, (b) => expr(value, b)));
        return;
      }
      case "inverse": {
        expr(e.of, into);
        const inverse = entities.get(e.entity)?.inverses.find((i) => i.name === e.field);
        if (inverse) {
          into.reads.add(inverse.entity);
          into.reads.add(`${inverse.entity}.${inverse.field}`);
          if (inverse.by !== undefined) into.reads.add(`${inverse.entity}.${inverse.by}`);
        }
        return;
      }
      case "member":
        expr(e.of, into);
        return;
      case "all":
        into.reads.add(e.entity);
        return;
      case "find":
        e.key.forEach((k) => expr(k, into));
        into.reads.add(e.entity);
        return;
      case "chain":
        expr(e.value, into);
        expr(e.body, into);
        return;
      case "op":
        e.args.forEach((a) => expr(a, into));
        e.lambdas.forEach((l) => lambda(l, into));
        if (e.op.startsWith("tree.") && e.args[0]?.type.t === "entity") {
          const entity = e.args[0].type.name;
          into.reads.add(entity);
          const field = e.args[1];
          if (field?.k === "lit") into.reads.add(`${entity}.${String(field.value)}`);
        }
        return;
      case "if":
        [e.test, e.then, e.else].forEach((x) => expr(x, into));
        return;
      case "match":
        expr(e.value, into);
        e.arms.forEach((a) => expr(a.value, into));
        return;
      case "is":
        expr(e.value, into);
        return;
      case "record":
      case "case":
        e.fields.forEach((f) => expr(f.value, into));
        return;
      case "list":
        e.items.forEach((i) => expr(i, into));
        return;
      case "template":
        e.parts.forEach((p) => typeof p !== "string" && expr(p, into));
        return;
      case "fn": {
        e.args.forEach((a) => expr(a, into));
        const body = fns.get(e.fn)?.body;
        if (body) include(into, shared(`fn ${e.fn}`, (b) => expr(body, b)));
        return;
      }
      case "view": {
        expr(e.of, into);
        const view = views.get(e.view);
        if (view) include(into, shared(`view ${e.view}`, (b) => view.columns.forEach((c) => expr(c.value, b))));
        return;
      }
      case "random":
        into.draws = true;
        e.args.forEach((a) => expr(a, into));
        e.lambdas.forEach((l) => lambda(l, into));
        return;
      case "create":
        e.fields.forEach((f) => expr(f.value, into));
        into.creates.add(e.entity);
        entities.get(e.entity)?.fields.forEach((f) => f.default && !e.fields.some((g) => g.name === f.name) && expr(f.default, into));
        return;
      case "start":
        expr(e.value, into);
        return;
      case "new":
        into.reads.add(e.entity);
        e.fields.forEach((f) => {
          into.reads.add(`${e.entity}.${f.name}`);
          expr(f.value, into);
        });
        return;
      case "called":
      case "answer":
        return;
      case "call":
        e.args.forEach((a) => expr(a.value, into));
    }
  };

  const target = (t: IrTarget, into: Building, set: (name: string) => void): void => {
    switch (t.k) {
      case "field":
        expr(t.of, into);
        set(`${t.entity}.${t.field}`);
        return;
      case "state":
        set(`${t.app}.${t.field}`);
        return;
      case "slot":
        expr(t.index, into);
        target(t.target, into, set);
    }
  };

  const statements = (list: readonly IrStmt[], into: Building): void => list.forEach((s) => statement(s, into));

  const statement = (s: IrStmt, into: Building): void => {
    switch (s.k) {
      case "let":
        expr(s.value, into);
        if (s.else) expr(s.else, into);
        return;
      case "require":
        expr(s.test, into);
        expr(s.else, into);
        return;
      case "fail":
        expr(s.message, into);
        statements(s.keep ?? [], into);
        return;
      case "create":
        expr(s.value, into);
        return;
      case "set":
        expr(s.value, into);
        target(s.target, into, (name) => into.writes.add(name));
        return;
      case "include":
        expr(s.value, into);
        target(s.target, into, (name) => into.writes.add(name));
        return;
      case "exclude":
        expr(s.value, into);
        target(s.target, into, (name) => {
          into.writes.add(name);
          into.excludes.add(name);
        });
        return;
      case "delete":
        expr(s.value, into);
        remove(s.entity, into);
        return;
      case "do": {
        s.args.forEach((a) => expr(a, into));
        const action = actions.get(s.action);
        if (action) include(into, shared(`action ${s.action}`, (b) => statements(action.body, b)));
        return;
      }
      case "if":
        expr(s.test, into);
        statements(s.then, into);
        statements(s.else, into);
        return;
      case "for":
        expr(s.in, into);
        statements(s.body, into);
        return;
      case "repeat":
        expr(s.count, into);
        statements(s.body, into);
        return;
      case "return":
        if (s.value) expr(s.value, into);
        return;
      case "advance":
        expr(s.by, into);
        into.advances = true;
        return;
      case "disable":
        expr(s.because, into);
        into.switches.add(s.tool);
        return;
      case "enable":
        into.switches.add(s.tool);
        return;
      case "call":
        expr(s.call, into);
        return;
      case "expect":
        expr(s.test, into);
    }
  };

  /** A deletion reaches every table that refers to the row. */
  const remove = (name: string, into: Building): void => {
    if (into.deletes.has(name)) return;
    into.deletes.add(name);
    for (const entity of ir.entities) {
      for (const field of entity.fields) {
        const inner = field.type.t === "maybe" ? field.type.of : field.type;
        if (inner.t === "set" && inner.of === name) into.writes.add(`${entity.name}.${field.name}`);
        if (inner.t !== "entity" || inner.name !== name) continue;
        into.reads.add(`${entity.name}.${field.name}`);
        if (field.onDelete === "cascade") remove(entity.name, into);
        if (field.onDelete === "detach") into.writes.add(`${entity.name}.${field.name}`);
      }
    }
    for (const app of ir.apps) {
      for (const field of app.state) {
        const inner = field.type.t === "maybe" ? field.type.of : field.type;
        if (inner.t === "entity" && inner.name === name) into.reads.add(`${app.name}.${field.name}`);
      }
    }
  };

  const build = (fill: (into: Building) => void): Footprint => {
    const result = empty();
    fill(result);
    return result;
  };

  const guards = new Map(
    ir.guards.map((g) => [g.name, build((b) => {
      g.requires.forEach((r) => (expr(r.test, b), expr(r.else, b)));
      statements(g.then, b);
    })]),
  );
  const tools = new Map(
    ir.tools.map((tool) => [tool.name, build((b) => {
      for (const g of tool.guards) {
        const guard = guards.get(g);
        if (guard) include(b, guard);
      }
      for (const p of tool.params) {
        if (p.default) expr(p.default, b);
        p.where.forEach((w) => expr(w.test, b));
        entityNames(p.type).forEach((e) => b.reads.add(e));
      }
      statements(tool.body, b);
    })]),
  );
  const preconditions = new Map(
    ir.tools.map((tool) => [tool.name, build((b) => {
      for (const g of tool.guards) ir.guards.find((x) => x.name === g)?.requires.forEach((r) => expr(r.test, b));
      for (const p of tool.params) {
        p.where.forEach((w) => expr(w.test, b));
        entityNames(p.type).forEach((e) => b.reads.add(e));
      }
      const visited = new Set<string>();
      const named = new Map<string, IrExpr>();
      /** What a demand reads, also by way of the names it uses. */
      const demand = (e: IrExpr): void => {
        expr(e, b);
        for (const name of localsOf(e)) {
          const value = named.get(name);
          named.delete(name);
          if (value) demand(value);
        }
      };
      const demands = (list: readonly IrStmt[], under: readonly IrExpr[]): void => {
        for (const s of list) {
          switch (s.k) {
            case "require":
              [s.test, ...under].forEach(demand);
              break;
            case "fail":
              under.forEach(demand);
              break;
            case "let":
              named.set(s.name, s.value);
              if (s.else) [s.value, ...under].forEach(demand);
              break;
            case "if":
              demands(s.then, [...under, s.test]);
              demands(s.else, [...under, s.test]);
              break;
            case "for":
              demands(s.body, [...under, s.in]);
              break;
            case "repeat":
              demands(s.body, [...under, s.count]);
              break;
            case "delete":
              statement(s, restrictReads(b));
              break;
            case "do": {
              const action = actions.get(s.action);
              if (action && !visited.has(s.action)) {
                visited.add(s.action);
                demands(action.body, under);
              }
              break;
            }
            default:
          }
        }
      };
      demands(tool.body, []);
    })]),
  );
  const faults = new Map(
    ir.faults.map((f) => [f.name, build((b) => {
      if (f.unless) expr(f.unless, b);
      if (f.chance) expr(f.chance, b);
      if (f.during) [f.during.from, f.during.to].forEach((e) => expr(e, b));
    })]),
  );
  const triggers = new Map(
    ir.triggers.map((t): [string, TriggerFootprint] => {
      const { binding, event, crosses, when, until } = t;
      const conditions = [crosses?.inside, when, until, event?.k === "at" ? event.instant : undefined].filter((e) => e !== undefined);
      const considers = build((b) => [...(binding ? [binding.in] : []), ...conditions].forEach((e) => expr(e, b)));
      const readsClock = build((b) => [...conditions, ...(event?.k === "every" && event.while ? [event.while] : [])].forEach((e) => expr(e, b))).reads.has("now");
      const others = binding && build((b) => conditions.forEach((e) => expr(withoutFields(e, binding.name, gets), b))).reads;
      const rowwise = binding?.in.k === "all" && others !== undefined && ![...others].some((r) => r === binding.entity || r.startsWith(`${binding.entity}.`));
      return [t.name, { considers, does: build((b) => statements(t.then, b)), rowwise, timed: event !== undefined && event.k !== "on", readsClock }];
    }),
  );
  const byAction = new Map(ir.actions.map((a) => [a.name, shared(`action ${a.name}`, (b) => statements(a.body, b))]));
  return { tools, preconditions, guards, actions: byAction, faults, triggers, of: (exprs) => build((b) => exprs.forEach((e) => expr(e, b))), ofStatement: (s) => build((b) => statement(s, b)) };
}

/** Names of locals in an expression. */
function localsOf(e: IrExpr): string[] {
  return e.k === "local" ? [e.name] : children(e).flatMap(localsOf);
}

/** The expression without the fields that it reads of one local row. */
function withoutFields(e: IrExpr, row: string, gets: ReadonlyMap<string, IrExpr>): IrExpr {
  return JSON.parse(JSON.stringify(e), (_key, node: unknown) => {
    const found = node as Partial<IrExpr> | null;
    if (typeof found !== "object" || found === null || (found.k !== "field" && found.k !== "get")) return node;
    const { of, entity, field } = found as Extract<IrExpr, { k: "field" }>;
    if (of.k !== "local" || of.name !== row) return node;
    const derived = found.k === "get" ? gets.get(`${entity}.${field}`) : undefined;
    return derived ? withoutFields(derived, "self", gets) : { k: "lit", value: null, type: { t: "none" }, at: of.at };
  }) as IrExpr;
}

/** Only what a deletion reads (what may forbid it) counts for a precondition, not what it removes. */
function restrictReads(into: Building): Building {
  return { ...empty(), reads: into.reads };
}

/** Entities that a type mentions: those an argument of the type must name rows of. */
export function entityNames(type: Type): string[] {
  switch (type.t) {
    case "entity":
      return [type.name];
    case "list":
    case "maybe":
    case "dict":
    case "slots":
      return entityNames(type.of);
    case "record":
      return Object.values(type.fields).flatMap(entityNames);
    default:
      return [];
  }
}

/** MCP's hints, from a tool's footprint. Fields marked `uncounted` count as effects too: they change what other calls do. */
export function hints(tool: Footprint): { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean } {
  const changes = tool.writes.size + tool.creates.size + tool.deletes.size + tool.switches.size > 0 || tool.advances;
  const rereads = [...tool.writes, ...tool.creates, ...tool.deletes].some((name) => tool.reads.has(name));
  return {
    readOnlyHint: !changes,
    destructiveHint: tool.deletes.size > 0 || tool.excludes.size > 0,
    idempotentHint: !changes || (tool.creates.size === 0 && !tool.advances && !rereads),
    openWorldHint: false,
  };
}

/** Completion: the text with a name put in at the cursor is checked, and what that name could be is offered. */

import type { Expr, Name, Stmt } from "../../grammar/ast.js";
import { endOf } from "../../grammar/scan.js";
import { T } from "../../grammar/tokens.js";
import { ENTITY_WORDS, FAULT_WORDS, MEMBER_WORDS, MODIFIER_WORDS, SHARED_WORDS, STATEMENT_WORDS, TASK_WORDS, TOP_WORDS, TRIGGER_WORDS, USER_WORDS, WORLD_WORDS } from "../../grammar/words.js";
import { appEnv, moduleEnv } from "../check/declare.js";
import { lookupTool, type Env } from "../check/env.js";
import { typeOf } from "../check/expressions.js";
import { ALLOWED } from "../check/statements.js";
import type { Host } from "../source.js";
import type { AppSym, Module } from "../symbols.js";
import { analyse, type Analysis, type Sight } from "./analysis.js";
import { placeAt, type Open, type Place } from "./context.js";
import { expectedValues, fieldsOf, keywords, membersOf, membersOfApp, membersOfType, named, offer, ofKinds, tools, types, values, type Offer } from "./offers.js";
import { nodesAt } from "./tree.js";

/** A name that nobody has given anything. */
const PROBE = "worldc_cursor";

/** What may stand at an offset of a text, the likeliest first; the word to be replaced comes with it. */
export interface Completion {
  readonly start: number;
  readonly end: number;
  readonly offers: readonly Offer[];
}

export function completionsAt(host: Host, path: string, text: string, offset: number): Completion {
  const place = placeAt(text, offset);
  const { start, end } = place.word;
  const analysis = place.inText ? null : probe(host, path, text, place);
  const module = analysis?.bound.modules.find((m) => m.source.path === path);
  if (!analysis || !module) return { start, end, offers: [] };
  const seen = new Set<string>();
  const offers = new Completer(analysis, module, place).offers()
    .filter((o) => o.label !== PROBE && !seen.has(o.label) && seen.add(o.label))
    .sort((a, b) => a.rank - b.rank);
  return { start, end, offers };
}

/**
 * The program with the probe in it. Where that has syntax errors, brackets that are open around the probe may have no end
 * yet: then they get one, unless that makes more errors.
 */
function probe(host: Host, path: string, text: string, place: Place): Analysis | null {
  const { start, end } = place.word;
  const read = (put: string): Analysis | null => {
    const probed = text.slice(0, start) + put + text.slice(end);
    return analyse({ ...host, read: (p, limit) => (p === path ? { text: probed } : host.read(p, limit)) }, path);
  };
  const plain = read(PROBE);
  if (!plain?.bound.modules.some((m) => m.source.path === path && m.file.troubled.length > 0)) return plain;
  const outer = place.open.findLastIndex((o) => o.what === "app" || o.what === "body" || o.what === "world" || o.what === "task");
  const closers = place.open.slice(outer + 1).reverse().map(closer).join(" ");
  const closed = closers === "" ? null : read(`${PROBE} ${closers}`);
  return closed && errorCount(closed) <= errorCount(plain) ? closed : plain;
}

/** What ends a bracket, with what has to follow it. */
function closer({ what, head }: Open): string {
  switch (what) {
    case "params":
      return head === "fn" ? "): int = 0" : head === "tool" || head === "action" ? ") { }" : ")";
    case "call":
    case "apply":
    case "group":
      return ")";
    case "list":
      return "]";
    default:
      return "}";
  }
}

function errorCount(analysis: Analysis): number {
  return analysis.diagnostics.filter((d) => d.severity === "error").length;
}

/** What an offset sees: of the name that begins there, of the block around it, of the app around it. */
export function sightAt(analysis: Analysis, module: Module, offset: number): Pick<Sight, "env" | "expected"> {
  const path = module.source.path;
  const name = (analysis.names.get(path) ?? []).filter((s) => s.start === offset);
  const exact = name.find((s) => s.expected) ?? name[0];
  if (exact) return exact;
  const blocks = (analysis.blocks.get(path) ?? []).filter((s) => s.start <= offset && offset <= s.end);
  const block = blocks.reduce<Sight | undefined>((best, s) => (best === undefined || s.start >= best.start ? s : best), undefined);
  if (block) return block;
  const node = module.file.declarations.find((d) => d.kind === "app" && d.span.start <= offset && offset <= d.span.end);
  const app = node?.kind === "app" ? named(moduleEnv(analysis.context, module), node.name.text) : undefined;
  return { env: app?.s === "app" ? appEnv(analysis.context, app, module) : { ...moduleEnv(analysis.context, module), apps: analysis.bound.apps } };
}

class Completer {
  private readonly env: Env;
  private readonly expected: Sight["expected"];
  private readonly inner: Open | undefined;
  private readonly before: string;
  private readonly head: string;

  constructor(private readonly analysis: Analysis, private readonly module: Module, private readonly place: Place) {
    const sight = sightAt(analysis, module, place.word.start);
    this.env = sight.env;
    this.expected = sight.expected;
    this.inner = place.open[place.open.length - 1];
    this.before = place.previous?.image ?? "";
    this.head = place.head?.image ?? "";
  }

  offers(): readonly Offer[] {
    const type = this.place.previous?.tokenType;
    if (type === T.Dot || type === T.OptionalDot) return this.afterDot();
    return this.afterWord() ?? (this.wantsType() ? types(this.analysis, this.env) : this.inside());
  }

  private nodes(): ReturnType<typeof nodesAt> {
    return nodesAt(this.module.file, this.place.word.start + 1);
  }

  private afterDot(): readonly Offer[] {
    const { tokens } = this.place;
    const [first, second] = [tokens[tokens.length - 3], tokens[tokens.length - 2]];
    const app = second ? named(this.env, second.image) : undefined;
    if (this.inner?.what === "edges" && second) return this.parameters(second.image);
    if (first?.tokenType === T.Call && app?.s === "app") return tools(this.analysis, [app]);
    if ((first?.tokenType === T.Create || first?.image === "do") && app?.s === "app") {
      return [...app.members.values()].filter((s) => s.s === (first.image === "do" ? "action" : "entity")).flatMap((s) => offer(this.analysis.declarations.ofSymbol(s)));
    }
    if (this.nodes().some((n) => n.kind === "named") && app?.s === "app") {
      return [...app.members.values()].filter((s) => s.s === "entity" || s.s === "enum" || s.s === "kind" || s.s === "type").flatMap((s) => offer(this.analysis.declarations.ofSymbol(s)));
    }
    const member = [...this.nodes()].reverse().find((n) => n.kind === "member" && (n["name"] as Name).span.start === this.place.word.start);
    if (member) return membersOf(this.analysis, this.env, member["of"] as Expr);
    const local = second && this.env.locals.get(second.image);
    return local ? membersOfType(this.analysis, this.env, local.type) : app?.s === "app" ? membersOfApp(this.analysis, app) : [];
  }

  /** After a word that only one kind of name can follow. */
  private afterWord(): readonly Offer[] | null {
    const { tokens, previous } = this.place;
    const earlier = tokens[tokens.length - 2]?.image ?? "";
    const what = this.inner?.what;
    const listed = this.before === "," ;
    if (previous?.tokenType === T.Call) return [...tools(this.analysis, this.env.apps), ...[...this.analysis.context.kernel.keys()].map((label): Offer => ({ label, what: "tool", rank: 4 }))];
    if (previous?.tokenType === T.Create || this.before === "new") return [...ofKinds(this.analysis, this.env, ["entity"]), ...ofKinds(this.analysis, this.env, ["app"], 6)];
    if (previous?.tokenType === T.As && what !== undefined && what !== "app" && what !== "params" && what !== "fields") return ofKinds(this.analysis, this.env, ["view"]);
    if (previous?.tokenType === T.Is) return this.casesOfLeft();
    if ((previous?.tokenType === T.In && this.head !== "for" && this.head !== "trigger" && what !== undefined) || previous?.tokenType === T.Enters || previous?.tokenType === T.Leaves) {
      return [...ofKinds(this.analysis, this.env, ["region"], 0), ...this.expression()];
    }
    if (this.before === "tool" && (earlier === "disable" || earlier === "enable")) return tools(this.analysis, this.env.apps);
    if (what === "body" && (this.before === "disable" || this.before === "enable")) return keywords(["tool"]);
    if (what === "body" && this.before === "do") return [...ofKinds(this.analysis, this.env, ["action"]), ...ofKinds(this.analysis, this.env, ["app"], 6)];
    if (what === "app" && this.head === "tool" && (this.before === "with" || (listed && !this.place.freshLine))) return this.guards();
    if ((what === undefined && (this.before === "uses" || (listed && this.head === "app"))) || (what === "world" && this.head === "apps" && (this.before === "apps" || listed))) return this.apps();
    if (what === undefined && (this.head === "test" || this.head === "task") && previous?.tokenType === T.In) return [...this.apps(), ...ofKinds(this.analysis, this.env, ["world"])];
    if (what === "app" && this.head === "view" && this.before === "of") return ofKinds(this.analysis, this.env, ["entity"]);
    if (what === "app" && this.head === "graph") {
      if (previous?.tokenType === T.Assign) return ofKinds(this.analysis, this.env, ["entity"]);
      if (["from", "to", "between"].includes(this.before) || (previous?.tokenType === T.And && tokens[tokens.length - 3]?.image === "between")) return this.ends();
    }
    if (what === "entity" && (this.before === "of" || this.before === "by")) return this.inverseFields();
    if (what === "fault" && this.head === "on" && (this.before === "on" || this.before === "except" || listed)) return [...tools(this.analysis, this.env.app ? [this.env.app] : this.env.apps), ...keywords(["all"])];
    if (what === "import") return this.exports();
    return null;
  }

  private guards(): readonly Offer[] {
    return [...(this.env.app?.guards.values() ?? [])].flatMap((g) => offer(this.analysis.declarations.ofSymbol(g)));
  }

  private apps(): readonly Offer[] {
    const symbols = [...this.module.declared.values(), ...[...this.module.imported.values()].map((i) => i.symbol)];
    return symbols.filter((s): s is AppSym => s.s === "app").flatMap((a) => offer(this.analysis.declarations.ofSymbol(a)));
  }

  private exports(): readonly Offer[] {
    const node = this.nodes().find((n) => n.kind === "import");
    const path = (node?.["path"] as string | undefined) ?? "";
    const target = this.analysis.bound.modules.find((m) => (m.standard !== undefined && path === `std/${m.standard}`) || (path !== "" && m.source.path.endsWith(path.replace(/^(\.\.?\/)+/, "/"))));
    return [...(target?.declared.values() ?? [])].flatMap((s) => offer(this.analysis.declarations.ofSymbol(s)));
  }

  private casesOfLeft(): readonly Offer[] {
    const is = [...this.nodes()].reverse().find((n) => n.kind === "is");
    const type = is ? typeOf(is["value"] as Expr) : undefined;
    return [...expectedValues(this.analysis, this.env, type), ...keywords(["none"])];
  }

  /** Fields that the other side of an inverse could be kept in. */
  private inverseFields(): readonly Offer[] {
    const node = [...this.nodes()].reverse().find((n) => n.kind === "inverse");
    const written = node?.["type"] as { of?: { name?: Name } } | undefined;
    const entity = named(this.env, written?.of?.name?.text ?? "");
    return entity?.s === "entity" ? fieldsOf(this.analysis, entity) : [];
  }

  /** Fields that legs can lead from or to. */
  private ends(): readonly Offer[] {
    const node = [...this.nodes()].reverse().find((n) => n.kind === "graph");
    const entity = named(this.env, (node?.["entity"] as Name | undefined)?.text ?? "");
    return entity?.s === "entity" ? [...entity.fields.values()].filter((f) => f.type.t === "entity").flatMap((f) => offer(this.analysis.declarations.of(f.node))) : [];
  }

  private wantsType(): boolean {
    const type = this.place.previous?.tokenType;
    const what = this.inner?.what;
    if (type === T.Colon) return what === "entity" || what === "state" || what === "params" || what === "fields" || ((what === "app" || what === undefined) && this.head === "fn");
    if (type === T.Assign) return (what === "app" || what === undefined) && this.head === "type";
    return type === T.Lt && ["Set", "Record"].includes(this.place.tokens[this.place.tokens.length - 2]?.image ?? "");
  }

  /** Nothing in front decides: what stands around does. */
  private inside(): readonly Offer[] {
    const { previous, freshLine } = this.place;
    const type = previous?.tokenType;
    const fresh = type === undefined || type === T.LBrace || type === T.RBrace || (freshLine && !this.continues());
    const between = type === T.LBrace || type === T.LParen || type === T.Comma;
    switch (this.inner?.what) {
      case undefined:
        return fresh ? keywords([...TOP_WORDS, ...SHARED_WORDS]) : this.head === "app" ? keywords(["uses", "for"]) : this.expression();
      case "app":
        if (fresh) return keywords(MEMBER_WORDS);
        if (this.head === "tool" && type === T.RParen) return keywords(["with", "takes"]);
        return this.expression();
      case "entity":
      case "state":
        if (fresh) return keywords(this.inner.what === "entity" ? ENTITY_WORDS : ["get"]);
        return type !== undefined && this.continues() ? this.expression() : [...keywords([...MODIFIER_WORDS, "of", "by"], 0)];
      case "enum":
      case "kind":
      case "params":
      case "import":
        return [];
      case "guard":
        return fresh ? keywords(["require", "then"]) : this.expression();
      case "fault":
        return fresh || !this.continues() ? keywords(FAULT_WORDS) : this.expression();
      case "world":
        return fresh ? keywords(WORLD_WORDS) : this.expression();
      case "task":
        return fresh ? keywords([...TASK_WORDS, ...USER_WORDS]) : this.expression();
      case "trigger":
        return fresh ? keywords(TRIGGER_WORDS) : this.expression();
      case "edges":
        return [...tools(this.analysis, this.env.apps), ...keywords(["all", "from", "needs", "when"])];
      case "body":
        return fresh ? this.statements() : this.expression();
      case "create":
        return between ? this.unsetFields() : this.expression();
      case "call":
      case "apply":
        return between ? [...this.parameters(this.inner.name?.image ?? ""), ...this.expression()] : this.expression();
      case "match":
        return between ? [...expectedValues(this.analysis, this.env, this.expected), ...keywords(["_"])] : this.expression();
      default:
        return this.expression();
    }
  }

  /** Does what stands in front want an operand? */
  private continues(): boolean {
    const { previous } = this.place;
    if (!previous) return false;
    return ["=", "+=", "-=", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "??", "=>", "(", "[", ",", ":", "..", "and", "or", "not", "in", "div", "mod", "then", "else", "if", "where", "require", "expect", "return",
      "delete", "add", "remove", "to", "from", "set", "for", "repeat", "advance", "fail", "because", "check", "unless", "chance", "during", "limit", "per", "delay", "stale", "partial", "error", "missing", "match", "let", "when"].includes(previous.image);
  }

  private expression(): readonly Offer[] {
    return values(this.analysis, this.env, this.expected);
  }

  private statements(): readonly Offer[] {
    const { mode } = this.env;
    return keywords(STATEMENT_WORDS.filter((word) => ALLOWED[word as Stmt["kind"]].includes(mode)), 0);
  }

  private unsetFields(): readonly Offer[] {
    const create = [...this.nodes()].reverse().find((n) => n.kind === "create");
    const given = new Set(((create?.["entries"] as { name: Name }[] | undefined) ?? []).map((e) => e.name.text));
    const qualifier = create?.["qualifier"] as Name | undefined;
    const app = qualifier && named(this.env, qualifier.text);
    const name = this.inner?.name?.image ?? "";
    const entity = app?.s === "app" ? app.members.get(name) : named(this.env, name);
    if (entity?.s !== "entity") return this.expression();
    const open = [...entity.fields.values()].filter((f) => f.node.kind === "field" && f.type.t !== "id" && !given.has(f.name));
    return open.flatMap((f) => offer(this.analysis.declarations.of(f.node), f.node.kind === "field" && f.node.default ? 1 : 0, `${f.name}: `));
  }

  /** Parameters of a tool, function or action that have no argument yet. */
  private parameters(name: string): Offer[] {
    const written: Name = { text: name, span: { start: 0, end: 0 } };
    const tool = this.inner?.what === "apply" ? undefined : lookupTool(this.env, undefined, written);
    const found = tool && !("ambiguous" in tool) ? tool : named(this.env, name);
    if (found?.s !== "tool" && found?.s !== "fn" && found?.s !== "action") return [];
    const from = endOf(this.place.tokens[this.inner?.at ?? 0] ?? this.place.tokens[0]!);
    const given = new Set([...this.module.source.text.slice(from, this.place.word.start).matchAll(/(\w+)\s*:/g)].map((m) => m[1]));
    const insert = this.inner?.what === "edges" ? "" : ": ";
    return found.node.params.filter((p) => this.inner?.what === "edges" || !given.has(p.name.text)).flatMap((p) => offer(this.analysis.declarations.of(p), 0, `${p.name.text}${insert}`));
  }
}

import { describe, expect, it } from "vitest";
import type { TaskClause } from "../../grammar/ast.js";
import { parse } from "../../grammar/parser.js";
import { fixtures, member, ok, only1, show, type } from "./helpers.js";

describe("fixtures", () => {
  it.each([...fixtures])("%s has no errors", (_name, text) => {
    expect(parse(text).errors).toEqual([]);
    expect(parse(text).file).toMatchObject({ lostName: false, span: { start: 0, end: text.length } });
    expect(parse(text).file.skipped.size).toBe(0);
  });
  it("are deterministic", () => {
    for (const text of fixtures.values()) expect(parse(text)).toEqual(parse(text));
  });
});

describe("top level", () => {
  it("reads imports", () => {
    expect(only1('import { A, B } from "./a.world"', "import")).toMatchObject({ names: [{ text: "A" }, { text: "B" }], path: "./a.world", pathSpan: { start: 21, end: 32 } });
  });
  it("reads apps, servers and extensions", () => {
    const [a, b, c] = ok("app A for user uses B, C { }\nserver D { tool add(a: int) = a }\nextend app A { }").declarations;
    expect(a).toMatchObject({ kind: "app", forUser: true, server: false, extend: false, uses: [{ text: "B" }, { text: "C" }], broken: false });
    expect(b).toMatchObject({ kind: "app", server: true, members: [{ kind: "tool", body: { statements: [{ kind: "return", value: { kind: "name" } }] } }] });
    expect(c).toMatchObject({ kind: "app", extend: true });
  });
  it("reads types, enums, kinds and functions outside of apps", () => {
    expect(ok("type T = int\nenum E { a = \"A a\", b }\nkind K { c(x: int), d }\nfn f(): int = 1\nextern fn g(): int").declarations).toMatchObject([
      { kind: "type" },
      { kind: "enum", members: [{ wire: "A a" }, { name: { text: "b" } }] },
      { kind: "kind", cases: [{ params: [{ name: { text: "x" } }] }, { params: [] }] },
      { kind: "fn", extern: false },
      { kind: "fn", extern: true },
    ]);
  });
  it("reads worlds", () => {
    const world = only1(fixtures.get("tasks.world")!, "world");
    expect(world).toMatchObject({
      doc: { text: "Everything together." },
      apps: [{ text: "LightOS" }, {}, {}, {}],
      callsTake: { kind: "range", from: { unit: "s" } },
      policy: { path: "./light-policy.md" },
      rules: [{ label: "stock stays" }],
      faults: [{ name: { text: "late" } }],
      triggers: [{ event: { kind: "every" } }],
    });
  });
  it("reads tests", () => {
    const tests = ok(fixtures.get("tasks.world")!).declarations.filter((d) => d.kind === "test");
    expect(tests).toMatchObject([{ seed: 42, faultsOn: false, body: { statements: { length: 6 } } }, { seed: 7, faultsOn: true }, { faultsOn: false }]);
  });
});

describe("members", () => {
  it("reads entities", () => {
    const e = member(
      `entity E {
        key a: T folded, b: date
        c: C? cascade tree unique uncounted = none where >= 1 and length in 1..9
        where: text
        d: D[] of e by f
        g: G? of h
        get i: int = 1
        check a == b else "No."
        missing "None {key}."
      }`,
      "entity",
    );
    expect(e).toMatchObject({
      broken: false,
      members: [
        { kind: "key", fields: [{ folded: true }, { name: { text: "b" } }] },
        { kind: "field", onDelete: "cascade", tree: true, unique: true, uncounted: true, default: { kind: "none" }, where: [{ kind: "compare", op: ">=" }, { kind: "length", test: { kind: "within" } }] },
        { kind: "field", name: { text: "where" }, where: [] },
        { kind: "inverse", of: { text: "e" }, by: { text: "f" } },
        { kind: "inverse", of: { text: "h" } },
        { kind: "get" },
        { kind: "check", else: { kind: "string" } },
        { kind: "missingText" },
      ],
    });
  });
  it("reads refinements", () => {
    const t = member('tool t(a: text = "x" where matches r"[a-z]{2}", b: T[] where length >= 1 and distinct = [], c: money where > $0, d: int where in 1..9) { }', "tool");
    expect(t.params.map((p) => p.where.map((w) => w.kind))).toEqual([["matches"], ["length", "distinct"], ["compare"], ["within"]]);
    expect(t.params.map((p) => p.default && show(p.default))).toEqual(['"x"', "[]", undefined, undefined]);
  });
  it("reads tools", () => {
    const t = member("tool a as b(uid as contact: Contact, xs: { n as f: F, d: date }[]) with g, h takes 1..10 s { return 1 }", "tool");
    expect(t).toMatchObject({ name: { text: "a" }, wire: { text: "b" }, guards: [{ text: "g" }, { text: "h" }], takes: { kind: "range" }, broken: false });
    expect(t.params.map((p) => [p.name.text, p.local?.text, type(p.type)])).toEqual([["uid", "contact", "Contact"], ["xs", undefined, "{n: F, d: date}[]"]]);
  });
  it("reads views, guards, corpora and init", () => {
    expect(member("view V of E { a, b: c.d, e: f as V[], }", "view")).toMatchObject({ of: { text: "E" }, columns: [{}, { value: { kind: "member" } }, { value: { kind: "as", list: true } }] });
    expect(member('guard g { require a else "x"   require b   then { set a = false } }', "guard")).toMatchObject({ requires: [{ else: {} }, {}], then: { statements: [{}] } });
    expect(member('corpus c from "./c.yaml"', "corpus")).toMatchObject({ path: "./c.yaml" });
    expect(member("init { }", "init")).toMatchObject({ body: { statements: [] } });
  });
  it("reads faults", () => {
    const on = (text: string): unknown => member(`fault f { on ${text} error "x" }`, "fault").on;
    expect(on("all")).toMatchObject({ all: true, names: [], except: [] });
    expect(on("all except a, b")).toMatchObject({ all: true, except: [{ text: "a" }, { text: "b" }] });
    expect(on("App.all")).toMatchObject({ all: true, app: { text: "App" } });
    expect(on("a, b")).toMatchObject({ all: false, names: [{ text: "a" }, { text: "b" }] });
    expect(member('fault f { on a commit then error "x" chance 5% unless ok during 02:00..04:00 limit 30 per 1 min }', "fault")).toMatchObject({
      effect: { kind: "error", afterCommit: true }, chance: { value: 0.05 }, unless: {}, during: { kind: "range" }, limit: { count: { value: 30 }, per: { unit: "min" } },
    });
    for (const kind of ["delay 5..60 s", "stale 10 min", "partial 20"]) expect(member(`fault f { on a ${kind} }`, "fault").effect?.kind).toBe(kind.split(" ")[0]);
  });
  it("reads triggers", () => {
    expect(member("trigger t: T2 for o in Order.all { then { } until a once initially when o.x }", "trigger")).toMatchObject({
      conflict: { text: "T2" }, binding: { name: { text: "o" } }, initially: true, once: true, until: {}, when: {}, then: {},
    });
    expect(member("trigger t { on f(a, b) then { } }", "trigger").event).toMatchObject({ kind: "on", params: [{ text: "a" }, { text: "b" }] });
    expect(member("trigger t { at h.expires then { } }", "trigger").event).toMatchObject({ kind: "at" });
    expect(member("trigger t { every 1 min while open then { } }", "trigger").event).toMatchObject({ kind: "every", while: {} });
  });
  it("reads regions, graphs and edges", () => {
    expect(member("region R = within 3 km of point(1, 2)", "region").shape.kind).toBe("circle");
    expect(member("region R = polygon [a, b]", "region").shape).toMatchObject({ kind: "polygon", points: { kind: "list" } });
    expect(member("region R = Site.all", "region").shape.kind).toBe("sites");
    expect(member("graph G = Leg from from to to cost takes when not closed", "graph")).toMatchObject({ from: { text: "from" }, to: { text: "to" }, both: false, when: {} });
    expect(member("graph G = Leg between a and b cost takes", "graph")).toMatchObject({ from: { text: "a" }, to: { text: "b" }, both: true });
    const { edges } = member("edges {\n a.b from c, d\n a needs e when f.g\n all needs h\n}", "edges");
    expect(edges).toMatchObject([{ kind: "data", param: { text: "b" }, from: { length: 2 } }, { kind: "needs", when: {} }, { kind: "needs" }]);
    expect(edges[2]).not.toHaveProperty("tool");
  });
});

describe("tasks", () => {
  const clauses = (name: string): readonly TaskClause[] => {
    const task = ok(fixtures.get("tasks.world")!).declarations.find((d) => d.kind === "task" && d.name.text === name);
    return task?.kind === "task" ? task.clauses : [];
  };
  it("reads every clause", () => {
    expect(clauses("insulin").map((c) => c.kind)).toEqual([
      "level", "conflict", "unique", "given", "given", "given", "require", "setup", "trigger", "fault", "user", "ask", "goal", "mayChange", "nominal", "twin",
    ]);
  });
  it("reads users and permitted changes", () => {
    const all = clauses("insulin");
    expect(all.find((c) => c.kind === "user")).toMatchObject({
      clauses: [{ kind: "persona" }, { kind: "knows" }, { kind: "answers", topics: { length: 2 } }, { kind: "withholds", until: { length: 2 } }, { kind: "does", call: { kind: "call" } }, { kind: "insists" }],
    });
    expect(all.find((c) => c.kind === "mayChange")).toMatchObject({ changes: [{ field: { text: "status" } }, {}, { entity: { text: "CartLine" }, where: {} }, { field: {}, where: {} }] });
  });
  it("reads goals", () => {
    const goal = clauses("days_and_price").find((c) => c.kind === "goal");
    expect(goal).toMatchObject({
      goal: {
        settling: { value: 1, unit: "h" },
        items: [
          { kind: "let" },
          { kind: "if", then: [{ kind: "some" }, { kind: "let" }, { kind: "item" }], else: [{ kind: "if", else: [{ keep: true }, { keep: false }] }] },
          { kind: "for", name: { text: "c" }, index: { text: "i" }, items: [{ kind: "item" }] },
          { kind: "item", keep: true },
          { test: { kind: "called", before: { text: "checkout_all" } } },
          { test: { never: true } },
          { test: { kind: "called" } },
        ],
      },
    });
    expect(clauses("refund_after_window")[1]).toMatchObject({ goal: { impossible: { kind: "string" } } });
    expect(clauses("insulin").find((c) => c.kind === "goal")).toMatchObject({ goal: { items: [{}, {}, { dynamic: true }] } });
  });
});

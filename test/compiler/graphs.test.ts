/** What graphs mean: which legs count, where ties go, what is read, and what does not fit. */

import { describe, expect, it } from "vitest";
import { analyse, declarationsAt } from "../../compiler/editor/analysis.js";
import { completionsAt } from "../../compiler/editor/complete.js";
import { renameEdits } from "../../compiler/editor/rename.js";
import { memoryHost } from "../../compiler/source.js";
import type { Session } from "../../runtime/index.js";
import { checkText, compileText, problems, said, start } from "../support/compile-world.js";

const net = (members: string): string => `app A {
  entity Site { key id: string   name: string = "" }
  entity Leg { key id: string   a: Site   b: Site   takes: duration   closed: bool = false   load: int = 0   capacity: int = 2 }
  state { log: string = "" }
  init {
    for id in ["D", "A", "B", "C", "E"] { create Site { id } }
    for l in [{ id: "bd", a: "B", b: "D" }, { id: "ac", a: "A", b: "C" }, { id: "cd", a: "C", b: "D" }, { id: "ab", a: "A", b: "B" }] {
      create Leg { id: l.id, a: Site[l.a], b: Site[l.b], takes: 1 h }
    }
  }
  /// Ways that are open.
  graph Roads = Leg from a to b cost takes when not closed and load < capacity
  graph Paths = Leg between a and b cost takes
  tool way(a as x: Site, b as y: Site) { return Roads.path(x, y)?.map(l => l.id) }
  tool cost(a as x: Site, b as y: Site) { return Roads.cost(x, y) }
  tool reach(a as x: Site) { return Roads.reachable(x).map(s => s.id) }
  tool shut(id as leg: Leg, closed as shut: bool) { set leg.closed = shut }
  tool ride(id as leg: Leg) { set leg.load += 1 }
  ${members}
}
world W { apps A   starts 2026-03-01T08:00 }`;

async function play(members = ""): Promise<Session> {
  return start(await compileText(net(members)));
}

const call = (session: Session, tool: string, args: object = {}): string => said(session.call(tool, args));

describe("graphs", () => {
  it("give the shortest way, ties by the keys of its legs", async () => {
    const s = await play();
    expect(call(s, "way", { a: "A", b: "D" })).toBe('ok: ["ab","bd"]');
    expect(call(s, "cost", { a: "A", b: "D" })).toBe("ok: 7200");
    expect(call(s, "way", { a: "D", b: "A" })).toBe("ok: null");
    expect(call(s, "cost", { a: "D", b: "A" })).toBe("ok: null");
    expect(call(s, "way", { a: "E", b: "E" })).toBe("ok: []");
    expect(call(s, "cost", { a: "E", b: "E" })).toBe("ok: 0");
    expect(call(s, "reach", { a: "A" })).toBe('ok: ["D","A","B","C"]');
    expect(call(s, "reach", { a: "E" })).toBe('ok: ["E"]');
  });

  it("leave out what is closed or full", async () => {
    const s = await play();
    call(s, "shut", { id: "ab", closed: true });
    expect(call(s, "way", { a: "A", b: "D" })).toBe('ok: ["ac","cd"]');
    call(s, "ride", { id: "cd" });
    call(s, "ride", { id: "cd" });
    expect(call(s, "way", { a: "A", b: "D" })).toBe("ok: null");
    expect(call(s, "reach", { a: "A" })).toBe('ok: ["A","C"]');
  });

  it("lead both ways between the ends of a leg", async () => {
    const s = await play("tool back(a as x: Site, b as y: Site) { return Paths.path(x, y)?.map(l => l.id) }");
    expect(call(s, "back", { a: "D", b: "A" })).toBe('ok: ["bd","ab"]');
    expect(call(s, "back", { a: "B", b: "C" })).toBe('ok: ["ab","ac"]');
  });

  it("cost money, distances and numbers; less than nothing is reported where it is written", async () => {
    const s = await play(`
      graph Tolls = Leg from a to b cost $2
      graph Steps = Leg between a and b cost if closed then -1 else 1
      tool toll(a as x: Site, b as y: Site) { return Tolls.cost(x, y) ?? $0 }
      tool steps(a as x: Site, b as y: Site) { return Steps.cost(x, y) }`);
    expect(call(s, "toll", { a: "A", b: "D" })).toBe("ok: 4");
    expect(call(s, "steps", { a: "A", b: "D" })).toBe("ok: 2");
    call(s, "shut", { id: "ab", closed: true });
    expect(call(s, "steps", { a: "A", b: "D" })).toMatch(/^failed: A leg costs less than nothing.*\[negative-cost .*main\.world:\d+\]$/);
  });

  it("order legs by composite keys, references by the keys of their rows", async () => {
    const s = start(await compileText(`app A {
      entity Site { key id: string }
      entity Hop { key from: Site, line: int   to: Site }
      init {
        for id in ["z", "m", "b", "a"] { create Site { id } }
        create Hop { from: Site["m"], line: 2, to: Site["z"] }
        create Hop { from: Site["m"], line: 1, to: Site["z"] }
        create Hop { from: Site["a"], line: 9, to: Site["m"] }
        create Hop { from: Site["a"], line: 3, to: Site["b"] }
        create Hop { from: Site["b"], line: 1, to: Site["z"] }
      }
      graph Lines = Hop from from to to cost 1
      tool way(a as x: Site, b as y: Site) { return Lines.path(x, y)?.map(h => "{h.from.id}{h.line}") }
    }`));
    expect(call(s, "way", { a: "a", b: "z" })).toBe('ok: ["a3","b1"]');
    expect(call(s, "way", { a: "m", b: "z" })).toBe('ok: ["m1"]');
  });

  it("are read by triggers, which look again when a leg changes", async () => {
    const s = await play(`
      trigger cut { when Roads.path(Site["A"], Site["D"]) == none   then { set log = "{log}cut " } }
      trigger lonely for p in Site.all { when not (p in Near)   then { set log = "{log}{p.id} " } }
      region Near = Roads.reachable(Site["A"])
      tool log() { return log }`);
    call(s, "shut", { id: "ab", closed: true });
    expect(call(s, "log")).toBe("ok: B ");
    call(s, "shut", { id: "cd", closed: true });
    expect(call(s, "log")).toBe("ok: B cut D ");
    call(s, "shut", { id: "cd", closed: false });
    call(s, "shut", { id: "cd", closed: true });
    expect(call(s, "log")).toBe("ok: B cut D cut D ");
  });

  it("say what does not fit", () => {
    const said = (members: string): string[] => problems(checkText(net(members)));
    expect(said("graph G = Log from a to b cost 1")).toEqual(["W301 There is no entity called `Log`."]);
    expect(said("graph G = Leg from a to c cost 1")).toEqual(["W302 The entity Leg has no field `c`."]);
    expect(said("graph G = Leg from a to takes cost 1")).toEqual(["W401 A stored field of the type `Site` is needed here, this is a `duration`."]);
    expect(said("graph G = Leg between takes and b cost 1")).toEqual(["W401 A stored field that refers to a row is needed here, this is a `duration`."]);
    expect(said("graph G = Leg from a to b cost closed")).toEqual(["W401 A number, an amount, a duration or a distance is needed here, this is a `bool`."]);
    expect(said('tool t() { return Roads.path(Site["A"]) }')).toEqual(["W408 `path` takes 2 arguments, not 1."]);
    expect(said('tool t() { return Roads.ways(Site["A"], Site["B"]) }')).toEqual(["W308 The graph Roads has no method `ways`."]);
    expect(said('tool t() { return Roads.path(Leg["A"], Site["B"]) }')).toEqual(["W401 A `Site` is needed here, this is a `Leg`."]);
    expect(said("tool t() { return Roads }")).toEqual(["W306 `Roads` is a graph, but a value is needed here."]);
    expect(said('graph G = Leg from a to b cost G.cost(a, b) ?? 1 s').map((m) => m.slice(0, 4))).toEqual(["W509"]);
  });
});

describe("in an editor", () => {
  const offered = (members: string): string[] => {
    const text = net(members).replace("|", "");
    return completionsAt(memoryHost({ "/w/main.world": text }), "/w/main.world", text, net(members).indexOf("|")).offers.map((o) => o.label);
  };

  it.each([["region Near", 7, 3], ["graph Roads", 6, 5], ["a: Site   b", 0, 4], ["entity Leg", 7, 6]])("a rename of %s reaches every use", (text, offset, places) => {
    const source = net("region Near = Roads.reachable(Site[\"A\"])   trigger t for s in Site.all { when s enters Near   then { set log = \"{s in Near}\" } }");
    const host = memoryHost({ "/w/main.world": source });
    const analysis = analyse(host, "/w/main.world")!;
    const [declaration] = declarationsAt(analysis, "/w/main.world", source.indexOf(text) + offset);
    const renamed = renameEdits(host, [analysis], declaration!, "other");
    expect("edits" in renamed ? renamed.edits.length : renamed.refused).toBe(places);
  });

  it("offers regions behind `in`, what a graph can be asked, and the ends of legs", () => {
    expect(offered('region Near = Site.all\n tool t() { return Site["A"] in | }')).toContain("Near");
    expect(offered("tool t() { return Roads.| }")).toEqual(["path", "cost", "reachable"]);
    expect(offered("tool t() { return | }")).toContain("Roads");
    expect(offered("graph G = |")).toEqual(expect.arrayContaining(["Site", "Leg"]));
    expect(offered("graph G = Leg from |")).toEqual(["a", "b"]);
    expect(offered("graph G = Leg between a and | cost takes")).toEqual(["a", "b"]);
  });
});

describe("many searches", () => {
  it("count among the steps of a call, and end it", async () => {
    const loaded = await compileText(`
      app A {
        entity N { key n: int }
        entity L { key l: int   a: N   b: N }
        init { for i in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] { create N { n: i } }   for x in N.all { for y in N.all { create L { l: x.n * 100 + y.n, a: x, b: y } } } }
        graph G = L from a to b cost l
        tool few() { return N.all.map(x => G.cost(N[1], x) ?? 0).sum }
        tool many() { repeat 1000 { require N.all.map(x => G.cost(N[1], x) ?? 0).sum >= 0 else "No." }   return 1 }
      }`);
    const session = start(loaded);
    expect(session.call("few", {}).status).toBe("ok");
    expect(session.call("many", {})).toMatchObject({ status: "failed", diagnostic: { code: "overflow" } });
    expect(session.call("few", {}).status).toBe("ok");
  });
});

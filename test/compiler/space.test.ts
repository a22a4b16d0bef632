/** What regions mean: what lies in them, and which triggers notice that something comes in or goes out. */

import { describe, expect, it } from "vitest";
import type { Session } from "../../runtime/index.js";
import { checkText, compileText, problems, said, start } from "../support/compile-world.js";

const worldOf = (members: string): string => `app A {\n${members}\n}\nworld W { apps A   starts 2026-03-01T08:00 }`;

async function play(members: string, options: Parameters<typeof start>[1] = {}): Promise<Session> {
  return start(await compileText(worldOf(members)), options);
}

const call = (session: Session, tool: string, args: object = {}): string => said(session.call(tool, args));
const p = (lat: number, lon: number): object => ({ lat, lon });

const places = `
  entity Site { key id: string   at: point   schengen: bool = true }
  entity Van { key name: string   at: point? }
  state { radius: distance = 3 km   corner: point = point(1, 1) }
  init {
    create Site { id: "BER", at: point(52.52, 13.40) }
    create Site { id: "LHR", at: point(51.47, -0.45), schengen: false }
    create Van { name: "lost" }
    create Van { name: "near", at: point(52.53, 13.41) }
  }
  /// The middle of the town.
  region Downtown = within radius of point(52.52, 13.40)
  region Zone = polygon [point(0, 0), point(0, 1), corner, point(1, 0)]
  region Schengen = Site.all.filter(s => s.schengen)
`;

describe("regions", () => {
  it("a circle takes its radius from the state, and its border belongs to it", async () => {
    const s = await play(`${places}
      tool inside(at: point) { return at in Downtown }
      tool far(at: point) { return point(52.52, 13.40).distance(at) }
      tool grow(to: distance) { set radius = to }`);
    expect(call(s, "inside", { at: p(52.53, 13.41) })).toBe("ok: true");
    expect(call(s, "inside", { at: p(52.6, 13.4) })).toBe("ok: false");
    const far = Number(call(s, "far", { at: p(52.6, 13.4) }).slice(4));
    expect(far).toBeGreaterThan(8890);
    expect(far).toBeLessThan(8900);
    call(s, "grow", { to: far });
    expect(call(s, "inside", { at: p(52.6, 13.4) })).toBe("ok: true");
    call(s, "grow", { to: far - 1 });
    expect(call(s, "inside", { at: p(52.6, 13.4) })).toBe("ok: false");
  });

  it("a polygon holds its border, and moves with its corners", async () => {
    const s = await play(`${places}
      tool inside(at: point) { return at in Zone }
      tool move(to: point) { set corner = to }`);
    for (const [lat, lon, is] of [[0.5, 0.5, true], [0, 0.5, true], [0, 0, true], [1, 1, true], [0.9, 0.95, true], [1.01, 0.5, false], [-0.01, 0.5, false]] as const) {
      expect(call(s, "inside", { at: p(lat, lon) }), `${lat} ${lon}`).toBe(`ok: ${is}`);
    }
    call(s, "move", { to: p(0.2, 0.2) });
    expect(call(s, "inside", { at: p(0.9, 0.95) })).toBe("ok: false");
  });

  it("a set of rows holds rows, and follows their fields", async () => {
    const s = await play(`${places}
      tool inside(id as site: Site) { return site in Schengen }
      tool join(id as site: Site) { set site.schengen = true }`);
    expect(call(s, "inside", { id: "BER" })).toBe("ok: true");
    expect(call(s, "inside", { id: "LHR" })).toBe("ok: false");
    call(s, "join", { id: "LHR" });
    expect(call(s, "inside", { id: "LHR" })).toBe("ok: true");
  });

  it("what may be none lies nowhere, and what lies somewhere is there", async () => {
    const s = await play(`${places}
      tool near() { return Van.all.filter(v => v.at in Downtown).map(v => v.name) }
      tool lat(name as van: Van) { require van.at in Downtown else "Not here."   return van.at.lat }`);
    expect(call(s, "near")).toBe('ok: ["near"]');
    expect(call(s, "lat", { name: "near" })).toBe("ok: 52.53");
    expect(call(s, "lat", { name: "lost" })).toBe("failed: Not here.");
  });

  it("are named with their app from another one, and from tests", async () => {
    const text = `app City {\n${places}\n}
      app Bikes uses City { tool inside(at: point) { return at in City.Downtown and not (at in City.Zone) } }
      world W { apps City, Bikes }
      test "here" in W { expect point(52.52, 13.4) in Downtown }`;
    const s = start(await compileText(text));
    expect(call(s, "inside", { at: p(52.52, 13.4) })).toBe("ok: true");
  });

  it("say what does not fit", () => {
    const said = (members: string): string[] => problems(checkText(worldOf(places + members)));
    expect(said("tool t(n: int) { return n in Downtown }")).toEqual(["W403 `in` does not apply to an `int` and a region of points."]);
    expect(said("tool t(at: point) { return at in Schengen }")).toEqual(["W403 `in` does not apply to a `point` and a region of rows of `Site`."]);
    expect(said("tool t() { return Downtown }")).toEqual(["W306 `Downtown` is a region, but a value is needed here."]);
    expect(said("region R = polygon [point(0, 0), point(1, 1)]")).toEqual(["W635 A polygon needs at least three corners; this has 2."]);
    expect(said("region R = 3 km")).toEqual(["W401 `within … of …`, `polygon [ … ]` or a list of rows is needed here, this is a `distance`."]);
    expect(said("region R = Site.all.filter(s => s in Q)   region Q = Site.all.filter(s => s in R)").map((m) => m.slice(0, 4))).toEqual(["W509"]);
  });
});

describe("enters and leaves", () => {
  const town = (triggers: string): string => `
    entity Site { key id: string   schengen: bool = true }
    entity Van { key name: string   at: point?   site: Site?   visa: bool = false }
    state { radius: distance = 3 km   log: string = ""   watched: bool = true }
    init {
      for id in ["BER", "LHR"] { create Site { id, schengen: id == "BER" } }
      create Van { name: "a", at: point(52.52, 13.40), site: Site["BER"] }
      create Van { name: "b", at: point(53, 13.40), site: Site["LHR"] }
    }
    region Downtown = within radius of point(52.52, 13.40)
    region Schengen = Site.all.filter(s => s.schengen)
    ${triggers}
    tool move(name as van: Van, at: point?) { set van.at = at }
    tool fly(name as van: Van, to as site: Site?) { set van.site = site }
    tool visa(name as van: Van) { set van.visa = true }
    tool grow(to: distance) { set radius = to }
    tool open(id as site: Site, schengen as inside: bool) { set site.schengen = inside }
    tool buy(name: string, at: point?) { create Van { name, at } }
    tool there_and_back(name as van: Van) { let was = van.at   set van.at = point(52.52, 13.40)   set van.at = was }
    tool sell(name as van: Van) { delete van }
    tool fail_after(name as van: Van) { set van.at = point(52.52, 13.40)   fail "no" }
    tool watch(on: bool) { set watched = on }
    tool log() { return log }`;
  const note = (what: string): string => `then { set log = "{log} ${what}".trim }`;
  const log = (s: Session): string => call(s, "log").slice(4);
  const IN = p(52.53, 13.41);
  const OUT = p(53, 13);

  it("fire at the crossing, in their direction, and not for what lies there already", async () => {
    const s = await play(town(`
      trigger comes for v in Van.all { when v.at enters Downtown   ${note("{v.name}")} }
      trigger goes for v in Van.all { when v.at leaves Downtown   ${note("{v.name}!")} }`));
    expect(log(s)).toBe("");
    call(s, "move", { name: "a", at: IN });
    call(s, "move", { name: "b", at: OUT });
    call(s, "there_and_back", { name: "b" });
    call(s, "fail_after", { name: "b" });
    expect(log(s)).toBe("");
    call(s, "move", { name: "b", at: IN });
    call(s, "move", { name: "b", at: p(52.51, 13.4) });
    expect(log(s)).toBe("b");
    call(s, "move", { name: "b", at: null });
    call(s, "move", { name: "b", at: IN });
    expect(log(s)).toBe("b b! b");
    call(s, "buy", { name: "c", at: IN });
    call(s, "buy", { name: "d", at: null });
    expect(log(s)).toBe("b b! b");
    call(s, "move", { name: "d", at: IN });
    call(s, "sell", { name: "d" });
    expect(log(s)).toBe("b b! b d");
  });

  it("the rest must hold at the moment of crossing, and is told what has entered", async () => {
    const s = await play(town(`trigger customs for v in Van.all { when v.site enters Schengen and not v.visa   ${note("{v.site.id}")} }`));
    call(s, "visa", { name: "b" });
    call(s, "fly", { name: "b", to: "BER" });
    call(s, "fly", { name: "a", to: null });
    expect(log(s)).toBe("");
    call(s, "fly", { name: "a", to: "BER" });
    expect(log(s)).toBe("BER");
    const t = await play(town(`trigger customs for v in Van.all { when watched and v.site enters Schengen   ${note("{v.name}")} }`));
    call(t, "watch", { on: false });
    call(t, "fly", { name: "b", to: "BER" });
    call(t, "watch", { on: true });
    expect(log(t)).toBe("");
  });

  it("a border may move over what stands still", async () => {
    const s = await play(town(`
      trigger comes for v in Van.all { when v.at enters Downtown   ${note("{v.name}")} }
      trigger joins for v in Van.all { when v.site enters Schengen   ${note("{v.name}")} }
      trigger parts for v in Van.all { when v.site leaves Schengen   ${note("{v.name}!")} }`));
    call(s, "grow", { to: 100_000 });
    expect(log(s)).toBe("b");
    call(s, "open", { id: "LHR", schengen: true });
    call(s, "open", { id: "BER", schengen: false });
    expect(log(s)).toBe("b b a!");
  });

  it("go with `once`, `until`, a list of rows, and without one", async () => {
    const play_ = (trigger: string): Promise<Session> => play(town(trigger));
    const inOut = (s: Session, name = "b"): void => {
      call(s, "move", { name, at: IN });
      call(s, "move", { name, at: OUT });
    };
    const once = await play_(`trigger t for v in Van.all { when v.at enters Downtown   once   ${note("{v.name}")} }`);
    for (const name of ["b", "a", "b", "a"]) inOut(once, name);
    expect(log(once)).toBe("b a");
    const until = await play_(`trigger t for v in Van.all { when v.at enters Downtown   until not watched   ${note("{v.name}")} }`);
    inOut(until);
    inOut(until);
    call(until, "watch", { on: false });
    inOut(until);
    call(until, "watch", { on: true });
    inOut(until);
    expect(log(until)).toBe("b b");
    const some = await play_(`trigger t for v in Van.all.filter(v => not v.visa) { when v.at enters Downtown   ${note("{v.name}")} }`);
    call(some, "visa", { name: "b" });
    inOut(some);
    expect(log(some)).toBe("");
    const one = await play_(`trigger t { when Van["b"].at enters Downtown   ${note("one")} }`);
    inOut(one);
    inOut(one, "a");
    expect(log(one)).toBe("one");
  });

  it("are seen where a trigger moves something while time passes", async () => {
    const s = await play(town(`
      trigger drive { every 1 min   then { for v in Van.all.filter(v => v.name == "b") { set v.at = point(52.52, 13.40) } } }
      trigger comes for v in Van.all { when v.at enters Downtown   ${note("{now}")} }`));
    s.advance(150);
    expect(log(s)).toBe("2026-03-01 08:01:00");
  });

  it("remember across undo, fork and snapshot", async () => {
    const loaded = await compileText(worldOf(town(`trigger comes for v in Van.all { when v.at enters Downtown   ${note("{v.name}")} }`)));
    const s = start(loaded);
    call(s, "move", { name: "b", at: IN });
    const copy = loaded.runtime.Session.restore(loaded.world, JSON.parse(JSON.stringify(s.snapshot())));
    for (const t of [copy, s.fork()]) {
      call(t, "move", { name: "b", at: p(52.51, 13.4) });
      expect(log(t)).toBe("b");
      call(t, "move", { name: "b", at: OUT });
      call(t, "move", { name: "b", at: IN });
      expect(log(t)).toBe("b b");
      expect(t.hash()).toBe(t.fullHash());
    }
    s.undo();
    expect(log(s)).toBe("");
    call(s, "move", { name: "b", at: IN });
    expect(log(s)).toBe("b");
  });

  it("stand where they can", () => {
    const said = (members: string): string[] => problems(checkText(worldOf(town(members))));
    const then = note("{radius}");
    expect(said(`trigger t { when Van["a"].at enters Downtown and Van["b"].at leaves Downtown   ${then} }`)).toEqual(["W518 A trigger follows one border at a time."]);
    expect(said(`trigger t { on log()   when Van["a"].at enters Downtown   ${then} }`)).toEqual(["W518 `enters` does not go with `on`."]);
    expect(said(`trigger t { when Van["a"].at leaves Downtown   initially   ${then} }`)).toEqual(["W518 `initially` does not go with `leaves`."]);
    expect(said(`trigger t { when not (Van["a"].at enters Downtown)   ${then} }`)).toEqual(["W518 `enters` cannot stand here."]);
    expect(said("tool t() { return Van.all.filter(v => v.at leaves Downtown).count }")).toEqual(["W518 `leaves` cannot stand here."]);
    expect(said(`trigger t { when Van["a"].at enters Van.all   ${then} }`)).toEqual(["W401 A region is needed here, this is a `Van[]`."]);
    expect(said(`trigger t { when Van["a"].at enters Schengen   ${then} }`)).toEqual(["W403 `enters` does not apply to a `point?` and a region of rows of `Site`."]);
  });
});

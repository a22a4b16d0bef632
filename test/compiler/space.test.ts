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

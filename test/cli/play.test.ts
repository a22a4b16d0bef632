import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { splitWords, withPairs } from "../../compiler/cli/arguments.js";
import { complete } from "../../compiler/cli/play/completion.js";
import { COMMANDS } from "../../compiler/cli/play/game.js";
import { ROOT, scratch, worldc } from "../support/cli.js";
import { loadRuntime, loadWorld } from "../support/world.js";

const source = `/// Rooms.
app Hotel {
  enum Size { small, large = "extra large" }
  entity Room { key name: string   size: Size = small   taken: bool = false }
  init { create Room { name: "blue" }   create Room { name: "old green" } }
  /// Takes a room.
  /// @param room which
  /// @param size how big
  /// @param quiet whether it has to be quiet
  tool take(room as which: Room, size: Size = small, quiet: bool = false) takes 5 s {
    require not which.taken else "{which.name} is taken."
    set which.taken = true
    return { size, quiet }
  }
}
`;
const folder = scratch();
const file = join(folder, "hotel.world");
writeFileSync(file, source);

const MARKET = join(ROOT, "test/evaluate/market.world");

function play(lines: readonly string[], args: readonly string[] = [file]): string[] {
  const { stdout, status } = worldc(["play", ...args, "--seed", "1"], { input: `${lines.join("\n")}\n` });
  expect(status).toBe(0);
  return stdout.trimEnd().split("\n").slice(1);
}

describe("worldc play", () => {
  it("calls, shows writes, takes them back", () => {
    const out = play(["take room=blue", "take room=blue", ":diff", ":undo 2", ":diff", ":history"]);
    expect(out[0]).toBe('ok  {');
    expect(out).toContain("~ Hotel.Room blue  taken false → true");
    expect(out).toContain("failed  blue is taken.");
    expect(out.filter((l) => l.startsWith("~ Hotel.Room blue"))).toHaveLength(2);
    expect(out.slice(-3)).toEqual([expect.stringMatching(/^2 calls taken back; it is 2026-/), "Nothing has changed.", "No call yet."]);
  });
  it("forks and comes back", () => {
    const out = play([":fork", "take room=blue", ":back", ":diff", ":back"]);
    expect(out[0]).toContain("1 deep");
    expect(out.slice(-3)).toEqual(["Back where the copy was made.", "Nothing has changed.", "This is no copy."]);
  });
  it("saves and loads, and says why it cannot", () => {
    const path = join(folder, "state.json");
    const out = play(["take room=blue", `:save ${path}`, ":undo", `:load ${path}`, ":state Room", ":load nothing.json", ":save"]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ world: "Hotel" });
    expect(out).toContain('     0  name="blue" size="small" taken=true');
    expect(out.slice(-2)).toEqual(["There is no file `nothing.json`.", "Say where: `:save FILE`."]);
  });
  it("answers mistakes and helps", () => {
    const out = play(["tak room=blue", "take room", ":nope", ":hist", ":help take", ":undo x", ":quit", "take room=blue"]);
    expect(out[0]).toMatch(/^invalid {2}.*take/);
    expect(out[1]).toContain("not of the form name=value");
    expect(out[2]).toBe("There is no command `:nope`. `:help` lists them.");
    expect(out[3]).toContain("`:history`");
    expect(out[4]).toBe("Takes a room.");
    expect(out.at(-1)).toBe("`:undo N` takes a whole number from 1.");
  });
});

describe("apps for the user", () => {
  const phone = "/// A phone.\napp Phone for user {\n  state { on: bool = true }\n  /// Turns it on or off.\n  /// @param quick at once\n  tool toggle(quick: bool = false) { set on = not on }\n}\n/// A line.\napp Line uses Phone {\n  /// Whether it works.\n  tool status() { return Phone.on }\n}\nworld Support { apps Phone, Line }\n";

  it("have no tools here: none is listed, counted, described or completed", async () => {
    const world = join(folder, "phone.world");
    writeFileSync(world, phone);
    const { stdout } = worldc(["play", world, "--seed", "1"], { input: ":tools\n:help toggle\n:help status\n:help finish\ntoggle\n" });
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^Support, .* 1 tools; /), expect.stringMatching(/^status +Whether it works/), "There is no tool `toggle`.", "Whether it works.",
      expect.stringMatching(/^Ends the session/), expect.stringMatching(/^ {2}summary/), expect.stringMatching(/^invalid {2}There is no tool called "toggle"/),
    ]);
    const [runtime, loaded] = await Promise.all([loadRuntime(), loadWorld("phone.world", { "phone.world": phone })]);
    const session = runtime.Session.start(loaded, { seed: 1 }) as never;
    expect(["t", "toggle ", "toggle quick="].map((line) => complete(session, [], line)[0])).toEqual([[], [], []]);
    expect(complete(session, [], "s")[0]).toEqual(["status "]);
  });
});

describe("worldc play --task", () => {
  it("shows the instruction, and the checklist as it stands, also after undo and in copies", () => {
    const out = play([":goal", "wait minutes=130", ":goal", ":fork", "finish summary=2", ":goal", ":back", ":undo", ":goal", ":ask"], [MARKET, "--task", "patient", "--faults", "off"]);
    expect(out[0]).toBe("Wait until the bell has rung twice; finish by saying how often it has.");
    expect(out.filter((line) => /^[✓✗]/.test(line))).toEqual([
      "✗ rung  (0 | 2)", "✗ said", "✗ waited", "✓ nobody blocked",
      "✓ rung  (2 | 2)", "✗ said", "✓ waited", "✓ nobody blocked",
      "✓ rung  (2 | 2)", "✓ said", "✓ waited", "✓ nobody blocked",
      "✗ rung  (0 | 2)", "✗ said", "✗ waited", "✓ nobody blocked",
    ]);
    expect(out.at(-1)).toBe(out[0]);
  });

  it("has no checklist where there is no task, also in a state that was loaded", () => {
    const path = join(folder, "stall.json");
    expect(play([":goal", ":ask"])).toEqual(Array(2).fill("This session is of no task; begin one with `--task NAME`."));
    expect(play([`:save ${path}`, `:load ${path}`, ":goal"], [MARKET, "--task", "any_star"]).at(-1)).toMatch(/of no task/);
  });
});

describe("what happens by itself", () => {
  const world = join(folder, "tide.world");
  writeFileSync(world, `app Tide {
  entity Boat { key name: string   leaves: datetime? }
  state { level: int = 0   wet: bool = false }
  init { create Boat { name: "Ada", leaves: now + 2 h }   create Boat { name: "Ben" } }
  trigger sail for b in Boat.all { at b.leaves   then { delete b } }
  trigger rise { every 1 h   then { set level += 1 } }
  trigger soak: T1 { when level >= 1   then { set wet = true } }
  tool wait(minutes: int) { advance minutes * 1 min }
}
world Sea { apps Tide   starts 2026-05-04T09:00 }
`);

  it("is shown as it stands: armed, held or done, and when next", () => {
    expect(play([":triggers", "wait minutes=70", ":triggers s"], [world])).toEqual([
      "Tide.sail  at b.leaves", "  Ada  armed  next 2026-05-04T11:00:00", "  Ben  armed",
      "Tide.rise  every 1 h", "  armed  next 2026-05-04T10:00:00",
      "Tide.soak (T1)  when level >= 1", "  armed",
      "ok  null", "fired   Tide.rise  2026-05-04T10:00:00  every 1 h", "fired   Tide.soak  2026-05-04T10:00:00  when level >= 1",
      "~ Tide.state  level 0 → 1", "~ Tide.state  wet false → true", "2026-05-04T09:00:00 → 2026-05-04T10:10:00",
      "Tide.sail  at b.leaves", "  Ada  armed  next 2026-05-04T11:00:00", "  Ben  armed",
      "Tide.rise  every 1 h", "  armed  next 2026-05-04T11:00:00",
      "Tide.soak (T1)  when level >= 1", "  held",
    ]);
  });

  it("has a timeline, which undo takes back", () => {
    const out = play([":timeline", "wait minutes=10", "wait minutes=120", ":timeline", ":undo", ":timeline"], [world]);
    expect(out[0]).toBe("Nothing has happened by itself.");
    expect(out.slice(-11)).toEqual([
      "  2  wait minutes=120",
      "     fired   Tide.rise  2026-05-04T10:00:00  every 1 h",
      "     fired   Tide.soak  2026-05-04T10:00:00  when level >= 1",
      "     fired   Tide.sail Ada  2026-05-04T11:00:00  at b.leaves",
      "     fired   Tide.rise  2026-05-04T11:00:00  every 1 h",
      "     ~ Tide.state  level 0 → 1",
      "     ~ Tide.state  wet false → true",
      '     - Tide.Boat Ada  name="Ada" leaves="2026-05-04T11:00:00"',
      "     ~ Tide.state  level 1 → 2",
      "1 call taken back; it is 2026-05-04T09:10:00.",
      "Nothing has happened by itself.",
    ]);
  });
});

describe("worldc snapshot --task", () => {
  it("writes the state that the instance begins with", () => {
    const begun = ["1", "2", "3", "4", "5"].map((seed) => worldc(["snapshot", MARKET, "--task", "only_late", "--seed", seed])).filter(({ status }) => status === 0);
    expect(begun.length).toBeGreaterThan(0);
    for (const { stdout } of begun) expect((JSON.parse(stdout) as { tables: Record<string, { rows: unknown[] }> }).tables["Stall.CartLine"]!.rows).toHaveLength(1);
  });

  it("leaves out what the task's own triggers remember, so that the bare world goes on from it", () => {
    const world = join(folder, "bell.world");
    writeFileSync(world, "app Bell {\n  state { rung: int = 0 }\n  tool ring() { set rung += 1 }\n}\ntask once in Bell {\n  seeds 1..2\n  trigger echo { at now + 1 min   then { set rung += 1 } }\n  trigger silent { when rung == 0   initially   then { } }\n  ask \"Ring.\"\n  goal { \"rung\": rung > 0 }\n  gold { call ring() }\n}\n");
    const path = join(folder, "bell.json");
    expect(worldc(["snapshot", world, "--task", "once", "--seed", "2", "-o", path])).toMatchObject({ status: 0, text: "" });
    expect(worldc(["call", world, "ring", "--state", path])).toMatchObject({ status: 0 });
  });
});

describe("completion", () => {
  let session: never;
  beforeAll(async () => {
    const [runtime, world] = await Promise.all([loadRuntime(), loadWorld("hotel.world", { "hotel.world": source })]);
    session = runtime.Session.start(world, { seed: 1 }) as never;
  });
  const of = (line: string): string[] => complete(session, Object.keys(COMMANDS), line)[0];
  it("offers tools and commands", () => {
    expect(of("ta")).toEqual(["take "]);
    expect(of("")).toEqual(expect.arrayContaining(["take ", "finish ", ":diff "]));
    expect(of(":s")).toEqual([":state ", ":save "]);
  });
  it("offers the arguments that are left", () => {
    expect(of("take ")).toEqual(["room=", "size=", "quiet="]);
    expect(of("take room=blue s")).toEqual(["size="]);
  });
  it("offers keys, enum values as they travel, booleans", () => {
    expect(of("take room=")).toEqual(["room=blue ", 'room="old green" ']);
    expect(of("take room=bl")).toEqual(["room=blue "]);
    expect(of("take size=")).toEqual(["size=small ", 'size="extra large" ']);
    expect(of("take quiet=t")).toEqual(["quiet=true "]);
    expect(of("nope x=")).toEqual([]);
  });
});

describe("a line", () => {
  it("splits at blanks outside quotes and brackets", () => {
    expect(splitWords('send uid=a content="two words" at=["a", "b"]  x')).toEqual(["send", "uid=a", 'content="two words"', 'at=["a", "b"]', "x"]);
  });
  it("gives values as JSON, or as text where the tool wants text", () => {
    const args = withPairs(undefined, ['a="x y"', "b=12", "c=12", "d=[1]", "__proto__=1"], { b: { type: "string" }, c: { type: "integer" } });
    expect(Object.entries(args)).toEqual([["a", "x y"], ["b", "12"], ["c", 12], ["d", [1]], ["__proto__", 1]]);
  });
});

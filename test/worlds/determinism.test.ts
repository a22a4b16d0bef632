import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { randomCall } from "../support/random-calls.js";
import { ROOT } from "../support/root.js";
import { loadRuntime, loadWorld, type Overlay, type Runtime, type Session, type WorldDef } from "../support/world.js";

const PATH = "worlds/lighttalk.world";
const source = readFileSync(join(ROOT, PATH), "utf8");

let runtime: Runtime;
let world: WorldDef;
beforeAll(async () => {
  [runtime, world] = await Promise.all([loadRuntime(), loadWorld(PATH)]);
});

/** The source with a piece replaced that stands in it exactly once. */
function edited(piece: string, by: string): string {
  expect(source.split(piece)).toHaveLength(2);
  return source.replace(piece, () => by);
}

/** LightTalk's rows, whatever else the world has. */
function tables(session: Session): string {
  return JSON.stringify(Object.entries(session.snapshot().tables).filter(([name]) => name.startsWith("LightTalk.")));
}

/** Whether another world draws, names and logs as LightTalk does, call by call. */
function expectSameRuns(other: WorldDef): void {
  for (const seed of [1, 2, 3, 42]) {
    const [a, b] = [runtime.Session.start(world, { seed }), runtime.Session.start(other, { seed })];
    expect(tables(b)).toBe(tables(a));
    expect(b.clock).toBe(a.clock);
    for (let i = 0; i < 150; i++) {
      const { tool, args } = randomCall(runtime, a, seed * 1000 + i);
      if (!world.tools.some((t) => t.name === tool)) continue;
      expect(JSON.stringify(b.call(tool, args))).toBe(JSON.stringify(a.call(tool, args)));
    }
    expect(tables(b)).toBe(tables(a));
  }
}

/** What `random-log.ts` prints in a process of its own. */
function log(seeds: number, calls: number): Promise<{ stdout: string }> {
  return promisify(execFile)(process.execPath, ["scripts/run.mjs", "test/worlds/random-log.ts", String(seeds), String(calls), PATH], { cwd: ROOT });
}

describe("LightTalk's determinism", () => {
  it("200 random calls on seeds 1 to 50 give identical logs in two processes", async () => {
    const [first, second] = await Promise.all([log(50, 200), log(50, 200)]);
    expect(second.stdout).toBe(first.stdout);
    const lines = first.stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(51);
    expect(new Set(lines.map((line) => line.split(" ")[1])).size).toBe(51);
  });

  it("random calls reach every tool, and each works at least once", async () => {
    const { stdout } = await log(25, 400);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe("never: none");
  });

  it("an unused tool shifts no draw and no identifier", async () => {
    const text = edited("  /// Obtains elevated privilege for", "  /// Counts contacts.\n  tool count_contacts() { return Contact.all.count }\n\n  /// Obtains elevated privilege for");
    expectSameRuns(await loadWorld(PATH, { [PATH]: text }));
  });

  it("another app shifts no draw and no identifier", async () => {
    const both = `import { LightOS } from "./lightos.world"
import { LightTalk } from "./lighttalk.world"

/// Keeps notes.
app Notes {
  /// One note.
  entity Note {
    key nid: id("user")
    content: string
    rank: int
    missing "No note has the NID {key}."
  }
  init { repeat random.int(3..9) { create Note { content: "A note", rank: random.int(1..6) } } }
  /// Writes a note down.
  /// @param content what it says
  tool write_note(content: string) takes 5 s {
    let note = create Note { content, rank: 0 }
    return note.nid
  }
}

world Both { apps Notes, LightOS, LightTalk }
`;
    const other = await loadWorld("worlds/both.world", { "worlds/both.world": both });
    expect(other.apps.map((app) => app.name)).toEqual(["Notes", "LightOS", "LightTalk"]);
    expectSameRuns(other);
  });

  it("extra calls of tools that read shift no draw and no identifier of the others", () => {
    const reads = ["get_my_name", "list_all_tags", "now"];
    for (const seed of [1, 2, 3, 42]) {
      const [a, b] = [runtime.Session.start(world, { seed }), runtime.Session.start(world, { seed })];
      for (let i = 0; i < 150; i++) {
        const { tool, args } = randomCall(runtime, a, seed * 1000 + i);
        if (reads.includes(tool)) continue;
        for (const read of reads.slice(0, i % 4)) b.call(read, {});
        expect(JSON.stringify(b.call(tool, args))).toBe(JSON.stringify(a.call(tool, args)));
      }
      expect(tables(b)).toBe(tables(a));
    }
  });

  it("extra reads in a tool shift no draw and no identifier", async () => {
    const overlay: Overlay = {
      [PATH]: edited("tool get_my_uid() { return me.uid }", 'tool get_my_uid() {\n    let friends = Contact.all.filter(c => c.tag == "friends" and c.moments.count > 0)\n    return if friends.count < 0 then "" else me.uid\n  }'),
    };
    expectSameRuns(await loadWorld(PATH, overlay));
  });
});

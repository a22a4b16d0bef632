/** Apps that only the user moves, through what the user `does` when asked. */

import { describe, expect, it } from "vitest";
import { compileText, type LoadedWorld } from "../support/compile-world.js";

const SUPPORT = `
  app Phone for user {
    entity Sim { key code: string   active: bool = true }
    state { airplane: bool = true   restarts: int = 0 }
    init { create Sim { code: "1234" } }
    tool toggle_airplane_mode() takes 10 s { set airplane = not airplane   return if airplane then "It is on now." else "It is off now." }
    tool restart(sim as s: Sim) takes 2 min { require s.active else "The SIM is locked."   set restarts += 1 }
    tool lock(sim as s: Sim) { set s.active = false }
  }
  app Line uses Phone {
    state { fixed: bool = false }
    fault busy { on all   error "Busy." }
    trigger works { when not Phone.airplane   then { set fixed = true } }
    tool status() { return not Phone.airplane }
  }
  world Support { apps Phone, Line   starts 2026-05-04T09:00   fault down { on all   error "Down." } }
  test "a test moves the user's apps as the user does" in Support faults on {
    call toggle_airplane_mode()
    expect not Phone.airplane
  }
  task fix in Support {
    given sim = Sim["1234"]
    ask "Make the line work."
    user {
      answers "number" with "It ends in 34."
      does "airplane", "flight mode" with toggle_airplane_mode()
      does "restart" with restart(sim: sim.code)
      does "lock" with lock(sim)
    }
    goal { "works": not Phone.airplane }
    gold { call chat_with_user(message: "Airplane mode off, please.") }
  }`;

function begin({ world, runtime }: LoadedWorld) {
  return runtime.Episode.start(world, world.tasks[0]!, { seed: 1, faults: "off" });
}

describe("an app for the user", () => {
  it("is not offered to the agent, in the manifest neither", async () => {
    const loaded = await compileText(SUPPORT);
    const { output, status } = begin(loaded).step("toggle_airplane_mode", {});
    expect(status).toBe("invalid");
    expect(output).toBe('There is no tool called "toggle_airplane_mode".');
    const manifest = JSON.parse(loaded.files.get("mcp/tools.json")!) as { tools: { name: string }[] };
    expect(manifest.tools.map(({ name }) => name)).toEqual(["status", "finish", "report_infeasible", "chat_with_user"]);
    expect([...loaded.files.keys()].filter((path) => path.startsWith("schemas/"))).toEqual(["schemas/status.input.json", "schemas/status.output.json"]);
    expect(loaded.files.get("tools.ts")).not.toContain("toggle_airplane_mode");
  });

  it("is moved in tests, and no fault strikes the user", async () => {
    const loaded = await compileText(SUPPORT);
    expect(loaded.world.tests.map((test) => loaded.runtime.runTest(loaded.world, test).passed)).toEqual([true]);
  });
});

describe("a user who does things", () => {
  it("does them within the agent's call, with their cost and what follows from them", async () => {
    const episode = begin(await compileText(SUPPORT));
    const record = episode.step("chat_with_user", { message: "Could you switch flight mode off? And what is your number?" });
    expect(record.output).toBe("It is off now. It ends in 34.");
    expect(record.clock).toEqual({ before: "2026-05-04T09:00:00", after: "2026-05-04T09:00:10" });
    expect(record.writes.map(({ table, author }) => [table, author])).toEqual([["Phone.state", "agent"], ["Line.state", "Line.works"]]);
    expect(record.triggers.map(({ trigger }) => trigger)).toEqual(["Line.works"]);
    expect(episode.score().success).toBe(true);
  });

  it("says what came of it, and does nothing unasked", async () => {
    const episode = begin(await compileText(SUPPORT));
    expect(episode.step("chat_with_user", { message: "Hello?" })).toMatchObject({ output: "I have nothing to add to what I asked for.", writes: [] });
    expect(episode.step("chat_with_user", { message: "Restart it." }).output).toBe("Done.");
    expect(episode.step("chat_with_user", { message: "Lock it, then restart it." }).output).toBe("Done. Done.");
    expect(episode.step("chat_with_user", { message: "Restart!" }).output).toBe("The SIM is locked.");
    expect(episode.session.undo()).toBe(true);
    expect(episode.session.undo()).toBe(true);
    expect(episode.step("chat_with_user", { message: "Restart!" }).output).toBe("Done.");
  });

  it("acts on the copy that was asked", async () => {
    const episode = begin(await compileText(SUPPORT));
    const fork = episode.fork();
    fork.step("chat_with_user", { message: "airplane" });
    expect([fork, episode].map((one) => one.step("status", {}).output)).toEqual([true, false]);
  });
});

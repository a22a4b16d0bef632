import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../support/root.js";
import { loadRuntime, loadWorld, type Runtime, type WorldDef } from "../support/world.js";
import { flight } from "./ledgers/flight.js";
import { audit, Counts } from "./ledgers/ledger.js";
import { shop } from "./ledgers/shop.js";
import { stock } from "./ledgers/stock.js";

const PATH = "worlds/light.world";

let runtime: Runtime;
let world: WorldDef;
beforeAll(async () => {
  [runtime, world] = await Promise.all([loadRuntime(), loadWorld(PATH)]);
});

describe("any calls in the whole Light world", () => {
  it("keep the books of all its apps, and end in no run-time diagnostic, nor does anything that happens by itself", () => {
    const counts = new Counts();
    for (let seed = 1; seed <= 60; seed++) {
      const session = runtime.Session.start(world, { seed });
      session.call("create_alert", { location: "Cairo", condition: "humidity", threshold: seed });
      audit(runtime, session, [shop, stock, flight], 40, counts);
      expect(session.hash()).toBe(session.fullHash());
    }
    for (const seen of ["purchases", "seats paid", "orders", "market buy", "ok wait_until"]) expect(counts.of(seen), seen).toBeGreaterThan(20);
    for (const { name } of world.triggers) expect(counts.of(name), name).toBeGreaterThan(0);
  });

  it("give identical logs in two processes: 100 on each of the seeds 1 to 5", async () => {
    const log = (): Promise<{ stdout: string }> =>
      promisify(execFile)(process.execPath, ["scripts/run.mjs", "test/worlds/random-log.ts", "5", "100", PATH], { cwd: ROOT });
    const [first, second] = await Promise.all([log(), log()]);
    expect(second.stdout).toBe(first.stdout);
    const digests = first.stdout.trimEnd().split("\n").slice(0, -1).map((line) => line.split(" ")[1]);
    expect(new Set(digests).size).toBe(5);
  });
});

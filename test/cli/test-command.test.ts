import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, scratch, worldc } from "../support/cli.js";

const source = (limit: number): string => `/// Counts.
app Counter {
  entity Row { key name: string   n: int = 0   fee: money = $1 }
  init { create Row { name: "a" }   create Row { name: "b" } }
  /// Adds to all rows.
  tool bump() {
    for row in Row.all { set row.n += 1 }
    return Row.all.count
  }
}
test "a sum" in Counter {
  let rows = call bump()
  expect rows == ${limit}
}
test "an amount" in Counter {
  call bump()
  expect Row["a"].fee == $2.50
}
test "a row" in Counter { expect Row.all.first == Row.all.last }
test "a refusal" in Counter { call bump() fails "never" }
`;

describe("worldc test", () => {
  const file = join(scratch(), "counter.world");
  writeFileSync(file, source(2));
  const outcome = worldc(["test", file]);

  it("says what was expected, what came, and what the last call wrote", () => {
    expect(outcome.stdout).toContain('FAILED  an amount (counter.world:15)\n  expected Row["a"].fee == $2.50 (counter.world:17)\n  got        $1.00, $2.50\n  last call  bump {} → ok 2\n             changed Counter.Row a  n: 0 → 1\n');
    expect(outcome.stdout).toContain('FAILED  a row (counter.world:19)\n  expected Row.all.first == Row.all.last (counter.world:19)\n  got        a, b\n');
    expect(outcome.stdout).toContain('  bump was expected to fail. (counter.world:20)\n  expected   a failure that says "never"\n  got        ok: 2\n');
    expect(outcome.stdout).toContain("1 passed, 3 failed");
    expect(outcome.status).toBe(1);
  });
  it("runs what a filter names", () => {
    const filtered = worldc(["test", file, "--filter", "sum"]);
    expect(filtered.stdout).toBe("1 passed, 0 failed\n");
    expect(filtered.status).toBe(0);
  });
  it("prints JSON", () => {
    const json = JSON.parse(worldc(["test", file, "--json"]).stdout) as { passed: number; failed: number; results: { label: string; passed: boolean }[] };
    expect([json.passed, json.failed]).toEqual([1, 3]);
    expect(json.results.map((r) => r.label)).toEqual(["a sum", "an amount", "a row", "a refusal"]);
  });
});

/** Runs a watching command, changes a file once it has settled, and gives what it printed until a text appears again. */
function watching(args: readonly string[], until: RegExp, change: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, "dist/cli.js"), ...args]);
    let text = "";
    let changed = false;
    const give = setTimeout(() => reject(new Error(`nothing happened: ${text}`)), 30_000);
    const read = (part: Buffer): void => {
      text += part.toString();
      if (!changed && text.includes("Watching")) {
        changed = true;
        change();
      }
      if (changed && until.test(text)) {
        clearTimeout(give);
        child.kill("SIGINT");
        resolve(text);
      }
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
  });
}

describe("--watch", () => {
  it("tests again when the source changes, also after a mistake", async () => {
    const file = join(scratch(), "counter.world");
    writeFileSync(file, source(3));
    const text = await watching(["test", file, "--watch"], /changed\.\n[\s\S]*error\[W2/, () => writeFileSync(file, "app Counter {"));
    expect(text).toContain("0 passed, 4 failed");
  });
  it("builds again when a corpus changes", async () => {
    const folder = scratch();
    const file = join(folder, "names.world");
    writeFileSync(join(folder, "names.yaml"), "- Ada\n");
    writeFileSync(file, '/// Names.\napp Names {\n  corpus names from "./names.yaml"\n  entity Row { key name: string }\n  init { for name in names { create Row { name } } }\n}\n');
    const text = await watching(["build", file, "-o", join(folder, "out"), "--watch"], /names\.yaml changed\.\n[\s\S]*Names →/, () => writeFileSync(join(folder, "names.yaml"), "- Ada\n- Grace\n"));
    expect(text.match(/Names →/g)).toHaveLength(2);
    expect(existsSync(join(folder, "out/names/index.js"))).toBe(true);
  });
});

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { footprints } from "../../compiler/footprint.js";
import type { Ir, IrExpr } from "../../compiler/ir.js";
import { ROOT } from "../support/root.js";
import { compileWorld } from "../support/world.js";

const filesIn = (folder: string): string[] => readdirSync(join(ROOT, folder)).filter((name) => name.endsWith(".world")).sort().map((name) => `${folder}/${name}`);
const files = ["worlds", "worlds/servers"].flatMap(filesIn);

type Call = Extract<IrExpr, { k: "call" }>;

/** Every call within a part of a test. */
function* callsIn(node: unknown): Generator<Call> {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node) && (node as { k?: unknown }).k === "call" && typeof (node as { tool?: unknown }).tool === "string") yield node as Call;
  for (const part of Object.values(node)) yield* callsIn(part);
}

/** Tools of a file's own apps that no `test` block of it sees succeed, or fail. */
function untested({ tools, tests, files: [own] }: Ir, failing: boolean): string[] {
  expect(own).toMatch(/\.world$/);
  const tested = new Set([...callsIn(tests)].filter(({ fails }) => (fails !== undefined) === failing).map(({ tool }) => tool));
  return tools.filter(({ name, at: [file] }) => file === 0 && !tested.has(name)).map(({ name }) => name);
}

describe("the test blocks of shipped worlds", () => {
  it("are looked for with every tool of the whole Light world", () => {
    const own = files.flatMap((file) => compileWorld(file).ir.tools.filter(({ at: [of] }) => of === 0).map(({ name }) => name));
    expect(own.sort()).toEqual(compileWorld("worlds/light.world").ir.tools.map(({ name }) => name).sort());
  });

  it.each(files)("see every tool of %s succeed, and fail", (file) => {
    const { ir } = compileWorld(file);
    expect(untested(ir, false), "never seen to succeed").toEqual([]);
    expect(untested(ir, true), "never seen to fail").toEqual([]);
  });

  it.each(filesIn("worlds/stt"))("see every tool of %s succeed, and fail where it can", (file) => {
    const { ir } = compileWorld(file);
    const { preconditions } = footprints(ir);
    expect(untested(ir, false), "never seen to succeed").toEqual([]);
    expect(untested(ir, true).filter((name) => (preconditions.get(name)?.reads.size ?? 0) > 0), "never seen to fail").toEqual([]);
  });

  it("would be missed", () => {
    const path = "worlds/more.world";
    const more = 'app More {\n  /// One.\n  tool one() { return 1 }\n  /// Two.\n  tool two() { return 2 }\n}\ntest "one" in More { call one() }\n';
    const { ir } = compileWorld(path, { [path]: more });
    expect(untested(ir, false)).toEqual(["More.two"]);
    expect(untested(ir, true)).toEqual(["More.one", "More.two"]);
  });
});

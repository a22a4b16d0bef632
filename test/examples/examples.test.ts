import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { compile, type Compiled } from "../../compiler/program.js";
import { fileHost } from "../../compiler/source.js";
import { failedTests, loadCompiled, type LoadedWorld } from "../support/compile-world.js";
import { typeErrors } from "../support/typescript.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const host = fileHost(join(root, "stdlib"), root);
const worlds = ["examples", "worlds", "worlds/servers", "worlds/stt"].flatMap((folder) =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith(".world")).map((name) => `${folder}/${name}`),
);
const compiled = new Map<string, Compiled>(worlds.map((path) => [path, compile(host, join(root, path))]));
const loaded = new Map<string, LoadedWorld>();

beforeAll(async () => {
  for (const [path, one] of compiled) loaded.set(path, await loadCompiled(one));
}, 300_000);

describe("the shipped worlds", () => {
  it.each(worlds)("%s checks without a remark", (path) => {
    const remarks = compiled.get(path)?.diagnostics.map((d) => `${d.code} ${d.message}`);
    expect(remarks).toEqual([]);
  });

  it.each(worlds)("%s passes its own tests", (path) => {
    expect(failedTests(loaded.get(path) as LoadedWorld)).toEqual([]);
  });

  it.each(worlds.filter((path) => path.startsWith("examples/") && !path.endsWith("_base.world")))("%s has tests", (path) => {
    expect(loaded.get(path)?.world.tests.length).toBeGreaterThan(0);
  });

  it("are emitted as modules that the strictest TypeScript accepts", () => {
    const files = [...loaded.values()].flatMap(({ folder, files: texts }) => [...texts.keys()].filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts")).map((name) => join(folder, name)));
    expect(typeErrors(files)).toEqual([]);
  }, 300_000);
});

import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/root.js";
import { compileWorld } from "../support/world.js";

/** Paths of the files below a folder, from the root. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .sort();
}

const { ir } = compileWorld("worlds/light.world");
const apps = ir.apps.filter(({ server }) => !server).map(({ name }) => name);
/** The name of an app as names are spelt: `LightShop`, `lightshop`, `light_shop`, `light-shop`. */
const APP = new RegExp(apps.map((name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, "[_-]?")).join("|"), "i");

describe("shipped worlds", () => {
  it("are texts in the language, corpora and pages, and no code", () => {
    const files = filesBelow("worlds");
    expect(files).toContain("worlds/light.world");
    expect(files.filter((path) => ![".world", ".yaml", ".json", ".md"].includes(extname(path)))).toEqual([]);
  });

  it("are named nowhere in the standard library, nor by a function that they take from it", () => {
    expect(["LightOS", "of light_shop", "light-talk.js"].filter((text) => !APP.test(text))).toEqual([]);
    const files = filesBelow("stdlib");
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((path) => APP.test(path) || APP.test(readFileSync(join(ROOT, path), "utf8")))).toEqual([]);
    const externs = ir.fns.filter(({ module }) => module !== undefined);
    expect(externs.length).toBeGreaterThan(50);
    expect(externs.filter(({ name, module }) => APP.test(`${module}.${name}`))).toEqual([]);
  });

  it("are unknown to the compiler and the runtime, whose comments alone may take examples from them", () => {
    const files = ["grammar", "compiler", "runtime"].flatMap(filesBelow).filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"));
    expect(files.length).toBeGreaterThan(100);
    const code = (path: string): string => {
      const compilerOptions = { removeComments: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
      return ts.transpileModule(readFileSync(join(ROOT, path), "utf8"), { compilerOptions }).outputText;
    };
    expect(files.filter((path) => APP.test(path) || APP.test(code(path)))).toEqual([]);
  });
});

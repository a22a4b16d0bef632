/** `new NAME`: a folder with a commented starter world, ready to check, test and build. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pascal } from "../names.js";
import { replaceFolder } from "../output.js";
import { VERSION } from "../version.js";
import { absolute, print } from "./io.js";
import { writeOrExplain } from "./outputs.js";
import { DIST } from "./paths.js";
import { CLEAN, finding, usageProblem } from "./problems.js";

export function newWorld(path: string): number {
  const folder = absolute(path);
  const name = basename(folder);
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name)) throw usageProblem("U108", `\`${name.slice(0, 60)}\` cannot be a world's name.`, "Use lower-case letters, digits, `-` and `_`, a letter first.");
  if (!existsSync(dirname(folder))) throw usageProblem("U201", `There is no folder \`${dirname(path)}\`.`);
  if (existsSync(folder) && !isEmptyFolder(folder)) throw finding("U202", `\`${path}\` exists already and is not empty.`);
  const file = `${name.replace(/-/g, "_")}.world`;
  const source = readFileSync(join(DIST, "..", "templates", "starter.world"), "utf8").replaceAll("Starter", pascal(name));
  const manifest = { name, private: true, type: "module", scripts: { check: `worldc check ${file}`, test: `worldc test ${file}`, build: `worldc build ${file}` }, devDependencies: { worldc: VERSION } };
  const files = new Map([
    [file, source],
    ["package.json", `${JSON.stringify(manifest, null, 2)}\n`],
    [".gitignore", "build/\nnode_modules/\n"],
  ]);
  writeOrExplain(path, () => replaceFolder(folder, files));
  print(`${path}/${file} is yours. Next:`);
  print(`  worldc test ${path}/${file}`);
  print(`  worldc play ${path}/${file} --seed 1`);
  print(`  worldc build ${path}/${file}`);
  return CLEAN;
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

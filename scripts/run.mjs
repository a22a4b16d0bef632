// Runs a TypeScript program of this repository: `node scripts/run.mjs ENTRY [ARGUMENT…]`. Bundles it into a temporary
// file below node_modules/, from where packages resolve as usual, and runs that with the remaining arguments.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const [entry, ...args] = process.argv.slice(2);
const cache = fileURLToPath(new URL("../node_modules/.cache/", import.meta.url));
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, "run-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const program = join(folder, "program.mjs");
await build({ entryPoints: [resolve(entry)], outfile: program, bundle: true, platform: "node", format: "esm", target: "node20", packages: "external", logLevel: "error" });
process.argv = [process.argv[0], program, ...args];
await import(pathToFileURL(program).href);

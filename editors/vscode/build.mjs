// Puts together what VS Code loads: the extension as one CommonJS file, and the grammar from beside the parser.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
mkdirSync(join(here, "syntaxes"), { recursive: true });
copyFileSync(join(here, "../../grammar/world.tmLanguage.json"), join(here, "syntaxes/world.tmLanguage.json"));
await build({
  entryPoints: [join(here, "src/extension.ts")], outfile: join(here, "dist/extension.js"), bundle: true, platform: "node", format: "cjs", target: "node20",
  external: ["vscode"], minify: true, logLevel: "warning",
});

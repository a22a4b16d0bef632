// Builds what users run: the CLI bundle, the runtime and the standard library with their types. Without the development
// dependencies (a production install of a published package) there is nothing to build, and dist/ is there already.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const require = createRequire(import.meta.url);

let esbuild;
try {
  esbuild = require("esbuild");
} catch {
  if (existsSync(join(root, "dist/cli.js"))) process.exit(0);
  console.error("worldc: esbuild is not installed, so dist/ cannot be built. Run `npm ci` with development dependencies.");
  process.exit(0);
}

const stdlib = readdirSync(join(root, "stdlib")).filter((name) => name.endsWith(".ts"));
const compiler = createHash("sha256");
for (const folder of ["grammar", "compiler", "runtime", "stdlib"]) {
  for (const path of readdirSync(join(root, folder), { recursive: true }).sort()) {
    if (path.endsWith(".ts") || path.endsWith(".world")) compiler.update(path).update(readFileSync(join(root, folder, path)));
  }
}
const common = { bundle: true, platform: "node", format: "esm", target: "node20", packages: "external", logLevel: "error", legalComments: "none" };
/** The standard library ends calls through the runtime beside it: a second copy of its classes would not be recognised. */
const besideRuntime = (path) => ({ name: "beside-runtime", setup: (build) => build.onResolve({ filter: /^\.\.\/runtime\// }, () => ({ path, external: true })) });
const banner = { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' };

// Built aside and put in place by a rename, so that a command that runs meanwhile finds the old or the new one whole.
for (const name of readdirSync(root)) if (name.startsWith(".dist-")) rmSync(join(root, name), { recursive: true, force: true });
const dist = mkdtempSync(join(root, ".dist-"));
chmodSync(dist, 0o755);
await Promise.all([
  esbuild.build({
    ...common,
    entryPoints: { cli: join(root, "compiler/cli/main.ts") },
    outdir: dist,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    packages: undefined,
    external: ["ts-morph", "prettier", "json-schema-to-typescript", "ajv"],
    banner,
    define: { WORLDC_BUILD: JSON.stringify(compiler.digest("hex").slice(0, 16)) },
  }),
  esbuild.build({ ...common, entryPoints: [join(root, "compiler/format/plugin.ts")], outfile: join(dist, "prettier.js"), packages: undefined, external: ["prettier"] }),
  esbuild.build({ ...common, entryPoints: [join(root, "runtime/index.ts")], outfile: join(dist, "runtime/index.js") }),
  // The MCP entry works on sessions of the runtime beside it, so it brings no second copy of anything with an identity.
  esbuild.build({ ...common, entryPoints: [join(root, "runtime/mcp/server.ts")], outfile: join(dist, "runtime/mcp.js") }),
  // For `build --standalone`: everything inside, so that the folder it makes needs no installation.
  esbuild.build({
    ...common,
    packages: undefined,
    entryPoints: [join(root, "runtime/mcp/standalone.ts")],
    outfile: join(dist, "standalone/runtime.js"),
    banner,
    plugins: [{ name: "bundled-ajv", setup: (build) => build.onResolve({ filter: /^\.\/ajv\.js$/ }, () => ({ path: join(root, "runtime/ajv-bundled.ts") })) }],
  }),
  esbuild.build({ ...common, packages: undefined, entryPoints: stdlib.map((name) => join(root, "stdlib", name)), outdir: join(dist, "standalone/stdlib"), banner, plugins: [besideRuntime("../runtime.js")] }),
  esbuild.build({ ...common, entryPoints: stdlib.map((name) => join(root, "stdlib", name)), outdir: join(dist, "stdlib"), plugins: [besideRuntime("../runtime/index.js")] }),
]);
execFileSync(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", join(root, "tsconfig.dist.json"), "--outDir", dist], { stdio: "inherit" });
writeFileSync(
  join(dist, "prettier.d.ts"),
  ["languages", "parsers", "printers", "defaultOptions"].reduce((text, name) => `${text}export declare const ${name}: NonNullable<Plugin["${name}"]>;\n`, 'import type { Plugin } from "prettier";\n'),
);
rmSync(join(root, "dist"), { recursive: true, force: true });
renameSync(dist, join(root, "dist"));

// Generated worlds inside this repository import `worldc/runtime` like any user's project does.
const self = join(root, "node_modules/worldc");
try {
  lstatSync(self);
} catch {
  mkdirSync(join(root, "node_modules"), { recursive: true });
  symlinkSync("..", self, "junction");
}

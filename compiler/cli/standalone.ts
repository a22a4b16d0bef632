/** `build --standalone`: a folder that serves the world over MCP with nothing but Node, as MCPB packs it. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION } from "../version.js";
import { DIST } from "./paths.js";

/** The files of `standalone/`, from those of a build. */
export function standaloneFiles(built: ReadonlyMap<string, string>): Map<string, string> {
  const files = new Map<string, string>();
  const modules = new Set<string>();
  for (const [path, text] of built) {
    if (path.startsWith("corpus/")) files.set(`server/${path}`, text);
    if (!path.endsWith(".js") || path === "index.js") continue;
    files.set(`server/${path}`, text.replace(/from "worldc\/(runtime|stdlib\/([a-z_]+))"/g, (_all, _module: string, library?: string) => {
      if (library === undefined) return 'from "./runtime.js"';
      modules.add(library);
      return `from "./stdlib/${library}.js"`;
    }));
  }
  const bundled = (path: string): string => readFileSync(join(DIST, "standalone", path), "utf8");
  files.set("server/runtime.js", bundled("runtime.js"));
  for (const library of modules) files.set(`server/stdlib/${library}.js`, bundled(join("stdlib", `${library}.js`)));
  files.set("server/main.js", `import { main } from "./runtime.js";\nimport { world } from "./world.js";\n\nawait main(world, ${JSON.stringify(VERSION)});\n`);
  files.set("server/package.json", '{ "type": "module" }\n');
  files.set("manifest.json", built.get("mcp/manifest.json") ?? "");
  return files;
}

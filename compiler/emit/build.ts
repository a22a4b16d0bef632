/** From IR to the files of `build/<name>/`: text only; writing them is `output.ts`. */

import { dirname, relative, sep } from "node:path";
import { compile as schemaToTypes } from "json-schema-to-typescript";
import { format } from "prettier";
import { Project, ts, type SourceFileStructure } from "ts-morph";
import { footprints } from "../footprint.js";
import { semanticHash, sourceHash } from "../hash.js";
import type { At, Ir } from "../ir.js";
import { shortName } from "../types.js";
import { position, type SourceText } from "../source.js";
import { VERSION } from "../version.js";
import { appModule, sharedModule } from "./app.js";
import { SHARED_HEAD } from "./head.js";
import { agentTools, mcpTools } from "./manifest.js";
import { mcpbManifest, serverJson } from "./mcp-files.js";
import { modelModule } from "./model.js";
import { snake } from "../names.js";
import { namesOf } from "./names.js";
import { inputSchema, outputSchema, typeNames } from "./schema.js";
import { evaluatorsModule } from "./tasks.js";
import { indexModule, testsModule, worldModule } from "./world.js";

/** Path inside the build folder → text. In order of path. */
export type Artefacts = ReadonlyMap<string, string>;

const stable = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The modules of a world that its code is made of, before they are laid out. */
export function modules(ir: Ir, sources: readonly SourceText[]): ReadonlyMap<string, string> {
  const names = namesOf(ir);
  const src = (at: At): string => {
    const source = sources[at[0]];
    if (!source) return "";
    const base = source.name.slice(source.name.lastIndexOf("/") + 1);
    return `${base}:${position(source, at[1]).line}`;
  };
  const prints = footprints(ir);
  const statements = new Map<string, SourceFileStructure["statements"]>();
  statements.set("model.ts", modelModule(ir, names));
  const shared = sharedModule(ir, names, src);
  if (shared) statements.set("shared.ts", shared);
  for (const app of ir.apps) statements.set(`${names.module(app.name)}.ts`, appModule(ir, names, prints, app.name, src, corpusFiles(ir)));
  statements.set("tests.ts", testsModule(ir, names, src));
  statements.set("evaluators.ts", evaluatorsModule(ir, names, src));
  statements.set("world.ts", worldModule(ir, names, prints, semanticHash(ir), src));

  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const texts = new Map<string, string>();
  for (const [path, content] of statements) {
    const file = project.createSourceFile(path, { statements: content });
    texts.set(path, file.getFullText());
    file.forget();
  }
  return texts;
}

/** Corpus → its file under `corpus/`. */
export function corpusFiles(ir: Ir): ReadonlyMap<string, string> {
  return new Map(ir.corpora.map((c) => [c.name, `${snake(c.name.replace(".", "_"))}.json`]));
}

/** Everything `build` writes for a world. The same IR gives the same bytes. */
export async function emit(ir: Ir, sources: readonly SourceText[]): Promise<Artefacts> {
  const files = new Map<string, string>();
  const corpora = corpusFiles(ir);
  for (const corpus of ir.corpora) files.set(`corpus/${corpora.get(corpus.name)}`, `${JSON.stringify(corpus.value)}\n`);
  for (const [path, text] of modules(ir, sources)) files.set(path, await pretty(text));
  files.set("index.ts", await pretty(indexModule(ir)));
  files.set("tools.ts", await pretty(await toolTypes(ir)));
  for (const path of [...files.keys()].filter((p) => p.endsWith(".ts"))) transpile(path, files.get(path) as string, files);

  for (const tool of agentTools(ir)) {
    files.set(`schemas/${tool.wire}.input.json`, stable({ $schema: "https://json-schema.org/draft/2020-12/schema", ...inputSchema(ir, tool) }));
    files.set(`schemas/${tool.wire}.output.json`, stable({ $schema: "https://json-schema.org/draft/2020-12/schema", ...outputSchema(ir, tool) }));
  }
  files.set("mcp/tools.json", stable({ tools: mcpTools(ir) }));
  files.set("mcp/server.json", stable(serverJson(ir, VERSION)));
  files.set("mcp/manifest.json", stable(mcpbManifest(ir, VERSION)));
  const here = besideEntry(ir, sources);
  files.set("ir.json", stable({ semanticHash: semanticHash(ir), sourceHash: sourceHash(here), ir: { ...ir, files: here.map((s) => s.name) } }));
  files.set("package.json", stable({ type: "module" }));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** Sources named from the folder of the world, so that a build is the same wherever the command was given. */
function besideEntry(ir: Ir, sources: readonly SourceText[]): SourceText[] {
  const entry = sources[ir.world.at[0]]?.path ?? "";
  return sources.map((s) => (s.name.startsWith("std/") ? s : { ...s, name: relative(dirname(entry), s.path).split(sep).join("/") }));
}

function pretty(text: string): Promise<string> {
  return format(text, { parser: "typescript", printWidth: 120 });
}

/** `.js` and `.d.ts` beside a `.ts`. Every export is annotated, so no other file is needed to tell its type. */
function transpile(path: string, text: string, files: Map<string, string>): void {
  const compilerOptions: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true, isolatedDeclarations: true, declaration: true };
  const stem = path.slice(0, -3);
  files.set(`${stem}.js`, ts.transpileModule(text, { compilerOptions, fileName: path }).outputText);
  files.set(`${stem}.d.ts`, ts.transpileDeclaration(text, { compilerOptions, fileName: path }).outputText);
}

/** `tools.ts`: arguments and results of every tool, typed from the schemas that go into the manifest. */
async function toolTypes(ir: Ir): Promise<string> {
  const all = mcpTools(ir);
  const entries = all.map((tool) => {
    const known = ir.tools.find((t) => t.wire === tool.name);
    const { input, output } = known ? typeNames(known) : typeNames({ wire: tool.name } as Ir["tools"][number]);
    const result = (tool.outputSchema as { properties?: { output?: object } }).properties?.output ?? {};
    return { tool, input, output, result };
  });
  const definitions = Object.fromEntries(
    entries.flatMap(({ tool, input, output, result }) => [
      [input, { ...tool.inputSchema, title: input }],
      [output, { ...result, title: output, description: `What \`${tool.name}\` gives.` }],
    ]),
  );
  const types = await schemaToTypes({ title: "Schemas", type: "object", properties: {}, additionalProperties: false, definitions } as never, "Schemas", {
    bannerComment: "", format: false, unreachableDefinitions: true, additionalProperties: false,
  });
  const functions = entries.map(({ tool, input, output }) => {
    const required = (tool.inputSchema as { required?: readonly string[] }).required ?? [];
    return `/** ${tool.description.replace(/\*\//g, "*\\/").replace(/\n/g, "\n * ")} */\n${tool.name}(args${required.length > 0 ? "" : "?"}: ${input}, options?: CallOptions): Envelope<${output}>;`;
  });
  const kept = types.replace(/export interface Schemas \{\s*\}\s*/, "").replace(/\n \*\n \* This interface was referenced by `Schemas`'s JSON-Schema\n \* via the `definition` "[^"]*"\./g, "").replace(/\n \* This interface was referenced by `Schemas`'s JSON-Schema\n \* via the `definition` "[^"]*"\./g, "");
  return `${SHARED_HEAD}\nimport type { CallOptions, Envelope } from "worldc/runtime";\n\n${kept}\n/** The tools of ${ir.world.name}, by wire name. */\nexport interface ${shortName(ir.world.name)}Tools {\n${functions.join("\n")}\n}\n`;
}

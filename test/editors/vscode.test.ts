/** The VS Code extension: what it contributes is there, its code fits the types it is written against, its snippets are right. */

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { buildSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { compile } from "../../compiler/program.js";
import { memoryHost } from "../../compiler/source.js";
import { ROOT } from "../support/cli.js";

const FOLDER = join(ROOT, "editors/vscode");
const json = (path: string): any => JSON.parse(readFileSync(join(FOLDER, path), "utf8"));
const manifest = json("package.json");

describe("the manifest", () => {
  it("points to files that are there once it is built", () => {
    expect(existsSync(join(ROOT, "grammar/world.tmLanguage.json"))).toBe(true);
    const build = readFileSync(join(FOLDER, "build.mjs"), "utf8");
    for (const made of [manifest.main, manifest.contributes.grammars[0].path]) expect(build).toContain(made.replace("./", ""));
    for (const path of [manifest.contributes.languages[0].configuration, manifest.contributes.snippets[0].path]) expect(existsSync(join(FOLDER, path)), path).toBe(true);
    expect(manifest.contributes.grammars[0].scopeName).toBe(JSON.parse(readFileSync(join(ROOT, "grammar/world.tmLanguage.json"), "utf8")).scopeName);
  });

  it("formats on save, and lets the program be chosen", () => {
    expect(manifest.contributes.configurationDefaults["[world]"]["editor.formatOnSave"]).toBe(true);
    expect(manifest.contributes.configuration.properties).toHaveProperty(["worldc.path"]);
  });

  it("has patterns that are regular expressions", () => {
    const { wordPattern, indentationRules, onEnterRules } = json("language-configuration.json");
    for (const pattern of [wordPattern, ...Object.values(indentationRules), onEnterRules[0].beforeText]) expect(() => new RegExp(pattern as string)).not.toThrow();
  });
});

/** The part of the editor's interfaces that the extension uses. */
const STUBS: Readonly<Record<string, string>> = {
  "vscode.d.ts": `declare module "vscode" {
    interface Disposable { dispose(): void }
    interface FileSystemWatcher extends Disposable { readonly kind: "watcher" }
    interface ExtensionContext { readonly subscriptions: Disposable[] }
    const commands: { registerCommand(name: string, run: () => Promise<void>): Disposable };
    const workspace: {
      readonly workspaceFolders: readonly { readonly uri: { readonly fsPath: string } }[] | undefined;
      getConfiguration(section: string): { get<T>(name: string, otherwise: T): T };
      createFileSystemWatcher(glob: string): FileSystemWatcher;
    };
  }`,
  "client.d.ts": `declare module "vscode-languageclient/node" {
    interface Executable { command: string; args?: string[]; options?: { cwd?: string; env?: NodeJS.ProcessEnv; shell?: boolean } }
    class LanguageClient {
      constructor(id: string, name: string, server: Executable, options: { documentSelector: { language: string }[]; synchronize: { fileEvents: import("vscode").FileSystemWatcher } });
      start(): Promise<void>;
      stop(): Promise<void>;
    }
  }`,
};

describe("the extension's code", () => {
  it("type-checks", () => {
    const folder = mkdtempSync(join(tmpdir(), "worldc-vscode-"));
    const stubs = Object.entries(STUBS).map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    const { config } = ts.readConfigFile(join(FOLDER, "tsconfig.json"), (path) => readFileSync(path, "utf8"));
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, FOLDER);
    const program = ts.createProgram([join(FOLDER, "src/extension.ts"), ...stubs], { ...options, typeRoots: [join(ROOT, "node_modules/@types")] });
    expect(ts.getPreEmitDiagnostics(program).map((d) => ts.flattenDiagnosticMessageText(d.messageText, "\n"))).toEqual([]);
  });

  it("bundles", () => {
    const out = join(mkdtempSync(join(tmpdir(), "worldc-vscode-")), "extension.js");
    buildSync({ entryPoints: [join(FOLDER, "src/extension.ts")], bundle: true, platform: "node", format: "cjs", external: ["vscode", "vscode-languageclient"], logLevel: "error", outfile: out });
    expect(readFileSync(out, "utf8")).toContain("lsp");
  });
});

/** A snippet as it stands when every placeholder is left as it is. */
function filled(body: readonly string[]): string {
  return body.join("\n").replace(/\$\{\d+:([^}]*)\}/g, "$1").replace(/\$\d+/g, "");
}

const DESK = (members: string, body = ""): string => `/// A desk.
app Desk {
  entity Row { key id: id("row")   name: string }
  state { ready: bool = true }
  init { create Row { name: "a" } }
  /// Lists.
  tool list_rows() { return Row.all.map(r => { id: r.id }) }
  /// Uses.
  /// @param id which
  tool use_row(id as row: Row) { ${body}
    return row.name
  }
${members}
}
`;

const AT_TOP = ["App", "Enum", "Kind", "Function", "Test", "World"];
const IN_BODIES = ["Create", "For", "Require"];

describe("snippets", () => {
  const snippets = Object.entries(json("snippets/world.json") as Record<string, { prefix: string; body: string[]; description: string }>);

  it.each(snippets)("%s checks as it is inserted", (name, { body, description }) => {
    const text = filled(body);
    const source = AT_TOP.includes(name) ? `${DESK("")}\n${text}\n` : IN_BODIES.includes(name) ? DESK("", text) : DESK(text);
    const { diagnostics } = compile(memoryHost({ "/s.world": source }), "/s.world");
    const expected = name === "Create" ? ["unused-local"] : [];
    expect(diagnostics.map((d) => d.key), `${source}\n${diagnostics.map((d) => d.message).join("\n")}`).toEqual(expected);
    expect(description).not.toBe("");
  });
});

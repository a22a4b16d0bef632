/** Starts `worldc lsp --stdio` for the .world files of a workspace. Everything else is in the server. */

import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { commands, workspace, type ExtensionContext } from "vscode";
import { LanguageClient, type Executable } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

/** The setting, else the program of the workspace's own dependencies, else what is on the PATH. */
function server(): Executable {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? process.cwd();
  const setting = workspace.getConfiguration("worldc").get<string>("path", "");
  const own = join(folder, "node_modules", "worldc", "bin", "worldc.js");
  const script = setting !== "" ? (isAbsolute(setting) ? setting : join(folder, setting)) : existsSync(own) ? own : undefined;
  if (script === undefined) return { command: "worldc", args: ["lsp", "--stdio"], options: { cwd: folder, shell: process.platform === "win32" } };
  return script.endsWith(".js")
    ? { command: process.execPath, args: [script, "lsp", "--stdio"], options: { cwd: folder, env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" } } }
    : { command: script, args: ["lsp", "--stdio"], options: { cwd: folder } };
}

async function start(): Promise<void> {
  client = new LanguageClient("worldc", "worldc", server(), {
    documentSelector: [{ language: "world" }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{world,yaml,yml,json,md}") },
  });
  await client.start();
}

/** Called by VS Code when the first .world file is opened. */
export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("worldc.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
}

/** Called by VS Code when it closes. */
export async function deactivate(): Promise<void> {
  await client?.stop();
}

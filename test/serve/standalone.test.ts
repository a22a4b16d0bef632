import { spawnSync } from "node:child_process";
import { readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client, isSpecType } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, describe, expect, it } from "vitest";
import { VERSION } from "../../compiler/version.js";
import { LIGHTTALK, ROOT, scratch, worldc } from "../support/cli.js";

const folder = scratch();
const bundle = join(folder, "moved");
const json = (path: string): Record<string, unknown> => JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;

beforeAll(() => {
  const outcome = worldc(["build", LIGHTTALK, "--standalone", "-o", folder]);
  expect(outcome.status).toBe(0);
  expect(outcome.stdout).toContain("bundle");
  renameSync(join(folder, "lighttalk/standalone"), bundle);
}, 60_000);

describe("build --standalone", () => {
  it("gives a manifest that mcpb accepts", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "node_modules/@anthropic-ai/mcpb/dist/cli/cli.js"), "validate", join(bundle, "manifest.json")], { encoding: "utf8" });
    expect(stdout + stderr).toContain("passes");
    expect(status).toBe(0);
    expect(json(join(bundle, "manifest.json"))).toMatchObject({ name: "light-talk", version: VERSION, server: { entry_point: "server/main.js" } });
  });

  it("serves the world elsewhere, with nothing installed, from the seed it is configured with", { timeout: 60_000 }, async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [join(bundle, "server/main.js")], cwd: "/", env: { WORLD_SEED: "42", PATH: process.env["PATH"] ?? "" }, stderr: "ignore" }));
    const { tools } = await client.listTools();
    const snapshot = json(join(folder, "lighttalk/mcp/tools.json"));
    expect(tools).toEqual(snapshot["tools"]);
    expect(isSpecType.ListToolsResult(snapshot)).toBe(true);
    const name = (await client.callTool({ name: "get_my_name", arguments: {} })) as { structuredContent: { output: string } };
    expect(worldc(["call", LIGHTTALK, "get_my_name", "--seed", "42"]).stdout).toContain(name.structuredContent.output);
    const fuzzy = (await client.callTool({ name: "acc_network", arguments: {} })) as { isError?: boolean };
    expect(fuzzy.isError).toBeUndefined();
    await client.close();
  });

  it("says on stderr what is wrong with its seed", () => {
    const { status, stderr } = spawnSync(process.execPath, [join(bundle, "server/main.js")], { encoding: "utf8", env: { WORLD_SEED: "many" }, input: "" });
    expect(status).toBe(1);
    expect(stderr).toMatch(/seed/i);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it("makes folders that others may read", () => {
    expect(statSync(join(folder, "lighttalk")).mode & 0o555).toBe(0o555 & ~process.umask());
  });
});

describe("mcp/server.json", () => {
  it("is what the registry's schema of 2025-12-11 asks for", () => {
    const server = json(join(folder, "lighttalk/mcp/server.json"));
    expect(server["$schema"]).toBe("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json");
    expect(server["name"]).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(String(server["description"]).length).toBeLessThanOrEqual(100);
    expect(server["version"]).toBe(VERSION);
    const [only] = server["packages"] as Record<string, unknown>[];
    expect(only).toMatchObject({ registryType: "npm", identifier: "worldc", version: VERSION, transport: { type: "stdio" } });
    for (const argument of only?.["packageArguments"] as Record<string, unknown>[]) {
      if (argument["type"] === "positional") expect("value" in argument || "valueHint" in argument).toBe(true);
      else expect(argument).toMatchObject({ type: "named", name: expect.stringMatching(/^--/) as string });
    }
  });
});

describe("the version", () => {
  it("is that of the package, everywhere", () => {
    expect(json(join(ROOT, "package.json"))["version"]).toBe(VERSION);
    expect(worldc(["--version"]).stdout.trim()).toBe(VERSION);
  });
});

// The MCP Inspector's command line, which needs Node 22, lists and calls the tools of a world that Node 20 serves.
// Run by CI after `npm ci` in this folder; ends with a line of counts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const node22 = join(here, "node_modules/node/bin/node");

function inspect(...args) {
  const server = [process.execPath, join(here, "../../dist/cli.js"), "serve", join(here, "../../worlds/lighttalk.world"), "--stdio", "--seed", "42", "--faults", "off"];
  const output = execFileSync(node22, [join(here, "node_modules/.bin/mcp-inspector"), "--cli", ...server, ...args], { encoding: "utf8", timeout: 120_000, maxBuffer: 1 << 26 });
  return JSON.parse(output);
}

const checks = {
  "lists all tools": () => {
    const { tools } = inspect("--method", "tools/list");
    assert.equal(tools.length, 59);
    assert.ok(tools.every((tool) => tool.description && tool.inputSchema.type === "object"));
  },
  "calls a tool": () => {
    const result = inspect("--method", "tools/call", "--tool-name", "get_contacts", "--tool-arg", "page=1");
    assert.equal(result.structuredContent.status, "ok");
    assert.ok(result.structuredContent.output.length > 0);
    assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
  },
  "shows a business failure": () => {
    assert.throws(() => inspect("--method", "tools/call", "--tool-name", "get_chat_history", "--tool-arg", "uid=user_nobody"), /tool_is_error/);
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    check();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.message}`);
  }
}
console.log(`inspector: ${Object.keys(checks).length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

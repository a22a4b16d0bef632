import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { LIGHTTALK, ROOT, scratch, worldc } from "../support/cli.js";

type Result = { isError?: boolean; content: { type: string; text: string }[]; structuredContent?: { status: string; output: unknown } };

/** Spawns `worldc serve … --stdio` and connects the SDK's own client, in one protocol era or the other. */
async function connect(era: "legacy" | "modern", more: readonly string[] = []): Promise<{ client: Client; call: (tool: string, args?: object) => Promise<{ status: string; output: unknown; raw: Result }> }> {
  const client = new Client({ name: "test", version: "1.0.0" }, era === "modern" ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {});
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [join(ROOT, "dist/cli.js"), "serve", LIGHTTALK, "--stdio", "--seed", "42", ...more], stderr: "ignore" }));
  const call = async (tool: string, args: object = {}) => {
    const raw = (await client.callTool({ name: tool, arguments: args as Record<string, unknown> })) as Result;
    return { ...(JSON.parse(raw.content[0]?.text ?? "{}") as { status: string; output: unknown }), raw };
  };
  return { client, call };
}

describe.each(["legacy", "modern"] as const)("worldc serve --stdio, %s era", (era) => {
  it("carries an agent from a network fault to a sent message", { timeout: 60_000 }, async () => {
    const log = join(scratch(), "run.jsonl");
    const { client, call } = await connect(era, ["--log", log]);
    expect(client.getNegotiatedProtocolVersion()).toBe(era === "modern" ? "2026-07-28" : "2025-11-25");
    expect(client.getServerVersion()?.name).toBe("LightTalk");

    const { tools } = await client.listTools();
    expect(tools).toHaveLength(60);
    expect(tools.map((t) => t.name)).toEqual(expect.arrayContaining(["now", "send_message", "list_all_tags", "finish", "report_infeasible", "chat_with_user"]));
    for (const tool of tools) expect(Object.keys(tool.annotations ?? {}).sort()).toEqual(["destructiveHint", "idempotentHint", "openWorldHint", "readOnlyHint"]);

    let fault = null;
    for (let i = 0; i < 30 && fault === null; i++) {
      const answer = await call("get_my_uid");
      if (answer.status === "error") fault = answer;
    }
    expect(fault?.raw.isError).toBe(true);
    expect(fault?.raw.structuredContent).toBeUndefined();
    expect(String(fault?.output)).toMatch(/network/i);

    expect((await call("acc_network")).status).toBe("ok");
    const contacts = (await call("get_all_contacts")).output as { uid: string }[];
    const blocked = [];
    for (const { uid } of contacts) {
      const info = (await call("get_contact_info", { uid })).output as { blocked: boolean };
      if (info.blocked) blocked.push(uid);
    }
    const [uid] = blocked;
    expect(uid).toBeDefined();
    const refused = await call("send_message", { uid, content: "hello" });
    expect(refused.status).toBe("failed");
    expect(refused.raw.isError).toBe(true);
    expect((await call("unblock", { uid })).status).toBe("failed");
    expect((await call("ask_for_privilege")).status).toBe("ok");
    expect((await call("unblock", { uid })).status).toBe("ok");
    const sent = await call("send_message", { uid, content: "hello" });
    expect(sent.raw.structuredContent).toEqual({ status: "ok", output: sent.output });
    const history = (await call("get_chat_history", { uid })).output as { content: string }[];
    expect(history.at(-1)?.content).toBe("hello");

    const invalid = await call("get_contacts", { page: 0 });
    expect([invalid.status, invalid.raw.isError, invalid.raw.structuredContent]).toEqual(["invalid", true, undefined]);
    await expect(call("get_contcts")).rejects.toMatchObject({ code: -32602 });
    await client.close();

    const lines = readFileSync(log, "utf8").trim().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ world: "LightTalk", seed: 42, faults: "seeded" });
    expect(lines.at(-1)).toMatchObject({ tool: "get_contcts", status: "invalid", validity: "syntactic error" });
    expect(lines.filter((l) => l["tool"] === "send_message").map((l) => l["status"])).toEqual(["failed", "ok"]);
  });

  it("gives the same world to the same seed, and each process its own", { timeout: 60_000 }, async () => {
    const [a, b] = await Promise.all([connect(era, ["--faults", "off"]), connect(era, ["--faults", "off"])]);
    expect((await a.call("get_all_contacts")).output).toEqual((await b.call("get_all_contacts")).output);
    await a.call("finish");
    expect((await a.call("get_my_name")).status).toBe("failed");
    expect((await b.call("get_my_name")).status).toBe("ok");
    await Promise.all([a.client.close(), b.client.close()]);
  });
});

describe("worldc serve --log", () => {
  it.each(["legacy", "modern"] as const)("has a log of each session that a client of the %s era uses, also without a call", { timeout: 60_000 }, async (era) => {
    const log = join(scratch(), "runs/run.jsonl");
    const { client } = await connect(era, ["--log", log]);
    expect(existsSync(log)).toBe(false);
    await client.listTools();
    await client.close();
    expect(readFileSync(log, "utf8")).toMatch(/^\{"format":"worldc-trajectory".*\}\n$/);
    const { status, stderr } = worldc(["serve", LIGHTTALK, "--stdio", "--seed", "42", "--log", log]);
    expect(stderr).toContain(`error[U204] \`${log}\` exists already, so it was left alone.`);
    expect(status).toBe(1);
  });

  it("never mixes the lines of two servers", { timeout: 60_000 }, async () => {
    const log = join(scratch(), "run.jsonl");
    const [a, b] = await Promise.all([connect("legacy", ["--log", log]), connect("legacy", ["--log", log])]);
    expect((await a.call("now")).status).toBe("ok");
    await expect(b.client.listTools()).rejects.toThrow(/exists already, so it was left alone/);
    await expect(b.call("now")).rejects.toThrow(/exists already, so it was left alone/);
    expect((await a.call("now")).status).toBe("ok");
    await Promise.all([a.client.close(), b.client.close()]);
    expect(readFileSync(log, "utf8").trim().split("\n").slice(1).map((line) => (JSON.parse(line) as { tool: string }).tool)).toEqual(["now", "now"]);
  });
});

describe("worldc serve --distractors", () => {
  const WORLD = join(ROOT, "worlds/light.world");

  async function offered(seed: number, n: string): Promise<{ servers: string[]; names: string[]; refused: () => Promise<unknown> }> {
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [join(ROOT, "dist/cli.js"), "serve", WORLD, "--stdio", "--seed", String(seed), "--distractors", n], stderr: "ignore" }));
    const names = (await client.listTools()).tools.map((t) => t.name);
    const marks = { Math: "gcd", Crypto: "sha256", Chem: "molar_mass", Time: "days_diff", Network: "whois_lookup", String: "slugify", Unit: "convert_length", Graph: "bfs" };
    const refused = (): Promise<unknown> => client.callTool({ name: Object.values(marks).find((mark) => !names.includes(mark)) as string, arguments: {} }).finally(() => client.close());
    return { names, servers: Object.entries(marks).filter(([, mark]) => names.includes(mark)).map(([server]) => server), refused };
  }

  it("offers the apps and as many servers as asked for, drawn by the seed", { timeout: 120_000 }, async () => {
    const two = await offered(1, "2");
    expect(two.servers).toHaveLength(2);
    expect(two.names).toEqual(expect.arrayContaining(["now", "send_message", "place_market_order", "finish"]));
    await expect(two.refused()).rejects.toThrow(/no tool called/);
    const again = await offered(1, "2");
    expect(again.names).toEqual(two.names);
    const draws = new Set([two.servers.join(), ...(await Promise.all([2, 3, 4, 5].map((seed) => offered(seed, "2")))).map((o) => o.servers.join())]);
    expect(draws.size).toBeGreaterThan(1);
    expect((await offered(1, "0")).servers).toEqual([]);
    expect((await offered(1, "8")).servers).toHaveLength(8);
  });

  it("refuses numbers that the world does not have", () => {
    for (const n of ["9", "-1", "two"]) {
      const { status, stderr } = worldc(["serve", WORLD, "--stdio", "--seed", "1", `--distractors=${n}`]);
      expect(status).toBe(2);
      expect(stderr).toContain("U110");
    }
  });
});

/**
 * A session as an MCP server. The SDK speaks the protocol, of both eras; here is only what a tool list and a call are.
 * Sources: MCP specification 2025-11-25 and 2026-07-28, "Tools".
 */

import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { kernelTools } from "../kernel.js";
import type { CallRecord } from "../record.js";
import type { Session } from "../session.js";

export interface ServeOptions {
  readonly version: string;
  /** What a client is told to do, such as a task's instruction, after the world's policy. */
  readonly instructions?: string;
  /** Told before tools are listed or called, for what has to be there then. What it throws is the answer. */
  readonly onUse?: () => void;
  /** Told of each call before it is answered, for the trajectory log. */
  readonly onCall?: (record: CallRecord) => void;
  /** Told of errors outside any call, such as a message that is no JSON. */
  readonly onError?: (error: Error) => void;
}

/** One tool as a client sees it: the same for every caller at every time; availability is decided at call time. */
function listTools(session: Session): object[] {
  return [...session.world.tools, ...kernelTools].filter(({ name }) => session.offers(name)).map(({ name, title, description, inputSchema, outputSchema, hints }) => ({
    name, title, description, inputSchema, outputSchema, annotations: hints,
  }));
}

/**
 * The answer to a call. Structured content and text say the same; what did not succeed is an error with text only, since
 * its output does not have the tool's result type.
 */
export function toolResult(record: CallRecord): { content: { type: "text"; text: string }[]; structuredContent?: { status: string; output: unknown }; isError?: true } {
  const envelope = { status: record.status, output: record.output };
  const content = [{ type: "text" as const, text: JSON.stringify(envelope) }];
  return record.status === "ok" ? { content, structuredContent: envelope } : { content, isError: true };
}

/** An SDK server over a session; several of them (one per protocol era and connection) may share the session. */
export function mcpServer(session: Session, options: ServeOptions): Server {
  const { world } = session;
  const instructions = [world.policy, options.instructions].filter((part) => part !== undefined).join("\n\n");
  const server = new Server(
    { name: world.name, title: world.name, version: options.version },
    { capabilities: { tools: {} }, ...(instructions === "" ? {} : { instructions }) },
  );
  const tools = listTools(session);
  server.setRequestHandler("tools/list", () => {
    options.onUse?.();
    return { tools } as never;
  });
  server.setRequestHandler("tools/call", (request) => {
    options.onUse?.();
    const { name, arguments: args } = request.params;
    const record = session.call(name, args ?? {});
    options.onCall?.(record);
    if (!session.offers(name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, String(record.output));
    return toolResult(record) as never;
  });
  return server;
}

/** Serves a session over standard input and output; resolves when the client hangs up. Only the protocol is written to stdout. */
export function serveOverStdio(session: Session, options: ServeOptions): Promise<void> {
  return new Promise((resolve) => {
    const handle = serveStdio(() => mcpServer(session, options), { ...(options.onError ? { onerror: options.onError } : {}) });
    process.stdin.once("end", () => void handle.close().then(resolve));
  });
}

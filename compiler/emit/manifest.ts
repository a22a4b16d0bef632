/** `mcp/tools.json`: the tools as an MCP client sees them, in stable order, on one page. */

import { kernelTools } from "../../runtime/kernel.js";
import { footprints, hints } from "../footprint.js";
import type { Ir, IrTool } from "../ir.js";
import { inputSchema, outputSchema, type Schema } from "./schema.js";

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: ReturnType<typeof hints>;
}

/** Whether a tool belongs to an app that only the user moves. */
export function isForUser(ir: Ir, tool: IrTool): boolean {
  return ir.apps.some((app) => app.name === tool.app && app.forUser);
}

/** The tools that an agent has, besides the kernel's. */
export function agentTools(ir: Ir): readonly IrTool[] {
  return ir.tools.filter((tool) => !isForUser(ir, tool));
}

/** An agent's tools of the world's apps in import order, then those of the kernel. */
export function mcpTools(ir: Ir): McpTool[] {
  const prints = footprints(ir);
  const tools = agentTools(ir).map((tool): McpTool => {
    const print = prints.tools.get(tool.name);
    return {
      name: tool.wire,
      title: titleOf(tool),
      description: descriptionOf(tool),
      inputSchema: inputSchema(ir, tool),
      outputSchema: outputSchema(ir, tool),
      annotations: print ? hints(print) : { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    };
  });
  const kernel = kernelTools.map((k): McpTool => ({
    name: k.name, title: k.title, description: k.description, inputSchema: k.inputSchema as Schema, outputSchema: k.outputSchema as Schema, annotations: k.hints,
  }));
  return [...tools, ...kernel];
}

/** `send_message` → "Send message". */
export function titleOf(tool: IrTool): string {
  const words = tool.wire.replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function descriptionOf(tool: IrTool): string {
  return tool.doc?.trim() ?? `${titleOf(tool)}.`;
}

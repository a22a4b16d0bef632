/**
 * The tools every world has: an agent says that it is done, or that what was asked cannot be done, and talks to the user.
 * They cost no time and no draw, and can be neither faulted nor disabled; the first two end the session.
 */

import type { ToolDef } from "./types.js";

/** What a manifest needs to know of a kernel tool. */
export type KernelToolDef = Pick<
  ToolDef,
  "name" | "title" | "description" | "inputSchema" | "outputSchema" | "hints"
> & {
  /** The only parameter. */
  readonly param: string;
  /** Ends the session. */
  readonly terminal: boolean;
  /** What the agent reads; a conversation answers for itself. */
  readonly answer: string;
};

const outputSchema = {
  type: "object",
  properties: {
    status: { type: "string", enum: ["ok", "failed", "error", "invalid"] },
    output: { type: "string" },
  },
  required: ["status", "output"],
  additionalProperties: false,
};

const hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };

/** `finish`, `report_infeasible` and `chat_with_user`, in this order. */
export const kernelTools: readonly KernelToolDef[] = [
  {
    name: "finish",
    title: "Finish",
    description: "Ends the session: what was asked has been done. No other tool can be called afterwards.",
    inputSchema: {
      type: "object",
      properties: {
        summary: {
          type: "string",
          description: "What was done, in a sentence or two.",
          maxLength: 100_000,
          default: "",
        },
      },
      additionalProperties: false,
    },
    outputSchema,
    hints,
    param: "summary",
    terminal: true,
    answer: "The session has ended.",
  },
  {
    name: "report_infeasible",
    title: "Report infeasible",
    description:
      "Ends the session: what was asked cannot be done here. Say what stands in the way. No other tool can be called afterwards.",
    inputSchema: {
      type: "object",
      properties: {
        reason: { type: "string", description: "Why it cannot be done.", maxLength: 100_000 },
      },
      required: ["reason"],
      additionalProperties: false,
    },
    outputSchema,
    hints,
    param: "reason",
    terminal: true,
    answer: "The session has ended; the request was reported as infeasible.",
  },
  {
    name: "chat_with_user",
    title: "Chat with user",
    description: "Asks the user something, or tells them something, and gives what they say. What only the user can do, they may do when asked. Talking takes no time.",
    inputSchema: {
      type: "object",
      properties: {
        message: { type: "string", description: "What to say to the user.", minLength: 1, maxLength: 10_000 },
      },
      required: ["message"],
      additionalProperties: false,
    },
    outputSchema,
    hints,
    param: "message",
    terminal: false,
    answer: "",
  },
];

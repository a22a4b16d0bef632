/**
 * The tools every world has: an agent says that it is done, or that what was asked cannot be done. Both end the session,
 * cost no time and no draw, and can be neither faulted nor disabled.
 */

import type { ToolDef } from "./types.js";

/** What a manifest needs to know of a kernel tool. */
export type KernelToolDef = Pick<
  ToolDef,
  "name" | "title" | "description" | "inputSchema" | "outputSchema" | "hints"
> & {
  /** The only parameter. */
  readonly param: string;
  /** What the agent reads. */
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

/** `finish` and `report_infeasible`, in this order. */
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
    answer: "The session has ended; the request was reported as infeasible.",
  },
];

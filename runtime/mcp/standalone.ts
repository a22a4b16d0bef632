/** Everything that a world needs to serve itself: the runtime and the MCP server in one module. */

import { Session, SnapshotError, StartError } from "../index.js";
import type { WorldDef } from "../types.js";
import { serveOverStdio } from "./server.js";

export * from "../index.js";

/** Serves a world over standard input and output. The seed comes from `WORLD_SEED`, else 1. Says what is wrong on stderr. */
export async function main(world: WorldDef, version: string): Promise<void> {
  const text = process.env["WORLD_SEED"] ?? "";
  const seed = /^\d{1,16}$/.test(text) ? Number(text) : text === "" ? 1 : NaN;
  try {
    await serveOverStdio(Session.start(world, { seed }), { version, onError: (error) => process.stderr.write(`${error.message}\n`) });
  } catch (error) {
    if (!(error instanceof StartError) && !(error instanceof SnapshotError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

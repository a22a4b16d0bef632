/** A world to call like a library: a session with one typed function per tool. */

import type { CallOptions } from "./call.js";
import type { Envelope } from "./record.js";
import type { RestoreOptions } from "./restore.js";
import { Session, type SessionOptions } from "./session.js";
import type { WorldDef } from "./types.js";

/** A tool as a function: arguments as on the wire, answer as the agent gets it. */
export type ToolFunction<Args = never, Output = unknown> = (args: Args, options?: CallOptions) => Envelope<Output>;

/** What generated code declares per world: wire name → function. */
export type ToolFunctions = object;

/** A session and its tools. */
export interface World<Tools extends ToolFunctions> {
  readonly session: Session;
  /** By wire name; kernel tools included. */
  readonly tools: Tools;
  /** As `session.fork`, with tools. */
  fork(options?: { readonly salt?: string }): World<Tools>;
}

/** Starts a session of a world. Throws `StartError`. */
export function createWorld<Tools extends ToolFunctions>(def: WorldDef, options: SessionOptions): World<Tools> {
  return worldOf(Session.start(def, options));
}

/** A world from a snapshot. Throws `SnapshotError`. */
export function restoreWorld<Tools extends ToolFunctions>(
  def: WorldDef,
  snapshot: unknown,
  options?: RestoreOptions,
): World<Tools> {
  return worldOf(Session.restore(def, snapshot, options));
}

/** The tools of a session that exists already. */
export function worldOf<Tools extends ToolFunctions>(session: Session): World<Tools> {
  const tools = Object.create(null) as Record<string, ToolFunction<unknown>>;
  for (const name of session.program.toolNames) {
    tools[name] = (args, options) => {
      const { status, output } = session.call(name, args ?? {}, options);
      return { status, output };
    };
  }
  return { session, tools: tools as Tools, fork: (options) => worldOf<Tools>(session.fork(options)) };
}

/**
 * Which tools a session offers. For studies of scale, the servers beside a world's apps (its distractors) can be cut down to
 * a number of them, drawn by the seed; apps are always offered whole.
 */

import type { Program } from "./program.js";
import { Random } from "./random.js";

/** Wire names in the world's order, the kernel's last. Throws `RangeError` where the world has no so many servers. */
export function offerTools(program: Program, seed: string, distractors: number): readonly string[] {
  const servers = program.world.apps.filter((app) => app.server === true).map((app) => app.name);
  if (!Number.isSafeInteger(distractors) || distractors < 0 || distractors > servers.length) {
    throw new RangeError(`The world ${program.world.name} has ${servers.length} servers, so from 0 to ${servers.length} of them can be offered.`);
  }
  const kept = new Set(new Random(seed, "distractors").sample(servers, distractors));
  const left = new Set(servers.filter((server) => !kept.has(server)));
  const missing = new Set(program.world.tools.filter((tool) => left.has(tool.app)).map((tool) => tool.name));
  return program.toolNames.filter((name) => !missing.has(name));
}

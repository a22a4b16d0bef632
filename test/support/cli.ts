import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const LIGHTTALK = join(ROOT, "worlds/lighttalk.world");

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both streams. */
  readonly text: string;
}

/** Runs `worldc` as a user does, in a folder of its own or a given one. */
export function worldc(args: readonly string[], options: { readonly cwd?: string; readonly input?: string; readonly env?: Record<string, string> } = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "dist/cli.js"), ...args], {
    cwd: options.cwd ?? ROOT, input: options.input ?? "", encoding: "utf8", env: { ...process.env, NO_COLOR: "1", ...options.env }, maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr, text: stdout + stderr };
}

export function scratch(): string {
  return mkdtempSync(join(tmpdir(), "worldc-test-"));
}

/** Every file below a folder, relative, sorted. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((f) => statSync(join(folder, f)).isFile()).sort();
}

/**
 * What the checker accepts must run: examples are changed at random, and every mutant that still checks is emitted and
 * called at random. Nothing may ever be an `internal` diagnostic, answer against its own schema, or (on a sample) fail to
 * type-check. `SOUNDNESS_MUTANTS` and `SOUNDNESS_SEED` make it longer and different.
 */

import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { compile, type Compiled } from "../../compiler/program.js";
import { fileHost } from "../../compiler/source.js";
import { hasErrors } from "../../compiler/diagnostics/diagnostic.js";
import type { Session } from "../../runtime/index.js";
import { loadQuickly, type LoadedWorld } from "../support/compile-world.js";
import { mutate, picker } from "../support/mutate.js";
import { randomArguments } from "../support/arguments.js";
import { typeErrors } from "../support/typescript.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bases = [...readdirSync(join(root, "examples")).filter((name) => name.endsWith(".world")).map((name) => join(root, "examples", name)), fileURLToPath(new URL("everything.world", import.meta.url))];
const mutants = Number(process.env["SOUNDNESS_MUTANTS"] ?? 300);
const seed = Number(process.env["SOUNDNESS_SEED"] ?? 1);
const sampleSize = 60;

/** Checks a text in place of a file. */
function checkInPlace(path: string, text: string): Compiled {
  const host = fileHost(join(root, "stdlib"), root);
  return compile({ ...host, read: (asked, limit) => (asked === path ? { text } : host.read(asked, limit)) }, path);
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** What goes wrong in a world that checks, or null. */
function trouble(loaded: LoadedWorld, pick: (n: number) => number): string | null {
  const { world, runtime } = loaded;
  for (const test of world.tests) {
    const result = runtime.runTest(world, test);
    if (/internal/.test(result.failure?.message ?? "")) return `test "${test.label}": ${result.failure?.message}`;
  }
  let session: Session;
  try {
    session = runtime.Session.start(world, { seed: 1, faults: pick(2) === 0 ? "off" : "seeded" });
  } catch (error) {
    if (!(error instanceof runtime.StartError)) return `start: ${String(error)}`;
    return error.code === "internal" ? `start: ${error.message}` : null;
  }
  for (let i = 0; i < 60; i++) {
    const tool = world.tools[pick(world.tools.length)];
    if (!tool) return null;
    const args = randomArguments(session, tool, pick);
    const { status, output, diagnostic } = session.call(tool.name, args);
    const shown = `${tool.name}(${JSON.stringify(args)})`;
    if (diagnostic?.code === "internal") return `${shown}: ${diagnostic.message}`;
    if (status === "ok") {
      const validate = ajv.compile(tool.outputSchema);
      if (!validate(JSON.parse(JSON.stringify({ status, output })))) return `${shown} answers ${JSON.stringify(output)} against its schema: ${ajv.errorsText(validate.errors)}`;
    }
  }
  const copy = runtime.Session.restore(world, JSON.parse(JSON.stringify(session.snapshot())));
  return copy.store.hash() === session.store.hash() ? null : "a snapshot restores another state";
}

/** The lines that differ, for a message. */
function changes(before: string, after: string): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const missing = (from: readonly string[], of: readonly string[], sign: string): string[] => from.filter((line) => !of.includes(line)).map((line) => `${sign} ${line.trim()}`);
  return [...missing(old, now, "-"), ...missing(now, old, "+")].join(" ⏎ ") || "(lines moved)";
}

describe("mutants of the examples that check", () => {
  it("run without an internal failure, and what is emitted for them type-checks", async () => {
    const pick = picker(seed);
    const found: string[] = [];
    const sample = new Map<string, string>();
    const seen = new Set<string>();
    let accepted = 0;
    let tried = 0;
    while (tried < mutants && found.length < 20) {
      const path = bases[pick(bases.length)] as string;
      const original = readFileSync(path, "utf8");
      const text = mutate(original, pick);
      if (text === original || seen.has(text)) continue;
      seen.add(text);
      tried += 1;
      const what = `${basename(path)}: ${changes(original, text)}`;
      try {
        const compiled = checkInPlace(path, text);
        if (!compiled.ir || hasErrors(compiled.diagnostics)) continue;
        accepted += 1;
        const loaded = await loadQuickly(compiled);
        if (sample.size < sampleSize || pick(10) === 0) sample.set(loaded.folder, what);
        const problem = trouble(loaded, pick);
        if (problem !== null) found.push(`${what}\n    ${problem}`);
      } catch (error) {
        found.push(`${what}\n    threw ${(error instanceof Error ? (error.stack ?? "") : String(error)).slice(0, 600)}`);
      }
    }
    expect(found).toEqual([]);
    expect(accepted, `of ${tried} mutants`).toBeGreaterThan(mutants / 20);

    const folders = [...sample.keys()].slice(-sampleSize);
    const files = folders.flatMap((path) => readdirSync(path).filter((file) => file.endsWith(".ts")).map((file) => join(path, file)));
    // A comparison that is always false is legal in the language (TS2367), and an unreachable statement a warning.
    const errors = typeErrors(files).filter((message) => !message.includes(" TS2367 "));
    expect(errors.map((message) => `${sample.get(folders.find((path) => message.startsWith(path)) ?? "")}\n    ${message}`)).toEqual([]);
  }, mutants * 1000 + 180_000);
});

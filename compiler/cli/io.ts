/** Reading what a command is given, and printing what it found. */

import { readFileSync, statSync, type Stats } from "node:fs";
import { join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { COLOURS, PLAIN, renderPretty, summarize, toJson } from "../diagnostics/render.js";
import { toSarif } from "../diagnostics/sarif.js";
import { fileHost, type Host } from "../source.js";
import { rememberOnDisk } from "./cache.js";
import { DIST } from "./paths.js";
import { usageProblem } from "./problems.js";

/** The files a command sees: those of the current folder, and the standard library of this installation. */
export function commandHost(): Host {
  return { ...fileHost(join(DIST, "..", "stdlib"), process.cwd()), remember: rememberOnDisk };
}

/** Largest file of arguments, calls or state, in bytes. */
const MAX_INPUT_BYTES = 256_000_000;

/** Text of a file, or of standard input for `-`. Throws `CommandProblem`. */
export function readInput(path: string, what: string): string {
  try {
    if (path === "-") return readFileSync(0, "utf8");
    const stat = statSync(path);
    if (stat.isDirectory()) throw usageProblem("U201", `${what} \`${path}\` is a directory, not a file.`);
    if (stat.size > MAX_INPUT_BYTES) throw usageProblem("U201", `${what} \`${path}\` is larger than 256 MB.`);
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof TypeError) throw usageProblem("U201", `${what} \`${path}\` is not UTF-8 text.`);
    const { code } = error as { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") throw usageProblem("U201", `There is no file \`${path}\`.`);
    if (code === "EACCES") throw usageProblem("U201", `\`${path}\` may not be read.`);
    throw error;
  }
}

/** What is at a path; undefined where nothing is. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}

/** JSON of an input. Throws `CommandProblem`. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw usageProblem("U102", `${what} is not JSON: ${(error as Error).message.slice(0, 200)}.`);
  }
}

/** A seed: a whole number from 0 to 2^53 − 1, written in digits. Throws `CommandProblem`. */
export function parseSeed(text: string): number {
  const seed = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(seed)) throw usageProblem("U101", `\`${text.slice(0, 60)}\` is no seed.`, "A seed is a whole number from 0 to 9007199254740991, like `--seed 42`.");
  return seed;
}

export function absolute(path: string): string {
  return resolve(process.cwd(), path);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

export type Format = "pretty" | "json" | "sarif";

/** Diagnostics of one or several files. Hints are for `check`; other commands leave them out. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[], format: Format, stream: "stdout" | "stderr"): void {
  const target = stream === "stdout" ? process.stdout : process.stderr;
  if (format === "json") {
    target.write(`${JSON.stringify({ diagnostics: diagnostics.map(toJson) }, null, 2)}\n`);
    return;
  }
  if (format === "sarif") {
    target.write(`${JSON.stringify(toSarif(diagnostics), null, 2)}\n`);
    return;
  }
  if (diagnostics.length === 0) return;
  const paint = target.isTTY && process.env["NO_COLOR"] === undefined ? COLOURS : PLAIN;
  target.write(`${renderPretty(diagnostics, paint)}\n\n${summarize(diagnostics)}\n`);
}

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import * as plugin from "../../compiler/format/plugin.js";
import { parse } from "../../grammar/parser.js";
import { scan } from "../../grammar/scan.js";
import { T } from "../../grammar/tokens.js";
import { blocksOf } from "../docs/blocks.js";
import { ROOT } from "../support/cli.js";

export function formatted(text: string, options: { readonly printWidth?: number } = {}): Promise<string> {
  return format(text, { parser: "world", plugins: [plugin as import("prettier").Plugin], ...options });
}

/** The tree without places. */
export function treeOf(text: string): unknown {
  const { file, errors } = parse(text);
  if (errors.length > 0) throw new Error(`${errors[0]?.message} at ${errors[0]?.span.start} of\n${text}`);
  return JSON.parse(JSON.stringify(file.declarations, (key, value: unknown) => (key === "span" || key === "pathSpan" ? undefined : value)));
}

export function commentsOf(text: string): string[] {
  return parse(text).comments.map((c) => c.text.trim());
}

/** Lines of documentation, in order. */
export function docsOf(text: string): string[] {
  return [...scan(text).docs.values()].flatMap(({ span }) => text.slice(span.start, span.end).split("\n").map((l) => l.trim().replace(/^\/\/\/ ?/, "")).filter((l) => !l.startsWith("//")));
}

/** All tokens but commas and parentheses, sorted: formatting adds and drops no others. `Set<E>=` ends in two tokens. */
export function wordsOf(text: string): string[] {
  return pieces(text).flatMap((piece) => (piece.text === ">=" ? [">", "="] : [piece.text])).filter((word) => ![",", "(", ")"].includes(word)).sort();
}

export interface Sample {
  readonly name: string;
  readonly text: string;
}

/** Every `.world` text of the repository that has no syntax error: files, and blocks of the documentation. */
export function samples(): Sample[] {
  const found: Sample[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.name.endsWith(".world")) found.push({ name: path, text: readFileSync(join(ROOT, path), "utf8") });
      else if (entry.name.endsWith(".md")) {
        for (const block of blocksOf(readFileSync(join(ROOT, path), "utf8"))) {
          if (block.language === "world") found.push({ name: `${path}:${block.line}`, text: block.inApp ? `app Sketch {\n${block.text}}\n` : block.text });
        }
      }
    }
  };
  for (const folder of ["worlds", "stdlib", "examples", "templates", "docs", "test"]) walk(folder);
  return found.filter(({ text }) => parse(text).errors.length === 0);
}

/** A piece of a program between which anything may be put that separates tokens. */
export interface Piece {
  readonly text: string;
  /** What stands in front of it in the original. */
  readonly gap: string;
}

/** The tokens of a text, string literals whole, and what stands between them. */
export function pieces(text: string): Piece[] {
  const { tokens } = scan(text);
  const found: Piece[] = [];
  let end = 0;
  let depth = 0;
  let start = 0;
  for (const token of tokens) {
    const opens = token.tokenType === T.StringStart || token.tokenType === T.BlockStart;
    if (opens && depth++ === 0) start = token.startOffset;
    else if (depth === 0) start = token.startOffset;
    if (token.tokenType === T.StringEnd || token.tokenType === T.BlockEnd) depth--;
    if (depth > 0) continue;
    const stop = token.startOffset + token.image.length;
    found.push({ text: text.slice(start, stop), gap: text.slice(end, start) });
    end = stop;
  }
  return found;
}

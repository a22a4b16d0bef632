/**
 * The Prettier plugin for `.world` files, as `worldc fmt` and editors load it. The whole file is printed in one go: comments
 * are placed by `comments.ts`, as many places where they may stand have no node of the tree around them.
 */

import { type Doc, type Parser, type Printer, type SupportLanguage } from "prettier";
import type { Declaration, SourceFile } from "../../grammar/ast.js";
import { parse } from "../../grammar/parser.js";
import { Comments } from "./comments.js";
import { file, item, list, type Item, type Printing } from "./layout.js";
import { app, memberItem } from "./members.js";
import { Source } from "./source.js";
import { task, test, world } from "./tasks.js";

interface Root {
  readonly kind: "file";
  readonly file: SourceFile;
  readonly source: Source;
}

/** A syntax error as Prettier reports it, with a place. */
export class WorldSyntaxError extends SyntaxError {
  constructor(
    message: string,
    readonly loc: { readonly start: { readonly line: number; readonly column: number }; readonly end: { readonly line: number; readonly column: number } },
  ) {
    super(message);
  }
}

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: lines[lines.length - 1]!.length + 1 };
}

function read(text: string): Root {
  const { file: tree, errors } = parse(text);
  const [error] = errors;
  if (error) throw new WorldSyntaxError(error.message, { start: lineAndColumn(text, error.span.start), end: lineAndColumn(text, error.span.end) });
  return { kind: "file", file: tree, source: new Source(text) };
}

function declaration(p: Printing, node: Declaration): Item {
  switch (node.kind) {
    case "import": {
      const items = node.names.map((name): Item => item({ span: name.span }, () => name.text));
      const names = (): Doc => list(p, p.source.region(node.span.start, "{"), items, { brackets: "{}", keepBroken: true, empty: "{ }" });
      return item({ span: node.span }, () => ["import ", names(), " from ", p.source.stringFrom(node.pathSpan.start)], "import");
    }
    case "app":
      return item(node, () => app(p, node), "app");
    case "world":
      return item(node, () => world(p, node), "world");
    case "task":
      return item(node, () => task(p, node), "task");
    case "test":
      return item(node, () => test(p, node), "test");
    default:
      return memberItem(p, node);
  }
}

function print({ file: tree, source }: Root, width: number): Doc {
  const p: Printing = { source, comments: new Comments(source), width, inHead: false };
  return file(p, tree.declarations.map((node) => declaration(p, node)));
}

/** What Prettier asks a plugin for. */
export const languages: SupportLanguage[] = [{ name: "world", parsers: ["world"], extensions: [".world"], vscodeLanguageIds: ["world"] }];

export const parsers: Readonly<Record<"world", Parser<Root>>> = {
  world: { parse: read, astFormat: "world", locStart: () => 0, locEnd: ({ file: { span } }) => span.end },
};

export const printers: Readonly<Record<"world", Printer<Root>>> = {
  world: { print: (path, options) => print(path.node, options.printWidth), getVisitorKeys: () => [] },
};

export const defaultOptions = { printWidth: 140, tabWidth: 2 };

/** The files a server works on: what editors hold open, over what is on disk; and what was found out about them. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { ParseResult } from "../../grammar/ast.js";
import { parse } from "../../grammar/parser.js";
import { analyse, type Analysis } from "../editor/analysis.js";
import { compile, type Compiled } from "../program.js";
import { fileHost, MAX_SOURCE_BYTES, type Host } from "../source.js";

/** Folders that hold no sources of the user. */
const SKIPPED = new Set(["node_modules", "dist", "build"]);
/** Files of a workspace that are looked at, at most. */
const MOST_FILES = 2000;
/** Remembered texts (corpora that were read), at most. */
const MOST_REMEMBERED = 64;

export class Workspace {
  readonly host: Host;
  private readonly documents = new Map<string, { uri: string; document: TextDocument }>();
  private readonly parsed = new Map<string, { text: string; result: ParseResult }>();
  private readonly remembered = new Map<string, string>();
  /** What was last found out about an entry file; dropped when a file that it read changes. */
  private readonly known = new Map<string, { compiled: Compiled; analysis?: Analysis | null }>();
  private folders: readonly string[] = [];

  constructor(stdlib: string) {
    const disk = fileHost(stdlib, process.cwd());
    this.host = {
      ...disk,
      read: (path, limit) => {
        const open = this.documents.get(path);
        return open ? { text: open.document.getText() } : disk.read(path, limit);
      },
      parse: (path, text) => {
        const known = this.parsed.get(path);
        if (known?.text === text) return known.result;
        const result = parse(text);
        this.parsed.set(path, { text, result });
        return result;
      },
      remember: (key, make) => {
        const text = this.remembered.get(key) ?? make();
        this.remembered.delete(key);
        this.remembered.set(key, text);
        for (const oldest of this.remembered.keys()) {
          if (this.remembered.size <= MOST_REMEMBERED) break;
          this.remembered.delete(oldest);
        }
        return text;
      },
    };
  }

  setFolders(uris: readonly string[]): void {
    this.folders = uris.filter((u) => u.startsWith("file:")).map(pathOf);
  }

  /** Paths of open documents. */
  open(): readonly string[] {
    return [...this.documents.keys()];
  }

  put(uri: string, document: TextDocument): void {
    const path = pathOf(uri);
    this.documents.set(path, { uri, document });
    this.touch(path);
  }

  close(uri: string): void {
    const path = pathOf(uri);
    this.documents.delete(path);
    this.touch(path);
  }

  /** Forgets what was found out with the help of a file. Gives the entry files that this concerns. */
  touch(path: string): readonly string[] {
    const concerned = [...this.known].filter(([entry, { compiled }]) => entry === path || compiled.inputs.includes(path)).map(([entry]) => entry);
    for (const entry of concerned) this.known.delete(entry);
    return concerned;
  }

  touchAll(): void {
    this.known.clear();
  }

  uriOf(path: string): string {
    return this.documents.get(path)?.uri ?? pathToFileURL(path).href;
  }

  /** The text of a file with its lines, as the editor counts them. */
  document(path: string): TextDocument {
    const open = this.documents.get(path);
    if (open) return open.document;
    const read = this.host.read(path, MAX_SOURCE_BYTES);
    return TextDocument.create(this.uriOf(path), "world", 0, "text" in read ? read.text : "");
  }

  /** Diagnostics of the program that a file begins. */
  compiled(path: string): Compiled {
    const known = this.known.get(path);
    if (known) return known.compiled;
    const compiled = compile(this.host, path);
    this.known.set(path, { compiled });
    return compiled;
  }

  /** The same with its names; null where there is no such file. */
  analysis(path: string): Analysis | null {
    const known = this.known.get(path);
    if (known?.analysis !== undefined) return known.analysis;
    const analysis = analyse(this.host, path);
    this.known.set(path, { compiled: analysis ?? compile(this.host, path), analysis });
    return analysis;
  }

  /** Programs that may name something declared in `home`: the open ones, and those of the workspace whose text has the name. */
  programsNaming(name: string, home: string): readonly Analysis[] {
    const word = new RegExp(`\\b${name}\\b`);
    const folders = this.folders.length > 0 ? this.folders : [dirname(home)];
    const paths = new Set([home, ...this.open(), ...folders.flatMap(worldFiles)]);
    return [...paths].flatMap((path) => {
      if (path !== home && !this.documents.has(path) && !word.test(textOf(path))) return [];
      const analysis = this.analysis(path);
      return analysis?.bound.modules.some((m) => m.source.path === home) ? [analysis] : [];
    });
  }
}

/** A file's path; documents that were never saved get one that nothing else has. */
export function pathOf(uri: string): string {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : `/${uri.replace(/[^\w.-]+/g, "/")}`;
  } catch {
    return `/${uri.replace(/[^\w.-]+/g, "/")}`;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function worldFiles(folder: string): string[] {
  const result: string[] = [];
  const visit = (path: string, depth: number): void => {
    let entries;
    try {
      entries = readdirSync(path, { withFileTypes: true });
    } catch {
      return;
    }
    for (const entry of entries) {
      if (result.length >= MOST_FILES) return;
      if (entry.isFile() && entry.name.endsWith(".world")) result.push(join(path, entry.name));
      else if (entry.isDirectory() && depth < 12 && !entry.name.startsWith(".") && !SKIPPED.has(entry.name)) visit(join(path, entry.name), depth + 1);
    }
  };
  visit(folder, 0);
  return result;
}

/** Corpora: YAML or JSON data whose type is inferred from the file, so that misuse is a compile error. */

import { parseDocument, LineCounter, isMap, isPair, isScalar, isSeq, type Node, type Scalar } from "yaml";
import { parseDate, parseDateTime } from "../runtime/calendar.js";
import { T, showType, type Type } from "./types.js";

export interface Corpus {
  readonly type: Type;
  /** In run-time form: dates in days, money in cents, absent fields as null. */
  readonly value: unknown;
}

export type CorpusProblem =
  | { readonly kind: "syntax"; readonly problem: string }
  | { readonly kind: "mixed"; readonly where: string; readonly a: string; readonly b: string }
  | { readonly kind: "empty" };

/** Parses a corpus. Text scalars that all look like dates, instants or money are read as such. */
export function readCorpus(text: string, name: string): Corpus | CorpusProblem {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true, schema: "core" });
  const error = document.errors[0];
  const lineOf = (node: Node | null | undefined): number => (node?.range ? lines.linePos(node.range[0]).line : 1);
  const warning = document.warnings[0];
  if (warning) return { kind: "syntax", problem: `line ${lines.linePos(warning.pos[0]).line}: aliases and tags are not read.` };
  if (error) return { kind: "syntax", problem: `line ${lines.linePos(error.pos[0]).line}: ${error.message.replace(/\s+/g, " ").slice(0, 200)}.` };
  if (document.contents === null || (isScalar(document.contents) && document.contents.value === null)) return { kind: "empty" };
  try {
    const shape = infer(document.contents, name, "the file", lineOf);
    return { type: shape, value: convert(document.contents, shape) };
  } catch (problem) {
    if (problem instanceof Problem) return problem.what;
    throw problem;
  }
}

class Problem {
  constructor(readonly what: CorpusProblem) {}
}

type LineOf = (node: Node | null | undefined) => number;

function infer(node: Node, name: string, where: string, lineOf: LineOf): Type {
  if (isSeq(node)) {
    let type: Type | null = null;
    const items = node.items as Node[];
    const allMaps = items.length > 0 && items.every((i) => isMap(i));
    if (allMaps) return T.list(inferRecords(items, name, lineOf));
    items.forEach((item) => {
      const next = infer(item, name, `an entry of ${where}`, lineOf);
      const joined: Type | null = type === null ? next : merge(type, next);
      if (joined === null) throw new Problem({ kind: "mixed", where: `${where} (line ${lineOf(item)})`, a: showType(type as Type), b: showType(next) });
      type = joined;
    });
    if (type === null) throw new Problem({ kind: "mixed", where: `${where} (line ${lineOf(node)})`, a: "a list", b: "an empty list, whose type is unknown" });
    return T.list(type);
  }
  if (isMap(node)) return inferRecords([node], name, lineOf);
  if (isScalar(node)) {
    const { value } = node;
    if (typeof value === "number" && (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))) {
      throw new Problem({ kind: "syntax", problem: `line ${lineOf(node)}: \`${String(node.source ?? value)}\` is beyond what a number holds.` });
    }
    if (typeof value === "object" && value !== null) throw new Problem({ kind: "syntax", problem: `line ${lineOf(node)}: aliases and tags are not read.` });
    return scalarType(value);
  }
  throw new Problem({ kind: "syntax", problem: `line ${lineOf(node)}: aliases and tags are not read.` });
}

function inferRecords(maps: readonly Node[], name: string, lineOf: LineOf): Type {
  const fields: Record<string, Type> = {};
  const seen = new Map<string, number>();
  const gaps = new Map<string, number>();
  maps.forEach((map, i) => {
    if (!isMap(map)) return;
    const here = new Set<string>();
    for (const pair of map.items) {
      if (!isPair(pair) || !isScalar(pair.key)) throw new Problem({ kind: "syntax", problem: `line ${lineOf(map)}: keys are plain words.` });
      const key = keyText(pair.key);
      if (key in Object.prototype) throw new Problem({ kind: "syntax", problem: `line ${lineOf(map)}: \`${key}\` cannot be a name.` });
      here.add(key);
      const value = pair.value as Node | null;
      const next: Type = value === null || (isScalar(value) && value.value === null) ? T.none : infer(value, name, `\`${key}\``, lineOf);
      const known = fields[key];
      const joined = known === undefined ? next : merge(known, next);
      if (joined === null) throw new Problem({ kind: "mixed", where: `\`${key}\` (line ${lineOf(value ?? map)})`, a: showType(known as Type), b: showType(next) });
      if (next.t === "none" && !gaps.has(key)) gaps.set(key, lineOf(map));
      fields[key] = joined;
      if (!seen.has(key)) {
        seen.set(key, i);
        if (i > 0 && !gaps.has(key)) gaps.set(key, lineOf(maps[0]));
      }
    }
    for (const key of seen.keys()) if (!here.has(key) && !gaps.has(key)) gaps.set(key, lineOf(map));
  });
  for (const [key, line] of gaps) {
    const type = fields[key];
    if (type) fields[key] = type.t === "none" ? type : { t: "maybe", of: type.t === "maybe" ? type.of : type, why: `The entry at line ${line} of ${name} has no \`${key}\`.` };
  }
  return { t: "record", fields };
}

function scalarType(value: unknown): Type {
  switch (typeof value) {
    case "boolean":
      return T.bool;
    case "number":
      return Number.isSafeInteger(value) ? T.int : T.float;
    case "string":
      if (parseDate(value) !== null) return T.date;
      if (parseDateTime(value) !== null) return T.datetime;
      if (/^\$\d{1,12}(\.\d\d)?$/.test(value)) return T.money;
      return T.string;
    default:
      return T.none;
  }
}

/** As `join`, but texts win over dates and money that only look like them. */
function merge(a: Type, b: Type): Type | null {
  if (a.t === "none") return b.t === "maybe" ? b : T.maybe(b);
  if (b.t === "none") return T.maybe(a);
  if (a.t === "maybe" || b.t === "maybe") {
    const of = merge(a.t === "maybe" ? a.of : a, b.t === "maybe" ? b.of : b);
    return of && T.maybe(of);
  }
  const textual = (t: Type): boolean => t.t === "string" || t.t === "date" || t.t === "datetime" || t.t === "money";
  if (a.t !== b.t && textual(a) && textual(b)) return T.string;
  if ((a.t === "int" && b.t === "float") || (a.t === "float" && b.t === "int")) return T.float;
  if (a.t === "list" && b.t === "list") {
    const of = merge(a.of, b.of);
    return of && T.list(of);
  }
  if (a.t === "record" && b.t === "record") {
    const fields: Record<string, Type> = {};
    for (const key of new Set([...Object.keys(a.fields), ...Object.keys(b.fields)])) {
      const [x, y] = [a.fields[key], b.fields[key]];
      const joined = x && y ? merge(x, y) : T.maybe((x ?? y) as Type);
      if (joined === null) return null;
      fields[key] = joined;
    }
    return { t: "record", fields };
  }
  return a.t === b.t ? a : null;
}

/** A key as it is written: `200: ok` has the key "200". */
function keyText(key: Scalar): string {
  return typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
}

function convert(node: Node | null, type: Type): unknown {
  if (type.t === "maybe") return node === null || (isScalar(node) && node.value === null) ? null : convert(node, type.of);
  if (type.t === "list" && isSeq(node)) return (node.items as Node[]).map((item) => convert(item, type.of));
  if (type.t === "record" && isMap(node)) {
    const values = new Map(node.items.map((pair) => [keyText(pair.key as Scalar), (pair.value as Node | null) ?? null]));
    return Object.fromEntries(Object.entries(type.fields).map(([key, field]) => [key, convert(values.get(key) ?? null, field)]));
  }
  const value = isScalar(node) ? node.value : null;
  switch (type.t) {
    case "date":
      return parseDate(String(value));
    case "datetime":
      return parseDateTime(String(value));
    case "money":
      return Math.round(Number(String(value).slice(1)) * 100);
    default:
      return value;
  }
}

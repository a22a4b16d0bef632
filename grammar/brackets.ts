/**
 * Pairs the brackets of a file before parsing, so that every group has a known end and an error inside it stays inside.
 * Where they do not balance, two readings are tried — by layout, and by the declaration words at line starts — and the
 * one that needs fewer repairs is taken.
 */
import type { TokenType } from "chevrotain";
import type { Scan } from "./scan.js";
import { T } from "./tokens.js";
import { declarationShape } from "./words.js";

/** What is known of the brackets of a file, by token index. */
export interface Brackets {
  /** For an opening bracket: the index of its closing one, or of the token in front of which it should have been closed. */
  readonly end: Int32Array;
  /** 1 for an opening bracket whose closing one is there. */
  readonly closed: Uint8Array;
  /** Indices of closing brackets that close nothing, ascending. */
  readonly stray: readonly number[];
}

const CLOSER_OF: ReadonlyMap<TokenType, TokenType> = new Map([
  [T.LParen, T.RParen],
  [T.LBracket, T.RBracket],
  [T.LBrace, T.RBrace],
  [T.HoleStart, T.HoleEnd],
]);
const CLOSERS: ReadonlySet<TokenType> = new Set(CLOSER_OF.values());

/** Pairs the brackets of a scanned file. */
export function pairBrackets(scan: Scan): Brackets {
  const plain = pairing(scan);
  if (straight(plain)) return plain;
  const layout = pairing(scan);
  byLayout(layout);
  const words = pairing(scan);
  byWords(words);
  return layout.repairs <= words.repairs ? layout : words;
}

interface Pairing {
  readonly scan: Scan;
  readonly end: Int32Array;
  readonly closed: Uint8Array;
  readonly stray: number[];
  /** The open brackets. */
  readonly stack: { readonly index: number; readonly closer: TokenType }[];
  /** How many of them are holes of templates. */
  holes: number;
  repairs: number;
}

function pairing(scan: Scan): Pairing {
  const size = scan.tokens.length;
  return { scan, end: new Int32Array(size), closed: new Uint8Array(size), stray: [], stack: [], holes: 0, repairs: 0 };
}

function open(p: Pairing, index: number, type: TokenType): boolean {
  const closer = CLOSER_OF.get(type);
  if (!closer) return false;
  p.stack.push({ index, closer });
  if (type === T.HoleStart) p.holes++;
  return true;
}

function top(p: Pairing): { readonly index: number; readonly closer: TokenType } | undefined {
  return p.stack[p.stack.length - 1];
}

function close(p: Pairing, index: number): void {
  const opened = p.stack.pop()!;
  if (opened.closer === T.HoleEnd) p.holes--;
  p.end[opened.index] = index;
  p.closed[opened.index] = 1;
}

/** The innermost bracket is never closed: its group ends in front of `index`. */
function giveUp(p: Pairing, index: number): void {
  const opened = p.stack.pop()!;
  if (opened.closer === T.HoleEnd) p.holes--;
  p.end[opened.index] = index;
  p.repairs++;
}

function addStray(p: Pairing, index: number): void {
  p.stray.push(index);
  p.repairs++;
}

/** Pairs a balanced file; false where it is not balanced. */
function straight(p: Pairing): boolean {
  const { tokens } = p.scan;
  for (let i = 0; i < tokens.length; i++) {
    const type = tokens[i]!.tokenType;
    if (open(p, i, type) || !CLOSERS.has(type)) continue;
    if (top(p)?.closer !== type) return false;
    close(p, i);
  }
  return p.stack.length === 0;
}

/** The holes of templates are always balanced; brackets opened inside one end with it. */
function closeHole(p: Pairing, index: number): void {
  while (p.holes > 0 && top(p)!.closer !== T.HoleEnd) giveUp(p, index);
  if (p.holes > 0) close(p, index);
  else addStray(p, index);
}

/** Trusts indentation: a line that starts no deeper than the line of an open bracket is outside it. */
function byLayout(p: Pairing): void {
  const { tokens, first, indent } = p.scan;
  for (let i = 0; i < tokens.length; i++) {
    const type = tokens[i]!.tokenType;
    if (type === T.HoleEnd) {
      closeHole(p, i);
      continue;
    }
    const closer = CLOSERS.has(type);
    if (first[i] && p.holes === 0) {
      for (let inner = top(p); inner; inner = top(p)) {
        const at = indent[inner.index]!;
        if (at < indent[i]! || (at === indent[i] && inner.closer === type)) break;
        giveUp(p, i);
      }
    }
    // `{ … else {`: a block ends in front of the `else` of its `if`.
    if (type === T.Else && tokens[i + 1]?.tokenType === T.LBrace && tokens[i - 1]?.tokenType !== T.RBrace && top(p)?.closer === T.RBrace) giveUp(p, i);
    if (open(p, i, type) || !closer) continue;
    if (first[i] && p.holes === 0) closeAtLineStart(p, i, type);
    else closeInLine(p, i, type);
  }
  while (p.stack.length > 0) giveUp(p, tokens.length);
}

function closeAtLineStart(p: Pairing, i: number, type: TokenType): void {
  const { indent } = p.scan;
  const inner = top(p);
  if (inner && inner.closer === type && (indent[inner.index] === indent[i] || !hanging(p, inner.index))) close(p, i);
  else addStray(p, i);
}

function closeInLine(p: Pairing, i: number, type: TokenType): void {
  const { line } = p.scan;
  const floor = Math.max(0, p.stack.length - 1000);
  let k = p.stack.length - 1;
  while (k >= floor && p.stack[k]!.closer !== type && p.stack[k]!.closer !== T.HoleEnd) k--;
  const opened = k >= floor ? p.stack[k] : undefined;
  const fits =
    opened !== undefined &&
    opened.closer === type &&
    (line[opened.index] === line[i] || (type === T.RBrace ? !hanging(p, opened.index) : k === p.stack.length - 1));
  if (!fits) {
    addStray(p, i);
    return;
  }
  while (p.stack.length - 1 > k) giveUp(p, i);
  close(p, i);
}

/** Does the line of this bracket end with it? */
function hanging(p: Pairing, index: number): boolean {
  return index + 1 >= p.scan.tokens.length || p.scan.first[index + 1] === 1;
}

/** Trusts the words that begin declarations at line starts, and nothing else. */
function byWords(p: Pairing): void {
  const { tokens, first } = p.scan;
  for (let i = 0; i < tokens.length; i++) {
    const type = tokens[i]!.tokenType;
    if (first[i] && type === T.Word && p.stack.length > 0 && p.holes === 0) {
      const level = declarationShape(tokens, i);
      if (level !== undefined) while (p.stack.length > level) giveUp(p, i);
    }
    if (open(p, i, type) || !CLOSERS.has(type)) continue;
    if (type === T.HoleEnd) closeHole(p, i);
    else closeNearest(p, i, type);
  }
  while (p.stack.length > 0) giveUp(p, tokens.length);
}

function closeNearest(p: Pairing, i: number, type: TokenType): void {
  const floor = Math.max(0, p.stack.length - 1000);
  let k = p.stack.length - 1;
  while (k >= floor && p.stack[k]!.closer !== type && p.stack[k]!.closer !== T.HoleEnd && p.stack[k]!.closer !== T.RBrace) k--;
  if (k < floor || p.stack[k]!.closer !== type) {
    addStray(p, i);
    return;
  }
  while (p.stack.length - 1 > k) giveUp(p, i);
  close(p, i);
}

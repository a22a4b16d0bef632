/**
 * T, M and M_b of ComplexMCP (arXiv 2605.10787, Eq. 2–5) over any three JSON values, so that the definition can be held
 * against results from elsewhere. Plainly: a leaf is a path to a scalar, with the position in a list as a step; absent leaves differ from all present ones.
 *
 * `complexmcp` are the conventions of the original's judge: the shape of the reference decides what a leaf is, lists go by
 * position, some keys are left out, and texts under `content` are compared loosely and not symmetrically.
 */

import { distance as editDistance } from "fastest-levenshtein";

export type Conventions = "plain" | "complexmcp";

export interface JsonDifference {
  readonly t: number;
  readonly m: number;
  readonly mb: number;
  /** M / T; 1 where T is 0. */
  readonly rc: number;
  /** M_b / T; M_b where T is 0. */
  readonly rb: number;
}

type Json = unknown;

function isMap(value: Json): value is Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function rates(t: number, m: number, mb: number): JsonDifference {
  return { t, m, mb, rc: t === 0 ? 1 : m / t, rb: t === 0 ? mb : mb / t };
}

export function jsonDifference(old: Json, reference: Json, end: Json, conventions: Conventions = "plain"): JsonDifference {
  return conventions === "plain" ? plain(old, reference, end) : original(old, reference, end);
}

function leaves(value: Json, path: string, into: Map<string, string>): Map<string, string> {
  const entries = Array.isArray(value) ? value.map((element, i): [string, Json] => [String(i), element]) : isMap(value) ? Object.entries(value) : null;
  if (entries === null) into.set(path, JSON.stringify(value));
  for (const [key, part] of entries ?? []) leaves(part, `${path}/${JSON.stringify(key)}`, into);
  return into;
}

function plain(old: Json, reference: Json, end: Json): JsonDifference {
  const [before, wanted, is] = [old, reference, end].map((value) => leaves(value, "", new Map()));
  let [t, m, mb] = [0, 0, 0];
  for (const path of new Set([...before!.keys(), ...wanted!.keys(), ...is!.keys()])) {
    const [a, b, c] = [before!.get(path), wanted!.get(path), is!.get(path)];
    if (a !== b) {
      t++;
      if (b === c) m++;
    } else if (a !== c) mb++;
  }
  return rates(t, m, mb);
}

/** Keys that the original leaves out, in effect: a missing comma in its list keeps `rid` and `oid` in, and `trid` is not named. */
const LEFT_OUT = new Set(["timestamp", "mid", "moid", "cid", "gid", "sid", "tid", "caid", "aid", "bid", "brid", "nid"]);

/** Loose equality of texts: equal without case and outer space, or the other contained in a first of ten characters or more, or alike by more than 0.7. */
function alike(first: string, other: string): boolean {
  const [x, y] = [first.toLowerCase().trim(), other.toLowerCase().trim()];
  if (x === y || (x.length >= 10 && x.includes(y))) return true;
  const longer = Math.max(x.length, y.length);
  return longer > 0 && 1 - editDistance(x, y) / longer > 0.7;
}

function same(key: string, first: Json, other: Json): boolean {
  if (key === "content" && typeof first === "string" && typeof other === "string") return alike(first, other);
  return JSON.stringify(first) === JSON.stringify(other);
}

function original(old: Json, reference: Json, end: Json): JsonDifference {
  let [t, m, mb] = [0, 0, 0];
  const walk = (key: string, before: Json, wanted: Json, is: Json): void => {
    if (LEFT_OUT.has(key)) return;
    if (Array.isArray(wanted)) {
      const [a, c] = [before, is].map((value) => (Array.isArray(value) ? (value as Json[]) : []));
      for (let i = 0; i < Math.max(a!.length, wanted.length, c!.length); i++) walk(key, a![i] ?? null, (wanted as Json[])[i] ?? null, c![i] ?? null);
    } else if (isMap(wanted)) {
      const [a, c] = [before, is].map((value) => (isMap(value) ? value : {}));
      for (const name of new Set([...Object.keys(a!), ...Object.keys(wanted), ...Object.keys(c!)])) walk(name, a![name] ?? null, wanted[name] ?? null, c![name] ?? null);
    } else if (same(key, before, wanted)) {
      if (!same(key, before, is)) mb++;
    } else {
      t++;
      if (same(key, is, wanted)) m++;
    }
  };
  walk("", old, reference, end);
  return rates(t, m, mb);
}

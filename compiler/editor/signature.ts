/** What a call's parentheses are being filled with. */

import { lookupTool } from "../check/env.js";
import type { Analysis } from "./analysis.js";
import { sightAt } from "./complete.js";
import { placeAt } from "./context.js";
import { signature } from "./hover.js";
import { named } from "./offers.js";

export interface SignatureHelp {
  readonly label: string;
  readonly doc?: string;
  readonly parameters: readonly { readonly label: string; readonly doc?: string }[];
  readonly active: number;
}

/** The tool, action or function whose arguments an offset stands in, or null. */
export function signatureAt(analysis: Analysis, path: string, offset: number): SignatureHelp | null {
  const module = analysis.bound.modules.find((m) => m.source.path === path);
  if (!module) return null;
  const { text } = module.source;
  const place = placeAt(text, offset);
  const call = place.open.findLast((o) => o.what === "call" || o.what === "apply");
  if (!call?.name) return null;
  const { env } = sightAt(analysis, module, call.name.startOffset);
  const written = { text: call.name.image, span: { start: 0, end: 0 } };
  const tool = call.what === "call" ? lookupTool(env, undefined, written) : undefined;
  const symbol = tool && !("ambiguous" in tool) ? tool : named(env, call.name.image);
  if (symbol?.s !== "tool" && symbol?.s !== "fn" && symbol?.s !== "action") return null;
  const declaration = analysis.declarations.ofSymbol(symbol);
  if (!declaration) return null;
  const parameters = symbol.node.params.map((p) => {
    const known = analysis.declarations.of(p);
    return { label: known ? signature(known) : p.name.text, ...(known?.doc === undefined ? {} : { doc: known.doc }) };
  });
  const inside = place.tokens.slice(call.at + 1);
  const depth = place.open.indexOf(call);
  const commas = place.open.length === depth + 1 ? topLevelCommas(inside.map((t) => t.image)) : 0;
  const label = inside.findLast((_, i) => inside[i + 1]?.image === ":");
  const byName = symbol.node.params.findIndex((p) => p.name.text === label?.image);
  return { label: signature(declaration), parameters, active: byName >= 0 && inside[inside.length - 1]?.image !== "," ? byName : commas, ...(declaration.doc === undefined ? {} : { doc: declaration.doc }) };
}

function topLevelCommas(images: readonly string[]): number {
  let depth = 0;
  let commas = 0;
  for (const image of images) {
    if ("([{".includes(image)) depth++;
    else if (")]}".includes(image)) depth--;
    else if (image === "," && depth === 0) commas++;
  }
  return commas;
}

/** Implementations of the functions that `language.world` declares. Pure and deterministic. */

import { stopwords } from "@orama/stopwords/english";
import { split } from "sentence-splitter";
import { syllable } from "syllable";
import { titleCase } from "title-case";

const TOKEN = /\p{N}+(?:[.,:]\p{N}+)+|[\p{L}\p{M}\p{N}_]+(?:['’-][\p{L}\p{M}\p{N}_]+)*|\S/gu;
const WORD = /^[\p{L}\p{M}\p{N}_]/u;
const CLOSING = /^[.,;:!?%)\]}’”»…]$/u;
const OPENING = /^[([{‘“«¿¡$€£#@]$/u;
/** The list leaves out words of one letter but "i". */
const STOP_WORDS: ReadonlySet<string> = new Set(["a", ...stopwords]);

export function tokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

export function join_tokens(tokens: readonly string[]): string {
  let text = "";
  let glued = true;
  let quoted = false;
  for (const token of tokens) {
    const isQuote = token === '"';
    const closes = isQuote ? quoted : CLOSING.test(token);
    text += glued || closes ? token : ` ${token}`;
    glued = isQuote ? !quoted : OPENING.test(token);
    if (isQuote) quoted = !quoted;
  }
  return text;
}

export function words(text: string): string[] {
  return tokens(text).filter((token) => WORD.test(token));
}

export function sentences(text: string): string[] {
  return split(text).flatMap((node) => (node.type === "Sentence" ? [node.raw.trim()] : []));
}

export function is_stop_word(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase().replaceAll("’", "'"));
}

export function syllables(text: string): number {
  return syllable(text);
}

export function replace_words(text: string, pairs: readonly { readonly word: string; readonly by: string }[]): string {
  const by = new Map<string, string>();
  for (const pair of pairs) if (!by.has(pair.word.toLowerCase())) by.set(pair.word.toLowerCase(), pair.by);
  return text.replace(TOKEN, (token) => {
    const other = by.get(token.toLowerCase());
    return other === undefined ? token : inCaseOf(token, other);
  });
}

function inCaseOf(model: string, word: string): string {
  const lower = model.toLowerCase();
  if (model === lower) return word;
  if (model.length > 1 && model === model.toUpperCase()) return word.toUpperCase();
  const [first = "", ...rest] = word;
  return model.startsWith(lower.charAt(0)) ? word : first.toUpperCase() + rest.join("");
}

export function title_case(text: string): string {
  return titleCase(text);
}

/** Implementations of the functions that `characters.world` declares. Pure and deterministic. */

import { fail } from "../runtime/failure.js";

export function first_characters(text: string, count: number): string {
  return count >= text.length ? text : Array.from(text).slice(0, Math.max(0, count)).join("");
}

export function letters_and_digits(text: string): string[] {
  return text.match(/[\p{L}\p{N}]\p{M}*/gu) ?? [];
}

export function without_punctuation(text: string): string {
  return text.replace(/[\p{P}$+<=>^`|~]/gu, "");
}

const NUMBER = /(?:(?<![\p{L}\p{N}_)\]}])[-+])?(?:\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?/gu;

export function numbers_in(text: string): number[] {
  return Array.from(text.matchAll(NUMBER), ([written]) => {
    const number = Number(written.replaceAll(",", ""));
    return Number.isFinite(number) ? number + 0 : fail(`${written} is beyond what a number can hold.`);
  });
}

/**
 * When two pieces of prose say the same: case, white space, Unicode form and the punctuation at the end do not matter;
 * words, names, digits, addresses and hashes do.
 */

/** A token with a digit, an address or a hash is compared as it stands. */
const EXACT = /\d|:\/\/|^[0-9a-f]{8,}$/i;

/** The form in which prose is compared. */
export function normalText(text: string): string {
  return text
    .normalize("NFKC")
    .trim()
    .replace(/[\s.!?…]+$/u, "")
    .split(/\s+/u)
    .map((token) => (EXACT.test(token) ? token : token.toLowerCase()))
    .join(" ");
}

/** Equality of `text` values in goals and scores; `none` equals only itself. */
export function sameText(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && normalText(a) === normalText(b));
}

/** Texts as bytes and back. */

import { fail } from "../../runtime/failure.js";

const HEX = /^(?:[0-9a-f]{2})*$/i;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The UTF-8 bytes of a text; a lone surrogate has none. */
export function utf8(text: string): Buffer {
  if (LONE_SURROGATE.test(text)) fail("The text holds half of a surrogate pair, which has no UTF-8 form.");
  return Buffer.from(text, "utf8");
}

/** The text that bytes carry. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fail("The bytes are no UTF-8 text.");
  }
}

/** The bytes that hexadecimal digits write. */
export function fromHex(hex: string): Buffer {
  if (!HEX.test(hex)) fail("These are no hexadecimal digits. Write two of 0-9 and a-f for each byte, and nothing else.");
  return Buffer.from(hex, "hex");
}

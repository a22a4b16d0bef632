/** Implementations of the functions that `ciphers.world` declares. Pure and deterministic. */

import { fail } from "../runtime/failure.js";
import { fromHex, textOf, utf8 } from "./shared/buffers.js";

export function caesar(text: string, shift: number): string {
  const by = ((shift % 26) + 26) % 26;
  return text.replace(/[A-Za-z]/g, (letter) => {
    const first = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + by) % 26));
  });
}

export function xor_encrypt(text: string, key: string): string {
  return combine(utf8(text), keyBytes(key)).toString("hex");
}

export function xor_decrypt(hex: string, key: string): string {
  return textOf(combine(fromHex(hex), keyBytes(key)));
}

export function xor_hex(a: string, b: string): string {
  const [left, right] = [fromHex(a), fromHex(b)];
  if (left.length !== right.length) fail(`Both must be equally long; one has ${left.length} bytes, the other ${right.length}.`);
  return combine(left, right).toString("hex");
}

function keyBytes(key: string): Buffer {
  return key === "" ? fail("A key has at least one character.") : utf8(key);
}

function combine(bytes: Buffer, key: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, i) => byte ^ key[i % key.length]!));
}

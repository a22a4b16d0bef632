/** Implementations of the functions that `bytes.world` declares. Pure and deterministic. */

import { fail } from "../runtime/failure.js";
import { fromHex, textOf, utf8 } from "./shared/buffers.js";

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const BASE64URL = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}(?:==)?|[A-Za-z0-9_-]{3}=?)?$/;

function fromNumbers(bytes: readonly number[]): Buffer {
  const wrong = bytes.find((byte) => byte < 0 || byte > 255);
  if (wrong !== undefined) fail(`A byte is a number from 0 to 255, and ${wrong} is none.`);
  return Buffer.from(bytes);
}

export function bytes_of_hex(hex: string): number[] {
  return [...fromHex(hex)];
}

export function hex_of_bytes(bytes: readonly number[]): string {
  return fromNumbers(bytes).toString("hex");
}

/** Bytes that one list may have. */
const MAX_BYTES = 100_000;

export function zeros(count: number): number[] {
  return count <= MAX_BYTES ? new Array<number>(Math.max(0, count)).fill(0) : fail(`${count} bytes are too many; ${MAX_BYTES} is the most.`);
}

export function uuid4_of_bytes(bytes: readonly number[]): string {
  const raw = fromNumbers(bytes);
  if (raw.length !== 16) fail(`A UUID is made of 16 bytes, not of ${raw.length}.`);
  raw[6] = (raw[6]! & 0x0f) | 0x40;
  raw[8] = (raw[8]! & 0x3f) | 0x80;
  return raw.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export function utf8_length(text: string): number {
  return utf8(text).length;
}

export function base64_of_text(text: string): string {
  return utf8(text).toString("base64");
}

export function text_of_base64(data: string): string {
  if (!BASE64.test(data)) fail("This is no base64: it takes letters, digits, + and /, in groups of four, the last filled up with =.");
  return textOf(canonical(data, "base64"));
}

/** Base64 for URLs, with padding. */
export function base64url_of_text(text: string): string {
  return base64_of_text(text).replaceAll("+", "-").replaceAll("/", "_");
}

export function text_of_base64url(data: string): string {
  if (!BASE64URL.test(data)) fail("This is no base64 for URLs: it takes letters, digits, - and _, in groups of four, the last one shorter or filled up with =.");
  return textOf(canonical(data, "base64url"));
}

/** Bits that are left over at the end must be 0, so that no two notations stand for the same bytes. */
function canonical(data: string, encoding: "base64" | "base64url"): Buffer {
  const bytes = Buffer.from(data, encoding);
  const written = bytes.toString(encoding).replace(/=+$/, "");
  if (written !== data.replace(/=+$/, "")) fail("This base64 ends in bits that belong to no byte; it was cut or altered.");
  return bytes;
}

export function base64url_of_bytes(bytes: readonly number[]): string {
  return fromNumbers(bytes).toString("base64url");
}

export function entropy(bytes: readonly number[]): number {
  const counts = new Array<number>(256).fill(0);
  for (const byte of fromNumbers(bytes)) counts[byte]!++;
  return counts.reduce((sum, count) => (count === 0 ? sum : sum - (count / bytes.length) * Math.log2(count / bytes.length)), 0);
}

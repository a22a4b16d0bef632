/** Implementations of the functions that `hashes.world` declares, on Node's own cryptography. Pure and deterministic. */

import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from "node:crypto";
import { fail } from "../runtime/failure.js";
import { fromHex, utf8 } from "./shared/buffers.js";

type Digest = "md5" | "sha1" | "sha256" | "sha384" | "sha512";

const SIZES: Readonly<Record<Digest, number>> = { md5: 16, sha1: 20, sha256: 32, sha384: 48, sha512: 64 };
/** Rounds of a digest that one derivation may take, some tens of milliseconds. */
const MAX_ROUNDS = 100_000;

export function digest(algorithm: Digest, text: string): string {
  return createHash(algorithm).update(utf8(text)).digest("hex");
}

export function digest_of_hex(algorithm: Digest, hex: string): string {
  return createHash(algorithm).update(fromHex(hex)).digest("hex");
}

export function hmac(algorithm: Digest, key: string, message: string): string {
  return createHmac(algorithm, utf8(key)).update(utf8(message)).digest("hex");
}

export function pbkdf2(algorithm: Digest, password: string, salt: string, iterations: number, length: number): string {
  if (iterations < 1 || length < 1) fail("A key needs at least one iteration and one byte.");
  const rounds = iterations * Math.ceil(length / SIZES[algorithm]);
  if (rounds > MAX_ROUNDS) fail(`${length} bytes by ${iterations} iterations take ${rounds} rounds; ${MAX_ROUNDS} is the most. Ask for fewer of either.`);
  return pbkdf2Sync(utf8(password), utf8(salt), iterations, length, algorithm).toString("hex");
}

/** Texts of any lengths are compared by digests, which have one length. */
export function same_secret(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash("sha256").update(utf8(text)).digest());
  return timingSafeEqual(left!, right!);
}

import { describe, expect, it } from "vitest";
import { caesar, xor_encrypt, xor_hex } from "../../stdlib/ciphers.js";
import { digest, digest_of_hex, hmac, pbkdf2, same_secret } from "../../stdlib/hashes.js";
import { refusal } from "../support/failure.js";

describe("hashes", () => {
  it("match the vectors of their standards", () => {
    expect(digest("sha384", "abc")).toBe("cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7");
    expect(digest_of_hex("sha1", "616263")).toBe("a9993e364706816aba3e25717850c26c9cd0d89d");
    expect(hmac("md5", "Jefe", "what do ya want for nothing?")).toBe("750c783e6ab0b503eaa86e310a5db738"); // RFC 2202
    expect(pbkdf2("sha1", "password", "salt", 4096, 20)).toBe("4b007901b765489abead49d926f721d065a429c1"); // RFC 6070
  });

  it("bound the work of a derivation by iterations and length together", () => {
    expect(pbkdf2("sha256", "p", "s", 1, 4000)).toHaveLength(8000);
    expect(refusal(() => pbkdf2("sha256", "p", "s", 50_001, 64))).toContain("100002 rounds");
    expect(refusal(() => pbkdf2("sha256", "p", "s", 0, 1))).toContain("at least one");
    expect(refusal(() => pbkdf2("sha256", "p", "s", 1, 0))).toContain("at least one");
  });

  it("compare texts of any lengths", () => {
    expect([same_secret("", ""), same_secret("a", "ab"), same_secret("ä", "ä")]).toEqual([true, false, true]);
    expect(refusal(() => same_secret("\ud800", ""))).toContain("surrogate");
  });
});

describe("ciphers", () => {
  it("go round the alphabet", () => {
    expect(caesar("xyzXYZ", 3)).toBe("abcABC");
    expect(caesar("abc", -Number.MAX_SAFE_INTEGER)).toBe(caesar("abc", 26 - (Number.MAX_SAFE_INTEGER % 26)));
  });
  it("need keys and equal lengths", () => {
    expect(refusal(() => xor_encrypt("a", ""))).toContain("at least one character");
    expect(refusal(() => xor_hex("00", "0000"))).toContain("equally long");
    expect(xor_hex("", "")).toBe("");
  });
});

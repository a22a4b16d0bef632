import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { base64_of_text, base64url_of_text, bytes_of_hex, entropy, hex_of_bytes, text_of_base64, text_of_base64url, utf8_length, uuid4_of_bytes, zeros } from "../../stdlib/bytes.js";
import { refusal } from "../support/failure.js";

const text = fc.string({ unit: "binary" });

fc.configureGlobal({ seed: 20_260_714 });

describe("texts and bytes", () => {
  it("come back from every notation", () => {
    fc.assert(
      fc.property(text, fc.uint8Array(), (t, b) => {
        expect(text_of_base64(base64_of_text(t))).toBe(t);
        expect(text_of_base64url(base64url_of_text(t))).toBe(t);
        expect(text_of_base64url(base64url_of_text(t).replace(/=+$/, ""))).toBe(t);
        expect(bytes_of_hex(hex_of_bytes([...b]))).toEqual([...b]);
      }),
    );
  });

  it("keep a byte order mark", () => {
    expect(text_of_base64(base64_of_text("\ufeffa"))).toBe("\ufeffa");
  });

  it("are measured in UTF-8", () => {
    expect(["", "a", "ä", "€", "😀"].map(utf8_length)).toEqual([0, 1, 2, 3, 4]);
  });

  it("are refused where there are none", () => {
    expect(refusal(() => utf8_length("a\udc00"))).toContain("surrogate");
    expect(refusal(() => bytes_of_hex("0 1"))).toContain("hexadecimal");
    expect(refusal(() => bytes_of_hex("012"))).toContain("hexadecimal");
    expect(refusal(() => hex_of_bytes([-1]))).toContain("-1");
    expect(refusal(() => text_of_base64("YQ"))).toContain("groups of four");
    expect(refusal(() => text_of_base64("YR=="))).toContain("cut or altered");
    expect(refusal(() => text_of_base64url("YR"))).toContain("cut or altered");
    expect(refusal(() => text_of_base64url("YQ="))).toContain("no base64 for URLs");
  });
});

describe("uuid4_of_bytes", () => {
  it("keeps all bits but the six of version and variant", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (b) => {
        const raw = bytes_of_hex(uuid4_of_bytes([...b]).replaceAll("-", ""));
        raw.forEach((byte, i) => expect(byte).toBe(i === 6 ? 64 + (b[i]! % 16) : i === 8 ? 128 + (b[i]! % 64) : b[i]));
      }),
    );
  });
  it("needs 16 bytes", () => {
    expect(refusal(() => uuid4_of_bytes(zeros(15)))).toContain("16 bytes");
  });
});

describe("zeros and entropy", () => {
  it("know their bounds", () => {
    expect(zeros(3)).toEqual([0, 0, 0]);
    expect(zeros(-1)).toEqual([]);
    expect(refusal(() => zeros(100_001))).toContain("100000");
    expect(entropy([])).toBe(0);
    expect(entropy(Array.from({ length: 256 }, (_, i) => i))).toBe(8);
  });
});

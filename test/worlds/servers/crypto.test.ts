import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { agreesWithPython } from "../../support/reference.js";
import { ROOT } from "../../support/root.js";
import { samples, serverTools, type Answer, type Args, type Call } from "../../support/server-tools.js";
import { loadRuntime, loadWorld } from "../../support/world.js";

let call: (tool: string, args: Args) => Answer;
beforeAll(async () => {
  call = await serverTools("worlds/servers/crypto.world");
});

/** Texts of all scripts, now and then with half a surrogate pair, which has no UTF-8 form. */
const text = fc.oneof({ weight: 20, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) }, { weight: 10, arbitrary: fc.string({ maxLength: 200 }) }, { weight: 1, arbitrary: fc.constant("a\ud800b") });
const key = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const bytes = fc.uint8Array({ maxLength: 60 }).map((b) => Buffer.from(b));
const hex = bytes.map((b) => b.toString("hex")).chain((h) => fc.constantFrom(h, h.toUpperCase()));
/** Well-formed base64, and what is nearly. */
const base64 = (encoding: "base64" | "base64url"): fc.Arbitrary<string> =>
  fc.oneof(
    text.map((t) => Buffer.from(t).toString(encoding)),
    text.map((t) => Buffer.from(t).toString("base64")),
    bytes.map((b) => b.toString(encoding)),
    fc.tuple(text, fc.nat(30)).map(([t, at]) => Buffer.from(t).toString("base64").slice(0, at)),
    fc.string({ unit: fc.constantFrom(..."AQgw09+/-_= "), maxLength: 9 }),
  );
const ofText = fc.record({ text });
const ofHex = fc.record({ hex });
const signed = fc.record({ key: text, message: text });

/** For each tool but those that draw and read files: its arguments. */
const TOOLS: Readonly<Record<string, fc.Arbitrary<Args>>> = {
  sha256: ofText,
  sha1: ofText,
  md5: ofText,
  checksum_sha256_hex: ofHex,
  hmac_sha256: signed,
  hmac_sign_hex: signed,
  hmac_verify_hex: fc.record({ key, message: text, right: fc.boolean() }).map(({ right, ...of }) => ({ ...of, signature: createHash("sha256").update(String(right)).digest("hex") })),
  pbkdf2_hex: fc.record({ password: text, salt: text, iterations: fc.integer({ min: 1, max: 200 }), length: fc.integer({ min: 1, max: 100 }) }),
  derive_key: fc.record({ secret: text, salt: text, length: fc.integer({ min: 1, max: 40 }) }),
  timing_safe_compare: fc.tuple(text, text, fc.boolean()).map(([a, b, same]) => ({ a, b: same ? a : b })),
  crypto_base64_encode: ofText,
  crypto_base64_decode: fc.record({ data: base64("base64") }),
  urlsafe_b64_encode: ofText,
  urlsafe_b64_decode: fc.record({ data: base64("base64url") }),
  hex_to_bytes: ofHex,
  bytes_to_hex: fc.record({ bytes: fc.array(fc.integer({ min: 0, max: 258 }), { maxLength: 30 }) }),
  entropy_estimate_hex: fc.record({ hex: fc.oneof(hex.filter((h) => h !== ""), fc.array(fc.constantFrom("00", "01", "fF"), { minLength: 1 }).map((parts) => parts.join(""))) }),
  xor_cipher: fc.record({ text, key }),
  xor_dec: fc.tuple(text, key, fc.boolean()).map(([t, k, right]) => ({ hex: String(right ? call("xor_cipher", { text: t.replace("\ud800", ""), key: k }).output : Buffer.from(t).toString("hex")), key: k })),
  xor_bytes_hex: fc.tuple(bytes, bytes, fc.boolean()).map(([a, b, same]) => ({ a: a.toString("hex"), b: (same ? Buffer.from(a).reverse() : b).toString("hex") })),
  simple_caesar: fc.record({ text: fc.string({ maxLength: 60 }), shift: fc.oneof(fc.integer({ min: -60, max: 60 }), fc.maxSafeInteger()) }),
  rot13: fc.record({ text: fc.string({ maxLength: 60 }) }),
};

agreesWithPython("crypto_reference.py", (tool, args) => call(tool, args), TOOLS);

describe("hmac_verify_hex", () => {
  it("knows the signatures of hmac_sign_hex, and no others", () => {
    for (const { key: k, message, other } of samples(fc.record({ key, message: key, other: key }))) {
      const signature = String(call("hmac_sign_hex", { key: k, message }).output);
      expect(call("hmac_verify_hex", { key: k, message, signature })).toEqual({ status: "ok", output: true });
      expect(call("hmac_verify_hex", { key: k, message: other, signature }).output).toBe(message === other);
      expect(call("hmac_verify_hex", { key: other, message, signature }).output).toBe(k === other);
    }
  });
});

describe("file_digest", () => {
  const files = parse(readFileSync(join(ROOT, "worlds/corpus/files.yaml"), "utf8")) as { path: string; content: string }[];
  it.each(["md5", "sha1", "sha256", "sha384", "sha512"])("digests every file by %s", (algorithm) => {
    for (const { path, content } of files) {
      const output = { path, algorithm, size: Buffer.byteLength(content), digest: createHash(algorithm).update(content).digest("hex") };
      expect(call("file_digest", { path, algorithm })).toEqual({ status: "ok", output });
    }
  });
  it("reads no file of the host", () => {
    for (const path of ["/etc/passwd", "/etc/hostname", "package.json", "../../etc/hosts", "/proc/self/environ"]) expect(call("file_digest", { path }).status).toBe("failed");
  });
});

describe("random values", () => {
  const DRAWING: readonly Call[] = [
    ["random_bytes", { count: 64 }],
    ["random_hex", { count: 64 }],
    ["secure_token_urlsafe", { count: 64 }],
    ["uuid4", {}],
    ["random_choice", { items: ["a", "b", "c", "d"] }],
  ];
  const start = async (seed: number): Promise<(tool: string, args: Args) => unknown> => {
    const [runtime, world] = await Promise.all([loadRuntime(), loadWorld("worlds/servers/crypto.world")]);
    const session = runtime.Session.start(world, { seed });
    return (tool, args) => session.call(tool, args).output;
  };

  it("follow from the seed, the tool and the number of the call, and from nothing else", async () => {
    const [one, same, other] = await Promise.all([start(1), start(1), start(2)]);
    for (const [tool, args] of DRAWING) {
      const draws = Array.from({ length: 8 }, () => one(tool, args));
      same("sha256", { text: "between" });
      expect(Array.from({ length: 8 }, () => same(tool, args))).toEqual(draws);
      expect(Array.from({ length: 8 }, () => other(tool, args))).not.toEqual(draws);
      expect(new Set(draws.map((draw) => JSON.stringify(draw))).size).toBeGreaterThan(1);
    }
  });

  it("have the form that was asked for", () => {
    for (const count of samples(fc.integer({ min: 1, max: 1024 }))) {
      const drawn = call("random_bytes", { count }).output as number[];
      expect(drawn).toHaveLength(count);
      expect(Buffer.from(drawn).equals(Uint8Array.from(drawn))).toBe(true);
      expect(String(call("random_hex", { count }).output)).toMatch(new RegExp(`^[0-9a-f]{${2 * count}}$`));
      const token = String(call("secure_token_urlsafe", { count }).output);
      expect(Buffer.from(token, "base64url").toString("base64url")).toBe(token);
      expect(Buffer.from(token, "base64url")).toHaveLength(count);
      expect(String(call("uuid4", {}).output)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it("are spread evenly", () => {
    const counts = new Array<number>(256).fill(0);
    for (let i = 0; i < 50; i++) for (const byte of call("random_bytes", { count: 1024 }).output as number[]) counts[byte]!++;
    for (const count of counts) expect(Math.abs(count - 200)).toBeLessThan(75); // five standard deviations
    const items = ["a", "b", "c", "d"];
    const choices = Array.from({ length: 400 }, () => call("random_choice", { items }).output);
    for (const item of items) expect(Math.abs(choices.filter((choice) => choice === item).length - 100)).toBeLessThan(45);
  });
});

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { compile } from "../../compiler/program.js";
import { fileHost, position } from "../../compiler/source.js";
import { deletions, median } from "../support/deletion.js";

const stdlib = fileURLToPath(new URL("../../stdlib", import.meta.url));

describe("a file with twenty mistakes", () => {
  const path = fileURLToPath(new URL("./twenty-mistakes.world", import.meta.url));
  const { diagnostics } = compile(fileHost(stdlib, process.cwd()), path);
  const own = diagnostics.filter((d) => d.severity !== "hint" && d.place.source.path === path);
  const found = own.map((d) => `${position(d.place.source, d.place.start).line}:${position(d.place.source, d.place.start).column} ${d.key}`);

  it("gets twenty diagnostics in one run, one for each", () => {
    expect(found).toHaveLength(20);
    expect(found).toEqual([
      "1:10 not-exported",
      "9:12 unknown-type",
      "10:20 unknown-member",
      "11:22 refinement-type",
      "13:22 inverse-no-match",
      "18:5 detach-not-optional",
      "25:9 expected-token",
      "30:36 unknown-name",
      "34:45 unknown-method",
      "39:45 default-not-valid",
      "39:64 unknown-name",
      "40:41 bad-operands",
      "46:42 may-be-none",
      "48:3 doc-param-unknown",
      "51:5 expected-statement",
      "59:25 use-after-delete",
      "63:24 random-misplaced",
      "66:8 missing-return",
      "71:24 money-times-money",
      "78:19 unknown-name",
    ]);
  });

  it("are in order of position, each with a place in the text", () => {
    const starts = own.map((d) => d.place.start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    const length = readFileSync(path, "utf8").length;
    for (const d of own) expect(d.place.end).toBeLessThanOrEqual(length);
  });
});

describe("deleting one token of LightTalk", () => {
  it("gives one error in the median, never more than three", { timeout: 120_000 }, () => {
    const path = fileURLToPath(new URL("../../worlds/lighttalk.world", import.meta.url));
    const all = deletions(path, stdlib, (i) => i % 41 === 0);
    expect(all.length).toBeGreaterThan(200);
    expect(median(all.map((d) => d.errors.length))).toBe(1);
    expect(all.filter((d) => d.errors.length > 3)).toEqual([]);
  });
});

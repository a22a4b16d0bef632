import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { host_name, lookalikes, plain_address, registrable_domain } from "../../stdlib/domains.js";
import { dns_query, host, registration, scan, zone } from "../../stdlib/internet.js";
import { refusal } from "../support/failure.js";
import { ROOT } from "../support/root.js";

fc.configureGlobal({ seed: 20_260_714 });

describe("domains", () => {
  it("are found by the Public Suffix List", () => {
    expect(["www.shop.co.uk", "a.b.example.com", "shop.example", "x.test", "_dmarc.example.com"].map(registrable_domain)).toEqual(["shop.co.uk", "example.com", "shop.example", "x.test", "example.com"]);
    expect(refusal(() => registrable_domain("co.uk"))).toContain("public suffix");
    expect(refusal(() => host_name("shop.localdomain"))).toContain(".localdomain");
  });

  it("have one plain form, which stays as it is", () => {
    fc.assert(
      fc.property(fc.domain(), (name) => {
        let plain: string;
        try {
          plain = host_name(name);
        } catch {
          expect(refusal(() => host_name(name))).toMatch(/\.$/);
          return;
        }
        expect([plain, host_name(`${name.toUpperCase()}.`)]).toEqual([name.toLowerCase(), plain]);
      }),
    );
  });

  it("are told from addresses", () => {
    expect(["192.0.2.1", "::1", "2001:DB8::0:1"].map(plain_address)).toEqual(["192.0.2.1", "::1", "2001:db8::1"]);
    expect(["192.0.2", "192.0.2.256", "192.0.2.01", "fe80::1%eth0", "example.com", ""].map(plain_address)).toEqual([null, null, null, null, null, null]);
  });

  it("have lookalikes by every technique", () => {
    expect(new Set(lookalikes("paypal.com").map(({ technique }) => technique))).toEqual(
      new Set(["omission", "repetition", "transposition", "replacement", "homoglyph", "vowel swap", "hyphenation", "addition", "top-level domain"]),
    );
    const found = lookalikes("paypal.com").map(({ domain }) => domain);
    for (const domain of ["paypa1.com", "papyal.com", "pypal.com", "paypall.com", "pay-pal.com", "paypal.net", "oaypal.com", "paypals.com", "paypol.com"]) expect(found).toContain(domain);
    for (const domain of found) expect(registrable_domain(domain)).toBe(domain);
  });
});

describe("the internet", () => {
  it("holds still", () => {
    // A change here changes what worlds answer: say so in the changelog.
    expect(registration("example.com")).toMatchObject({ registrar: "Alder & Rook Domains", name_servers: ["ns1.tidewater-dns.example", "ns2.tidewater-dns.example"] });
    expect(host("www.example.com")).toEqual({ name: "www.example.com", alias_of: "example.com", addresses: ["192.0.2.204", "2001:db8:1::79fc:79e2"], mail_servers: ["mx1.postbridge.example", "mx2.postbridge.example"] });
    expect(scan("192.0.2.204", "")?.open.map(({ port }) => port)).toEqual([22, 80, 443, 8080]);
  });

  it("has nothing where there is nothing", () => {
    expect([registration("a.invalid"), zone("a.invalid"), host("a.invalid"), dns_query("a.invalid", "A"), scan("10.0.0.1", ""), dns_query("10.0.0.1", "PTR")]).toEqual([null, null, null, null, null, null]);
    expect(host("192-0-2-256.pool.example")).toBeNull();
    expect(host("1-2-3.pool.example")).toBeNull();
  });

  it("is asked for what it can answer", () => {
    expect(refusal(() => scan("example.com", ""))).toContain("no address");
    expect(refusal(() => scan("192.0.2.1", "0-70000"))).toContain("from 1 to 65535");
    expect(refusal(() => dns_query("::1", "A"))).toContain("PTR");
    expect(refusal(() => dns_query("example.com", "PTR"))).toContain("belong to addresses");
  });

  it("never touches the real one", () => {
    const files = ["domains.ts", "internet.ts", ...readdirSync(join(ROOT, "stdlib/internet")).map((name) => `internet/${name}`)];
    for (const file of files) {
      const imported = [...readFileSync(join(ROOT, "stdlib", file), "utf8").matchAll(/from "([^"]+)"/g)].map(([, module]) => module!);
      for (const module of imported) expect(["node:crypto", "node:url", "ipaddr.js", "tldts"].includes(module) || module.startsWith("."), `${file}: ${module}`).toBe(true);
    }
  });
});

import { BlockList, isIPv6 } from "node:net";
import { distance } from "fastest-levenshtein";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { samples, serverTools, type Answer, type Args } from "../../support/server-tools.js";
import { loadRuntime, loadWorld } from "../../support/world.js";

let call: (tool: string, args: Args) => Answer;
beforeAll(async () => {
  call = await serverTools("worlds/servers/network.world");
});
const output = <T>(tool: string, args: Args): T => {
  const answer = call(tool, args);
  expect(answer.status, `${tool} ${JSON.stringify(args)} ${String(answer.output)}`).toBe("ok");
  return answer.output as T;
};

interface DnsRecord {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly value: string;
}
interface Scan {
  readonly address: string;
  readonly name: string;
  readonly system: string;
  readonly open: readonly { readonly port: number; readonly service: string; readonly version: string | null }[];
  readonly closed: number;
  readonly filtered: number;
}
interface Host {
  readonly name: string;
  readonly alias_of: string | null;
  readonly addresses: readonly string[];
  readonly mail_servers: readonly string[];
}

const label = fc.string({ unit: fc.constantFrom(..."abcdefghiklmnoprstuw0129"), minLength: 1, maxLength: 12 });
const domain = fc.tuple(label, fc.constantFrom("com", "net", "org", "de", "co.uk", "example", "io")).map((parts) => parts.join("."));
const DOMAINS = samples(domain, 120);
const isRegistered = (name: string): boolean => call("whois_lookup", { domain: name }).status === "ok";
const REGISTERED = (): string[] => ["example.com", "example.net", "example.org", ...DOMAINS.filter(isRegistered)];

const documentation = new BlockList();
for (const net of ["192.0.2.0", "198.51.100.0", "203.0.113.0"]) documentation.addSubnet(net, 24, "ipv4");
documentation.addSubnet("2001:db8::", 32, "ipv6");
const isMadeUp = (address: string): boolean => documentation.check(address, isIPv6(address) ? "ipv6" : "ipv4");
const bare = (name: string): string => name.replace(/\.$/, "");

describe("the made-up internet", () => {
  it("is the same for every session, seed and order of questions", async () => {
    const [runtime, world] = await Promise.all([loadRuntime(), loadWorld("worlds/servers/network.world")]);
    const ask = (seed: number, names: readonly string[]): Map<string, unknown> => {
      const session = runtime.Session.start(world, { seed });
      return new Map(names.flatMap((name) => ["osint_overview", "dnsrecon_lookup"].map((tool): [string, unknown] => [`${tool} ${name}`, session.call(tool, { domain: name }).output])));
    };
    const names = DOMAINS.slice(0, 60);
    const [one, other] = [ask(1, names), ask(2, [...names].reverse())];
    for (const [question, answer] of one) expect(other.get(question)).toEqual(answer);
  });

  it("has about two thirds of all domains, for every tool the same ones", () => {
    for (const name of DOMAINS) {
      const known = isRegistered(name) ? "ok" : "failed";
      for (const tool of ["dnsrecon_lookup", "osint_overview"]) expect(call(tool, { domain: name }).status).toBe(known);
      expect(call("host_lookup", { name }).status).toBe(known);
      expect(call("nmap_scan", { target: name }).status).toBe(known);
      expect(output<{ status: string }>("dig_lookup", { domain: name, record_type: "SOA" }).status).toBe(known === "ok" ? "NOERROR" : "NXDOMAIN");
    }
    expect(Math.abs(DOMAINS.filter(isRegistered).length / DOMAINS.length - 0.66)).toBeLessThan(0.15);
  });

  it("takes a name in any case, with a point at its end, in Unicode or Punycode", () => {
    expect(output("host_lookup", { name: "WWW.Example.COM." })).toEqual(output("host_lookup", { name: "www.example.com" }));
    expect(call("whois_lookup", { domain: "münchen.de" })).toEqual(call("whois_lookup", { domain: "xn--mnchen-3ya.de" }));
    expect(output("host_lookup", { name: "2001:DB8:1:0:0:0:0:1" })).toEqual(output("host_lookup", { name: "2001:db8:1::1" }));
  });

  it.each(["", "com", "co.uk", "no domain", "a..com", "-a.com", "a-.com", `${"a".repeat(64)}.com`, "x.notatld", "1.2.3", "1.2.3.4.5", "256.1.1.1", "http://example.com", "example.com/a", "$(id).com", "a\u0000.com"])(
    "refuses %j",
    (name) => {
      for (const [tool, args] of [["whois_lookup", { domain: name }], ["nmap_scan", { target: name }], ["dnsrecon_lookup", { domain: name }], ["dnstwist_lookup", { domain: name }], ["dig_lookup", { domain: name }], ["host_lookup", { name }], ["osint_overview", { domain: name }]] as const) {
        const { status, output: said } = call(tool, args);
        expect(status).toBe(name === "" ? "invalid" : "failed");
        expect(String(said)).toMatch(/[.`]$/);
      }
    },
  );
});

describe("whois_lookup", () => {
  it("tells times in order and name servers that answer", () => {
    for (const name of REGISTERED()) {
      const { domain: found, created, updated, expires, name_servers, registrar_url, country } = output<Record<string, string> & { name_servers: string[] }>("whois_lookup", { domain: `www.${name}` });
      expect(found).toBe(name);
      expect([created, updated, expires]).toEqual([created, updated, expires].sort());
      expect(created!.slice(4)).toBe(expires!.slice(4));
      expect(country).toMatch(/^[A-Z]{2}$/);
      expect(isRegistered(new URL(registrar_url!).hostname)).toBe(true);
      for (const server of name_servers) {
        const { open } = output<Scan>("nmap_scan", { target: server });
        expect(open.map(({ port }) => port)).toContain(53);
      }
    }
  });
});

describe("dnsrecon_lookup, dig_lookup and host_lookup", () => {
  it("agree, and lead only to addresses for documentation", () => {
    for (const name of REGISTERED()) {
      const { records } = output<{ records: DnsRecord[] }>("dnsrecon_lookup", { domain: name });
      expect(records.filter(({ type }) => type === "SOA")).toHaveLength(1);
      for (const record of records) {
        expect(record.name === name || record.name.endsWith(`.${name}`)).toBe(true);
        const { answers } = output<{ answers: DnsRecord[] }>("dig_lookup", { domain: record.name, record_type: record.type });
        expect(answers).toEqual(records.filter((other) => other.name === record.name && other.type === record.type));
        if (["A", "AAAA"].includes(record.type)) {
          expect(isIPv6(record.value)).toBe(record.type === "AAAA");
          expect(isMadeUp(record.value)).toBe(true);
        }
      }
      for (const host of new Set(records.filter(({ type }) => ["A", "AAAA", "CNAME"].includes(type)).map((record) => record.name))) {
        const found = output<Host>("host_lookup", { name: host });
        const own = (type: string, of = host): string[] => records.filter((record) => record.name === of && record.type === type).map((record) => record.value);
        const [alias] = own("CNAME");
        expect(found.alias_of).toBe(alias === undefined ? null : bare(alias));
        const target = alias === undefined ? host : bare(alias);
        expect(found.addresses).toEqual([...own("A", target), ...own("AAAA", target)]);
        expect(found.mail_servers).toEqual(own("MX", target).map((value) => bare(value.split(" ")[1]!)));
      }
    }
  });

  it("follow aliases, and know names without such records from names that do not exist", () => {
    for (const name of REGISTERED()) {
      const { records } = output<{ records: DnsRecord[] }>("dnsrecon_lookup", { domain: name });
      for (const alias of records.filter(({ type }) => type === "CNAME")) {
        const apex = records.filter((record) => record.name === name && record.type === "A");
        expect(output("dig_lookup", { domain: alias.name })).toMatchObject({ status: "NOERROR", answers: [alias, ...apex] });
      }
      expect(output("dig_lookup", { domain: name, record_type: "CNAME" })).toMatchObject({ status: "NOERROR", answers: [] });
      expect(output("dig_lookup", { domain: `nosuchhost.${name}` })).toMatchObject({ status: "NXDOMAIN", answers: [] });
      expect(call("host_lookup", { name: `nosuchhost.${name}` }).status).toBe("failed");
    }
  });

  it("lead back from each address to a name that leads to it", () => {
    const octets = fc.tuple(fc.constantFrom("192.0.2", "198.51.100", "203.0.113"), fc.nat(255)).map((parts) => parts.join("."));
    for (const address of samples(fc.oneof(octets, fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(65535), fc.nat(65535)).map(([a, b, c]) => `2001:db8:${a}::${b.toString(16)}:${c.toString(16)}`)), 200)) {
      const answer = call("host_lookup", { name: address });
      const nothing = /\.(0|255)$/.test(address) || /^198\.51\.100\.(127|128)$/.test(address);
      expect(answer.status, address).toBe(nothing ? "failed" : "ok");
      if (nothing) continue;
      const { name, addresses } = answer.output as Host;
      expect(output<Host>("host_lookup", { name }).addresses).toEqual(addresses);
      const { answers } = output<{ answers: DnsRecord[] }>("dig_lookup", { domain: address, record_type: "PTR" });
      expect(answers.map(({ value }) => value)).toEqual([`${name}.`]);
      expect(answers[0]!.name).toMatch(address.includes(":") ? /^(?:[0-9a-f]\.){32}ip6\.arpa$/ : new RegExp(`^${address.split(".").reverse().join("\\.")}\\.in-addr\\.arpa$`));
    }
  });

  it("know no other addresses", () => {
    for (const address of samples(fc.oneof(fc.ipV4(), fc.ipV6().filter((a) => !a.includes("%")))).filter((a) => !isMadeUp(a))) {
      expect(call("host_lookup", { name: address }).status, address).toBe("failed");
      expect(call("nmap_scan", { target: address }).status, address).toBe("failed");
    }
  });
});

describe("nmap_scan", () => {
  const ports = (scan: Scan): number[] => scan.open.map(({ port }) => port);

  it("finds the same by name and by address, and accounts for every port", () => {
    for (const name of REGISTERED()) {
      const { records } = output<{ records: DnsRecord[] }>("dnsrecon_lookup", { domain: name });
      for (const host of new Set(records.filter(({ type }) => type === "A").map((record) => record.name))) {
        const byName = output<Scan>("nmap_scan", { target: host });
        const byAddress = output<Scan>("nmap_scan", { target: byName.address });
        expect({ ...byAddress, target: host }).toEqual(byName);
        expect(byName.open.length + byName.closed + byName.filtered).toBe(26);
        expect(Math.min(byName.closed, byName.filtered)).toBe(0);
      }
    }
  });

  it("finds of some ports what it finds of all", () => {
    const list = fc.array(fc.oneof(fc.constantFrom("80", "22", "443", "25"), fc.tuple(fc.integer({ min: 1, max: 65535 }), fc.nat(300)).map(([from, more]) => `${from}-${Math.min(65535, from + more)}`)), { minLength: 1, maxLength: 5 });
    for (const [name, parts] of samples(fc.tuple(fc.constantFrom(...REGISTERED()), list))) {
      const asked = new Set<number>();
      for (const part of parts) {
        const [from, to = from] = part.split("-").map(Number);
        for (let port = from!; port <= to!; port++) asked.add(port);
      }
      const all = output<Scan>("nmap_scan", { target: name, ports: "1-65535" });
      const some = output<Scan>("nmap_scan", { target: name, ports: parts.join(", ") });
      expect(ports(some)).toEqual(ports(all).filter((port) => asked.has(port)));
      expect(some.open.length + some.closed + some.filtered).toBe(asked.size);
      expect(ports(output("nmap_scan", { target: name }))).toEqual(ports(all));
    }
  });

  it("finds a web server at domains, and a mail server where mail goes", () => {
    for (const name of REGISTERED()) {
      expect(ports(output("nmap_scan", { target: name }))).toContain(80);
      for (const server of output<Host>("host_lookup", { name }).mail_servers) expect(ports(output("nmap_scan", { target: server }))).toContain(25);
    }
  });

  it.each(["0", "65536", "80-", "-80", "90-80", "80,,81", "http", "80;81", "1e3"])("refuses the ports %j", (list) => {
    expect(call("nmap_scan", { target: "example.com", ports: list }).status).toBe("failed");
  });
});

describe("dnstwist_lookup", () => {
  it("lists different domains that are a slip away, with what whois_lookup and host_lookup say", () => {
    for (const name of DOMAINS.slice(0, 60)) {
      const found = output<{ tried: number; registered: number; lookalikes: { technique: string; domain: string; registered: boolean; addresses: string[] }[] }>("dnstwist_lookup", { domain: name, registered_only: false, limit: 200 });
      const stem = (of: string): string => of.slice(0, of.indexOf("."));
      expect(new Set([name, ...found.lookalikes.map((l) => l.domain)]).size).toBe(Math.min(200, found.tried) + 1);
      for (const lookalike of found.lookalikes) {
        if (lookalike.technique === "top-level domain") expect(stem(lookalike.domain)).toBe(stem(name));
        else expect(distance(stem(lookalike.domain), stem(name)), `${lookalike.domain} ${name}`).toBeLessThanOrEqual(2);
      }
      for (const { domain: other, registered, addresses } of found.lookalikes.slice(0, 10)) {
        expect(registered).toBe(isRegistered(other));
        expect(addresses).toEqual(registered ? output<Host>("host_lookup", { name: other }).addresses : []);
      }
      const taken = found.lookalikes.filter(({ registered }) => registered).slice(0, 7);
      if (found.tried <= 200) expect(found.registered).toBe(found.lookalikes.filter(({ registered }) => registered).length);
      expect(output("dnstwist_lookup", { domain: name, limit: 7 })).toMatchObject({ tried: found.tried, lookalikes: taken });
    }
  });
});

describe("osint_overview", () => {
  it("says what the single tools say", () => {
    for (const name of REGISTERED()) {
      const { addresses, mail_servers } = output<Host>("host_lookup", { name });
      const { records } = output<{ records: DnsRecord[] }>("dnsrecon_lookup", { domain: name });
      expect(output("osint_overview", { domain: name })).toEqual({
        domain: name,
        registration: output("whois_lookup", { domain: name }),
        addresses,
        mail_servers,
        hosts: [...new Set(records.map((record) => record.name))].filter((host) => host !== name),
        open_ports: output<Scan>("nmap_scan", { target: name }).open,
        lookalikes: output<{ lookalikes: { domain: string }[] }>("dnstwist_lookup", { domain: name, limit: 10 }).lookalikes.map((l) => l.domain),
      });
    }
  });
});

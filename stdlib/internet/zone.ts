/** The records of a domain, and what a question to the Domain Name System is answered with. */

import { POOL, addressOfPoolName, ipv4Of, ipv6Of, poolName, reverseName, roleOf, type Role } from "./addresses.js";
import { draw, drawChance, drawInt, pick } from "./draws.js";
import { DNS_PROVIDERS, MAIL_PROVIDERS, isRegistered, nameServersOf } from "./registry.js";

export type RecordType = "A" | "AAAA" | "CNAME" | "MX" | "NS" | "PTR" | "SOA" | "TXT";

export interface DnsRecord {
  readonly name: string;
  readonly type: RecordType;
  /** For how many seconds the record may be kept. */
  readonly ttl: number;
  readonly value: string;
}

/** Hosts that a domain may have, each with what percentage. */
const HOSTS: readonly (readonly [label: string, percent: number, role: Role])[] = [
  ["api", 35, "web"], ["blog", 30, "web"], ["cdn", 15, "web"], ["dev", 25, "host"], ["docs", 20, "web"], ["ftp", 20, "host"], ["git", 15, "host"],
  ["intranet", 10, "host"], ["shop", 25, "web"], ["staging", 20, "host"], ["status", 15, "web"], ["test", 15, "host"], ["vpn", 25, "host"], ["webmail", 20, "mail"],
];

/** All records under a registered domain, the domain's own first, then by host. */
export function zoneOf(domain: string): DnsRecord[] {
  const records: DnsRecord[] = [];
  const add = (name: string, type: RecordType, value: string, ttl = pick(domain, `ttl of ${type}`, [300, 3600, 14400])): void => void records.push({ name, type, ttl, value });
  const addHost = (name: string, role: Role): void => {
    add(name, "A", ipv4Of(role, name));
    if (drawChance(name, "has ipv6", 50)) add(name, "AAAA", ipv6Of(role, name));
  };

  const servers = nameServersOf(domain);
  const serial = 2025010100 + (draw(domain, "serial") % 100);
  add(domain, "SOA", `${servers[0]}. hostmaster.${domain}. ${serial} 7200 3600 1209600 3600`, 3600);
  for (const server of servers) add(domain, "NS", `${server}.`, 86400);
  addHost(domain, "web");
  addMail(domain, add, addHost);
  if (drawChance(domain, "verification", 40)) add(domain, "TXT", `"site-verification=${draw(domain, "token").toString(16).padStart(8, "0")}"`);

  if (drawChance(domain, "www is an alias", 50)) add(`www.${domain}`, "CNAME", `${domain}.`);
  else addHost(`www.${domain}`, "web");
  for (const [label, percent, role] of HOSTS) {
    const name = `${label}.${domain}`;
    if (!drawChance(name, "exists", percent)) continue;
    if (role === "web" && drawChance(name, "is an alias", 30)) add(name, "CNAME", `${domain}.`);
    else addHost(name, role);
  }
  if (DNS_PROVIDERS.includes(domain)) for (const server of servers) addHost(server, "name");
  return records;
}

/** A provider's customers have mail there, some domains a server of their own, and the rest none. */
function addMail(domain: string, add: (name: string, type: RecordType, value: string) => void, addHost: (name: string, role: Role) => void): void {
  const provides = MAIL_PROVIDERS.includes(domain);
  const choice = provides ? 0 : drawInt(domain, "mail", 1, 100);
  if (choice > 80) return add(domain, "TXT", '"v=spf1 -all"');
  const provider = choice <= 50 ? (provides ? domain : pick(domain, "mail provider", MAIL_PROVIDERS)) : null;
  const servers = provider === null ? [`mail.${domain}`] : [`mx1.${provider}`, `mx2.${provider}`];
  servers.forEach((server, i) => add(domain, "MX", `${(i + 1) * 10} ${server}.`));
  add(domain, "TXT", provider === null || provides ? '"v=spf1 mx -all"' : `"v=spf1 include:${provider} -all"`);
  if (drawChance(domain, "dmarc", 60)) add(`_dmarc.${domain}`, "TXT", `"v=DMARC1; p=${pick(domain, "policy", ["none", "quarantine", "reject"])}; rua=mailto:postmaster@${domain}"`);
  if (provider === null || provides) for (const server of servers) addHost(server, "mail");
}

/**
 * What questions about a name are answered with: its records, or for an alias that and those of what it leads to. Null for
 * a name that does not exist. Takes a plain name and the domain it stands under.
 */
export function recordsAt(name: string, domain: string): DnsRecord[] | null {
  if (!isRegistered(domain)) return null;
  const zone = domain === POOL && name !== POOL ? poolRecords(name) : zoneOf(domain);
  const own = zone.filter((record) => record.name === name);
  // An alias leads to the domain itself, which is none.
  const isAlias = own.some((record) => record.type === "CNAME");
  const records = isAlias ? [...own, ...zone.filter((record) => record.name === domain)] : own;
  return records.length === 0 ? null : records;
}

function poolRecords(name: string): DnsRecord[] {
  const address = addressOfPoolName(name);
  return address === null ? zoneOf(POOL) : [{ name, type: address.includes(":") ? "AAAA" : "A", ttl: 86400, value: address }];
}

/** Where an address leads back to; null for one of no machine. Takes a plain address. */
export function recordsBack(address: string): DnsRecord[] | null {
  return roleOf(address) === null ? null : [{ name: reverseName(address), type: "PTR", ttl: 86400, value: `${poolName(address)}.` }];
}

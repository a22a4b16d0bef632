/** Implementations of the functions that `internet.world` declares. Pure and deterministic: no packet is ever sent. */

import { fail } from "../runtime/failure.js";
import { host_name, plain_address, registrable_domain } from "./domains.js";
import { COMMON_PORTS, scanOf, type Scan } from "./internet/machine.js";
import { isRegistered, registrationOf, type Registration } from "./internet/registry.js";
import { recordsAt, recordsBack, zoneOf, type DnsRecord, type RecordType } from "./internet/zone.js";

const HIGHEST_PORT = 65_535;

export function registration(name: string): Registration | null {
  return registrationOf(registrable_domain(name));
}

export function is_registered(name: string): boolean {
  return isRegistered(registrable_domain(name));
}

export function dns_query(name: string, type: RecordType): readonly DnsRecord[] | null {
  const address = plain_address(name);
  if (address !== null && type !== "PTR") fail(`${name} is an address and has only PTR records. Ask for those, or give a domain name.`);
  if (address === null && type === "PTR") fail(`PTR records belong to addresses, and "${name}" is none.`);
  const records = address === null ? recordsAt(host_name(name), registrable_domain(name)) : recordsBack(address);
  return records?.filter((record) => record.type === type || record.type === "CNAME") ?? null;
}

export function zone(name: string): DnsRecord[] | null {
  const domain = registrable_domain(name);
  return isRegistered(domain) ? zoneOf(domain) : null;
}

interface Host {
  readonly name: string;
  readonly alias_of: string | null;
  readonly addresses: readonly string[];
  readonly mail_servers: readonly string[];
}

export function host(target: string): Host | null {
  const address = plain_address(target);
  const records = address === null ? recordsAt(host_name(target), registrable_domain(target)) : recordsBack(address);
  if (records === null) return null;
  const values = (type: RecordType): string[] => records.filter((record) => record.type === type).map(relative);
  if (address !== null) return { name: values("PTR")[0]!, alias_of: null, addresses: [address], mail_servers: [] };
  return {
    name: host_name(target),
    alias_of: values("CNAME")[0] ?? null,
    addresses: [...values("A"), ...values("AAAA")],
    mail_servers: values("MX").map((value) => value.slice(value.indexOf(" ") + 1)),
  };
}

/** The value of a record, without the point that ends a name in it. */
function relative(record: DnsRecord): string {
  return record.value.replace(/\.$/, "");
}

export function scan(address: string, ports: string): Scan | null {
  const plain = plain_address(address) ?? fail(`"${address}" is no address.`);
  return scanOf(plain, ports === "" ? COMMON_PORTS : portList(ports));
}

/** Each port once, in order. */
function portList(text: string): number[] {
  const isListed = new Uint8Array(HIGHEST_PORT + 1);
  for (const part of text.split(",")) {
    const [, from = "", to = from] = /^ *(\d{1,5})(?:-(\d{1,5}))? *$/.exec(part) ?? fail(`"${text}" is no list of ports. Write it like 22,80,8000-8100.`);
    const [first, last] = [Number(from), Number(to)];
    if (first < 1 || last > HIGHEST_PORT || first > last) fail(`There are no ports ${part.trim()}: they go from 1 to ${HIGHEST_PORT}, and a range from its lower end to its higher one.`);
    isListed.fill(1, first, last + 1);
  }
  const ports: number[] = [];
  isListed.forEach((listed, port) => listed === 1 && ports.push(port));
  return ports;
}

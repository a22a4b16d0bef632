/**
 * Which addresses exist: those kept for documentation (RFC 5737, RFC 3849), and no others. An address tells by its range
 * what the machine behind it is for, so a scan by address and one by name find the same.
 */

import ipaddr from "ipaddr.js";
import { draw } from "./draws.js";

export type Role = "web" | "mail" | "name" | "host";

/** The prefix of each role's IPv4 addresses and the last number's range; of its IPv6 addresses, the third group. */
const RANGES: Readonly<Record<Role, { readonly v4: string; readonly from: number; readonly to: number; readonly v6: number }>> = {
  web: { v4: "192.0.2", from: 1, to: 254, v6: 1 },
  mail: { v4: "198.51.100", from: 1, to: 126, v6: 2 },
  name: { v4: "198.51.100", from: 129, to: 254, v6: 3 },
  host: { v4: "203.0.113", from: 1, to: 254, v6: 4 },
};
const ROLES = Object.keys(RANGES) as readonly Role[];
/** The domain of the names that addresses lead back to. */
export const POOL = "pool.example";

export function ipv4Of(role: Role, subject: string): string {
  const { v4, from, to } = RANGES[role];
  return `${v4}.${from + (draw(subject, "ipv4") % (to - from + 1))}`;
}

export function ipv6Of(role: Role, subject: string): string {
  const low = draw(subject, "ipv6");
  return plain([0x2001, 0xdb8, RANGES[role].v6, 0, 0, 0, low >>> 16, low & 0xffff]);
}

/** What the machine at an address is for; null for an address of no machine. Takes plain forms. */
export function roleOf(address: string): Role | null {
  if (address.includes(":")) {
    const [a, b, group, ...rest] = parts(address);
    if (a !== 0x2001 || b !== 0xdb8 || rest.slice(0, 3).some((part) => part !== 0)) return null;
    return ROLES.find((role) => RANGES[role].v6 === group) ?? null;
  }
  const last = address.lastIndexOf(".");
  const number = Number(address.slice(last + 1));
  return ROLES.find((role) => RANGES[role].v4 === address.slice(0, last) && number >= RANGES[role].from && number <= RANGES[role].to) ?? null;
}

/** The name that an address leads back to. */
export function poolName(address: string): string {
  const label = address.includes(":") ? parts(address).map((part) => part.toString(16)).join("-") : address.replaceAll(".", "-");
  return `${label}.${POOL}`;
}

/** The address that a name in the pool leads to; null for a name that no address has. */
export function addressOfPoolName(name: string): string | null {
  const label = name.slice(0, -POOL.length - 1);
  const groups = label.split("-");
  const isV4 = groups.length === 4;
  if (!isV4 && groups.length !== 8) return null;
  const address = isV4 ? groups.join(".") : /^(?:[0-9a-f]{1,4}-){7}[0-9a-f]{1,4}$/.test(label) ? plain(groups.map((group) => parseInt(group, 16))) : null;
  return address !== null && roleOf(address) !== null && poolName(address) === name ? address : null;
}

/** The name under which the reverse entry of an address stands. */
export function reverseName(address: string): string {
  if (!address.includes(":")) return `${address.split(".").reverse().join(".")}.in-addr.arpa`;
  const digits = parts(address).map((part) => part.toString(16).padStart(4, "0")).join("");
  return `${[...digits].reverse().join(".")}.ip6.arpa`;
}

function parts(address: string): number[] {
  return ipaddr.IPv6.parse(address).parts;
}

function plain(groups: number[]): string {
  return new ipaddr.IPv6(groups).toRFC5952String();
}

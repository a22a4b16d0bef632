/** What a scan of a machine's ports finds. It follows from the address. */

import { roleOf, type Role } from "./addresses.js";
import { drawChance, pick } from "./draws.js";

export interface OpenPort {
  readonly port: number;
  readonly service: string;
  /** The software that answers. */
  readonly version: string | null;
}

export interface Scan {
  readonly system: string;
  readonly open: readonly OpenPort[];
  readonly closed: number;
  readonly filtered: number;
}

/** The services that have ports of their own, in order of the port, and the software that may answer. */
const SERVICES: Readonly<Record<number, readonly [service: string, ...software: string[]]>> = {
  21: ["ftp", "vsftpd 3.0.5", "ProFTPD 1.3.8"],
  22: ["ssh", "OpenSSH 8.9p1", "OpenSSH 9.2p1", "OpenSSH 9.6p1"],
  23: ["telnet", "Linux telnetd"],
  25: ["smtp", "Postfix smtpd", "Exim smtpd 4.96"],
  53: ["domain", "ISC BIND 9.18.24", "NSD 4.8.0", "PowerDNS 4.8.3"],
  80: ["http", "nginx 1.24.0", "Apache httpd 2.4.58", "Caddy httpd"],
  110: ["pop3", "Dovecot pop3d"],
  111: ["rpcbind", "rpcbind 2-4"],
  135: ["msrpc", "Microsoft Windows RPC"],
  139: ["netbios-ssn", "Samba smbd 4.6.2"],
  143: ["imap", "Dovecot imapd"],
  443: ["https", "nginx 1.24.0", "Apache httpd 2.4.58", "Caddy httpd"],
  445: ["microsoft-ds", "Samba smbd 4.6.2"],
  465: ["smtps", "Postfix smtpd", "Exim smtpd 4.96"],
  587: ["submission", "Postfix smtpd", "Exim smtpd 4.96"],
  993: ["imaps", "Dovecot imapd"],
  995: ["pop3s", "Dovecot pop3d"],
  1433: ["ms-sql-s", "Microsoft SQL Server 2019"],
  1723: ["pptp", "linux"],
  3306: ["mysql", "MySQL 8.0.36", "MariaDB 10.11.6"],
  3389: ["ms-wbt-server", "xrdp"],
  5432: ["postgresql", "PostgreSQL DB 15.6", "PostgreSQL DB 16.2"],
  5900: ["vnc", "VNC protocol 3.8"],
  6379: ["redis", "Redis key-value store 7.2.4"],
  8080: ["http-proxy", "Jetty 11.0.20", "nginx 1.24.0"],
  8443: ["https-alt", "Jetty 11.0.20", "nginx 1.24.0"],
};
export const COMMON_PORTS: readonly number[] = Object.keys(SERVICES).map(Number);

/** Of a hundred machines for a purpose, so many have a port open. */
const OPEN: Readonly<Record<Role, Readonly<Record<number, number>>>> = {
  web: { 22: 50, 80: 100, 443: 95, 8080: 15, 8443: 10 },
  mail: { 22: 40, 25: 100, 110: 25, 143: 60, 465: 50, 587: 90, 993: 95, 995: 25 },
  name: { 22: 30, 53: 100 },
  host: { 21: 25, 22: 90, 80: 45, 443: 40, 3306: 20, 3389: 10, 5432: 25, 6379: 10, 8080: 30 },
};
const SYSTEMS = ["Linux 5.15", "Linux 6.1", "Linux 6.8", "FreeBSD 14.0"];

/** Scans ports of a machine; null where there is none. Takes a plain address. */
export function scanOf(address: string, ports: readonly number[]): Scan | null {
  const role = roleOf(address);
  if (role === null) return null;
  const open = ports.filter((port) => port in OPEN[role] && drawChance(address, `port ${port}`, OPEN[role][port]!)).map((port) => openPort(address, port));
  const shut = ports.length - open.length;
  const drops = drawChance(address, "firewall", 50);
  return { system: pick(address, "system", SYSTEMS), open, closed: drops ? 0 : shut, filtered: drops ? shut : 0 };
}

/** The services of one kind, such as both ports of the web, are one program's. */
function openPort(address: string, port: number): OpenPort {
  const [service, ...software] = SERVICES[port]!;
  return { port, service, version: pick(address, `program for ${software.join()}`, software) };
}

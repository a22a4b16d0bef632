/** Which domains are registered, by whom, and which of them the internet itself is made of. */

import { POOL } from "./addresses.js";
import { draw, drawChance, drawInt, pick } from "./draws.js";

export interface Registration {
  readonly domain: string;
  readonly registrar: string;
  readonly registrar_url: string;
  readonly registrant: string;
  readonly country: string;
  /** Days since 1970-01-01, like the next two. */
  readonly created: number;
  readonly updated: number;
  readonly expires: number;
  readonly status: readonly string[];
  readonly name_servers: readonly string[];
  readonly dnssec: boolean;
}

const REGISTRARS = ["Clearwater Domains", "Northgate Names", "Polestar Registry Services", "Tidewater Hosting", "Alder & Rook Domains"];
export const DNS_PROVIDERS = ["clearwater-dns.example", "northgate-dns.example", "polestar-dns.example", "tidewater-dns.example"];
export const MAIL_PROVIDERS = ["letterbox.example", "mailharbor.example", "postbridge.example"];
/** Always registered: what other domains lean on, and the domains that documents use as examples. */
const ALWAYS = new Set([POOL, ...DNS_PROVIDERS, ...MAIL_PROVIDERS, ...REGISTRARS.map(siteOf), "example.com", "example.net", "example.org"]);
const REGISTRANTS = [
  "Aldermoor Trading Ltd", "Bluegate Labs", "Corvale Foods", "Duskhaven Studio", "Elmfield Press", "Fernhill Clinic", "Greywater Logistics", "Hollowbrook Farm",
];
const COUNTRIES = ["AU", "BR", "CA", "DE", "ES", "FR", "GB", "IE", "IN", "JP", "NL", "NZ", "SE", "US"];
/** Of a hundred domains somebody might think of, so many are registered. */
const REGISTERED_PERCENT = 66;
const DAY = 86_400_000;

function siteOf(registrar: string): string {
  return `${registrar.toLowerCase().replace(/[^a-z]+/g, "-")}.example`;
}

/** Takes registrable domains. Nothing is ever registered under `.invalid`. */
export function isRegistered(domain: string): boolean {
  return ALWAYS.has(domain) || (!domain.endsWith(".invalid") && drawChance(domain, "registered", REGISTERED_PERCENT));
}

export function nameServersOf(domain: string): string[] {
  const provider = DNS_PROVIDERS.includes(domain) ? domain : pick(domain, "name servers", DNS_PROVIDERS);
  return [`ns1.${provider}`, `ns2.${provider}`];
}

export function registrationOf(domain: string): Registration | null {
  if (!isRegistered(domain)) return null;
  const registrar = pick(domain, "registrar", REGISTRARS);
  const [month, day] = [drawInt(domain, "month", 0, 11), drawInt(domain, "day", 1, 28)];
  const inYear = (year: number): number => Date.UTC(year, month, day) / DAY;
  const created = inYear(drawInt(domain, "created", 1996, 2024));
  return {
    domain,
    registrar,
    registrar_url: `https://${siteOf(registrar)}`,
    registrant: drawChance(domain, "private", 60) ? "Redacted for privacy" : pick(domain, "registrant", REGISTRANTS),
    country: pick(domain, "country", COUNTRIES),
    created,
    updated: created + (draw(domain, "updated") % (inYear(2025) - created)),
    expires: inYear(drawInt(domain, "expires", 2028, 2034)),
    status: ["clientTransferProhibited", ...(drawChance(domain, "locked", 40) ? ["clientDeleteProhibited", "clientUpdateProhibited"] : [])],
    name_servers: nameServersOf(domain),
    dnssec: drawChance(domain, "dnssec", 30),
  };
}

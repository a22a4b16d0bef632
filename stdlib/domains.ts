/** Implementations of the functions that `domains.world` declares. Pure and deterministic. */

import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { parse } from "tldts";
import { fail } from "../runtime/failure.js";

/** Top-level domains kept for examples and tests (RFC 2606), which the Public Suffix List leaves out. */
const RESERVED = new Set(["example", "test", "invalid"]);
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

export function host_name(name: string): string {
  const plain = name.replace(/\.$/, "").toLowerCase();
  const ascii = /^[\x21-\x7e]*$/.test(plain) ? plain : domainToASCII(plain);
  const labels = ascii.split(".");
  if (ascii.length > 253 || labels.length < 2 || !labels.every((label) => LABEL.test(label))) fail(`"${name}" is no domain name. Give one such as shop.example.com.`);
  if (/^\d+$/.test(labels[labels.length - 1]!)) fail(`"${name}" is neither a domain name nor an address.`);
  const { isIcann } = parse(ascii, { validateHostname: false });
  const last = labels[labels.length - 1]!;
  if (isIcann !== true && !RESERVED.has(last)) fail(`"${name}" is no domain name: there is no top-level domain .${last}.`);
  return ascii;
}

export function registrable_domain(name: string): string {
  const ascii = host_name(name);
  return parse(ascii, { validateHostname: false }).domain ?? fail(`"${name}" is a public suffix, under which domains are registered. Name one of them.`);
}

export function plain_address(text: string): string | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  return ipaddr.IPv6.isValid(text) && !text.includes("%") ? ipaddr.IPv6.parse(text).toRFC5952String() : null;
}

/** The keys beside each on a QWERTY keyboard. */
const BESIDE: Readonly<Record<string, string>> = {
  q: "wa", w: "qes", e: "wrd", r: "etf", t: "ryg", y: "tuh", u: "yij", i: "uok", o: "ipl", p: "ol",
  a: "qsz", s: "adwx", d: "sfec", f: "dgrv", g: "fhtb", h: "gjyn", j: "hkum", k: "jli", l: "kop",
  z: "xa", x: "zcs", c: "xvd", v: "cbf", b: "vng", n: "bmh", m: "nj",
};
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  a: ["4"], b: ["8", "d"], d: ["b", "cl"], e: ["3"], g: ["9", "q"], i: ["1", "l"], l: ["1", "i"], m: ["n", "rn"], n: ["m"],
  o: ["0"], q: ["g"], s: ["5"], u: ["v"], v: ["u"], w: ["vv"], z: ["2"], "0": ["o"], "1": ["l", "i"], "5": ["s"],
};
const VOWELS = "aeiou";
const ENDINGS = ["com", "net", "org", "info", "co", "io"];

type Technique = readonly [name: string, variants: (label: string) => readonly string[]];

/** Variants of a label that come of a change at each of its places. */
function atEach(label: string, change: (before: string, letter: string, after: string) => readonly string[]): string[] {
  return [...label].flatMap((letter, i) => [...change(label.slice(0, i), letter, label.slice(i + 1))]);
}

const TECHNIQUES: readonly Technique[] = [
  ["omission", (label) => atEach(label, (before, _letter, after) => [before + after])],
  ["repetition", (label) => atEach(label, (before, letter, after) => [before + letter + letter + after])],
  ["transposition", (label) => atEach(label, (before, letter, after) => (after === "" ? [] : [before + after.charAt(0) + letter + after.slice(1)]))],
  ["replacement", (label) => atEach(label, (before, letter, after) => [...(BESIDE[letter] ?? "")].map((other) => before + other + after))],
  ["homoglyph", (label) => atEach(label, (before, letter, after) => (ALIKE[letter] ?? []).map((other) => before + other + after))],
  ["vowel swap", (label) => atEach(label, (before, letter, after) => (VOWELS.includes(letter) ? [...VOWELS].map((other) => before + other + after) : []))],
  ["hyphenation", (label) => atEach(label, (before, letter, after) => (before === "" ? [] : [`${before}-${letter}${after}`]))],
  ["addition", (label) => [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => label + letter)],
];

export function lookalikes(name: string): { technique: string; domain: string }[] {
  const domain = registrable_domain(name);
  const label = domain.slice(0, domain.indexOf("."));
  const suffix = domain.slice(label.length + 1);
  const found = new Map<string, string>([[domain, ""]]);
  const add = (technique: string, other: string): void => {
    if (!found.has(other)) found.set(other, technique);
  };
  for (const [technique, variants] of TECHNIQUES) {
    for (const variant of variants(label)) if (LABEL.test(variant) && !variant.slice(2).startsWith("--")) add(technique, `${variant}.${suffix}`);
  }
  for (const ending of ENDINGS) add("top-level domain", `${label}.${ending}`);
  found.delete(domain);
  return Array.from(found, ([other, technique]) => ({ technique, domain: other }));
}

/** Wording shared by the runtime's sentences: values as text, shortened, and names as words. */

const LONGEST = 60;

/** A value as short JSON-like text. Never throws, whatever the value is, and never walks a large one. */
export function quote(value: unknown): string {
  try {
    return shorten(text(value, 2));
  } catch {
    return "a value that cannot be read";
  }
}

/** One side of a comparison that did not hold: what the language shows as text as it is. */
export function quoteSide(value: unknown): string {
  return typeof value === "string" ? value : value === null ? "none" : quote(value);
}

/** Cuts a text in the middle of nothing in particular, marking the cut. */
export function shorten(s: string, longest = LONGEST): string {
  return s.length <= longest ? s : `${s.slice(0, longest - 1)}…`;
}

function text(value: unknown, depth: number): string {
  switch (typeof value) {
    case "string":
      // A string cut short keeps its closing quote.
      return JSON.stringify(value.length > LONGEST - 10 ? `${value.slice(0, LONGEST - 10)}…` : value);
    case "bigint":
    case "boolean":
      return String(value).slice(0, LONGEST);
    case "number":
      return Object.is(value, -0) ? "0" : String(value);
    case "undefined":
      return "nothing";
    case "function":
    case "symbol":
      return `a ${typeof value}`;
    default:
      break;
  }
  if (value === null) return "null";
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    if (depth === 0) return "[…]";
    const shown = value.slice(0, 5).map((element) => text(element, depth - 1));
    return `[${shown.join(", ")}${value.length > 5 ? ", …" : ""}]`;
  }
  const names = Object.keys(value as object);
  if (names.length === 0) return "{}";
  if (depth === 0) return "{…}";
  const shown = names
    .slice(0, 5)
    .map((name) => `${shorten(name, 20)}: ${text((value as Record<string, unknown>)[name], depth - 1)}`);
  return `{${shown.join(", ")}${names.length > 5 ? ", …" : ""}}`;
}

/** `LightTalk.GiftCard` → `gift card`. */
export function words(name: string): string {
  const last = name.slice(name.lastIndexOf(".") + 1);
  return last
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/_/g, " ")
    .toLowerCase();
}

/** `x`, `x or y`, `x, y or z`. */
export function alternatives(items: readonly string[]): string {
  if (items.length <= 1) return items.join("");
  return `${items.slice(0, -1).join(", ")} or ${items[items.length - 1]!}`;
}

/** `a list`, `an object`. */
export function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

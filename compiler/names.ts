/** Ways of writing a name. */

/** `send_message` → `SendMessage`. */
export function pascal(name: string): string {
  return name.split(/[^A-Za-z0-9]+/).filter(Boolean).map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
}

/** `LightTalk` → `light_talk`, `LightOS` → `light_os`. */
export function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2").toLowerCase();
}

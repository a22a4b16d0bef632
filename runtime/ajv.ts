/** Ajv, loaded when the first call has to be validated: loading it takes longer than most worlds take to start. */

import { createRequire } from "node:module";
import type { Ajv2020 } from "ajv/dist/2020.js";

export type AjvClass = new (options: object) => Ajv2020;

export function loadAjv(): AjvClass {
  const require = createRequire(import.meta.url);
  return (require("ajv/dist/2020.js") as { Ajv2020: AjvClass }).Ajv2020;
}

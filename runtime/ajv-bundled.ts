/** Stands in for `ajv.ts` in a standalone build, where there is nothing to load from. */

import { Ajv2020 } from "ajv/dist/2020.js";
import type { AjvClass } from "./ajv.js";

export function loadAjv(): AjvClass {
  return Ajv2020 as unknown as AjvClass;
}

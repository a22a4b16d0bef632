/** Implementations of the functions that `identifiers.world` declares. Pure and deterministic: no locale. */

import slugify from "@sindresorhus/slugify";
import { camelCase, snakeCase } from "change-case";

export function snake_case(text: string): string {
  return snakeCase(text, { locale: false });
}

export function camel_case(text: string): string {
  return camelCase(text, { locale: false, mergeAmbiguousCharacters: true });
}

export function slug(text: string): string {
  return slugify(text, { decamelize: false });
}

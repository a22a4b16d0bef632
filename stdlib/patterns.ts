/** Implementations of the functions that `patterns.world` declares. Pure and deterministic. */

import { RE2JS, RE2JSException } from "re2js";
import { fail } from "../runtime/failure.js";

interface Match {
  readonly match: string;
  readonly start: number;
  readonly end: number;
  readonly groups: readonly (string | null)[];
}

/** Instructions that a compiled pattern may have. */
const MAX_SIZE = 500;
/** Each match may cost a walk to the end of the text, with all instructions at each character; this many are some tens of milliseconds. */
const MAX_STEPS = 30_000_000;

export function find_matches(pattern: string, text: string, ignore_case: boolean, limit: number): Match[] {
  const compiledPattern = compiled(pattern, ignore_case);
  const size = compiledPattern.programSize();
  if (size > MAX_SIZE || (20 + size) * text.length * limit > MAX_STEPS) {
    fail(`The pattern is too large for a text of this length and ${limit} matches. Make it simpler, or give less text or a lower limit.`);
  }
  const matcher = compiledPattern.matcher(text);
  const position = characterPositions(text);
  const found: Match[] = [];
  while (found.length < limit && matcher.find()) {
    const groups = Array.from({ length: matcher.groupCount() }, (_, i) => matcher.group(i + 1) ?? null);
    found.push({ match: matcher.group() ?? "", start: position(matcher.start()), end: position(matcher.end()), groups });
  }
  return found;
}

function compiled(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (thrown) {
    if (!(thrown instanceof RE2JSException)) throw thrown;
    return fail(`The pattern cannot be used: ${thrown.message.replace(/^error parsing regexp: /, "")}.`);
  }
}

/** From an index of UTF-16 units to one of characters, for indexes that only grow. */
function characterPositions(text: string): (index: number) => number {
  let units = 0;
  let characters = 0;
  return (index) => {
    for (; units < index; characters++) units += text.codePointAt(units)! > 0xffff ? 2 : 1;
    return characters;
  };
}

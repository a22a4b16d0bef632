/**
 * How generated code ends a call early. Neither class is an `Error`: capturing a stack would cost more than the call.
 */

/** Marks what is thrown, so that a second copy of this module, in a program that loads two, knows it too. */
const FAILURE = Symbol.for("worldc.failure");
const DIAGNOSTIC = Symbol.for("worldc.diagnostic");

function isMarked(value: unknown, mark: symbol): boolean {
  return typeof value === "object" && value !== null && mark in value;
}

/** A business failure: the call rolls back, `message` is what the agent reads. `keep` then runs and is committed. */
export class Failure {
  readonly [FAILURE] = true;

  static [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, FAILURE);
  }

  constructor(
    readonly message: string,
    readonly keep?: () => void,
  ) {}
}

/** Codes of run-time diagnostics; each has a page in `docs/language.md`. */
export type RuntimeCode =
  | "division-by-zero"
  | "overflow"
  | "deleted-row"
  | "nothing-to-pick"
  | "no-free-value"
  | "too-long"
  | "tree-cycle"
  /** A leg of a graph costs less than nothing. */
  | "negative-cost"
  | "unset-state"
  | "rule-broken"
  /** A trigger's body failed as a call would. */
  | "failure"
  /** Triggers set each other off without end. */
  | "unsettled"
  | "internal";

/** What the checker cannot exclude: the call fails, rolls back, and the author learns where. `src` is `file:line`. */
export class RuntimeDiagnostic {
  readonly [DIAGNOSTIC] = true;

  static [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(value, DIAGNOSTIC);
  }

  constructor(
    readonly code: RuntimeCode,
    readonly message: string,
    readonly src?: string,
  ) {}
}

/** Ends the call as a business failure. */
export function fail(message: string, keep?: () => void): never {
   
  throw new Failure(message, keep);
}

/** Ends the call as a run-time diagnostic. */
export function diagnose(code: RuntimeCode, message: string, src?: string): never {
   
  throw new RuntimeDiagnostic(code, message, src);
}

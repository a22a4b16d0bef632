/** Whatever was thrown, as a diagnostic. */

import { RuntimeDiagnostic, Failure } from "./failure.js";
import { shorten } from "./quote.js";
import type { Diagnostic } from "./record.js";

/** A diagnostic from whatever was thrown; anything unforeseen is `internal`. */
export function diagnosticOf(thrown: unknown, src: string): Diagnostic {
  if (thrown instanceof Failure) return { code: "failure", message: thrown.message, src };
  if (thrown instanceof RuntimeDiagnostic)
    return { code: thrown.code, message: thrown.message, src: thrown.src ?? src };
  if (thrown instanceof RangeError && thrown.message === "Invalid string length") {
    return { code: "too-long", message: "A text grew beyond what can be held.", src };
  }
  let detail = "";
  try {
    detail = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  } catch {
    // A thrown value that cannot be read says nothing.
  }
  return { code: "internal", message: shorten(detail, 500), src };
}

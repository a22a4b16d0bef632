import { Failure } from "../../runtime/failure.js";

/** What a function of the standard library says when it refuses; throws if it does not. */
export function refusal(call: () => unknown): string {
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown.message;
    throw thrown;
  }
  throw new Error("It was not refused.");
}

import { describe, expect, it } from "vitest";
import { Failure, RuntimeDiagnostic } from "../../runtime/failure.js";

describe("what generated code throws", () => {
  it("is known to every copy of the runtime that a program loads", () => {
    const foreign = [{ [Symbol.for("worldc.failure")]: true, message: "no" }, { [Symbol.for("worldc.diagnostic")]: true, code: "overflow", message: "no" }] as const;
    expect(foreign.map((thrown) => [(thrown as unknown) instanceof Failure, (thrown as unknown) instanceof RuntimeDiagnostic])).toEqual([[true, false], [false, true]]);
    expect([new Failure("no") instanceof Failure, new RuntimeDiagnostic("overflow", "no") instanceof RuntimeDiagnostic]).toEqual([true, true]);
    for (const other of [null, undefined, "no", new Error("no"), {}]) expect([(other as unknown) instanceof Failure, (other as unknown) instanceof RuntimeDiagnostic]).toEqual([false, false]);
  });
});

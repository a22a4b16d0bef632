/** Runs `test` blocks: each in a session of its own, without faults unless it asks for them. */

import type { KeySource } from "./codec.js";
import type { Write } from "./difference.js";
import { Failure, RuntimeDiagnostic } from "./failure.js";
import type { ToolShape } from "./program.js";
import { quote, quoteSide } from "./quote.js";
import type { CallRecord, Diagnostic, Status } from "./record.js";
import { Session } from "./session.js";
import { keyText } from "./shape.js";
import { StartError } from "./start.js";
import { diagnosticOf } from "./thrown.js";
import type { Store } from "./store.js";
import type { ExpectedCall, TestContext, TestDef, Value, WorldDef } from "./types.js";

/** How a test went. */
export interface TestResult {
  readonly label: string;
  readonly src: string;
  readonly passed: boolean;
  readonly failure?: TestFailure;
}

export interface TestFailure {
  readonly message: string;
  /** `file:line` of the statement that did not hold. */
  readonly src: string;
  readonly expected?: string;
  readonly got?: string;
  /** The call that came last, with what it wrote. */
  readonly lastCall?: TestCall;
}

export interface TestCall {
  readonly tool: string;
  readonly args: unknown;
  readonly status: Status;
  readonly output: unknown;
  readonly writes: readonly Write[];
}

type Args = Readonly<Record<string, Value>>;

/** Ends a test early; never leaves this file. */
class Failed {
  constructor(readonly failure: TestFailure) {}
}

function failTest(failure: TestFailure): never {
   
  throw new Failed(failure);
}

/** Runs one test. Never throws: whatever goes wrong is the test's failure. */
export function runTest(world: WorldDef, test: TestDef): TestResult {
  const { label, src } = test;
  let context: Context | null = null;
  try {
    const session = Session.start(world, { seed: test.seed, faults: test.faults ? "seeded" : "off" });
    context = new Context(session, src);
    test.body(context);
    return { label, src, passed: true };
  } catch (thrown) {
    const lastCall = context?.lastCall();
    return { label, src, passed: false, failure: { ...failureOf(thrown, src), ...(lastCall ? { lastCall } : {}) } };
  }
}

function failureOf(thrown: unknown, src: string): TestFailure {
  if (thrown instanceof Failed) return thrown.failure;
  if (thrown instanceof Failure) return { message: thrown.message, src };
  if (thrown instanceof StartError)
    return { message: `The world cannot be set up: ${thrown.message}`, src: thrown.src ?? src };
  const { code, message, src: place } = diagnosticOf(thrown, src);
  return { message: thrown instanceof RuntimeDiagnostic ? message : `${code}: ${message}`, src: place };
}

class Context implements TestContext {
  private last: CallRecord | null = null;

  constructor(
    private readonly session: Session,
    private readonly src: string,
  ) {}

  get db(): Store {
    return this.session.store;
  }

  lastCall(): TestCall | null {
    if (this.last === null) return null;
    const { tool, args, status, output, writes } = this.last;
    return { tool, args, status, output, writes };
  }

  key(table: number, slot: number | null): string {
    if (slot === null) return "none";
    return this.session.store.alive(table, slot) ? String(keyText(this.session.store.key(table, slot))) : `deleted row ${slot}`;
  }

  call(
    tool: string,
    args: Readonly<Record<string, Value>>,
    expected: ExpectedCall,
  ): Value {
    const { program, store } = this.session;
    const number = program.toolNumbers.get(tool);
    const shape = number === undefined || number < 0 ? null : program.tools[number]!;
    this.last = this.session.call(tool, shape === null ? args : encodeArgs(shape, args, store), shape?.def.forUser === true ? { byUser: true } : undefined);
    const { status, output, diagnostic } = this.last;
    const { src } = expected;
    const got = `${status}: ${typeof output === "string" ? output : quote(output)}`;
    if (diagnostic !== undefined) {
      failTest({ message: `${tool}: ${diagnostic.code} at ${diagnostic.src}: ${diagnostic.message}`, src });
    }
    this.firings(this.last.triggers, src);
    const { fires } = expected;
    if (fires !== undefined && !this.last.triggers.some(({ trigger }) => trigger === fires)) failTest({ message: `${fires} was expected to fire in ${tool}.`, src });
    if (expected.fails === undefined) {
      if (status !== "ok") failTest({ message: `${tool} was expected to succeed.`, src, expected: "ok", got });
      return shape === null ? output : shape.result.decode(output, store);
    }
    const wanted = `a failure that says ${JSON.stringify(expected.fails)}`;
    if (status === "ok") failTest({ message: `${tool} was expected to fail.`, src, expected: wanted, got });
    if (!String(output).includes(expected.fails)) {
      failTest({ message: `${tool} failed, but with another message.`, src, expected: wanted, got });
    }
    return null;
  }

  expect(holds: boolean, text: string, values: readonly Value[], src: string): void {
    if (holds) return;
    failTest({
      message: `expected ${text}`,
      src: src || this.src,
      expected: text,
      ...(values.length > 0 ? { got: values.map(quoteSide).join(", ") } : {}),
    });
  }

  advance(seconds: number): void {
    this.firings(this.session.advance(seconds), this.src);
  }

  /** A trigger that had to be taken back is a defect of the world. */
  private firings(fired: readonly { readonly trigger: string; readonly diagnostic?: Diagnostic }[], src: string): void {
    const broken = fired.find(({ diagnostic }) => diagnostic !== undefined);
    if (broken?.diagnostic === undefined) return;
    const { code, message, src: place } = broken.diagnostic;
    failTest({ message: `The trigger ${broken.trigger}: ${code} at ${place}: ${message}`, src });
  }
}

/**
 * Arguments as they travel. Where a row is expected, a slot becomes its key; a key is a text, a record of its parts, or
 * `{ key }` where it is a number at run time.
 */
export function encodeArgs(shape: ToolShape, args: Readonly<Record<string, Value>>, store: Store): Record<string, unknown> {
  const keys: KeySource = {
    key: (table, row: unknown) => {
      if (typeof row === "number") return store.key(table, row);
      if (typeof row !== "object" || row === null) return row;
      const parts = store.program.shapes[table]!.key;
      const [only] = parts;
      if (parts.length === 1 && only) return only.codec.encode((row as Args)["key"], keys);
      return Object.fromEntries(parts.map(({ name, codec }) => [name, codec.encode((row as Args)[name], keys)]));
    },
    slot: (table, key) => store.slot(table, key),
  };
  const json: Record<string, unknown> = {};
  for (const name of Object.keys(args)) {
    const i = shape.def.params.findIndex((param) => param.name === name);
    const value = args[name];
    if (i < 0) json[name] = value;
    else if (value != null || !shape.params[i]!.optional) json[name] = shape.params[i]!.codec.encode(value, keys);
  }
  return json;
}

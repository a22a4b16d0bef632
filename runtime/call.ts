/** One call, in the order of `docs/language.md`, whose steps are numbered as there. */

import { passTime } from "./clock.js";
import { isObject } from "./codec.js";
import { between } from "./draws.js";
import { NOBODY } from "./evaluate/user.js";
import { pathText } from "./explain.js";
import { Failure } from "./failure.js";
import { cutShort, delayOf, strikes, type Chance } from "./faults.js";
import type { ToolShape } from "./program.js";
import { quote } from "./quote.js";
import { CallRecord, type Diagnostic, type Status } from "./record.js";
import type { Session } from "./session.js";
import type { Store } from "./store.js";
import { closestTo } from "./suggest.js";
import { Random } from "./random.js";
import { diagnosticOf } from "./thrown.js";
import { fireOn, settleTriggers } from "./triggers.js";
import type { CostDef, FaultDef } from "./types.js";
import { problemsMessage } from "./validate.js";
import { resetSteps } from "./values.js";

export interface CallOptions {
  /** Names of the faults that strike this call, and no others: for replaying recorded runs. */
  readonly faults?: readonly string[];
  /** The user makes it: tools of apps for the user can be called, and no fault strikes. */
  readonly byUser?: true;
}

type Args = Record<string, unknown>;

const NONE: readonly string[] = Object.freeze([]);
const FREE: CostDef = { from: 0, to: 0 };

/** Makes a call and says what it did. */
export function performCall(
  session: Session,
  tool: string,
  args: unknown,
  options: CallOptions | undefined,
): CallRecord {
  const { store, program } = session;
  const byUser = options?.byUser === true;
  const forced = options?.faults ?? (byUser ? NONE : null);
  if (forced !== null) {
    const unknown = forced.find((name) => !program.faultNames.has(name));
    if (unknown !== undefined) throw new RangeError(`This world has no fault called ${quote(unknown)}.`);
  }
  store.begin();
  const call = new Call(session, store, tool, args, forced);
  const ended = session.ended;
  if (ended !== null) {
    return call.answer("failed", `The session has ended: ${ended.tool} was called. No tool can be called any more.`);
  }

  // 1. Schema and static refinements.
  const number = typeof tool === "string" && (byUser || session.offers(tool)) ? program.toolNumbers.get(tool) : undefined;
  if (number === undefined) return call.answer("invalid", unknownTool(tool, session.toolNames));
  if (number < 0) return call.kernel(-1 - number);
  const shape = program.tools[number]!;
  const given = call.leaveOutNulls(shape);
  let problem: string | null;
  try {
    problem = shape.validator.check(given) ?? malformed(shape, given as Args);
  } catch (thrown) {
    // Only a schema that cannot be compiled comes here.
    const diagnostic = diagnosticOf(thrown, shape.def.src);
    return call.answer("failed", sayDiagnostic(diagnostic), diagnostic);
  }
  return problem === null ? call.run(shape) : call.answer("invalid", problem);
}

function unknownTool(tool: unknown, names: readonly string[]): string {
  const near = typeof tool === "string" ? closestTo(tool, names) : null;
  return `There is no tool called ${quote(tool)}${near === null ? "." : `; did you mean ${quote(near)}?`}`;
}

/** What the schema cannot say: impossible dates, whole numbers beyond 2^53, amounts with three decimals. */
function malformed(shape: ToolShape, args: Args): string | null {
  let problems: string[] | null = null;
  try {
    const { params } = shape.def;
    for (let i = 0; i < params.length; i++) {
      const { name } = params[i]!;
      const { codec, optional } = shape.params[i]!;
      const json = Object.hasOwn(args, name) ? args[name] : undefined;
      if (json === undefined && optional) continue;
      const problem = json === undefined ? { path: [], message: "missing" } : codec.check(json);
      if (problem !== null) (problems ??= []).push(`\`${pathText([name, ...problem.path])}\`: ${problem.message}.`);
    }
  } catch {
    return "The arguments cannot be read.";
  }
  return problems === null ? null : problemsMessage(problems.map((problem) => problem.replace(/\?\.$/, "?")));
}

/** A call under way. */
class Call {
  private readonly start: number;
  private readonly before: number;
  private struck: string[] | null = null;

  constructor(
    private readonly session: Session,
    private readonly store: Store,
    private readonly tool: string,
    private args: unknown,
    private readonly forced: readonly string[] | null,
  ) {
    this.start = store.journal.length;
    this.before = store.now;
  }

  /** An optional argument that is null is left out: some clients have to send every argument they know. */
  leaveOutNulls(shape: ToolShape): unknown {
    const { args } = this;
    if (shape.optional.length === 0 || !isObject(args)) return args;
    try {
      const nulls = shape.optional.filter((name) => Object.hasOwn(args, name) && args[name] === null);
      if (nulls.length > 0) this.args = Object.fromEntries(Object.entries(args).filter(([name]) => !nulls.includes(name)));
    } catch {
      return args; // Validation will say that they cannot be read.
    }
    return this.args;
  }

  answer(status: Status, output: unknown, diagnostic?: Diagnostic): CallRecord {
    const { store } = this;
    return new CallRecord(
      typeof this.tool === "string" ? this.tool : quote(this.tool),
      this.args,
      status,
      output,
      this.before,
      store.now,
      this.struck ?? NONE,
      diagnostic,
      store.fired,
      store,
      this.start,
      store.journal.mark(),
    );
  }

  /** The kernel's tools: free, never struck. */
  kernel(number: number): CallRecord {
    const { def, validator } = this.session.program.kernel[number]!;
    const problem = validator.check(this.args);
    if (problem !== null) return this.answer("invalid", problem);
    const given = (this.args as Args)[def.param];
    if (!def.terminal) return this.answer("ok", this.session.respond?.(this.session, String(given)) ?? NOBODY);
    this.store.author = "kernel";
    this.store.writeSystem(this.session.program.ended, 0, {
      tool: def.name,
      text: typeof given === "string" ? given : "",
    });
    return this.answer("ok", def.answer);
  }

  run(shape: ToolShape): CallRecord {
    const { session, store } = this;
    const { program } = session;
    const { number, def } = shape;
    try {
      store.author = "kernel";
      const k = store.tables[program.calls]!.rows[number] as number;
      store.writeSystem(program.calls, number, k + 1);
      store.begin();
      const chance: Chance = { store, draws: session.draws, k, forced: this.forced };
      const faulty = session.faults === "seeded" || this.forced !== null;

      // 2. Cost.
      const cost = def.takes ?? program.world.callsTake ?? FREE;
      let seconds =
        session.costs === "low" || cost.from === cost.to ? cost.from : session.costs === "high" ? cost.to : between(session.draws.at(shape.costStream, k), cost.from, cost.to);
      if (faulty) {
        for (const fault of shape.delays)
          if (this.strikes(fault.def, strikes(fault, chance))) seconds += delayOf(fault, chance);
      }
      passTime(store, seconds);
      store.begin();

      // 3. Availability.
      const reason = store.tables[program.disabled]!.rows[number] as string | null;
      if (reason !== null) return this.answer("failed", reason);

      // 4. Faults before.
      if (faulty) {
        for (const fault of shape.before) {
          if (this.strikes(fault.def, strikes(fault, chance))) return this.answer("error", message(fault.def, store));
        }
        store.begin();
      }

      // 5. Guards, references, refinements. Their writes belong to the body's transaction.
      store.author = "agent";
      let args = this.admit(shape);

      // 6. Triggers on the tool commit by themselves. The world they leave is another one, so step 5 is done again in it.
      if (program.onTool[number]!.length > 0) {
        store.rollback();
        fireOn(store, number, args);
        store.author = "agent";
        args = this.admit(shape);
      }

      // 7. The body.
      resetSteps();
      const random = def.draws === true ? new Random(session.draws.seed, `draws/${def.name}/${k}`) : null;
      let output = shape.result.encode(def.body(store, args as never, random as never), store);
      store.commit();

      // 8. Triggers whose condition came to hold.
      settleTriggers(store, true);

      // 9. Faults after.
      if (faulty && shape.after.length > 0) {
        store.author = "kernel";
        for (const fault of shape.after) {
          if (!this.strikes(fault.def, strikes(fault, chance))) continue;
          const { effect } = fault.def;
          if (effect.kind === "error") return this.answer("error", effect.message(store));
          if (effect.kind === "partial") output = cutShort(output, effect.fields[number], effect.count(store));
          if (effect.kind === "stale") {
            const earlier = this.earlier(shape, store.now - effect.age(store));
            if (earlier.status === "failed") return this.answer("failed", earlier.output, earlier.diagnostic);
            output = earlier.output;
          }
        }
      }
      return this.answer("ok", output);
    } catch (thrown) {
      return this.failed(thrown, def.src);
    }
  }

  /** What a tool that only answers would have answered at an instant, or at the start. */
  private earlier(shape: ToolShape, instant: number): { readonly status: "ok" | "failed"; readonly output: unknown; readonly diagnostic?: Diagnostic } {
    const past = this.store.asOf(instant);
    const reason = past.tables[past.program.disabled]!.rows[shape.number] as string | null;
    if (reason !== null) return { status: "failed", output: reason };
    try {
      const args = this.admit(shape, past);
      resetSteps();
      return { status: "ok", output: shape.result.encode(shape.def.body(past, args as never, null as never), past) };
    } catch (thrown) {
      if (thrown instanceof Failure) return { status: "failed", output: thrown.message };
      const diagnostic = diagnosticOf(thrown, shape.def.src);
      return { status: "failed", output: sayDiagnostic(diagnostic), diagnostic };
    }
  }

  /** Step 5: the arguments by local name; throws `Failure` where the call is not to go on. */
  private admit(shape: ToolShape, store = this.store): Args {
    for (const guard of shape.def.guards) guard.pass(store);
    const args = decodeArgs(shape, this.args as Args, store);
    shape.def.refine?.(store, args as never);
    return args;
  }

  private strikes(fault: FaultDef, struck: boolean): boolean {
    if (struck) (this.struck ??= []).push(fault.name);
    return struck;
  }

  /** Takes the transaction back; then what the failure keeps is a transaction of its own. */
  private failed(thrown: unknown, src: string): CallRecord {
    const { store } = this;
    store.rollback();
    if (!(thrown instanceof Failure)) {
      const diagnostic = diagnosticOf(thrown, src);
      settleTriggers(store, true);
      return this.answer("failed", sayDiagnostic(diagnostic), diagnostic);
    }
    let diagnostic: Diagnostic | undefined;
    if (thrown.keep !== undefined) {
      store.author = "agent";
      store.begin();
      try {
        thrown.keep();
        store.commit();
      } catch (inner) {
        store.rollback();
        if (!(inner instanceof Failure)) diagnostic = diagnosticOf(inner, src);
      }
    }
    settleTriggers(store, true);
    return this.answer("failed", thrown.message, diagnostic);
  }
}

function message(fault: FaultDef, store: Store): string {
  return fault.effect.kind === "error" ? fault.effect.message(store) : "";
}

/** Arguments by local name: given ones decoded (an unknown key fails), the others by default, left to right. */
function decodeArgs(shape: ToolShape, given: Args, store: Store): Args {
  const args: Args = {};
  const { params } = shape.def;
  for (let i = 0; i < params.length; i++) {
    const { name, local, default: fallback } = params[i]!;
    const json = Object.hasOwn(given, name) ? given[name] : undefined;
    if (json !== undefined) args[local] = shape.params[i]!.codec.decode(json, store);
    else args[local] = fallback === undefined ? null : fallback(store, args as never);
  }
  return args;
}

/** What the agent reads: the inside of a tool is none of its business. */
function sayDiagnostic(diagnostic: Diagnostic): string {
  return diagnostic.code === "internal" ? "The tool failed unexpectedly." : diagnostic.message;
}

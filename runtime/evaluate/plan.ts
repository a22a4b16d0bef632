/** Playing a plan (`gold`, `nominal`): its calls are made like an agent's, and what must succeed must succeed. */

import { diagnosticOf } from "../thrown.js";
import { Failure, RuntimeDiagnostic } from "../failure.js";
import { quote } from "../quote.js";
import type { CallRecord } from "../record.js";
import type { Session } from "../session.js";
import { keyText } from "../shape.js";
import type { Store } from "../store.js";
import { encodeArgs } from "../testing.js";
import type { ExpectedCall, Value } from "../types.js";
import type { Bound, PlanContext, TaskDef } from "./types.js";

/** How often a struck call is made before what clears the fault is called first. */
const STRIKES = 3;
/** Calls that a plan makes at most. */
const MOST_CALLS = 2_000;
/** How often a struck call is made at most. */
const MOST_STRIKES = 12;

/** Why a plan could not be carried out; `src` is `file:line`. */
export class PlanFailure extends Error {
  override readonly name = "PlanFailure";

  constructor(
    message: string,
    readonly src: string,
    /** `fires`: a trigger did not fire where the plan says that it does. */
    readonly about: "call" | "fires" = "call",
  ) {
    super(message);
  }
}

/** That a call is to see a trigger fire first; `at` counts calls from 0. */
export interface DeclaredFiring {
  readonly trigger: string;
  readonly at: number;
}

export interface PlanResult {
  readonly records: readonly CallRecord[];
  /** What the plan said of triggers, as far as it got. */
  readonly fires: readonly DeclaredFiring[];
  readonly failure: PlanFailure | null;
}

/** Makes one call of the plan; an episode counts it, a reference run does not. */
export type Perform = (tool: string, args: unknown) => CallRecord;

class Playing implements PlanContext {
  readonly records: CallRecord[] = [];
  readonly fires: DeclaredFiring[] = [];

  constructor(
    private readonly session: Session,
    private readonly perform: Perform,
    private readonly src: string,
  ) {}

  get db(): Store {
    return this.session.store;
  }

  call(tool: string, args: Readonly<Record<string, Value>>, expected: ExpectedCall): Value {
    const { program, store } = this.session;
    const number = program.toolNumbers.get(tool);
    const shape = number === undefined || number < 0 ? null : program.tools[number]!;
    const begun = this.records.length;
    const record = this.insist(tool, shape === null ? args : encodeArgs(shape, args, store));
    if (expected.fires !== undefined) this.firstFires(expected.fires, begun, tool, expected.src);
    const { status, output } = record;
    const said = typeof output === "string" ? output : quote(output);
    if (expected.fails !== undefined) {
      if (status !== "ok" && String(output).includes(expected.fails)) return null;
      throw new PlanFailure(`${tool} was expected to fail with ${quote(expected.fails)}, and gave ${status}: ${said}`, expected.src);
    }
    if (status === "ok") return shape === null ? output : shape.result.decode(output, store);
    // A lost answer: it happened, so it is not done again.
    if (status === "error" && this.committed(record)) return null;
    throw new PlanFailure(`${tool}: ${said}`, expected.src);
  }

  /** Checks that a trigger fired in the calls from a place on, and not before. In the static twin none does. */
  private firstFires(trigger: string, from: number, tool: string, src: string): void {
    this.fires.push({ trigger, at: this.records.length - 1 });
    if (this.session.triggers === "off") return;
    const at = this.records.findIndex(({ triggers }) => triggers.some((firing) => firing.trigger === trigger && firing.diagnostic === undefined));
    if (at >= from) return;
    throw new PlanFailure(at < 0 ? `${trigger} was expected to fire in ${tool}, and did not` : `${trigger} was expected to fire in ${tool} first, and fired in ${this.records[at]!.tool} before`, src, "fires");
  }

  /** A struck call is repeated; after three strikes what clears the fault is called first. */
  private insist(tool: string, args: unknown): CallRecord {
    for (let strikes = 1; ; strikes++) {
      const record = this.make(tool, args);
      if (record.status !== "error" || this.committed(record) || strikes >= MOST_STRIKES) return record;
      if (strikes % STRIKES === 0) this.clear(record);
    }
  }

  private make(tool: string, args: unknown): CallRecord {
    if (this.records.length >= MOST_CALLS) throw new PlanFailure(`the plan makes more than ${MOST_CALLS} calls`, this.src);
    const record = this.perform(tool, args);
    this.records.push(record);
    return record;
  }

  private faultsOf(record: CallRecord): readonly { readonly def: { readonly cure?: number; readonly effect: { readonly kind: string; readonly afterCommit?: boolean } } }[] {
    return record.faults.flatMap((name) => this.session.world.faults.filter((fault) => fault.name === name).map((def) => ({ def })));
  }

  private committed(record: CallRecord): boolean {
    return this.faultsOf(record).some(({ def }) => def.effect.kind === "error" && def.effect.afterCommit === true);
  }

  private clear(record: CallRecord): void {
    for (const { def } of this.faultsOf(record)) {
      const cure = def.cure === undefined ? undefined : this.session.world.tools[def.cure];
      if (cure !== undefined && cure.params.length === 0) this.make(cure.name, {});
    }
  }

  expect(holds: boolean, text: string, _values: readonly Value[], src: string): void {
    if (!holds) throw new PlanFailure(`expected ${text}`, src);
  }

  key(table: number, slot: number | null): string {
    return slot === null ? "none" : String(keyText(this.db.key(table, slot)));
  }

  advance(seconds: number): void {
    this.session.advance(seconds);
  }

  play(plan: NonNullable<TaskDef["nominal"]>, given: Bound, binders: Bound): PlanResult {
    try {
      plan(this, given as never, binders as never);
      return { records: this.records, fires: this.fires, failure: null };
    } catch (thrown) {
      return { records: this.records, fires: this.fires, failure: this.failureOf(thrown) };
    }
  }

  private failureOf(thrown: unknown): PlanFailure {
    if (thrown instanceof PlanFailure) return thrown;
    if (thrown instanceof Failure) return new PlanFailure(thrown.message, this.src);
    const { code, message, src } = diagnosticOf(thrown, this.src);
    return new PlanFailure(thrown instanceof RuntimeDiagnostic ? message : `${code}: ${message}`, src);
  }
}

/** Plays a plan of a task on a session. Never throws for what the plan does. */
export function playPlan(session: Session, task: TaskDef, plan: NonNullable<TaskDef["nominal"]>, given: Bound, binders: Bound, perform: Perform = (tool, args) => session.call(tool, args)): PlanResult {
  return new Playing(session, perform, task.src).play(plan, given, binders);
}

/** What one call did and answered. The agent gets `status` and `output`; the rest is for logs, tests and evaluators. */

import { formatDateTime } from "./calendar.js";
import { writesOf, type Write } from "./difference.js";
import type { RuntimeCode } from "./failure.js";
import type { Mark } from "./journal.js";
import type { Store } from "./store.js";
import type { Firing } from "./triggers.js";

/**
 * `ok`; `failed`: a business failure or a run-time diagnostic; `error`: a fault struck; `invalid`: unknown tool or bad
 * arguments.
 */
export type Status = "ok" | "failed" | "error" | "invalid";

/** The same as evaluators count it. */
export type Validity = "valid" | "execution failure" | "syntactic error" | "fault";

/** What an agent gets to see. */
export interface Envelope<Output = unknown> {
  readonly status: Status;
  readonly output: Output;
}

/** A run-time diagnostic; `src` is `file:line`. */
export interface Diagnostic {
  readonly code: RuntimeCode;
  readonly message: string;
  readonly src: string;
}

/** A trigger that fired during a call. With a diagnostic, it was taken back. */
export interface FiredTrigger {
  readonly trigger: string;
  readonly at: string;
  readonly key?: unknown;
  /** When it fires, as written: `on hours(s) when s == shop`. */
  readonly why: string;
  readonly diagnostic?: Diagnostic;
  /** It did not fire: whether it should could not be told, and the diagnostic says why. */
  readonly untold?: true;
}

const VALIDITY: Readonly<Record<Status, Validity>> = {
  ok: "valid",
  failed: "execution failure",
  error: "fault",
  invalid: "syntactic error",
};

export class CallRecord<Output = unknown> implements Envelope<Output> {
  private cached: readonly Write[] | null = null;

  /** `before` and `after` are readings of the clock in seconds; the call's entries lie between `start` and `end`. */
  constructor(
    readonly tool: string,
    readonly args: unknown,
    readonly status: Status,
    readonly output: Output,
    private readonly before: number,
    private readonly after: number,
    /** Names of the faults that struck, in order. */
    readonly faults: readonly string[],
    readonly diagnostic: Diagnostic | undefined,
    /** What fired by itself on the way, in order. */
    private readonly firings: readonly Firing[],
    private readonly store: Store,
    private readonly start: number,
    private readonly end: Mark,
  ) {}

  get validity(): Validity {
    return VALIDITY[this.status];
  }

  /** The clock before and after, as `2026-07-14T09:30:00`. */
  get clock(): { readonly before: string; readonly after: string } {
    return { before: formatDateTime(this.before), after: formatDateTime(this.after) };
  }

  /** Triggers that fired, in order, with the clock as `2026-07-14T09:30:00` and the key of the bound row, if one is. */
  get triggers(): readonly FiredTrigger[] {
    return this.firings.map(({ trigger, at, key, why, diagnostic, untold }) => ({
      trigger,
      at: formatDateTime(at),
      ...(key === null ? {} : { key }),
      why,
      ...(diagnostic === undefined ? {} : { diagnostic }),
      ...(untold === undefined ? {} : { untold }),
    }));
  }

  /** What the call wrote, whoever the author; worked out at the first reading, right also after an undo. */
  get writes(): readonly Write[] {
    if (this.cached === null) {
      const { segment, position } = this.end;
      const entries = segment.entries.slice(this.start - segment.base, position - segment.base);
      this.cached = writesOf(this.store.program, entries, this.store.keysAt(this.end));
    }
    return this.cached;
  }

  /** Everything a log keeps, in a fixed order. */
  toJSON(): object {
    const { tool, args, status, output, validity, clock, faults, triggers, writes, diagnostic } = this;
    return {
      tool,
      args,
      status,
      output,
      validity,
      clock,
      faults,
      ...(triggers.length === 0 ? {} : { triggers }),
      writes,
      ...(diagnostic === undefined ? {} : { diagnostic }),
    };
  }
}

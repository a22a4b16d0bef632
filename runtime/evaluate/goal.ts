/** Reading a goal: which items hold, with which choice of binders. */

import { Failure, RuntimeDiagnostic } from "../failure.js";
import { quoteSide } from "../quote.js";
import { keyText } from "../shape.js";
import type { TriggerMode } from "../session.js";
import type { Store } from "../store.js";
import type { Ref, Table, Value } from "../types.js";
import type { Bound, GoalContext, ItemMark, TaskDef } from "./types.js";

export interface ItemResult {
  readonly label: string;
  readonly passed: boolean;
  readonly keep: boolean;
  readonly dynamic: boolean;
  /** `file:line`, and the test as written. */
  readonly src: string;
  readonly text: string;
  /** What the sides of the comparison were, or why it could not be told. */
  readonly values: readonly string[];
}

export interface GoalResult {
  readonly items: readonly ItemResult[];
  /** The binders' choice: the first whose items all hold, else one of those with the most. */
  readonly binders: Bound;
  /** What each binder could have been, when first asked. */
  readonly candidates: Readonly<Record<string, readonly Value[]>>;
  /** There are so many choices that not all were tried, and none of those tried made all items hold. */
  readonly cutShort: boolean;
}

/** A call as a goal sees it. */
export interface Called {
  readonly tool: string;
  readonly ok: boolean;
}

export interface Ending {
  readonly start: Store;
  readonly end: Store;
  readonly answer: string;
  readonly calls: readonly Called[];
}

/** Choices of all binders together that are tried at most. */
const MOST_CHOICES = 200_000;

function isUnreadable(thrown: unknown): thrown is Failure | RuntimeDiagnostic {
  return thrown instanceof Failure || thrown instanceof RuntimeDiagnostic;
}

function count(items: readonly ItemResult[]): number {
  return items.reduce((n, item) => n + (item.passed ? 1 : 0), 0);
}

class Reading implements GoalContext {
  items: ItemResult[] = [];
  binders: Record<string, Value> = {};
  readonly candidates: Record<string, readonly Value[]> = {};
  private choices = 0;
  cutShort = false;

  /** `fixed`: a choice of binders to judge by; `first`: each binder's first candidate. */
  constructor(
    private readonly ending: Ending,
    private readonly fixed: Bound | "first" | null,
    private readonly triggers: TriggerMode,
  ) {}

  get db(): Store {
    return this.ending.end;
  }

  get start(): Store {
    return this.ending.start;
  }

  get answer(): string {
    return this.ending.answer;
  }

  one<R>(table: Table<R>, matches: (row: Ref<R>) => boolean): Ref<R> | null {
    const found = this.created(table).filter(matches);
    return found.length === 1 ? found[0]! : null;
  }

  none<R>(table: Table<R>, matches: (row: Ref<R>) => boolean): boolean {
    return !this.created(table).some(matches);
  }

  private created<R>(table: Table<R>): Ref<R>[] {
    const first = this.start.tables[table]!.rows.length;
    return this.db.all(table).filter((slot) => slot >= first);
  }

  called(tool: string): boolean {
    return this.ending.calls.some((call) => call.ok && call.tool === tool);
  }

  neverCalled(tool: string): boolean {
    return !this.ending.calls.some((call) => call.tool === tool);
  }

  calledBefore(first: string, second: string): boolean {
    const at = (tool: string): number => this.ending.calls.findIndex((call) => call.ok && call.tool === tool);
    return at(first) >= 0 && at(second) > at(first);
  }

  value<T>(of: () => T): T {
    return of();
  }

  some<T>(name: string, list: () => readonly T[], items: (member: T) => void): void {
    const { fixed } = this;
    const candidates = list();
    this.candidates[name] ??= candidates;
    const tried = fixed === "first" ? candidates.slice(0, 1) : fixed !== null && name in fixed ? [fixed[name] as T] : candidates;
    if (tried.length === 0) {
      this.items.push({ label: name, passed: false, keep: false, dynamic: false, src: "", text: `some ${name}`, values: ["there is no candidate"] });
      return;
    }
    const before = { items: this.items, binders: this.binders };
    let best: { items: ItemResult[]; binders: Record<string, Value> } | null = null;
    for (const member of tried) {
      if (best !== null && ++this.choices > MOST_CHOICES) {
        this.cutShort = true;
        break;
      }
      this.items = [];
      this.binders = { ...before.binders, [name]: member };
      this.scope(() => items(member));
      if (best === null || count(this.items) / this.items.length > count(best.items) / best.items.length) best = { items: this.items, binders: this.binders };
      if (count(this.items) === this.items.length) break;
    }
    this.items = [...before.items, ...best!.items];
    this.binders = best!.binders;
  }

  item(mark: ItemMark, holds: () => boolean, values: () => readonly Value[]): void {
    if (mark.dynamic === true && this.triggers === "off") return;
    let label = mark.text;
    let passed = false;
    let seen: readonly string[];
    try {
      label = mark.label();
      passed = holds();
      seen = values().map(quoteSide);
    } catch (thrown) {
      if (!isUnreadable(thrown)) throw thrown;
      seen = [thrown.message];
    }
    this.items.push({ label, passed, keep: mark.keep === true, dynamic: mark.dynamic === true, src: mark.src, text: mark.text, values: seen });
  }

  key(table: number, slot: number | null): string {
    if (slot === null) return "none";
    return this.db.alive(table, slot) ? String(keyText(this.db.key(table, slot))) : `deleted row ${slot}`;
  }

  /** Where something that items depend on cannot be told, the goal has an item that fails in their place. */
  scope(items: () => void): void {
    try {
      items();
    } catch (thrown) {
      if (!isUnreadable(thrown)) throw thrown;
      this.items.push({ label: "what the goal depends on can be told", passed: false, keep: false, dynamic: false, src: "", text: "", values: [thrown.message] });
    }
  }
}

/** Reads a task's goal on an ending. In the static twin, `dynamic` items make no sense and are left out. `choice` fixes the binders, or takes the first candidate of each. */
export function readGoal(task: TaskDef, given: Bound, ending: Ending, choice: Bound | "first" | null = null, triggers: TriggerMode = "on"): GoalResult {
  const reading = new Reading(ending, choice, triggers);
  reading.scope(() => task.goal(reading, given as never));
  return { items: reading.items, binders: reading.binders, candidates: reading.candidates, cutShort: reading.cutShort && reading.items.some(({ passed }) => !passed) };
}

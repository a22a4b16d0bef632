/** Replays a recorded run: each call at its recorded time, struck by what the record shows, under our names. */

import type { CallRecord, Session } from "../support/world.js";
import type { ReplayedApp, ReplayedCall } from "./app.js";
import { compareStates, type Difference } from "./compare.js";
import { explain, type Explanation } from "./corrections.js";
import { importRun, type Fresh } from "./import.js";
import { Identifiers, outcomeOf, outputOf, translate } from "./names.js";
import { read, secondsOf, stateOf, type Json, type RecordedCall, type Recording } from "./recording.js";

export interface Finding {
  readonly app: ReplayedApp;
  readonly difference: Difference;
  readonly explanation: Explanation | null;
}

/** A call about which something is to be said. */
export interface Remark {
  readonly index: number;
  readonly recorded: RecordedCall;
  readonly remark: string;
}

export interface Replay {
  readonly recording: Recording;
  readonly calls: readonly ReplayedCall[];
  /** Calls that were left out, and why. */
  readonly skipped: readonly Remark[];
  /** Calls whose outcome depends on what the record tells nowhere, and on what. They are replayed like all others. */
  readonly unanchored: readonly Remark[];
  /** Statuses that are the same, and how many values of answers and of final states were compared. */
  readonly statuses: number;
  readonly answers: number;
  readonly values: number;
  readonly findings: readonly Finding[];
}

/** Replays one run. Throws `RecordingError` and `SnapshotError` for a run that cannot be. */
export function replay(fresh: Fresh, recording: Recording, apps: readonly ReplayedApp[]): Replay {
  const running = apps.filter((app) => !app.state || app.recorded in recording.initial);
  const session = importRun(fresh, recording, apps);
  const ids = new Identifiers();
  const births = new Births(recording, ids);
  const calls: ReplayedCall[] = [];
  const skipped: Remark[] = [];
  const found: { app: ReplayedApp; difference: Difference }[] = [];
  let answers = 0;
  recording.calls.forEach((recorded, index) => {
    const app = running.find((one) => one.recorded === recorded.app);
    if (!app) {
      const exists = apps.some((one) => one.recorded === recorded.app);
      skipped.push({ index, recorded, remark: exists ? "the run has no state of its app" : "its app does not exist here" });
      return;
    }
    const call = replayCall(session, app, recorded, index, ids);
    births.note(app, recorded, call.record);
    calls.push(call);
    const [wanted, got] = [outcomeOf(recorded.result), call.record.status];
    if (wanted !== got) found.push({ app, difference: { what: "status", call, recorded: wanted, ours: got } });
    else if (wanted === "ok") {
      const answer = app.answers[recorded.tool];
      if (!answer) return;
      const said = answer.recorded(outputOf(recorded.result), `${recording.name}.calls[${index}].result.output`);
      const compared = compareStates(said, answer.ours(call.record.output as never), ids, births.created);
      answers += compared.values;
      found.push(...compared.differences.map((inner) => ({ app, difference: { what: "answer", call, inner } as const })));
    }
  });
  const statuses = calls.length - found.filter(({ difference }) => difference.what === "status").length;

  let values = 0;
  const { tables } = session.snapshot();
  for (const app of running) {
    if (!app.state) continue;
    const path = `${recording.name}.final`;
    const recorded = app.state.recordedState(stateOf(recording.final, app.recorded, path), `${path}.${app.recorded}`);
    const compared = compareStates(recorded, app.state.ownState(tables), ids, births.created);
    values += compared.values;
    found.push(...compared.differences.map((difference) => ({ app, difference })));
  }
  const findings = found.map(({ app, difference }) => ({
    app,
    difference,
    explanation: explain(difference, app.corrections, calls.filter((call) => call.recorded.app === app.recorded)),
  }));
  return { recording, calls, skipped, unanchored: unanchoredIn(recording, running), statuses, answers, values, findings };
}

/** Calls whose outcome depends on something that the record tells nowhere. */
function unanchoredIn(recording: Recording, apps: readonly ReplayedApp[]): Remark[] {
  const told = new Map(apps.map((app) => [app.recorded, new Set(app.state?.omitted?.told(recording))]));
  return recording.calls.flatMap((recorded, index) => {
    const omitted = apps.find((app) => app.recorded === recorded.app)?.state?.omitted;
    const missing = (omitted?.needed(recorded) ?? []).filter((fact) => !told.get(recorded.app)!.has(fact));
    return missing.map((fact) => ({ index, recorded, remark: `nothing tells ${fact}` }));
  });
}

function replayCall(session: Session, app: ReplayedApp, recorded: RecordedCall, index: number, ids: Identifiers): ReplayedCall {
  const { tool, args } = translate(app.names, recorded.tool, recorded.args, ids);
  session.setClock(secondsOf(recorded.clock_before.replace(" ", "T")));
  const earlier = session.fork();
  const struck = app.fault !== undefined && outcomeOf(recorded.result) === "error" ? [app.fault] : [];
  const record = session.call(tool, args, { faults: struck });
  return { index, recorded, args, record, before: () => earlier.snapshot().tables };
}

const IDENTIFIER = /\b([a-z]+)_[0-9A-Za-z]{22}\b/g;

/** Rows that came to be during the run, and which recorded identifiers results gave them. */
class Births {
  /** Our identifiers of all of them. */
  readonly created = new Set<string>();
  private readonly known: ReadonlySet<string>;
  private readonly pending: { readonly table: string; readonly id: string; readonly row: Json }[] = [];

  constructor(
    recording: Recording,
    private readonly ids: Identifiers,
  ) {
    this.known = new Set(JSON.stringify(recording.initial).match(IDENTIFIER));
  }

  /** Takes in what a call created, and pairs it with identifiers that the recorded result shows for the first time. */
  note(app: ReplayedApp, recorded: RecordedCall, record: CallRecord): void {
    for (const { table, key, change, fields } of record.writes) {
      if (change !== "created" || typeof key !== "string") continue;
      this.created.add(key);
      this.pending.push({ table, id: key, row: Object.fromEntries(Object.entries(fields).map(([name, [, after]]) => [name, after])) });
    }
    if (outcomeOf(recorded.result) === "ok") this.pair(app, outputOf(recorded.result));
  }

  private pair(app: ReplayedApp, output: unknown): void {
    if (typeof output === "string") {
      for (const [id, prefix] of output.matchAll(IDENTIFIER)) this.match(app, id, prefix as string, () => true);
    } else if (Array.isArray(output)) {
      for (const item of output) this.pair(app, item);
    } else if (typeof output === "object" && output !== null) {
      const object = read.object(output, "result");
      for (const value of Object.values(object)) {
        if (typeof value !== "string") this.pair(app, value);
        else for (const [id, prefix] of value.matchAll(IDENTIFIER)) if (id === value) this.match(app, id, prefix as string, (row) => app.state?.likeness(object, row) ?? false);
      }
    }
  }

  private match(app: ReplayedApp, recorded: string, prefix: string, fits: (row: Json) => boolean): void {
    if (this.known.has(recorded) || this.ids.ours(recorded) !== recorded) return;
    const match = this.pending.find(({ table, id, row }) => app.state?.created[prefix]?.includes(table) && !this.ids.isPaired(id) && fits(row));
    if (match) this.ids.pair(recorded, match.id);
  }
}

/** Replays a recorded run: each call at its recorded time, struck by what the record shows, under our names. */

import type { CallRecord, Runtime, Session, WorldDef } from "../support/world.js";
import type { ReplayedApp, ReplayedCall } from "./app.js";
import { compareStates, type Difference } from "./compare.js";
import { explain, type Explanation } from "./corrections.js";
import { importRun } from "./import.js";
import { Identifiers, outcomeOf, outputOf, translate } from "./names.js";
import { read, secondsOf, stateOf, type Json, type RecordedCall, type Recording } from "./recording.js";

export interface Finding {
  readonly app: ReplayedApp;
  readonly difference: Difference;
  readonly explanation: Explanation | null;
}

export interface Replay {
  readonly recording: Recording;
  /** Calls that were replayed; empty where no app of the run exists here. */
  readonly calls: readonly ReplayedCall[];
  /** Number of calls left out, by recorded app. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Statuses that are the same, and values of final states that were compared. */
  readonly statuses: number;
  readonly values: number;
  readonly findings: readonly Finding[];
}

/** Replays one run with the apps that exist. Throws `RecordingError` and `SnapshotError` for a run that cannot be. */
export function replay(runtime: Runtime, world: WorldDef, recording: Recording, known: readonly ReplayedApp[]): Replay {
  const apps = known.filter((app) => app.recorded in recording.initial);
  const runs = apps.some((app) => recording.apps.includes(app.recorded));
  const appOf = (call: RecordedCall): ReplayedApp | undefined => (runs ? apps.find((app) => app.recorded === call.app) : undefined);
  const skipped: Record<string, number> = {};
  for (const call of recording.calls) if (!appOf(call)) skipped[call.app] = (skipped[call.app] ?? 0) + 1;
  if (!runs) return { recording, calls: [], skipped, statuses: 0, values: 0, findings: [] };

  const session = importRun(runtime, world, recording, apps);
  const ids = new Identifiers();
  const births = new Births(recording, ids);
  const calls: ReplayedCall[] = [];
  const found: { app: ReplayedApp; difference: Difference }[] = [];
  recording.calls.forEach((recorded, index) => {
    const app = appOf(recorded);
    if (!app) return;
    const call = replayCall(session, app, recorded, index, ids);
    births.note(app, recorded, call.record);
    calls.push(call);
    const [wanted, got] = [outcomeOf(recorded.result), call.record.status];
    if (wanted !== got) found.push({ app, difference: { what: "status", call, recorded: wanted, ours: got } });
  });
  const statuses = calls.length - found.length;

  let values = 0;
  const { tables } = session.snapshot();
  for (const app of apps) {
    const path = `${recording.name}.final`;
    const recorded = app.recordedState(stateOf(recording.final, app.recorded, path), `${path}.${app.recorded}`);
    const compared = compareStates(recorded, app.ownState(tables), ids, births.created);
    values += compared.values;
    found.push(...compared.differences.map((difference) => ({ app, difference })));
  }
  const findings = found.map(({ app, difference }) => ({
    app,
    difference,
    explanation: explain(difference, app.corrections, calls.filter((call) => call.recorded.app === app.recorded)),
  }));
  return { recording, calls, skipped, statuses, values, findings };
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
        else for (const [id, prefix] of value.matchAll(IDENTIFIER)) if (id === value) this.match(app, id, prefix as string, (row) => app.likeness(object, row));
      }
    }
  }

  private match(app: ReplayedApp, recorded: string, prefix: string, fits: (row: Json) => boolean): void {
    if (this.known.has(recorded) || this.ids.ours(recorded) !== recorded) return;
    const match = this.pending.find(({ table, id, row }) => app.created[prefix]?.includes(table) && !this.ids.isPaired(id) && fits(row));
    if (match) this.ids.pair(recorded, match.id);
  }
}

/** What a replay found, as JSON and for people. */

import type { Difference } from "./compare.js";
import type { NeutralValue } from "./neutral.js";
import type { Remark, Replay } from "./replay.js";

export interface DifferenceReport {
  readonly app: string;
  /** The call it comes from, counted from 0; null where none accounts for it. */
  readonly call: number | null;
  readonly tool: string | null;
  readonly difference: string;
}
export interface ExplainedReport extends DifferenceReport {
  readonly correction: number;
  readonly reason: string;
}

export interface RemarkReport {
  readonly call: number;
  readonly app: string;
  readonly tool: string;
  readonly remark: string;
}

export interface RunReport {
  readonly run: string;
  readonly seed: number;
  readonly apps: readonly string[];
  readonly replayed: number;
  /** Calls that were left out. */
  readonly skipped: readonly RemarkReport[];
  /** Calls whose outcome depends on what the record tells nowhere. */
  readonly unanchored: readonly RemarkReport[];
  readonly statusesThatAgree: number;
  readonly answersCompared: number;
  readonly valuesCompared: number;
  readonly explained: readonly ExplainedReport[];
  readonly unexplained: readonly DifferenceReport[];
}

export function reportOf(replay: Replay): RunReport {
  const { recording, findings } = replay;
  const explained: ExplainedReport[] = [];
  const unexplained: DifferenceReport[] = [];
  for (const { app, difference, explanation } of findings) {
    const own = difference.what === "status" || difference.what === "answer" ? difference.call : null;
    const call = explanation?.call ?? own;
    const one = { app: app.recorded, call: call?.index ?? null, tool: call?.recorded.tool ?? null, difference: describe(difference) };
    if (explanation) explained.push({ ...one, correction: explanation.correction.number, reason: explanation.correction.reason });
    else unexplained.push(one);
  }
  return {
    run: recording.name,
    seed: recording.seed,
    apps: recording.apps,
    replayed: replay.calls.length,
    skipped: replay.skipped.map(remarked),
    unanchored: replay.unanchored.map(remarked),
    statusesThatAgree: replay.statuses,
    answersCompared: replay.answers,
    valuesCompared: replay.values,
    explained,
    unexplained,
  };
}

function remarked({ index, recorded, remark }: Remark): RemarkReport {
  return { call: index, app: recorded.app, tool: recorded.tool, remark };
}

/** A run that could not be replayed at all: a failure like any other. */
export function brokenReport(run: string, message: string): RunReport {
  return {
    run,
    seed: 0,
    apps: [],
    replayed: 0,
    skipped: [],
    unanchored: [],
    statusesThatAgree: 0,
    answersCompared: 0,
    valuesCompared: 0,
    explained: [],
    unexplained: [{ app: "", call: null, tool: null, difference: message }],
  };
}

function describe(d: Difference): string {
  if (d.what === "status") return `recorded ${d.recorded}, here ${d.ours}: ${shown(d.call.record.output)}`;
  if (d.what === "answer") return `answer of call ${d.call.index} ${d.call.recorded.tool}: ${describe(d.inner)}`;
  const where = `${d.kind} ${d.row.id}`.trim();
  if (d.what === "row") return `${where} is only ${d.only === "recorded" ? "in the record" : "here"}`;
  if (d.what === "member") return `${where}: ${d.field} has ${d.member} only ${d.only === "recorded" ? "in the record" : "here"}`;
  return `${where}: ${d.field} is ${shown(d.recorded)} in the record, ${shown(d.ours)} here`;
}

function shown(value: NeutralValue | unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}

const many = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

/** A run in a few lines. Explained differences of one call and correction share a line. */
export function renderRun(report: RunReport): string[] {
  const { replayed, explained, unexplained, skipped, unanchored } = report;
  const lines = [
    `${report.run}  seed ${report.seed}  ${report.apps.join(", ")}`,
    `  ${many(replayed, "call")} replayed, ${skipped.length} skipped`,
    `  ${many(report.statusesThatAgree, "status").replace(/statuss$/, "statuses")} agree; ` +
      `${many(report.answersCompared, "value")} of answers and ${report.valuesCompared} of the final state compared`,
    ...skipped.map((r) => `  skipped     call ${r.call} ${r.tool}: ${r.remark}`),
    ...unanchored.map((r) => `  unanchored  call ${r.call} ${r.tool}: ${r.remark}`),
  ];
  const groups = new Map<string, number>();
  for (const e of explained) {
    const key = `${e.app} correction ${e.correction}, call ${e.call} ${e.tool}: ${e.reason}`;
    groups.set(key, (groups.get(key) ?? 0) + 1);
  }
  for (const [key, n] of groups) lines.push(`  explained   ${many(n, "difference")} by ${key}`);
  for (const u of unexplained) lines.push(`  UNEXPLAINED ${u.call === null ? "" : `call ${u.call} ${u.tool}: `}${u.difference}`);
  return lines;
}

/** The sum over all runs, in one line. */
export function renderTotal(reports: readonly RunReport[]): string {
  const sum = (of: (r: RunReport) => number): number => reports.reduce((n, r) => n + of(r), 0);
  return (
    `${many(reports.length, "run")}: ${many(sum((r) => r.replayed), "call")} replayed, ${sum((r) => r.skipped.length)} skipped, ${sum((r) => r.unanchored.length)} unanchored; ` +
    `${sum((r) => r.statusesThatAgree)} statuses agree, ${sum((r) => r.answersCompared)} values of answers and ${sum((r) => r.valuesCompared)} of final states compared; ` +
    `${many(sum((r) => r.explained.length), "difference")} explained, ${sum((r) => r.unexplained.length)} unexplained`
  );
}

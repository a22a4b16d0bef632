/** Records with one thing altered each, which a comparison that looks has to notice. */

import { outcomeOf, outputOf } from "./names.js";
import type { RecordedCall, Recording } from "./recording.js";
import { APPS } from "./runs.js";

type Path = readonly (string | number)[];

/** One record per value of the initial or final states, per value of answers that are compared (of every so many), or per status of a call. */
export function alterations(recording: Recording, what: "initial" | "final" | "status" | "answer", every = 1): Recording[] {
  const sampled = <T>(list: readonly T[]): T[] => list.filter((_item, i) => i % every === 0);
  if (what === "initial" || what === "final") {
    const apps = Object.keys(recording[what]).filter((app) => app !== "LightSystem");
    const paths = apps.flatMap((app) => leaves((recording[what][app] as { output: unknown }).output, [what, app, "output"]));
    return sampled(paths).map((path) => altered(recording, path));
  }
  if (what === "answer") {
    const compared = ({ app, tool, result }: RecordedCall): boolean => outcomeOf(result) === "ok" && APPS.some(({ recorded, answers }) => recorded === app && Object.hasOwn(answers, tool));
    const told = recording.calls.map((call, i) => (compared(call) ? leaves(outputOf(call.result), ["calls", i, "result", "output"]) : []));
    return sampled(told.flat()).map((path) => altered(recording, path));
  }
  return recording.calls.map(({ result }, i) => {
    const { status } = result as { status: string };
    // A call that was struck might have failed anyway, or not; but it cannot have been refused by the client.
    const other = status === "ok" ? "failed" : status === "failed" || status === "error" ? "ok" : "error";
    return withValue(recording, ["calls", i, "result", "status"], other);
  });
}

/** Paths of everything that is no list or object, and of empty lists. */
function leaves(value: unknown, path: Path): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, item]) => leaves(item, [...path, Array.isArray(value) ? Number(name) : name]));
  return Array.isArray(value) && value.length === 0 ? [path] : inner;
}

function altered(recording: Recording, path: Path): Recording {
  const value = path.reduce<unknown>((at, name) => (at as Record<string | number, unknown>)[name], recording);
  return withValue(recording, path, otherThan(value));
}

function otherThan(value: unknown): unknown {
  if (Array.isArray(value)) return ["user_nobody"];
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  const text = String(value);
  const time = /^(\d{4}-\d\d-\d\d \d\d:)(\d)(\d:\d\d)$/.exec(text);
  return time ? `${time[1]}${time[2] === "0" ? "1" : "0"}${time[3]}` : `${text}!`;
}

function withValue(recording: Recording, path: Path, value: unknown): Recording {
  const copy = structuredClone(recording) as Recording & { name: string };
  copy.name = `${recording.name}: ${path.join(".")}`;
  const parent = path.slice(0, -1).reduce<unknown>((at, name) => (at as Record<string | number, unknown>)[name], copy);
  (parent as Record<string | number, unknown>)[path[path.length - 1]!] = value;
  return copy;
}

/** Records with one thing altered each, which a comparison that looks has to notice. */

import type { Recording } from "./recording.js";

type Path = readonly (string | number)[];

/** One record per value of LightTalk's final state (of every so many), or per status of a replayed call. */
export function alterations(recording: Recording, what: "final" | "status", every = 1): Recording[] {
  if (what === "final") {
    const paths = leaves((recording.final["LightTalk"] as { output: unknown }).output, []).filter((_path, i) => i % every === 0);
    return paths.map((path) => altered(recording, ["final", "LightTalk", "output", ...path]));
  }
  return recording.calls.flatMap(({ app, result }, i) => {
    if (app !== "LightTalk" && app !== "LightSystem") return [];
    const { status } = result as { status: string };
    // A call that was struck might have failed anyway, or not; but it cannot have been refused by the client.
    const other = status === "ok" ? "failed" : status === "failed" ? "ok" : "error";
    return [withValue(recording, ["calls", i, "result", "status"], other)];
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

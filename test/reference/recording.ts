/** A recorded run of the original system: reading and validating one. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** One call of the record, in its own spelling throughout. */
export interface RecordedCall {
  readonly app: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** `{status, output}`; some tools of the original answer something else, or nothing. */
  readonly result: unknown;
  /** `2026-09-06 07:53:23`. */
  readonly clock_before: string;
  readonly clock_after: string;
}

export interface Recording {
  /** `task-00`. */
  readonly name: string;
  readonly seed: number;
  /** Apps of the task; its clock is not among them. */
  readonly apps: readonly string[];
  readonly query: string;
  readonly calls: readonly RecordedCall[];
  /** State per app, as that app gave it out when the run began and when it ended. */
  readonly initial: Readonly<Record<string, unknown>>;
  readonly final: Readonly<Record<string, unknown>>;
}

/** A record that is not what it should be; `path` leads to the place. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";

  constructor(path: string, message: string) {
    super(`${path}: ${message}`);
  }
}

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** A field of an object, of the type wanted. Throws `RecordingError`. */
export const read = {
  object(json: unknown, path: string): Json {
    if (typeof json !== "object" || json === null || Array.isArray(json)) throw new RecordingError(path, "expected an object");
    return json as Json;
  },
  list(json: Json, field: string, path: string): readonly unknown[] {
    const value = json[field];
    if (!Array.isArray(value)) throw new RecordingError(`${path}.${field}`, "expected a list");
    return value;
  },
  texts(json: Json, field: string, path: string): readonly string[] {
    const list = read.list(json, field, path);
    if (!list.every((item) => typeof item === "string")) throw new RecordingError(`${path}.${field}`, "expected a list of texts");
    return list as readonly string[];
  },
  text(json: Json, field: string, path: string): string {
    const value = json[field];
    if (typeof value !== "string") throw new RecordingError(`${path}.${field}`, "expected a text");
    return value;
  },
  number(json: Json, field: string, path: string): number {
    const value = json[field];
    if (typeof value !== "number") throw new RecordingError(`${path}.${field}`, "expected a number");
    return value;
  },
  flag(json: Json, field: string, path: string): boolean {
    const value = json[field];
    if (typeof value !== "boolean") throw new RecordingError(`${path}.${field}`, "expected true or false");
    return value;
  },
  /** A reading of the clock, in the notation of snapshots. */
  instant(json: Json, field: string, path: string): string {
    const value = json[field];
    if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) throw new RecordingError(`${path}.${field}`, "expected a time like 2026-09-06 07:53:23");
    return value.replace(" ", "T");
  },
};

/** A map of objects under their own identifiers, in order. Throws `RecordingError`. */
export function keyed(json: unknown, key: string, path: string): { readonly json: Json; readonly path: string; readonly id: string }[] {
  return Object.entries(read.object(json, path)).map(([id, item]) => {
    const at = `${path}.${id}`;
    const object = read.object(item, at);
    if (object[key] !== id) throw new RecordingError(`${at}.${key}`, "is not its own key");
    return { json: object, path: at, id };
  });
}

/** The objects of a list, each with its place. Throws `RecordingError`. */
export function listed(json: Json, field: string, path: string): { readonly json: Json; readonly path: string }[] {
  return read.list(json, field, path).map((item, i) => ({ json: read.object(item, `${path}.${field}[${i}]`), path: `${path}.${field}[${i}]` }));
}

/** Seconds since 1970 of an instant in the notation of snapshots. */
export function secondsOf(instant: string): number {
  return Date.parse(`${instant}Z`) / 1000;
}

/** A run from JSON. Throws `RecordingError`. */
export function recordingFrom(name: string, given: unknown): Recording {
  const json = read.object(given, name);
  const { seed } = json;
  if (!Number.isSafeInteger(seed) || (seed as number) < 0) throw new RecordingError(`${name}.seed`, "expected a whole number");
  const calls = read.list(json, "calls", name).map((item, i): RecordedCall => {
    const path = `${name}.calls[${i}]`;
    const call = read.object(item, path);
    if (!("result" in call)) throw new RecordingError(`${path}.result`, "missing");
    read.instant(call, "clock_before", path);
    read.instant(call, "clock_after", path);
    return {
      app: read.text(call, "app", path),
      tool: read.text(call, "tool", path),
      args: read.object(call["args"], `${path}.args`),
      result: call["result"],
      clock_before: call["clock_before"] as string,
      clock_after: call["clock_after"] as string,
    };
  });
  return {
    name,
    seed: seed as number,
    apps: read.texts(json, "apps", name),
    query: read.text(json, "query", name),
    calls,
    initial: read.object(json["initial"], `${name}.initial`),
    final: read.object(json["final"], `${name}.final`),
  };
}

/** State of an app out of its envelope. Throws `RecordingError`. */
export function stateOf(states: Json, app: string, path: string): Json {
  const envelope = read.object(states[app], `${path}.${app}`);
  if (envelope["status"] !== "ok") throw new RecordingError(`${path}.${app}.status`, 'expected "ok"');
  return read.object(envelope["output"], `${path}.${app}.output`);
}

/** All runs of a folder, by name: files `task-….json.gz`. Empty where there is no such folder. Throws `RecordingError`. */
export function recordingsIn(folder: string): Recording[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(folder).filter((name) => /^task-.+\.json\.gz$/.test(name)).sort();
  return names.map((file) => {
    const name = file.replace(/\.json\.gz$/, "");
    let json: unknown;
    try {
      json = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString("utf8"));
    } catch (error) {
      throw new RecordingError(name, `cannot be read: ${(error as Error).message}`);
    }
    return recordingFrom(name, json);
  });
}

/** Literals with a unit or a calendar behind them. */

import type { Span, Unit } from "../../grammar/ast.js";
import { parseDate, parseDateTime, parseTime } from "../../runtime/calendar.js";
import type { IrExpr } from "../ir.js";
import { T } from "../types.js";
import { at, errorExpr, report, type Env } from "./env.js";

const SECONDS: Readonly<Partial<Record<Unit, number>>> = { ms: 0.001, s: 1, min: 60, h: 3600, day: 86400, days: 86400, week: 604800, weeks: 604800 };

/** A duration (whole seconds) or a distance (metres). */
export function unitValue(env: Env, value: number, unit: Unit, span: Span): IrExpr {
  const seconds = SECONDS[unit];
  if (seconds === undefined) return { k: "lit", value: unit === "km" ? value * 1000 : value, type: T.distance, at: at(env, span) };
  const total = Math.round(value * seconds * 1e6) / 1e6;
  if (!Number.isSafeInteger(total)) {
    report(env, "bad-duration", span, { text: `${value} ${unit}` });
    return errorExpr(env, span);
  }
  return { k: "lit", value: total, type: T.duration, at: at(env, span) };
}

/** The number that an expression plainly is, minus sign included; null where that takes the state to tell. */
export function constantOf(e: IrExpr): number | null {
  if (e.k === "lit") return typeof e.value === "number" ? e.value : null;
  if (e.k !== "op" || (e.op !== "whole.neg" && e.op !== "float.neg")) return null;
  const inner = constantOf(e.args[0]!);
  return inner === null ? null : -inner;
}

/** Reports a constant that makes no sense where it stands. `allowed`: what does, in words. */
export function withinRange(env: Env, span: Span, value: IrExpr, least: number, most: number, what: string, allowed: string): void {
  const constant = constantOf(value);
  if (constant !== null && (constant < least || constant > most)) report(env, "value-range", span, { what, allowed });
}

/** The parser has reported a date or time that does not exist. */
function calendar(env: Env, span: Span, value: number | null, type: IrExpr["type"]): IrExpr {
  return value === null ? errorExpr(env, span) : { k: "lit", value, type, at: at(env, span) };
}

export function dateValue(env: Env, text: string, span: Span): IrExpr {
  return calendar(env, span, parseDate(text), T.date);
}

export function datetimeValue(env: Env, text: string, span: Span): IrExpr {
  return calendar(env, span, parseDateTime(text), T.datetime);
}

export function timeValue(env: Env, text: string, span: Span): IrExpr {
  return calendar(env, span, parseTime(text), T.time);
}

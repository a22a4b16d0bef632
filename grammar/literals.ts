/** Number, money, date and time tokens as expressions, with what may be wrong about them. */
import type { IToken } from "chevrotain";
import type { Expr, Span, SyntaxDiagnostic, Unit } from "./ast.js";
import { diagnostic } from "./errors.js";
import { endOf } from "./scan.js";
import { T } from "./tokens.js";

/** The expression a literal token stands for, and the error in it if there is one. */
export function literal(token: IToken): { readonly value: Expr; readonly error?: SyntaxDiagnostic } | undefined {
  const span: Span = { start: token.startOffset, end: endOf(token) };
  const { image } = token;
  const bad = (message: string, hint?: string, text?: string): SyntaxDiagnostic =>
    diagnostic("bad-literal", span, message, hint, text === undefined ? undefined : { span, text });
  switch (token.tokenType) {
    case T.Int: {
      const value = Number(image);
      return { value: { kind: "int", value, span }, ...(Number.isSafeInteger(value) ? {} : { error: bad(`\`${shorten(image)}\` is too large for an int.`, "At most 9007199254740991.") }) };
    }
    case T.Float:
      return { value: { kind: "float", value: Number(image), span }, ...(Number.isFinite(Number(image)) ? {} : { error: bad(`\`${shorten(image)}\` is too large.`) }) };
    case T.Quantity: {
      const [, number, unit] = /^([\d.]+)[ \t]?([a-z]+)$/.exec(image)!;
      const value = Number(number);
      const error = Number.isFinite(value) && (number!.includes(".") || Number.isSafeInteger(value)) ? {} : { error: bad(`\`${shorten(image)}\` is too large.`) };
      return { value: { kind: number!.includes(".") ? "float" : "int", value, unit: unit as Unit, span }, ...error };
    }
    case T.Percent: {
      const [whole, decimals = ""] = image.slice(0, -1).split(".");
      return { value: { kind: "percent", value: Number(`${whole}.${decimals}e-2`), span } };
    }
    case T.Money: {
      const [dollars = "0", cents = ""] = image.slice(1).split(".");
      const value = Number(dollars) * 100 + Number(cents.padEnd(2, "0").slice(0, 2));
      const node: Expr = { kind: "money", cents: value, span };
      if (!Number.isSafeInteger(value)) return { value: node, error: bad(`\`${shorten(image)}\` is too large an amount.`) };
      if (cents.length === 1) return { value: node, error: bad(`\`${image}\` has one digit of cents.`, "Amounts are whole dollars or have two digits of cents.", `${image}0`) };
      if (cents.length > 2) return { value: node, error: bad(`\`${shorten(image)}\` is not a whole number of cents.`, "Amounts are whole dollars or have two digits of cents.") };
      return { value: node };
    }
    case T.Date:
      return { value: { kind: "date", text: image, span }, ...(isDate(image) ? {} : { error: bad(`There is no day \`${image}\`.`, "Dates are written year-month-day, as in `2026-07-14`.") }) };
    case T.DateTime: {
      const [date = "", time = ""] = image.split("T");
      const error = !isDate(date) ? bad(`There is no day \`${date}\`.`) : !isTime(time) ? bad(`There is no time \`${time}\`.`, "Times run from `00:00` to `23:59:59`.") : undefined;
      return { value: { kind: "datetime", text: image, span }, ...(error ? { error } : {}) };
    }
    case T.Time: {
      const padded = image.indexOf(":") === 1 ? `0${image}` : image;
      const node: Expr = { kind: "time", text: padded, span };
      if (!isTime(padded)) return { value: node, error: bad(`There is no time \`${image}\`.`, "Times run from `00:00` to `23:59:59`.") };
      return { value: node, ...(padded === image ? {} : { error: bad(`\`${image}\` lacks a digit.`, "Hours have two digits.", padded) }) };
    }
    case T.BadNumber:
      return { value: { kind: "missing", span }, error: bad(`\`${shorten(image)}\` is not a number.`, hintFor(image)) };
    default:
      return undefined;
  }
}

function hintFor(image: string): string {
  if (/^\d{4}-\d\d-\d\d/.test(image)) return "Dates and times are written `2026-07-14` and `2026-07-14T09:30`, without a time zone.";
  if (image.startsWith("$")) return "Amounts are written `$12` or `$12.50`.";
  if (/^\d+_/.test(image)) return "Numbers are written without separators.";
  if (/^\d+:/.test(image)) return "Times are written `09:30`.";
  if (/^[\d.]+e\d*$/i.test(image)) return "Write the number out, without an exponent.";
  return "The units are ms, s, min, h, day, days, week, weeks for durations and m, km for distances.";
}

function shorten(image: string): string {
  return image.length > 24 ? `${image.slice(0, 24)}…` : image;
}

function isDate(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!;
}

function isTime(text: string): boolean {
  const [hour = 0, minute = 0, second = 0] = text.split(":").map(Number);
  return hour <= 23 && minute <= 59 && second <= 59;
}

/** `1..10 s`: the unit of the upper end holds for both. */
export function withUnit(from: Expr, to: Expr): Expr {
  const unit = unitOf(to);
  return unit === undefined || unitOf(from) !== undefined ? from : giveUnit(from, unit);
}

function unitOf(e: Expr): Unit | undefined {
  if (e.kind === "int" || e.kind === "float") return e.unit;
  return e.kind === "unary" && e.op === "-" ? unitOf(e.value) : undefined;
}

function giveUnit(e: Expr, unit: Unit): Expr {
  if (e.kind === "int" || e.kind === "float") return { ...e, unit };
  return e.kind === "unary" && e.op === "-" && (e.value.kind === "int" || e.value.kind === "float") ? { ...e, value: { ...e.value, unit } } : e;
}

/** The types of the language, and the relations between them that the checker needs. */

/** A type as it stands in the IR. Names of entities, enums, kinds and views are qualified: `LightTalk.Contact`. */
export type Type =
  | { readonly t: Scalar | "none" | "void" | "error" }
  | { readonly t: "id"; readonly prefix: string }
  | { readonly t: "entity"; readonly name: string }
  | { readonly t: "set"; readonly of: string }
  | { readonly t: "enum"; readonly name: string }
  /** `case` is known after `s is card`. */
  | { readonly t: "kind"; readonly name: string; readonly case?: string }
  | { readonly t: "view"; readonly name: string }
  | { readonly t: "record"; readonly fields: Readonly<Record<string, Type>>; readonly name?: string }
  | { readonly t: "slots"; readonly key: string; readonly of: Type }
  | { readonly t: "dict"; readonly of: Type }
  | { readonly t: "list"; readonly of: Type }
  /** `why` says where the gap comes from, e.g. which corpus row lacks the field. */
  | { readonly t: "maybe"; readonly of: Type; readonly why?: string }
  /** `a..b`, only as an argument or on the right of `in`. */
  | { readonly t: "range"; readonly of: Type };

export type Scalar =
  | "bool" | "int" | "float" | "money" | "string" | "text" | "url"
  | "datetime" | "date" | "time" | "duration" | "distance" | "point";

export const SCALARS: readonly Scalar[] = [
  "bool", "int", "float", "money", "string", "text", "url", "datetime", "date", "time", "duration", "distance", "point",
];

export const T = {
  bool: { t: "bool" }, int: { t: "int" }, float: { t: "float" }, money: { t: "money" }, string: { t: "string" },
  text: { t: "text" }, url: { t: "url" }, datetime: { t: "datetime" }, date: { t: "date" }, time: { t: "time" },
  duration: { t: "duration" }, distance: { t: "distance" }, point: { t: "point" }, none: { t: "none" },
  void: { t: "void" }, error: { t: "error" },
  list: (of: Type): Type => ({ t: "list", of }),
  maybe: (of: Type, why?: string): Type => (of.t === "maybe" || of.t === "none" || of.t === "error" ? of : { t: "maybe", of, ...(why === undefined ? {} : { why }) }),
  entity: (name: string): Type => ({ t: "entity", name }),
  weekday: { t: "enum", name: "Weekday" },
} as const;

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** `string`, `text`, `url` and ids are all texts at run time. */
export function isText(type: Type): boolean {
  return type.t === "string" || type.t === "text" || type.t === "url" || type.t === "id";
}

export function isNumeric(type: Type): boolean {
  return type.t === "int" || type.t === "float";
}

/** Types with an order: `<`, `sort`, `min`, `lowest`, ranges. Enums are in order of declaration. */
export function isOrdered(type: Type): boolean {
  return (
    isNumeric(type) || isText(type) || type.t === "enum" ||
    type.t === "money" || type.t === "datetime" || type.t === "date" || type.t === "time" || type.t === "duration" || type.t === "distance"
  );
}

/** True for values made of several: lists, sets, records and the like. */
export function isComposite(type: Type): boolean {
  return type.t === "list" || type.t === "set" || type.t === "record" || type.t === "slots" || type.t === "dict" || type.t === "view" || type.t === "kind";
}

export function hasError(type: Type): boolean {
  switch (type.t) {
    case "error":
      return true;
    case "list":
    case "maybe":
    case "dict":
    case "slots":
    case "range":
      return hasError(type.of);
    case "record":
      return Object.values(type.fields).some(hasError);
    default:
      return false;
  }
}

/** True where a value of `from` may stand where `to` is expected. An error type fits everywhere, so that nothing cascades. */
export function assignable(from: Type, to: Type): boolean {
  if (from.t === "error" || to.t === "error") return true;
  if (to.t === "maybe") return from.t === "none" || assignable(from.t === "maybe" ? from.of : from, to.of);
  if (from.t === to.t) {
    switch (from.t) {
      case "id":
        return from.prefix === (to as typeof from).prefix;
      case "entity":
      case "enum":
      case "view":
        return from.name === (to as typeof from).name;
      case "kind": {
        const target = to as typeof from;
        return from.name === target.name && (target.case === undefined || target.case === from.case);
      }
      case "set":
        return from.of === (to as typeof from).of;
      case "list":
      case "dict":
      case "range":
        return assignable(from.of, (to as typeof from).of);
      case "slots":
        return from.key === (to as typeof from).key && assignable(from.of, (to as typeof from).of);
      case "record": {
        const target = (to as typeof from).fields;
        const names = Object.keys(target);
        return (
          Object.keys(from.fields).every((name) => name in target) &&
          names.every((name) => {
            const field = from.fields[name];
            return field !== undefined && assignable(field, target[name] as Type);
          })
        );
      }
      default:
        return true;
    }
  }
  if (from.t === "int" && to.t === "float") return true;
  if ((to.t === "string" || to.t === "text") && isText(from)) return true;
  if (from.t === "set" && to.t === "list") return to.of.t === "entity" && to.of.name === from.of;
  if (from.t === "list" && to.t === "set") return from.of.t === "error" || (from.of.t === "entity" && from.of.name === to.of);
  return false;
}

/** The least type both fit in, or null. */
export function join(a: Type, b: Type): Type | null {
  if (a.t === "error") return b;
  if (b.t === "error") return a;
  if (a.t === "none") return T.maybe(b);
  if (b.t === "none") return T.maybe(a);
  if (a.t === "maybe" || b.t === "maybe") {
    const inner = join(a.t === "maybe" ? a.of : a, b.t === "maybe" ? b.of : b);
    return inner && T.maybe(inner);
  }
  if (a.t === "set" && b.t === "list") return join(T.list(T.entity(a.of)), b);
  if (a.t === "list" && b.t === "set") return join(a, T.list(T.entity(b.of)));
  if (a.t === "kind" && b.t === "kind" && a.name === b.name) return a.case === b.case ? a : { t: "kind", name: a.name };
  if (a.t === "list" && b.t === "list") {
    const of = join(a.of, b.of);
    return of && T.list(of);
  }
  if (a.t === "record" && b.t === "record") {
    const names = Object.keys(a.fields);
    if (names.length !== Object.keys(b.fields).length) return null;
    const fields: Record<string, Type> = {};
    for (const name of names) {
      const other = b.fields[name];
      const joined = other && join(a.fields[name] as Type, other);
      if (!joined) return null;
      fields[name] = joined;
    }
    return { t: "record", fields, ...(a.name !== undefined && a.name === b.name ? { name: a.name } : {}) };
  }
  if (isText(a) && isText(b) && !(a.t === "id" && b.t === "id" && a.prefix === b.prefix) && a.t !== b.t) {
    return a.t === "text" || b.t === "text" ? T.text : T.string;
  }
  if (assignable(a, b)) return b;
  if (assignable(b, a)) return a;
  return null;
}

/** A type as an author writes it. */
export function showType(type: Type): string {
  switch (type.t) {
    case "id":
      return `id("${type.prefix}")`;
    case "entity":
    case "enum":
    case "view":
      return shortName(type.name);
    case "kind":
      return type.case === undefined ? shortName(type.name) : `${shortName(type.name)} (${type.case})`;
    case "set":
      return `Set<${shortName(type.of)}>`;
    case "list":
      return `${showType(type.of)}[]`;
    case "maybe":
      return `${showType(type.of)}?`;
    case "dict":
      return `Record<string, ${showType(type.of)}>`;
    case "slots":
      return `Record<${shortName(type.key)}, ${showType(type.of)}>`;
    case "range":
      return `a range of ${showType(type.of)}`;
    case "record":
      return type.name === undefined
        ? `{ ${Object.entries(type.fields).map(([name, field]) => `${name}: ${showType(field)}`).join(", ")} }`
        : shortName(type.name);
    default:
      return type.t;
  }
}

/** `LightTalk.Contact` is shown as `Contact`. */
export function shortName(qualified: string): string {
  return qualified.slice(qualified.lastIndexOf(".") + 1);
}

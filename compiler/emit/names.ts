/** Names in generated code: readable, unique in their module, never a word of JavaScript. */

import type { Ir } from "../ir.js";
import { pascal, snake } from "../names.js";
import { shortName } from "../types.js";

const RESERVED = new Set(
  ("abstract arguments await boolean break byte case catch char class const continue debugger default delete do double else enum eval export extends false final finally float for " +
    "function goto if implements import in instanceof int interface let long native new null package private protected public return short static super switch synchronized this throw throws " +
    "transient true try typeof undefined var void volatile while with yield async of NaN Infinity Object Array String Number Boolean Math JSON Set Map Date Error URL db rt args test random readonly corpora shared turn init initialState goal play task given").split(" "),
);

/** Shapes of names that the emitter makes itself. */
const OWN = /^[A-Z]|^(as|create|get|std)[A-Z]|(Graph|Guard|Refine|Region|Row|Trigger)$/;

/** A local of the source as a JavaScript name. */
export function local(name: string): string {
  const stem = name.replace(/_+$/, "");
  return RESERVED.has(stem) || OWN.test(stem) ? `${name}_` : name;
}

/** A name at module level. */
export function topLevel(name: string): string {
  return RESERVED.has(name) || /(Graph|Guard|Refine|Region|Trigger)$/.test(name) ? `${name}_` : name;
}

/** Modules that every build has. */
const OWN_MODULES = new Set(["evaluators", "index", "model", "shared", "tests", "tools", "world"]);

/** Where things of one world live in its generated code. */
export interface Names {
  /** Types and tables of `model.ts`: an entity, enum, kind or record by its short name, with the app's in front where two share it. */
  model(id: string): string;
  /** The state table of an app. */
  state(app: string): string;
  /** The file of an app's module, without its ending. */
  module(app: string): string;
  /** What other modules call an app's module. */
  alias(app: string): string;
  /** The descriptor of a view. */
  viewType(id: string): string;
  /** A function in its app's module, also the one that a region or a graph comes to. */
  fn(id: string): string;
  action(id: string): string;
  view(id: string): string;
  creator(entity: string): string;
  /** A derived field: `Contact.strangers` → `getContactStrangers`. */
  getter(owner: string, field: string): string;
  guard(id: string): string;
  trigger(id: string): string;
  tool(id: string): string;
  /** Number of a table. */
  table(id: string): number;
  toolNumber(id: string): number;
}

export function namesOf(ir: Ir): Names {
  const modelIds = [...ir.entities.map((e) => e.name), ...ir.enums.map((e) => e.name), ...ir.kinds.map((k) => k.name), ...ir.views.map((v) => v.name)];
  const shorts = new Map<string, number>();
  // With a capital, so that no local hides one.
  const capital = (id: string): string => shortName(id).charAt(0).toUpperCase() + shortName(id).slice(1);
  for (const id of modelIds) shorts.set(capital(id), (shorts.get(capital(id)) ?? 0) + 1);
  const model = (id: string): string => {
    const short = capital(id);
    const unique = (shorts.get(short) ?? 0) <= 1 ? short : pascal(id.replace(".", "_"));
    return RESERVED.has(unique) || unique === "Db" || unique === "Ref" || unique === "Table" || unique === "Random" ? `${unique}_` : unique;
  };
  const tools = new Set(ir.tools.map((t) => topLevel(shortName(t.name))));
  const clear = (name: string): string => (tools.has(name) ? `${name}_` : topLevel(name));
  const standing = new Map(ir.fns.flatMap((f) => (f.stands ? [[f.name, pascal(f.stands)] as const] : [])));
  const tables = [
    ...ir.apps.flatMap((app) => [...ir.entities.filter((e) => e.app === app.name).map((e) => e.name), ...(app.state.length > 0 ? [`${app.name}.state`] : [])]),
  ];
  const tableNumber = new Map(tables.map((id, i) => [id, i]));
  const tasks = new Set(ir.tasks.map((task) => task.name));
  const toolNumber = new Map(ir.tools.map((t, i) => [t.name, i]));
  return {
    model,
    state: (app) => (shorts.has(`${app}State`) ? `${app}State_` : `${app}State`),
    module: (app) => (OWN_MODULES.has(snake(app)) ? `${snake(app)}_app` : snake(app)),
    alias: (app) => (shorts.has(capital(app)) || RESERVED.has(capital(app)) || ir.apps.some((a) => `${a.name}State` === app) ? `${capital(app)}App` : capital(app)),
    viewType: (id) => `${model(id).charAt(0).toLowerCase()}${model(id).slice(1)}View`,
    fn: (id) => (standing.has(id) ? `${shortName(id)}${standing.get(id)}` : clear(shortName(id))),
    action: (id) => clear(shortName(id)),
    view: (id) => `as${model(id)}`,
    creator: (entity) => `create${model(entity)}`,
    getter: (owner, field) => `get${owner.includes(".") ? model(owner) : ""}${pascal(field)}`,
    guard: (id) => `${shortName(id)}Guard`,
    // Those of all tasks stand in one module.
    trigger: (id) => `${tasks.has(id.slice(0, id.indexOf("."))) ? id.replace(".", "_") : shortName(id)}Trigger`,
    tool: (id) => topLevel(shortName(id)),
    table: (id) => tableNumber.get(id) ?? -1,
    toolNumber: (id) => toolNumber.get(id) ?? -1,
  };
}

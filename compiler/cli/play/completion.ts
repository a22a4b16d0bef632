/** What can follow on the line: commands, tools, arguments, and for arguments their values: enum members and keys. */

import { splitWords } from "../arguments.js";

type Session = import("../../../runtime/index.js").Session;
type ToolDef = import("../../../runtime/index.js").ToolDef;
type TypeDef = import("../../../runtime/index.js").TypeDef;

/** Rows whose keys are offered; more would only scroll. */
const MOST = 60;

/** As Node's readline wants it: the candidates, and the part of the line they replace. */
export function complete(session: Session, commands: readonly string[], line: string): [string[], string] {
  const words = splitWords(line);
  const open = line.endsWith(" ") || line === "" ? "" : (words[words.length - 1] ?? "");
  const first = words[0] ?? "";
  if (words.length === 0 || (words.length === 1 && open !== "")) {
    const all = open.startsWith(":") ? commands : [...session.toolNames, ...commands];
    return [all.filter((name) => name.startsWith(open)).map((name) => `${name} `), open];
  }
  const tool = session.world.tools.find((t) => t.name === first && session.offers(first));
  if (!tool) return [[], open];
  const cut = open.indexOf("=");
  if (cut > 0) {
    const prefix = open.slice(cut + 1);
    const values = valuesOf(session, tool, open.slice(0, cut));
    return [values.filter((v) => v.startsWith(prefix)).map((v) => `${open.slice(0, cut + 1)}${v} `), open];
  }
  const given = words.slice(1).map((w) => w.slice(0, w.indexOf("=")));
  return [tool.params.map((p) => p.name).filter((name) => !given.includes(name) && name.startsWith(open)).map((name) => `${name}=`), open];
}

function valuesOf(session: Session, tool: ToolDef, param: string): string[] {
  const type = tool.params.find((p) => p.name === param)?.type;
  return type ? typeValues(session, type) : [];
}

function typeValues(session: Session, type: TypeDef): string[] {
  switch (type.t) {
    case "maybe":
      return typeValues(session, type.of);
    case "bool":
      return ["true", "false"];
    case "enum":
      return type.members.map((m) => asWord(type.wire?.[m] ?? m));
    case "entity": {
      const { store } = session;
      return store.all(type.table).slice(0, MOST).map((slot) => store.key(type.table, slot)).filter((key): key is string => typeof key === "string").map(asWord);
    }
    default:
      return [];
  }
}

/** Quoted where it would otherwise be two words. */
function asWord(value: string): string {
  return value.includes(" ") ? JSON.stringify(value) : value;
}

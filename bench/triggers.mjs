// What triggers that have nothing to do cost: calls of a world with 200 armed ones, against the same world without them. `node bench/triggers.mjs` measures this alone.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compare, table, thousands } from "./measure.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const cli = join(root, "dist/cli.js");
const EACH = 50;

/** A store of parts. Each trigger is of one of four kinds: over rows, over state, at an instant, at a period. */
function source(armed) {
  const kinds = [
    (i) => `trigger low_${i} for p in Part.all { when p.stock < ${-i - 1} and p.watched   then { set alarms += 1 } }`,
    (i) => `trigger level_${i} { when alarms > ${i + 1000}   then { set alarms = 0 } }`,
    (i) => `trigger due_${i} for o in Order.all { at o.due   when o.open   then { set o.open = false } }`,
    (i) => `trigger check_${i} { every ${i % 12 + 1} h while alarms > 0   then { set alarms -= 1 } }`,
  ];
  const triggers = armed ? kinds.flatMap((kind) => Array.from({ length: EACH }, (_, i) => kind(i))) : [];
  return `/// A store.
app Store {
  entity Part { key code: string   stock: int = 100   watched: bool = false   moved: int = 0 }
  entity Order { key oid: id("order")   part: Part   due: datetime   open: bool = true }
  state { alarms: int = 0 }
  init { for i in ["a", "b", "c", "d", "e", "f", "g", "h"] { let part = create Part { code: i }   create Order { part, due: now + 300 days } } }
  ${triggers.join("\n  ")}
  /// Moves a part.
  /// @param part which
  /// @param by how far
  tool move(part as p: Part, by: int where in 1..9) takes 2 s { set p.moved += by   return p.moved }
  /// Looks a part up.
  /// @param part which
  tool look(part as p: Part) takes 1 s { return { stock: p.stock, moved: p.moved } }
}
`;
}

/** Adds the row of worlds with many triggers to a table. */
export async function triggers(row) {
  const scratch = mkdtempSync(join(root, "node_modules/.cache/bench-triggers-"));
  const load = async (name, armed) => {
    writeFileSync(join(scratch, `${name}.world`), source(armed));
    execFileSync(process.execPath, [cli, "build", join(scratch, `${name}.world`), "-o", join(scratch, "build")], { stdio: "ignore" });
    return (await import(pathToFileURL(join(scratch, "build", name, "world.js")).href)).world;
  };
  const { Session } = await import(pathToFileURL(join(root, "dist/runtime/index.js")).href);
  const [armed, bare] = [await load("armed", true), await load("bare", false)];
  const codes = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const side = (world) => ({
    prepare: () => Session.start(world, { seed: 1 }),
    work: (session) => {
      for (let i = 0; i < 8000; i++) session.call(i % 2 === 0 ? "move" : "look", i % 2 === 0 ? { part: codes[i % 8], by: 1 + (i % 9) } : { part: codes[i % 8] });
      return 8000;
    },
  });
  const measured = compare(side(armed), side(bare), 15);
  row(`calls/s of a world with ${armed.triggers.length} armed triggers, against the same world without`, thousands(measured.ours), thousands(measured.peer), `${measured.ratio.toFixed(2)}×`, "≥ 0.5×");
  rmSync(scratch, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  execFileSync(process.execPath, [join(root, "scripts/prepare.mjs")]);
  const rows = [];
  await triggers((...cells) => rows.push(cells));
  console.log(table(rows));
}

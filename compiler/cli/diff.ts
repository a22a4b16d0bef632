/** `diff --old F --reference F --new F`: T, M, M_b, R_c and R_b on any three JSON files. */

import { loadRuntime } from "./execute.js";
import { parseJson, print, printJson, readInput } from "./io.js";
import { CLEAN, usageProblem } from "./problems.js";

export interface DiffOptions {
  readonly old?: string;
  readonly reference?: string;
  readonly new?: string;
  readonly conventions?: string;
  readonly json?: boolean;
}

export async function diff(options: DiffOptions): Promise<number> {
  const { conventions = "plain" } = options;
  if (conventions !== "plain" && conventions !== "complexmcp") throw usageProblem("U112", `\`${conventions.slice(0, 60)}\` are no conventions.`, "They are plain and complexmcp.");
  const [old, reference, end] = (["old", "reference", "new"] as const).map((name) => {
    const path = options[name];
    if (path === undefined) throw usageProblem("U112", `Say which file is the ${name} one.`, "`diff --old F --reference F --new F`");
    return parseJson(readInput(path, "The state"), `\`${path}\``);
  });
  const found = (await loadRuntime()).jsonDifference(old, reference, end, conventions);
  if (options.json) printJson(found);
  else print(`T ${found.t}, M ${found.m}, M_b ${found.mb}; R_c ${found.rc.toFixed(4)}, R_b ${found.rb.toFixed(4)}`);
  return CLEAN;
}

/** `test FILE…`: the `test` blocks, with what a failing one expected, got and last wrote. */

import { describeWrites, oneLine } from "./describe.js";
import { loadWorld } from "./execute.js";
import { print, printJson } from "./io.js";
import { CLEAN, finding, FINDINGS } from "./problems.js";

type TestFailure = import("../../runtime/index.js").TestFailure;
type TestResult = import("../../runtime/index.js").TestResult;

export interface TestOptions {
  readonly filter?: string;
  readonly json?: boolean;
}

export async function test(files: readonly string[], options: TestOptions): Promise<number> {
  const results: TestResult[] = [];
  for (const file of files) {
    const { world, runtime } = await loadWorld(file, options.json ? "json" : "pretty");
    for (const one of world.tests) {
      if (options.filter !== undefined && !one.label.includes(options.filter)) continue;
      const result = runtime.runTest(world, one);
      results.push(result);
      if (!options.json && result.failure) printFailure(result, result.failure);
    }
  }
  if (results.length === 0 && options.filter !== undefined) throw finding("U403", `No test's label contains \`${options.filter.slice(0, 60)}\`.`);
  const passed = results.filter((r) => r.passed).length;
  const failed = results.length - passed;
  if (options.json) printJson({ passed, failed, results });
  else print(`${passed} passed, ${failed} failed`);
  return failed > 0 ? FINDINGS : CLEAN;
}

function printFailure(result: TestResult, failure: TestFailure): void {
  print(`FAILED  ${result.label} (${result.src})`);
  print(`  ${failure.message} (${failure.src})`);
  if (failure.expected !== undefined && !failure.message.endsWith(failure.expected)) print(`  expected   ${failure.expected}`);
  if (failure.got !== undefined) print(`  got        ${failure.got}`);
  const { lastCall } = failure;
  if (!lastCall) return;
  print(`  last call  ${lastCall.tool} ${oneLine(lastCall.args)} → ${lastCall.status} ${oneLine(lastCall.output)}`);
  for (const line of describeWrites(lastCall.writes)) print(`             ${line}`);
}

/** `npm run reference -- DIR [--json]`: replays recorded runs of the original system and compares. */

import { RecordingError, recordingsIn, type Recording } from "./recording.js";
import { renderRun, renderTotal } from "./report.js";
import { replayAll } from "./runs.js";

const USAGE = `usage: npm run reference -- DIR [--json]

DIR holds recorded runs of the original system, one file task-NN.json.gz each:
{seed, apps, query, calls: [{app, tool, args, result, clock_before, clock_after}], initial, final}.
Each run is replayed in our world from the recorded initial state, and statuses and final states are compared.
`;

/** Gives the exit status: 0, 1 for a difference that nothing explains, 2 where there is nothing to replay. */
async function main(args: readonly string[]): Promise<number> {
  const [folder] = args.filter((arg) => !arg.startsWith("--"));
  if (folder === undefined) {
    process.stderr.write(USAGE);
    return 2;
  }
  let recordings: Recording[];
  try {
    recordings = recordingsIn(folder);
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  if (recordings.length === 0) {
    process.stderr.write(`There is no recorded run in \`${folder}\`.\n\n${USAGE}`);
    return 2;
  }
  const reports = await replayAll(recordings);
  const lines = args.includes("--json") ? [JSON.stringify(reports, null, 2)] : [...reports.flatMap(renderRun), "", renderTotal(reports)];
  process.stdout.write(`${lines.join("\n")}\n`);
  return reports.some((r) => r.unexplained.length > 0) ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));

/** What has no state that the original gives out: the clock, servers, and tools that nobody has. */

import { numberOf, partOf, single, textOf } from "../answers.js";
import type { ReplayedApp } from "../app.js";
import type { Json } from "../recording.js";

export const lightOS: ReplayedApp = {
  recorded: "LightSystem",
  app: "LightOS",
  names: { tools: {}, args: {} },
  answers: {
    now: {
      recorded: (output, path) => single(textOf(output, path).replace(" ", "T")),
      ours: (output: string) => single(output),
    },
  },
  corrections: [],
};

const ends = ({ t1: start, t2: end, ...rest }: Json): Json => ({ start, end, ...rest });

export const time: ReplayedApp = {
  recorded: "TimeServer",
  app: "Time",
  names: { tools: {}, args: { days_diff: ends, iso_seconds_diff: ends } },
  answers: {
    days_diff: {
      recorded: (output, path) => single(Number(partOf(output, /^(-?\d+) days?$/, path))),
      ours: (output: number) => single(output),
    },
    iso_seconds_diff: {
      recorded: (output, path) => single(numberOf(output, path)),
      ours: (output: number) => single(output),
    },
  },
  corrections: [],
};

/** Names that an agent made up, which the record files under `?`. They are unknown here too. */
export const unknown: ReplayedApp = { recorded: "?", app: "", names: { tools: {}, args: {} }, answers: {}, corrections: [] };

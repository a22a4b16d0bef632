/** The clock: its calls are replayed; it has no state that the original gives out. */

import type { ReplayedApp } from "../app.js";

export const lightOS: ReplayedApp = {
  recorded: "LightSystem",
  app: "LightOS",
  names: { tools: {}, args: {} },
  created: {},
  likeness: () => false,
  load: () => ({}),
  recordedState: () => ({}),
  ownState: () => ({}),
  corrections: [],
};

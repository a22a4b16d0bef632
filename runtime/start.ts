/** Setting a world up: the clock, then each app's state and `init` in import order, from the seed alone. */

import { moveClock } from "./clock.js";
import { Failure, RuntimeDiagnostic, diagnose, type RuntimeCode } from "./failure.js";
import { quote } from "./quote.js";
import { Random } from "./random.js";
import type { Store } from "./store.js";
import { startTriggers } from "./triggers.js";
import { resetSteps } from "./values.js";
import type { AppDef, Row } from "./types.js";

/** Why a session could not begin. `src` is `file:line` where known. */
export class StartError extends Error {
  override readonly name = "StartError";

  constructor(
    readonly code: "bad-seed" | RuntimeCode,
    message: string,
    readonly src?: string,
  ) {
    super(message);
  }
}

/** Seeds are whole numbers from 0 to 2^53 - 1. */
export function checkSeed(seed: unknown): void {
  if (!Number.isSafeInteger(seed) || (seed as number) < 0) {
    throw new StartError(
      "bad-seed",
      `A seed is a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${quote(seed)}.`,
    );
  }
}

/** Builds the initial state in an empty store; `prepare` comes after all `init`s, before triggers look at it. Throws `StartError`; errors of the host language pass through. */
export function setUp(store: Store, seed: string, prepare?: (store: Store) => void): void {
  const { world } = store.program;
  store.recording = false;
  try {
    moveClock(store, world.starts(new Random(seed, "starts")));
    for (const app of world.apps) setUpApp(store, app, seed);
    prepare?.(store);
    store.commit();
    store.recording = true;
    startTriggers(store);
  } catch (thrown) {
    if (thrown instanceof Failure) throw new StartError("failure", thrown.message);
    if (thrown instanceof RuntimeDiagnostic) throw new StartError(thrown.code, thrown.message, thrown.src);
    throw thrown;
  }
  store.settle();
}

function setUpApp(store: Store, app: AppDef, seed: string): void {
  if (app.state !== undefined) store.create(app.state, app.initialState?.(store) ?? {});
  resetSteps();
  app.init?.(store, new Random(seed, `init/${app.name}`));
  if (app.state === undefined) return;
  const row = store.state(app.state) as Row;
  const shape = store.program.shapes[app.state]!;
  const unset = shape.fields.find((field) => !field.maybe && row[field.name] === null);
  if (unset !== undefined) diagnose("unset-state", `${app.name}.${unset.name} is not set in init.`, shape.def.src);
}

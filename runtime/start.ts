/** Setting a world up: the clock, then each app's state and `init` in import order, from the seed alone. */

import { moveClock } from "./clock.js";
import { Failure, RuntimeDiagnostic, diagnose, type RuntimeCode } from "./failure.js";
import { Identifiers } from "./identifiers.js";
import type { Program } from "./program.js";
import { quote } from "./quote.js";
import { Random } from "./random.js";
import { recent } from "./recent.js";
import { Store } from "./store.js";
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

/** Worlds as `init` leaves them that are kept for each program; one of a large world has some megabytes. */
const MOST_KEPT = 8;

/** By seed, the least recently used first: the tasks of one seed differ only in what comes after. */
const kept = new WeakMap<Program, Map<string, Store>>();

/** The initial state in a store of its own; `prepare` comes after all `init`s, before triggers look at it. Throws `StartError`; errors of the host language pass through. */
export function setUp(program: Program, seed: string, prepare?: (store: Store) => void): Store {
  try {
    const store = initialised(program, seed).fork();
    prepare?.(store);
    store.commit();
    store.recording = true;
    startTriggers(store);
    store.settle();
    return store;
  } catch (thrown) {
    throw beginningFailed(thrown);
  }
}

/** What the world's program threw while an instance began, as a `StartError`; anything else as it is. */
export function beginningFailed(thrown: unknown): unknown {
  if (thrown instanceof Failure) return new StartError("failure", thrown.message);
  if (thrown instanceof RuntimeDiagnostic) return new StartError(thrown.code, thrown.message, thrown.src);
  return thrown;
}

function initialised(program: Program, seed: string): Store {
  const stores = kept.get(program) ?? new Map<string, Store>();
  kept.set(program, stores);
  return recent(stores, seed, MOST_KEPT, () => initialise(program, seed));
}

function initialise(program: Program, seed: string): Store {
  const { world } = program;
  const store = new Store(program, new Identifiers(seed));
  store.recording = false;
  moveClock(store, world.starts(new Random(seed, "starts")));
  for (const app of world.apps) setUpApp(store, app, seed);
  return store;
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

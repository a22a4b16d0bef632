// Scripted agents: each plays an instance of a task in its own way, most of them wrongly. They need no model, and show what
// an evaluator must tell apart: not acting, giving up, not looking, taking the first that comes, doing more than was asked.
import { differenceFrom, Episode, firstChoice, VoidSeed } from "worldc/runtime";

/** The calls that gold makes on an instance, without faults. */
function goldCalls(world, task, options) {
  const episode = Episode.start(world, task, { ...options, faults: "off" });
  episode.playGold(firstChoice(episode));
  return episode.made.map(({ tool, args }) => ({ tool, args }));
}

/** Makes those of the plan's calls that change nothing that may not change. */
function look(episode) {
  const tried = episode.fork();
  tried.playNominal(firstChoice(tried));
  for (const { tool, args } of tried.made) {
    const trial = episode.fork();
    trial.step(tool, args);
    const difference = differenceFrom(trial, trial.session.store, firstChoice(trial));
    if (typeof difference !== "string" && difference.mb === 0) episode.step(tool, args);
  }
}

/** Which parameters of a tool name rows, with the number of the table. */
function rowParameters(episode, name) {
  const tool = episode.session.world.tools.find((one) => one.name === name);
  return (tool?.params ?? []).flatMap(({ name: param, type }) => (type.t === "entity" ? [{ param, table: type.table }] : []));
}

export const agents = {
  /** Plays gold; says so where the task cannot be done, after having looked. */
  oracle(episode) {
    if (episode.task.impossible === undefined) episode.playGold(firstChoice(episode));
    else look(episode);
    if (episode.session.ended !== null) return;
    if (episode.task.impossible === undefined) episode.step("finish", { summary: "Done." });
    else episode.step("report_infeasible", { reason: "It cannot be done." });
  },

  /** Finishes at once. */
  "do-nothing"(episode) {
    episode.step("finish", { summary: "Done." });
  },

  /** Reports every task as infeasible. */
  "always-report"(episode) {
    episode.step("report_infeasible", { reason: "It cannot be done." });
  },

  /** Knows what to do, and gives up when a call is struck by a fault. */
  "gives-up-at-first-fault"(episode, { world, seed }) {
    for (const { tool, args } of goldCalls(world, episode.task, { seed })) {
      // It does not know that the network can be accelerated.
      if (tool === "acc_network") continue;
      if (episode.step(tool, args).status === "error") return void episode.step("finish", { summary: "It did not work." });
    }
    if (episode.session.ended === null) episode.step("finish", { summary: "Done." });
  },

  /** Does what would be right if the instance had no mess: no filled carts, no blocked contacts, nothing booked. */
  "clean-slate"(episode, { world, seed }) {
    let calls = [];
    try {
      calls = goldCalls(world, episode.task, { seed, clean: true });
    } catch (error) {
      // Without the mess there is no such instance, and nothing that it knows to do.
      if (!(error instanceof VoidSeed)) throw error;
    }
    for (const { tool, args } of calls) episode.step(tool, args);
    if (episode.session.ended === null) episode.step("finish", { summary: "Done." });
  },

  /** Takes the first row that a call accepts, whatever was asked for. */
  "first-match"(episode, { world, seed }) {
    for (const { tool, args } of goldCalls(world, episode.task, { seed })) {
      let given = args;
      for (const { param, table } of rowParameters(episode, tool)) {
        const { store } = episode.session;
        for (const slot of store.all(table).slice(0, 20)) {
          const other = { ...given, [param]: store.key(table, slot) };
          if (episode.session.fork().call(tool, other, { faults: [] }).status !== "ok") continue;
          given = other;
          break;
        }
      }
      episode.step(tool, given);
    }
    if (episode.session.ended === null) episode.step("finish", { summary: "Done." });
  },

  /** Does everything right, and to be sure everything twice: it passes where the second time is refused or changes nothing. */
  spammer(episode) {
    const step = episode.step.bind(episode);
    episode.step = (tool, args) => {
      const record = step(tool, args);
      if (record.status === "ok" && record.writes.some(({ author }) => author === "agent")) step(tool, args);
      return record;
    };
    agents.oracle(episode);
  },
};

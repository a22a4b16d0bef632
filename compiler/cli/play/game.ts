/** One line of `play` at a time: calls and commands over a stack of sessions. No terminal here, so that it can be tested. */

import { withPairs, splitWords, type Properties } from "../arguments.js";
import { describeTriggers } from "../describe.js";
import { describeItem } from "../logs.js";
import { CommandProblem } from "../problems.js";
import { showState, showTriggers, showWrites, type Paint } from "./state.js";

type Session = import("../../../runtime/index.js").Session;
type Episode = import("../../../runtime/index.js").Episode;
type ToolDef = import("../../../runtime/index.js").ToolDef;
type CallRecord = import("../../../runtime/index.js").CallRecord;
type Runtime = typeof import("../../../runtime/index.js");

/** What is played: a session of the bare world, or of an instance of a task. */
export interface Played {
  readonly session: Session;
  readonly episode: Episode | null;
}

export interface Branch extends Played {
  /** Where `:diff` counts from. */
  start: Session;
  readonly history: Made[];
}

/** A call as it was typed, and what it did. */
interface Made {
  readonly line: string;
  readonly record: CallRecord;
}

export interface Outside {
  save(path: string, text: string): void;
  load(path: string): Played;
  readonly paint: Paint;
}

/** Commands, with what `:help` says of them. */
export const COMMANDS: Readonly<Record<string, string>> = {
  ":help": "this list; `:help TOOL` describes a tool",
  ":tools": "all tools; `:tools TEXT` those that mention it",
  ":state": "tables and their sizes; `:state TEXT` the rows of tables called like it",
  ":ask": "the task's instruction",
  ":goal": "the task's checklist as it stands, with what its items see",
  ":diff": "what has changed since the start, or since the last `:mark`",
  ":mark": "counts `:diff` from here on",
  ":undo": "takes the last call back; `:undo N` the last N",
  ":fork": "goes on in a copy; `:back` returns to where it was made",
  ":back": "leaves the copy that `:fork` made",
  ":clock": "the virtual clock, and the hash of the state",
  ":history": "the calls so far",
  ":triggers": "what may happen by itself, when, and when next; `:triggers TEXT` those called like it",
  ":timeline": "what has happened by itself: in which call, when, why, and what it wrote",
  ":save": "`:save FILE` writes the state as a snapshot",
  ":load": "`:load FILE` goes on from a snapshot",
  ":quit": "ends",
};

const NO_TASK = "This session is of no task; begin one with `--task NAME`.";

export class Game {
  private readonly branches: Branch[];

  constructor(
    private readonly runtime: Runtime,
    played: Played,
    private readonly outside: Outside,
  ) {
    this.branches = [branchOf(played)];
  }

  get session(): Session {
    return this.branch.session;
  }

  /** The world's tools that can be called here: not those of apps for the user. */
  get tools(): readonly ToolDef[] {
    return this.session.world.tools.filter(({ name }) => this.session.offers(name));
  }

  get depth(): number {
    return this.branches.length - 1;
  }

  private get branch(): Branch {
    return this.branches[this.branches.length - 1] as Branch;
  }

  /** What a line prints; null ends the session. Never throws for what is typed. */
  play(line: string): string[] | null {
    const words = splitWords(line.trim());
    const [first, ...rest] = words;
    if (first === undefined) return [];
    try {
      return first.startsWith(":") ? this.command(first, rest) : this.call(first, rest, line.trim());
    } catch (error) {
      if (error instanceof CommandProblem) return [`${error.message}${error.hint === undefined ? "" : ` ${error.hint}`}`];
      return [error instanceof Error ? error.message : String(error)];
    }
  }

  private call(tool: string, pairs: readonly string[], line: string): string[] {
    const { session, episode } = this.branch;
    const schema = [...session.world.tools, ...this.runtime.kernelTools].find((t) => t.name === tool)?.inputSchema as { properties?: Properties } | undefined;
    const args = withPairs(undefined, pairs, schema?.properties ?? {});
    const record = episode === null ? session.call(tool, args) : episode.step(tool, args);
    this.branch.history.push({ line, record });
    const { paint } = this.outside;
    const output = typeof record.output === "string" ? record.output : JSON.stringify(record.output, null, 2);
    const { before, after } = record.clock;
    return [
      `${record.status === "ok" ? paint.added("ok") : paint.removed(record.status)}  ${output}`,
      ...describeTriggers(record.triggers).map(paint.dim),
      ...showWrites(record.writes, paint),
      ...(record.faults.length > 0 ? [paint.dim(`fault ${record.faults.join(", ")}`)] : []),
      ...(record.diagnostic ? [paint.removed(`${record.diagnostic.code}: ${record.diagnostic.message} (${record.diagnostic.src ?? ""})`)] : []),
      ...(before === after ? [] : [paint.dim(`${before} → ${after}`)]),
    ];
  }

  private command(name: string, rest: readonly string[]): string[] | null {
    const [argument = ""] = rest;
    switch (name) {
      case ":help":
        return argument === "" ? Object.entries(COMMANDS).map(([c, text]) => `${c.padEnd(10)} ${text}`) : this.describe(argument);
      case ":tools":
        return this.tools.filter((t) => t.name.includes(argument) || t.description.toLowerCase().includes(argument.toLowerCase())).map((t) => `${t.name.padEnd(32)} ${t.description.split(/\. |\n/)[0] ?? ""}`);
      case ":state":
        return showState(this.session, argument);
      case ":ask":
        return [this.branch.episode?.ask ?? NO_TASK];
      case ":goal":
        return this.branch.episode?.score().items.map((item) => describeItem(item, true)) ?? [NO_TASK];
      case ":diff": {
        const writes = this.session.difference(this.branch.start);
        return writes.length === 0 ? ["Nothing has changed."] : showWrites(writes, this.outside.paint);
      }
      case ":mark":
        this.branch.start = this.session.fork();
        return ["Marked."];
      case ":undo":
        return this.undo(argument === "" ? 1 : Number(argument));
      case ":fork":
        this.branches.push(branchOf(forkOf(this.branch)));
        return [`In a copy (${this.depth} deep). \`:back\` leaves it.`];
      case ":back":
        if (this.depth === 0) return ["This is no copy."];
        this.branches.pop();
        return ["Back where the copy was made."];
      case ":clock":
        return [`${this.session.clock}  state ${this.session.hash()}`];
      case ":history":
        return this.branch.history.length === 0 ? ["No call yet."] : this.branch.history.map(({ line, record }, i) => `${String(i + 1).padStart(3)}  ${record.status.padEnd(7)} ${line}`);
      case ":triggers":
        return showTriggers(this.runtime.armedTriggers(this.session).filter(({ trigger }) => trigger.toLowerCase().includes(argument.toLowerCase())));
      case ":timeline":
        return this.timeline();
      case ":save":
        if (argument === "") return ["Say where: `:save FILE`."];
        this.outside.save(argument, `${JSON.stringify((this.branch.episode ?? this.session).snapshot(), null, 1)}\n`);
        return [`Saved to ${argument}.`];
      case ":load":
        if (argument === "") return ["Say what: `:load FILE`."];
        this.branches.push(branchOf(this.outside.load(argument)));
        return [`Loaded ${argument}. \`:back\` leaves it.`];
      case ":quit":
        return null;
      default: {
        const near = Object.keys(COMMANDS).find((c) => c.startsWith(name));
        return [`There is no command \`${name}\`.${near === undefined ? " `:help` lists them." : ` Did you mean \`${near}\`?`}`];
      }
    }
  }

  private timeline(): string[] {
    const lines = this.branch.history.flatMap(({ line, record }, i) => {
      if (record.triggers.length === 0) return [];
      const fired = new Set(record.triggers.map(({ trigger }) => trigger));
      const writes = record.writes.filter(({ author }) => fired.has(author));
      return [`${String(i + 1).padStart(3)}  ${line}`, ...[...describeTriggers(record.triggers), ...showWrites(writes, this.outside.paint)].map((text) => `     ${text}`)];
    });
    return lines.length === 0 ? ["Nothing has happened by itself."] : lines;
  }

  private undo(count: number): string[] {
    if (!Number.isSafeInteger(count) || count < 1) return ["`:undo N` takes a whole number from 1."];
    let undone = 0;
    while (undone < count && (this.branch.episode ?? this.session).undo()) {
      undone += 1;
      this.branch.history.pop();
    }
    return [undone === 0 ? "There is nothing to undo." : `${undone} call${undone === 1 ? "" : "s"} taken back; it is ${this.session.clock}.`];
  }

  private describe(name: string): string[] {
    const tool = [...this.tools, ...this.runtime.kernelTools].find((t) => t.name === name);
    if (!tool) return [`There is no tool \`${name}\`.`];
    const properties = (tool.inputSchema as { properties?: Record<string, { description?: string }> }).properties ?? {};
    return [tool.description, ...Object.entries(properties).map(([p, { description }]) => `  ${p.padEnd(14)} ${description ?? ""}`)];
  }
}

function forkOf({ session, episode }: Played): Played {
  const copy = episode?.fork() ?? null;
  return { session: copy?.session ?? session.fork(), episode: copy };
}

function branchOf({ session, episode }: Played): Branch {
  return { session, episode, start: session.fork(), history: [] };
}

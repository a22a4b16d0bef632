/**
 * A world prepared for running: shapes of tables, codecs, validators, who refers to whom, which faults may strike which
 * tool. Made once per world and shared by all its sessions; it holds no state of any.
 */

import { compileCodec, type Codec, type KeyChecks, type Problem } from "./codec.js";
import { kernelTools } from "./kernel.js";
import { checkKey, shapeTables, type FieldShape, type TableShape } from "./shape.js";
import { SYSTEM, SYSTEM_TABLES } from "./system.js";
import { Validator } from "./validate.js";
import type { FaultDef, ToolDef, TriggerDef, WorldDef } from "./types.js";

/** A fault as it may strike one tool, with the streams it draws from. */
export interface ToolFault {
  readonly number: number;
  readonly def: FaultDef;
  readonly chanceStream: number;
  readonly delayStream: number;
}

export interface ToolShape {
  readonly number: number;
  readonly def: ToolDef;
  readonly params: readonly { readonly codec: Codec; readonly optional: boolean }[];
  readonly result: Codec;
  readonly validator: Validator;
  /** Names of the parameters that may be left out. */
  readonly optional: readonly string[];
  readonly costStream: number;
  /** In declaration order. */
  readonly delays: readonly ToolFault[];
  readonly before: readonly ToolFault[];
  readonly after: readonly ToolFault[];
}

export interface TriggerShape {
  readonly number: number;
  readonly def: TriggerDef;
  /** The hidden table of what it remembers. */
  readonly table: number;
}

/** A trigger that reads fields of a table to decide whether to fire. */
export interface Watcher {
  readonly trigger: TriggerShape;
  readonly fields: readonly string[];
}

/** A field by which rows of another table refer to a table's rows. */
export interface Referrer {
  readonly table: TableShape;
  readonly field: FieldShape;
  readonly rule: "restrict" | "cascade" | "detach" | "set";
}

export class Program implements KeyChecks {
  readonly shapes: readonly TableShape[];
  /** By table: who refers to it, in table, then field order. */
  readonly referrers: readonly (readonly Referrer[])[];
  readonly tools: readonly ToolShape[];
  readonly kernel: readonly { readonly def: (typeof kernelTools)[number]; readonly validator: Validator }[];
  /** Wire name → number; kernel tools are numbered -1 and -2. */
  readonly toolNumbers: ReadonlyMap<string, number>;
  /** Those of tools that an agent can call. */
  readonly toolNames: readonly string[];
  readonly offered: ReadonlySet<string>;
  readonly faultNames: ReadonlySet<string>;
  /** Names of the keyed streams, by number. */
  readonly streams: readonly string[];
  /** Numbers of the hidden tables. */
  readonly clock: number;
  readonly ended: number;
  readonly calls: number;
  readonly disabled: number;
  readonly windows: number;
  readonly tableCount: number;
  readonly triggers: readonly TriggerShape[];
  /** Those with `at` or `every`, in order. */
  readonly timed: readonly TriggerShape[];
  /** By number of the tool: those on it. */
  readonly onTool: readonly (readonly TriggerShape[])[];
  /** Those that are considered after each call, whatever was written: they act as long as a condition holds, or read the clock. */
  readonly everyCall: readonly TriggerShape[];
  /** By number of the table: who reads it, and all fields that are read. */
  readonly watched: readonly { readonly watchers: readonly Watcher[]; readonly fields: readonly string[] }[];
  /** World rules or row checks exist, so commits must look. */
  readonly hasRules: boolean;

  constructor(readonly world: WorldDef) {
    const first = world.tables.length;
    this.clock = first + SYSTEM.clock;
    this.ended = first + SYSTEM.ended;
    this.calls = first + SYSTEM.calls;
    this.disabled = first + SYSTEM.disabled;
    this.windows = first + SYSTEM.windows;
    this.triggers = world.triggers.map((def, number) => ({ number, def, table: first + SYSTEM_TABLES + number }));
    this.tableCount = first + SYSTEM_TABLES + this.triggers.length;
    this.timed = this.triggers.filter(({ def }) => def.at !== undefined || def.every !== undefined);
    this.onTool = world.tools.map((_, tool) => this.triggers.filter(({ def }) => def.on === tool));
    this.everyCall = this.triggers.filter(({ def }) => def.readsClock === true || isLevel(def));
    this.watched = world.tables.map((_, table) => {
      const watchers = this.triggers.flatMap((trigger) => trigger.def.reads.filter((read) => read.table === table).map(({ fields }) => ({ trigger, fields })));
      return { watchers, fields: [...new Set(watchers.flatMap(({ fields }) => fields))] };
    });
    this.hasRules = world.rules.length > 0;
    const views = new Map<string, Codec>();
    this.shapes = shapeTables(world.tables, this, views);
    this.referrers = world.tables.map((_, target) =>
      this.shapes.flatMap((table) =>
        table.references
          .filter((field) => field.target === target)
          .map((field): Referrer => {
            const rule = field.refers === "set" ? "set" : (field.def.onDelete ?? "restrict");
            return { table, field, rule: table.def.kind === "state" && rule === "cascade" ? "restrict" : rule };
          }),
      ),
    );
    const streams: string[] = [];
    const stream = (name: string): number => streams.push(name) - 1;
    this.tools = world.tools.map((def, number) => {
      const faults = world.faults.flatMap((fault, i): ToolFault[] =>
        fault.on.includes(number)
          ? [
              {
                number: i,
                def: fault,
                chanceStream: stream(`fault/${fault.name}/${def.name}`),
                delayStream: stream(`delay/${fault.name}/${def.name}`),
              },
            ]
          : [],
      );
      const isBefore = ({ def: { effect } }: ToolFault): boolean => effect.kind === "error" && !effect.afterCommit;
      const isDelay = ({ def: { effect } }: ToolFault): boolean => effect.kind === "delay";
      return {
        number,
        def,
        params: def.params.map((param) => ({
          codec: compileCodec(param.type, this, views),
          optional: param.type.t === "maybe" || param.default !== undefined,
        })),
        result: compileCodec(def.result, this, views),
        validator: new Validator(def.inputSchema),
        optional: def.params.filter((param) => param.type.t === "maybe" || param.default !== undefined).map((param) => param.name),
        costStream: stream(`cost/${def.name}`),
        delays: faults.filter(isDelay),
        before: faults.filter(isBefore),
        after: faults.filter((fault) => !isDelay(fault) && !isBefore(fault)),
      };
    });
    this.streams = streams;
    this.kernel = kernelTools.map((def) => ({ def, validator: new Validator(def.inputSchema) }));
    const numbers = new Map<string, number>(world.tools.map((tool, number) => [tool.name, number]));
    kernelTools.forEach((tool, i) => numbers.set(tool.name, -1 - i));
    this.toolNumbers = numbers;
    this.toolNames = [...numbers].filter(([, number]) => world.tools[number]?.forUser !== true).map(([name]) => name);
    this.offered = new Set(this.toolNames);
    this.faultNames = new Set(world.faults.map((fault) => fault.name));
  }

  checkKey(table: number, json: unknown): Problem | null {
    return checkKey(this.shapes[table]!, json);
  }
}

/** A trigger that acts at every consideration while its condition holds. */
export function isLevel(def: TriggerDef): boolean {
  return def.until !== undefined && def.at === undefined && def.every === undefined && def.on === undefined && def.crosses === undefined;
}

const twins = new WeakMap<WorldDef, WorldDef>();

/**
 * The static twin of a world: without the triggers that are labelled with a conflict type. What a world does as a rule (a
 * hold that expires, an order that is executed) goes on.
 */
export function staticTwin(world: WorldDef): WorldDef {
  let twin = twins.get(world);
  if (twin === undefined) {
    twin = { ...world, triggers: world.triggers.filter(({ conflict }) => conflict === undefined), static: true };
    twins.set(world, twin);
  }
  return twin;
}

const programs = new WeakMap<WorldDef, Program>();

/** The program of a world, made at its first use. */
export function programOf(world: WorldDef): Program {
  let program = programs.get(world);
  if (program === undefined) programs.set(world, (program = new Program(world)));
  return program;
}

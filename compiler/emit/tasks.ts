/** `evaluators.ts`: tasks as functions: how an instance begins, what is asked, what counts, and plans that do it. */

import { StructureKind, type StatementStructures } from "ts-morph";
import { footprints } from "../footprint.js";
import { taskHash } from "../hash.js";
import type { Ir, IrBinder, IrExpr, IrGoalItem, IrMayChange, IrStmt, IrTask, IrTaskStep } from "../ir.js";
import { children } from "../ir-walk.js";
import { imports, printer, triggerFunction } from "./app.js";
import { modelName, NO_ROWS, print, printTyped, typeText, type Printer } from "./expressions.js";
import { SHARED_HEAD } from "./head.js";
import { local, type Names } from "./names.js";
import { forHead, printBlock, shownSide, sides } from "./statements.js";
import { property } from "./types.js";
import { faultDef, triggerDef } from "./world.js";

type Statement = StatementStructures | string;

const q = (text: string): string => JSON.stringify(text);

export function evaluatorsModule(ir: Ir, names: Names, src: Printer["src"]): Statement[] {
  const p = printer(ir, names, null, src);
  const triggers = ir.tasks.flatMap((t) => t.triggers.map((trigger) => triggerFunction(withGivens(p, t), trigger)));
  const tasks = ir.tasks.map((task) => taskDef(p, ir, task));
  const body: Statement[] = [...triggers, `/** The tasks of the world. */\nexport const tasks: readonly TaskDef[] = [\n${tasks.join(",\n")}\n];`];
  const text = tasks.join("\n");
  const defs = ["FaultDef", "TaskDef", "TriggerDef"].filter((name) => name === "TaskDef" || new RegExp(`\\b${name}\\b`).test(text));
  const typeImport: Statement = { kind: StructureKind.ImportDeclaration, isTypeOnly: true, moduleSpecifier: "worldc/runtime", namedImports: defs };
  return [SHARED_HEAD, typeImport, ...imports(p, body), ...body];
}

/** A task's own faults and triggers find its givens in the state. */
function withGivens(p: Printer, task: IrTask): Printer {
  return { ...p, givens: new Set(task.givens.map(({ name }) => name)) };
}

/** A parameter that takes values by name apart. */
function named(p: Printer, values: readonly IrBinder[]): string {
  if (values.length === 0) return "_given: object";
  const names = values.map((v) => (local(v.name) === v.name ? v.name : `${v.name}: ${local(v.name)}`)).join(", ");
  return `{ ${names} }: { ${values.map((v) => `readonly ${property(v.name)}: ${typeText(p, v.type)}`).join("; ")} }`;
}

function taskDef(p: Printer, ir: Ir, task: IrTask): string {
  const given = named(p, task.givens);
  const text = (e: IrExpr, key: string): string => `${key}: ((db: Db, ${given}): string => ${print(p, e)}) as TaskDef["ask"]`;
  const body = (name: string, code: string): string => `${name}: ((play: PlanContext, ${given}, ${named(p, task.goal.binders.filter((b) => !task.givens.some((g) => g.name === b.name))).replace("_given", "_binders")}): void => {\nconst test = play;\nconst { db } = play;\n${code}\n}) as TaskDef["gold"]`;
  const prints = footprints({ ...ir, faults: task.faults, triggers: task.triggers });
  const own = withGivens(p, task);
  const parts = [
    `name: ${q(task.name)}`, `src: ${q(p.src(task.at))}`, `hash: ${q(taskHash(ir, task))}`, `level: ${q(task.level)}`, `seeds: ${JSON.stringify(task.seeds)}`, `unique: ${task.unique}`,
    ...(task.conflict === undefined ? [] : [`conflict: ${q(task.conflict)}`]), `apps: ${JSON.stringify(appsOf(ir, task))}`,
    ...(task.doc === undefined ? [] : [`doc: ${q(task.doc)}`]),
    `faults: [${task.faults.map((f) => faultDef(own, f, footprints(ir))).join(", ")}]`, `triggers: [${task.triggers.map((t) => triggerDef(own, t, prints)).join(", ")}]`,
    `start: (db, random, task) => {\n${task.steps.map((s) => step(p, s)).join("\n")}\nreturn { ${task.givens.map((g) => (local(g.name) === g.name ? property(g.name) : `${property(g.name)}: ${local(g.name)}`)).join(", ")} };\n}`,
    text(task.ask, "ask"),
    `user: ((db: Db, ${given}) => (${user(p, task)})) as TaskDef["user"]`,
    `roots: [${roots(p, task).join(", ")}]`,
    `binders: ${JSON.stringify(task.goal.binders.map((b) => b.name))}`,
    `goal: ((goal: GoalContext, ${given}): void => {\nconst { db } = goal;\n${items(p, task.goal.items)}\n}) as TaskDef["goal"]`,
    ...(task.goal.impossible ? [text(task.goal.impossible, "impossible")] : []), ...(task.goal.settling === undefined ? [] : [`settling: ${task.goal.settling}`]),
    `mayChange: [${task.mayChange.map((c) => change(p, c, given)).join(", ")}]`,
    body("gold", printPlan(p, task.gold)),
    ...(task.nominal ? [body("nominal", printPlan(p, task.nominal))] : []),
    ...(task.twin ? [`twin: ((db: Db, random: Random, ${given}): void => {\n${printBlock(p, task.twin)}\n}) as TaskDef["twin"]`] : []),
  ];
  return `{ ${parts.join(", ")} }`;
}

/** The apps whose tools a task's plans call, in the world's order. */
function appsOf(ir: Ir, task: IrTask): string[] {
  const called = new Set([...callsOf(task.gold), ...callsOf(task.nominal ?? [])]);
  return ir.apps.map(({ name }) => name).filter((app) => ir.tools.some((tool) => tool.app === app && called.has(tool.name)));
}

/** The tools that a plan calls, as the IR names them. */
function callsOf(plan: readonly IrStmt[]): string[] {
  return plan.flatMap((s) => {
    switch (s.k) {
      case "call":
        return s.call.k === "call" ? [s.call.tool] : [];
      case "let":
        return s.value.k === "call" ? [s.value.tool] : [];
      case "if":
        return [...callsOf(s.then), ...callsOf(s.else)];
      case "for":
      case "repeat":
        return callsOf(s.body);
      default:
        return [];
    }
  });
}

/** Givens that are rows and mention no other given; another row may stand for those that were drawn. */
function roots(p: Printer, task: IrTask): string[] {
  const names = new Set(task.givens.map((g) => g.name));
  const mentions = (e: IrExpr): boolean => (e.k === "local" && names.has(e.name)) || children(e).some(mentions);
  const draws = (e: IrExpr): boolean => e.k === "random" || children(e).some(draws);
  return task.steps.flatMap((s) => {
    const type = s.k === "given" ? task.givens.find((g) => g.name === s.name)?.type : undefined;
    return s.k === "given" && type?.t === "entity" && !mentions(s.value) ? [`{ name: ${q(s.name)}, table: ${p.names.table(type.name)}, drawn: ${draws(s.value)} }`] : [];
  });
}

function printPlan(p: Printer, statements: readonly IrStmt[]): string {
  return printBlock(p, statements);
}

function step(p: Printer, s: IrTaskStep): string {
  switch (s.k) {
    case "given":
      return `const ${local(s.name)} = task.given(${q(s.name)}, () => ${printTyped(p, s.value, NO_ROWS)});`;
    case "require":
      return `task.require(() => ${print(p, s.test)}, ${q(s.text)});`;
    case "setup":
      return `task.setup(() => {\n${printBlock(p, s.body)}\n});`;
  }
}

/** Items in order. A binder takes what follows it in its block, once per candidate. */
function items(p: Printer, list: readonly IrGoalItem[]): string {
  const lines: string[] = [];
  for (const [i, item] of list.entries()) {
    switch (item.k) {
      case "let":
        lines.push(`const ${local(item.name)} = goal.value(() => ${printTyped(p, item.value, NO_ROWS)});`);
        break;
      case "some":
        lines.push(`goal.some(${q(item.name)}, () => ${printTyped(p, item.in, NO_ROWS)}, (${local(item.name)}) => {\n${items(p, list.slice(i + 1))}\n});`);
        return lines.join("\n");
      case "item": {
        const seen = sides(item.test).map((side) => shownSide(p, side, "goal"));
        const marks = `${item.keep ? ", keep: true" : ""}${item.dynamic ? ", dynamic: true" : ""}`;
        lines.push(`goal.item({ label: () => ${print(p, item.label)}, text: ${q(item.text)}, src: ${q(p.src(item.at))}${marks} }, () => ${print(p, item.test)}, () => [${seen.join(", ")}]);`);
        break;
      }
      case "for":
        lines.push(`${forHead(item, `goal.value(() => ${printTyped(p, item.in, NO_ROWS)})`)} {\n${items(p, item.items)}\n}`);
        break;
      case "if":
        lines.push(`if (goal.value(() => ${print(p, item.test)})) {\n${items(p, item.then)}\n}${item.else.length > 0 ? ` else {\n${items(p, item.else)}\n}` : ""}`);
        break;
    }
  }
  return lines.join("\n");
}

function change(p: Printer, c: IrMayChange, given: string): string {
  if ("state" in c) return `{ table: ${p.names.table(`${c.state}.state`)}, field: ${q(c.field)} }`;
  const where = c.where ? `, where: ((db: Db, self: Ref<${modelName(p, c.entity)}>, ${given}): boolean => ${print(p, c.where)}) as NonNullable<TaskDef["mayChange"][number]["where"]>` : "";
  return `{ table: ${p.names.table(c.entity)}${c.field === undefined ? "" : `, field: ${q(c.field)}`}${where} }`;
}

function user(p: Printer, { user }: IrTask): string {
  const list = (texts: readonly IrExpr[]): string => `[${texts.map((t) => print(p, t)).join(", ")}]`;
  const answers = user.answers.map((a) => `{ topics: ${list(a.topics)}, text: ${print(p, a.text)} }`);
  const does = user.does.map(({ topics, call }) => (call.k === "call" ? `{ topics: ${list(topics)}, tool: ${q(p.ir.tools.find((t) => t.name === call.tool)?.wire ?? call.tool)}, args: () => ({ ${call.args.map((a) => `${property(a.name)}: ${print(p, a.value)}`).join(", ")} }) }` : ""));
  return `{ ${user.persona ? `persona: ${print(p, user.persona)}, ` : ""}knows: ${list(user.knows)}, insists: ${list(user.insists)}, answers: [${answers.join(", ")}], does: [${does.join(", ")}] }`;
}

/** What a command says when it cannot do its work: a code, a sentence, an exit status. No stack trace, ever. */

/** Exit statuses: clean, findings, wrong usage. */
export const CLEAN = 0;
export const FINDINGS = 1;
export const USAGE = 2;

/** Codes of problems that are not about a source: U1 usage, U2 files, U3 snapshots and call lists, U4 start of a world. */
export type ProblemCode =
  | "U101" | "U102" | "U103" | "U104" | "U105" | "U106" | "U107" | "U108" | "U109" | "U110" | "U111" | "U112" | "U113" | "U114" | "U115"
  | "U201" | "U202" | "U203" | "U204" | "U205"
  | "U301" | "U302" | "U303" | "U304" | "U305" | "U306" | "U307" | "U308"
  | "U401" | "U402" | "U403";

/** Ends a command. */
export class CommandProblem extends Error {
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly exit: typeof FINDINGS | typeof USAGE,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** Thrown for a world that does not check, whose diagnostics were printed; its message is for who had them left out. */
export class Reported extends Error {}

export function usageProblem(code: ProblemCode, message: string, hint?: string): CommandProblem {
  return new CommandProblem(code, message, USAGE, hint);
}

export function finding(code: ProblemCode, message: string, hint?: string): CommandProblem {
  return new CommandProblem(code, message, FINDINGS, hint);
}

/** Mutants of gold, by kind: each tells whether the evaluator judges it as it should. */

import type { OperatorResult, Subject } from "./audit.js";

export type Operator = (subject: Subject) => OperatorResult;

export const OPERATORS: readonly Operator[] = [];

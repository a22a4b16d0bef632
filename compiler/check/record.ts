/** What the checker tells an editor, if one listens: what each written name means, and what each place can see. */

import type { Expr, Name, ParamNode, Span } from "../../grammar/ast.js";
import type { Footprints } from "../footprint.js";
import type { IrExpr } from "../ir.js";
import type { Sym } from "../symbols.js";
import type { Type } from "../types.js";
import type { Context, Env } from "./env.js";

/** What a name stands for, by qualified name where the declaration is not at hand. */
export type Meaning =
  | { readonly m: "symbol"; readonly symbol: Sym }
  /** A field of an entity. */
  | { readonly m: "field"; readonly entity: string; readonly name: string }
  | { readonly m: "state"; readonly app: string; readonly name: string }
  | { readonly m: "member"; readonly enum: string; readonly name: string }
  | { readonly m: "case"; readonly kind: string; readonly name: string }
  | { readonly m: "caseField"; readonly kind: string; readonly case: string; readonly name: string }
  /** A parameter of a tool, function or action, by the name a caller writes. */
  | { readonly m: "parameter"; readonly of: string; readonly name: string };

/** Listens to one check. Without one, a check pays for a test of `undefined` here and there. */
export interface Recorder {
  /** Before anything is checked. */
  begin(cx: Context): void;
  /** `name` was looked up and means this. */
  use(env: Env, name: Name, meaning: Meaning): void;
  /** An expression was checked: what its name means is read off its IR. */
  value(env: Env, expr: Expr, value: IrExpr, expected: Type | undefined): void;
  /** A local or parameter was added; `node` where it stands for a parameter declared elsewhere. */
  local(env: Env, name: Name, type: Type, what: "parameter" | "name", node?: ParamNode): void;
  /** What the rest of a block, from the start of the span, can see. */
  scope(env: Env, span: Span): void;
  footprints(footprints: Footprints): void;
}

/** Type-checks emitted modules as strictly as a user's project might. */

import ts from "typescript";

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2023.d.ts"],
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
};

/** One program over all files; what the compiler has against them, as `file:line TScode message`. */
export function typeErrors(files: readonly string[]): string[] {
  const program = ts.createProgram([...files], OPTIONS);
  return ts.getPreEmitDiagnostics(program).map((d) => {
    const line = d.file && d.start !== undefined ? `${d.file.fileName}:${d.file.getLineAndCharacterOfPosition(d.start).line + 1}` : "";
    return `${line} TS${d.code} ${ts.flattenDiagnosticMessageText(d.messageText, " ")}`;
  });
}

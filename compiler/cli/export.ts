/** `export FILE --tools FORMAT`: the tool list as model providers take it. */

import { mcpTools } from "../emit/manifest.js";
import { exportTools, type ToolFormat } from "../emit/tool-formats.js";
import { compileOrReport } from "./execute.js";
import { printJson } from "./io.js";
import { CLEAN } from "./problems.js";

export function exportWorld(file: string, format: ToolFormat): number {
  const { ir } = compileOrReport(file, "pretty");
  printJson(exportTools(mcpTools(ir), format));
  return CLEAN;
}

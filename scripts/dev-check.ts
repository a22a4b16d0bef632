import { resolve, join } from "node:path";
import { compile } from "../compiler/program.js";
import { fileHost } from "../compiler/source.js";
import { renderPretty, summarize } from "../compiler/diagnostics/render.js";
const t0 = performance.now();
const out = compile(fileHost(join(process.cwd(), "stdlib"), process.cwd()), resolve(process.argv[2]!));
const t1 = performance.now();
console.log(renderPretty(out.diagnostics.slice(0, 60)));
console.log(summarize(out.diagnostics), Math.round(t1 - t0), "ms", out.ir ? "IR" : "no IR");

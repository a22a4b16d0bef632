/** Where this installation lives. */

import { fileURLToPath } from "node:url";

/** The folder `dist/`, which holds the CLI, the runtime and the standard library's implementations. */
export const DIST = fileURLToPath(new URL(".", import.meta.url)).replace(/chunks[\\/]$/, "");

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    sequence: { shuffle: true },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: "threads",
    // The runtime that generated worlds import: loaded as it is, so that a test and the world it runs share one copy.
    server: { deps: { external: [/\/dist\/runtime\//] } },
  },
});

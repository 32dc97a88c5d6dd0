import { defineConfig } from "vitest/config";
import { longestFirst } from "./scripts/longest-first.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}"],
    // A worker process per file: database worker threads and child processes must not outlive their story.
    setupFiles: ["src/server/testing/fix-seed.ts"],
    pool: "forks",
    maxWorkers: 2,
    sequence: {
      sequencer: longestFirst("server/fuzz", "pglite/backup", "pglite/kill", "server/authorization-matrix"),
    },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

import { defineConfig } from "vitest/config";
import { longestFirst } from "./scripts/longest-first.ts";
import { patient } from "./scripts/patience.ts";

const all = {
  setupFiles: "src/server/testing/fix-seed.ts",
  pool: "forks",
  maxWorkers: 2,
  testTimeout: patient(120_000),
  hookTimeout: patient(120_000),
  expect: { poll: { timeout: patient(3_000) } },
} as const;
/** Pure rules, and features over a database: most of a file's time was to load them, or the whole server. */
const manyInOneProcess = ["src/shared/**/*.test.ts", "src/server/features/**/*.test.ts"];

export default defineConfig({
  test: {
    sequence: {
      sequencer: longestFirst("server/fuzz", "pglite/backup", "pglite/kill", "server/authorization-matrix"),
    },
    projects: [
      {
        test: {
          ...all,
          name: "one by one",
          // A process per file: worker threads, child processes and what a page remembers must not outlive their story.
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: manyInOneProcess,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...all,
          name: "together",
          include: manyInOneProcess,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

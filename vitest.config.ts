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

/** Hostile inputs, power cuts, backups, and models that hear and read: half of all the time. `npm run check` leaves them out. */
const long = [
  "src/server/fuzz.test.ts",
  "src/server/db/**/*.test.ts",
  "src/server/platform/{speech/embedded-transcriber,embeddings/embedded-embedder}.test.ts",
  "src/server/features/{leaving/forget-command,set-back/set-back}.test.ts",
  "src/web/offline/set-back.test.ts",
];

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
          exclude: [...manyInOneProcess, ...long],
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...all, name: "long", include: long, sequence: { groupOrder: 0 } } },
      {
        test: {
          ...all,
          name: "together",
          include: manyInOneProcess,
          exclude: long,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

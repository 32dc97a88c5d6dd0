import { defineConfig } from "vitest/config";
import { longestFirst } from "./scripts/longest-first.ts";
import { patient } from "./scripts/patience.ts";
import { long, longestTests, manyInOneProcess } from "./scripts/test-lists.ts";

const all = {
  setupFiles: ["src/server/testing/fix-seed.ts", "src/server/testing/cheap-passwords.ts"],
  pool: "forks" as const,
  maxWorkers: 2,
  testTimeout: patient(120_000),
  hookTimeout: patient(120_000),
  expect: { poll: { timeout: patient(3_000) } },
};
export default defineConfig({
  test: {
    sequence: {
      sequencer: longestFirst(longestTests),
    },
    projects: [
      {
        test: {
          ...all,
          name: "one by one",
          // A process per file: worker threads, child processes and a page's state must not outlive their test.
          // Such a process is too short for the optimizing compiler of WebAssembly (Postgres) to pay off.
          execArgv: ["--liftoff-only"],
          include: ["src/**/*.test.ts", "proof/**/*.test.ts"],
          exclude: [...manyInOneProcess, ...long],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...all,
          name: "components",
          // Screens in a simulated browser, with the page's own outbox on an in-memory IndexedDB.
          // Each file has its own globals and modules in a shared process: half the cost of a process for each.
          pool: "vmForks",
          environment: "jsdom",
          setupFiles: [...all.setupFiles, "src/web/testing/page-globals.ts"],
          include: ["src/web/**/*.test.tsx"],
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

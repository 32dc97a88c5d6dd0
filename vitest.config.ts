import { defineConfig } from "vitest/config";
import { longestFirst } from "./scripts/longest-first.ts";
import { patient } from "./scripts/patience.ts";
import { long, longestTests, isolated, unitTests } from "./scripts/test-lists.ts";

const all = {
  setupFiles: ["src/server/testing/fix-seed.ts", "src/server/testing/cheap-passwords.ts"],
  pool: "forks" as const,
  maxWorkers: 2,
  testTimeout: patient(120_000),
  hookTimeout: patient(120_000),
  expect: { poll: { timeout: patient(3_000) } },
};
/** Each file is a page with its own globals and modules in a shared process: half the cost of a process for each. */
const pages = {
  ...all,
  pool: "vmForks" as const,
  setupFiles: [...all.setupFiles, "src/web/testing/close-page.ts"],
};

export default defineConfig({
  test: {
    sequence: {
      sequencer: longestFirst(longestTests),
    },
    projects: [
      {
        test: {
          ...pages,
          name: "components",
          // Screens in a simulated browser, with the page's own outbox on an in-memory IndexedDB.
          environment: "jsdom",
          setupFiles: [...pages.setupFiles, "src/web/testing/page-globals.ts"],
          include: ["src/web/**/*.test.tsx"],
        },
      },
      { test: { ...pages, name: "isolated", include: isolated, exclude: long } },
      { test: { ...all, name: "long", include: long } },
      {
        test: {
          ...all,
          name: "together",
          // Most of a short file's time went into starting a process and loading modules or the whole server.
          // So no file may leave state in a module, a global or a worker.
          isolate: false,
          include: unitTests,
          exclude: [...isolated, ...long],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

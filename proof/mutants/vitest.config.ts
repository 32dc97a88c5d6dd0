import { defineConfig } from "vitest/config";

/** The tests of the mutated files: they run once for every mutant they cover. */
export default defineConfig({
  test: {
    setupFiles: "src/server/testing/fix-seed.ts",
    include: [
      "src/server/features/communities/{admin-panel,joining/*,people/*}.test.ts",
      "src/server/features/leaving/{gone,leaving}.test.ts",
      "src/server/features/lending/*.test.ts",
      "src/server/http/idempotency/*.test.ts",
      "src/shared/features/lending/*.test.ts",
      "src/web/offline/copy/forget-thing.test.ts",
    ],
    isolate: false,
    testTimeout: 60_000,
  },
});

import { defineConfig } from "vitest/config";

/** The tests of the mutated files: they run once for every mutant they cover. */
export default defineConfig({
  test: {
    setupFiles: "src/server/testing/fix-seed.ts",
    include: [
      "src/server/features/{communities,leaving,lending,resources}/**/*.test.ts",
      "src/server/http/idempotency/*.test.ts",
      "src/shared/features/lending/*.test.ts",
      "src/web/offline/copy/forget-thing.test.ts",
    ],
    exclude: ["src/server/features/leaving/{backup,forget-command}.test.ts"],
    isolate: false,
    testTimeout: 60_000,
  },
});

/** Files on access, idempotency, deletion and lending, whose tests must notice nearly every mistake. */
const files = [
  "src/server/features/communities/people/authorize.ts",
  "src/server/features/communities/view.ts",
  "src/server/features/communities/joining/invites.ts",
  "src/server/features/leaving/delete-account.ts",
  "src/server/features/leaving/routes.ts",
  "src/server/features/lending/confirm.ts",
  "src/server/http/idempotency/*.ts",
  "src/shared/features/lending/{availability,loan}.ts",
  "src/web/offline/copy/forget-thing.ts",
];

export default {
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "proof/mutants/vitest.config.ts", related: false },
  mutate: [...files, "!**/*.test.ts"],
  ignorePatterns: ["**", "!src/**", "!proof/mutants/vitest.config.ts", "!scripts/**", "!*.json", "!*.ts"],
  // Stryker would rewrite it with TypeScript's old API, which the project's version no longer has.
  tsconfigFile: "none",
  coverageAnalysis: "perTest",
  // A mutant of a module's constants would require every test to run again, and a changed message text is no mistake.
  ignoreStatic: true,
  mutator: { excludedMutations: ["StringLiteral"] },
  timeoutMS: 60_000,
  concurrency: 2,
  disableTypeChecks: false,
  warnings: { slow: false },
  reporters: ["clear-text", "progress-append-only", "json"],
  jsonReporter: { fileName: ".cache/reports/mutants.json" },
  tempDirName: ".cache/mutants",
  thresholds: { high: 90, low: 80, break: 70 },
};

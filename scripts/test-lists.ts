// The test files of each lane and their order, by path from the root. A test fails when a pattern or name here matches no file.

/** All tests without a browser, real or simulated. */
export const unitTests = ["src/**/*.test.ts", "proof/**/*.test.ts", "bench/talks/*.test.ts"];

/** Tests that use the page's database or replace modules: each file has its own modules and globals. All other files share them. */
export const isolated = [
  "src/web/offline/**/*.test.ts",
  "src/web/features/chat/{store,transport}/**/*.test.ts",
  "src/web/features/communities/panel/**/*.test.ts",
  "src/web/features/voice/{transcription,on-device/download}/**/*.test.ts",
  "src/shared/features/talk/understand/learned/**/*.test.ts",
];

/** Power cuts, backups, every order of events, decoders of sound, and speech and embedding models. Only `npm run test:all` runs them. */
export const long = [
  "src/web/features/chat/store/chat-store-orders.test.ts",
  "src/server/db/**/*.test.ts",
  "src/server/platform/{speech/embedded-transcriber,speech/decode-audio,embeddings/embedded-embedder}.test.ts",
  "src/server/sample/vectors-of-model.test.ts",
  "src/web/features/voice/{auto-stop/listen-for-end,on-device/recognizer}.test.ts",
  "src/server/features/{leaving/backup,leaving/forget-command,set-back/set-back}.test.ts",
  "src/web/offline/set-back/set-back.test.ts",
];

/** The tests that `npm test` runs on PostgreSQL again: where its locks, its planner or its full-text search could differ from PGlite's. */
export const gatePostgresTests = [
  "src/server/db/migrate.test.ts",
  "src/server/features/chat/run/runs.test.ts",
  "src/server/features/communities/joining/joining.test.ts",
  "src/server/features/events/events.test.ts",
  "src/server/features/lending/lending.test.ts",
  "src/server/features/lending/queue-and-late.test.ts",
  "src/server/features/search/search.test.ts",
  "src/server/http/idempotency/idempotency.test.ts",
];

/** The proofs of `npm test`, at a small size. */
export const gateProofs = [
  "proof/backup.proof.ts",
  "proof/browser-kills.proof.ts",
  "proof/nothing-lost.proof.ts",
  "proof/outside-faults.proof.ts",
  "proof/power-cut.proof.ts",
];

/** The longest files, run first. */
export const longestTests = [
  "src/server/fuzz.test.ts",
  "src/server/db/pglite/backup/backup.test.ts",
  "src/server/db/pglite/kill.test.ts",
  "src/web/offline/set-back/set-back.test.ts",
  "src/server/authorization-matrix.test.ts",
  "src/web/features/chat/store/chat-store-orders.test.ts",
];
export const longestProofs = ["proof/nothing-lost.proof.ts"];

/** A fault, and the test that shows how Looby handles it. */
export interface Fault {
  readonly name: string;
  /** Path of the test file from the project's root: run by Vitest, or by Playwright if it ends in `.e2e.ts`. */
  readonly file: string;
  /** The test's name; for a parameterized test, the reported name. */
  readonly test: string;
  /** The name as written in the file, if it differs from the reported one. */
  readonly written?: string;
}

const MODEL = "src/server/features/chat/provider-faults.test.ts";
const HEARD = "src/server/platform/speech/openai-transcriber.test.ts";
const DEAF = "src/server/platform/speech/embedded-transcriber.test.ts";
const OUTSIDE = "proof/outside-faults.proof.ts";
const ENGINE = "src/server/db/pglite/engine.test.ts";
const OUTBOX = "e2e/outbox.e2e.ts";

const ofModel = (name: string, test: string): Fault => ({
  name: `the language model ${name}`,
  file: MODEL,
  test,
  written: `name: "${test}"`,
});
const ofService = (service: string, mood: string, what: string): Fault => ({
  name: `${service} is ${mood}`,
  file: OUTSIDE,
  test: `${service} is ${mood}: ${what}`,
  written: `${service} is %s: ${what}`,
});
const stored = "a clear sentence, no photo kept, well again at once";

/** The faults Looby promises to survive: docs/reliability.md. Each ends with the right message and leaves nothing behind. */
export const faults: readonly Fault[] = [
  ofModel("does not answer", "no answer"),
  ofModel("has had enough of us", "429 with Retry-After"),
  ofModel("breaks", "500"),
  ofModel("says garbage", "garbage"),
  ofModel("stops in the middle of a word", "a stall"),
  ofModel("sends a line of 100 MB", "a line of 100 MB"),
  { name: "the speech engine hangs", file: DEAF, test: "hangs: it is ended at its deadline" },
  {
    name: "the speech service answers what is not JSON",
    file: HEARD,
    test: "a service that is wrong ends in an error with a code: not JSON",
    written: '["not JSON"',
  },
  {
    name: "the speech service answers nothing of use",
    file: HEARD,
    test: "a service that is wrong ends in an error with a code: another shape",
    written: '["another shape"',
  },
  ofService("the photo store", "down", stored),
  ofService("the photo store", "silent", stored),
  ofService("the photo store", "403", stored),
  ofService("the address service", "down", "what is here is found, and the next one who asks is answered"),
  ofService("Telegram", "down", "it is said, and a code is made as soon as it is back"),
  ofService("Omi", "down", "what is written waits, and is sent once when it is back"),
  {
    name: "a query hangs",
    file: ENGINE,
    test: "a query past its deadline ends in a clean error, and the next one works",
  },
  {
    name: "the database's worker dies",
    file: ENGINE,
    test: "a Postgres that breaks is an error and is replaced, with all its rows",
  },
  {
    name: "the Postgres server is started again",
    file: "proof/postgres-restart.proof.ts",
    test: "a Postgres server that is started again costs nothing that was acknowledged, and nothing twice",
  },
  {
    name: "the disk is full, or cannot be written",
    file: "src/server/db/pglite/disk-full.test.ts",
    test: "a disk that is full or broken is an error, never a hang, and loses no row",
  },
  {
    name: "the clock is 30 days ahead",
    file: OUTSIDE,
    test: "the clock is 30 days ahead: everybody stays who they are, links end or go on, nothing breaks",
    written: '"30 days ahead"',
  },
  {
    name: "the clock is two hours behind",
    file: OUTSIDE,
    test: "the clock is two hours behind: everybody stays who they are, links end or go on, nothing breaks",
    written: '"two hours behind"',
  },
  {
    name: "the line is cut in the middle of an upload",
    file: OUTSIDE,
    test: "an upload whose line is cut in the middle leaves nothing, and the next one is taken",
  },
  {
    name: "the line is cut in the middle of an answer",
    file: "src/server/features/chat/run/runs.test.ts",
    test: "20 random cuts in one answer: re-attached each time, the text is byte-equal and nothing comes twice",
  },
  {
    name: "the server is killed between commit and answer",
    file: OUTBOX,
    test: "the server is killed after it has done it and before it says so",
  },
  {
    name: "one thing is sent twice",
    file: "src/server/http/idempotency/idempotency.test.ts",
    test: "a key is good for one call of one person, and gives its answer again",
  },
  { name: "two windows send at once", file: OUTBOX, test: "two windows and the worker send it once" },
  {
    name: "the device has no room left",
    file: "src/web/dialogs/resource/borrow-dialog.test.tsx",
    test: "says that the device is full, queues nothing and keeps the words",
  },
  {
    name: "a new version comes while the outbox is full",
    file: "e2e/offline.e2e.ts",
    test: "a new version waits for the person, and the outbox survives it",
  },
  {
    name: "a second server opens the same folder",
    file: ENGINE,
    test: "a folder is open in one process at a time",
  },
];

/** The faults that the tests of these reports did not show to be survived, with the reason. */
export function faultsNotSurvived(passed: ReadonlyMap<string, boolean>): string[] {
  return faults.flatMap(({ name, file, test }) => {
    const isPassed = passed.get(`${file} > ${test}`);
    if (isPassed === true) return [];
    return [`${name}: “${test}” in ${file} ${isPassed === undefined ? "was not run" : "failed"}`];
  });
}

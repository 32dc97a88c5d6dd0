import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { LANE_VARIABLE } from "../proof/scale.ts";
import { clearScoreboard, closeScoreboard, record } from "../proof/scoreboard.ts";
import { checkTypes } from "./check-types.ts";
import { ensureChromium } from "./chromium.ts";
import { patience } from "./patience.ts";
import { type Ended, run, runBeside } from "./run-program.ts";
import { startTestPostgres } from "./start-test-postgres.ts";
import { readStories, type PlaywrightReport } from "./story-report.ts";
import { type Choice, kindOf, readChoice, runsOnEitherDatabase, type Step } from "./test-kinds.ts";
import { gatePostgresTests, gateProofs } from "./test-lists.ts";

// `npm test` runs the gate: what every commit on main must pass. `all` runs everything, `nightly` everything with more rounds and new
// random choices. Arguments choose steps: check, unit, postgres, proof, e2e. The checks that fail fastest and the preparations for later
// steps run beside the first tests. `npm test -- FILE` runs one file of any kind; `npm test -- postgres FILE` runs it on a real Postgres.
// Ends with the line "N passed, N failed".

const root = join(import.meta.dirname, "..");
const reports = join(root, ".cache", "reports");
const choice = chosen();
const { lane, steps: wanted } = choice;
/** A story that fails and then passes is flaky. More of them than this fail the run. */
const MOST_FLAKY = lane === "nightly" ? 0 : 2;
/** Fewer fault tests than this mean that a test was removed or not run. */
const FAULTS = 62;
/** The machine's time zone of a night. People who build Looby live in any of them. */
const ZONES = ["UTC", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Kiritimati"];
const total = { passed: 0, failed: 0 };
let coreSecondsInAll = 0;
/** Keyed by file and test name. */
const passed = new Map<string, boolean>();
const flaky: string[] = [];
process.env[LANE_VARIABLE] = lane;
if (lane === "nightly") {
  const seed = (process.env["PROOF_SEED"] ??= String(Math.floor(Date.now() / 1000)));
  process.env["TZ"] ??= ZONES[Number(seed) % ZONES.length];
  console.log(`Tonight's seed: PROOF_SEED=${seed}, in the time zone ${process.env["TZ"]}`);
}
mkdirSync(reports, { recursive: true });
clearScoreboard();
if (patience > 1)
  console.log(`- this machine is busy or slow: what tests wait for may take ${patience} times as long`);

if (choice.files.length > 0) await runFiles(choice);
else await runSteps();
for (const [test, isGood] of passed) if (!isGood) console.log(`- failed: ${test}`);
reportFlaky();
console.log(
  `- in all: ${(performance.now() / 1000).toFixed(0)} s, ${coreSecondsInAll.toFixed(0)} core seconds`,
);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

function chosen(): Choice {
  try {
    return readChoice(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

async function runSteps(): Promise<void> {
  const beside = checkAndPrepare();
  if (isWanted("unit"))
    await vitest("unit and integration tests", lane === "gate" ? ["--project=!long"] : []);
  if (isWanted("postgres")) await onRealPostgres(lane === "gate" ? gatePostgresTests : integrationTests());
  await beside;
  if (isWanted("proof")) await proofs();
  if (isWanted("proof") && lane === "nightly") await mutants();
  if (isWanted("e2e")) await playwright(lane === "gate" ? ["--grep", "@gate"] : []);
  if (wanted.length === 0 && lane !== "gate") recordFaults();
  console.log(closeScoreboard());
}

/** Runs checks and preparations for later tests, one after the other, beside the first tests, which do not use all cores all the time. */
async function checkAndPrepare(): Promise<void> {
  if (isWanted("check")) {
    await step("format", "oxfmt", ["--check", "."]);
    await step("lint", "oxlint", ["--deny-warnings"]);
    report("types", await checkTypes());
    await step("unused code", "knip", []);
    await step("licences", process.execPath, [join(root, "scripts/licences.ts")]);
    await step("size", process.execPath, [join(root, "scripts/size.ts"), "--check"]);
    await step("commit titles", process.execPath, [join(root, "scripts/commit-titles.ts")]);
  }
  if (wanted.length === 0 && lane === "nightly")
    await step("known vulnerabilities", process.execPath, [join(root, "scripts/audit.ts")]);
  if (isWanted("proof") || isWanted("e2e")) {
    // Builds only if a source is newer.
    await step("build", process.execPath, [join(root, "scripts/setup.mjs"), "build"]);
    await step("bundle budget", process.execPath, [join(root, "scripts/bundle-budget.ts")]);
  }
  if (isWanted("e2e"))
    await step("sample festival", process.execPath, [join(root, "e2e/fixtures/template.ts")]);
}

function isWanted(name: Step): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

/** A step that passes or fails as a whole, run beside others. */
async function step(name: string, program: string, args: string[]): Promise<void> {
  report(name, await runBeside(program, args));
}

function report(name: string, end: Ended & { output: string }): void {
  if (end.output.trim() !== "") console.log(end.output.trimEnd());
  count(name, end.isGood ? 1 : 0, end.isGood ? 0 : 1, end);
}

async function vitest(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const report = join(reports, `${name.replaceAll(" ", "-")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const end = await run("vitest", ["run", ...reporters, ...args], env);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report) as Record<string, number>;
  count(name, numPassedTests, end.isGood ? numFailedTests : Math.max(1, numFailedTests), end);
  rememberTests(readReport(report) as VitestReport);
  // An unhandled rejection fails the run, but no test: name it at the end, for readers who see only the last lines.
  if (!end.isGood && numFailedTests === 0) passed.set(`${name}: an error outside the tests`, false);
}

/** Runs files of one kind, with everything their runner needs. */
async function runFiles({ steps, files, options }: Choice): Promise<void> {
  const kind = kindOf(files[0] ?? "");
  if (kind !== "unit") {
    // Builds only if a source is newer.
    await step("build", process.execPath, [join(root, "scripts/setup.mjs"), "build"]);
    process.env["CHROMIUM"] = ensureChromium();
  }
  const args = [...files, ...options];
  if (steps.includes("postgres")) await onRealPostgres(args);
  else if (kind === "unit") await vitest("tests", args);
  else if (kind === "proof") await vitest("proofs", ["--config", "vitest.proof.config.ts", ...args]);
  else await playwright(args);
  if (kind === "proof") console.log(closeScoreboard());
}

/** Runs tests again on PostgreSQL, if it can be started, with or without pgvector. */
async function onRealPostgres(args: readonly string[]): Promise<void> {
  using server = await startTestPostgres();
  if (server === null) {
    console.log("- real Postgres: none on this machine, skipped");
    return;
  }
  await vitest(`integration tests on ${server.version}`, args, { TEST_DATABASE_URL: server.url });
}

function integrationTests(): string[] {
  return globSync("src/**/*.test.ts", { cwd: root }).filter((file) =>
    runsOnEitherDatabase(readFileSync(join(root, file), "utf8")),
  );
}

/** Runs the proofs, which back every promise with a figure: docs/reliability.md. */
async function proofs(): Promise<void> {
  const files = lane === "gate" ? gateProofs : globSync("proof/*.proof.ts", { cwd: root });
  await vitest("proofs", ["--config", "vitest.proof.config.ts", ...files], { CHROMIUM: ensureChromium() });
}

/** Mutates the code on access, idempotency, deletion and lending in a thousand places; fails when tests notice too few of the mutants. */
async function mutants(): Promise<void> {
  const stryker = join(root, "bench/rivals/node_modules/@stryker-mutator/core/bin/stryker.js");
  const end = await run(process.execPath, [stryker, "run", "proof/mutants/stryker.config.js"]);
  count("mutants", end.isGood ? 1 : 0, end.isGood ? 0 : 1, end);
}

async function playwright(args: readonly string[] = []): Promise<void> {
  const report = join(reports, "playwright.json");
  const env = { CHROMIUM: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const end = await run("playwright", ["test", "--reporter=list,json", ...args], env);
  const stories = readStories(readReport(report) as PlaywrightReport);
  const failed = stories.filter(({ outcome }) => outcome === "failed").length;
  if (!end.isGood) showFailures();
  const good = stories.filter(({ outcome }) => outcome === "passed").length;
  count("end-to-end tests", good, end.isGood ? failed : Math.max(1, failed), end);
  for (const { name, outcome } of stories) {
    if (outcome !== "skipped") passed.set(name, outcome !== "failed");
    if (outcome === "flaky") flaky.push(name);
  }
  const reasons = stories.filter(({ outcome }) => outcome === "skipped").map(({ reason }) => reason);
  for (const reason of new Set(reasons)) console.log(`- skipped stories: ${reason}`);
}

/** Names the flaky stories, also in a file, and fails the run if there are too many. */
function reportFlaky(): void {
  writeFileSync(join(reports, "flaky.txt"), flaky.map((name) => `${name}\n`).join(""));
  for (const name of flaky) console.log(`- flaky: ${name}`);
  if (flaky.length > MOST_FLAKY) {
    console.log(`- failed: ${flaky.length} flaky stories, at most ${MOST_FLAKY} may be`);
    total.failed += 1;
  }
}

/** Prints the last page snapshot and the error of each failing story, for readers who see only the end of this output. */
function showFailures(): void {
  const folder = join(root, ".cache", "e2e");
  for (const file of globSync("*-retry1/error-context.md", { cwd: folder })) {
    const sections = readFileSync(join(folder, file), "utf8").split(/^# /m);
    for (const title of ["Page snapshot", "Error details"]) {
      const section = sections.find((text) => text.startsWith(title)) ?? "";
      if (section !== "") console.log(`${dirname(file)}, ${shorten(section)}`);
    }
  }
}

/** A page with a map has hundreds of lines; dialogs and notices are the last ones. */
function shorten(text: string): string {
  const lines = text.trimEnd().split("\n");
  return lines.length <= 60
    ? lines.join("\n")
    : [...lines.slice(0, 20), "[...]", ...lines.slice(-40)].join("\n");
}

interface VitestReport {
  testResults?: { name: string; assertionResults: { title: string; status: string }[] }[];
}

function rememberTests({ testResults = [] }: VitestReport): void {
  for (const { name, assertionResults } of testResults)
    for (const { title, status } of assertionResults) {
      const test = `${relative(root, name)} > ${title}`;
      // Some tests run twice, on both databases. A skipped test names the missing requirement of this machine.
      passed.set(test, passed.get(test) !== false && status !== "failed");
    }
}

/** After all tests: the number of faults survived. The title of a fault's test ends in "[fault]". */
function recordFaults(): void {
  const faults = [...passed].filter(([test]) => test.endsWith("[fault]"));
  const figure = faults.filter(([, isGood]) => isGood).length;
  try {
    record({
      name: "faults survived",
      figure,
      unit: `of ${faults.length}`,
      gate: { atLeast: FAULTS },
      seconds: 0,
    });
  } catch (error) {
    console.log(`- failed: ${String(error)}`);
    total.failed += 1;
  }
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as unknown;
  } catch {
    return {};
  }
}

function count(name: string, passed: number, failed: number, { seconds, coreSeconds }: Ended): void {
  total.passed += passed;
  total.failed += failed;
  coreSecondsInAll += coreSeconds;
  const cost = `${seconds.toFixed(1)} s, ${coreSeconds.toFixed(1)} core seconds`;
  console.log(`- ${name}: ${passed} passed, ${failed} failed (${cost})`);
}

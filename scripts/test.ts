import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { faults, faultsNotSurvived } from "../proof/faults.ts";
import { clearScoreboard, closeScoreboard, record } from "../proof/scoreboard.ts";
import { ensureChromium } from "./chromium.ts";
import { patience } from "./patience.ts";
import { startTestPostgres } from "./start-test-postgres.ts";
import { type Choice, kindOf, readChoice, type Step } from "./test-kinds.ts";

// `npm test`: everything, in the order of what fails fastest. Arguments choose steps: check, unit, postgres, proof, e2e;
// `quick` is `unit` without the tests that take long, `nightly` is `proof` with more of everything and new random choices.
// `npm test -- FILE` runs one file, whatever kind it is; `npm test -- postgres FILE` does so on a real Postgres.
// Ends with the line "N passed, N failed".

const root = join(import.meta.dirname, "..");
const reports = join(root, ".cache", "reports");
const choice = chosen();
const isNightly = choice.steps.includes("nightly");
const wanted: Step[] = isNightly ? ["proof"] : choice.steps;
const total = { passed: 0, failed: 0 };
/** By file and name. */
const passed = new Map<string, boolean>();
mkdirSync(reports, { recursive: true });
clearScoreboard();
if (patience > 1)
  console.log(`- this machine is busy or slow: what tests wait for may take ${patience} times as long`);

if (choice.files.length > 0) await runFiles(choice);
else await runSteps();
for (const [test, isGood] of passed) if (!isGood) console.log(`- failed: ${test}`);
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
  if (isWanted("check")) {
    step("format", "oxfmt", ["--check", "."]);
    step("lint", "oxlint", ["--deny-warnings"]);
    step("types", "tsc", ["-b"]);
    step("unused code", "knip", []);
    step("licences", process.execPath, [join(root, "scripts/licences.ts")]);
  }
  if (isWanted("unit")) vitest("unit and integration tests", []);
  else if (wanted.includes("quick")) vitest("quick tests", ["--project=!long"]);
  if (isWanted("postgres")) await onRealPostgres();
  if (isWanted("proof") || isWanted("e2e")) {
    step("build", process.execPath, [join(root, "scripts/build.ts")]);
    step("bundle budget", process.execPath, [join(root, "scripts/bundle-budget.ts")]);
  }
  if (isWanted("proof")) proofs();
  if (isWanted("e2e")) playwright();
  if (wanted.length === 0) countFaults();
  console.log(closeScoreboard());
}

function isWanted(name: Step): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

/** A step that passes or fails as a whole. */
function step(name: string, program: string, args: string[]): void {
  const { isGood, seconds } = run(program, args);
  count(name, isGood ? 1 : 0, isGood ? 0 : 1, seconds);
}

function vitest(name: string, args: string[], env: Record<string, string> = {}): void {
  const report = join(reports, `${name.replaceAll(" ", "-")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { isGood, seconds } = run("vitest", ["run", ...reporters, ...args], env);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report) as Record<string, number>;
  count(name, numPassedTests, isGood ? numFailedTests : Math.max(1, numFailedTests), seconds);
  rememberTests(readReport(report) as VitestReport);
}

/** Files of one kind, with what their program needs. */
async function runFiles({ steps, files, options }: Choice): Promise<void> {
  const kind = kindOf(files[0] ?? "");
  if (kind !== "unit") {
    // Builds only what is older than its sources.
    step("build", process.execPath, [join(root, "scripts/setup.mjs"), "build"]);
    process.env["CHROMIUM"] = ensureChromium();
  }
  const args = [...files, ...options];
  if (steps.includes("postgres")) await onRealPostgres(args);
  else if (kind === "unit") vitest("tests", args);
  else if (kind === "proof") vitest("proofs", ["--config", "vitest.proof.config.ts", ...args]);
  else playwright(args);
  if (kind === "proof") console.log(closeScoreboard());
}

/** Tests once more on PostgreSQL, where one can be started, with pgvector or without. */
async function onRealPostgres(args: string[] = integrationTests()): Promise<void> {
  using server = await startTestPostgres();
  if (server === null) {
    console.log("- real Postgres: none on this machine, skipped");
    return;
  }
  vitest(`integration tests on ${server.version}`, args, { TEST_DATABASE_URL: server.url });
}

function integrationTests(): string[] {
  const words = "openTestDatabase|startTestApp";
  const files = spawnSync("git", ["grep", "-lE", words, "--", "src/**/*.test.ts"], { cwd: root });
  return files.stdout.toString().split("\n").filter(Boolean);
}

/** What is promised, shown with figures: docs/reliability.md. */
function proofs(): void {
  const env: Record<string, string> = { CHROMIUM: ensureChromium() };
  if (isNightly) {
    env["PROOF_SCALE"] = "nightly";
    env["PROOF_SEED"] = process.env["PROOF_SEED"] ?? String(Math.floor(Date.now() / 1000));
    console.log(`Tonight's seed: PROOF_SEED=${env["PROOF_SEED"]}`);
  }
  vitest("proofs", ["--config", "vitest.proof.config.ts"], env);
  if (isNightly) vitest("hostile inputs", ["src/server/fuzz.test.ts"], env); // by day among the unit tests
}

function playwright(args: string[] = []): void {
  const report = join(reports, "playwright.json");
  const env = { CHROMIUM: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { isGood, seconds } = run("playwright", ["test", "--reporter=list,json", ...args], env);
  const { stats } = readReport(report) as { stats?: { expected: number; unexpected: number; flaky: number } };
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  if (!isGood) showFailures();
  count("end-to-end tests", stats?.expected ?? 0, isGood ? failed : Math.max(1, failed), seconds);
  rememberStories(readReport(report) as PlaywrightReport);
}

/** What each failing story saw last and why it failed, for whoever has nothing but the end of this output. */
function showFailures(): void {
  const folder = join(root, ".cache", "e2e");
  for (const file of globSync("*/error-context.md", { cwd: folder })) {
    const sections = readFileSync(join(folder, file), "utf8").split(/^# /m);
    for (const title of ["Page snapshot", "Error details"]) {
      const section = sections.find((text) => text.startsWith(title)) ?? "";
      if (section !== "") console.log(`${dirname(file)}, ${shorten(section)}`);
    }
  }
}

/** A page with a map has hundreds of lines; dialogs and notices are its last. */
function shorten(text: string): string {
  const lines = text.trimEnd().split("\n");
  return lines.length <= 60
    ? lines.join("\n")
    : [...lines.slice(0, 20), "[...]", ...lines.slice(-40)].join("\n");
}

interface VitestReport {
  testResults?: { name: string; assertionResults: { title: string; status: string }[] }[];
}
interface PlaywrightReport {
  suites?: { specs: { file: string; title: string; ok: boolean }[] }[];
}

function rememberTests({ testResults = [] }: VitestReport): void {
  for (const { name, assertionResults } of testResults)
    for (const { title, status } of assertionResults) {
      const test = `${relative(root, name)} > ${title}`;
      // Some run twice, on both databases. What a machine lacks is said by the test that is skipped.
      passed.set(test, passed.get(test) !== false && status !== "failed");
    }
}

function rememberStories({ suites = [] }: PlaywrightReport): void {
  for (const { specs } of suites)
    for (const { file, title, ok } of specs) passed.set(`e2e/${file} > ${title}`, ok);
}

/** The tests are through: were all the faults among them survived? */
function countFaults(): void {
  const missing = faultsNotSurvived(passed);
  for (const line of missing) console.log(`- not shown: ${line}`);
  count("faults survived", faults.length - missing.length, missing.length, 0);
  try {
    record({
      name: "faults survived",
      figure: faults.length - missing.length,
      unit: `of ${faults.length}`,
      gate: { exactly: faults.length },
      seconds: 0,
    });
  } catch {
    // Counted above; the scoreboard shows it, too.
  }
}

function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): { isGood: boolean; seconds: number } {
  const started = Date.now();
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  return { isGood: status === 0, seconds: (Date.now() - started) / 1000 };
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as unknown;
  } catch {
    return {};
  }
}

function count(name: string, passed: number, failed: number, seconds: number): void {
  total.passed += passed;
  total.failed += failed;
  console.log(`- ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)`);
}

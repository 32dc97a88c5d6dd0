import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { clearScoreboard, closeScoreboard } from "../proof/scoreboard.ts";
import { ensureChromium } from "./chromium.ts";
import { startTestPostgres } from "./start-test-postgres.ts";

// `npm test`: everything, in the order of what fails fastest. Arguments choose steps: check, unit, postgres, proof, e2e;
// `nightly` is `proof` with more of everything and new random choices.
// Ends with the line "N passed, N failed".

const root = join(import.meta.dirname, "..");
const reports = join(root, ".cache", "reports");
const isNightly = process.argv.includes("nightly");
const wanted = isNightly ? ["proof"] : process.argv.slice(2);
const total = { passed: 0, failed: 0 };
mkdirSync(reports, { recursive: true });
clearScoreboard();

if (isWanted("check")) {
  step("format", "oxfmt", ["--check", "."]);
  step("lint", "oxlint", ["--deny-warnings"]);
  step("types", "tsc", ["-b"]);
  step("unused code", "knip", []);
}
if (isWanted("unit")) vitest("unit and integration tests", []);
if (isWanted("postgres")) await onRealPostgres();
if (isWanted("proof") || isWanted("e2e")) {
  step("build", process.execPath, [join(root, "scripts/build.ts")]);
  step("bundle budget", process.execPath, [join(root, "scripts/bundle-budget.ts")]);
}
if (isWanted("proof")) proofs();
if (isWanted("e2e")) playwright();
console.log(closeScoreboard());
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

/** A step that passes or fails as a whole. */
function step(name: string, program: string, args: string[]): void {
  const { isGood, seconds } = run(program, args);
  count(name, isGood ? 1 : 0, isGood ? 0 : 1, seconds);
}

function vitest(name: string, args: string[], env: Record<string, string> = {}): void {
  const report = join(reports, "vitest.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { isGood, seconds } = run("vitest", ["run", ...reporters, ...args], env);
  const { numPassedTests = 0, numFailedTests = 0 } = readReport(report) as Record<string, number>;
  count(name, numPassedTests, isGood ? numFailedTests : Math.max(1, numFailedTests), seconds);
}

/** The integration suite once more on PostgreSQL, where one can be started, with pgvector or without. */
async function onRealPostgres(): Promise<void> {
  using server = await startTestPostgres();
  if (server === null) {
    console.log("- real Postgres: none on this machine, skipped");
    return;
  }
  const files = spawnSync("git", ["grep", "-lE", "openTestDatabase|startTestApp", "--", "src/**/*.test.ts"], {
    cwd: root,
  });
  const integration = files.stdout.toString().split("\n").filter(Boolean);
  vitest(`integration tests on ${server.version}`, integration, { TEST_DATABASE_URL: server.url });
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

function playwright(): void {
  const report = join(reports, "playwright.json");
  const env = { CHROMIUM: ensureChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { isGood, seconds } = run("playwright", ["test", "--reporter=list,json"], env);
  const { stats } = readReport(report) as { stats?: { expected: number; unexpected: number; flaky: number } };
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  count("end-to-end tests", stats?.expected ?? 0, isGood ? failed : Math.max(1, failed), seconds);
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

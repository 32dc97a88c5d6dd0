import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createVitest, type TestCase, type Vitest } from "vitest/node";
import { type PlantedFlaw, plant } from "./planted-flaw.ts";
import { plantedFlaws } from "./planted-flaws.ts";
import { patient } from "../../scripts/patience.ts";

// Plants the flaws named in the arguments (all without arguments), one after the other, into one warm Vitest, and prints a line of JSON for
// each: whether its test turned red. It is a separate process so that several can run in parallel.

const root = join(import.meta.dirname, "../..");

/** The result for one flaw. */
export interface Catch {
  name: string;
  isFound: boolean;
  /** The test's message, or why the flaw was not found. */
  because: string;
  seconds: number;
}

const HARMLESS = "--harmless";
const names = process.argv.slice(2).filter((name) => name !== HARMLESS);
const meant = plantedFlaws
  .filter(({ name }) => names.length === 0 || names.includes(name))
  // Unchanged code must not turn a test red; this run shows whether a hunter's results can be trusted.
  .map((flaw) => (process.argv.includes(HARMLESS) ? { ...flaw, replace: `/* here */ ${flaw.find}` } : flaw));
let planted: PlantedFlaw | null = null;

const vitest = await createVitest(
  "test",
  {
    root,
    watch: false,
    reporters: [{}],
    maxWorkers: 1,
    silent: true,
    // With Vitest's default of five seconds, a slow test would look like one that noticed the flaw.
    testTimeout: patient(120_000),
    hookTimeout: patient(120_000),
    // The cache would keep the flaw for every later run of the tests.
    fsModuleCache: false,
  },
  {
    plugins: [
      {
        name: "planted-flaw",
        enforce: "pre",
        transform: (code, id) =>
          planted !== null && id === join(root, planted.file) ? plant(planted, code) : null,
      },
    ],
  },
);
await vitest.standalone();
try {
  for (const flaw of meant) console.log(JSON.stringify(await hunt(vitest, flaw)));
} finally {
  await vitest.close();
}

async function hunt(tests: Vitest, flaw: PlantedFlaw): Promise<Catch> {
  const beganAt = performance.now();
  const { foundBy, name } = flaw;
  const { isFound, because } = await look(tests, flaw, foundBy);
  return { name, isFound, because, seconds: Math.round((performance.now() - beganAt) / 100) / 10 };
}

async function look(tests: Vitest, flaw: PlantedFlaw, { file, tests: names }: PlantedFlaw["foundBy"]) {
  // Also for a file that Vite would not serve because the flaw removed its last import.
  plant(flaw, readFileSync(join(root, flaw.file), "utf8"));
  planted = flaw;
  tests.invalidateFile(join(root, flaw.file));
  try {
    const project = tests.getRootProject();
    const specification = project.createSpecification(join(root, file), { testNames: [...names] });
    const { testModules, unhandledErrors } = await tests.runTestSpecifications([specification]);
    // Vitest also reports the files it ran before.
    const meantOnes = testModules.filter(({ moduleId }) => moduleId === specification.moduleId);
    const ran = meantOnes.flatMap((module) => [...module.children.allTests()]);
    const broken = [...meantOnes.flatMap((module) => module.errors()), ...unhandledErrors];
    return judge(names.at(-1) ?? "", ran, broken);
  } finally {
    planted = null;
    tests.invalidateFile(join(root, flaw.file));
  }
}

/** Only the named test counts: a file that fails to load has not noticed anything. */
function judge(name: string, ran: readonly TestCase[], broken: readonly unknown[]) {
  const meantOne = ran.find((test) => test.fullName === name);
  const result = meantOne?.result();
  if (result?.state === "failed") {
    const because = firstLine(result.errors[0]?.message);
    return { isFound: !because.startsWith("Test timed out"), because };
  }
  const others = ran.filter((test) => test.result().state === "failed").map((test) => test.fullName);
  const why =
    meantOne === undefined
      ? "there is no such test"
      : others.length > 0
        ? `another test failed: ${others.join(", ")}`
        : `the test ${result?.state ?? "did not run"}`;
  const errors = broken.map((error) =>
    error instanceof Error || isError(error) ? error.message : String(error),
  );
  return { isFound: false, because: [why, ...errors.map(firstLine)].join("; ") };
}

function isError(value: unknown): value is { message: string } {
  return (
    typeof value === "object" && value !== null && "message" in value && typeof value.message === "string"
  );
}

function firstLine(text = ""): string {
  return (text.split("\n")[0] ?? "").slice(0, 160);
}

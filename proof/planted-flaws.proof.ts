import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVitest, type Vitest } from "vitest/node";
import { plant, type PlantedFlaw, plantedFlaws } from "./flaws/planted-flaws.ts";
import { record, stopwatch } from "./scoreboard.ts";

// Plants one flaw after the other into one warm Vitest, and looks whether its test turns red.

const root = join(import.meta.dirname, "..");
let planted: PlantedFlaw | null = null;
let tests: Vitest;

beforeAll(async () => {
  tests = await createVitest(
    "test",
    // The cache would keep the flaw for every later run of the tests.
    { root, watch: false, reporters: [{}], maxWorkers: 1, silent: true, fsModuleCache: false },
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
  await tests.standalone();
});

afterAll(async () => await tests.close());

test("a flaw that changes nothing turns no test red", async () => {
  for (const flaw of plantedFlaws.slice(0, 1))
    expect(await look({ ...flaw, replace: `/* here */ ${flaw.find}` })).toBe("passed");
});

test("every planted flaw turns the test red that is there to find it", async () => {
  const seconds = stopwatch();
  const results: [name: string, result: string][] = [];
  for (const flaw of plantedFlaws) results.push([flaw.name, await look(flaw)]);
  expect(results).toEqual(plantedFlaws.map(({ name }) => [name, "failed"]));
  record({
    name: "planted flaws found by the tests",
    figure: results.length,
    unit: `of ${plantedFlaws.length}`,
    gate: { exactly: plantedFlaws.length },
    seconds: seconds(),
  });
});

/** The state of the named test. Only this test counts: a file that does not load, or a test that takes too long, has not noticed anything. */
async function look(flaw: PlantedFlaw): Promise<string> {
  planted = flaw;
  tests.invalidateFile(join(root, flaw.file));
  try {
    const file = join(root, flaw.testFile);
    const specification = tests.getRootProject().createSpecification(file, { testNames: [flaw.test] });
    const { testModules } = await tests.runTestSpecifications([specification]);
    // Vitest also reports the files it ran before.
    const ran = testModules.filter(({ moduleId }) => moduleId === file);
    const meant = ran.flatMap((module) => [...module.children.allTests()]);
    const result = meant.find((each) => each.fullName === flaw.test)?.result();
    const message = result?.errors?.[0]?.message ?? "";
    return message.startsWith("Test timed out") ? message : (result?.state ?? "no such test");
  } finally {
    planted = null;
    tests.invalidateFile(join(root, flaw.file));
  }
}

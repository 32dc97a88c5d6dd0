import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import type { Catch } from "./flaws/hunt.ts";
import { plantedFlaws } from "./flaws/planted-flaws.ts";
import { record, stopwatch } from "./scoreboard.ts";

const root = join(import.meta.dirname, "..");
/** Number of parallel hunters: one per core. */
const HUNTERS = 2;

test("a hunter does not take a flaw for found that changes nothing", async () => {
  const [harmless] = await hunt(["--harmless", plantedFlaws[0]?.name ?? ""]);
  expect(harmless).toMatchObject({ isFound: false, because: "the test passed" });
});

test("every planted flaw turns the test red that is there to find it", async () => {
  const seconds = stopwatch();
  // Dealt out in turn, so that no hunter gets all the slow ones.
  const hands = Array.from({ length: HUNTERS }, (_, hand) =>
    plantedFlaws.filter((_flaw, place) => place % HUNTERS === hand).map(({ name }) => name),
  );
  const caught = (await Promise.all(hands.map((names) => hunt(names)))).flat();
  const missed = caught.filter(({ isFound }) => !isFound);
  expect(missed.map(({ name, because }) => `${name}: ${because}`)).toEqual([]);
  expect(caught.map(({ name }) => name).toSorted()).toEqual(plantedFlaws.map(({ name }) => name).toSorted());
  record({
    name: "planted flaws found by the tests",
    figure: caught.length,
    unit: `of ${plantedFlaws.length}`,
    gate: { exactly: plantedFlaws.length },
    seconds: seconds(),
  });
});

/** @param args names of flaws */
async function hunt(args: readonly string[]): Promise<Catch[]> {
  const { VITEST: _VITEST, ...env } = process.env;
  const hunter = spawn(process.execPath, [join(root, "proof/flaws/hunt.ts"), ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const caught: Catch[] = [];
  for await (const line of createInterface({ input: hunter.stdout })) {
    if (line.startsWith("{")) caught.push(JSON.parse(line) as Catch);
    else console.info(line);
  }
  if (hunter.exitCode === null) await once(hunter, "exit");
  return caught;
}

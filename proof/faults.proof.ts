import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faults, faultsNotSurvived } from "./faults.ts";

// Whether they passed is checked at the end of `npm test`, after the browser tests: scripts/test.ts.

test("every fault has a test that is there", () => {
  for (const { name, file, test: title, written } of faults) {
    const source = readFileSync(join(import.meta.dirname, "..", file), "utf8");
    expect(source.includes(written ?? title), `${name}: “${title}” in ${file}`).toBe(true);
  }
  expect(faults.length).toBeGreaterThanOrEqual(24);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});

test("a fault whose test failed, or was not run, is not survived", () => {
  const passed = new Map(faults.map(({ file, test: title }) => [`${file} > ${title}`, true]));
  expect(faultsNotSurvived(passed)).toEqual([]);
  const [first, second] = faults;
  passed.set(`${first?.file} > ${first?.test}`, false);
  passed.delete(`${second?.file} > ${second?.test}`);
  expect(faultsNotSurvived(passed)).toEqual([
    expect.stringMatching(/failed$/) as string,
    expect.stringMatching(/was not run$/) as string,
  ]);
});

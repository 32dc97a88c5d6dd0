import { expect, test } from "vitest";
import { kindOf, readChoice } from "../scripts/test-kinds.ts";

test("a test file's name says what runs it", () => {
  expect(
    ["src/a.test.ts", "src/a.test.tsx", "proof/a.load.proof.ts", "e2e/a.e2e.ts", "src/a.ts"].map(kindOf),
  ).toEqual(["unit", "unit", "proof", "e2e", null]);
});

test("steps, files and the options of their program are told apart", () => {
  expect(readChoice([])).toEqual({ steps: [], files: [], options: [] });
  expect(readChoice(["check", "quick"])).toEqual({ steps: ["check", "quick"], files: [], options: [] });
  expect(readChoice(["postgres", "src/a.test.ts", "-t", "a title"])).toEqual({
    steps: ["postgres"],
    files: ["src/a.test.ts"],
    options: ["-t", "a title"],
  });
});

test.each([
  ["a word that is neither", ["units"], "units: neither a step"],
  ["two kinds at once", ["src/a.test.ts", "e2e/a.e2e.ts"], "one kind at a time"],
  ["a browser story on Postgres", ["postgres", "e2e/a.e2e.ts"], "Only src/...test.ts"],
])("%s is refused with what may be given", (_what, given, words) => {
  expect(() => readChoice(given)).toThrow(words);
});

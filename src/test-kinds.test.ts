import { expect, test } from "vitest";
import { kindOf, readChoice, runsOnEitherDatabase } from "../scripts/test-kinds.ts";

test("finds the runner of a test file by its name", () => {
  expect(
    ["src/a.test.ts", "src/a.test.tsx", "proof/a.load.proof.ts", "e2e/a.e2e.ts", "src/a.ts"].map(kindOf),
  ).toEqual(["unit", "unit", "proof", "e2e", null]);
});

test("separates lanes, steps, files and the options of their program", () => {
  expect(readChoice([])).toEqual({ lane: "gate", steps: [], files: [], options: [] });
  expect(readChoice(["check", "unit"])).toMatchObject({ lane: "gate", steps: ["check", "unit"] });
  expect(readChoice(["nightly"])).toMatchObject({ lane: "nightly", steps: [] });
  expect(readChoice(["all", "proof"])).toMatchObject({ lane: "all", steps: ["proof"] });
  expect(readChoice(["postgres", "src/a.test.ts", "-t", "a title"])).toEqual({
    lane: "gate",
    steps: ["postgres"],
    files: ["src/a.test.ts"],
    options: ["-t", "a title"],
  });
});

test.each([
  ["a word that is neither", ["units"], "units: neither a lane (all, nightly), a step"],
  ["two kinds at once", ["src/a.test.ts", "e2e/a.e2e.ts"], "one kind at a time"],
  ["a browser story on Postgres", ["postgres", "e2e/a.e2e.ts"], "Only src/...test.ts"],
])("%s: rejects it and lists the valid arguments", (_what, args, words) => {
  expect(() => readChoice(args)).toThrow(words);
});

test.each([
  ["const app = await startTestApp();", true],
  ["await using app = await startChatApp({ env });", true],
  ["await using db = await openTestDatabase();", true],
  ["await startTestApp({ database: await openTestEmbedded({ dataDir }), env })", false],
  ["await startTestApp({ database: await openTestEmbedded() }); await startTestApp();", true],
  ['import { startTestApp } from "#server/testing/test-app.ts";', false],
])("%s: runs on a real Postgres, too: %s", (text, expected) => {
  expect(runsOnEitherDatabase(text)).toBe(expected);
});

import { expect, test } from "vitest";
import { listSurveys } from "#shared/features/surveys/contract.ts";
import { readConfig } from "#server/config/config.ts";
import { replaceSurveys } from "./repository.ts";
import { loadSampleFestival } from "#server/sample/load.ts";
import { startTestApp } from "#server/testing/test-app.ts";

const survey = {
  id: "sleep",
  title: "How do you sleep out here?",
  description: "Ten questions.",
  studyType: "Questionnaire",
  surveyUrl: "https://surveys.example/sleep",
};

test("offers configured surveys until they end or are removed, and none by default", async () => {
  await using app = await startTestApp();
  const visitor = app.as("a visitor");
  await loadSampleFestival(app.deps);
  expect(await visitor.call(listSurveys, {})).toEqual({ surveys: [] });

  const ended = { ...survey, id: "ended", expiresAt: "2020-01-01T00:00:00Z" };
  await offer([survey, ended]);
  const sleep = { ...survey, compensation: "", expiresAt: null };
  expect(await visitor.call(listSurveys, {})).toEqual({ surveys: [sleep] });
  await offer([{ ...survey, id: "water" }]);
  expect((await visitor.call(listSurveys, {})).surveys.map(({ id }) => id)).toEqual(["water"]);
  // Several servers that start at once.
  await Promise.all([offer([survey]), offer([survey]), offer([survey])]);
  expect((await visitor.call(listSurveys, {})).surveys.map(({ id }) => id)).toEqual(["sleep"]);

  async function offer(surveys: unknown) {
    await replaceSurveys(app.deps.database.kysely, read(surveys));
  }
});

test("refuses to start with an invalid list of surveys", () => {
  const bad = [
    "nonsense",
    {},
    [{ ...survey, title: "" }],
    [{ ...survey, surveyUrl: "javascript:alert(1)" }],
    [{ ...survey, surveyUrl: "mailto:me@surveys.example" }],
    [{ ...survey, expiresAt: "soon" }],
    [{ ...survey, more: 1 }],
    [survey, survey],
  ];
  for (const surveys of bad) expect(() => read(surveys)).toThrow(/^SURVEYS: /);
  expect(() => readConfig({ SURVEYS: "[" })).toThrow(/^SURVEYS: /);
});

function read(surveys: unknown) {
  return readConfig({ SURVEYS: JSON.stringify(surveys) }).surveys ?? [];
}

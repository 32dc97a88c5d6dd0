import * as z from "zod/mini";
import { defineEndpoint } from "#shared/http/endpoint.ts";
import { id, instant } from "#shared/http/fields.ts";

export const survey = z.object({
  id,
  title: z.string(),
  description: z.string(),
  studyType: z.string(),
  expiresAt: z.nullable(instant),
  compensation: z.string(),
  surveyUrl: z.string(),
});
export type Survey = z.infer<typeof survey>;

export const listSurveys = defineEndpoint({
  id: "surveys.list",
  method: "GET",
  path: "/api/surveys",
  summary: "The open surveys.",
  response: z.object({ surveys: z.array(survey) }),
});

export const getSurvey = defineEndpoint({
  id: "surveys.get",
  method: "GET",
  path: "/api/surveys/:surveyId",
  summary: "One survey.",
  params: z.strictObject({ surveyId: id }),
  response: survey,
});

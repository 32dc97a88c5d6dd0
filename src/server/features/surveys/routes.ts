import { getSurvey, listSurveys } from "#shared/features/surveys/contract.ts";
import { findOpenSurvey, listOpenSurveys } from "./repository.ts";
import { notFound } from "#server/http/app-error.ts";
import { type Route, route } from "#server/http/route.ts";

export const surveyRoutes: Route[] = [
  route(listSurveys, { who: "anyone" }, async ({ db }) => ({
    surveys: await listOpenSurveys(db, new Date()),
  })),
  route(getSurvey, { who: "anyone" }, async ({ params, db }) => {
    const survey = await findOpenSurvey(db, params.surveyId, new Date());
    if (survey === null) throw notFound("This survey");
    return survey;
  }),
];

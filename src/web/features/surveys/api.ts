import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/server/api-client.ts";
import { listSurveys } from "#shared/features/surveys/contract.ts";

/** The open surveys, the earliest to end first. */
export const surveysQuery = queryOptions({
  queryKey: ["surveys"],
  queryFn: async ({ signal }) => (await call(listSurveys, {}, { signal })).surveys,
});

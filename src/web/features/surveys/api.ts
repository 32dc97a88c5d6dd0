import { queryOptions } from "@tanstack/react-query";
import { listSurveys } from "#shared/features/surveys/contract.ts";
import { call } from "#web/lib/server/api-client.ts";

/** The open surveys, the earliest to end first. */
export const surveysQuery = queryOptions({
  queryKey: ["surveys"],
  queryFn: async ({ signal }) => (await call(listSurveys, {}, { signal })).surveys,
});

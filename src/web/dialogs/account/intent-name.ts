import type { QueryClient } from "@tanstack/react-query";
import type { Intent } from "#shared/features/account/intent.ts";
import { communityQuery } from "#web/features/communities/api.ts";
import { peopleQueries } from "#web/features/communities/panel/people-api.ts";
import { needQueries } from "#web/features/needs/api.ts";
import { resourceQueries } from "#web/features/resources/api.ts";

/** The name of what an intent is about; null when it has none. The page below the sheet has mostly fetched it already. */
export async function intentName(client: QueryClient, { to, id = "" }: Intent): Promise<string | null> {
  switch (to) {
    case "borrow":
      return (await client.ensureQueryData(resourceQueries.one(id))).title;
    case "ask":
      return (await client.ensureQueryData(communityQuery(id))).name;
    case "join":
      return (await client.ensureQueryData(peopleQueries.invitation(id))).name;
    case "answer": {
      const needs = await client.ensureQueryData(needQueries.shared());
      return needs.find((need) => need.id === id)?.text ?? null;
    }
    case "add":
    case "create":
    case "share":
      return null;
  }
}

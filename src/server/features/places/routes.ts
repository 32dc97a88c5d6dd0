import { searchAddresses } from "#shared/features/places/contract.ts";
import { suggestAddresses } from "./service.ts";
import { type Route, route } from "#server/http/route.ts";

const MINUTE = 60_000;

export const placeRoutes: Route[] = [
  route(
    searchAddresses,
    {
      who: "user",
      limits: [{ by: "account", max: 60, windowMs: MINUTE }],
      pace: 600,
    },
    async ({ query, deps }) => await suggestAddresses(deps, { q: query.q, submit: query.submit === "true" }),
  ),
];

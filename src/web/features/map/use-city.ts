import { useQuery } from "@tanstack/react-query";
import { type City, specCity } from "#shared/features/map/city.ts";
import { campQueries } from "./api.ts";

/** The city of the year on the map; the specification's until the server has said which. */
export function useCity(): City {
  return useQuery(campQueries.city()).data?.city ?? specCity;
}

/** When the places of the camps are told, while they are not; else null. */
export function usePlacesToldFrom(): Date | null {
  return useQuery({ ...campQueries.city(), select: withheldUntil }).data ?? null;
}

function withheldUntil({ locationsFrom }: { locationsFrom: string | null }): Date | null {
  return locationsFrom === null || Date.parse(locationsFrom) <= Date.now() ? null : new Date(locationsFrom);
}

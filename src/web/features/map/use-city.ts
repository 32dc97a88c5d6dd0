import { useQuery } from "@tanstack/react-query";
import type { City } from "#shared/features/map/city/city.ts";
import { campQueries } from "./api.ts";

/** The city of the year on the map; null until the server, or this device's copy, has said which. */
export function useCity(): City | null {
  return useCityAnswer().city;
}

/** The same with what to do where it could not be loaded: null while it is on its way. */
export function useCityAnswer(): { city: City | null; retry: (() => void) | null } {
  const query = useQuery(campQueries.city());
  return {
    city: query.data?.city ?? null,
    retry: query.isLoadingError ? () => void query.refetch() : null,
  };
}

/** When the places of the camps are told, while they are not; else null. */
export function usePlacesToldFrom(): Date | null {
  return useQuery({ ...campQueries.city(), select: withheldUntil }).data ?? null;
}

function withheldUntil({ locationsFrom }: { locationsFrom: string | null }): Date | null {
  return locationsFrom === null || Date.parse(locationsFrom) <= Date.now() ? null : new Date(locationsFrom);
}

import { useQuery } from "@tanstack/react-query";
import { writtenAddress } from "#shared/features/map/address/address.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { campQueries } from "./api.ts";

/** The city of the map's year; null until the server or this device's cache has responded. */
export function useCity(): City | null {
  return useCityAnswer().city;
}

/** `useCity` with a retry function, which is null unless loading has failed. */
export function useCityAnswer(): { city: City | null; retry: (() => void) | null } {
  const query = useQuery(campQueries.city());
  return {
    city: query.data?.city ?? null,
    retry: query.isLoadingError ? () => void query.refetch() : null,
  };
}

/** Formats addresses of the city like its map ("7:30 & Enchant"). Other text is unchanged, and so is all text until the city is loaded. */
export function useAddressWords(): (text: string) => string {
  const city = useCity();
  return (text) => (city === null ? text : writtenAddress(city, text));
}

/** The time from which the camps' places are public; null when they already are. */
export function usePlacesShownFrom(): Date | null {
  return useQuery({ ...campQueries.city(), select: withheldUntil }).data ?? null;
}

function withheldUntil({ locationsFrom }: { locationsFrom: string | null }): Date | null {
  return locationsFrom === null || Date.parse(locationsFrom) <= Date.now() ? null : new Date(locationsFrom);
}

import type { ChosenPlace } from "#shared/features/map/address/chosen-place.ts";
import { type AddressSuggestion, MAX_ADDRESS_SUGGESTIONS } from "#shared/features/places/contract.ts";

/** Suggestions: the city address parsed by this page, then the server's; without duplicates, at most five. */
export function suggestedPlaces(
  own: ChosenPlace | null,
  suggestions: readonly Pick<AddressSuggestion, "display_name" | "lat" | "lon">[],
): ChosenPlace[] {
  const all = [
    ...(own === null ? [] : [own]),
    ...suggestions.map(({ display_name, lat, lon }) => ({
      address: display_name.slice(0, MAX_ADDRESS),
      latitude: lat,
      longitude: lon,
    })),
  ];
  const once = new Map<string, ChosenPlace>();
  for (const place of all) if (!once.has(place.address)) once.set(place.address, place);
  return [...once.values()].slice(0, MAX_ADDRESS_SUGGESTIONS);
}

/** Maximum characters of a stored address; a geocoder's can be longer. */
const MAX_ADDRESS = 200;

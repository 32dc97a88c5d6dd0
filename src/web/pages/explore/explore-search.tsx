import type { City } from "#shared/features/map/city/city.ts";
import { useSearchThings } from "#web/dialogs/palette/search-things.ts";
import { MapSearch } from "#web/features/map/search/map-search.tsx";

interface ExploreSearchProps {
  city: City;
  /** @param at the address, for a hit that is an address */
  onSelect: (id: string, at: string | null) => void;
}

/** The search over the map, loaded after it. */
export function ExploreSearch({ city, onSelect }: ExploreSearchProps) {
  return <MapSearch city={city} things={useSearchThings(city)} onSelect={onSelect} />;
}

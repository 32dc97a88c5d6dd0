import type { Community } from "#shared/features/communities/contract.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { markerId } from "#shared/features/map/marker-id.ts";
import type { MapTheme } from "#shared/features/map/city/street-colour.ts";

/** --sage of each theme, for the map's canvas. */
const SAGE: Record<MapTheme, string> = { night: "#83dfa1", day: "#0c4f27", red: "#ff9a86" };

/** The marker of a community; null when it has no place. */
export function communityItem(community: Community, theme: MapTheme): MapItem | null {
  const { latitude, longitude, name, address } = community;
  if (latitude === null || longitude === null) return null;
  const place = parseAddress(address);
  return {
    id: markerId("community", community.id),
    kind: "community",
    name,
    latitude,
    longitude,
    label: address === "" ? name : `${name}, ${address}`,
    colour: SAGE[theme],
    street: place.street ?? place.plazaStreet,
    time: place.plazaTime ?? place.time,
  };
}

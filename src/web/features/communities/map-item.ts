import type { Community } from "#shared/features/communities/contract.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import type { MapTheme } from "#shared/features/map/city/street-colour.ts";

/** --sage of each theme, as the map's canvas needs it. */
const SAGE: Record<MapTheme, string> = { night: "#83dfa1", day: "#0c4f27", red: "#ff9a86" };

const PREFIX = "community:";

/** A community as a marker; null when it has no place. */
export function communityItem(community: Community, theme: MapTheme): MapItem | null {
  const { latitude, longitude, name, address } = community;
  if (latitude === null || longitude === null) return null;
  const place = parseAddress(address);
  return {
    id: `${PREFIX}${community.id}`,
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

/** The community a marker stands for; null for markers of other things. */
export function communityOfItem(itemId: string): string | null {
  return itemId.startsWith(PREFIX) ? itemId.slice(PREFIX.length) : null;
}

import { shorten } from "#shared/shorten.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import { placeOfText } from "#shared/features/map/address/chosen-place.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { markerId } from "#shared/features/map/marker-id.ts";
import type { MapTheme } from "#shared/features/map/city/street-colour.ts";
import type { SharedNeed } from "#shared/features/needs/contract.ts";

/** --blue of each theme, for the map's canvas. */
const BLUE: Record<MapTheme, string> = { night: "#7fb2ff", day: "#0a3f93", red: "#f5685f" };

/** Maximum characters of a need in its marker's label. */
const MAX_NAME = 60;

/** The marker of a need at its rough position; null when it has none in the city. */
export function needItem(city: City, need: SharedNeed, theme: MapTheme): MapItem | null {
  const point = need.place === null ? null : placeOfText(city, need.place);
  if (need.place === null || point === null) return null;
  const place = parseAddress(need.place);
  const name = shorten(need.text, MAX_NAME);
  return {
    id: markerId("need", need.id),
    kind: "need",
    name,
    latitude: point.latitude,
    longitude: point.longitude,
    label: `${name}, ${point.address}`,
    colour: BLUE[theme],
    street: place.street ?? place.plazaStreet,
    time: place.plazaTime ?? place.time,
  };
}

import { shorten } from "#shared/shorten.ts";
import { parseAddress } from "#shared/features/map/address/address.ts";
import { placeOfText } from "#shared/features/map/address/chosen-place.ts";
import type { City } from "#shared/features/map/city/city.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import type { MapTheme } from "#shared/features/map/city/street-colour.ts";
import type { SharedNeed } from "#shared/features/needs/contract.ts";

/** --blue of each theme, as the map's canvas needs it. */
const BLUE: Record<MapTheme, string> = { night: "#7fb2ff", day: "#0a3f93", red: "#f5685f" };

const PREFIX = "need:";
/** Characters of a need's words that are read beside its marker. */
const MAX_NAME = 60;

/** What a user looks for as a marker, at the rough place they gave; null when they gave none that is in the city. */
export function needItem(city: City, need: SharedNeed, theme: MapTheme): MapItem | null {
  const point = need.place === null ? null : placeOfText(city, need.place);
  if (need.place === null || point === null) return null;
  const place = parseAddress(need.place);
  const name = shorten(need.text, MAX_NAME);
  return {
    id: `${PREFIX}${need.id}`,
    kind: "need",
    name,
    latitude: point.latitude,
    longitude: point.longitude,
    label: `${name}, ${need.place}`,
    colour: BLUE[theme],
    street: place.street ?? place.plazaStreet,
    time: place.plazaTime ?? place.time,
  };
}

/** The need a marker stands for; null for markers of other things. */
export function needOfItem(itemId: string): string | null {
  return itemId.startsWith(PREFIX) ? itemId.slice(PREFIX.length) : null;
}

import type { City, GeoPoint } from "#shared/features/map/city/city.ts";
import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import { toLocal } from "#shared/features/map/city/geometry.ts";
import { directions } from "#shared/features/map/view/directions.ts";
import type { OwnPlace } from "#web/features/map/position/own-place.ts";
import type { FixState } from "#web/features/map/position/use-fix.ts";

/** Whether the user is known, where the user is, and the callback that draws a requested path on the map. */
export interface Here {
  isPersonKnown: boolean;
  fixState: FixState;
  ownPlace: OwnPlace;
  onPath: (path: readonly LocalPoint[]) => void;
}

/**
 * Returns "7:30 & Enchant · 6 min walk"; without a position the walk is "from the Man". @param address empty where the title is an address
 */
export function placeLine(city: City, address: string, place: GeoPoint | null, ownPlace: OwnPlace): string {
  return [address, place === null ? "" : walkWords(city, place, ownPlace)]
    .filter((part) => part !== "")
    .join(" · ");
}

function walkWords(city: City, place: GeoPoint, ownPlace: OwnPlace): string {
  const { footMinutes } = directions(city, ownPlace, toLocal(city, place));
  if (footMinutes === 0) return ownPlace.isReal ? "You are there" : "";
  return `${footMinutes} min walk${ownPlace.isReal ? "" : " from the Man"}`;
}

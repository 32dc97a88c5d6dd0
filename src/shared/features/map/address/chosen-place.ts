import { formatAddress, parseAddress } from "./address.ts";
import type { City, GeoPoint } from "../city/city.ts";
import { locate, reverse, toGeo, toLocal } from "../city/geometry.ts";

/** A place chosen by a user: an address and its point. */
export interface ChosenPlace extends GeoPoint {
  address: string;
}

/** The place of a written city address, with the city's own street names; null when it names no point of this city. */
export function placeOfText(city: City, text: string): ChosenPlace | null {
  const address = parseAddress(text);
  const point = locate(city, address);
  const words = formatAddress(city, address);
  return point === null || words === null ? null : { address: words, ...point };
}

/**
 * The place of a dropped pin, described by the nearest address.
 * @param share position on the square map from its left and top edge, 0 to 1 each
 */
export function placeOfPin(city: City, side: number, share: { left: number; top: number }): ChosenPlace {
  const point = toGeo(city, { x: (share.left - 0.5) * side, y: (0.5 - share.top) * side });
  const { street, time, distance } = reverse(city, point);
  const name = city.streets.find(({ ref }) => ref === street)?.name ?? null;
  const address =
    name === null ? `${time}, ${Math.round(distance / 10) * 10} m from the centre` : `Near ${time} & ${name}`;
  return { address, ...point };
}

/** Position of a place on the square map, in the form `placeOfPin` takes. */
export function pinOfPlace(city: City, side: number, place: GeoPoint): { left: number; top: number } {
  const { x, y } = toLocal(city, place);
  return { left: x / side + 0.5, top: 0.5 - y / side };
}

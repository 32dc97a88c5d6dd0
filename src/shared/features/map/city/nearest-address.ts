import { type City, findStreet, type GeoPoint } from "./city.ts";
import { reverse } from "./geometry.ts";

/** A user's position inside the city in words: "7:32 & Delight", "The Man", "Open playa at 12:00, 800 m from the Man". */
export function nearestAddress(city: City, point: GeoPoint): string {
  const { street, time, distance } = reverse(city, point);
  if (street !== null) return `${time} & ${findStreet(city, street)?.name ?? street}`;
  if (distance < 30) return "The Man";
  return `Open playa at ${time}, ${Math.round(distance)} m from the Man`;
}

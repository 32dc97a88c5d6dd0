/** Meters per degree of latitude. */
export const METRES_PER_DEGREE = 111_195;

/** Degrees, WGS 84. */
interface Point {
  latitude: number;
  longitude: number;
}

/** Meters between two points as if the earth were flat. Within a city, the error is less than a meter. */
export function metresApart(one: Point, other: Point): number {
  const north = other.latitude - one.latitude;
  const east = (other.longitude - one.longitude) * Math.cos((one.latitude * Math.PI) / 180);
  return Math.hypot(north, east) * METRES_PER_DEGREE;
}

/** `80 m`, `1.4 km`: as precise as the position of a phone. */
export function metresInWords(metres: number): string {
  if (metres < 995) return `${Math.max(10, Math.round(metres / 10) * 10)} m`;
  return `${(metres / 1000).toFixed(metres < 9950 ? 1 : 0)} km`;
}

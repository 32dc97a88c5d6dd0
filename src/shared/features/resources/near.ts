/** Degrees, WGS 84. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** The point as sent when requesting listings: `40.7864,-119.2065`. Four decimals are 11 meters; no more precise position is disclosed. */
export function writePoint({ latitude, longitude }: Point): string {
  return `${latitude.toFixed(4)},${longitude.toFixed(4)}`;
}

/** Null when it is not a point on the earth. */
export function readPoint(text: string): Point | null {
  const match = /^(-?\d{1,2}(?:\.\d{1,9})?),(-?\d{1,3}(?:\.\d{1,9})?)$/.exec(text);
  const latitude = Number(match?.[1] ?? Number.NaN);
  const longitude = Number(match?.[2] ?? Number.NaN);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

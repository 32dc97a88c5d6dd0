/** Esplanade and the streets A to K. */
export const STREETS = 12;

/** In the units of a 96 by 96 view box. */
export const RING_CENTRE = { x: 48, y: 50 };
const INNER_RADIUS = 10;
const STREET_GAP = 3;

export function ringRadius(street: number): number {
  return INNER_RADIUS + street * STREET_GAP;
}

/** Point at an hour: 12:00 is up, and an hour is 30 degrees. */
export function ringPoint(hour: number, radius: number): { x: number; y: number } {
  const angle = ((hour * 30 - 90) * Math.PI) / 180;
  return {
    x: round(RING_CENTRE.x + radius * Math.cos(angle)),
    y: round(RING_CENTRE.y + radius * Math.sin(angle)),
  };
}

/** Path of a street: clockwise from 2:00 to 10:00, open towards 12:00. */
export function ringArc(radius: number): string {
  const from = ringPoint(2, radius);
  const to = ringPoint(10, radius);
  return `M${from.x} ${from.y}A${radius} ${radius} 0 1 1 ${to.x} ${to.y}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

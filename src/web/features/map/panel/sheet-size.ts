/** Size of the panel on a narrow screen. */
export type SheetSize = "half" | "full";

/** Shares of the map's height: released below the first, a sheet closes; above the second, it fills the screen. */
const CLOSES_BELOW = 0.28;
const FILLS_ABOVE = 0.68;

/** Size of a sheet released at this height in pixels. */
export function nextSize(height: number, room: number): SheetSize | "closed" {
  if (room <= 0) return "half";
  const share = height / room;
  if (share < CLOSES_BELOW) return "closed";
  return share > FILLS_ABOVE ? "full" : "half";
}

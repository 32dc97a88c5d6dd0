/** How much of a narrow screen the panel takes. */
export type SheetSize = "half" | "full";

/** Share of the map's height below which a sheet that is let go closes, and above which it fills the screen. */
const CLOSES_BELOW = 0.28;
const FILLS_ABOVE = 0.68;

/** Where a sheet of so many pixels goes when it is let go. */
export function nextSize(height: number, room: number): SheetSize | "closed" {
  if (room <= 0) return "half";
  const share = height / room;
  if (share < CLOSES_BELOW) return "closed";
  return share > FILLS_ABOVE ? "full" : "half";
}

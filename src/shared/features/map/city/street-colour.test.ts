import { test, expect } from "vitest";
import { type StreetRef, streetRefs } from "./city.ts";
import { streetColour } from "./street-colour.ts";

test("colors the Esplanade gold, A to F pink, G to L cyan and all others pink", () => {
  expect(streetColour("Esplanade", "night")).toBe("#ffbe5c");
  expect(streetColour(null, "night")).toBe("#ff7fae");
  const family = (ref: StreetRef): string => {
    const [red = 0, green = 0, blue = 0] = channels(streetColour(ref, "night"));
    if (red > green && blue > green) return "pink";
    return blue > red && green > red ? "cyan" : "other";
  };
  expect(streetRefs.map(family).join(" ")).toBe(
    "other pink pink pink pink pink pink cyan cyan cyan cyan cyan cyan",
  );
});

test("calculates OKLCH colors as Chromium paints them", () => {
  // oklch(.714 .182 356), oklch(.784 .142 318), oklch(.854 .125 198) and day's oklch(.42 .17 344), read from a canvas.
  expect(streetColour("A", "night")).toBe("#f76aa6");
  expect(streetColour("F", "night")).toBe("#de9af3");
  expect(streetColour("K", "night")).toBe("#51e8ec");
  expect(streetColour("C", "day")).toBe("#860d63");
});

test("paints every street dark enough to read on white by day", () => {
  for (const ref of streetRefs) expect(contrastOnWhite(streetColour(ref, "day"))).toBeGreaterThan(7);
});

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}

/** WCAG 2 contrast ratio. */
function contrastOnWhite(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

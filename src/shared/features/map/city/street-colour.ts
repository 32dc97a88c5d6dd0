import { type StreetRef, streetRefs } from "./city.ts";

/** Night is the default theme, day is for bright sunlight, red preserves night vision. */
export type MapTheme = (typeof mapThemes)[number];
export const mapThemes = ["night", "day", "red"] as const;

/**
 * Color of a street and everything on it: gold for the Esplanade, pinks up to F, cyans beyond, pink for an unknown street. Hex, because
 * canvas, SVG and image tools all read it.
 */
export function streetColour(ref: StreetRef | null, theme: MapTheme): string {
  return colours[theme].get(ref) ?? defaultColour[theme];
}

const esplanade = { night: "#ffbe5c", day: "#8f3300", red: "#ff9a7a" };
const defaultColour = { night: "#ff7fae", day: "#8e0a4a", red: "#ff6a58" };
/** Hue in degrees by street, A to L. Lightness and chroma follow from a formula (the project's look sheet). */
const hues = [356, 350, 344, 336, 328, 318, 242, 228, 216, 206, 198, 190];

const colours: Record<MapTheme, Map<StreetRef | null, string>> = {
  night: new Map(streetRefs.map((ref, index) => [ref, colourAt(index, "night")])),
  day: new Map(streetRefs.map((ref, index) => [ref, colourAt(index, "day")])),
  red: new Map(streetRefs.map((ref, index) => [ref, colourAt(index, "red")])),
};

function colourAt(index: number, theme: MapTheme): string {
  const hue = hues[index - 1];
  if (hue === undefined) return esplanade[theme];
  // A single hue: streets differ only in lightness, but names and addresses distinguish them anyway.
  if (theme === "red") return hexOfOklch(0.62 + 0.014 * index, 0.2 - 0.006 * index, 28);
  const isCyan = index > 6;
  if (theme === "day") return hexOfOklch(isCyan ? 0.4 : 0.42, isCyan ? 0.09 : 0.17, hue);
  return hexOfOklch(0.7 + 0.014 * index, isCyan ? 0.125 : 0.19 - 0.008 * index, hue);
}

/** OKLCH to sRGB after B. Ottosson, "A perceptual color space for image processing" (2020), clipped to sRGB. */
function hexOfOklch(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const channels = linear.map((value) => {
    const clipped = Math.min(1, Math.max(0, value));
    const gamma = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
    return Math.round(gamma * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}

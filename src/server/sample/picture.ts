import type { ResourceType } from "#shared/features/resources/contract.ts";
import { createRandom, type Random } from "./random.ts";

const WIDTH = 800;
const HEIGHT = 600;

/** Dusk over the playa in the theme's colors: sky from top to bottom, ground, lamp. */
const palettes: readonly [Palette, ...Palette[]] = [
  { sky: ["#1d1122", "#7c1f4e", "#ff8243"], ground: "#3a2433", lamp: "#ffd79a", ink: "#120c1c" },
  { sky: ["#0b0812", "#3b2a5e", "#c2417a"], ground: "#2d233b", lamp: "#ffb45c", ink: "#0f0b16" },
  { sky: ["#123", "#0a5a66", "#f3c178"], ground: "#4a3324", lamp: "#fff0c9", ink: "#14202a" },
  { sky: ["#fbefd9", "#f7c98b", "#e2785a"], ground: "#b98a5e", lamp: "#fffaf0", ink: "#5c2f22" },
];

interface Palette {
  sky: readonly [string, string, string];
  ground: string;
  lamp: string;
  ink: string;
}

/**
 * Draws a picture for a sample resource: sky, hills, sun and a shape of its type. The same seed gives the same picture.
 * @returns SVG, 800 x 600
 */
export function drawPicture(type: ResourceType, seed: number): string {
  const random = createRandom(seed);
  const palette = random.pick(palettes);
  const horizon = random.between(360, 430);
  const [top, middle, bottom] = palette.sky;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset=".6" stop-color="${middle}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`,
    `<radialGradient id="g"><stop stop-color="${palette.lamp}"/><stop offset="1" stop-color="${palette.lamp}" stop-opacity="0"/></radialGradient></defs>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#s)"/>`,
    `<circle cx="${random.between(120, 680)}" cy="${horizon - random.between(20, 120)}" r="${random.between(120, 220)}" fill="url(#g)" opacity=".8"/>`,
    hills(random, horizon - 30, palette.ink, 0.35),
    hills(random, horizon, palette.ground, 1),
    shapes[type](random, palette, horizon),
    "</svg>",
  ].join("");
}

const shapes: Record<ResourceType, (random: Random, palette: Palette, horizon: number) => string> = {
  /** A dome or a tent with a warm light inside. */
  venue(random, { ink, lamp }, horizon) {
    const width = random.between(150, 230);
    const y = horizon + random.between(60, 100);
    const shape =
      random.next() < 0.5
        ? `M${400 - width} ${y}A${width} ${width} 0 0 1 ${400 + width} ${y}Z`
        : `M${400 - width} ${y}L400 ${y - width * 1.1}L${400 + width} ${y}Z`;
    const door = width / 3;
    return `<path d="${shape}" fill="${ink}"/><path d="M${400 - door} ${y}Q400 ${y - width * 0.9} ${400 + door} ${y}Z" fill="${lamp}"/>`;
  },
  /** A crate of things with a lamp above it. */
  gear(random, { ink, lamp }, horizon) {
    const y = horizon + 40;
    const boxes = Array.from({ length: random.between(2, 4) }, (_, index) => {
      const size = random.between(90, 150);
      return `<rect x="${220 + index * 110}" y="${y + 120 - size}" width="${size}" height="${size}" rx="12" fill="${ink}" stroke="${lamp}" stroke-opacity=".6" stroke-width="5"/>`;
    });
    return `${boxes.join("")}<circle cx="${random.between(260, 560)}" cy="${y - 90}" r="60" fill="url(#g)"/>`;
  },
  /** A figure in front of a fire. */
  talent(random, { ink, lamp }, horizon) {
    const x = random.between(300, 480);
    const y = horizon + 120;
    const lean = random.between(-30, 30);
    return [
      `<circle cx="${x + 130}" cy="${y - 30}" r="110" fill="url(#g)"/>`,
      `<circle cx="${x + lean}" cy="${y - 215}" r="34" fill="${ink}"/>`,
      `<path d="M${x - 50} ${y}Q${x + lean - 60} ${y - 190} ${x + lean} ${y - 180}T${x + 50} ${y}Z" fill="${ink}"/>`,
      `<path d="M${x + lean} ${y - 150}L${x + 110} ${y - random.between(120, 240)}" stroke="${ink}" stroke-width="22" stroke-linecap="round"/>`,
      `<path d="M${x + 110} ${y}q20 -70 30 -20q30 -40 20 20z" fill="${lamp}"/>`,
    ].join("");
  },
};

function hills(random: Random, y: number, colour: string, opacity: number): string {
  const points = Array.from(
    { length: 6 },
    (_, index) => `${(index + 1) * 160} ${y - random.between(-14, 26)}`,
  );
  return `<path d="M0 ${HEIGHT}V${y}L${points.join("L")}V${HEIGHT}Z" fill="${colour}" opacity="${opacity}"/>`;
}

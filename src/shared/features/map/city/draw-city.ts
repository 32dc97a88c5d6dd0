import { type City, findStreet } from "./city.ts";
import { clockDegrees, parseClock } from "./clock.ts";
import { arcOf, centreCampCentre, fenceCorners, fromClock, type LocalPoint, mapSide } from "./geometry.ts";
import { type MapTheme, streetColour } from "./street-colour.ts";

export type CityStroke = {
  colour: string;
  opacity: number;
  /** Width of the line in `unit`: meters on the ground, or CSS pixels that stay the same at any zoom. */
  width: number;
  unit: "metres" | "pixels";
  /** Dash and gap, in the same unit as the width. */
  dash?: readonly [number, number];
};

/** One path in SVG syntax, which canvas also reads (`new Path2D(shape.path)`); meters from the center, y down. */
type CityShape = { path: string; fill?: { colour: string; opacity: number }; stroke?: CityStroke };

export type CityDrawing = {
  /** The drawing is a square around the center with this side, in meters. */
  side: number;
  /** Light on the ground around the Man: color stops by share of half the side, the last one transparent. */
  ground: { offset: number; colour: string; opacity: number }[];
  shapes: CityShape[];
};

/**
 * The city's picture as one list of paths, from back to front: everything that does not change with the zoom. Names, hours and landmarks
 * are text of the page, not part of the picture, so that they stay readable.
 */
export function drawCity(city: City, theme: MapTheme): CityDrawing {
  const paint = palettes[theme];
  const side = mapSide(city);
  return {
    side,
    ground: paint.ground,
    shapes: [
      ...(theme === "night" ? dust(side) : []),
      fence(city, paint),
      cityGround(city, paint),
      ...avenues(city, paint),
      ...radials(city, paint),
      ...rings(city, theme, paint),
      ...plazas(city, paint),
    ],
  };
}

/** The drawing as an SVG file without scripts or style attributes, as a strict content policy requires. */
export function cityToSvg(drawing: CityDrawing): string {
  const { side } = drawing;
  const half = number(side / 2);
  const stops = drawing.ground.map(
    ({ offset, colour, opacity }) =>
      `<stop offset="${offset}" stop-color="${colour}"${opacity === 1 ? "" : ` stop-opacity="${opacity}"`}/>`,
  );
  const ground =
    stops.length === 0
      ? ""
      : `<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="${half}">${stops.join("")}</radialGradient>` +
        `<circle r="${half}" fill="url(#g)"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-${half} -${half} ${number(side)} ${number(side)}" ` +
    `width="2048" height="2048">${ground}${drawing.shapes.map(shapeToSvg).join("")}</svg>`
  );
}

type Palette = {
  ground: CityDrawing["ground"];
  fence: string;
  city: string;
  /**
   * Color of the ring streets; null gives each street a separate color, as at night. By day, a single color makes them less prominent than
   * the camps.
   */
  ring: string | null;
  ringOpacity: number;
  hour: [colour: string, opacity: number];
  halfHour: [colour: string, opacity: number];
  avenue: [colour: string, opacity: number];
};

const palettes: Record<MapTheme, Palette> = {
  night: {
    ground: [
      { offset: 0, colour: "#2a1b2c", opacity: 1 },
      { offset: 0.44, colour: "#1e1424", opacity: 1 },
      { offset: 0.78, colour: "#150e1c", opacity: 0.85 },
      { offset: 1, colour: "#0c0813", opacity: 0 },
    ],
    fence: "#5d4a6a",
    city: "#2b1c2f",
    ring: null,
    ringOpacity: 0.34,
    hour: ["#cdc1d2", 0.2],
    halfHour: ["#cdc1d2", 0.1],
    avenue: ["#ffbe5c", 0.22],
  },
  red: {
    ground: [
      { offset: 0, colour: "#1f0909", opacity: 1 },
      { offset: 0.5, colour: "#150606", opacity: 1 },
      { offset: 1, colour: "#0a0202", opacity: 0 },
    ],
    fence: "#6b2722",
    city: "#220a0a",
    ring: null,
    ringOpacity: 0.34,
    hour: ["#f4695d", 0.22],
    halfHour: ["#f4695d", 0.11],
    avenue: ["#ff6a4d", 0.24],
  },
  day: {
    ground: [],
    fence: "#c9b48f",
    city: "#fbe9cc",
    ring: "#b79c70",
    ringOpacity: 1,
    hour: ["#a88c5e", 1],
    halfHour: ["#d9c39b", 1],
    avenue: ["#c9b48f", 1],
  },
};

/** Specks of dust, in the same places every time. */
function dust(side: number): CityShape[] {
  const random = seededRandom(11);
  return [0.012, 0.022, 0.032].map((opacity) => {
    const specks = Array.from({ length: 160 }, () => {
      const { x, y } = fromClock(Math.sqrt(random()) * side * 0.48, random() * 12);
      return `M${Math.round(x)} ${Math.round(y)}h${5 + Math.round(random() * 4)}`;
    });
    return { path: specks.join(""), stroke: { colour: "#ffe1c8", opacity, width: 5, unit: "metres" } };
  });
}

function fence(city: City, paint: Palette): CityShape {
  const stroke = { colour: paint.fence, opacity: 1, width: 1.3, unit: "pixels", dash: [3, 7] } as const;
  return { path: `M${fenceCorners(city).map(point).join("L")}Z`, stroke };
}

function cityGround(city: City, paint: Palette): CityShape {
  const { from, to } = arcOf(city);
  const margin = 28;
  const inner = innerRadius(city) - margin;
  const outer = outerRadius(city) + margin;
  const path =
    `M${point(fromClock(outer, from - 0.03))}${arcTo(outer, from - 0.03, to + 0.03)}` +
    `L${point(fromClock(inner, to + 0.03))}${arcTo(inner, to + 0.03, from - 0.03)}Z`;
  return { path, fill: { colour: paint.city, opacity: 1 } };
}

function avenues(city: City, paint: Palette): CityShape[] {
  const [colour, opacity] = paint.avenue;
  const lines = [3, 6, 9, 12].map((hours) => {
    const end = hours === 12 ? city.landmarks.temple.distance : innerRadius(city);
    return line(hours, 0.23 * innerRadius(city), end);
  });
  return [{ path: lines.join(""), stroke: { colour, opacity, width: 1.2, unit: "pixels" } }];
}

/** Radial streets: a faint band as wide as the street, and a line that stays visible when zoomed out. */
function radials(city: City, paint: Palette): CityShape[] {
  const { from, to } = arcOf(city);
  const steps = Array.from({ length: Math.round((to - from) * 2) + 1 }, (_, index) => from + index / 2);
  const outer = outerRadius(city);
  const draw = (isHour: boolean): CityShape[] => {
    const [colour, opacity] = isHour ? paint.hour : paint.halfHour;
    const path = steps
      .filter((hours) => Number.isInteger(hours) === isHour)
      .map((hours) => line(hours, innerRadius(city), outer + (isHour ? 24 : 0)))
      .join("");
    return bandAndLine(path, { colour, opacity, street: city.radialWidth, line: isHour ? 1.3 : 1 });
  };
  return [...draw(false), ...draw(true)];
}

function rings(city: City, theme: MapTheme, paint: Palette): CityShape[] {
  const { from, to } = arcOf(city);
  return city.streets.flatMap((street) => {
    const path = `M${point(fromClock(street.radius, from))}${arcTo(street.radius, from, to)}`;
    const isFirst = street.ref === "Esplanade";
    return bandAndLine(path, {
      colour: (isFirst ? null : paint.ring) ?? streetColour(street.ref, theme),
      opacity: isFirst ? 0.95 : paint.ringOpacity,
      street: street.width,
      line: isFirst ? 2.2 : 1.1,
    });
  });
}

function plazas(city: City, paint: Palette): CityShape[] {
  const places = city.plazas.flatMap(({ time, street }) => {
    const radius = findStreet(city, street)?.radius;
    return radius === undefined ? [] : [circle(fromClock(radius, parseClock(time) ?? 0), city.plazaRadius)];
  });
  const centre = centreCampCentre(city);
  const { ringRoadRadius, plazaRadius } = city.centreCamp;
  const [colour, opacity] = paint.hour;
  const stroke = { colour, opacity, width: 1.1, unit: "pixels" } as const;
  return [
    { path: places.join(""), fill: { colour: paint.city, opacity: 1 }, stroke },
    { path: circle(centre, ringRoadRadius), fill: { colour: paint.city, opacity: 1 }, stroke },
    { path: circle(centre, plazaRadius), stroke },
  ];
}

function bandAndLine(
  path: string,
  { colour, opacity, street, line }: { colour: string; opacity: number; street: number; line: number },
): CityShape[] {
  return [
    { path, stroke: { colour, opacity: Number((opacity * 0.18).toFixed(3)), width: street, unit: "metres" } },
    { path, stroke: { colour, opacity, width: line, unit: "pixels" } },
  ];
}

function shapeToSvg({ path, fill, stroke }: CityShape): string {
  const attributes = [
    `d="${path}"`,
    fill ? `fill="${fill.colour}"` : 'fill="none"',
    fill && fill.opacity !== 1 ? `fill-opacity="${fill.opacity}"` : "",
    ...(stroke ? strokeAttributes(stroke) : []),
  ];
  return `<path ${attributes.filter(Boolean).join(" ")}/>`;
}

function strokeAttributes({ colour, opacity, width, unit, dash }: CityStroke): string[] {
  return [
    `stroke="${colour}" stroke-width="${number(width)}"`,
    opacity === 1 ? "" : `stroke-opacity="${opacity}"`,
    unit === "pixels" ? 'vector-effect="non-scaling-stroke"' : "",
    dash ? `stroke-dasharray="${dash.join(" ")}"` : "",
  ];
}

function arcTo(radius: number, from: number, to: number): string {
  const isLarge = Math.abs(clockDegrees(to - from)) > 180 ? 1 : 0;
  return `A${number(radius)} ${number(radius)} 0 ${isLarge} ${to > from ? 1 : 0} ${point(fromClock(radius, to))}`;
}

function line(hours: number, from: number, to: number): string {
  return `M${point(fromClock(from, hours))}L${point(fromClock(to, hours))}`;
}

function circle(centre: LocalPoint, radius: number): string {
  const left = point({ x: centre.x - radius, y: centre.y });
  const width = number(2 * radius);
  return `M${left}a${number(radius)} ${number(radius)} 0 1 1 ${width} 0a${number(radius)} ${number(radius)} 0 1 1 -${width} 0Z`;
}

/** In SVG, y points down. */
function point({ x, y }: LocalPoint): string {
  return `${number(x)} ${number(-y)}`;
}

/** One decimal, a tenth of a meter, is finer than a pixel at any zoom. */
function number(value: number): string {
  return String(Math.round(value * 10) / 10 || 0);
}

function innerRadius(city: City): number {
  return Math.min(...city.streets.map((street) => street.radius));
}

function outerRadius(city: City): number {
  return Math.max(...city.streets.map((street) => street.radius));
}

function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

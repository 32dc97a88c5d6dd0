import type { City } from "../city/city.ts";
import { parseClock } from "../city/clock.ts";
import { arcOf, fromClock, type LocalPoint } from "../city/geometry.ts";
import { zoomRange } from "../city/spec-constants.ts";
import { type Frame, groundOf, pixelsPerMetre, turned, type View } from "./view.ts";

/** Pixels along each edge of the screen that other elements cover. */
export type Insets = { top: number; right: number; bottom: number; left: number };

/** Middle and size in pixels of the part of the screen that the insets leave free. */
export function freeArea(frame: Frame, { top, right, bottom, left }: Insets) {
  const width = Math.max(1, frame.width - left - right);
  const height = Math.max(1, frame.height - top - bottom);
  return { width, height, middle: { left: left + width / 2, top: top + height / 2 } };
}

/** The view that shows all points as large as the free part of the screen allows, without changing the map's turn. */
export function fitPoints(
  frame: Frame,
  points: readonly LocalPoint[],
  insets: Insets,
  { turn, maxZoom = zoomRange.max }: { turn: number; maxZoom?: number },
): View {
  const area = freeArea(frame, insets);
  const shown = points.map((point) => turned(point, turn));
  const [xs, ys] = [shown.map(({ x }) => x), shown.map(({ y }) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [down, up] = [Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(area.width / Math.max(1, right - left), area.height / Math.max(1, up - down));
  const zoom = Math.min(maxZoom, Math.max(zoomRange.min, scale / pixelsPerMetre(frame, 1)));
  const middle = turned({ x: (left + right) / 2, y: (down + up) / 2 }, -turn);
  return centreIn(frame, middle, insets, { zoom, turn });
}

/** The view with a point in the middle of the free part of the screen. */
export function centreIn(
  frame: Frame,
  point: LocalPoint,
  insets: Insets,
  { zoom, turn }: Pick<View, "zoom" | "turn">,
): View {
  const { middle } = freeArea(frame, insets);
  const away = groundOf(
    frame,
    { x: 0, y: 0, zoom, turn },
    { right: frame.width / 2 - middle.left, down: frame.height / 2 - middle.top },
  );
  return { x: point.x + away.x, y: point.y + away.y, zoom, turn };
}

/** The outermost points of the built city: its arc and the Temple. */
export function extentOf(city: City): LocalPoint[] {
  const rim = Math.max(...city.streets.map(({ radius }) => radius));
  const { from, to } = arcOf(city);
  // Every quarter of an hour includes the outermost points left, right and below.
  const steps = Math.ceil((to - from) * 4);
  const arc = Array.from({ length: steps + 1 }, (_, step) => fromClock(rim, Math.min(to, from + step / 4)));
  const { temple } = city.landmarks;
  return [...arc, fromClock(temple.distance, parseClock(temple.time) ?? 0)];
}

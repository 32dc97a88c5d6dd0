import type { LocalPoint } from "./geometry.ts";
import { wheelFactor, zoomButtonStep, zoomRange } from "./spec-constants.ts";

/** What the screen shows: the local point (metres, 12:00 up) in its middle, and the zoom. */
export type View = LocalPoint & { zoom: number };
/** What a view is seen through: the side of the map in metres and the screen in CSS pixels. */
export type Frame = { side: number; width: number; height: number };
/** CSS pixels from the screen's top left corner, y down. */
export type ScreenPoint = { left: number; top: number };

export type ViewAction =
  /** Fingers or mouse moved the map by so many pixels to the right and down. */
  | { type: "drag"; right: number; down: number }
  /** Two fingers went from one pair of places to another. */
  | { type: "pinch"; from: readonly [ScreenPoint, ScreenPoint]; to: readonly [ScreenPoint, ScreenPoint] }
  | { type: "wheel"; deltaY: number; at: ScreenPoint }
  | { type: "zoomIn" }
  | { type: "zoomOut" }
  /** Bring a place to the middle, with the same zoom or another. */
  | { type: "focus"; point: LocalPoint; zoom?: number }
  | { type: "reset" };

/** The whole city with its hours, a little above the middle because it opens upwards. */
export const initialView: View = { x: 0, y: -130, zoom: 0.58 };

/** The view after an action. The middle stays on the map and the zoom in its range. */
export function reduceView(frame: Frame, view: View, action: ViewAction): View {
  switch (action.type) {
    case "drag": {
      const scale = pixelsPerMetre(frame, view.zoom);
      return keepOnMap(frame, { ...view, x: view.x - action.right / scale, y: view.y + action.down / scale });
    }
    case "pinch":
      return pinch(frame, view, action.from, action.to);
    case "wheel": {
      if (action.deltaY === 0) return view;
      const factor = action.deltaY > 0 ? wheelFactor.out : wheelFactor.in;
      return zoomAt(frame, view, view.zoom * factor, action.at);
    }
    case "zoomIn":
      return keepOnMap(frame, { ...view, zoom: view.zoom + zoomButtonStep });
    case "zoomOut":
      return keepOnMap(frame, { ...view, zoom: view.zoom - zoomButtonStep });
    case "focus":
      return keepOnMap(frame, { ...action.point, zoom: action.zoom ?? view.zoom });
    case "reset":
      return initialView;
  }
}

/** What a key does to the view, null for a key that is not the map's. Arrows move by an eighth of the screen. */
export function viewActionOfKey(frame: Frame, key: string): ViewAction | null {
  const step = Math.min(frame.width, frame.height) / 8;
  switch (key) {
    case "+":
    case "=":
      return { type: "zoomIn" };
    case "-":
    case "_":
      return { type: "zoomOut" };
    case "0":
      return { type: "reset" };
    case "ArrowLeft":
      return { type: "drag", right: step, down: 0 };
    case "ArrowRight":
      return { type: "drag", right: -step, down: 0 };
    case "ArrowUp":
      return { type: "drag", right: 0, down: step };
    case "ArrowDown":
      return { type: "drag", right: 0, down: -step };
    default:
      return null;
  }
}

/** Zoom 1 makes the map twice as wide as the screen's shorter side, so 0.5 shows all of it on any screen. */
export function pixelsPerMetre(frame: Frame, zoom: number): number {
  return (2 * Math.max(1, Math.min(frame.width, frame.height)) * zoom) / frame.side;
}

export function toScreen(frame: Frame, view: View, point: LocalPoint): ScreenPoint {
  const scale = pixelsPerMetre(frame, view.zoom);
  return {
    left: frame.width / 2 + (point.x - view.x) * scale,
    top: frame.height / 2 - (point.y - view.y) * scale,
  };
}

export function fromScreen(frame: Frame, view: View, { left, top }: ScreenPoint): LocalPoint {
  const scale = pixelsPerMetre(frame, view.zoom);
  return { x: view.x + (left - frame.width / 2) / scale, y: view.y - (top - frame.height / 2) / scale };
}

/** Zooms so that the place under a screen point stays under it. */
function zoomAt(frame: Frame, view: View, zoom: number, at: ScreenPoint): View {
  const held = fromScreen(frame, view, at);
  return holdAt(frame, held, clampZoom(zoom), at);
}

function pinch(
  frame: Frame,
  view: View,
  from: readonly [ScreenPoint, ScreenPoint],
  to: readonly [ScreenPoint, ScreenPoint],
): View {
  const held = fromScreen(frame, view, middle(from));
  // Fingers on one spot have no distance to compare.
  const factor = Math.max(1, distance(to)) / Math.max(1, distance(from));
  return holdAt(frame, held, clampZoom(view.zoom * factor), middle(to));
}

function holdAt(frame: Frame, held: LocalPoint, zoom: number, at: ScreenPoint): View {
  const scale = pixelsPerMetre(frame, zoom);
  return keepOnMap(frame, {
    x: held.x - (at.left - frame.width / 2) / scale,
    y: held.y + (at.top - frame.height / 2) / scale,
    zoom,
  });
}

function keepOnMap(frame: Frame, view: View): View {
  const half = frame.side / 2;
  return { x: clamp(view.x, -half, half), y: clamp(view.y, -half, half), zoom: clampZoom(view.zoom) };
}

function clampZoom(zoom: number): number {
  return clamp(zoom, zoomRange.min, zoomRange.max);
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

function middle([a, b]: readonly [ScreenPoint, ScreenPoint]): ScreenPoint {
  return { left: (a.left + b.left) / 2, top: (a.top + b.top) / 2 };
}

function distance([a, b]: readonly [ScreenPoint, ScreenPoint]): number {
  return Math.hypot(a.left - b.left, a.top - b.top);
}

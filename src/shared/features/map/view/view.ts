import type { LocalPoint } from "../city/geometry.ts";
import { wheelFactor, zoomButtonStep, zoomRange } from "../city/spec-constants.ts";

/**
 * The visible part of the map: the local point (meters, 12:00 up) in the middle of the screen, the zoom, and the clockwise turn of the map
 * in radians. Without a turn 12:00 is up.
 */
export type View = LocalPoint & { zoom: number; turn: number };
/** Size of the map and the viewport: the map's side in meters and the screen in CSS pixels. */
export type Frame = { side: number; width: number; height: number };
/** CSS pixels from the screen's top left corner, y down. */
export type ScreenPoint = { left: number; top: number };

export type ViewAction =
  /** Fingers or the mouse moved the map by this many pixels to the right and down. */
  | { type: "drag"; right: number; down: number }
  /** Two fingers moved from one pair of points to another. */
  | {
      type: "pinch";
      from: readonly [ScreenPoint, ScreenPoint];
      to: readonly [ScreenPoint, ScreenPoint];
      /** The map turns with the fingers. */
      isTurning?: boolean;
    }
  | { type: "wheel"; deltaY: number; at: ScreenPoint }
  | { type: "zoomIn" }
  | { type: "zoomOut" }
  /** Center a point, with the same zoom or another. */
  | { type: "focus"; point: LocalPoint; zoom?: number }
  /** Turn about the middle, to this angle in radians. */
  | { type: "turn"; to: number }
  | { type: "reset" };

/** The whole city on any screen. Once a map has its screen size, it starts with the view that fits it. */
export const initialView: View = { x: 0, y: -130, zoom: 0.58, turn: 0 };

/**
 * The view after an action. The middle stays on the map and the zoom in its range.
 * @param home the view a reset returns to
 */
export function reduceView(frame: Frame, view: View, action: ViewAction, home: View = initialView): View {
  switch (action.type) {
    case "drag": {
      const moved = groundOf(frame, view, action);
      return clampToMap(frame, { ...view, x: view.x - moved.x, y: view.y - moved.y });
    }
    case "pinch":
      return pinch(frame, view, action);
    case "wheel": {
      if (action.deltaY === 0) return view;
      const factor = action.deltaY > 0 ? wheelFactor.out : wheelFactor.in;
      return zoomAt(frame, view, view.zoom * factor, action.at);
    }
    case "zoomIn":
      return clampToMap(frame, { ...view, zoom: view.zoom + zoomButtonStep });
    case "zoomOut":
      return clampToMap(frame, { ...view, zoom: view.zoom - zoomButtonStep });
    case "focus":
      return clampToMap(frame, { ...view, ...action.point, zoom: action.zoom ?? view.zoom });
    case "turn":
      return { ...view, turn: oneTurn(action.to) };
    case "reset":
      return home;
  }
}

/** The view action of a key, null for a key the map does not use. Arrows move by an eighth of the screen. */
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
  const { x, y } = turned({ x: point.x - view.x, y: point.y - view.y }, view.turn);
  return { left: frame.width / 2 + x * scale, top: frame.height / 2 - y * scale };
}

export function fromScreen(frame: Frame, view: View, { left, top }: ScreenPoint): LocalPoint {
  const { x, y } = groundOf(frame, view, { right: left - frame.width / 2, down: top - frame.height / 2 });
  return { x: view.x + x, y: view.y + y };
}

/** Converts a movement in screen pixels to one on the ground, in meters. */
export function groundOf(
  frame: Frame,
  view: View,
  { right, down }: { right: number; down: number },
): LocalPoint {
  const scale = pixelsPerMetre(frame, view.zoom);
  return turned({ x: right / scale, y: -down / scale }, -view.turn);
}

/** A point rotated clockwise about the origin by `turn` radians. */
export function turned({ x, y }: LocalPoint, turn: number): LocalPoint {
  if (turn === 0) return { x, y };
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return { x: x * cos + y * sin, y: y * cos - x * sin };
}

/** The same direction, normalized to half a turn either way. */
export function oneTurn(turn: number): number {
  const full = 2 * Math.PI;
  return turn - full * Math.round(turn / full);
}

/** Zooms so that the place under a screen point stays there. */
function zoomAt(frame: Frame, view: View, zoom: number, at: ScreenPoint): View {
  const held = fromScreen(frame, view, at);
  return holdAt(frame, held, { ...view, zoom: clampZoom(zoom) }, at);
}

function pinch(
  frame: Frame,
  view: View,
  { from, to, isTurning = false }: Extract<ViewAction, { type: "pinch" }>,
): View {
  const held = fromScreen(frame, view, middle(from));
  // Fingers in the same spot have no distance to compare.
  const factor = Math.max(1, distance(to)) / Math.max(1, distance(from));
  const turn = isTurning ? oneTurn(view.turn + angle(to) - angle(from)) : view.turn;
  return holdAt(frame, held, { ...view, zoom: clampZoom(view.zoom * factor), turn }, middle(to));
}

/** The view in which a place is under a given screen point. */
function holdAt(frame: Frame, held: LocalPoint, view: View, at: ScreenPoint): View {
  const away = groundOf(frame, view, { right: at.left - frame.width / 2, down: at.top - frame.height / 2 });
  return clampToMap(frame, { ...view, x: held.x - away.x, y: held.y - away.y });
}

/** Direction of the line between two fingers, in radians clockwise. */
export function angle([a, b]: readonly [ScreenPoint, ScreenPoint]): number {
  return Math.atan2(b.top - a.top, b.left - a.left);
}

function clampToMap(frame: Frame, view: View): View {
  const half = frame.side / 2;
  return {
    ...view,
    x: clamp(view.x, -half, half),
    y: clamp(view.y, -half, half),
    zoom: clampZoom(view.zoom),
  };
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

import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import { groundOf, toScreen } from "#shared/features/map/view/view.ts";
import type { MapView } from "./map-view.ts";

/** Pixels from the top left corner of the map. */
interface Area {
  width: number;
  height: number;
}

/** Pixels from the edge of the area within which a chosen place is moved to its middle. */
const EDGE = 40;

/** What a covering side panel or bottom sheet leaves of the map, from its top left corner. */
function freeArea(frame: Area, surface: HTMLElement | null, cover: HTMLElement | null): Area {
  if (!surface || !cover) return frame;
  const { left, top } = surface.getBoundingClientRect();
  const covered = cover.getBoundingClientRect();
  return covered.width > frame.width * 0.7
    ? { width: frame.width, height: covered.top - top }
    : { width: covered.left - left, height: frame.height };
}

/** Moves a place to the middle of what is free of the map unless it is well inside already, or will be. */
export function showInFreeArea(
  map: MapView,
  point: LocalPoint,
  surface: HTMLElement | null,
  cover: HTMLElement | null,
): void {
  const { frame, view } = map.destination();
  const area = freeArea(frame, surface, cover);
  const { left, top } = toScreen(frame, view, point);
  const isWellInside = left > EDGE && left < area.width - EDGE && top > EDGE && top < area.height - EDGE;
  if (isWellInside) return;
  const { x, y } = groundOf(frame, view, {
    right: (frame.width - area.width) / 2,
    down: (frame.height - area.height) / 2,
  });
  map.glideTo({ x: point.x + x, y: point.y + y });
}

import type { City } from "#shared/features/map/city/city.ts";
import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import { centreIn, extentOf, fitPoints, freeArea, type Insets } from "#shared/features/map/view/fit.ts";
import { type Frame, toScreen, type View } from "#shared/features/map/view/view.ts";
import type { MapView } from "./map-view.ts";

/** Minimum distance in pixels between a place and the edge of the free area; a place closer than that moves the map. */
const EDGE = 40;
/** Width in pixels from which a panel is beside the map, and the search field beside the city. */
const WIDE = 768;
/** Height in pixels below which the map has no separate row for its search field. */
const LOW = 500;
/** Pixels reserved for the header, the search field, the tools, and the hours outside the last street. */
const HEADER = 60;
const SEARCH = 62;
const WIDE_SEARCH = 52;
const TOOLS = 82;
const HOURS = 34;
/** On a low screen the search field and the tools are left of the city. */
const LOW_SEARCH = 90;
/** The zoom buttons extend far up from the sheet into the remaining area; beside a panel the tools have labels. */
const ZOOM = 78;
const NAMED_TOOLS = 258;
const LIFTED_TOOLS = 64;

/** The controls over the edges of the map without a panel, measured once because they depend only on the screen. */
function edgesOf({ width, height }: Pick<Frame, "width" | "height">): Insets {
  const isWide = width >= WIDE;
  const isLow = height < LOW;
  return {
    top: HEADER + (isLow ? 8 : isWide ? WIDE_SEARCH : SEARCH),
    right: 8,
    bottom: isWide ? 12 : TOOLS,
    left: isLow ? LOW_SEARCH : 8,
  };
}

/** The edges of the map, and the panel over it. */
export function insetsOf(frame: Frame, cover: Cover): Insets {
  const edges = edgesOf(frame);
  return {
    ...edges,
    left: cover.bottom > 0 ? ZOOM : cover.right > 0 && frame.height >= LOW ? NAMED_TOOLS : edges.left,
    right: Math.max(edges.right, cover.right),
    // The tools move up with a sheet.
    bottom: cover.bottom > 0 ? cover.bottom + LIFTED_TOOLS : edges.bottom,
  };
}

/** Pixels of the map that a panel covers at its right or lower side. */
export interface Cover {
  right: number;
  bottom: number;
}

/** The view of the whole city, as large as the screen allows, with the hours around it. */
export function homeView(city: City, frame: Frame): View {
  const { top, right, bottom, left } = edgesOf(frame);
  const isWide = frame.width >= WIDE;
  // On a phone the city is as wide as the screen, so the hours at its sides are drawn over it.
  const aside = isWide ? HOURS + 12 : 0;
  const insets = {
    top: top + HOURS,
    right: right + aside,
    bottom: bottom + HOURS,
    left: left + aside,
  };
  return fitPoints(frame, extentOf(city), insets, { turn: 0 });
}

/** Moves a place to the middle of the uncovered map, unless it is or will be well inside at this zoom. */
export function showInFreeArea(map: MapView, point: LocalPoint, cover: Cover, zoom?: number): void {
  const { frame, view } = map.destination();
  const insets = insetsOf(frame, cover);
  const { width, height, middle } = freeArea(frame, insets);
  const { left, top } = toScreen(frame, view, point);
  const isWellInside =
    Math.abs(left - middle.left) < width / 2 - EDGE && Math.abs(top - middle.top) < height / 2 - EDGE;
  if (isWellInside && (zoom === undefined || zoom <= view.zoom)) return;
  const next = centreIn(frame, point, insets, { zoom: zoom ?? view.zoom, turn: view.turn });
  map.glideTo(next, next.zoom);
}

/** Shows the whole route in the uncovered map. */
export function showWay(map: MapView, path: readonly LocalPoint[], cover: Cover): void {
  const { frame, view } = map.destination();
  const { top, right, bottom, left } = insetsOf(frame, cover);
  const insets = { top: top + EDGE, right: right + EDGE, bottom: bottom + EDGE / 2, left: left + EDGE };
  const next = fitPoints(frame, path, insets, { turn: view.turn });
  map.glideTo(next, next.zoom);
}

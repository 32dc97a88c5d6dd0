import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { LocalPoint } from "#shared/features/map/city/geometry.ts";
import { zoomToStandAlone } from "#shared/features/map/view/stand-alone.ts";
import type { View } from "#shared/features/map/view/view.ts";
import type { MapPoint, Markers } from "../layers/use-markers.ts";
import { showInFreeArea, showWay } from "./free-area.ts";
import type { Overlay } from "./map-overlay.tsx";
import type { MapView } from "./map-view.ts";
import { coverOf } from "./use-cover.ts";

interface MapPlace {
  map: MapView;
  surface: RefObject<HTMLElement | null>;
  /** The panel over the map. */
  panel: HTMLElement | null;
  metresPerDegree: number;
}

interface Wanted {
  overlay: Overlay;
  markers: Pick<Markers, "pinned" | "others" | "isClustering">;
  /** The selected place, once it is loaded. */
  selected: MapPoint | undefined;
  isChosen: boolean;
}

/** Zoom at which the streets around a place show their names; the Man and the Temple have none. */
const NAMED_STREETS = 1.4;
/** Meters by which the start of a route has to change before the map shows the whole route again. */
const OTHER_START = 300;

/**
 * Moves content into the uncovered part of the map: the selected place, zoomed in so far that its pin is isolated; a requested route; and
 * the user's position when it is first found and when requested. The map does not follow every step, and does not move away from a selected
 * place unless requested, whichever of the two is loaded first.
 */
export function useBringIntoView(
  { map, surface, panel, metresPerDegree }: MapPlace,
  { overlay, markers, selected, isChosen }: Wanted,
): void {
  const shown = useRef<{ id: string; view: View } | null>(null);
  const showSelected = useEffectEvent(() => {
    if (selected === undefined) return;
    const { frame, view } = map.destination();
    const hasMoved = shown.current?.id === selected.id && !isSameView(shown.current.view, view);
    if (hasMoved) return;
    const pinned = markers.pinned.filter((point) => point !== selected);
    const zoom = zoomToStandAlone(selected, markers.others, pinned, {
      frame,
      zoom: selected.item.kind === "art" ? view.zoom : Math.max(view.zoom, NAMED_STREETS),
      isClustering: markers.isClustering,
      metresPerDegree,
    });
    showInFreeArea(map, selected, coverOf(surface.current, panel), zoom);
    shown.current = { id: selected.id, view: map.destination().view };
  });
  const knownId = selected?.id;
  const count = markers.others.length;
  // Once per place, and again when the panel or the places around it are loaded later. A refetched list must not move the map under the
  // user's hand.
  useEffect(() => showSelected(), [map, knownId, count, surface, panel]);

  const { ownPlace, seek, path } = overlay;
  const showOwn = useEffectEvent(() => {
    if (ownPlace.isReal && (seek > 0 || !isChosen))
      showInFreeArea(map, ownPlace, coverOf(surface.current, panel));
  });
  useEffect(() => showOwn(), [map, ownPlace.isReal, seek, surface]);

  const shownFrom = useRef<LocalPoint | null>(null);
  const showPath = useEffectEvent(() => showWay(map, path, coverOf(surface.current, panel)));
  useEffect(() => {
    const [start] = path;
    const before = shownFrom.current;
    if (start === undefined) shownFrom.current = null;
    else if (before === null || Math.hypot(start.x - before.x, start.y - before.y) > OTHER_START) {
      shownFrom.current = start;
      showPath();
    }
  }, [map, path, surface]);
}

/** Whether two views are equal. A finished glide ends within a rounding error of its destination. */
function isSameView(one: View, other: View): boolean {
  return (
    Math.hypot(one.x - other.x, one.y - other.y) < 1 &&
    Math.abs(one.zoom - other.zoom) < 0.01 &&
    Math.abs(one.turn - other.turn) < 0.01
  );
}

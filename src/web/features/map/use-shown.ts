import { type RefObject, useEffect, useRef } from "react";
import type { LocalPoint } from "#shared/features/map/geometry.ts";
import { freeArea, showInFreeArea } from "./free-area.ts";
import type { MapView } from "./map-view.ts";
import type { Overlay } from "./map-overlay.tsx";

interface MapPlace {
  map: MapView;
  surface: RefObject<HTMLElement | null>;
  /** What lies over the map beside or below it. */
  cover: HTMLElement | null;
}

interface Wanted extends Pick<Overlay, "own" | "seek"> {
  /** The chosen place, as soon as it is known. */
  selected: LocalPoint | undefined;
  isChosen: boolean;
}

/**
 * Brings the chosen place into view, also out from under what comes to lie over it, and one's own place when it is found and again
 * when asked for: not at every step, and unasked not away from a chosen place, whichever of the two is known first.
 */
export function useShown({ map, surface, cover }: MapPlace, wanted: Wanted): void {
  const latest = useRef({ cover, ...wanted });
  useEffect(() => {
    latest.current = { cover, ...wanted };
  });

  const { selected, own, seek } = wanted;
  useEffect(() => {
    if (selected) showInFreeArea(map, selected, freeArea(map.live().frame, surface.current, cover));
  }, [map, selected, surface, cover]);

  useEffect(() => {
    const now = latest.current;
    if (now.own.isReal && (seek > 0 || !now.isChosen))
      showInFreeArea(map, now.own, freeArea(map.live().frame, surface.current, now.cover));
  }, [map, own.isReal, seek, surface]);
}

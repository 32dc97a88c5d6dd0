import { type RefObject, useEffect, useRef } from "react";
import { showInFreeArea } from "./free-area.ts";
import type { MapView } from "./map-view.ts";
import type { Overlay } from "./map-overlay.tsx";
import type { MapPoint } from "../layers/use-markers.ts";

interface MapPlace {
  map: MapView;
  surface: RefObject<HTMLElement | null>;
  /** What lies over the map beside or below it. */
  cover: HTMLElement | null;
}

interface Wanted extends Pick<Overlay, "own" | "seek"> {
  /** The chosen place, as soon as it is known. */
  selected: MapPoint | undefined;
  isChosen: boolean;
}

/**
 * Brings the chosen place into view, also out from under what comes to lie over it, and one's own place when it is found and again
 * when asked for: not at every step, and unasked not away from a chosen place, whichever of the two is known first.
 */
export function useBringIntoView({ map, surface, cover }: MapPlace, wanted: Wanted): void {
  const latest = useRef({ cover, ...wanted });
  useEffect(() => {
    latest.current = { cover, ...wanted };
  });

  const { selected, own, seek } = wanted;
  // Once for each: a list that came again does not take the map out of a user's hand.
  const knownId = selected?.id;
  useEffect(() => {
    const place = latest.current.selected;
    if (knownId !== undefined && place) showInFreeArea(map, place, surface.current, cover);
  }, [map, knownId, surface, cover]);

  useEffect(() => {
    const now = latest.current;
    if (now.own.isReal && (seek > 0 || !now.isChosen))
      showInFreeArea(map, now.own, surface.current, now.cover);
  }, [map, own.isReal, seek, surface]);
}

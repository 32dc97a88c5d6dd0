import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { listenToGestures } from "./gestures.ts";
import { createMapView, type MapView, type Viewport } from "./map-view.ts";

export interface MapViewParts {
  map: MapView;
  /** What is drawn now; see `MapView.drawn`. */
  viewport: Viewport;
  /** What the fingers touch, as large as the map's place on the page. */
  surface: RefObject<HTMLDivElement | null>;
  /** What the map moves; it lies in the middle of the surface. */
  stage: RefObject<HTMLDivElement | null>;
}

/** A view of a map with sides of so many metres, wired to its elements. */
export function useMapView(side: number): MapViewParts {
  const surface = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [map] = useState(() => createMapView(side));
  const viewport = useSyncExternalStore(map.subscribe, map.drawn);

  useLayoutEffect(() => {
    const element = surface.current;
    if (element === null) return;
    const measure = (): void => map.resize(element.clientWidth, element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const stopListening = listenToGestures(element, map.act);
    return () => {
      observer.disconnect();
      stopListening();
      map.settle(null);
    };
  }, [map]);

  // After every drawing, before it is painted: the transform has to fit the zoom the elements now have.
  useLayoutEffect(() => map.settle(stage.current));

  return { map, viewport, surface, stage };
}

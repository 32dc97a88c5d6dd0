import { useSelector } from "@tanstack/react-store";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import { mapSide } from "#shared/features/map/city/geometry.ts";
import { listenToGestures } from "./gestures.ts";
import { homeView } from "./free-area.ts";
import { createMapView, type MapView, type Viewport } from "./map-view.ts";

export interface MapViewParts {
  map: MapView;
  /** The rendered view; see `MapView.drawn`. */
  viewport: Viewport;
  /** The element that receives touches, as large as the map's place on the page. */
  surface: RefObject<HTMLDivElement | null>;
  /** The element the map moves, centered in the surface. */
  stage: RefObject<HTMLDivElement | null>;
}

/** The view of a city's map, connected to its elements. */
export function useMapView(city: City): MapViewParts {
  const surface = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [map] = useState(() => createMapView(mapSide(city), (frame) => homeView(city, frame)));
  const viewport = useSelector(map.drawn);

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

  // After every render, before the paint: the transform has to fit the rendered zoom.
  useLayoutEffect(() => map.settle(stage.current));

  return { map, viewport, surface, stage };
}

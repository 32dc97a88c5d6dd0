import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";
import { useSelector } from "@tanstack/react-store";
import type { City } from "#shared/features/map/city/city.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import type { MapTheme } from "#shared/features/map/city/street-colour.ts";
import { pixelsPerMetre } from "#shared/features/map/view/view.ts";
import { mapSide } from "#shared/features/map/city/geometry.ts";
import { layOutLabels } from "../layers/label-layout.ts";
import { BasePicture } from "../layers/base-picture.tsx";
import { DotsLayer } from "../layers/dots-layer.tsx";
import { GestureHint, MapControls } from "./map-controls.tsx";
import { mapInput } from "./map-input.ts";
import { MapLabels } from "../layers/map-labels.tsx";
import { MapOverlay, type Overlay } from "./map-overlay.tsx";
import { LoadFailure, MapStatus } from "./map-messages.tsx";
import { MarkerLayer } from "../layers/marker-layer.tsx";
import { OrientationTool } from "./orientation-tool.tsx";
import { useCover } from "./use-cover.ts";
import { useTextWidth } from "../layers/text-width.ts";
import { useMarkers } from "../layers/use-markers.ts";
import { useRovingFocus } from "./use-roving-focus.ts";
import { useBringIntoView } from "./use-bring-into-view.ts";
import styles from "./playa-map.module.css";
import { listenToGestures } from "./gestures.ts";
import { homeView } from "./free-area.ts";
import { createMapView, type MapView, type Viewport } from "./map-view.ts";

interface PlayaMapProps {
  /** Pass `key={city.id}`, because another city needs a new map. */
  city: City;
  /** Keep the array's identity while its content is unchanged, because a new array is redrawn. */
  items: readonly MapItem[];
  selectedId: string | null;
  onSelect: (id: string) => void;
  theme: MapTheme;
  /** Set when the camps failed to load: the action of Try Again. */
  onRetry?: (() => void) | undefined;
  /** The panel over the map. Places and tools are moved out from under it. */
  panel?: HTMLElement | null;
  /** More tools, as `MapTool`s. */
  tools?: ReactNode;
  overlay: Overlay;
}

/**
 * The festival city with all its items. An image, a canvas of dots and at most 250 marker buttons are on one stage that a single transform
 * moves. A tap selects the nearest place within a fingertip, whether or not it has a button. The map is one tab stop; arrow keys move
 * between markers, plus, minus and 0 zoom.
 */
export function PlayaMap({
  city,
  items,
  selectedId,
  onSelect,
  theme,
  onRetry,
  panel = null,
  tools,
  overlay,
}: PlayaMapProps) {
  const { map, viewport, surface, stage } = useMapView(city);
  const markers = useMarkers(city, items, viewport, selectedId);
  const markerIds = [...markers.clusters, ...markers.singles].map(({ id }) => id);
  const focus = useRovingFocus(surface, markerIds, selectedId);
  const input = mapInput({ map, markers, focus, onSelect });
  const [isReady, setIsReady] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  const keysHelpId = useId();
  const scale = pixelsPerMetre(viewport.frame, viewport.view.zoom);
  const selected = markers.points.find(({ id }) => id === selectedId);

  const { ownPlace } = overlay;
  const textWidth = useTextWidth();
  const cover = useCover(surface, panel);
  const layout = layOutLabels({ city, viewport, markers, selectedId, ownPlace, textWidth, cover });
  useBringIntoView(
    { map, surface, panel, metresPerDegree: city.metresPerDegree.latitude },
    { overlay, markers, selected, isChosen: selectedId !== null },
  );

  return (
    <section className={styles.map} aria-label="Map of the city">
      <div
        ref={surface}
        className={styles.surface}
        role="toolbar"
        aria-roledescription="map"
        aria-label="Places on the map"
        aria-describedby={keysHelpId}
        tabIndex={focus.tabStopId === null ? 0 : -1}
        onClick={input.handleClick}
        onKeyDown={input.handleKeyDown}
        onPointerDown={() => setIsUsed(true)}
        {...focus.handlers}
      >
        <div ref={stage} className={styles.stage}>
          <BasePicture
            city={city}
            theme={theme}
            size={viewport.frame.side * scale}
            onReady={() => setIsReady(true)}
          />
          <DotsLayer points={markers.points} viewport={viewport} theme={theme} />
          <MapLabels city={city} viewport={viewport} layout={layout} />
          <MapOverlay ownPlace={ownPlace} path={overlay.path} scale={scale} />
          <MarkerLayer
            city={city}
            theme={theme}
            markers={markers}
            layout={layout}
            selectedId={selectedId}
            tabStopId={focus.tabStopId}
            scale={scale}
          />
        </div>
      </div>
      <MapStatus city={city} isReady={isReady} markers={markers} view={viewport.view} />
      {onRetry ? <LoadFailure onRetry={onRetry} /> : null}
      <GestureHint isUsed={isUsed || panel !== null} />
      <MapControls
        cover={cover}
        isClustering={markers.isClustering}
        onZoomIn={() => map.act({ type: "zoomIn" })}
        onZoomOut={() => map.act({ type: "zoomOut" })}
        onToggleClusters={markers.toggleClustering}
        orientation={<OrientationTool city={city} map={map} turn={viewport.view.turn} />}
      >
        {tools}
      </MapControls>
      <p id={keysHelpId} hidden>
        Arrow keys go from place to place, Enter opens one, plus and minus zoom, 0 shows the whole city.
      </p>
    </section>
  );
}

interface MapViewParts {
  map: MapView;
  /** The rendered view; see `MapView.drawn`. */
  viewport: Viewport;
  /** The element that receives touches, as large as the map's area on the page. */
  surface: RefObject<HTMLDivElement | null>;
  /** The element the map moves, centered in the surface. */
  stage: RefObject<HTMLDivElement | null>;
}

/** The view of a city's map, connected to its elements. */
function useMapView(city: City): MapViewParts {
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

  // After every render, before the paint, because the transform has to match the rendered zoom.
  useLayoutEffect(() => map.settle(stage.current));

  return { map, viewport, surface, stage };
}

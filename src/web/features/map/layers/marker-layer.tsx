import type { CSSProperties } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import type { Cluster } from "#shared/features/map/view/cluster.ts";
import { findStreet } from "#shared/features/map/city/city.ts";
import { type MapTheme, streetColour } from "#shared/features/map/city/street-colour.ts";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import type { MapPoint } from "./use-markers.ts";
import styles from "../view/playa-map.module.css";

interface MarkerLayerProps {
  city: City;
  theme: MapTheme;
  clusters: readonly Cluster[];
  points: readonly MapPoint[];
  selectedId: string | null;
  /** The one marker the Tab key stops at. */
  tabStopId: string | null;
  /** Pixels per metre. */
  scale: number;
}

/** Buttons for what can be opened. The map listens to their clicks and keys, by `data-marker`. */
export function MarkerLayer({
  city,
  theme,
  clusters,
  points,
  selectedId,
  tabStopId,
  scale,
}: MarkerLayerProps) {
  return (
    <>
      {clusters.map((cluster) => (
        <button
          key={cluster.id}
          type="button"
          className={styles.cluster}
          data-marker={cluster.id}
          tabIndex={cluster.id === tabStopId ? 0 : -1}
          style={markerStyle(cluster, scale, streetColour(cluster.street, theme))}
        >
          <b>{cluster.memberIds.length}</b>
          <ClusterPlace city={city} cluster={cluster} />
        </button>
      ))}
      {points.map((point) => (
        <button
          key={point.id}
          type="button"
          className={styles.marker}
          data-marker={point.id}
          data-kind={point.item.kind}
          data-discovered={point.item.isDiscovered || undefined}
          tabIndex={point.id === tabStopId ? 0 : -1}
          aria-label={point.item.isDiscovered ? `${point.item.label}, you have been there` : point.item.label}
          aria-pressed={point.id === selectedId}
          style={markerStyle(point, scale, point.item.colour)}
        >
          {point.id === selectedId ? <Pin /> : <i aria-hidden />}
          <small aria-hidden>{point.item.name}</small>
        </button>
      ))}
    </>
  );
}

function markerStyle({ x, y }: { x: number; y: number }, scale: number, colour: string): CSSProperties {
  // CSSProperties does not list custom properties.
  return { translate: `${x * scale}px ${-y * scale}px`, "--colour": colour } as CSSProperties;
}

/** The button is called by its text: "142 places around Captivate, 3:00". */
function ClusterPlace({ city, cluster: { street, time } }: { city: City; cluster: Cluster }) {
  const name = street && (findStreet(city, street)?.name ?? street);
  const place = [name, time].filter(Boolean).join(", ");
  return (
    <>
      <VisuallyHidden> places{place === "" ? "" : " around "}</VisuallyHidden>
      {place === "" ? null : <small>{place}</small>}
    </>
  );
}

function Pin() {
  return (
    <svg className={styles.pin} width="46" height="58" viewBox="0 0 46 58" aria-hidden>
      <ellipse cx="23" cy="54" rx="8" ry="3" />
      <path d="M23 54C14 41 6 33 6 22a17 17 0 0 1 34 0c0 11-8 19-17 32z" />
      <circle cx="23" cy="22" r="6.5" />
    </svg>
  );
}

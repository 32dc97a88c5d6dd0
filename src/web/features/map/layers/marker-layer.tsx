import { Star } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import type { City } from "#shared/features/map/city/city.ts";
import type { Cluster } from "#shared/features/map/view/cluster.ts";
import { isSignKind, type SignKind } from "#shared/features/map/city/services.ts";
import { type MapTheme, streetColour } from "#shared/features/map/city/street-colour.ts";
import type { MapItem } from "#shared/features/map/contract.ts";
import { VisuallyHidden } from "#web/ui/base/visually-hidden.tsx";
import { clusterPlace, type LabelLayout } from "./label-layout.ts";
import type { MapPoint, Markers } from "./use-markers.ts";
import styles from "../view/playa-map.module.css";

interface MarkerLayerProps {
  city: City;
  theme: MapTheme;
  markers: Pick<Markers, "clusters" | "singles">;
  layout: LabelLayout;
  selectedId: string | null;
  /** The only marker in the tab order. */
  tabStopId: string | null;
  /** Pixels per meter. */
  scale: number;
}

/** Buttons for the markers, each with its label. The map handles their clicks and keys by `data-marker`. */
export function MarkerLayer({
  city,
  theme,
  markers,
  layout,
  selectedId,
  tabStopId,
  scale,
}: MarkerLayerProps) {
  return (
    <>
      {markers.clusters.map((cluster) => (
        <button
          key={cluster.id}
          type="button"
          className={styles.cluster}
          data-marker={cluster.id}
          data-label={layout.placed.get(cluster.id)?.side}
          data-covered={layout.isCovered(cluster.id) || undefined}
          tabIndex={cluster.id === tabStopId ? 0 : -1}
          style={markerStyle(cluster, scale, streetColour(cluster.street, theme))}
        >
          <b>{cluster.count}</b>
          <ClusterPlace city={city} cluster={cluster} isVisible={layout.placed.has(cluster.id)} />
        </button>
      ))}
      {markers.singles.map((point) => (
        <PlaceMarker
          key={point.id}
          point={point}
          isSelected={point.id === selectedId}
          label={layout.placed.get(point.id)?.side}
          isCovered={layout.isCovered(point.id)}
          isTabStop={point.id === tabStopId}
          scale={scale}
        />
      ))}
    </>
  );
}

interface PlaceMarkerProps {
  point: MapPoint;
  isSelected: boolean;
  /** Position of its name; undefined when there is no room for it. */
  label: string | undefined;
  isCovered: boolean;
  isTabStop: boolean;
  scale: number;
}

function PlaceMarker({ point, isSelected, label, isCovered, isTabStop, scale }: PlaceMarkerProps) {
  const { id, item } = point;
  const sign = isSignKind(item.kind) ? <SignShape kind={item.kind} /> : null;
  return (
    <button
      type="button"
      className={styles.marker}
      data-marker={id}
      data-kind={item.kind}
      data-sign={point.isSign || undefined}
      data-label={label}
      data-covered={isCovered || undefined}
      data-discovered={item.isDiscovered || undefined}
      data-favourite={item.isFavourite || undefined}
      data-lit={item.isLit || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={nameOf(item)}
      aria-pressed={isSelected}
      style={markerStyle(point, scale, item.colour)}
    >
      {isSelected ? (
        <Pin sign={sign} />
      ) : sign !== null ? (
        sign
      ) : item.isFavourite ? (
        <Star className={styles.star} aria-hidden size={22} strokeWidth={1.6} />
      ) : (
        <i aria-hidden data-key={id} />
      )}
      <small aria-hidden>{item.name}</small>
    </button>
  );
}

function nameOf({ label, isDiscovered, isFavourite, isLit }: MapItem): string {
  return [
    label,
    isLit ? "in the answer" : null,
    isFavourite ? "favourite" : null,
    isDiscovered ? "you have been there" : null,
  ]
    .filter((part) => part !== null)
    .join(", ");
}

function markerStyle({ x, y }: { x: number; y: number }, scale: number, colour: string): CSSProperties {
  // CSSProperties does not list custom properties.
  return { translate: `${x * scale}px ${-y * scale}px`, "--colour": colour } as CSSProperties;
}

/** The text is the button's name: "142 places around 3:00 & Captivate". */
function ClusterPlace({ city, cluster, isVisible }: { city: City; cluster: Cluster; isVisible: boolean }) {
  const place = clusterPlace(city, cluster);
  return (
    <>
      <VisuallyHidden> places{place === "" ? "" : " around "}</VisuallyHidden>
      {place === "" ? null : isVisible ? <small>{place}</small> : <VisuallyHidden>{place}</VisuallyHidden>}
    </>
  );
}

/** A cross, or a shield with an R, so that they differ in more than color. */
function SignShape({ kind }: { kind: SignKind }) {
  return (
    <svg className={styles.sign} width="26" height="26" viewBox="0 0 26 26" aria-hidden>
      {kind === "medical" ? (
        <path d="M9 2h8v7h7v8h-7v7H9v-7H2V9h7z" />
      ) : (
        <>
          <path d="M13 1.5 23.5 5v7.5c0 5.5-4 9.8-10.5 12-6.5-2.2-10.5-6.5-10.5-12V5z" />
          <path className={styles.letter} d="M9.5 18.5V7.5h4a3.2 3.2 0 0 1 0 6.4h-4m4 0 3.3 4.6" />
        </>
      )}
    </svg>
  );
}

/** @param sign shown in the pin's head */
function Pin({ sign }: { sign: ReactNode }) {
  return (
    <svg className={styles.pin} width="46" height="58" viewBox="0 0 46 58" aria-hidden>
      <ellipse cx="23" cy="54" rx="8" ry="3" />
      <path d="M23 54C14 41 6 33 6 22a17 17 0 0 1 34 0c0 11-8 19-17 32z" />
      {sign === null ? <circle cx="23" cy="22" r="6.5" /> : <g transform="translate(10 9)">{sign}</g>}
    </svg>
  );
}

import { type CityLabel, cityLabels } from "#shared/features/map/city/city-labels.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { oneTurn, pixelsPerMetre } from "#shared/features/map/view/view.ts";
import type { Viewport } from "../view/map-view.ts";
import styles from "../view/playa-map.module.css";

/** Pixels from the last street to the hour written outside it. */
const HOUR_GAP = 20;

/** The words of the map. They say what every marker's name says too, so they are hidden from screen readers. */
export function MapLabels({ city, viewport: { frame, view } }: { city: City; viewport: Viewport }) {
  const scale = pixelsPerMetre(frame, view.zoom);
  return (
    <div aria-hidden className={styles.labels}>
      {cityLabels(city)
        .filter(({ minZoom }) => view.zoom >= minZoom)
        .map((label) => (
          <span
            key={label.key}
            className={styles[label.kind]}
            data-key={label.key}
            style={labelStyle(label, scale, view.turn)}
          >
            {label.text}
          </span>
        ))}
    </div>
  );
}

function labelStyle({ at, kind, towards }: CityLabel, scale: number, turn: number): React.CSSProperties {
  const gap = kind === "hour" ? HOUR_GAP : 0;
  const left = at.x * scale + towards.x * gap;
  const top = -at.y * scale - towards.y * gap;
  return {
    translate: `${left}px ${top}px`,
    ...(kind === "street" ? { rotate: `${uprightAngle(Math.atan2(-towards.y, towards.x), turn)}rad` } : {}),
  };
}

/** Along the street, and never upside down on a map that is turned. */
function uprightAngle(along: number, turn: number): number {
  return Math.abs(oneTurn(along + turn)) > Math.PI / 2 ? along + Math.PI : along;
}

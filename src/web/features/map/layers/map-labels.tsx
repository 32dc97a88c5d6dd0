import { type CityLabel, cityLabels } from "#shared/features/map/city/city-labels.ts";
import type { City } from "#shared/features/map/city/city.ts";
import { oneTurn, pixelsPerMetre } from "#shared/features/map/view/view.ts";
import type { Viewport } from "../view/map-view.ts";
import { hourGap, type LabelSide } from "./label-boxes.ts";
import type { LabelLayout } from "./label-layout.ts";
import styles from "../view/playa-map.module.css";

interface MapLabelsProps {
  city: City;
  viewport: Viewport;
  layout: LabelLayout;
}

/** The labels of the city. Hidden from screen readers, because the markers' names contain the same information. */
export function MapLabels({ city, viewport: { frame, view }, layout }: MapLabelsProps) {
  const scale = pixelsPerMetre(frame, view.zoom);
  return (
    <div aria-hidden className={styles.labels}>
      {cityLabels(city).map((label) => {
        const side = layout.placed.get(label.key)?.side;
        return side === undefined ? null : (
          <span
            key={label.key}
            className={styles[label.kind]}
            data-side={side}
            style={labelStyle(label, side, scale, view.turn)}
          >
            {label.text}
          </span>
        );
      })}
    </div>
  );
}

function labelStyle(
  { at, kind, towards }: CityLabel,
  side: LabelSide,
  scale: number,
  turn: number,
): React.CSSProperties {
  const gap = side === "outside" || side === "far" || side === "inside" ? hourGap[side] : 0;
  const left = at.x * scale + towards.x * gap;
  const top = -at.y * scale - towards.y * gap;
  return {
    translate: `${left}px ${top}px`,
    ...(kind === "street" ? { rotate: `${uprightAngle(Math.atan2(-towards.y, towards.x), turn)}rad` } : {}),
  };
}

/** The angle along the street, adjusted so that text is never upside down, also on a rotated map. */
function uprightAngle(along: number, turn: number): number {
  return Math.abs(oneTurn(along + turn)) > Math.PI / 2 ? along + Math.PI : along;
}

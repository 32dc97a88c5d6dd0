import styles from "./locator.module.css";
import { RING_CENTRE, ringArc, ringPoint, ringRadius, STREETS } from "./ring-geometry.ts";

interface LocatorProps {
  /** Hour on the city's clock, half hours as .5; null when the place has no such address. */
  time: number | null;
  /** 0 = Esplanade, then A, B, C ...; null when unknown. */
  street: number | null;
  /** Pixels. */
  size?: number;
}

/**
 * A miniature of the city with the place's street lit and a marker at the place. It repeats the written address beside it,
 * so it is hidden from screen readers.
 */
export function Locator({ time, street, size = 52 }: LocatorProps) {
  const isSmall = size < 64;
  // Twelve lines in 52 pixels would blur together: draw every second street, plus the lit one.
  const drawn = Array.from({ length: STREETS }, (_, index) => index).filter(
    (index) => !isSmall || index % 2 === 1,
  );
  if (street !== null && !drawn.includes(street)) drawn.push(street);
  const marker = time === null || street === null ? null : ringPoint(time, ringRadius(street));
  return (
    <svg className={styles.locator} width={size} height={size} viewBox="0 0 96 96" aria-hidden>
      {drawn.map((index) => (
        <path
          key={index}
          d={ringArc(ringRadius(index))}
          className={index === street ? styles.lit : styles.street}
        />
      ))}
      <circle className={styles.man} cx={RING_CENTRE.x} cy={RING_CENTRE.y} r={isSmall ? 3 : 2} />
      {marker === null ? null : (
        <g transform={`translate(${marker.x} ${marker.y}) scale(${isSmall ? 1.45 : 1})`}>
          <circle className={styles.halo} r="9" />
          <circle className={styles.marker} r="4.5" />
        </g>
      )}
    </svg>
  );
}

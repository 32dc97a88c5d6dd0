import styles from "./city-rings.module.css";
import { RING_CENTRE, ringArc, ringRadius, STREETS } from "./ring-geometry.ts";

/** The full-size motif, with every street in its own color. Decorative: hidden where there is no room. */
export function CityRings({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="2 24 92 71" aria-hidden>
      {Array.from({ length: STREETS }, (_, street) => (
        <path
          key={street}
          className={styles.street}
          d={ringArc(ringRadius(street))}
          // An attribute, not a style: the first paint is in the HTML, where the policy allows no styles.
          stroke={`var(--street-${street})`}
        />
      ))}
      <circle className={styles.glow} cx={RING_CENTRE.x} cy={RING_CENTRE.y} r="5" />
      <circle className={styles.man} cx={RING_CENTRE.x} cy={RING_CENTRE.y} r="1.6" />
    </svg>
  );
}

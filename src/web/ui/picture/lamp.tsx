import { useId } from "react";
import styles from "./lamp.module.css";

interface LampProps {
  /** Pixels. */
  size?: number;
}

/** The logo, and the ring of the active companion: a flame within the city's broken ring. Always shown beside its name. */
export function Lamp({ size = 44 }: LampProps) {
  const light = useId();
  return (
    <svg className={styles.lamp} width={size} height={size} viewBox="0 0 44 44" aria-hidden>
      <defs>
        <radialGradient id={light} cx=".5" cy=".62" r=".6">
          <stop offset="0" className={styles.core} />
          <stop offset=".5" className={styles.body} />
          <stop offset="1" className={styles.rim} />
        </radialGradient>
      </defs>
      <circle
        className={styles.ring}
        cx="22"
        cy="22"
        r="21"
        strokeDasharray="99 33"
        transform="rotate(135 22 22)"
      />
      <circle cx="22" cy="22" r="16.5" fill={`url(#${light})`} />
      <path
        className={styles.flame}
        d="M22 30c-4.2 0-6.6-2.6-6.6-5.9 0-4.4 4.4-5.4 4.2-10.1 3 1.500 4.300 4 4.200 6.300 1-.6 1.500-1.600 1.600-2.700 2.100 1.700 3.200 4 3.200 6.300 0 3.700-2.600 6.100-6.600 6.100z"
      />
    </svg>
  );
}

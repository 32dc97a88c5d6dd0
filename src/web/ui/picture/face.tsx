import { Glyph } from "./glyph.tsx";
import styles from "./face.module.css";

/** A user's icon within the city's broken ring. Always shown beside their name. @param size pixels */
export function Face({ icon, size = 44 }: { icon: string; size?: number }) {
  return (
    <span className={styles.face}>
      <svg className={styles.ring} width={size} height={size} viewBox="0 0 44 44" fill="none" aria-hidden>
        <circle cx="22" cy="22" r="21" strokeDasharray="99 33" transform="rotate(135 22 22)" />
      </svg>
      <Glyph icon={icon} size={size / 2} />
    </span>
  );
}

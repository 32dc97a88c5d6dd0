import styles from "./face.module.css";
import glyphStyles from "./glyph.module.css";

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

/** A small icon in the color of the surrounding text: a line drawing given by its path, or an emoji. */
function Glyph({ icon, size = 22 }: { icon: string; size?: number }) {
  if (!icon.startsWith("/")) {
    return (
      <span className={glyphStyles.emoji} style={{ fontSize: size }} aria-hidden>
        {icon}
      </span>
    );
  }
  const mask = `url("${encodeURI(icon)}") center / contain no-repeat`;
  return <span className={glyphStyles.drawn} style={{ width: size, height: size, mask }} aria-hidden />;
}

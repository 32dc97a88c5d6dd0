import styles from "./glyph.module.css";

/** A small icon in the color of the surrounding text: a line drawing given by its path, or an emoji. */
export function Glyph({ icon, size = 22 }: { icon: string; size?: number }) {
  if (!icon.startsWith("/")) {
    return (
      <span className={styles.emoji} style={{ fontSize: size }} aria-hidden>
        {icon}
      </span>
    );
  }
  const mask = `url("${encodeURI(icon)}") center / contain no-repeat`;
  return <span className={styles.drawn} style={{ width: size, height: size, mask }} aria-hidden />;
}

import styles from "./glyph.module.css";

/** A small sign in the colour of the text around it: a picture of lines by its path, or an emoji as it is. */
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

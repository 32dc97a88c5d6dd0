import { Spinner } from "./spinner.tsx";
import styles from "./loading-map.module.css";

/**
 * Shown until the map has loaded: the built-in city's streets, at the positions where the map will show them. A city of another year
 * replaces them when the server has named it.
 */
export function LoadingMap({ label }: { label: string }) {
  return (
    <div className={styles.loading}>
      <div className={styles.streets} />
      <Spinner label={label} isLabelVisible />
    </div>
  );
}

import { Spinner } from "./spinner.tsx";
import styles from "./loading-map.module.css";

/**
 * Shown until the map is there: the built-in city's streets, already where the map will show them. A city of another year takes their place
 * when the server has named it.
 */
export function LoadingMap({ label }: { label: string }) {
  return (
    <div className={styles.loading}>
      <div className={styles.streets} />
      <Spinner label={label} isLabelVisible />
    </div>
  );
}

import { Spinner } from "../../ui/spinner.tsx";
import styles from "./turn.module.css";

/** Stands where the words of a spoken message will be asked about. */
export function VoicePlaceholder() {
  return (
    <div className={styles.assistant}>
      <Spinner label="Processing your voice message..." isLabelVisible />
    </div>
  );
}

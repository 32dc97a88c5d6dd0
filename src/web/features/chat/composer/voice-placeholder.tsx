import { Spinner } from "#web/ui/state/spinner.tsx";
import styles from "../message/turn.module.css";

/** Stands where the words of a spoken message will be asked about. */
export function VoicePlaceholder() {
  return (
    <div className={styles.assistant}>
      <Spinner label="Processing your voice message..." isLabelVisible />
    </div>
  );
}

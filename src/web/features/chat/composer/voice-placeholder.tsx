import { Spinner } from "#web/ui/state/spinner.tsx";
import styles from "../message/turn.module.css";

/** Placeholder for the text of a spoken message. */
export function VoicePlaceholder() {
  return (
    <div className={styles.assistant}>
      <Spinner label="Processing your voice message..." isLabelVisible />
    </div>
  );
}

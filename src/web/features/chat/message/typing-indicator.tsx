import { BrokenRing } from "#web/ui/picture/broken-ring.tsx";
import spinner from "#web/ui/state/spinner.module.css";
import styles from "./turn.module.css";

interface TypingIndicatorProps {
  speaker: string;
  /** Whether this device has not stored the question yet. */
  isUnstored: boolean;
}

/** Shown before the answer starts: an animated ring with visible text. */
export function TypingIndicator({ speaker, isUnstored }: TypingIndicatorProps) {
  return (
    <p className={styles.indicator}>
      <BrokenRing className={spinner.ring} size={22} />
      {isUnstored ? "Saving..." : `${speaker} is looking...`}
    </p>
  );
}

import { BrokenRing } from "#web/ui/picture/broken-ring.tsx";
import styles from "./typing-indicator.module.css";

/** Nothing has come back yet. The ring breathes; the words say it to everybody. */
export function TypingIndicator({ speaker }: { speaker: string }) {
  return (
    <p className={styles.indicator}>
      <BrokenRing className={styles.ring} size={22} />
      {speaker} is looking...
    </p>
  );
}

import { BrokenRing } from "#web/ui/picture/broken-ring.tsx";
import spinner from "#web/ui/state/spinner.module.css";
import styles from "./turn.module.css";

/** Shown before the answer starts: an animated ring with visible text. */
export function TypingIndicator({ speaker }: { speaker: string }) {
  return (
    <p className={styles.indicator}>
      <BrokenRing className={spinner.ring} size={22} />
      {speaker} is looking...
    </p>
  );
}

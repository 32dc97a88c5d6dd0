import { Button } from "../button.tsx";
import styles from "./restored-note.module.css";

interface RestoredNoteProps {
  draft: { isRestored: boolean; startOver: () => void };
}

/** Notifies the user that a form was restored after a reload, and offers to start with an empty one. */
export function RestoredNote({ draft: { isRestored, startOver } }: RestoredNoteProps) {
  return (
    <div role="status">
      {isRestored ? (
        <p className={styles.note}>
          Restored what you had typed.
          <Button variant="plain" onClick={startOver}>
            Start over
          </Button>
        </p>
      ) : null}
    </div>
  );
}

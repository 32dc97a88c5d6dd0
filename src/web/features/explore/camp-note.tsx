import { useState } from "react";
import { MAX_NOTE } from "#shared/features/explore/contract.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/form/text-area.tsx";
import styles from "./camp-note.module.css";
import { queueMark } from "./queue-mark.ts";

interface CampNoteProps {
  camp: { id: string; name: string };
  note: string;
}

/** The user's own note on a camp. Pass `key={camp.id}`, because each camp has its own note. */
export function CampNote({ camp, note }: CampNoteProps) {
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null) {
    return (
      <div className={styles.note}>
        {note === "" ? null : (
          <>
            <h3 className={styles.label}>Your note</h3>
            <p className={styles.text}>{note}</p>
          </>
        )}
        <Button variant="plain" onClick={() => setDraft(note)}>
          {note === "" ? "Add a note" : "Change the note"}
        </Button>
      </div>
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void queueMark(camp, { note: draft.trim() }).then((isQueued) =>
          isQueued ? setDraft(null) : undefined,
        );
      }}
    >
      <TextArea
        label="Your note"
        hint="Only you see this. It’s on this phone too."
        value={draft}
        maxLength={MAX_NOTE}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just asked to write it
        autoFocus
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          Save
        </Button>
        <Button onClick={() => setDraft(null)}>Cancel</Button>
      </div>
    </form>
  );
}

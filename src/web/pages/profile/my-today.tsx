import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useHasShared, useQuest } from "#web/features/daily/use-today.ts";
import { Today } from "#web/features/lending/today.tsx";
import { Button } from "#web/ui/button.tsx";
import styles from "../page.module.css";

/** The loans that need the user, and the quest of the day. */
export function MyToday() {
  const openDialog = useOpenDialog();
  const hasShared = useHasShared(true);
  // Fetched only once it is unlocked: choosing a quest may need a language model.
  const quest = useQuest(hasShared).data;
  return (
    <Today>
      <div className={styles.heading}>
        {!hasShared ? (
          <>
            <p>Share a thought to get today’s quest.</p>
            <Button aria-haspopup="dialog" onClick={() => openDialog({ dialog: "thought" })}>
              Share a thought
            </Button>
          </>
        ) : quest?.completed === true ? (
          <p>Today’s quest is done.</p>
        ) : (
          <>
            <p>{quest?.quest ?? "You have a quest today."}</p>
            <Button aria-haspopup="dialog" onClick={() => openDialog({ dialog: "quest" })}>
              See the quest
            </Button>
          </>
        )}
      </div>
    </Today>
  );
}

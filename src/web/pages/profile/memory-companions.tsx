import { BookHeart, Check, Compass } from "lucide-react";
import type { ReactNode } from "react";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { useHasShared, useQuest } from "#web/features/daily/use-today.ts";
import { Today } from "#web/features/lending/today.tsx";
import { Button } from "#web/ui/button.tsx";
import styles from "../page.module.css";

/** The daily thought, the quest, and the entries for memories and companions. */
export function MemoryCompanions({ stats, children }: { stats: ReactNode; children: ReactNode }) {
  const openDialog = useOpenDialog();
  const isKnown = useSession() !== null;
  const hasShared = useHasShared(isKnown);
  // Fetched only once it is unlocked: choosing a quest may need a language model.
  const quest = useQuest(isKnown && hasShared).data;
  const isDone = hasShared && quest?.completed === true;
  return (
    <section className={styles.stack} aria-labelledby="memory-companions">
      <h2 id="memory-companions">Memory &amp; Companions</h2>
      <div className={styles.evenly}>
        <Button variant="primary" aria-haspopup="dialog" onClick={() => openDialog({ dialog: "thought" })}>
          <BookHeart aria-hidden size={20} strokeWidth={1.8} />
          Unload Your Mind
        </Button>
        <Button aria-haspopup="dialog" disabled={isDone} onClick={() => openDialog({ dialog: "quest" })}>
          {isDone ? (
            <Check aria-label="Done today:" size={20} strokeWidth={2} />
          ) : (
            <Compass aria-hidden size={20} strokeWidth={1.8} />
          )}
          Daily Quest
        </Button>
      </div>
      <p className={styles.lead}>Say what’s on your mind, and a quest for today opens.</p>
      {stats}
      <div className={styles.evenly}>
        <Button aria-haspopup="dialog" onClick={() => openDialog({ dialog: "create-memory" })}>
          Create a Memory
        </Button>
        <Button aria-haspopup="dialog" onClick={() => openDialog({ dialog: "companions" })}>
          Manage Companions
        </Button>
      </div>
      {children}
    </section>
  );
}

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

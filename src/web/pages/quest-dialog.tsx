import type { DialogFrame } from "../dialog-host.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "../features/account/session.ts";
import { LockedQuest, OpenQuest } from "../features/daily/quest-card.tsx";
import { PastQuests } from "../features/daily/past-quests.tsx";
import { useQuest, useWaitingThought } from "../features/daily/use-today.ts";
import { useAsOf } from "../lib/use-as-of.ts";
import { AsOf } from "../ui/as-of.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** The quest of the day, or how to unlock it. */
export function QuestDialog(frame: DialogFrame) {
  const session = useSession();
  const quest = useQuest(session !== null);
  const isWaiting = useWaitingThought();
  const asOf = useAsOf(quest);
  const openDialog = useOpenDialog();
  const { data } = quest;
  const isOpen = data !== undefined && data.quest !== null;
  return (
    <Dialog {...frame} title={isOpen ? "Today's Quest" : "Daily Quest"}>
      {data === undefined ? (
        quest.isError ? (
          <ErrorState
            title="Your quest did not load"
            text={quest.error.message}
            onRetry={() => void quest.refetch()}
          />
        ) : (
          <Spinner label="Looking for your quest" isLabelVisible />
        )
      ) : isOpen ? (
        <OpenQuest quest={data} />
      ) : (
        <LockedQuest isWaiting={isWaiting} onStart={() => openDialog({ dialog: "thought" })} />
      )}
      {session === null ? null : <PastQuests />}
      <AsOf at={asOf} />
    </Dialog>
  );
}

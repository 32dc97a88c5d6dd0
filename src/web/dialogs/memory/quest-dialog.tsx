import type { ReactNode } from "react";
import type { DialogFrame } from "../dialogs.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { LockedQuest, OpenQuest } from "#web/features/daily/quest-card.tsx";
import { PastQuests } from "#web/features/daily/past-quests.tsx";
import { useQuest, useWaitingThought } from "#web/features/daily/use-today.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { QueryState } from "#web/ui/state/query-state.tsx";

/** The quest of the day, or how to unlock it. */
export function QuestDialog(frame: DialogFrame): ReactNode {
  const session = useSession();
  const quest = useQuest(session !== null);
  const isWaiting = useWaitingThought();
  const openDialog = useOpenDialog();
  const { data } = quest;
  const isOpen = data !== undefined && data.quest !== null;
  return (
    <Dialog {...frame} title={isOpen ? "Today's Quest" : "Daily Quest"}>
      {data === undefined ? (
        <QueryState
          query={quest}
          title="Your quest did not load"
          label="Looking for your quest"
          isLabelVisible
        />
      ) : isOpen ? (
        <OpenQuest quest={data} />
      ) : (
        <LockedQuest isWaiting={isWaiting} onStart={() => openDialog({ dialog: "thought" })} />
      )}
      {session === null ? null : <PastQuests />}
      <AsOf of={quest} />
    </Dialog>
  );
}

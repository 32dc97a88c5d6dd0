import { shorten } from "#shared/shorten.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { backupWords } from "#shared/features/leaving/backup-words.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import type { ArchivedMemory } from "#shared/features/memories/archive/archive-contract.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { changeInLists } from "./api.ts";
import { forget } from "./change-memory.ts";

interface DeleteMemoryProps {
  /** Null if there is no memory to delete. */
  memory: ArchivedMemory | null;
  onDone: () => void;
}

/** Asks before deleting a memory, and reports success only after the server has confirmed. */
export function DeleteMemory({ memory, onDone }: DeleteMemoryProps) {
  const client = useQueryClient();
  const { backupRetentionHours = null } = usePublicSettings();
  // The text stays visible during the closing animation.
  const [shown, setShown] = useState(memory);
  if (memory !== null && memory !== shown) setShown(memory);

  const show = (id: string) => {
    changeInLists(client, id, null);
    showToast({ kind: "done", text: "Deleted." });
  };
  const deleting = useQueuedMutation({
    send: forget,
    onSent: (_, { id }) => show(id),
    onQueued: () =>
      showToast({ kind: "info", text: "It will be deleted as soon as the server can be reached." }),
    onFailed: (sentence, refusal, { id }) => {
      // It was deleted elsewhere, possibly by the same user.
      if (refusal?.code === "not-found") show(id);
      else showToast({ kind: "problem", text: `It was not deleted. ${sentence}` });
    },
  });

  return (
    <Confirm
      isOpen={memory !== null}
      title="Delete this memory?"
      message={`"${shorten(shown?.content ?? "", 120)}" will be gone everywhere, for good. ${backupWords(backupRetentionHours)}`}
      confirmLabel="Delete"
      onConfirm={() => {
        if (memory !== null) deleting.mutate(memory);
      }}
      onClose={onDone}
    />
  );
}

import { useLocation } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DialogFrame } from "./dialogs.tsx";
import { QueuedNotice } from "#web/features/resources/form/queued-notice.tsx";
import { NeedForm } from "#web/features/needs/need-form.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";

/** Posts a need, prefilled with the chat's proposal. */
export function NeedDialog(frame: DialogFrame): ReactNode {
  const prefill = useLocation({ select: ({ state }) => state.needPrefill });
  const client = useQueryClient();
  const [queuedId, setQueuedId] = useState<string | null>(null);
  const handleDone = (waitingId: string | null) => {
    setQueuedId(waitingId);
    if (waitingId !== null) return;
    void client.invalidateQueries({ queryKey: ["needs"] });
    showToast({ kind: "done", text: "Posted. Looby is checking the library." });
    frame.onClose();
  };
  return (
    <Dialog {...frame} title="Post a need">
      {queuedId === null ? (
        <NeedForm prefill={prefill} onDone={handleDone} />
      ) : (
        <QueuedNotice
          operationId={queuedId}
          message="Saved on this device. Looby posts it when there is a signal."
          sentMessage="It was posted just now."
          onClose={frame.onClose}
        />
      )}
    </Dialog>
  );
}

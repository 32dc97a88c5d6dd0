import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { backupWords } from "#shared/features/leaving/backup-words.ts";
import type { Resource } from "#shared/features/resources/contract.ts";
import { useOpenDialog } from "#web/dialogs/dialog-navigation.ts";
import { usePublicSettings } from "#web/lib/server/public-settings.ts";
import { useQueuedMutation } from "#web/offline/outbox/use-queued-mutation.ts";
import { Button } from "#web/ui/button.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { resourceQueries } from "../api.ts";
import { sendChange, sendDelete } from "./change-entry.ts";

interface OwnerActionsProps {
  resource: Resource;
  /** The thing was archived or deleted. */
  onClose: () => void;
}

/** Actions for the owner of a resource: edits, archives, puts back or deletes it. */
export function OwnerActions({ resource, onClose }: OwnerActionsProps) {
  const openDialog = useOpenDialog();
  const { backupRetentionHours = null } = usePublicSettings();
  const client = useQueryClient();
  const [isDoomed, setIsDoomed] = useState(false);
  const isArchived = resource.status === "archived";
  const onFailed = (text: string) => showToast({ kind: "problem", text: `Failed to update entry. ${text}` });
  const onQueued = () =>
    showToast({ kind: "info", text: "Saved on this device. Looby sends it when there is a signal." });
  const change = useQueuedMutation({
    send: async ({ status }: { status: "archived" | "active"; announce?: () => void }) => {
      const label = status === "archived" ? `Archive ${resource.title}` : `Put back ${resource.title}`;
      const result = await sendChange(resource, { status }, label);
      if (result.status === "sent") {
        // If the dialog showed the old state until it is fetched, its buttons would move under the user's finger.
        client.setQueryData(
          resourceQueries.one(resource.id).queryKey,
          (known) => known && { ...known, ...result.data },
        );
        await client.invalidateQueries({ queryKey: ["resources"] });
      }
      return result;
    },
    onQueued,
    onFailed,
    onDone: (_, { announce }) => announce?.(),
  });
  const deletion = useQueuedMutation({
    send: () => sendDelete(resource),
    onSent: () => showToast({ kind: "done", text: `${resource.title} was deleted.` }),
    onQueued,
    onFailed,
    onDone: onClose,
  });

  function archive(): void {
    const undo = { label: "Undo", run: () => change.mutate({ status: "active" }) };
    change.mutate({
      status: "archived",
      announce: () => {
        onClose();
        showToast({ kind: "done", text: `${resource.title} is out of the library.`, action: undo });
      },
    });
  }

  function restore(): void {
    change.mutate({
      status: "active",
      announce: () => showToast({ kind: "done", text: `${resource.title} is back in the library.` }),
    });
  }
  return (
    <>
      {isArchived ? (
        <Button variant="primary" onClick={restore}>
          Put back
        </Button>
      ) : (
        <>
          <Button onClick={() => openDialog({ dialog: "edit-entry", id: resource.id })}>Edit</Button>
          <Button onClick={archive}>Archive</Button>
        </>
      )}
      <Button variant="danger" onClick={() => setIsDoomed(true)}>
        Delete
      </Button>
      <Confirm
        isOpen={isDoomed}
        title={`Delete ${resource.title}?`}
        message={`This deletes it for good, with its photos and its history. ${backupWords(backupRetentionHours)} To hide it for a while, archive it.`}
        confirmLabel="Delete"
        onConfirm={() => deletion.mutate(undefined)}
        onClose={() => setIsDoomed(false)}
      />
    </>
  );
}

import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, type ReactNode } from "react";
import type { DialogFrame } from "../dialogs.ts";
import { useSession } from "#web/features/account/session.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

/** The window opens while its form is still on the way. */
const AddResource = lazy(async () => ({ default: (await import("./add-resource.tsx")).AddResource }));
const EditQueuedResource = lazy(async () => ({
  default: (await import("./edit-queued-resource.tsx")).EditQueuedResource,
}));

interface AddResourceDialogProps extends DialogFrame {
  /** The queued operation that is changed, if any. */
  id?: string;
}

/** Only for signed-in users: for a visitor it closes itself. */
export function AddResourceDialog({ id: editedId, ...frame }: AddResourceDialogProps): ReactNode {
  const user = useSession();
  const prefill = useLocation({ select: ({ state }) => state.resourcePrefill });
  const { isOpen, onClose, onClosed } = frame;
  const isVisitor = user?.isAnonymous === true;
  useEffect(() => {
    if (!isVisitor) return;
    if (isOpen) onClose();
    else onClosed();
    // The frame's functions are new at every render, and closing renders it: with them here it would never end.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isVisitor, isOpen]);
  if (user === null || isVisitor) return null;
  return (
    <Dialog {...frame} title={editedId === undefined ? "Add Resource" : "Edit and send again"}>
      <Suspense fallback={<Spinner label="Loading" />}>
        {editedId === undefined ? (
          <AddResource maker={user} prefill={prefill} onDone={onClose} />
        ) : (
          <EditQueuedResource key={editedId} maker={user} operationId={editedId} onDone={onClose} />
        )}
      </Suspense>
    </Dialog>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { DialogFrame } from "../dialogs.tsx";
import { DoorDialog } from "../account/door-dialog.tsx";
import { AddResource } from "./add-resource.tsx";
import { LostPhotos } from "#web/features/resources/form/listing-form.tsx";
import { useWho } from "#web/features/account/session.ts";
import { UnknownUser } from "#web/features/account/unknown-user.tsx";
import { queuedListingQuery } from "#web/features/resources/form/queued-queries.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";

interface AddResourceDialogProps extends DialogFrame {
  /** Id of the queued operation being edited, if any. */
  id?: string;
}

/** Adds a resource, or edits a rejected one in the form that created it. A guest is asked to sign up first. */
export function AddResourceDialog({ id: editedId, ...frame }: AddResourceDialogProps): ReactNode {
  const who = useWho();
  const edited = useQuery({
    ...queuedListingQuery({ operationId: editedId ?? "" }),
    enabled: editedId !== undefined,
  }).data;
  const prefill = useLocation({ select: ({ state }) => state.resourcePrefill });
  if (who.kind === "guest") return <DoorDialog {...frame} mode="sign-up" intent={{ to: "share" }} />;
  return (
    <Dialog {...frame} title={editedId === undefined ? "Add Resource" : "Edit and send again"}>
      {who.kind === "unknown" ? (
        <UnknownUser error={who.error} label="Loading" />
      ) : editedId === undefined ? (
        <AddResource maker={who.user} prefill={prefill} onDone={frame.onClose} />
      ) : edited === undefined ? (
        <Spinner label="Loading" />
      ) : edited === null ? (
        <EmptyState title="This is not waiting here any more" />
      ) : (
        <>
          <LostPhotos count={edited.lostPhotos} />
          <AddResource key={editedId} maker={who.user} queued={edited} onDone={frame.onClose} />
        </>
      )}
    </Dialog>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { DialogFrame } from "../dialogs.ts";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "#web/features/account/session.ts";
import { RequestForm } from "#web/features/lending/request-form.tsx";
import { resourceQueries } from "#web/features/resources/api.ts";
import { useAsOf } from "#web/lib/use-as-of.ts";
import { AsOf } from "#web/ui/state/as-of.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { Spinner } from "#web/ui/state/spinner.tsx";
import { showToast } from "#web/ui/overlay/toast.ts";
import { QueuedNotice } from "./queued-notice.tsx";

/** Asks to borrow a resource. */
export function BorrowDialog({ id, ...frame }: DialogFrame & { id: string }): ReactNode {
  const resource = useQuery(resourceQueries.one(id));
  const asOf = useAsOf(resource);
  const user = useSession();
  const client = useQueryClient();
  const openDialog = useOpenDialog();
  const [queuedId, setQueuedId] = useState<string | null>(null);
  const title = resource.data === undefined ? "Borrow" : `Borrow ${resource.data.title}`;
  if (user === null || user.isAnonymous) {
    return (
      <Dialog {...frame} title={title}>
        <EmptyState
          title="Sign in to borrow"
          text="Then the owner knows who asks, and you are told what they answer."
        >
          <Button variant="primary" onClick={() => openDialog({ dialog: "account", mode: "sign-in" })}>
            Sign In
          </Button>
        </EmptyState>
      </Dialog>
    );
  }
  return (
    <Dialog {...frame} title={title}>
      {resource.data === undefined ? (
        resource.isError ? (
          <ErrorState
            title="This did not load"
            text={resource.error.message}
            onRetry={() => void resource.refetch()}
          />
        ) : (
          <Spinner label="Loading" />
        )
      ) : queuedId === null ? (
        <>
          <AsOf at={asOf} />
          <RequestForm
            resource={resource.data}
            onQueued={setQueuedId}
            onSent={() => {
              void client.invalidateQueries({ queryKey: ["lending"] });
              showToast({ kind: "done", text: "Asked. You are told when there is an answer." });
              frame.onClose();
            }}
          />
        </>
      ) : (
        <QueuedNotice
          operationId={queuedId}
          message="Kept on this device. It is sent by itself when there is a signal."
          sentMessage="It was sent just now."
          onClose={frame.onClose}
        />
      )}
    </Dialog>
  );
}

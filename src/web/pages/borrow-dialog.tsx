import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DialogFrame } from "../dialog-host.tsx";
import { useOpenDialog } from "../dialog-navigation.ts";
import { useSession } from "../features/account/session.ts";
import { RequestForm } from "../features/lending/request-form.tsx";
import { resourceQueries } from "../features/resources/api.ts";
import { useAsOf } from "../lib/use-as-of.ts";
import { AsOf } from "../ui/as-of.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { showToast } from "../ui/toast.ts";
import { KeptForLater } from "./kept-for-later.tsx";

/** Asks to borrow a resource. */
export function BorrowDialog({ id, ...frame }: DialogFrame & { id: string }) {
  const resource = useQuery(resourceQueries.one(id));
  const asOf = useAsOf(resource);
  const user = useSession();
  const client = useQueryClient();
  const openDialog = useOpenDialog();
  const [keptId, setKeptId] = useState<string | null>(null);
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
      ) : keptId === null ? (
        <>
          <AsOf at={asOf} />
          <RequestForm
            resource={resource.data}
            onQueued={setKeptId}
            onSent={() => {
              void client.invalidateQueries({ queryKey: ["lending"] });
              showToast({ kind: "done", text: "Asked. You are told when there is an answer." });
              frame.onClose();
            }}
          />
        </>
      ) : (
        <KeptForLater
          operationId={keptId}
          message="Kept on this device. It is sent by itself when there is a signal."
          sentMessage="It was sent just now."
          onClose={frame.onClose}
        />
      )}
    </Dialog>
  );
}
